"""What a date phrase of any language comes down to, once its words are understood.

Conventions: a week begins on Monday; a span (a week, a weekend, a season) is dated by its first day or month and says
how far it reaches; "N months ago" is known to the month and "N years ago" to the year; "last Monday" is the latest one
before today, "next Monday" the one of the following calendar week; without a cue a weekday or a day of the month lies
behind. Every function may raise ValueError or OverflowError for days outside the calendar; the caller drops the phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from memory.dates.calendar_days import (
    SATURDAY,
    PartialDate,
    Precision,
    Span,
    add_months,
    monday_of,
    month_end,
    nearest_year,
    weekday_after,
    weekday_before,
)
from memory.dates.direction import Direction

Unit = Literal["day", "week", "weekend", "month", "year"]
Which = Literal["last", "this", "next", "coming"] | None
_HALVES: dict[Unit, tuple[Unit, int]] = {"year": ("month", 6), "month": ("day", 15), "week": ("day", 3)}
SEASONS = {"winter": 12, "spring": 3, "summer": 6, "fall": 9, "autumn": 9}

_LOOKS_BACK = re.compile(r"\b(?:since|ever since|desde)[ ]+(?:about |around |the |el |la |o |a )*$", re.IGNORECASE)


_LOOKS_AHEAD = re.compile(
    r"\b(?:until|till?|by|as of|from|starting|beginning|effective|hasta|até|a partir d(?:el?|[oa]))[ ]+"
    r"(?:about |around |on |the |el |la |o |a )*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Context:
    """The day on which a text was said, and which way its clauses look."""

    text: str
    said_on: date
    direction: Direction

    def is_future(self, at: int) -> bool:
        """True when the clause looks ahead, or when "until", "by" or "from" comes before and it does not look back."""
        if self._follows(_LOOKS_BACK, at):
            return False
        return self.direction.is_future(at) or (self._follows(_LOOKS_AHEAD, at) and not self.direction.is_past(at))

    def is_past(self, at: int) -> bool:
        """True only where the words say so."""
        return self.direction.is_past(at) or self._follows(_LOOKS_BACK, at)

    def _follows(self, words: re.Pattern[str], at: int) -> bool:
        return words.search(self.text, max(0, at - 24), at) is not None


Reader = Callable[[re.Match[str], Context], Span | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern of one kind of phrase and what it names; it is tried only where one of the words of `needs` occurs."""

    needs: frozenset[str]
    pattern: re.Pattern[str]
    read: Reader


def rule(needs: str, pattern: str, read: Reader) -> Rule:
    """A rule that begins at a word; among the words of `needs`, "#" stands for any digit, "#/" for one and a slash."""
    return Rule(frozenset(needs.split()), re.compile(rf"(?<![\w'’/-])(?:{pattern})", re.IGNORECASE), read)


def moved(day: date, unit: Unit, count: int) -> date:
    """`day` some days, weeks, months or years later (earlier when negative)."""
    if unit == "day":
        return day + timedelta(days=count)
    if unit in {"week", "weekend"}:
        return day + timedelta(weeks=count)
    return add_months(day, count * (12 if unit == "year" else 1))


def precision_of(unit: Unit) -> Precision:
    return unit if unit in {"month", "year"} else "day"


def distance(context: Context, unit: Unit, count: int, *, half: bool = False, vague: bool = False) -> Span:
    """So many units ahead of the day, or ago when negative; a half adds six months to a year, three days to a week."""
    sign = -1 if count < 0 else 1
    day = moved(context.said_on, unit, count)
    if unit == "weekend":
        return weekend(weekday_after(monday_of(day), SATURDAY))
    if half:
        added, times = _HALVES.get(unit, ("day", 0))
        return Span.of(moved(day, added, sign * times), "day" if unit == "week" else "month")
    return Span.of(day, "month" if vague and unit == "week" else precision_of(unit))


def weekend(saturday: date) -> Span:
    return Span.between(saturday, saturday + timedelta(days=1))


def week(day: date) -> Span:
    monday = monday_of(day)
    return Span.between(monday, monday + timedelta(days=6))


def period(context: Context, which: Which, unit: Unit, at: int) -> Span:
    """ "last week", "this month", "next year", "this weekend"."""
    steps = {"last": -1, "next": 1, "coming": 1}.get(which or "this", 0)
    if unit == "week":
        return week(context.said_on + timedelta(weeks=steps))
    if unit == "weekend":
        return weekend(_saturday(context, which, at))
    if unit == "day":
        return Span.of(context.said_on + timedelta(days=steps))
    span = Span.of(moved(context.said_on, unit, steps), precision_of(unit))
    return Span.between(span.dated.first, span.through, span.dated.precision)


def _saturday(context: Context, which: Which, at: int) -> date:
    this = monday_of(context.said_on) + timedelta(days=SATURDAY)
    is_weekend = context.said_on >= this
    if which == "next":
        return this + timedelta(weeks=1)
    if which == "last" or (not is_weekend and context.is_past(at)):
        return this - timedelta(weeks=1)
    if which is None and not context.is_future(at):
        return this if is_weekend else this - timedelta(weeks=1)
    return this


