"""How each kind of English date phrase is read, from the named groups of its pattern in `phrases`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from memory.dates import words
from memory.dates.calendar_days import Span, add_months, month_end, nth_weekday
from memory.dates.direction import Direction
from memory.dates.rules import (
    Context,
    day_of_month,
    distance,
    month,
    month_day,
    moved,
    one_year,
    part,
    period,
    season,
    yearly,
)

_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_SHIFTS = {"ago": -1, "back": -1, "from now": 1, "from today": 1}
_THIRDS = {"": (0, 9), "early": (0, 3), "mid": (4, 6), "late": (7, 9)}
_DAY_SHIFTS = {"yesterday": -1, "last night": -1, "tomorrow": 1, "night before last": -2, "day before yesterday": -2,
               "day after "
               "tomorrow": 2, "today": 0, "tonight": 0, "this": 0, "earlier today": 0, "later today": 0}  # fmt: skip


_NAMES_A_MONTH = re.compile(
    r"\b(?:of|on|in|since|until|till|by|from|[0-9](?:st|nd|rd|th))[ ](?:the[ ])?$", re.IGNORECASE
)
_HOW_OFTEN = re.compile(r"\b(?:times?|twice|once)[ ]$", re.IGNORECASE)
_TREATMENT = re.compile(
    r"\b(?:prescri\w+|given|order(?:ed|s)|supposed|course|put (?:me|him|her|us|them) on)\b", re.IGNORECASE
)
_READINGS = re.compile(
    r"\b(?:pressures?|sugars?|glucose|pulse|heart rate|systolic|diastolic|oxygen|sats?|saturation|numbers?|readings?"
    r"|weight"
    r"|temp(?:erature)?s?|degrees|scores?|percent|runs?|ran|running)\b",
    re.IGNORECASE,
)


def day_word(match: re.Match[str], context: Context) -> Span:
    said = match["word"].lower()
    return Span.of(
        context.said_on + timedelta(days=_DAY_SHIFTS[said.split(" ")[0] if said.startswith("this") else said])
    )


def iso_phrase(match: re.Match[str], context: Context) -> Span:
    year, number, day = match["year"], match["month"], match["day"]
    if day is None:
        return month(context, None, int(number), int(year), match.start())
    return month_day(context, int(number), int(day), int(year), match.start())


def slashed(match: re.Match[str], context: Context) -> Span:
    """Month first, as in the United States, unless that cannot be."""
    first, second = int(match["first"]), int(match["second"])
    number, day = (second, first) if first > 12 else (first, second)
    written = match["year"]
    year = words.full_year(int(written), context) if written else None
    return month_day(context, number, day, year, match.start())


def month_slash_year(match: re.Match[str], context: Context) -> Span:
    return month(context, None, int(match["month"]), int(match["year"]), match.start())


def month_and_day(match: re.Match[str], context: Context) -> Span | None:
    if (
        match["month"] in {"may", "march"}
        and not match["year"]
        and not _NAMES_A_MONTH.search(context.text, max(0, match.start("month") - 12), match.start("month"))
    ):
        return None  # "the second may help", "may 2 of them"
    number, day = words.month_number(match["month"]), words.day_number(match["day"])
    which, year = words.which_of(match["which"]), words.year_number(match["year"], context)
    if which in {"next", "coming"}:
        context = replace(context, direction=Direction("", "future"))
    return month_day(context, number, day, year, match.start())


def month_phrase(match: re.Match[str], context: Context) -> Span:
    groups = match.groupdict()
    year = words.year_number(groups.get("year"), context)
    which = words.which_of(groups.get("which"))
    return month(context, which, words.month_number(match["month"]), year, match.start())


def month_years_ago(match: re.Match[str], context: Context) -> Span:
    count, _ = words.count_of(match["count"])
    year = context.said_on.year - count
    return month(context, None, words.month_number(match["month"]), year, match.start())


def this_time(match: re.Match[str], context: Context) -> Span:
    """ "this time last year": the same month, week or day, one back or ahead."""
    unit = words.unit_of(match["unit"])[0]
    day = moved(context.said_on, unit, -1 if match["which"].lower() == "last" else 1)
    return Span.of(day, "day" if unit == "week" else "month")


def day_of_month_phrase(match: re.Match[str], context: Context) -> Span | None:
    groups = match.groupdict()
    day = words.day_number(match["number"])
    on = words.weekday_number(groups["day"]) if groups.get("day") else None
    if which := groups.get("which"):
        which_month = {"last": -1, "previous": -1, "next": 1}.get(which.lower(), 0)
        first = add_months(context.said_on.replace(day=1), which_month)
        return month_day(context, first.month, day, first.year, match.start())
    return day_of_month(context, day, match.start(), on)


def away(match: re.Match[str], context: Context) -> Span | None:
    """ "three weeks ago", "a year and a half ago", "two weeks from now"."""
    if words.is_how_often(context.text, match.start()):
        return None
    count, vague = words.count_between(match["low"], match["count"])
    unit, each = words.unit_of(match["unit"])
    sign = _SHIFTS[" ".join(match["way"].lower().split())]
    if match["more"]:
        more, (more_unit, more_each) = words.count_of(match["more"])[0], words.unit_of(match["more_unit"])
        context = replace(context, said_on=moved(context.said_on, more_unit, sign * more * more_each))
    if match["exact"]:
        return Span.of(distance(context, unit, sign * count * each).likely)
    return distance(context, unit, sign * count * each, half=bool(match["half"] or match["half_unit"]), vague=vague)


def one_and_a_half_away(match: re.Match[str], context: Context) -> Span:
    """ "year and a half ago", without a number."""
    return distance(context, words.unit_of(match["unit"])[0], -1, half=True)


def half_away(match: re.Match[str], context: Context) -> Span:
    return distance(context, "month", 6 * _SHIFTS[match["way"].lower()])


def in_so_long(match: re.Match[str], context: Context) -> Span | None:
    """ "come back in two weeks"; told as past it is how long something took."""
    at = match.start()
    if context.is_past(at) or context.direction.reaches_now(at) or _HOW_OFTEN.search(context.text, max(0, at - 12), at):
        return None
    count, vague = words.count_between(match["low"], match["count"])
    unit, each = words.unit_of(match["unit"])
    return distance(context, unit, count * each, half=bool(match["half"] or match["half_unit"]), vague=vague)


def period_phrase(match: re.Match[str], context: Context) -> Span:
    unit, _ = words.unit_of(match["unit"])
    return period(context, words.which_of(match["which"]), unit, match.start())


def the_period(match: re.Match[str], context: Context) -> Span:
    unit, _ = words.unit_of(match["unit"] or match["unit_end"])
    return period(context, None if unit == "weekend" else "this", unit, match.start())


def second_next(match: re.Match[str], context: Context) -> Span:
    """ "the week before last", "the weekend after next"."""
    unit, _ = words.unit_of(match["unit"])
    step = -1 if match["way"].lower().endswith("last") else 1
    near = period(context, "last" if step < 0 else "next", unit, match.start())
    return period(replace(context, said_on=near.dated.first), "last" if step < 0 else "next", unit, match.start())


def season_phrase(match: re.Match[str], context: Context) -> Span:
    groups = match.groupdict()
    year = words.year_number(groups.get("year"), context)
    return season(context, words.which_of(groups.get("which")), match["season"].lower(), year, match.start())


def year_phrase(match: re.Match[str], context: Context) -> Span | None:
    year = words.year_number(match["year"], context)
    span = one_year(year) if year is not None else None
    return part(span, "mid", context.said_on) if span and match[0].lower().startswith("mid-") else span


def decade(match: re.Match[str], context: Context) -> Span | None:
    """ "in the nineties", unless the sentence is about readings that may lie in them."""
    if _READINGS.search(context.text):
        return None
    said = match["decade"].lower()
    tens = words.DECADES[said] if said in words.DECADES else int(re.sub(r"\D", "", said)) % 100
    century = int(said[:2]) * 100 if len(said.rstrip("'’s")) == 4 else 1900 if tens >= 30 else 2000
    begins, ends = _THIRDS[(match["where"] or "").lower()]
    first = context.said_on.replace(year=century + tens + begins, month=1, day=1)
    return Span.between(first, first.replace(year=century + tens + ends, month=12, day=31), "year")


def holiday_phrase(match: re.Match[str], context: Context) -> Span:
    year = words.year_number(match["year"], context)
    day_in = words.holiday(match["holiday"])
    span = yearly(context, words.which_of(match["which"]), day_in, year, match.start("holiday"))
    if match["weekend"]:
        return holiday_weekend(span)
    return span


def holiday_weekend(span: Span) -> Span:
    """Saturday and Sunday next to a holiday, with the holiday where it touches them."""
    day = span.dated.first
    saturday = day - timedelta(days=(day.weekday() - 5) % 7) if day.weekday() in {5, 6, 0, 1} else None
    if saturday is None:
        saturday = day + timedelta(days=5 - day.weekday())
    return Span.between(
        min(saturday, day) if day.weekday() in {3, 4} else saturday, max(saturday + timedelta(days=1), day)
    )


def nth_weekday_phrase(match: re.Match[str], context: Context) -> Span | None:
    first = month_meant(match, context).dated.first
    day = nth_weekday(first.year, first.month, words.weekday_number(match["day"]), _NTH[match["nth"].lower()])
    return Span.of(day) if day else None


def nth_week(match: re.Match[str], context: Context) -> Span:
    first = month_meant(match, context).dated.first
    nth = _NTH[match["nth"].lower()]
    begin = month_end(first) - timedelta(days=6) if nth < 0 else first + timedelta(days=7 * (nth - 1))
    return Span.between(begin, begin + timedelta(days=6))


def day_at_an_end(match: re.Match[str], context: Context) -> Span:
    """ "the last day of August"."""
    span = month_meant(match, context)
    return Span.of(span.through if match["nth"].lower() == "last" else span.dated.first)


def month_meant(match: re.Match[str], context: Context) -> Span:
    if match["month"]:
        return month_phrase(match, context)
    which = match["which"].lower()
    return period(context, None if which == "the" else words.which_of(which), "month", match.start())


def lasting(match: re.Match[str], context: Context) -> Span | None:
    """ "for two weeks" where the clause says that it still goes on; a treatment "for 10 days" names no date."""
    at, direction = match.start(), context.direction
    if direction.is_future(at):
        return None
    lasts = direction.reaches_now(at) and not _TREATMENT.search(context.text, max(0, at - 80), at)
    return past_so_long(match, context) if lasts or match["now"] else None


def past_so_long(match: re.Match[str], context: Context) -> Span:
    """ "for the past two weeks": dated by the day on which that time began."""
    groups = match.groupdict()
    count, vague = words.count_between(groups.get("low"), match["count"] or "a")
    unit, each = words.unit_of(match["unit"])
    half = bool(groups.get("half") or groups.get("half_unit"))
    began = distance(context, unit, -count * each, half=half, vague=vague)
    return Span(began.dated, context.said_on, began.likely, "for")
