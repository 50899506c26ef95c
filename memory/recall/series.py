"""The series of a measure: when a lab or a vital sign answers, all its readings count, not only those that were found.

The whole series goes to who computes a trend (`Recollection.readings`); into the context window go its first and its
last readings, however many there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from memory.reading import Record, Standing
from memory.recall.question import Asked
from memory.recall.ranking import ANSWERS
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Tag

READINGS = frozenset({Tag.LAB, Tag.VITAL})
FIRST, LAST = 1, 6
MEASURES = 4


def series_of(asked: Asked, placed: Iterable[Placed], record: Record, day: date) -> list[list[Standing]]:
    """Return the readings of each measure that the question asks about, as its answers show, each oldest first.

    At most `MEASURES`, those of the best answers. A question about some time gets the readings of that time.
    """
    measures = dict.fromkeys(_measure(each.fact) for each in placed if each.score >= ANSWERS and _counts(each))
    wanted = list(measures)[:MEASURES]
    found: dict[tuple[Tag, str], list[Standing]] = defaultdict(list)
    for row in record.values() if wanted else ():
        if row.slot is Slot.CURRENT and _measure(row.fact) in wanted and _in_time(asked, row, day):
            found[_measure(row.fact)].append(row)
    return [sorted(found[measure], key=_age) for measure in wanted]


def told_of(series: Sequence[Standing]) -> list[Standing]:
    """Return the readings of a series that are told one by one: the first, and the last few."""
    return [*series[:FIRST], *series[max(FIRST, len(series) - LAST) :]]


def _counts(each: Placed) -> bool:
    return each.slot is Slot.CURRENT and each.fact.tag in READINGS and bool(each.fact.attribute)


def _measure(fact: FactView) -> tuple[Tag, str]:
    return fact.tag, fact.attribute


def _in_time(asked: Asked, row: Standing, day: date) -> bool:
    limits = [window for window in asked.windows if not window.first == window.last == day]  # "today" is no limit
    return row.fact.date is not None and (not limits or any(row.overlaps(w.first, w.last) for w in limits))


def _age(row: Standing) -> tuple[date, str]:
    return (row.fact.date.first if row.fact.date else date.min, row.fact.created_at.isoformat())
