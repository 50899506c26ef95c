"""The episode: in one to three sentences what a conversation was about, made only of what was said in it."""

from __future__ import annotations

import re

from advocate.engines.local.hearing import Hearing, keys_of
from advocate.engines.local.lexicon import find_classes, find_drugs, find_terms
from advocate.engines.local.people import speaker_source
from advocate.engines.local.sentences import Clause
from memory.drafts import SELF, Act, Assertion, Draft, Quote
from memory.numbers import as_digits
from memory.vocabulary import Speaker, Tag

_MOST = 6
_LONGEST = 160
_GREETING = re.compile(r"^\W*(?:(?:hi|hello|hey|good\s+\w+|hola|so|and|ok|okay)\b[,!.\s]*)+", re.IGNORECASE)
_CLINICAL = re.compile(
    r"\b(?:tak(?:e|ing)|dos(?:e|es)|blood|tests?|results?|record|changed|allerg\w*|medic\w*|diagnos\w*|weight|surgery|vaccin\w*|tomo)\b",
    re.IGNORECASE,
)
_SIGNS = {
    Act.CHANGE: "Changed",
    Act.STOP: "Stopped",
    Act.CORRECT: "Corrected",
    Act.WITHDRAW: "Withdrawn",
    Act.CANCEL: "Called off",
}


def of(hearing: Hearing) -> Draft | None:
    """Return the episode, or None where neither a fact was told nor the record asked about."""
    told = [d for d in hearing.drafts if d.assertion is Assertion.ASSERTED and d.subject == SELF]
    told = [draft for at, draft in enumerate(told) if not _is_set_right(draft, told[at + 1 :])][:_MOST]
    asked = [c for c in hearing.asked if _is_about_the_record(c)][-2:]
    if not told and not asked:
        return None
    sentences = [
        *_told(told),
        *([f"Asked: {' / '.join(_short(_GREETING.sub('', c.text)) for c in asked)}?"] if asked else []),
    ]
    quotes = [quote for draft in told for quote in draft.quotes]
    quotes += [Quote(c.turn.id, c.text) for c in asked]
    first = next((t for t in hearing.transcript.turns if t.speaker.is_person), None)
    topics = [d.attribute.lower() for d in told] + [name for c in asked for name in _topics(c.text)]
    return Draft(
        tag=Tag.EPISODE,
        text=" ".join(sentences),
        quotes=tuple(dict.fromkeys(quotes)),
        source=speaker_source(first, hearing.transcript) if first else "patient",
        attribute="episode",
        keys=keys_of(*topics) or ("conversation",),
        importance=2,
    )


def _is_set_right(draft: Draft, later: list[Draft]) -> bool:
    """True for a slip that a later statement of this conversation takes back."""
    return any(
        (each.tag, each.attribute, each.act) == (draft.tag, draft.attribute, Act.CORRECT)
        and each.replaces == (draft.value.value or "")
        for each in later
    )


def _told(drafts: list[Draft]) -> list[str]:
    if not drafts:
        return []
    return [f"Discussed: {'; '.join(_line(draft) for draft in drafts)}."]


def _line(draft: Draft) -> str:
    text = _short(draft.text)
    if draft.tag is Tag.DIRECTIVE:
        return f"instruction of {draft.source}: {text}"
    sign = _SIGNS.get(draft.act)
    return f"{text} ({sign.lower()})" if sign and sign.lower() not in text.lower() else text


def _is_about_the_record(clause: Clause) -> bool:
    by_person = clause.turn.speaker in {Speaker.PATIENT, Speaker.FAMILY}
    return by_person and bool(_topics(clause.text) or _CLINICAL.search(clause.text))


def _topics(text: str) -> list[str]:
    drugs = [drug.name for drug in find_drugs(text)] + [c.name for c in find_classes(text)]
    return drugs + [t.name for t in find_terms(text) if t.kind not in {"relation", "allergen"}]


def _short(text: str) -> str:
    words = as_digits(" ".join(text.split()))
    return words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(" ", 1)[0]
