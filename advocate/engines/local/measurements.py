"""Laboratory values and vital signs, with value and unit as said. A threshold or a target is no reading."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from advocate.engines.local.assertions import is_negated
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import Term, find_terms, systems_of, units_of
from advocate.engines.local.reading_words import (
    AIM,
    APPROXIMATELY,
    CHANGED,
    DECIMAL_COMMA,
    IF,
    IT_IS,
    NO,
    NOT_BAD,
    NOT_COUNTED,
    PAIR,
    RANGE,
    SPEAKS_OF,
    THRESHOLD,
    UNITS,
    WEIGHS,
    WORDED,
    is_plausible,
)
from advocate.engines.local.sentences import Clause
from advocate.engines.local.slips import without_slips
from memory.dates import DateMention
from memory.drafts import Draft, Quote, Value
from memory.numbers import Quantity, as_digits, quantities
from memory.vocabulary import Tag


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


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause's readings."""
    if IF.search(clause.text):
        return []
    found = readings(clause, hearing)
    kept = [r for r in found if not AIM.search(clause.text, 0, r.first)]
    return [draft(r, clause, hearing, alone=len(found) == 1) for r in kept]


def readings(clause: Clause, hearing: Hearing) -> list[Reading]:
    """Every reading in a clause, in order."""
    text = clause.text
    numbers = _numbers(clause, hearing)
    terms = _outermost(find_terms(text, "lab", "vital"))
    found = [r for at, term in enumerate(terms) if (r := _reading(term, terms, at, numbers, text))]
    if len(terms) == 1 and len(found) == 1:
        found += _later_ones(found[0], terms[0], numbers, hearing.dates(clause), text)
    if not terms:
        return _unnamed(text, numbers) or _meant(clause, hearing, numbers)
    free = [q for q in numbers if q.end <= terms[0].start]
    if not any(r.measure == "blood pressure" for r in found):
        found = [*_pressure(text, free), *found]
    return found


def _meant(clause: Clause, hearing: Hearing, numbers: list[Quantity]) -> list[Reading]:
    """ "It was 11.6", of the measure that was just spoken of or asked for."""
    text = clause.text
    said = IT_IS.match(text)
    focus = hearing.focuses[-1] if hearing.focuses else None
    if not said or focus is None or focus.kind != "measure" or len(text.split()) > 25:
        return []
    if (said["it"] or "").lower().startswith("you") and focus.name not in {"temperature", "oxygen saturation"}:
        return []
    if focus.seq != clause.turn.seq and not (said["it"] or hearing.was_asked(clause, focus.words)):
        return []
    first = next((q for q in numbers if q.start >= said.end("lead")), None)
    if (
        first is None
        or clause.turn.seq - focus.seq > 1
        or not _fits(focus.name, first, text[said.end("lead") : first.start])
    ):
        return []
    kind = next(term.kind for term in find_terms(focus.words, "lab", "vital"))
    return [
        _valued(
            Term(kind, focus.name, "", first.start, first.start), [q for q in numbers if q.start >= first.start], text
        )
    ]


def _fits(measure: str, quantity: Quantity, between: str) -> bool:
    units = units_of(measure)
    known = quantity.unit is None or quantity.unit in {*units, *(u for u in UNITS if u in " ".join(units))}
    return known and len(between) <= 30 and not THRESHOLD.search(between) and is_plausible(measure, quantity)


def _later_ones(
    first: Reading, term: Term, numbers: list[Quantity], dates: list[DateMention], text: str
) -> list[Reading]:
    """ "1.2 in January, 1.3 in March": each further number with a date of its own is a reading of its own."""
    rest = [q for q in numbers if q.start >= first.last]
    if not rest:
        return []
    ends = [*[q.start for q in rest[1:]], len(text)]
    dated = [any(q.end <= m.start < end for m in dates) for q, end in zip(rest, ends, strict=True)]
    own = any(first.last <= m.start < rest[0].start for m in dates)
    return [
        _valued(term, [q], text)
        for q, has in zip(rest, dated, strict=True)
        if own and has and q.unit in {first.unit, None} and is_plausible(term.name, q)
    ]


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
    return replace(base, value=Value(DECIMAL_COMMA.sub(".", reading.value), reading.unit))


def _unsaid(measure: str, hearing: Hearing) -> str:
    """The name of a measure that a clause leaves out, where someone has used it before."""
    used = next((focus.words for focus in reversed(hearing.focuses) if focus.name == measure), "")
    return used or (measure if any(row.attribute == measure for row in hearing.transcript.known) else "")


def measure_keys(measure: str) -> tuple[str, ...]:
    """The keys of a measure: its name and what it is about."""
    return (measure, *systems_of(measure))


def _numbers(clause: Clause, hearing: Hearing) -> list[Quantity]:
    dated = [(m.start, m.end) for m in hearing.dates(clause)]
    return [
        q
        for q in without_slips(quantities(clause.text), clause.text)
        if not any(s <= q.start < e for s, e in dated)
        and q.unit not in NOT_COUNTED
        and not re.search(r"(?:\d(?:st|nd|rd|th)|\bo'clock)$", q.text)
    ]


