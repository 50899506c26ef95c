"""Labs and vitals as series: what a chart draws and what the table beside it says. Inside the silo.

No range of ours: what is shown as one stands in the record, with who gave it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID

from advocate.showing import words
from advocate.showing.facts import ShownFact, shown
from advocate.trends import Series, Values, series_of
from memory.reading import Record, record_on
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Tag

_READINGS = frozenset({Tag.LAB, Tag.VITAL})
_HOLDS = frozenset({Slot.CURRENT, Slot.CONFLICT})
_MARKS = {"day": "%-d %b %Y", "month": "%b %Y", "year": "%Y"}
_NUMBER = r"\d+(?:\.\d+)?"
_BETWEEN = re.compile(
    rf"\b(?:between|range|target|goal|keep|from|normal)\b[^\d]*"
    rf"(?<![\d/.])(?P<low>{_NUMBER}) ?(?:-|–|to|and) ?(?P<high>{_NUMBER})(?![\d/.])(?: (?P<unit>[^\s,;.]+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Point:
    """One reading: its row, its value as shown; its numbers and its day in a chart, and the day's short name there."""

    fact: ShownFact
    value: str
    numbers: Values
    day: date
    mark: str
    disputed: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """The readings of one measure in one unit, newest first.

    lines   what each number of a reading is called: one, or two of a blood pressure
    drawn   there are points enough for a chart
    said    what the record says of the values that it should have, as said, by whom and when
    low, high  the one range that is given in numbers, "" where there is none or two disagree; `given` who gave it
    """

    name: str
    unit: str
    points: tuple[Point, ...]
    lines: tuple[str, ...]
    drawn: bool
    said: tuple[ShownFact, ...]
    low: str = ""
    high: str = ""
    given: str = ""

    @property
    def slug(self) -> str:
        """What names the measure in an address of the page."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.name} {self.unit}".lower()).strip("-")

    @property
    def told(self) -> str:
        """The chart in a sentence, for who does not see it: "5 readings from … to …"."""
        first, last = self.points[-1], self.points[0]
        count = f"{len(self.points)} reading{'s' if len(self.points) > 1 else ''}"
        return f"{count}: {first.value} on {first.fact.when}, and last {last.value} on {last.fact.when}"


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings on a day; `others` hold no number that can be drawn, or no date."""

    measures: tuple[Measure, ...]
    others: tuple[ShownFact, ...]

    def drawn_with(self, reading: UUID) -> Measure | None:
        """The measure of which a row is a reading, where there is a chart of it."""
        found = (each for each in self.measures if each.drawn and any(p.fact.id == reading for p in each.points))
        return next(found, None)


def readings_shown(day: date) -> Readings:
    """Return the readings that hold on a day, the measure with the newest first; one query."""
    return readings_of(record_on(day))


def readings_of(record: Record) -> Readings:
    """Return the readings of a record that is read already."""
    held = [row for row in record.values() if row.slot in _HOLDS]
    facts = [row.fact for row in held if row.fact.tag in _READINGS]
    orders = [row.fact for row in held if row.fact.tag is Tag.DIRECTIVE]
    series = series_of(Placed(fact, Slot.CURRENT, 0.0, ()) for fact in facts)
    drawn = {fact.id for each in series for fact in each.facts}
    measures = [_measure(each, orders) for each in sorted(series, key=_newest, reverse=True)]
    others = [fact for fact in reversed(facts) if fact.id not in drawn]
    return Readings(tuple(measures), tuple(map(shown, others)))


def _newest(series: Series) -> tuple[date, str]:
    last = series.facts[-1].date
    return (last.first if last else date.min, series.measure)


def _measure(series: Series, orders: Sequence[FactView]) -> Measure:
    points = [_point(fact, values) for fact, values in zip(series.facts, series.values, strict=True)]
    said = [order for order in orders if _is_about(order, series.measure)]
    low, high, given = _range(said, series)
    pair = len(series.values[0]) == 2
    return Measure(
        name=_called(series.measure),
        unit=series.unit,
        points=tuple(reversed(points)),
        lines=("upper number", "lower number") if pair else (series.measure,),
        drawn=len(points) > 1,
        said=tuple(map(shown, said)),
        low=low,
        high=high,
        given=given,
    )


def _called(measure: str) -> str:
    return measure[:1].upper() + measure[1:]


def _point(fact: FactView, values: Values) -> Point:
    """A reading whose unit was not said is shown as said: without one."""
    assert fact.date is not None  # of a series, each has one
    value = " ".join(filter(None, (fact.value.value, fact.value.unit or "")))
    mark = f"{fact.date.first:{_MARKS[fact.date.precision]}}"
    return Point(shown(fact), value, values, fact.date.first, mark, fact.contested)


def _is_about(order: FactView, measure: str) -> bool:
    """True where its own words name the measure; a key may only stand near to it."""
    return bool(measure) and re.search(rf"\b{re.escape(measure)}\b", order.text, re.IGNORECASE) is not None


def _range(orders: Collection[FactView], series: Series) -> tuple[str, str, str]:
    """The one range that clinicians gave in numbers of this unit; nothing where two differ or one is in question."""
    if len(series.values[0]) != 1:
        return "", "", ""
    found = {}
    for order in orders:
        told = _BETWEEN.search(order.text)
        if told is None or order.contested or (told["unit"] or series.unit).lower() != series.unit.lower():
            continue
        low, high = Decimal(told["low"]), Decimal(told["high"])
        if low < high:
            found[low, high] = ", ".join(filter(None, (words.who(order.source), words.when(order.date))))
    if len(found) != 1:
        return "", "", ""
    ((low, high), given) = next(iter(found.items()))
    return str(low), str(high), given
