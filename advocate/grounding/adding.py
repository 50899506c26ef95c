"""Days that stand nowhere and follow from a day and a length of time: "six weeks from that is about 6 November"."""

from __future__ import annotations

import re
from datetime import date as calendar_day
from datetime import timedelta

from advocate.grounding import stance
from advocate.grounding.days import Dated
from advocate.grounding.sentence import Sentence
from advocate.grounding.sources import Source

_ADDED = re.compile(
    r"\b(?:takes (?:you|us|it)|so|not before|from|due|next|brings (?:you|us|it)|counting|count|would be|ends?"
    r"|ended|lasts|until)\b"
)
_DAYS_OF = {"hours": 1 / 24, "days": 1, "weeks": 7, "months": 30.5}


def added(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "six weeks from that takes you to about 6 November": what says so long, and when it began."""
    if not _ADDED.search(sentence.plain):
        return []
    slack = timedelta(1 if re.search(r"\babout\s*$", sentence.plain[: dated.start]) else 0)
    clause = sentence.reading.clause_around(dated.start)
    words = stance.content(clause) - stance.content(sentence.reading.text[dated.start : dated.end])
    return [
        source
        for source in sentence.touched(words) or sentence.facts
        if source.dated
        for value, unit in {*source.reading.spans_of_time, *sentence.reading.spans_of_time}
        & source.reading.spans_of_time
        if (days := _DAYS_OF.get(unit))
        for first in _begins(sentence, source)
        if any(
            abs(first + timedelta(float(value) * days) - each) <= slack + timedelta(2 if unit == "months" else 0)
            or _is_around(dated, first + timedelta(float(value) * days))
            for each in (dated.date.first, _in_year(dated, first.year))
        )
    ]


def _begins(sentence: Sentence, source: Source) -> list[calendar_day]:
    """When a length of time began: on the day of what says so, or on one that is told."""
    told = [d.date.first for s in (*sentence.turns, source) for d in s.reading.dates if d.date.precision == "day"]
    named = [d.date.first for d in sentence.reading.dates if d.date.precision == "day"]
    return [*([source.dated] if source.dated else []), *told, *named]


def _is_around(dated: Dated, day: calendar_day) -> bool:
    return dated.near is not None and dated.near[0] <= day <= dated.near[1]


def _in_year(dated: Dated, year: int) -> calendar_day:
    first = dated.date.first
    return first.replace(year=year) if dated.yearless and (first.month, first.day) != (2, 29) else first
