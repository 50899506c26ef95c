"""Laboratory values and vital signs, with value and unit as said. A threshold or a target is no reading."""

from __future__ import annotations

import re
from itertools import pairwise

from advocate.engines.local.assertions import is_negated, without_asides
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import Term, find_drugs, find_terms, units_of
from advocate.engines.local.reading_words import (
    AIM,
    APPROXIMATELY,
    CHANGED,
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
from advocate.engines.local.readings import Reading, draft
from advocate.engines.local.sentences import Clause
from advocate.engines.local.slips import without_slips
from memory.dates import DateMention
from memory.drafts import Draft
from memory.numbers import Quantity, quantities

_NOW = re.compile(
    r".*\b(?:now|today|currently)(?:\s+(?:it|they|at|is|are|down|up|to|['’]s))*\s+", re.IGNORECASE | re.DOTALL
)
_EYE = re.compile(
    r"\bpressures?\s+(?:in|of)\s+(?:my|the|his|her)\s+(?P<side>left|right)\s+eye\b|\b(?P<also>left|right)\s+eye\s+pressure\b",
    re.I,
)
_LEVEL = re.compile(r"\b(?:(?P<whose>(?:his|her|your|my|the|that)\s+)|(?<=\w)\s+)(?P<level>levels?)\b", re.IGNORECASE)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause's readings."""
    if IF.search(without_asides(clause.text)):
        return []
    found = readings(clause, hearing)
    kept = [r for r in found if not AIM.search(clause.text, 0, r.first)]
    return [draft(r, clause, hearing, alone=len(found) == 1) for r in kept]


def readings(clause: Clause, hearing: Hearing) -> list[Reading]:
    """Every reading in a clause, in order."""
    text = clause.text
    numbers = _numbers(clause, hearing)
    terms = _outermost(find_terms(text, "lab", "vital"))
    terms = _of_eyes(text) or terms
    found = [r for at, term in enumerate(terms) if (r := _reading(term, terms, at, numbers, text))]
    if len(terms) == 1 and len(found) == 1:
        found += _later_ones(found[0], terms[0], numbers, hearing.dates(clause), text)
    levels = _levels(text, numbers, hearing)
    found += _now(found, terms, numbers, text)
    if not terms:
        return levels or _unnamed(text, numbers) or _meant(clause, hearing, numbers)
    if levels:
        found = sorted([*(r for r in found if r.first != levels[0].first), *levels], key=lambda r: r.first)
    free = [q for q in numbers if q.end <= terms[0].start]
    if not any(r.measure == "blood pressure" for r in found):
        found = [*_pressure(text, free), *found]
    return found


def _of_eyes(text: str) -> list[Term]:
    """ "The pressure in my left eye": no blood pressure, and one for each eye."""
    return [
        Term("vital", f"{(eye['side'] or eye['also']).lower()} eye pressure", eye[0], eye.start(), eye.end())
        for eye in _EYE.finditer(text)
    ]


def _now(found: list[Reading], terms: list[Term], numbers: list[Quantity], text: str) -> list[Reading]:
    """ "58 in January, 52 in May and now 49": the last one, of today."""
    if len(terms) != 1 or not found:
        return []
    rest = [q for q in numbers if q.start >= found[-1].last]
    is_now = len(rest) == 1 and _NOW.fullmatch(text, max(found[-1].last, rest[0].start - 24), rest[0].start)
    fits = is_now and rest[0].unit in {found[-1].unit, None} and is_plausible(terms[0].name, rest[0])
    return [_valued(terms[0], rest, text)] if fits else []


def _levels(text: str, numbers: list[Quantity], hearing: Hearing) -> list[Reading]:
    """ "Your Prograf level came back at 11.2", or "his level is 0.8" of the drug just spoken of."""
    level = _LEVEL.search(text)
    if level is None:
        return []
    drugs = [d for d in find_drugs(f"takes {text}") if d.end - 6 == level.start("level") - 1]
    last = hearing.focuses[-1] if hearing.focuses else None
    if drugs:
        name, begin = drugs[0].name, drugs[0].start - 6
    elif level["whose"] and last is not None and (last.kind == "drug" or last.name.endswith(" level")):
        name, begin = last.name.removesuffix(" level"), level.start("level")
    else:
        return []
    words = text[begin : level.end("level")] if drugs else f"{last.words} level" if last else ""
    term = Term("lab", f"{name} level", words, begin, level.end("level"))
    return [r for r in [_reading(term, [term], 0, numbers, text)] if r]


def _meant(clause: Clause, hearing: Hearing, numbers: list[Quantity]) -> list[Reading]:
    """ "It was 11.6", of the measure that was just spoken of or asked for."""
    text = clause.text
    said = IT_IS.match(text)
    focus = hearing.focuses[-1] if hearing.focuses else None
    bare = _is_bare(numbers, text)
    if not (said or bare) or focus is None or focus.kind != "measure" or len(text.split()) > 25:
        return []
    it = said["it"] or "" if said else ""
    if it.lower().startswith("you") and focus.name not in {"temperature", "oxygen saturation"}:
        return []
    if focus.seq != clause.turn.seq and not (it or hearing.was_asked(clause, focus.words)):
        return []
    at = said.end("lead") if said else 0
    first = next((q for q in numbers if q.start >= at), None)
    if first is None or clause.turn.seq - focus.seq > 1 or not _fits(focus.name, first, text[at : first.start]):
        return []
    kind = next(term.kind for term in find_terms(focus.words, "lab", "vital"))
    return [
        _valued(
            Term(kind, focus.name, "", first.start, first.start), [q for q in numbers if q.start >= first.start], text
        )
    ]


def _is_bare(numbers: list[Quantity], text: str) -> bool:
    """ "A hundred and eighty-two pounds": a value and nothing else, in answer to a question."""
    if len(numbers) != 1:
        return False
    rest = f"{text[: numbers[0].start]} {text[numbers[0].end :]}"
    return not re.sub(r"(?i)\b(?:it|was|is|about|around|like|just|only|i|think|today|um|uh|oh|maybe)\b|\W", "", rest)


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


def _numbers(clause: Clause, hearing: Hearing) -> list[Quantity]:
    dated = [(m.start, m.end) for m in hearing.all_dates(clause)]
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
    if weighs and after and not weighs[0].lower().startswith(("weigh", "pes")):
        after = [q for q in after if not text[weighs.end() : q.start].strip()]  # "I'm 160 pounds", not "I'm down 10"
    if weighs and after:
        words = weighs[0].lower() if weighs[0].lower().startswith(("weigh", "pes")) else "weight"
        return [_valued(Term("vital", "weight", words, weighs.start(), weighs.end()), after[:1], text)]
    return []


def _pressure(text: str, numbers: list[Quantity]) -> list[Reading]:
    for first, second in pairwise(numbers):
        fits = 70 <= first.value <= 260 and 30 <= second.value <= 150 and first.value > second.value
        if fits and PAIR.fullmatch(text[first.end : second.start]):
            term = Term("vital", "blood pressure", "", first.start, first.start)
            return [_valued(term, [first, second], text)]
    return []
