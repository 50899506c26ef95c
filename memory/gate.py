"""The gate: the checks that a draft must pass to become a fact, for every engine alike.

A draft that fails is held with its reason, in words that its patient understands, and nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import astuple, dataclass, replace
from enum import StrEnum
from uuid import UUID

from memory import gate_phrases as phrases
from memory.dates import PartialDate, local_day, mentions, resolve
from memory.drafts import SELF, Act, Draft, Said, Tense, Transcript
from memory.gate_meaning import clause_of, is_not_asked, is_not_denied, is_not_supposed, stating_turn, words_of
from memory.gate_sources import is_whose_it_says
from memory.gate_things import has_its_own_numbers, is_of_its_thing, names_its_thing, thing_asked_for
from memory.numbers import as_digits, dosing, quantities, stands_in
from memory.orders import gives_orders
from memory.text import clean
from memory.vocabulary import Speaker, Tag


class Reason(StrEnum):
    """Why a draft was held."""

    UNREADABLE = "unreadable"
    NOT_SAID = "not said"
    ADVOCATE = "advocate's words"
    NUMBER = "number not said"
    THING = "thing not said"
    SOURCE = "source not said"
    DATE = "date not said"
    SUBJECT = "about someone else"
    ASKED = "asked"
    HYPOTHETICAL = "hypothetical"
    NEGATED = "negated"
    PASSING = "of no lasting use"
    NO_TARGET = "nothing to withdraw"
    REFUSED = "said not to be right"
    ORDER = "order to the advocate"


EXPLANATIONS = {
    Reason.UNREADABLE: "This could not be read as a fact.",
    Reason.NOT_SAID: "These words were not found in what was said.",
    Reason.ADVOCATE: "The advocate said this, not a person; only what people say is kept.",
    Reason.NUMBER: "A number or unit in it was not said in these words.",
    Reason.THING: "It names something that was not said in this conversation and is not in the record.",
    Reason.SOURCE: "It names someone as having said it of whom nobody spoke.",
    Reason.DATE: "Its date does not follow from what was said.",
    Reason.SUBJECT: "It is about someone else, not about the person of this record.",
    Reason.ASKED: "It was asked, not stated.",
    Reason.HYPOTHETICAL: "It was said as something that might be, not as something that is.",
    Reason.NEGATED: "The opposite was said.",
    Reason.PASSING: "It would not answer a later question about your health.",
    Reason.NO_TARGET: "It takes back something that the record does not hold.",
    Reason.ORDER: "It tells the advocate what to do. That is no fact about your health.",
    Reason.REFUSED: "You said that this was not right when it was said back to you.",
}


@dataclass(frozen=True, slots=True)
class Held:
    """A draft that did not pass."""

    draft: Draft
    reason: Reason

    @property
    def explanation(self) -> str:
        """The reason in a patient's words."""
        return EXPLANATIONS[self.reason]


def judge(draft: Draft, transcript: Transcript, pages: Set[UUID] = frozenset()) -> Draft | Held:
    """Return the draft, dated, or why it is held. Never raises.

    `transcript` is the range from which it was drafted; `pages` are those of its turns that are pages of a document,
    whose statement what they say is.
    """
    try:
        for check, reason in _CHECKS:
            if not check(draft, transcript):
                return Held(draft, reason)
        if draft.quotes[-1].turn not in pages and not _by_its_source(draft, transcript):
            return Held(draft, Reason.SOURCE)
        return _dated(draft, transcript) or Held(draft, Reason.DATE)
    except (AttributeError, TypeError, ValueError):  # an engine's draft may be malformed in ways that no type told
        return Held(draft, Reason.UNREADABLE)


def _readable(draft: Draft, transcript: Transcript) -> bool:
    keys_fit = 1 <= len(draft.keys) <= 5 and all(key.strip() and key == key.lower() for key in draft.keys)
    key = draft.memory_key
    addressed = (
        bool(key and re.fullmatch(rf"{draft.tag.lower()}:\S{{1,200}}", key)) if draft.tag.is_state else key is None
    )
    parts = (draft.text, draft.source, draft.attribute, draft.subject)
    whole = all(part.strip() for part in parts) and all(_storable(part) for part in _columns(draft))
    return whole and bool(draft.quotes) and keys_fit and addressed


