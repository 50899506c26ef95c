"""From a transcript to drafts: ask piece by piece, read each record on its own, and say in the record's words what the
model noted. What is wrong with a draft is the gate's to judge; only what a machine can put right is put right here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from uuid import UUID

from advocate import registry
from advocate.engines.gemini.client import Client
from advocate.engines.gemini.conversation import Piece, as_message, named, pieces
from advocate.engines.gemini.messages import Ask
from advocate.engines.gemini.prompts import drafting_instruction
from advocate.engines.gemini.schema import SCHEMA, Noted, Words, read_facts
from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.people import speaker_source
from memory.drafts import Act, Draft, Known, Quote, Said, Transcript, Value
from memory.vocabulary import ANY, Tag, address

logger = logging.getLogger(__name__)

_LIMIT = 32_768  # tokens of an answer, thoughts included
_NO_TURN = UUID(int=0)
_OF_DRUGS = frozenset({Tag.MEDICATION, Tag.ALLERGY, Tag.DIRECTIVE})
_OF_MEASURES = {Tag.LAB: "lab", Tag.VITAL: "vital"}


def distil(transcript: Transcript, client: Client) -> list[Draft]:
    """Return the candidate facts of a transcript, in the order said, one episode last. Raises EngineError."""
    version = int(transcript.agent_version) if transcript.agent_version.isdecimal() else None
    instruction = drafting_instruction(registry.agent(transcript.agent, version).memory_extraction_rules)
    parts = pieces(transcript.turns)
    answers = client.write(
        [Ask(instruction, (as_message(piece, transcript),), limit=_LIMIT, schema=SCHEMA) for piece in parts]
    )
    drafts = [draft for piece, answer in zip(parts, answers, strict=True) for draft in _read(answer, piece, transcript)]
    facts = [draft for draft in drafts if draft.tag is not Tag.EPISODE]
    return [*facts, *_one_episode([draft for draft in drafts if draft.tag is Tag.EPISODE])]


def _read(answer: str, piece: Piece, transcript: Transcript) -> list[Draft]:
    facts, unreadable, lost = read_facts(answer)
    if unreadable or lost:
        logger.warning("of the drafts, %d could not be read and %d were lost", len(unreadable), lost)
    drafts = [_draft(noted, transcript) for noted in facts]
    heard_before = {turn.id for turn in piece.turns[: piece.context]}
    fresh = [draft for draft in drafts if draft.quotes[-1].turn not in heard_before]
    return [*fresh, *(_unreadable(text) for text in unreadable)]


def _unreadable(text: str) -> Draft:
    """Nothing is lost: without a quote the gate holds it, and its patient sees it."""
    return Draft(Tag.FACT, text, (), "patient", "unreadable", ("unreadable",))


def _draft(noted: Noted, transcript: Transcript) -> Draft:
    turns, rows = named(transcript)
    quotes = tuple(_quote(words, turns) for words in noted.quotes)
    target = _target(rows.get(noted.replaces_fact), noted)
    about = target.attribute if target else _one_name(noted.about, noted)
    states = turns.get(noted.quotes[-1].turn)
    return Draft(
        tag=noted.tag,
        text=noted.text.strip(),
        quotes=quotes,
        source=_source(noted.source.strip(), states, transcript),
        attribute=about,
        keys=_keys(noted.keys),
        memory_key=_address(noted, target),
        value=Value(noted.value, noted.unit, noted.frequency, noted.route, noted.as_needed),
        act=noted.act,
        tense=noted.tense,
        assertion=noted.assertion,
        date=noted.date,
        date_phrase=noted.date_phrase,
        negated=noted.negated,
        subject=noted.subject.strip().lower(),
        replaces=noted.replaces or _old_value(noted, target),
        importance=noted.importance,
    )


def _quote(words: Words, turns: Mapping[str, Said]) -> Quote:
    """The turn's own characters, where the model changed no more than case, spaces or the shape of quotation marks."""
    turn = turns.get(words.turn)
    if turn is None:
        return Quote(_NO_TURN, words.words)
    pattern = r"\s+".join(_shapes(word) for word in words.words.split())
    found = re.search(pattern, turn.text, re.IGNORECASE) if pattern and words.words not in turn.text else None
    return Quote(turn.id, found[0] if found else words.words)


def _shapes(word: str) -> str:
    return re.sub("['’‘]", "['’‘]", re.sub('["“”]', '["“”]', re.escape(word)))


def _address(noted: Noted, target: Known | None) -> str | None:
    """The address of a state: that of the row which it is about, else by its one name; None for a point of a series."""
    if not noted.tag.is_state:
        return None
    if target is not None:
        return target.memory_key
    entity = noted.entity.strip() or noted.about
    try:
        return address(noted.tag, entity if entity == ANY else _one_name(entity, noted), noted.aspect)
    except ValueError:
        return None  # of no name: the gate holds it


def _target(row: Known | None, noted: Noted) -> Known | None:
    """The row that the model says it is about: of the same kind, and of the thing that the words name, if they do."""
    if row is None or row.tag is not noted.tag:
        return None
    told = _names_in(noted.text, noted.tag)
    return row if not told or row.attribute in told else None


def _one_name(name: str, noted: Noted) -> str:
    """Brand and generic share an address, and what the words of the fact name goes before what the model calls it."""
    for text in (noted.text, name):
        told = _names_in(text, noted.tag)
        if len(told) == 1:
            return told.pop()
    return name.strip().lower()


def _names_in(text: str, tag: Tag) -> set[str]:
    if tag in _OF_DRUGS:
        return {drug.name for drug in find_drugs(f"takes {text}")}
    return {term.name for term in find_terms(text, _OF_MEASURES[tag])} if tag in _OF_MEASURES else set()


def _source(claimed: str, states: Said | None, transcript: Transcript) -> str:
    """Whose statement it is, as claimed, as far as somebody spoke of them; else it is the speaker's own."""
    speaker = speaker_source(states, transcript) if states else "patient"
    by_speaker = any(claimed.lower().startswith(who) for who in ("patient", "caregiver", "family"))
    people = " ".join(turn.text for turn in transcript.turns if turn.speaker.is_person)
    heard = _words(" ".join([people, speaker, *(f"{row.source} {row.text}" for row in transcript.known)]))
    named = list(takewhile(lambda part: _words(part) <= heard, claimed.split(",")))
    return speaker if by_speaker or not "".join(named).strip() else ",".join(named).strip()


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) > 2}


def _keys(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key.strip().lower() for key in keys if key.strip()))[:5]


def _old_value(noted: Noted, target: Known | None) -> str:
    """The ledger finds a corrected reading by the value that it had."""
    sets_right = noted.act in {Act.CORRECT, Act.WITHDRAW} and not noted.tag.is_state
    return (target.value.value or "") if target and sets_right else ""


def _one_episode(told: list[Draft]) -> list[Draft]:
    """One a session: of several pieces, the first sentence of each, three at most."""
    if len(told) < 2:
        return told
    sentences = [re.split(r"(?<=[.!?])\s", draft.text, maxsplit=1)[0] for draft in told[:3]]
    quotes = tuple(dict.fromkeys(quote for draft in told[:3] for quote in draft.quotes))
    keys = tuple(dict.fromkeys(key for draft in told for key in draft.keys))[:5]
    return [replace(told[0], text=" ".join(sentences), quotes=quotes, keys=keys)]
