"""What the code itself may say: computed trends, today's date, the emergency sentences.

Given to an engine beside the placed facts and allowed by grounding, so that no engine has to do sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from itertools import groupby, pairwise
from statistics import median
from uuid import UUID

from advocate.configuration import Agent
from advocate.conversions import Conversion, canonical, conversion
from memory.recall.series import FIRST, LAST
from memory.recollection import FactView, Placed, Recollection, Slot
from memory.vocabulary import Tag

_READINGS = frozenset({Tag.LAB, Tag.VITAL})
_LONG = timedelta(days=90)  # without a reading: a trend across it says so
_WAYS = {1: "up", -1: "down", 0: "unchanged"}
_NOUNS = {1: "rise", -1: "fall"}
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_GAPS = 2  # told, the latest

Values = tuple[Decimal, ...]
"""The number of a reading, or both of a pair ("120/80")."""


@dataclass(frozen=True, slots=True)
class Series:
    """The readings of one measure in one unit, oldest first. `unit` may be empty.

    `by` is the factor by which readings in another unit were made comparable; `values` are then all in `unit`.
    """

    measure: str
    unit: str
    facts: tuple[FactView, ...]
    values: tuple[Values, ...]
    by: Conversion | None = None

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


@dataclass(frozen=True, slots=True)
class Trend:
    """A computed sentence, and the readings that it rests on."""

    text: str
    facts: tuple[UUID, ...]


def put_there_by_code(
    agent: Agent, day: date, placed: Sequence[Placed], readings: Sequence[FactView] = ()
) -> list[str]:
    """Return every text that a reply may draw on although no one said it."""
    emergency = [agent.emergency.default, *agent.emergency.countries.values()]
    today = [f"Today is {day.isoformat()}.", f"Today is {day:%-d %B %Y}."]
    return [*today, *emergency, *trends(placed, readings)]


def rests_on(recollection: Recollection) -> Mapping[str, tuple[UUID, ...]]:
    """Return the readings on which each computed sentence of a recollection rests, by its text."""
    return {trend.text: trend.facts for trend in told(recollection.placed, recollection.readings)}


def trends(placed: Iterable[Placed], readings: Iterable[FactView] = ()) -> list[str]:
    """Return a sentence for each measure with several readings that can be compared; see `told`."""
    return [trend.text for trend in told(placed, readings)]


def told(placed: Iterable[Placed], readings: Iterable[FactView] = ()) -> list[Trend]:
    """Return a sentence for each placed measure with several readings, of which `readings` are the whole series.

    "Creatinine over time: 1.2 mg/dL (20 February 2026), 1.4 mg/dL (31 August 2026), 1.6 mg/dL (15 October 2026), up by
    0.4 mg/dL; the second rise in a row; no reading between 20 February 2026 and 31 August 2026."

    However long the series, the sentence is not: of more than the first and the last few it tells how many there are
    and between which values they lie.
    """
    return [Trend(_told(series), tuple(fact.id for fact in series.facts)) for series in computed(placed, readings)]


def computed(placed: Iterable[Placed], readings: Iterable[FactView] = ()) -> list[Series]:
    """Return the series of two and more readings of what is placed."""
    rows = [*placed]
    there, measures = {each.fact.id for each in rows}, {_measure(each.fact) for each in rows if _is_reading(each)}
    beside = [f for f in readings if f.id not in there and _measure(f) in measures]
    whole = [*rows, *(Placed(fact, Slot.CURRENT, 0.0, ()) for fact in beside)]
    return [series for series in series_of(whole) if len(series.facts) > 1]


def series_of(placed: Iterable[Placed]) -> list[Series]:
    """Return the placed readings by measure and unit, oldest first; those that can be counted and dated only.

    A reading whose unit was not said goes with the others of its measure, where those have one unit. Two units are one
    series where a factor leads from one to the other, in the unit of the last reading; else they are two.
    """
    by_measure: dict[tuple[Tag, str, int], list[FactView]] = defaultdict(list)
    for each in placed:
        if _is_reading(each):
            by_measure[(*_measure(each.fact), len(_numbers(each.fact)))].append(each.fact)
    found: list[Series] = []
    for (_, measure, _), facts in sorted(by_measure.items()):
        found += _by_unit(measure, sorted(facts, key=lambda fact: (_day(fact), fact.created_at)))
    return found


def _by_unit(measure: str, facts: Sequence[FactView]) -> list[Series]:
    units = {unit: None for fact in facts if (unit := canonical(fact.value.unit))}
    leads = conversion(measure, [*units]) if len(units) == 2 else None
    last = next((unit for fact in reversed(facts) if (unit := canonical(fact.value.unit))), "")
    if leads is not None and all(fact.value.unit for fact in facts):
        return [Series(measure, last, tuple(facts), _converted(facts, last, leads), leads)]

    def kind(fact: FactView) -> str:
        return canonical(fact.value.unit) or (last if len(units) == 1 else "")

    ordered = [(unit, tuple(each)) for unit, each in groupby(sorted(facts, key=kind), key=kind)]
    return [Series(measure, unit, each, tuple(map(_numbers, each))) for unit, each in ordered]


def _converted(facts: Sequence[FactView], unit: str, by: Conversion) -> tuple[Values, ...]:
    """The values in one unit; those that were converted are as exact as those that were not."""
    own = [value for fact in facts if canonical(fact.value.unit) == unit for value in _numbers(fact)]
    places = max(max(0, -int(value.as_tuple().exponent)) for value in own)
    return tuple(
        _numbers(fact)
        if canonical(fact.value.unit) == unit
        else tuple(by.to(unit, value, places) for value in _numbers(fact))
        for fact in facts
    )


def way(one: Values, other: Values) -> int:
    """Which way the second goes from the first: 1 up, -1 down, 0 neither; a pair by its first number that differs."""
    return (other > one) - (other < one)


def _told(series: Series) -> str:
    about = "about " if series.by else ""
    unit = f" {series.unit}" if series.unit else ""
    measure = series.measure[:1].upper() + series.measure[1:]
    notes = [f"{measure} over time: {_listed(series)}, {_change(series.values[0], series.values[-1], unit, about)}"]
    moves = series.moves
    if len(moves) > 1 and moves[-1] != way(series.values[0], series.values[-1]):
        notes[0] += " in all"
        last = _change(series.values[-2], series.values[-1], unit, about)
        notes.append(f"from the last but one to the last {last}")
    if 1 < series.run < len(_ORDINALS):
        notes.append(f"the {_ORDINALS[series.run]} {_NOUNS[moves[-1]]} in a row")
    notes += [f"no reading between {in_words(one)} and {in_words(other)}" for one, other in series.gaps[-_GAPS:]]
    notes += [f"compared in {series.unit}, where {series.by.stated}"] if series.by else []
    return "; ".join(notes) + "."


def _listed(series: Series) -> str:
    """The readings as said, with their days; of those between the first and the last few, how many and what range."""
    said = [" ".join(filter(None, (fact.value.value, fact.value.unit))) for fact in series.facts]
    each = [f"{value} ({in_words(fact)})" for value, fact in zip(said, series.facts, strict=True)]
    if len(each) <= FIRST + LAST + 1:
        return ", ".join(each)
    between = series.values[FIRST:-LAST]
    unit = f" {series.unit}" if series.unit else ""
    told = f"then {len(between)} readings between {_joined(min(between))} and {_joined(max(between))}{unit}"
    return ", ".join([*each[:FIRST], f"{told}, then {each[-LAST]}", *each[-LAST + 1 :]])


def _joined(values: Values) -> str:
    return "/".join(map(str, values))


def in_words(fact: FactView) -> str:
    """The day of a reading as it is spoken: "3 May 2026", "May 2026", "2026"."""
    assert fact.date is not None
    form = {"day": "%-d %B %Y", "month": "%B %Y", "year": "%Y"}[fact.date.precision]
    return f"{fact.date.first:{form}}"


def _change(first: Values, last: Values, unit: str, about: str = "") -> str:
    """ "up by 0.2 mg/dL"; of a pair whose numbers part ways, each by itself."""
    ways = {way((one,), (other,)) for one, other in zip(first, last, strict=True)}
    if len(ways) == 1:
        by = "/".join(str(abs(other - one)) for one, other in zip(first, last, strict=True))
        return _WAYS[ways.pop()] + (f" by {about}{by}{unit}" if first != last else "")
    parts = zip(("the first number", "the second"), first, last, strict=True)
    return ", ".join(f"{which} {_change((one,), (other,), unit, about)}" for which, one, other in parts)


def _is_reading(each: Placed) -> bool:
    return each.slot is Slot.CURRENT and bool(_numbers(each.fact)) and each.fact.date is not None


def _measure(fact: FactView) -> tuple[Tag, str]:
    return fact.tag, fact.attribute


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