def _columns(draft: Draft) -> Iterator[str]:
    yield from (draft.text, draft.source, draft.attribute, draft.subject, draft.memory_key or "", *draft.keys)
    yield from (part for part in astuple(draft.value) if isinstance(part, str))


def _storable(text: str) -> bool:
    return len(text) <= 4000 and not clean(text).note


def _said(draft: Draft, transcript: Transcript) -> bool:
    texts = {turn.id: turn.text for turn in transcript.turns}
    return all(quote.text.strip() and quote.text in texts.get(quote.turn, "") for quote in draft.quotes)


def _by_a_person(draft: Draft, transcript: Transcript) -> bool:
    quoted = {quote.turn for quote in draft.quotes}
    return all(turn.speaker.is_person for turn in transcript.turns if turn.id in quoted)


def _no_order(draft: Draft, transcript: Transcript) -> bool:
    """What speaks to the machine that reads it is no fact, whatever else it says."""
    parts = (draft.text, draft.source, *draft.keys, *(quote.text for quote in draft.quotes))
    return not any(map(gives_orders, parts))


def _numbers_said(draft: Draft, transcript: Transcript) -> bool:
    """Every number stands in the quotes, and so does every code or date that holds digits ("B12", "10/3/2026")."""
    quoted = "\n".join(quote.text for quote in draft.quotes)
    heard = f"{quoted}\n{dosing.frequency(quoted) or ''}"  # "tid" is three times daily
    value = draft.value
    claims = [draft.text, f"{value.value or ''} {value.unit or ''}", value.frequency or ""]
    if not all(stands_in(claim, heard) for claim in claims):
        return False
    counted = quantities(draft.text)
    codes = [
        m
        for m in phrases.CODE.finditer(draft.text)
        if not any(q.start < m.end() and m.start() < q.end for q in counted)
    ]
    return all(code[0].lower() in quoted.lower() or code[0] == str(draft.date) for code in codes)


def _of_its_thing(draft: Draft, transcript: Transcript) -> bool:
    return is_of_its_thing(draft)


def _numbers_its_own(draft: Draft, transcript: Transcript) -> bool:
    return has_its_own_numbers(draft)


def _thing_said(draft: Draft, transcript: Transcript) -> bool:
    """Every word of weight was said by a person in this range, or stands in the record (for "it", "the dose").

    A value may be told in answer to the advocate's question: then the name of what was asked for counts as said.
    """
    if draft.tag is Tag.EPISODE:
        return True
    missing = {_stem(word) for word in words_of(draft.text) - phrases.RECORD_WORDS}
    for heard in _heard(draft, transcript):
        missing -= {_stem(word) for word in words_of(heard)}
        if not missing:
            return True
    return not missing


def _heard(draft: Draft, transcript: Transcript) -> Iterator[str]:
    """What was said and what stands in the record, the nearest first: to read a long conversation whole is slow."""
    quoted = "\n".join(quote.text for quote in draft.quotes)
    yield quoted
    yield as_digits(quoted)
    yield " ".join(f"{known.text} {known.attribute} {known.source}" for known in transcript.known)
    yield f"{transcript.subject} {transcript.subject_name}"
    yield thing_asked_for(draft, stating_turn(draft, transcript), transcript)
    people = " ".join(turn.text for turn in transcript.turns if turn.speaker.is_person)
    yield people
    yield as_digits(people)


def _by_its_source(draft: Draft, transcript: Transcript) -> bool:
    return draft.tag is Tag.EPISODE or is_whose_it_says(draft, stating_turn(draft, transcript), transcript)


def _of_the_subject(draft: Draft, transcript: Transcript) -> bool:
    if draft.tag is Tag.EPISODE:
        return True
    if draft.tag is Tag.FAMILY_HISTORY:
        return draft.subject not in phrases.NO_FAMILY
    if draft.subject != SELF or draft.tag in phrases.ABOUT_PEOPLE:
        return draft.subject == SELF
    quote, turn = draft.quotes[-1].text, stating_turn(draft, transcript)
    named = {other["who"].lower() for other in phrases.SOMEONE_ELSE.finditer(clause_of(quote, turn.text))}
    if any(phrases.KIN_NAMED.get(who, who) != transcript.subject for who in named):
        return False
    return turn.speaker is not Speaker.PATIENT or _said_of_the_subject(quote, transcript)


