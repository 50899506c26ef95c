"""A date as it is compared: the days that its words may mean, and whether two dates can be one.

A reply speaks of a day in rounder words than a record ("about two months ago", "on Friday", "on the 23rd"): what they
may mean is part of the date.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date as calendar_day
from datetime import timedelta
from typing import Protocol

from memory.dates import PartialDate

DAYS = {"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6}
DAYS |= {"lunes": 0, "martes": 1, "miércoles": 2, "miercoles": 2, "jueves": 3, "viernes": 4, "sábado": 5, "sabado": 5}
DAYS |= {"domingo": 6, "mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}


class Span(Protocol):
    """Anything that stands somewhere in a text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Dated:
    """A date where it stands.

    `yearless` where the words name a day or month but no year; `weekday` the day of the week that they name; `near` the
    days that rounder words may mean ("two months ago"). `number` is that of a day without its month ("the 23rd").
    `lasting` marks a beginning ("for six months", "since June").
    """

    date: PartialDate
    through: calendar_day
    yearless: bool
    start: int
    end: int
    weekday: int | None = None
    near: tuple[calendar_day, calendar_day] | None = None
    number: int | None = None
    lasting: bool = False


_A_YEAR_AND_MORE = timedelta(days=400)
_FINENESS = {"year": 1, "month": 2, "day": 3}


def matches(wanted: Dated, held: Dated) -> bool:
    """Tell whether a date of a sentence is one that is held, as precise or less so."""
    if _is_day(held) and wanted.weekday is not None and held.date.first.weekday() != wanted.weekday:
        return False
    if wanted.number is not None:
        return any(each.day == wanted.number and _in(wanted.near, each) for each in _days_of(held))
    if wanted.near:
        return _is_near(wanted.near, wanted.weekday is not None, held)
    if wanted.yearless and _FINENESS[held.date.precision] >= _FINENESS[wanted.date.precision]:
        return _is_that_of_a_year(wanted, held)
    if (wanted.date, wanted.through) == (held.date, held.through):
        return True
    finer = _FINENESS[held.date.precision] >= _FINENESS[wanted.date.precision]
    within = wanted.date.first <= held.date.first <= max(wanted.through, wanted.date.last)
    return finer and within and held.through <= held.date.last  # a range is no day of it


def _is_day(held: Dated) -> bool:
    return held.date.precision == "day" and held.through == held.date.last


def _days_of(held: Dated) -> list[calendar_day]:
    """The day that is held, or those that "on Monday" may be."""
    if _is_day(held) and held.near is None:
        return [held.date.first]
    if held.near is None or (held.weekday is None and held.near != (held.date.first, held.date.first)):
        return []
    first, last = held.near
    if held.weekday is None:
        return [first]
    days = [first + timedelta(n) for n in range((last - first).days + 1)]
    return [day for day in days if day.weekday() == held.weekday]


def _in(near: tuple[calendar_day, calendar_day] | None, day: calendar_day) -> bool:
    return near is None or near[0] <= day <= near[1]


def _is_near(near: tuple[calendar_day, calendar_day], names_a_weekday: bool, held: Dated) -> bool:
    first, last = near
    if _is_day(held):
        return first <= held.date.first <= last
    return not names_a_weekday and first <= held.date.last and held.date.first <= last


def _is_that_of_a_year(wanted: Dated, held: Dated) -> bool:
    day, other = wanted.date.first, held.date.first
    if wanted.date.precision == "day":
        return (day.month, day.day) == (other.month, other.day)
    return day.month == other.month and abs(day - other) < _A_YEAR_AND_MORE
