"""What the code itself may say: computed trends, today's date, the emergency sentences.

Given to an engine beside the placed facts and allowed by grounding, so that no engine has to do sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from itertools import groupby

from advocate.configuration import Agent
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Tag

_READINGS = frozenset({Tag.LAB, Tag.VITAL})


def put_there_by_code(agent: Agent, day: date, placed: Sequence[Placed]) -> list[str]:
    """Return every text that a reply may draw on although no one said it."""
    emergency = [agent.emergency.default, *agent.emergency.countries.values()]
    return [f"Today is {day.isoformat()}.", f"Today is {day:%-d %B %Y}.", *emergency, *trends(placed)]


def trends(placed: Iterable[Placed]) -> list[str]:
    """Return a sentence for each measure with several placed readings in one unit.

    "creatinine: 1.4 mg/dL (2026-08-31), 1.6 mg/dL (2026-10-15), up by 0.2 mg/dL."
    """
    return [trend for series in series_of(placed).values() if (trend := _trend(series))]


def series_of(placed: Iterable[Placed]) -> dict[str, list[FactView]]:
    """Return the placed readings by measure, oldest first; those that can be counted and dated only."""
    readings = [p.fact for p in placed if p.slot is Slot.CURRENT and _number(p.fact) is not None and p.fact.date]
    ordered = sorted(readings, key=lambda fact: (fact.attribute, _day(fact)))
    return {measure: list(facts) for measure, facts in groupby(ordered, key=lambda fact: fact.attribute)}


def _trend(series: list[FactView]) -> str:
    first, last = _number(series[0]), _number(series[-1])
    if len(series) < 2 or first is None or last is None or len({fact.value.unit for fact in series}) > 1:
        return ""
    unit = f" {series[0].value.unit}" if series[0].value.unit else ""
    told = ", ".join(f"{fact.value.value}{unit} ({fact.date})" for fact in series)
    way = "unchanged" if last == first else f"{'up' if last > first else 'down'} by {abs(last - first)}{unit}"
    return f"{series[0].attribute}: {told}, {way}."


def _number(fact: FactView) -> Decimal | None:
    if fact.tag not in _READINGS or fact.negated or fact.value.value is None:
        return None
    try:
        return Decimal(fact.value.value)
    except InvalidOperation:  # a pair ("120/80") or a word
        return None


def _day(fact: FactView) -> date:
    assert fact.date is not None
    return fact.date.first