def _said_of_the_subject(quote: str, transcript: Transcript) -> bool:
    """Who keeps their own record says "I", who keeps their mother's says "she"."""
    if transcript.subject == SELF:
        return not phrases.THIRD_PERSON_STATE.match(quote)
    return not phrases.FIRST_PERSON_STATE.match(quote) or bool(phrases.THIRD_PERSON.search(quote))


def _lasting(draft: Draft, transcript: Transcript) -> bool:
    """Neither pleasantry nor logistics, nor general knowledge, nor a fragment ("50 mg" of nothing)."""
    if draft.tag is Tag.EPISODE:
        return True
    rest = draft.text
    for quantity in reversed(quantities(rest)):
        rest = f"{rest[: quantity.start]} {rest[quantity.end :]}"
    named = {word for word in re.findall(r"[^\W_]{2,}", rest.lower()) if not word.isdigit()} - phrases.REGIMEN_WORDS
    return (bool(named) or names_its_thing(draft)) and not phrases.PASSING.search(draft.text) and not _general(draft)


def _general(draft: Draft) -> bool:
    """ "Metoprolol is a beta blocker" is about the thing, not about a person who takes it."""
    quote = draft.quotes[-1].text
    of_the_thing = words_of(quote.split(maxsplit=1)[0]) <= words_of(f"{draft.attribute} {draft.text}")
    personal = draft.tag in phrases.ABOUT_PEOPLE or draft.value.value is not None
    return of_the_thing and not personal and phrases.GENERAL.search(quote) is not None


def _dated(draft: Draft, transcript: Transcript) -> Draft | None:
    """Return the draft with the date that follows from its words and their moment; None where another is claimed."""
    turn = stating_turn(draft, transcript)
    today = PartialDate(local_day(turn.at, turn.zone))
    if draft.date is None:
        return replace(draft, date=today) if draft.tense is Tense.NOW else draft
    if not draft.date_phrase:
        known = {row.date for row in transcript.known if row.attribute == draft.attribute}
        corrects = draft.act in {Act.CORRECT, Act.WITHDRAW, Act.CANCEL} and draft.date in known
        return draft if corrects or draft.date == today else None
    quoted = {quote.turn for quote in draft.quotes}
    ahead = draft.tense is Tense.PLANNED or draft.tag is Tag.APPOINTMENT
    told = any(draft.date in _days(draft.date_phrase, turn, ahead) for turn in transcript.turns if turn.id in quoted)
    return draft if told else None


def _days(phrase: str, said: Said, ahead: bool) -> set[PartialDate]:
    """Every day that the phrase may name, said in this turn; empty where the turn does not hold it."""
    if phrase not in said.text:
        return set()
    day = local_day(said.at, said.zone)
    found = [*mentions(said.text, day), *(mentions(said.text, day, tense="future") if ahead else ())]
    named = [each for each in found if phrase in each.phrase or each.phrase in phrase]
    alone = resolve(phrase, day)
    return {each.date for each in named} | {PartialDate(each.likely) for each in named} | ({alone} if alone else set())


def _stem(word: str) -> str:
    return re.sub(r"(?:ies|es|s|ed|ing|e|y)$", "", word)


_Check = Callable[[Draft, Transcript], bool]
_CHECKS: tuple[tuple[_Check, Reason], ...] = (
    (_readable, Reason.UNREADABLE),
    (_said, Reason.NOT_SAID),
    (_by_a_person, Reason.ADVOCATE),
    (_no_order, Reason.ORDER),
    (is_not_asked, Reason.ASKED),
    (is_not_supposed, Reason.HYPOTHETICAL),
    (is_not_denied, Reason.NEGATED),
    (_of_the_subject, Reason.SUBJECT),
    (_of_its_thing, Reason.THING),
    (_numbers_said, Reason.NUMBER),
    (_numbers_its_own, Reason.NUMBER),
    (_thing_said, Reason.THING),
    (_lasting, Reason.PASSING),
)
