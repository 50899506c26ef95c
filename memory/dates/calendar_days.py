"""The calendar without words: partial dates, month arithmetic, weekdays and holidays (as kept in the United States)."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal, Self

Precision = Literal["day", "month", "year"]
Kind = Literal["point", "since", "until", "for", "from"]

_WRITTEN = re.compile(r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?")
MONDAY, THURSDAY, SATURDAY, SUNDAY = 0, 3, 5, 6


@dataclass(frozen=True, slots=True, order=True)
class PartialDate:
    """A day, a month or a year; `first` is its first day. Written "2026-09-28", "2026-09" or "2026"."""

    first: date
    precision: Precision = "day"

    def __post_init__(self) -> None:
        """ValueError when `first` is not the first day of the month or year."""
        if self.first != _floor(self.first, self.precision):
            raise ValueError(f"{self.first} is not the first day of a {self.precision}")

    @classmethod
    def of(cls, day: date, precision: Precision) -> Self:
        """The day, month or year that `day` lies in."""
        return cls(_floor(day, precision), precision)

    @classmethod
    def parse(cls, written: str) -> Self:
        """The exact inverse of `str()`; ValueError for anything else."""
        match = _WRITTEN.fullmatch(written)
        if match is None:
            raise ValueError(f"{written!r} is no date of the form YYYY, YYYY-MM or YYYY-MM-DD")
        precision: Precision = "day" if match["day"] else "month" if match["month"] else "year"
        try:
            return cls(date(int(match["year"]), int(match["month"] or 1), int(match["day"] or 1)), precision)
        except ValueError as error:
            raise ValueError(f"{written!r} is no date that exists: {error}") from None

    def __str__(self) -> str:
        return self.first.isoformat()[: {"year": 4, "month": 7, "day": 10}[self.precision]]

    @property
    def last(self) -> date:
        """The last day covered."""
        if self.precision == "year":
            return self.first.replace(month=12, day=31)
        return month_end(self.first) if self.precision == "month" else self.first

    def contains(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Span:
    """What a phrase names: `dated` as a record can hold it, the last day it reaches, and the likeliest single day."""

    dated: PartialDate
    through: date
    likely: date
    kind: Kind = "point"

    @classmethod
    def of(cls, day: date, precision: Precision = "day") -> Self:
        """The day, month or year around `day`, which is the likeliest in it."""
        partial = PartialDate.of(day, precision)
        return cls(partial, partial.last, day)

    @classmethod
    def between(cls, first: date, last: date, precision: Precision = "day") -> Self:
        """Several days, months or years, dated by the first of them."""
        return cls(PartialDate.of(first, precision), last, first)

    def capped(self, last: date) -> Self:
        """The same, reaching no further than `last` (never before its own first day)."""
        return replace(self, through=max(min(self.through, last), self.dated.first))


def _floor(day: date, precision: Precision) -> date:
    if precision == "year":
        return day.replace(month=1, day=1)
    return day.replace(day=1) if precision == "month" else day


def month_end(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def add_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last day where it has fewer; ValueError outside the calendar."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise ValueError(f"year {year} is outside the calendar")
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def weekday_before(day: date, weekday: int) -> date:
    """The latest such weekday strictly before `day`."""
    return day - timedelta(days=(day.weekday() - weekday - 1) % 7 + 1)


def weekday_after(day: date, weekday: int) -> date:
    """The first such weekday strictly after `day`."""
    return day + timedelta(days=(weekday - day.weekday() - 1) % 7 + 1)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date | None:
    """The nth such weekday of a month; -1 is the last. None when the month has no fifth."""
    if nth == -1:
        return weekday_before(month_end(date(year, month, 1)) + timedelta(days=1), weekday)
    first = date(year, month, 1)
    day = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    return day if day.month == month else None


def easter(year: int) -> date:
    """Western Easter Sunday (the anonymous Gregorian computus)."""
    golden, century, of_century = year % 19, year // 100, year % 100
    skipped = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - skipped + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - epact - of_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _floating(month: int, weekday: int, nth: int, shift: int = 0) -> Callable[[int], date]:
    def on(year: int) -> date:
        day = nth_weekday(year, month, weekday, nth)
        assert day is not None
        return day + timedelta(days=shift)

    return on


HOLIDAYS: dict[str, Callable[[int], date]] = {
    "new year's day": _fixed(1, 1),
    "martin luther king day": _floating(1, MONDAY, 3),
    "groundhog day": _fixed(2, 2),
    "valentine's day": _fixed(2, 14),
    "presidents' day": _floating(2, MONDAY, 3),
    "saint patrick's day": _fixed(3, 17),
    "ash wednesday": lambda year: easter(year) - timedelta(days=46),
    "palm sunday": lambda year: easter(year) - timedelta(days=7),
    "good friday": lambda year: easter(year) - timedelta(days=2),
    "easter": easter,
    "easter monday": lambda year: easter(year) + timedelta(days=1),
    "cinco de mayo": _fixed(5, 5),
    "mother's day": _floating(5, SUNDAY, 2),
    "memorial day": _floating(5, MONDAY, -1),
    "juneteenth": _fixed(6, 19),
    "father's day": _floating(6, SUNDAY, 3),
    "independence day": _fixed(7, 4),
    "labor day": _floating(9, MONDAY, 1),
    "columbus day": _floating(10, MONDAY, 2),
    "halloween": _fixed(10, 31),
    "veterans day": _fixed(11, 11),
    "thanksgiving": _floating(11, THURSDAY, 4),
    "black friday": _floating(11, THURSDAY, 4, shift=1),
    "christmas eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "boxing day": _fixed(12, 26),
    "new year's eve": _fixed(12, 31),
}


def nearest_year(day_in: Callable[[int], date], said_on: date, *, future: bool) -> date:
    """A yearly day: the latest not after `said_on`, or the first not before it. ValueError outside the calendar."""
    years = range(said_on.year, said_on.year + 9) if future else range(said_on.year, said_on.year - 9, -1)
    for year in years:
        try:
            day = day_in(year)
        except ValueError:  # 29 February in most years
            continue
        if (day >= said_on) if future else (day <= said_on):
            return day
    raise ValueError("no such day within nine years")
