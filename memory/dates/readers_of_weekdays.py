"""How phrases of a weekday are read: "last Tuesday", "two Fridays ago", "a week from Monday", "the day after next"."""

from __future__ import annotations

import re
from datetime import timedelta

from memory.dates import words
from memory.dates.calendar_days import Span
from memory.dates.rules import Context, weekday, weekday_of_week

_AWAY = {"ago": -1, "back": -1, "from now": 1}
_NEAR = {"yesterday": -1, "today": 0, "tomorrow": 1}


def weekday_phrase(match: re.Match[str], context: Context) -> Span:
    day = words.weekday_number(match["day"])
    if week_word := match["week"]:
        return weekday_of_week(context, day, {"last": -1, "this": 0, "next": 1}[week_word.lower()])
    return weekday(context, words.which_of(match["which"]), day, match.start("day"))


def weekday_in_week(match: re.Match[str], context: Context) -> Span:
    weeks = {"last": -1, "this": 0, "next": 1}[match["week"].lower()]
    return weekday_of_week(context, words.weekday_number(match["day"]), weeks)


def weekdays_ago(match: re.Match[str], context: Context) -> Span:
    count, _ = words.count_of(match["count"])
    sign = _AWAY[match["way"].lower()]
    near = weekday(context, "last" if sign < 0 else "coming", words.weekday_number(match["day"]), match.start())
    return Span.of(near.dated.first + sign * timedelta(weeks=count - 1))


def weekday_weeks_away(match: re.Match[str], context: Context) -> Span:
    """ "a week ago Monday" and "a week from Monday"."""
    count, _ = words.count_of(match["count"])
    sign = -1 if match["way"].lower() == "ago" else 1
    near = weekday(context, "last" if sign < 0 else "coming", words.weekday_number(match["day"]), match.start())
    return Span.of(near.dated.first + sign * timedelta(weeks=count))


def weeks_from_near(match: re.Match[str], context: Context) -> Span:
    """ "a week ago yesterday", "two weeks from tomorrow"."""
    count, _ = words.count_of(match["count"])
    sign = -1 if match["way"].lower() == "ago" else 1
    return Span.of(context.said_on + timedelta(days=_NEAR[match["day"].lower()], weeks=sign * count))


def second_weekday(match: re.Match[str], context: Context) -> Span:
    """ "the Monday after next", "the Friday before last"."""
    step = -1 if match["way"].lower().endswith("last") else 1
    near = weekday(context, "last" if step < 0 else "next", words.weekday_number(match["day"]), match.start("day"))
    return Span.of(near.dated.first + timedelta(weeks=step))


def weekday_week(match: re.Match[str], context: Context) -> Span:
    """ "Tuesday week", "a week on Tuesday": a week after the coming one."""
    said = match["day"].lower()
    if said in _NEAR:
        return Span.of(context.said_on + timedelta(days=_NEAR[said], weeks=1))
    return Span.of(
        weekday(context, "coming", words.weekday_number(said), match.start()).dated.first + timedelta(weeks=1)
    )
