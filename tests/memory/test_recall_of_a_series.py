"""A question about a lab or a vital sign gets the whole series of that measure, not only what was found."""

from __future__ import annotations

from datetime import date, timedelta

from advocate.engines.local.questions import entities
from advocate.trends import trends
from memory.door import Actor
from memory.drafts import Value
from memory.recall import recall
from memory.recall.series import FIRST, LAST
from memory.recollection import Recollection
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

NOVEMBER = date(2026, 11, 1)


def reading(value: str, measure: str = "creatinine", unit: str = "mg/dL") -> Told:
    return Told(f"{measure} was {value} {unit}", Tag.LAB, measure, (measure,), value=Value(value, unit))


def asked(key: str, question: str, by: Actor, limit: int = 3) -> Recollection:
    return recall(key, question, day=NOVEMBER, engine=WordsEngine(), by=by, entities=entities, limit=limit)


def fill(key: str) -> None:
    """Twenty readings of creatinine, two of potassium."""
    for n in range(20):
        tell(key, date(2026, 1, 1) + timedelta(weeks=2 * n), reading(f"1.{n:02}"))
    tell(key, date(2026, 10, 20), reading("4.1", "potassium", "mmol/L"))
    tell(key, date(2026, 10, 25), reading("4.4", "potassium", "mmol/L"))


def test_all_readings_of_the_measure_are_handed_out_oldest_first(alice: str, tester: Actor) -> None:
    fill(alice)
    found = asked(alice, "how is my creatinine?", tester)
    assert [fact.value.value for fact in found.readings] == [f"1.{n:02}" for n in range(20)]


def test_the_first_and_the_last_few_are_placed_and_say_why(alice: str, tester: Actor) -> None:
    fill(alice)
    found = asked(alice, "how is my creatinine?", tester)
    beside = {p.fact.value.value: p.why for p in found.placed if "of the series of creatinine" in p.why[0]}
    placed = {p.fact.value.value for p in found.placed if p.fact.attribute == "creatinine"}
    assert placed >= {"1.00", *(f"1.{n}" for n in range(20 - LAST, 20))}
    assert len(placed) <= 3 + FIRST + LAST
    assert beside


def test_the_trend_is_of_all_of_them(alice: str, tester: Actor) -> None:
    fill(alice)
    found = asked(alice, "how is my creatinine?", tester)
    (trend,) = trends(found.placed, found.readings)
    assert "1.00 mg/dL (1 January 2026), then 13 readings between 1.01 and 1.13 mg/dL, then 1.14 mg/dL" in trend


def test_a_time_that_is_asked_for_bounds_the_series(alice: str, tester: Actor) -> None:
    fill(alice)
    found = asked(alice, "what was my creatinine in February 2026?", tester)
    assert [str(fact.date) for fact in found.readings] == ["2026-02-12", "2026-02-26"]


def test_what_asks_for_no_reading_gets_none(alice: str, tester: Actor) -> None:
    fill(alice)
    assert asked(alice, "do I have a dog?", tester).readings == ()
