"""What the code itself may say: computed trends, today's date, the emergency sentences.

Given to an engine beside the placed facts and allowed by grounding, so that no engine has to do sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from itertools import groupby, pairwise
from statistics import median

from advocate.configuration import Agent
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Tag

_READINGS = frozenset({Tag.LAB, Tag.VITAL})
_LONG = timedelta(days=90)  # without a reading: a trend across it says so
_WAYS = {1: "up", -1: "down", 0: "unchanged"}
_NOUNS = {1: "rise", -1: "fall"}
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

Values = tuple[Decimal, ...]
"""The number of a reading, or both of a pair ("120/80")."""


@dataclass(frozen=True, slots=True)
class Series:
    """The readings of one measure in one unit, oldest first. `unit` may be empty."""

    measure: str
    unit: str
    facts: tuple[FactView, ...]
    values: tuple[Values, ...]

    @property
    def moves(self) -> tuple[int, ...]:
        """Which way each reading went from the one before: 1 up, -1 down, 0 neither; see `way` for pairs."""
        return tuple(way(one, other) for one, other in pairwise(self.values))

    @property
    def run(self) -> int:
        """How many times in a row the last readings went the same way, up or down."""
        moves = self.moves
        count = 0
        while count < len(moves) and moves[-1] and moves[-1 - count] == moves[-1]:
            count += 1
        return count

    @property
    def gaps(self) -> tuple[tuple[FactView, FactView], ...]:
        """The neighbours between which a quarter of a year or more went by, and much more than is usual here."""
        between = [(_day(other) - _last_day(one), one, other) for one, other in pairwise(self.facts)]
        usual = median(apart.days for apart, _, _ in between) if len(between) > 1 else 0
        return tuple((one, other) for apart, one, other in between if apart >= _LONG and apart.days >= 1.5 * usual)


def put_there_by_code(agent: Agent, day: date, placed: Sequence[Placed]) -> list[str]:
    """Return every text that a reply may draw on although no one said it."""
    emergency = [agent.emergency.default, *agent.emergency.countries.values()]
    return [f"Today is {day.isoformat()}.", f"Today is {day:%-d %B %Y}.", *emergency, *trends(placed)]


def trends(placed: Iterable[Placed]) -> list[str]:
    """Return a sentence for each measure with several placed readings in one unit.

    "creatinine: 1.2 mg/dL (2026-02-20), 1.4 mg/dL (2026-08-31), 1.6 mg/dL (2026-10-15), up by 0.4 mg/dL; the second
    rise in a row; no reading between 2026-02-20 and 2026-08-31."
    """
    return [_told(series) for series in computed(placed)]


def computed(placed: Iterable[Placed]) -> list[Series]:
    """Return the series of two and more placed readings."""
    return [series for series in series_of(placed) if len(series.facts) > 1]


def series_of(placed: Iterable[Placed]) -> list[Series]:
    """Return the placed readings by measure and unit, oldest first; those that can be counted and dated only.

    A reading whose unit was not said goes with the others of its measure, where those have one unit.
    """
    readings = [p.fact for p in placed if p.slot is Slot.CURRENT and _numbers(p.fact) and p.fact.date]
    units: dict[str, set[str]] = defaultdict(set)
    for fact in readings:
        if fact.value.unit:
            units[fact.attribute].add(fact.value.unit)

    def kind(fact: FactView) -> tuple[str, str, int]:
        only = next(iter(units[fact.attribute]), "") if len(units[fact.attribute]) == 1 else ""
        return fact.attribute, fact.value.unit or only, len(_numbers(fact))

    ordered = sorted(readings, key=lambda fact: (kind(fact), _day(fact), fact.created_at))
    found = [(key, tuple(facts)) for key, facts in groupby(ordered, key=kind)]
    return [Series(key[0], key[1], facts, tuple(map(_numbers, facts))) for key, facts in found]


def way(one: Values, other: Values) -> int:
    """Which way the second goes from the first: 1 up, -1 down, 0 neither; a pair by its first number that differs."""
    return (other > one) - (other < one)


def _told(series: Series) -> str:
    unit = f" {series.unit}" if series.unit else ""
    said = [" ".join(filter(None, (fact.value.value, fact.value.unit))) for fact in series.facts]
    told = ", ".join(f"{value} ({fact.date})" for value, fact in zip(said, series.facts, strict=True))
    notes = [f"{series.measure}: {told}, {_change(series.values[0], series.values[-1], unit)}"]
    moves = series.moves
    if len(moves) > 1 and moves[-1] != way(series.values[0], series.values[-1]):
        notes[0] += " in all"
        notes.append(f"from the last but one to the last {_change(series.values[-2], series.values[-1], unit)}")
    if 1 < series.run < len(_ORDINALS):
        notes.append(f"the {_ORDINALS[series.run]} {_NOUNS[moves[-1]]} in a row")
    notes += [f"no reading between {one.date} and {other.date}" for one, other in series.gaps]
    return "; ".join(notes) + "."


def _change(first: Values, last: Values, unit: str) -> str:
    """ "up by 0.2 mg/dL"; of a pair whose numbers part ways, each by itself."""
    ways = {way((one,), (other,)) for one, other in zip(first, last, strict=True)}
    if len(ways) == 1:
        by = "/".join(str(abs(other - one)) for one, other in zip(first, last, strict=True))
        return _WAYS[ways.pop()] + (f" by {by}{unit}" if first != last else "")
    parts = zip(("the first number", "the second"), first, last, strict=True)
    return ", ".join(f"{which} {_change((one,), (other,), unit)}" for which, one, other in parts)


def _numbers(fact: FactView) -> Values:
    """The number or the pair of a reading, empty for what is none ("normal")."""
    if fact.tag not in _READINGS or fact.negated or fact.value.value is None:
        return ()
    parts = fact.value.value.split("/")
    try:
        return tuple(Decimal(part) for part in parts) if len(parts) <= 2 else ()
    except InvalidOperation:
        return ()


def _day(fact: FactView) -> date:
    assert fact.date is not None
    return fact.date.first


def _last_day(fact: FactView) -> date:
    assert fact.date is not None
    return fact.date.last
