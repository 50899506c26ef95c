"""What people say about time, resolved against the day on which they said it (English; Spanish and Portuguese basics).

`mentions` finds the dates in a sentence, `resolve` reads one phrase, `local_day` turns a moment into the person's day.
What cannot be resolved ("a while ago", "the other day") and what is no date ("every Monday", "120 over 80") gives
nothing. The conventions, such as which Monday "next Monday" is, stand in `memory.dates.rules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date as calendar_day
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memory.dates.calendar_days import Kind, PartialDate, Precision, Span
from memory.dates.direction import Direction, Tense
from memory.dates.phrases import RULES as ENGLISH
from memory.dates.phrases_iberian import RULES as IBERIAN
from memory.dates.rules import Context, Rule
from memory.dates.surroundings import Found, habits_in, is_habit, with_surroundings

__all__ = ["DateMention", "PartialDate", "Precision", "local_day", "mentions", "resolve"]

_RULES: tuple[Rule, ...] = (*ENGLISH, *IBERIAN)
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile("[0-9]")
_WEEK = timedelta(weeks=1)
_TO = re.compile(r"[ ]*(?:to|-|–|through|a|até)[ ]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date as it was mentioned; `phrase` is exactly `text[start:end]`, with "since", "until" or "from" where said.

    `date` is what a record can hold: a span of several days (a week, a weekend) is dated by its first day, a season or
    a part of a year by its first month, a decade by its first year. `through` is the last day that the phrase reaches,
    and `likely` the single day that it points at best ("a month ago": the same day of last month), for who needs one.
    """

    date: PartialDate
    start: int
    end: int
    phrase: str
    kind: Kind
    likely: calendar_day
    through: calendar_day


def mentions(text: str, said_on: calendar_day, *, tense: Tense | None = None) -> list[DateMention]:
    """All dates in a text, in order, resolved against `said_on`, the day in the person's zone on which it was said.

    Whether "on Monday" or "in July" lies behind or ahead follows from the words of its clause, else of its sentence;
    without a cue it lies behind. `tense` decides it for all of them. Never raises, whatever the text.
    """
    words = set(_WORD.findall(text.lower()))
    if _DIGIT.search(text):
        words |= {"#", *(f"#{sign}" for sign in "/-" if sign in text)}
    rules = [rule for rule in _RULES if not rule.needs.isdisjoint(words)]
    context = Context(text, said_on, Direction(text, tense))
    found = _leftmost_longest(_matches(rules, context))
    return _as_mentions(_widened(found, context), text, said_on) if found else []


def resolve(phrase: str, said_on: calendar_day) -> PartialDate | None:
    """The one date that a phrase names, or None when it names none or several."""
    for sentence in (phrase, f"in {phrase}", f"on {phrase}", f"on the {phrase}", f"I have been ill {phrase}"):
        found = mentions(sentence, said_on)
        if found:
            return found[0].date if len(found) == 1 else None
    return None


def local_day(at: datetime, zone: str) -> calendar_day:
    """The day that a moment falls on in an IANA zone; ValueError for a naive moment or an unknown zone."""
    if at.tzinfo is None or at.utcoffset() is None:
        raise ValueError(f"the moment {at.isoformat()} has no time zone, so its day is unknown")
    try:
        zone_info = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"{zone!r} is no known time zone; expected an IANA name such as 'America/New_York'") from error
    try:
        return at.astimezone(zone_info).date()
    except OverflowError as error:
        raise ValueError(f"the moment {at.isoformat()} is outside the calendar in {zone}") from error


def _matches(rules: list[Rule], context: Context) -> Iterator[Found]:
    for rule in rules:
        for match in rule.pattern.finditer(context.text):
            span = _read(rule, match, context)
            if span is not None:
                yield Found(match.start(), match.end(), span)


def _read(rule: Rule, match: re.Match[str], context: Context) -> Span | None:
    try:
        return rule.read(match, context)
    except (ValueError, OverflowError):  # a day that the calendar does not have
        return None


def _leftmost_longest(matches: Iterator[Found]) -> list[Found]:
    chosen: list[Found] = []
    for found in sorted(matches, key=lambda each: (each.start, -each.end)):
        if not chosen or found.start >= chosen[-1].end:
            chosen.append(found)
    return chosen


def _widened(matches: list[Found], context: Context) -> list[Found]:
    """Each match with the words before it taken in, without habits; a wider one swallows what it covers."""
    habits = habits_in(context.text)
    result: list[Found] = []
    for found in matches:
        try:
            wider = with_surroundings(found, context.text, context.said_on)
        except (ValueError, OverflowError):
            continue
        if is_habit(context.text, found.start) or any(start <= found.start < end for start, end in habits):
            continue
        while result and result[-1].start >= wider.start:
            result.pop()
        result.append(wider if not result or wider.start >= result[-1].end else found)
    return result


def _in_order(begin: DateMention, end: Span, said_on: calendar_day) -> tuple[DateMention, Span]:
    """ "from Monday to Friday": one week holds both; what lies ahead ends later, what lies behind began earlier."""
    if not end.likely < begin.likely <= end.likely + _WEEK or {begin.date.precision, end.dated.precision} != {"day"}:
        return begin, end
    if begin.likely > said_on:
        return begin, Span.of(end.likely + _WEEK)
    began = begin.likely - _WEEK
    return replace(begin, date=PartialDate(began), likely=began, through=began), end


def _as_mentions(found: list[Found], text: str, said_on: calendar_day) -> list[DateMention]:
    result: list[DateMention] = []
    for each in found:
        span, kind = each.span, each.span.kind
        if kind == "point" and result and result[-1].kind == "from" and _TO.fullmatch(text, result[-1].end, each.start):
            kind = "until"
            result[-1], span = _in_order(result[-1], span, said_on)
        phrase = text[each.start : each.end]
        result.append(DateMention(span.dated, each.start, each.end, phrase, kind, span.likely, span.through))
    return result
