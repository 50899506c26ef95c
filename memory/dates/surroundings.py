"""What stands directly before a date and changes it: "the day before …", "late …", "since …", "every …"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from memory.dates.calendar_days import SATURDAY, Kind, PartialDate, Span, weekday_after, weekday_before
from memory.dates.rules import Unit, moved, part, precision_of, week, weekend
from memory.dates.words import COUNT, FULL_WEEKDAY, WEEKDAY, count_of, is_how_often, unit_of, weekday_number

_REACH = 60  # how far before a date its surroundings are looked for

_PART = re.compile(
    r"\b(?:(?:the|very) )*(?P<where>early|earlier|mid|middle|late|later|beginning|start|end)"
    r"(?:-| (?:of|in|on) | )(?:the )?$",
    re.IGNORECASE,
)
_WHERE = {"beginning": "start", "middle": "mid"}
_OFFSET = re.compile(
    rf"(?<!\w)(?:the|(?P<count>{COUNT})) (?:very )?(?P<unit>day|night|morning|evening|afternoon|week|weekend|month"
    rf"|year)s? "
    r"(?P<way>before|after|from|following|prior to|preceding|of) (?:the |last )?$",
    re.IGNORECASE,
)
_WEEKDAY_OFFSET = re.compile(
    rf"(?<!\w)(?:the )?(?P<day>{FULL_WEEKDAY}) (?P<way>before|after|following|preceding) (?:the )?$", re.IGNORECASE
)
_KIND = re.compile(
    r"(?<!\w)(?P<word>(?:ever )?since|until|till|til|up to|through|thru|by|before|from|starting|beginning|effective"
    r"|as of|after"
    r"|desde|hasta|até|a partir d(?:el?|[oa]))"
    r"(?: (?:on|in|about|around|the|approximately|sometime|like|at|el|la|los|o|em|en))* $",
    re.IGNORECASE,
)
_KIND_WITHIN = re.compile(r"(?P<word>desde|hasta|até)\b", re.IGNORECASE)
_KINDS: dict[str, Kind] = {
    "since": "since", "desde": "since", "until": "until", "till": "until", "til": "until", "up": "until",
    "through": "until", "thru": "until", "by": "until", "before": "until", "hasta": "until", "até": "until",
}  # fmt: skip
_HABIT_BEFORE = re.compile(
    rf"\b(?:every|each|any|per|cada|tod[oa]s?|los|las|aos|nos|às)(?: (?:other|second|single|los|las|os|as))*"
    rf"(?:[ ,]+(?:{WEEKDAY}|and|or|y|o|e))*[ ,]+$",
    re.IGNORECASE,
)
_HABIT = re.compile(
    rf"\b{WEEKDAY}(?:(?:,? and |, | |/){WEEKDAY}){{2,}}\b|\b{FULL_WEEKDAY} ?(?:through|thru|-|–) ?{FULL_WEEKDAY}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A span and where its words stand in the text."""

    start: int
    end: int
    span: Span


def habits_in(text: str) -> list[tuple[int, int]]:
    """Where a text lists weekdays that come again and again ("Monday, Wednesday and Friday")."""
    return [match.span() for match in _HABIT.finditer(text)]


def is_habit(text: str, start: int) -> bool:
    """True for what follows "every" or "each"."""
    return _HABIT_BEFORE.search(text, max(0, start - _REACH), start) is not None


def with_surroundings(found: Found, text: str, said_on: date) -> Found:
    """The date with the words before it taken in. May raise ValueError or OverflowError outside the calendar."""
    for extend in (_with_part, _with_offset, _with_weekday_offset):
        found = extend(found, text, said_on)
    return _with_kind(found, text)


def _before(pattern: re.Pattern[str], text: str, end: int) -> re.Match[str] | None:
    return pattern.search(text, max(0, end - _REACH), end)


def _with_part(found: Found, text: str, said_on: date) -> Found:
    match = _before(_PART, text, found.start)
    if match is None or found.span.through == found.span.dated.first:
        return found
    where = match["where"].lower()
    return Found(match.start(), found.end, part(found.span, _WHERE.get(where, where), said_on))


def _with_offset(found: Found, text: str, _said_on: date) -> Found:
    match = _before(_OFFSET, text, found.start)
    if match is None or is_how_often(text, match.start()):
        return found
    way = match["way"].lower()
    sign = 0 if way == "of" else -1 if way in {"before", "preceding"} or way.startswith("prior") else 1
    unit: Unit = unit_of(match["unit"])[0]
    span = (
        _whole_unit(found.span, unit, sign)
        if match["count"] is None
        else _counted(found.span, unit, sign, match["count"])
    )
    return Found(match.start(), found.end, span)


def _counted(span: Span, unit: Unit, sign: int, written: str) -> Span:
    """ "two days before …", "a week from …"."""
    count, _ = count_of(written)
    base = span.dated.first if sign < 0 else span.through
    return Span.of(moved(base, unit, sign * count), precision_of(unit))


def _whole_unit(span: Span, unit: Unit, sign: int) -> Span:
    """ "the day before …", "the week after …", "the weekend of …"."""
    first, last = span.dated.first, span.through
    if unit == "weekend":
        saturday = first if sign == 0 and first.weekday() == SATURDAY else weekday_after(last, SATURDAY)
        return weekend(weekday_before(first, SATURDAY) if sign < 0 else saturday)
    if unit == "week":
        if sign == 0:
            return week(first)
        begin = first - timedelta(weeks=1) if sign < 0 else last + timedelta(days=1)
        return Span.between(begin, begin + timedelta(days=6))
    if sign == 0:
        return span
    return Span.of(moved(first if sign < 0 else last, unit, sign), precision_of(unit))


def _with_weekday_offset(found: Found, text: str, _said_on: date) -> Found:
    match = _before(_WEEKDAY_OFFSET, text, found.start)
    if match is None:
        return found
    number = weekday_number(match["day"])
    if match["way"].lower() in {"before", "preceding"}:
        return Found(match.start(), found.end, Span.of(weekday_before(found.span.dated.first, number)))
    return Found(match.start(), found.end, Span.of(weekday_after(found.span.through, number)))


def _with_kind(found: Found, text: str) -> Found:
    match = _KIND_WITHIN.match(text, found.start, found.end) or _before(_KIND, text, found.start)
    if match is None or found.span.kind != "point":
        return found
    kind = _KINDS.get(match["word"].lower().split()[-1], _KINDS.get(match["word"].lower().split()[0], "from"))
    span = found.span
    if kind == "until" and span.likely == span.through and span.dated.precision == "month":
        span = Span(PartialDate(span.through), span.through, span.through)  # "by the end of the month" is its last day
    return Found(match.start(), found.end, replace(span, kind=kind))