def weekday(context: Context, which: Which, day: int, at: int) -> Span:
    today = context.said_on
    if which == "next":
        return Span.of(monday_of(today) + timedelta(days=7 + day))
    if which == "this" and not context.is_future(at):
        this = monday_of(today) + timedelta(days=day)
        return Span.of(weekday_before(today, day) if this >= today and context.is_past(at) else this)
    ahead = which == "coming" or (which != "last" and context.is_future(at))
    return Span.of(weekday_after(today, day) if ahead else weekday_before(today, day))


def weekday_of_week(context: Context, day: int, weeks: int) -> Span:
    """ "Tuesday of last week"."""
    return Span.of(monday_of(context.said_on) + timedelta(days=day, weeks=weeks))


def month(context: Context, which: Which, number: int, year: int | None, at: int) -> Span:
    """A month of a year that was said, or else the nearest one that fits."""
    if year is not None:
        first = date(year, number, 1)
    elif which == "last":
        first = nearest_year(lambda each: date(each, number, 1), _first(context) - timedelta(days=1), future=False)
    elif which == "next":
        first = nearest_year(lambda each: date(each, number, 1), month_end(context.said_on), future=True)
    elif which == "this" and not context.is_past(at):
        first = date(context.said_on.year, number, 1)
    else:
        future = which == "coming" or context.is_future(at)
        first = nearest_year(lambda each: date(each, number, 1), _first(context), future=future)
    return Span.of(first, "month")


def _first(context: Context) -> date:
    return context.said_on.replace(day=1)


def month_day(context: Context, number: int, day: int, year: int | None, at: int) -> Span:
    """A day of a named month; without a year the nearest that exists (29 February reaches back to a leap year)."""
    if year is not None:
        return Span.of(date(year, number, day))
    future = context.is_future(at)
    return Span.of(nearest_year(lambda each: date(each, number, day), context.said_on, future=future))


def day_of_month(context: Context, day: int, at: int, on: int | None = None) -> Span | None:
    """ "the 28th", and "Thursday the 21st" with its weekday in `on`: the nearest month in which it exists and fits."""
    step = 1 if context.is_future(at) else -1
    for months in range(14):
        start = add_months(_first(context), step * months)
        if day > month_end(start).day:
            continue
        found = start.replace(day=day)
        if (found - context.said_on).days * step >= 0 and on in {None, found.weekday()}:
            return Span.of(found)
    return None


def season(context: Context, which: Which, name: str, year: int | None, at: int) -> Span:
    """A season of the northern hemisphere, dated by its first month; winter 2020 begins in December 2020."""

    def begin(each: int) -> date:
        return date(each, SEASONS[name], 1)

    if year is not None:
        first = begin(year)
    elif which in {"next", "coming"} or context.is_future(at):
        first = nearest_year(begin, context.said_on, future=True)
    else:
        ended = add_months(context.said_on, -3) if which == "last" else context.said_on
        first = nearest_year(begin, ended, future=False)
    return Span.between(first, month_end(add_months(first, 2)), "month")


def yearly(context: Context, which: Which, day_in: Callable[[int], date], year: int | None, at: int) -> Span:
    """A holiday of a year that was said, or else the nearest one that fits."""
    if year is not None:
        return Span.of(day_in(year))
    today = context.said_on
    if which == "last":
        return Span.of(nearest_year(day_in, today - timedelta(days=1), future=False))
    future = which in {"next", "coming"} or (context.is_future(at) or (which == "this" and not context.is_past(at)))
    return Span.of(nearest_year(day_in, today + timedelta(days=1) if which == "next" else today, future=future))


def one_year(year: int) -> Span | None:
    """A calendar year that people speak of."""
    return Span.of(date(year, 1, 1), "year") if 1900 <= year <= 2099 else None


def part(span: Span, where: str, said_on: date) -> Span:
    """ "early", "mid", "late" (thirds), "start", "end" of a period; "earlier" is before today, "later" is after."""
    first, last, precision = span.dated.first, span.through, span.dated.precision
    if where == "earlier":
        return span.capped(said_on - timedelta(days=1))
    if where == "later":
        after = max(first, min(said_on + timedelta(days=1), last))
        return Span(PartialDate.of(after, precision), last, after)
    if precision == "year":
        return _part_of_year(first, where)
    if precision == "month":
        return _part_of_month(span, where)
    return {"start": Span.of(first), "end": Span.between(min(first + timedelta(days=4), last), last)}.get(where, span)


def _part_of_year(first: date, where: str) -> Span:
    begin = first.replace(month={"start": 1, "early": 1, "mid": 5, "late": 9, "end": 12}[where])
    return Span.between(begin, month_end(add_months(begin, 0 if where in {"start", "end"} else 3)), "month")


def _part_of_month(span: Span, where: str) -> Span:
    """Still the month, but the likeliest day and the reach follow the words."""
    first, last = span.dated.first, span.through
    if where in {"late", "end"}:
        return Span(span.dated, last, last if where == "end" else first + timedelta(days=20))
    reach = 10 if where in {"early", "start"} else 20
    return Span(span.dated, first + timedelta(days=reach - 1), first if reach == 10 else first + timedelta(days=14))
