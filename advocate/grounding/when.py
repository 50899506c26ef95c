"""The dates of a text, each where it stands, read for comparing and not for keeping.

`memory.dates` reads what people say so that it can be kept; a reply speaks of the same days in rounder words ("about
two months ago", "on Friday", "12 days left"). What those may mean is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date as calendar_day
from datetime import timedelta

from advocate.grounding.days import DAYS, Dated, Span
from memory.dates import DateMention, PartialDate, mentions

_DAY_NAME = re.compile(rf"\b(?P<day>{'|'.join(sorted(DAYS, key=len, reverse=True))})\b", re.IGNORECASE)
_WEEK = tuple(DAYS)[:7]
_HABIT = re.compile(rf"\b(?P<day>{'|'.join(name for name in DAYS if len(name) > 4)})s?\b", re.IGNORECASE)
_ONLY_A_DAY = re.compile(
    rf"(?:(?:on|el|this|este|of|from|since|until|by|after|before)[ ]+)?(?P<day>{'|'.join(DAYS)})"
    r"(?:[ ](?:morning|afternoon|evening|night))?",
    re.IGNORECASE,
)
_AGO_YESTERDAY = re.compile(r"\b(?P<count>\w+ (?:days?|weeks?|months?)) ago (?P<from>yesterday|today)\b", re.IGNORECASE)
_BEGINS_WITH_A_DAY = re.compile(rf"(?:(?:on|last|next|this|el|este|of)[ ]+)*{_DAY_NAME.pattern}", re.IGNORECASE)
_JOINED = re.compile(r"\.?,?[ ]+(?:the |el |on )?")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ROUND = re.compile(
    r"\b(?:ago|from (?:now|today)|hace|dentro de|past|earlier|later)\b|^(?:in|within|en)\b", re.IGNORECASE
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|over|more than|less than|just|some|approximately|unos"
    r"|casi)[ ]+(?:the )?$",
    re.IGNORECASE,
)
_PART_OF_MONTH = re.compile(
    r"\b(?:(?P<early>early|beginning|start|principios)|(?P<mid>mid|middle|mediados)|(?P<late>late|end|finales))\b",
    re.IGNORECASE,
)
_PARTS_OF_MONTH = {"early": (-2, 12), "mid": (7, 22), "late": (17, 33)}  # days after the first
_MONTHLESS = re.compile(
    rf"(?:(?:on|from|since|until|by|of|el|the|{'|'.join(DAYS)}),?[ ]+)*(?P<number>\d{{1,2}})(?:st|nd|rd|th)",
    re.IGNORECASE,
)
_MONTHS_AROUND = timedelta(days=62)
_UNIT = re.compile(
    r"\b(?P<day>days?|días?|dias?)\b|\b(?P<week>weeks?|weekends?|semanas?)\b|\b(?P<month>months?|mes(?:es)?)\b"
    r"|\b(?P<year>years?|años?|anos?)\b",
    re.IGNORECASE,
)
_SLACK = {"day": 0, "week": 3, "month": 16, "year": 200}
_MORE_SLACK = {"day": 1, "week": 4, "month": 25, "year": 300}
_COUNT = r"(?P<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|\w+teen|\d+)"
_AGE = re.compile(
    rf"\b{_COUNT}[ ](?P<unit>days?|weeks?|months?)(?:[ ]old\b|[ ](?:have|has)[ ](?:passed|gone by)\b)"
    rf"|\b(?:it has been|it's been)[ ]{_COUNT.replace('count', 'been')}[ ](?P<of>days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_LEFT = re.compile(
    rf"\b{_COUNT}[ ](?P<unit>days?|weeks?|months?)(?:[ ](?:left|to go|away|off|remain\w*|until|till|from (?:now"
    rf"|today)))\b",
    re.IGNORECASE,
)
_IN = re.compile(rf"\bin {_COUNT} (?:days?|weeks?|months?)\b", re.IGNORECASE)
_FALTAN = re.compile(r"\bfaltan?[ ](?P<count>[\wáéíóú]+)[ ](?P<unit>d[ií]as?|semanas?|mes(?:es)?)\b", re.IGNORECASE)
_SLASHED = re.compile(
    r"(?<=[ (])(?P<month>0?[1-9]|1[0-2])/(?P<day>0?[1-9]|[12]\d|3[01])(?![\d/])(?![ ]?(?:mm|mg"
    r"|,?[ ]?[a-z]*[ ]?pressure))"
)
_MONTH_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name[:3]: n for n, name in enumerate(_MONTH_NAMES, 1)}
_MESES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_MONTH = rf"(?:{'|'.join(f'{n[:3]}(?:{n[3:]})?' for n in _MONTH_NAMES)}|sept)\.?"
_MONTH_DAY = re.compile(
    rf"\b(?P<month>{_MONTH})[ ](?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,?[ ](?:19|20)\d\d)", re.IGNORECASE
)
_MONTH_DAY_AND_COLON = re.compile(rf"\b(?P<month>{_MONTH})[ ](?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?=:\s)", re.IGNORECASE)
_A_MONTH = re.compile(rf"\b(?:{_MONTH}|{'|'.join(_MESES)})(?!\w)", re.IGNORECASE)
_A_DAY_IS_LEFT = re.compile(
    rf"(?:{_MONTH}|{'|'.join(_MESES)})[ ]\d|\d[ ](?:de )?(?:{_MONTH}|{'|'.join(_MESES)})|\d[/-]\d", re.IGNORECASE
)
_IN_THE_MORNING = re.compile(r"\bin the (?:morning|afternoon|evening)(?= from\b)", re.IGNORECASE)
_ON = re.compile(r"(?:\b(?:on|since|from|until|by|of)[ ]|[(])$", re.IGNORECASE)
_RATE = re.compile(
    r"\b(?:in|within|over|en)[ ](?:an?|one|any|the|una?|\w+)[ ](?:single )?(?:days?|weeks?|months?|d[ií]as?"
    r"|semanas?)\b",
    re.I,
)
_AMOUNT_BEFORE = re.compile(r"\d[^\d,.;]{0,12}$|\b(?:pounds?|lbs?|kilo\w*|kg|times?)[ ]$", re.IGNORECASE)


def dates_in(text: str, day: calendar_day) -> list[Dated]:
    """Return the dates of a text said or written on `day`, in order."""
    counted = [*_counted(text, day), *_ago_yesterday(text, day)]
    rest = _blanked(_IN_THE_MORNING.sub(lambda match: " " * len(match[0]), text), counted)
    found = [*counted, *_slashed(rest, day), *_month_days(rest, day, _MONTH_DAY_AND_COLON)]
    rest = _blanked(rest, found)
    seen = _read(rest, text, day)
    if seen and _A_DAY_IS_LEFT.search(
        rest := _blanked(rest, seen)
    ):  # of "last Monday, September 21", one is seen first
        again = _read(rest, text, day)
        seen, rest = [*seen, *again], _blanked(rest, again)
    found += seen
    found += [*_month_days(rest, day, _MONTH_DAY), *_ahead(rest, day)]
    return list(_with_weekdays(sorted(found, key=lambda each: each.start), text))


def _read(rest: str, text: str, day: calendar_day) -> list[Dated]:
    return [_dated(mention, text, day) for mention in mentions(rest, day) if not _is_rate(mention, text)]


def _is_rate(mention: DateMention, text: str) -> bool:
    """ "Three pounds in a week" is how fast, not when."""
    rate = _RATE.search(text, mention.start, mention.end)
    return rate is not None and _AMOUNT_BEFORE.search(text, 0, rate.start()) is not None


def _dated(mention: DateMention, text: str, day: calendar_day) -> Dated:
    """A span ("last week") may hold a day; a beginning ("for six months", "since June") is no span."""
    through = mention.through if mention.kind == "point" else mention.date.last
    yearless = not _YEAR.search(mention.phrase) and (
        (mention.date.precision == "day" and through == mention.date.last)
        or (mention.date.precision == "month" and _is_a_month(mention.phrase))
    )
    dated = Dated(mention.date, through, yearless, mention.start, mention.end, lasting=mention.kind in {"for", "since"})
    if alone := _ONLY_A_DAY.fullmatch(mention.phrase):
        weekday = DAYS[alone["day"].lower()]
        return replace(dated, yearless=False, weekday=weekday, near=(day - timedelta(7), day + timedelta(7)))
    if monthless := _MONTHLESS.fullmatch(mention.phrase):
        around = (day - _MONTHS_AROUND, day + _MONTHS_AROUND)
        return replace(dated, yearless=False, number=int(monthless["number"]), near=around)
    part = _PART_OF_MONTH.search(mention.phrase) if mention.date.precision == "month" else None
    if part and part.lastgroup and mention.kind == "point":
        first, last = _PARTS_OF_MONTH[part.lastgroup]
        month = mention.date.first.replace(day=1)
        return replace(dated, near=(month + timedelta(first), month + timedelta(last)))
    unit = _UNIT.search(mention.phrase)
    rounded = mention.kind == "for" or (mention.kind == "point" and _ROUND.search(mention.phrase))
    if rounded and unit and unit.lastgroup:
        about = _ABOUT.search(text, 0, mention.start) or _ABOUT.search(mention.phrase)
        return replace(dated, near=_around(mention.likely, unit.lastgroup, about is not None))
    return dated


def _is_a_month(phrase: str) -> bool:
    """True for "in June", not for "last June" or "two months ago"."""
    return _A_MONTH.search(phrase) is not None and not re.search(r"\b(?:last|this|next|past|of)\b", phrase)


def _around(day: calendar_day, unit: str, about: bool) -> tuple[calendar_day, calendar_day]:
    slack = timedelta((_MORE_SLACK if about else _SLACK)[unit])
    return day - slack, day + slack


def _counted(text: str, day: calendar_day) -> Iterator[Dated]:
    """ "Three days have passed", "nine days left": a day, counted from today."""
    for pattern, phrase in ((_AGE, "{} {} ago"), (_LEFT, "in {} {}"), (_FALTAN, "dentro de {} {}")):
        for match in pattern.finditer(text):
            parts = match.groupdict()
            said = phrase.format(parts["count"] or parts.get("been"), parts["unit"] or parts.get("of"))
            for mention in mentions(said, day)[:1]:
                dated = _dated(mention, said, day)
                yield replace(dated, start=match.start(), end=match.end(), yearless=False)


def _ago_yesterday(text: str, day: calendar_day) -> Iterator[Dated]:
    """ "Three weeks ago yesterday", to the day."""
    for match in _AGO_YESTERDAY.finditer(text):
        since = day - timedelta(1 if match["from"].lower() == "yesterday" else 0)
        for mention in mentions(f"{match['count']} ago", since)[:1]:
            exact = PartialDate(mention.likely)
            yield Dated(exact, exact.last, False, match.start(), match.end())


def _ahead(text: str, day: calendar_day) -> Iterator[Dated]:
    """ "In twelve days" of a sentence that otherwise looks back, where a reader of speech sees no date."""
    for match in _IN.finditer(text):
        for mention in mentions(match[0], day)[:1] if not _AMOUNT_BEFORE.search(text, 0, match.start()) else ():
            yield replace(_dated(mention, match[0], day), start=match.start(), end=match.end(), yearless=False)


def _slashed(text: str, day: calendar_day) -> Iterator[Dated]:
    """ "On 9/28", the day of no year."""
    for match in _SLASHED.finditer(text):
        if _ON.search(text, 0, match.start()):
            yield from _day_of(int(match["month"]), match, day)


def _month_days(text: str, day: calendar_day, pattern: re.Pattern[str]) -> Iterator[Dated]:
    """ "October 1: 130/80", where a reader of speech sees the beginning of a number."""
    for match in pattern.finditer(text):
        yield from _day_of(_MONTHS[match["month"][:3].lower()], match, day)


def _day_of(month: int, match: re.Match[str], day: calendar_day) -> Iterator[Dated]:
    try:
        named = PartialDate(calendar_day(day.year, month, int(match["day"])))
    except ValueError:
        return
    yield Dated(named, named.last, True, match.start(), match.end())


def _with_weekdays(found: Sequence[Dated], text: str) -> Iterator[Dated]:
    """Of "Tuesday, October 12" and "el lunes 22 de junio" the day of the week belongs to the date."""
    waiting: Dated | None = None
    for each in [_with_weekday(dated, text) for dated in found]:
        is_day = each.date.precision == "day" and each.near is None
        if (
            waiting
            and waiting.near
            and is_day
            and waiting.weekday is not None
            and _JOINED.fullmatch(text, waiting.end, each.start)
        ):
            yield replace(each, start=waiting.start, weekday=waiting.weekday)
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = each
    if waiting:
        yield waiting


def _with_weekday(dated: Dated, text: str) -> Dated:
    named = _BEGINS_WITH_A_DAY.match(text, dated.start, dated.end)
    rounder = dated.near is not None and dated.number is None
    if named is None or dated.weekday is not None or dated.date.precision != "day" or rounder:
        return dated
    return replace(dated, weekday=DAYS[named["day"].lower()])


def habits_in(text: str, dates: Iterable[Span]) -> frozenset[str]:
    """Return the days of the week ("monday") that a text names as habits, beside its dates."""
    named = list(_HABIT.finditer(_blanked(text, dates)))
    return frozenset(_WEEK[DAYS[match["day"].lower()]] for match in named)


def weekdays_in(text: str) -> frozenset[str]:
    """Return all days of the week ("monday") that a text names."""
    return frozenset(_WEEK[DAYS[match["day"].lower()]] for match in _HABIT.finditer(text))


def _blanked(text: str, spans: Iterable[Span]) -> str:
    for span in spans:
        text = f"{text[: span.start]}{' ' * (span.end - span.start - 1)};{text[span.end :]}"
    return text
