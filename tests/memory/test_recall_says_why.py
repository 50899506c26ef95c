"""Every row says why it was placed, or at which stage it was left out; every stage says what it came to."""

from __future__ import annotations

import json
from datetime import date
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from memory.door import Actor
from memory.drafts import Act, Value
from memory.recall import recall
from memory.recollection import WhyNot
from memory.vocabulary import Tag
from tests.memory.recall_cast import SilentEngine, Told, tell

DAY, NOVEMBER = date(2026, 9, 1), date(2026, 11, 1)
BIOTIN = Told("biotin 5 mg", Tag.MEDICATION, "biotin", ("biotin",), value=Value("5", "mg"))
MORE = Told("biotin 10 mg", Tag.MEDICATION, "biotin", ("biotin",), act=Act.CHANGE, value=Value("10", "mg"))
READING = Told("creatinine was 1.4", Tag.LAB, "creatinine", ("creatinine",), value=Value("1.4"))
RIGHT = Told(
    "creatinine was 1.3", Tag.LAB, "creatinine", ("creatinine",), act=Act.CORRECT, replaces="1.4", value=Value("1.3")
)
NOT_BIOTIN = Told("not biotin", Tag.MEDICATION, "biotin", ("biotin",), act=Act.WITHDRAW)


def why(key: str, question: str, row: UUID, by: Actor, **more: Any) -> WhyNot:
    found = recall(key, question, day=NOVEMBER, engine=SilentEngine(), by=by, explain=row, **more)
    assert found.explained is not None
    assert found.explained.fact == row
    assert (found.explained.stage == "placed") == (row in {each.fact.id for each in found.placed})
    return found.explained


def test_a_placed_row_says_by_what_it_was_found(alice: str, tester: Actor) -> None:
    [row] = tell(alice, DAY, BIOTIN)
    assert why(alice, "how much biotin?", row, tester) == WhyNot(row, "placed", "words: biotin")


def test_what_nothing_found_was_left_out_of_the_shortlist(alice: str, tester: Actor) -> None:
    [row] = tell(alice, DAY, BIOTIN)
    assert why(alice, "how was my creatinine?", row, tester).stage == "shortlist"


def test_what_was_withdrawn_or_corrected_may_not_be_spoken_of(alice: str, tester: Actor) -> None:
    [biotin, reading] = tell(alice, DAY, BIOTIN, READING)
    tell(alice, date(2026, 9, 2), NOT_BIOTIN, RIGHT)
    assert why(alice, "biotin?", biotin, tester) == WhyNot(biotin, "record", "it was withdrawn")
    assert why(alice, "creatinine?", reading, tester).reason == "it was corrected: it never was so"


def test_a_row_of_nobody_is_no_row_of_the_record(alice: str, charlie: str, tester: Actor) -> None:
    [row] = tell(charlie, DAY, BIOTIN)
    for unknown in (row, uuid4()):
        assert why(alice, "biotin?", unknown, tester) == WhyNot(unknown, "record", "the record holds no such row")


def test_another_time_and_another_kind_are_named(alice: str, tester: Actor) -> None:
    [reading] = tell(alice, DAY, READING)
    assert why(alice, "what was my creatinine in July?", reading, tester, limit=0).reason.endswith("of another time")
    kept_off = why(alice, "which medicine is for my creatinine?", reading, tester, limit=0)
    assert kept_off.reason.endswith("of another kind than is asked for")


def test_history_waits_for_a_question_of_the_past(alice: str, tester: Actor) -> None:
    [old] = tell(alice, DAY, BIOTIN)
    tell(alice, date(2026, 10, 1), MORE)
    assert "the question asks for what holds" in why(alice, "biotin?", old, tester).reason
    assert why(alice, "what biotin did I take before?", old, tester).stage == "placed"


def test_a_full_window_says_so(alice: str, tester: Actor) -> None:
    rows = tell(alice, DAY, *(Told(f"note{i} of the garden", Tag.FACT, f"note{i}", ("garden",)) for i in range(4)))
    stages = [why(alice, "garden?", row, tester, limit=3).stage for row in rows]
    assert sorted(stages) == ["placed", "placed", "placed", "placing"]


def test_every_stage_tells_what_it_came_to(alice: str, tester: Actor) -> None:
    tell(alice, DAY, BIOTIN, READING)
    found = recall(alice, "how much biotin did I take in September?", day=NOVEMBER, engine=SilentEngine(), by=tester)
    told = {stage.name: stage.note for stage in found.stages}
    assert list(told) == ["question", "candidates", "ranking", "placing", "silence"]
    assert told["question"] == "words: biotin; kinds: medication; time: September; asks for: past"
    assert told["ranking"].startswith("1 answer")
    assert told["silence"] == "the record answers: 1 rows"
    assert all("5 mg" not in note for note in told.values())


def test_the_command_answers_by_the_beginning_of_an_id(alice: str, settings: Any) -> None:
    settings.ENGINE = "tests.memory.recall_cast.WordsEngine"
    [row] = tell(alice, DAY, BIOTIN)
    out = StringIO()
    call_command("recall", "--silo", alice, "biotin?", "--why", row.hex[:8], "--json", stdout=out)
    assert json.loads(out.getvalue())["why"] == {
        "id": str(row),
        "stage": "placed",
        "reason": "names: biotin; words: biotin",
        "times_placed": 0,
        "last_placed": None,
    }
    with pytest.raises(CommandError, match="0 rows"):
        call_command("recall", "--silo", alice, "biotin?", "--why", f"{(int(row.hex[0], 16) + 1) % 16:x}")