def _outermost(terms: list[Term]) -> list[Term]:
    kept: list[Term] = []
    for term in terms:
        if not kept or term.start >= kept[-1].end:
            kept.append(term)
    return kept


def _reading(term: Term, terms: list[Term], at: int, numbers: list[Quantity], text: str) -> Reading | None:
    end = terms[at + 1].start if at + 1 < len(terms) else len(text)
    begin = max(terms[at - 1].end if at else 0, term.start - 30)
    after = [q for q in numbers if term.end <= q.start < end]
    while len(after) > 1 and not is_plausible(term.name, after[0]):
        after = after[1:]
    denied = is_negated(NOT_BAD.sub("", text[begin : after[0].start if after else end]))
    if denied and not (term.name == "temperature" and after and is_plausible(term.name, after[0])):
        return None  # but "no fever, 98.4" is a temperature
    if after and _is_value(term, after[0], text[term.end : after[0].start]):
        return _valued(term, after, text)
    before = [
        q
        for q in numbers
        if q.end <= term.start and re.fullmatch(r"\s*(?:for|of|de)?\s*(?:my|the)?\s*", text[q.end : term.start])
    ]
    if before and before[-1].unit in UNITS and (before[-1].unit in units_of(term.name) or not after):
        return _valued(term, before[-1:], text)
    worded = WORDED.match(text[term.end :])
    if worded:
        first = term.end + worded.start("word")
        last = term.end + worded.end("word")
        return Reading(term.name, term.as_said, term.kind, worded["word"], None, first, last, term.start)
    return None


def _is_value(term: Term, quantity: Quantity, between: str) -> bool:
    if quantity.unit is not None and quantity.unit not in UNITS:
        return False
    if THRESHOLD.search(APPROXIMATELY.sub("", between)) or len(between) > 60 or not is_plausible(term.name, quantity):
        return False
    if term.name == "temperature" and len(between) < 30:
        return True
    if term.name in {"pain", "height"}:
        return term.name == "pain" and "level" in (between + term.as_said).lower()
    if term.name in {"weight"} and quantity.unit not in {"lb", "kg", None}:
        return False
    return quantity.unit is not None or not between.strip(" ,(") or SPEAKS_OF.search(between) is not None


def _valued(term: Term, numbers: list[Quantity], text: str) -> Reading:
    first, unit, end = numbers[0], numbers[0].unit, numbers[0].end
    value = f"{first.value:f}" if not first.text[0].isdigit() else re.split(r"[^\d.,]", first.text)[0].rstrip(".,")
    if (
        len(numbers) > 1
        and CHANGED.search(text[: first.start])
        and re.fullmatch(r"\s*to\s*", text[first.end : numbers[1].start])
    ):
        return _valued(term, numbers[1:], text)
    if len(numbers) > 1:
        between, second = text[first.end : numbers[1].start], numbers[1]
        is_range = (
            RANGE.fullmatch(between) and (first.unit is None or first.unit == second.unit) and "and" not in between
        )
        if term.name == "blood pressure" and PAIR.fullmatch(between):
            value, unit, end = f"{value}/{second.value.normalize():f}", second.unit, second.end
        elif is_range or (between.strip() == "and" and re.search(r"\bbetween\s+$", text[: first.start])):
            value, unit, end = f"{value}-{second.value.normalize():f}", second.unit, second.end
    begin = min(term.start, first.start)
    return Reading(term.name, _called(term, first, text), term.kind, value, unit, first.start, end, begin)


def _called(term: Term, first: Quantity, text: str) -> str:
    """How a measure is called beside its value: "no fever, so 97.9" is no fever of 97.9."""
    if term.name == "temperature" and NO.search(text[max(0, term.start - 25) : term.start]):
        return f"no {term.as_said}"
    return term.as_said


def _unnamed(text: str, numbers: list[Quantity]) -> list[Reading]:
    """ "128 over 82" is a blood pressure and "I weigh 180 pounds" a weight, though neither is named."""
    if pressure := _pressure(text, numbers):
        return pressure
    weighs = WEIGHS.search(text)
    after = [q for q in numbers if weighs and q.start >= weighs.end() and q.unit in {"lb", "kg"}]
    if weighs and after:
        return [_valued(Term("vital", "weight", weighs[0].lower(), weighs.start(), weighs.end()), after[:1], text)]
    return []


def _pressure(text: str, numbers: list[Quantity]) -> list[Reading]:
    for first, second in pairwise(numbers):
        fits = 70 <= first.value <= 260 and 30 <= second.value <= 150 and first.value > second.value
        if fits and PAIR.fullmatch(text[first.end : second.start]):
            term = Term("vital", "blood pressure", "", first.start, first.start)
            return [_valued(term, [first, second], text)]
    return []


def _spaced(unit: str | None, said: str) -> str:
    if unit is None:
        return ""
    written = as_digits(said)
    tail = written[re.match(r"[\d.,/\s-]*(?:over|sobre|to)?[\d.,/\s-]*", written).end() :].strip()  # type: ignore[union-attr]
    return unit if unit in {"%", "°F", "°C", "°"} else f" {tail or unit}"
