"""A search that is narrowed to a thing or to days gives back nothing else, whatever is near in meaning."""

from __future__ import annotations

from datetime import date

import pytest

from advocate.engines.local.questions import entities
from memory.door import Actor
from memory.drafts import Act, Value
from memory.recall import recall
from memory.recall.narrowing import Narrowing
from memory.recollection import Recollection, Slot
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

NOVEMBER = date(2026, 11, 1)
DOSE = Told("metoprolol 25 mg", Tag.MEDICATION, "metoprolol", ("metoprolol", "dose"), value=Value("25", "mg"))
MORE = Told(
    "metoprolol 50 mg",
    Tag.MEDICATION,
    "metoprolol",
    ("metoprolol", "dose"),
    source="Dr. Osei",
    act=Act.CHANGE,
    value=Value("50", "mg"),
)
METFORMIN = Told("metformin 500 mg", Tag.MEDICATION, "metformin", ("metformin",), value=Value("500", "mg"))
PENICILLIN = Told("penicillin gives me a rash", Tag.ALLERGY, "penicillin", ("penicillin", "rash"))


def reading(value: str) -> Told:
    return Told(f"creatinine was {value}", Tag.LAB, "creatinine", ("creatinine",), value=Value(value))


@pytest.fixture
def told(alice: str) -> str:
    """Alice's record: a dose that was put up in September, readings of three months, an allergy."""
    tell(alice, date(2026, 7, 1), DOSE, METFORMIN, reading("1.2"))
    tell(alice, date(2026, 8, 10), PENICILLIN, reading("1.4"))
    tell(alice, date(2026, 9, 28), MORE, reading("1.6"))
    return alice


def narrowed(key: str, question: str, by: Actor, **to: object) -> Recollection:
    return recall(
        key,
        question,
        day=NOVEMBER,
        engine=WordsEngine(),
        by=by,
        entities=entities,
        pinned=(),
        narrowed_to=Narrowing(**to),  # type: ignore[arg-type]
    )


def texts(found: Recollection) -> set[str]:
    return {each.fact.text for each in found.placed}


def test_of_one_thing_only_that_thing_comes_back(told: str, tester: Actor) -> None:
    found = narrowed(told, "metoprolol: what was taken", tester, about="metoprolol")
    assert texts(found) == {"metoprolol 25 mg", "metoprolol 50 mg"}
    assert not found.silent


def test_a_brand_is_its_ingredient(told: str, tester: Actor) -> None:
    assert "metoprolol 50 mg" in texts(narrowed(told, "Lopressor", tester, about="Lopressor"))


def test_a_person_is_found_by_what_is_hers(told: str, tester: Actor) -> None:
    found = narrowed(told, "Dr. Osei", tester, about="Dr. Osei")
    assert [(each.fact.text, each.slot) for each in found.placed if each.slot is Slot.CURRENT] == [
        ("metoprolol 50 mg", Slot.CURRENT)
    ]
    assert "metformin 500 mg" not in texts(found)


def test_of_august_comes_what_was_dated_then_or_held_then(told: str, tester: Actor) -> None:
    found = narrowed(told, "", tester, first=date(2026, 8, 1), last=date(2026, 8, 31))
    assert {"creatinine was 1.4", "penicillin gives me a rash", "metoprolol 25 mg", "metformin 500 mg"} <= texts(found)
    assert not {"creatinine was 1.2", "creatinine was 1.6"} & texts(found)
    held = {each.fact.text: each for each in found.placed}["metoprolol 25 mg"]
    assert held.slot is Slot.HISTORY
    assert held.successor is not None


def test_thing_and_days_hold_together(told: str, tester: Actor) -> None:
    found = narrowed(told, "creatinine", tester, about="creatinine", first=date(2026, 9, 1))
    assert texts(found) == {"creatinine was 1.6"}


def test_what_is_not_there_is_silence(told: str, tester: Actor) -> None:
    found = narrowed(told, "warfarin", tester, about="warfarin")
    assert (found.silent, found.placed, found.quotations) == (True, (), ())
    assert narrowed(told, "", tester, last=date(2026, 1, 31)).silent
