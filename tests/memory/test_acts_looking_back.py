"""The record as it was, by the time of recording and by valid time, and what two days differ in."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory import erasure
from memory.door import silo
from memory.drafts import Act, Tense
from memory.looking_back import By, difference, record_as_of
from memory.models import Fact
from memory.vocabulary import Tag
from tests.memory.acting import ALICE, ZONE, a_doctor, fact_called, hers, play, told_on
from tests.memory.ledger_cases import fact, lab, med, on, says

SEPTEMBER, BETWEEN, OCTOBER, NOVEMBER = (date(2026, *day) for day in ((9, 2), (9, 29), (10, 2), (11, 20)))


@pytest.fixture
def told(committed: None, alice: str) -> str:
    """1 September: 25 mg and a creatinine. 1 October: 50 mg since 28 September. 15 November: the creatinine was 1.3."""
    told_on(alice, "2026-09-01", on("2026-09-01", says(med("metoprolol 25 mg"), lab("creatinine 1.4 mg/dL"))))
    more = med("metoprolol 50 mg", act=Act.CHANGE, on="2026-09-28", phrase="September 28")
    told_on(alice, "2026-10-01", on("2026-10-01", says(more)))
    right = lab("creatinine 1.3 mg/dL", act=Act.CORRECT, replaces="1.4")
    plan = med("metoprolol 75 mg", on="2026-12-07", phrase="December 7", tense=Tense.PLANNED)
    told_on(alice, "2026-11-15", on("2026-11-15", says(right), says(plan)))
    return alice


def _stood(key: str, day: date, by: By) -> dict[str, str]:
    with silo(key, by=ALICE, why="test"):
        return {each.fact.text: f"{each.fact.status}, {each.slot}" for each in record_as_of(day, by=by, zone=ZONE)}


def test_by_the_time_of_recording_it_is_what_the_record_said(told: str) -> None:
    assert _stood(told, date(2026, 8, 31), "recorded") == {}
    first = {"metoprolol 25 mg": "active, current", "creatinine 1.4 mg/dL": "active, current"}
    assert _stood(told, SEPTEMBER, "recorded") == _stood(told, BETWEEN, "recorded") == first
    assert _stood(told, OCTOBER, "recorded") == {
        "creatinine 1.4 mg/dL": "active, current",
        "metoprolol 50 mg": "active, current",
    }
    assert _stood(told, NOVEMBER, "recorded") == {
        "metoprolol 50 mg": "active, current",
        "creatinine 1.3 mg/dL": "active, current",
        "metoprolol 75 mg": "planned, planned",
    }


def test_by_valid_time_it_is_what_held_as_is_known_now(told: str) -> None:
    assert _stood(told, SEPTEMBER, "valid") == {
        "metoprolol 25 mg": "superseded, current",
        "creatinine 1.3 mg/dL": "active, current",
    }
    assert set(_stood(told, BETWEEN, "valid")) == {"metoprolol 50 mg", "creatinine 1.3 mg/dL"}
    assert set(_stood(told, date(2026, 12, 8), "valid")) == {"metoprolol 75 mg", "creatinine 1.3 mg/dL"}
    assert _stood(told, date(2026, 8, 1), "valid") == {}


def test_what_was_told_late_of_a_past_time_held_in_it(committed: None, alice: str) -> None:
    past = med("metoprolol 12.5 mg", on="2026-07", phrase="July 2026", tense=Tense.PAST)
    play(alice, on("2026-09-01", says(med("metoprolol 25 mg")), says(past)))
    assert _stood(alice, date(2026, 7, 15), "valid") == {"metoprolol 12.5 mg": "historical, history"}
    assert set(_stood(alice, date(2026, 8, 15), "valid")) == set()


def _differ(key: str, a: date, b: date, by: By) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    with silo(key, by=ALICE, why="test"):
        found = difference(a, b, by=by, zone=ZONE)
    changed = sorted((old.fact.text, new.fact.text) for old, new in found.changed)
    return [each.fact.text for each in found.added], [each.fact.text for each in found.gone], changed


def test_two_days_differ_in_what_came_what_went_and_what_took_its_place(told: str) -> None:
    assert _differ(told, SEPTEMBER, OCTOBER, "recorded") == ([], [], [("metoprolol 25 mg", "metoprolol 50 mg")])
    assert _differ(told, SEPTEMBER, NOVEMBER, "recorded") == (
        ["metoprolol 75 mg"],
        [],
        [("creatinine 1.4 mg/dL", "creatinine 1.3 mg/dL"), ("metoprolol 25 mg", "metoprolol 50 mg")],
    )
    assert _differ(told, SEPTEMBER, BETWEEN, "valid") == ([], [], [("metoprolol 25 mg", "metoprolol 50 mg")])
    assert set(_differ(told, date(2026, 8, 1), SEPTEMBER, "valid")[0]) == {"metoprolol 25 mg", "creatinine 1.3 mg/dL"}
    assert _differ(told, OCTOBER, SEPTEMBER, "valid") == (["metoprolol 25 mg"], ["metoprolol 50 mg"], [])
    assert _differ(told, NOVEMBER, NOVEMBER, "recorded") == ([], [], [])


def test_what_was_withdrawn_is_gone_and_what_it_had_replaced_stands_again(told: str) -> None:
    play(told, on("2026-11-20", says(lab("not creatinine", thing="creatinine", act=Act.WITHDRAW))))
    assert _differ(told, NOVEMBER, date(2026, 12, 1), "recorded") == (
        ["creatinine 1.4 mg/dL"],
        ["creatinine 1.3 mg/dL"],
        [],
    )


def test_what_was_forgotten_since_stays_forgotten(told: str) -> None:
    erasure.forget(told, fact_called(told, "metoprolol 25 mg"), by=ALICE)
    assert set(_stood(told, SEPTEMBER, "recorded")) == {"creatinine 1.4 mg/dL"}
    assert "metoprolol 25 mg" not in _stood(told, SEPTEMBER, "valid")


def test_her_clinician_looks_back_too(told: str) -> None:
    with hers(a_doctor(told), told):
        assert len(record_as_of(NOVEMBER, by="recorded", zone=ZONE)) == 3
        assert len(difference(SEPTEMBER, NOVEMBER, by="valid", zone=ZONE).changed) == 1


def test_one_row_and_forty_take_the_same_queries(alice: str, charlie: str) -> None:
    taken = set()
    for key, count in ((alice, 1), (charlie, 40)):
        play(key, *(on("2026-09-01", says(fact(Tag.SOCIAL, f"note{n}", f"note{n}"))) for n in range(count)))
        with silo(key, by=ALICE, why="test"), CaptureQueriesContext(connection) as queries:
            assert Fact.objects.count() == count
            for by in ("recorded", "valid"):
                record_as_of(NOVEMBER, by=by, zone=ZONE)
                difference(SEPTEMBER, NOVEMBER, by=by, zone=ZONE)
        taken.add(len(queries))
    assert taken == {1 + 3 + 3}
