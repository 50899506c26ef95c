"""Laboratory values and vital signs, with value and unit as said. A threshold or a target is no reading."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from advocate.engines.local.assertions import is_negated
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import Term, find_terms, systems_of, units_of
from advocate.engines.local.sentences import Clause
from advocate.engines.local.slips import without_slips
from memory.dates import DateMention
from memory.drafts import Draft, Value
from memory.numbers import Quantity, as_digits, quantities
from memory.vocabulary import Tag

_UNITS = frozenset(
    "mg/dL mmol/L µmol/L mEq/L g/dL ng/mL pg/mL ng/dL U/L mIU/L mL/min % mmHg bpm breaths/min °F °C ° lb kg".split()
)
_THRESHOLD = re.compile(
    r"\b(?:under|below|above|over|less\s+than|more\s+than|greater\s+than|higher\s+than|lower\s+than|goal|target|should\s+be|at\s+least"
    r"|if|exceeds|goes|gain\w*|lost|lose|up\s+by|down\s+by|up\s+to|drops?|falls?|gets?|menos\s+de|más\s+de)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\b(?:if|whenever|unless)\b", re.IGNORECASE)
_SPEAKS_OF = re.compile(
    r"\b(?:is|was|were|are|at|of|came|read|reads|reading|readings|measured|tested|showed|run|runs|running|been|had|has|got|weigh\w*"
    r"|drop\w*|ros?e|went|now|today|fue|era|está|estaba|es|salió|de|estuvo)\b|:|=",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:from|de)\s+$", re.IGNORECASE)
_AIM = re.compile(r"\b(?:goal|target|ideal|aim(?:ing)?\s+for|supposed\s+to\s+be|should)\b", re.IGNORECASE)
_PAIR = re.compile(r"\s*(?:/|over|sobre)\s*", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:to|-|–|and|a|y)\s*", re.IGNORECASE)
_WORDED = re.compile(
    r"^\W*(?:(?:level|levels|numbers?)\s+)?(?:is|was|were|are|came\s+back|has\s+been|have\s+been|looks?|runs?|ran)\s+"
    r"(?P<word>(?:(?:a\s+(?:bit|little)|too|very|really|still|slightly|on\s+the|completely)\s+)?"
    r"(?:high|low|normal|elevated|borderline|abnormal|negative|positive))\b",
    re.IGNORECASE,
)
_WEIGHS = re.compile(r"\b(?:weigh|weighs|weighed|weighing|peso|pesa)\b", re.IGNORECASE)
_NOT_COUNTED = frozenset("years months weeks days hours minutes seconds times tablet pill nights".split())


@dataclass(frozen=True, slots=True)
class Reading:
    """One value in a clause. `words` is how the measure was called; `first:last` is what the value takes up."""

    measure: str
    words: str
    kind: str
    value: str
    unit: str | None
    first: int
    last: int


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause's readings."""
    if _IF.search(clause.text):
        return []
    if is_negated(clause.text) and not re.search(r"\bnot\s+(?:great|good|bad|too|so)\b", clause.text):
        return []
    found = readings(clause, hearing)
    return [draft(r, clause, hearing) for r in found if not _AIM.search(clause.text, 0, r.first)]


def readings(clause: Clause, hearing: Hearing) -> list[Reading]:
    """Every reading in a clause, in order."""
    text = clause.text
    numbers = _numbers(clause, hearing)
    terms = _outermost(find_terms(text, "lab", "vital"))
    found = [r for at, term in enumerate(terms) if (r := _reading(term, terms, at, numbers, text))]
    if len(terms) == 1 and len(found) == 1:
        found += _later_ones(found[0], terms[0], numbers, hearing.dates(clause), text)
    if not terms:
        found = _unnamed(text, numbers)
    return found


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
        if own and has and q.unit in {first.unit, None}
    ]


