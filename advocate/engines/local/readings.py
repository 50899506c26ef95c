"""One reading as the record keeps it: the words of the measure, the value and its unit as said."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from advocate.engines.local.assertions import is_hypothetical
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import systems_of
from advocate.engines.local.reading_words import DECIMAL_COMMA
from advocate.engines.local.sentences import Clause
from memory.drafts import Assertion, Draft, Quote, Value
from memory.numbers import as_digits, quantities
from memory.vocabulary import Tag

_NOW = re.compile(r"\b(?:now|currently)(?:\s+(?:it|they|at|is|are|down|up|to))*\s+$", re.IGNORECASE)
_MAY_BE = re.compile(r"\b(?:could|might|may(?=\s+(?:be|have|mean|well|come|not|just))|if|unless)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """One value in a clause.

    `words` is how the measure was called, `begin` where that stands; `first:last` is what the value takes up.
    """

    measure: str
    words: str
    kind: str
    value: str
    unit: str | None
    first: int
    last: int
    begin: int


def draft(reading: Reading, clause: Clause, hearing: Hearing, *, alone: bool = True) -> Draft:
    """The draft of one reading; beside others its quote is its own words only."""
    amount = f"{reading.value}{_spaced(reading.unit, clause.text[reading.first : reading.last])}"
    base = hearing.draft(
        clause,
        Tag.LAB if reading.kind == "lab" else Tag.VITAL,
        f"{reading.words or _unsaid(reading.measure, hearing)} {amount}".strip(),
        reading.measure,
        measure_keys(reading.measure),
        at=reading.first,
        words="" if alone else clause.text[reading.begin : reading.last],
    )
    named = next((f for f in reversed(hearing.focuses) if f.name == reading.measure), None)
    if not reading.words and named is not None and named.turn is not None:
        base = replace(base, quotes=(Quote(named.turn, named.words), *base.quotes))
    following = [m for m in hearing.dates(clause) if m.start >= reading.last]
    if following and not quantities(clause.text[reading.last : following[0].start]):
        base = replace(base, date=following[0].date, date_phrase=following[0].phrase)
    if _NOW.search(clause.text, 0, reading.first):
        base = replace(base, date=None, date_phrase="")
    return _without_what_may_be(
        replace(base, value=Value(DECIMAL_COMMA.sub(".", reading.value), reading.unit)), reading, clause
    )


def _without_what_may_be(draft: Draft, reading: Reading, clause: Clause) -> Draft:
    """ "It is 162 over 96, that could be the pain": only what follows the reading is supposed."""
    told = clause.text[: reading.last]
    supposed = draft.assertion is Assertion.HYPOTHETICAL or _MAY_BE.search(clause.text, reading.last)
    if not supposed or is_hypothetical(told):
        return draft
    quotes = (*draft.quotes[:-1], Quote(clause.turn.id, told))
    own = draft.date_phrase in told
    return replace(
        draft,
        assertion=Assertion.ASSERTED,
        quotes=quotes,
        date=draft.date if own else None,
        date_phrase=draft.date_phrase if own else "",
    )


def _unsaid(measure: str, hearing: Hearing) -> str:
    """The name of a measure that a clause leaves out, where someone has used it; a pair of pressures needs none."""
    used = next((focus.words for focus in reversed(hearing.focuses) if focus.name == measure), "")
    known = measure == "blood pressure" or any(row.attribute == measure for row in hearing.transcript.known)
    return used or (measure if known else "")


def measure_keys(measure: str) -> tuple[str, ...]:
    """The keys of a measure: its name and what it is about."""
    return (measure, *systems_of(measure))


def _spaced(unit: str | None, said: str) -> str:
    if unit is None:
        return ""
    written = as_digits(said)
    tail = written[re.match(r"[\d.,/\s-]*(?:over|sobre|to)?[\d.,/\s-]*", written).end() :].strip()  # type: ignore[union-attr]
    return unit if unit in {"%", "°F", "°C", "°"} else f" {tail or unit}"
