"""How well `memory.dates` reads phrases of time on known days, and how often it sees a date where none is.

An answer of the product is a first day with a precision; an item expects an interval of days. The one day that stands
for the answer is the day that the mention points at best (`DateMention.likely`: for "a month ago" the same day of last
month, for a month, a year or another stretch its first day). `first_day` scores the column `fact_date` by the same
rule; `span` the days that the stored date covers, which are right where they overlap the interval and are no longer
than it needs.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from advocate.benchmarks.distill import read_items
from advocate.benchmarks.kind import Kind, Progress
from memory.dates import DateMention, mentions

Item = Mapping[str, Any]
_LONGEST = {"day": 31, "week": 31, "weekend": 31, "month": 31}  # days that a stored date may cover to answer an item


def figures(items: Iterable[Item], negatives: Sequence[Item]) -> dict[str, Any]:
    """The shares of right, wrong and unanswered, the ids of what is not right, and the false dates of the negatives."""
    answers = {item["id"]: answer(item) for item in items}
    wanted = {item["id"]: item for item in items}
    verdicts = {name: _verdicts(wanted, answers, is_right) for name, is_right in _RULES.items()}
    false = [item["id"] for item in negatives if mentions(item["sentence"], date.fromisoformat("2024-05-15"))]
    return {
        "items": len(answers),
        **verdicts["likely_day"],
        "first_day": verdicts["first_day"],
        "span": verdicts["span"],
        "negatives": len(negatives),
        "false_dates": false,
    }


def answer(item: Item) -> DateMention | None:
    """The date that an item's sentence names at its phrase; the only one of the sentence where none stands there."""
    sentence, anchor = item["sentence"], date.fromisoformat(item["anchor"])
    found = mentions(sentence, anchor)
    start = sentence.lower().find(item["phrase"].lower())
    end = start + len(item["phrase"])
    there = [m for m in found if start >= 0 and m.start < end and start < m.end]
    if not there and len(found) == 1:
        there = found
    return max(there, key=lambda m: min(m.end, end) - max(m.start, start), default=None)


def _verdicts(
    items: Mapping[str, Item], answers: Mapping[str, DateMention | None], is_right: Callable[[DateMention, Item], bool]
) -> dict[str, Any]:
    verdict = {
        name: "none" if (said := answers[name]) is None else "right" if is_right(said, item) else "wrong"
        for name, item in items.items()
    }
    counts = Counter(verdict.values())
    answered = counts["right"] + counts["wrong"]
    return {
        "right": round(counts["right"] / max(len(items), 1), 4),
        "wrong_of_answered": round(counts["wrong"] / max(answered, 1), 4),
        "unanswered": counts["none"],
        "failed": {name: each for name, each in verdict.items() if each != "right"},
    }


def _interval(item: Item) -> tuple[date, date]:
    slack = timedelta(days=item["tolerance_days"] or 0)
    return date.fromisoformat(item["expected_start"]) - slack, date.fromisoformat(item["expected_end"]) + slack


def _accepted(item: Item) -> set[date]:
    return {date.fromisoformat(day) for day in item["accept_also"] or ()}


def _day_is_right(day: date, item: Item) -> bool:
    first, last = _interval(item)
    return first <= day <= last or day in _accepted(item)


def _span_is_right(said: DateMention, item: Item) -> bool:
    first, last = _interval(item)
    covered = (said.date.last - said.date.first).days + 1
    fits = covered <= max(_LONGEST.get(item["granularity"], 366), (last - first).days + 1)
    overlaps = said.date.first <= last and first <= said.date.last
    return (fits and overlaps) or said.date.first in _accepted(item)


_RULES: dict[str, Callable[[DateMention, Item], bool]] = {
    "likely_day": lambda said, item: _day_is_right(said.likely, item),
    "first_day": lambda said, item: _day_is_right(said.date.first, item),
    "span": _span_is_right,
}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--items", type=Path, required=True, help="phrases with anchor and interval, JSON lines")
    parser.add_argument("--negatives", type=Path, help="sentences without a date, a JSON list")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    negatives = json.loads(options["negatives"].read_text(encoding="utf-8")) if options["negatives"] else []
    return figures(read_items(options["items"]), negatives)


KIND = Kind("dates", "phrases of time, read on the day on which they were said", _arguments, _measure)