def draft(reading: Reading, clause: Clause, hearing: Hearing) -> Draft:
    """The draft of one reading."""
    amount = f"{reading.value}{_spaced(reading.unit, clause.text[reading.first : reading.last])}"
    base = hearing.draft(
        clause,
        Tag.LAB if reading.kind == "lab" else Tag.VITAL,
        f"{reading.words or _unsaid(reading.measure, hearing)} {amount}".strip(),
        reading.measure,
        measure_keys(reading.measure),
        at=reading.first,
    )
    following = [m for m in hearing.dates(clause) if m.start >= reading.last]
    if following and not quantities(clause.text[reading.last : following[0].start]):
        base = replace(base, date=following[0].date, date_phrase=following[0].phrase)
    return replace(base, value=Value(reading.value, reading.unit))


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
        and q.unit not in _NOT_COUNTED
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
    after = [q for q in numbers if term.end <= q.start < end]
    if after and _is_value(term, after[0], text[term.end : after[0].start]):
        return _valued(term, after, text)
    before = [
        q
        for q in numbers
        if q.end <= term.start and re.fullmatch(r"\s*(?:for|of|de)?\s*(?:my|the)?\s*", text[q.end : term.start])
    ]
    if before and before[-1].unit in _UNITS and (before[-1].unit in units_of(term.name) or not after):
        return _valued(term, before[-1:], text)
    worded = _WORDED.match(text[term.end :])
    if worded:
        first = term.end + worded.start("word")
        return Reading(term.name, term.as_said, term.kind, worded["word"], None, first, term.end + worded.end("word"))
    return None


def _is_value(term: Term, quantity: Quantity, between: str) -> bool:
    if quantity.unit is not None and quantity.unit not in _UNITS:
        return False
    if _THRESHOLD.search(between) or len(between) > 60:
        return False
    if term.name in {"pain", "height"}:
        return term.name == "pain" and "level" in (between + term.as_said).lower()
    if term.name in {"weight"} and quantity.unit not in {"lb", "kg", None}:
        return False
    return quantity.unit is not None or not between.strip(" ,(") or _SPEAKS_OF.search(between) is not None


def _valued(term: Term, numbers: list[Quantity], text: str) -> Reading:
    first, unit, end = numbers[0], numbers[0].unit, numbers[0].end
    value = f"{first.value:f}" if not first.text[0].isdigit() else re.split(r"[^\d.,]", first.text)[0].rstrip(".,")
    if (
        len(numbers) > 1
        and _CHANGED.search(text[: first.start])
        and re.fullmatch(r"\s*to\s*", text[first.end : numbers[1].start])
    ):
        return _valued(term, numbers[1:], text)
    if len(numbers) > 1:
        between, second = text[first.end : numbers[1].start], numbers[1]
        is_range = (
            _RANGE.fullmatch(between) and (first.unit is None or first.unit == second.unit) and "and" not in between
        )
        if term.name == "blood pressure" and _PAIR.fullmatch(between):
            value, unit, end = f"{value}/{second.value.normalize():f}", second.unit, second.end
        elif is_range or (between.strip() == "and" and re.search(r"\bbetween\s+$", text[: first.start])):
            value, unit, end = f"{value}-{second.value.normalize():f}", second.unit, second.end
    return Reading(term.name, term.as_said, term.kind, value, unit, first.start, end)


def _unnamed(text: str, numbers: list[Quantity]) -> list[Reading]:
    """ "128 over 82" is a blood pressure and "I weigh 180 pounds" a weight, though neither is named."""
    for first, second in pairwise(numbers):
        fits = 70 <= first.value <= 260 and 30 <= second.value <= 150 and first.value > second.value
        if fits and _PAIR.fullmatch(text[first.end : second.start]):
            term = Term("vital", "blood pressure", "", first.start, first.start)
            return [_valued(term, [first, second], text)]
    weighs = _WEIGHS.search(text)
    after = [q for q in numbers if weighs and q.start >= weighs.end() and q.unit in {"lb", "kg"}]
    if weighs and after:
        return [_valued(Term("vital", "weight", weighs[0].lower(), weighs.start(), weighs.end()), after[:1], text)]
    return []


def _spaced(unit: str | None, said: str) -> str:
    if unit is None:
        return ""
    written = as_digits(said)
    tail = written[re.match(r"[\d.,/\s-]*(?:over|sobre|to)?[\d.,/\s-]*", written).end() :].strip()  # type: ignore[union-attr]
    return unit if unit in {"%", "°F", "°C", "°"} else f" {tail or unit}"
