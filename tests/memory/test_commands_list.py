"""An operator lists records: all of them or one, as they are, as they were, and what stands there twice."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone

from memory import looking_back, transcript
from memory.door import Actor, silo
from memory.ledger.rows import retract, supersede
from memory.line import parse_line
from memory.models import AccessLog, Evidence, Fact, Record
from memory.reading import fact_view
from memory.vocabulary import Retired, Status
from tests.memory.commanding import run, tell, text_of
from tests.memory.rows import superuser

TODAY = datetime.now(UTC).date()


def _replace(user_key: str, old: uuid.UUID, words: str, *, by: Actor) -> uuid.UUID:
    """Supersede a row, as the ledger does: first the old one, then its successor."""
    new = uuid.uuid4()
    with silo(user_key, by=by, why="test"):
        row = Fact.objects.get(id=old)
        turn = Evidence.objects.filter(fact=row)[0]
        supersede(row, new, Retired.CHANGED, "patient")
        Fact.objects.create(
            id=new, user_key=user_key, fact=words, tag=row.tag, fact_date=row.fact_date, date_precision="day",
            source="patient", keys=["medicine"], memory_key=row.memory_key, attribute=row.attribute,
        )  # fmt: skip
        Evidence.objects.create(
            user_key=user_key, fact_id=new, quote=words, speaker="patient", said_at=turn.said_at, time_zone="UTC"
        )
    return new


def test_each_row_is_one_line_of_json_with_the_names_of_the_record(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester, memory_key="medication:metoprolol", keys=["metoprolol", "dose"])
    (event,) = run("memory", "list", silo=alice)
    line = event["line"]
    assert parse_line(line).fact == "metoprolol 25 mg"
    assert {name: event[name] for name in event if name != "created_at"} == {
        "event": "record",
        "silo": alice,
        "id": str(told.fact),
        "line": "[MEDICATION | date: 2026-09-01 | source: patient | status: active | keys: metoprolol, dose]"
        " metoprolol 25 mg",
        "fact": "metoprolol 25 mg",
        "tag": "MEDICATION",
        "fact_date": "2026-09-01",
        "date_precision": "day",
        "source": "patient",
        "status": "active",
        "keys": ["metoprolol", "dose"],
        "memory_key": "medication:metoprolol",
        "superseded_by": None,
        "retired_why": None,
        "contested": False,
    }


def test_without_a_silo_every_record_is_walked_and_named(alice: str, charlie: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    tell(charlie, "ramipril 5 mg", by=tester)
    rows = {(row["silo"], row["fact"]) for row in run("memory", "list")}
    assert {(alice, "metoprolol 25 mg"), (charlie, "ramipril 5 mg")} <= rows
    assert (alice, "ramipril 5 mg") not in rows


def test_a_person_reads_short_ids_and_what_replaced_a_row(alice: str, tester: Actor) -> None:
    old = tell(alice, "metoprolol 25 mg", by=tester, memory_key="medication:metoprolol").fact
    new = _replace(alice, old, "metoprolol 50 mg", by=tester)
    printed = text_of("memory", "list", silo=alice)
    assert f"{alice}: 2 rows" in printed
    assert f"{old.hex[:8]}  [MEDICATION" in printed
    assert f"-> {new.hex[:8]} (changed)" in printed


def test_a_status_narrows_the_list(alice: str, tester: Actor) -> None:
    old = tell(alice, "metoprolol 25 mg", by=tester, memory_key="medication:metoprolol").fact
    _replace(alice, old, "metoprolol 50 mg", by=tester)
    assert [row["id"] for row in run("memory", "list", silo=alice, status="superseded")] == [str(old)]
    assert [row["fact"] for row in run("memory", "list", silo=alice, status="active")] == ["metoprolol 50 mg"]


def test_an_unknown_record_is_an_error_and_not_an_empty_list(db: None) -> None:
    with pytest.raises(CommandError, match="no record has the key"):
        run("memory", "list", silo="patient-advocate/nobody")


@pytest.mark.parametrize("key", ["alice", "/alice", "patient-advocate/", "a/b\0"])
def test_what_cannot_be_a_key_is_refused_with_the_form_of_one(key: str) -> None:
    with pytest.raises(CommandError, match="a silo's key has the form <app>/<record>"):
        text_of("memory", "list", "--silo", key)


@pytest.mark.parametrize("written", ["2026-02-30", "20260901", "yesterday"])
def test_what_is_no_day_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(CommandError, match="is no day of the form YYYY-MM-DD, such as"):
        text_of("memory", "list", "--as-of", written)


def test_control_characters_cannot_steer_the_operators_terminal(alice: str, tester: Actor) -> None:
    tell(alice, "metoprolol \x1b[2J25 mg\x9b1m", by=tester)
    assert "metoprolol \\x1b[2J25 mg\\x9b1m" in text_of("memory", "list", silo=alice)


def test_a_listing_is_itself_in_the_access_log(alice: str, tester: Actor) -> None:
    run("memory", "list", silo=alice)
    with silo(alice, by=tester, why="test"):
        access = AccessLog.objects.get(what="list")
    assert access.by.startswith("operator")
    assert access.door == "command"


@pytest.mark.usefixtures("committed")
def test_the_record_is_shown_as_it_stood_on_a_day(alice: str, tester: Actor) -> None:
    """Told on day 1, replaced on day 3, the replacement withdrawn on day 5: then the first holds again."""
    old = tell(alice, "metoprolol 25 mg", by=tester, memory_key="medication:metoprolol").fact
    new = _replace(alice, old, "metoprolol 50 mg", by=tester)
    with silo(alice, by=tester, why="test"):
        retract(Fact.objects.get(id=new), by="patient", note="")
    _spread_over_days(alice)

    def stood(days_ago: int, **options: str) -> list[tuple[str, str]]:
        asked = {"as_of": TODAY - timedelta(days=days_ago), **options}
        return [(row["fact"], row["status"]) for row in run("memory", "list", silo=alice, **asked)]

    assert stood(30) == []
    assert stood(19) == [("metoprolol 25 mg", "active")]
    assert stood(17) == [("metoprolol 50 mg", "active")]
    assert stood(17, status="superseded") == [("metoprolol 25 mg", "superseded")]
    assert stood(0) == [("metoprolol 25 mg", "active")]


def _spread_over_days(user_key: str) -> None:
    """Move what was audited to 20, 18 and 16 days ago (insert; supersede and insert; retract and reopen)."""
    days = {1: 20, 2: 18, 3: 18, 4: 16, 5: 16}
    with superuser() as server:
        for seq, ago in days.items():
            server.execute(
                "UPDATE memory_audit SET at = now() - make_interval(days => %s) WHERE user_key = %s AND seq = %s",
                [ago, user_key, seq],
            )
        server.execute(
            "UPDATE adk_memory_facts f SET created_at = a.at FROM memory_audit a"
            " WHERE a.user_key = %s AND f.user_key = a.user_key AND a.row_id = f.id::text AND a.op = 'INSERT'",
            [user_key],
        )


def test_a_day_ends_where_the_person_is(alice: str, tester: Actor) -> None:
    """In New York 1 October ends at 4:00 UTC on the 2nd."""
    with silo(alice, by=tester, why="test"):
        record = Record.objects.get(user_key=alice)
    end = looking_back.end_of(date(2026, 10, 1), record.time_zone)
    assert end.astimezone(UTC) == datetime(2026, 10, 2, 4, tzinfo=UTC)


def test_an_adopted_row_without_an_audit_of_its_time_is_shown_by_when_it_was_retired(alice: str, tester: Actor) -> None:
    old = tell(alice, "metoprolol 25 mg", by=tester).fact
    with silo(alice, by=tester, why="test"):
        fact = Fact.objects.get(id=old)
    fact.status, fact.superseded_by_id, fact.retired_at = Status.SUPERSEDED, uuid.uuid4(), timezone.now()
    never_audited = (None, None, None, None)
    before, after = (
        looking_back._as_it_stood(fact_view(fact), fact.retired_at, never_audited, timezone.now() + timedelta(days=n))
        for n in (-1, 1)
    )
    assert (before.status, before.superseded_by) == (Status.ACTIVE, None)
    assert after.status is Status.SUPERSEDED


def test_rows_that_say_the_same_on_the_same_day_are_listed_as_duplicates(alice: str, tester: Actor) -> None:
    lab: dict[str, Any] = {"tag": "LAB", "attribute": "creatinine", "value": "1.4", "unit": "mg/dL"}
    twins = [tell(alice, words, by=tester, **lab).fact for words in ("creatinine 1.4 mg/dL", "creatinine was 1.4")]
    tell(alice, "creatinine 1.3 mg/dL", by=tester, **{**lab, "value": "1.3"})
    tell(alice, "creatinine 1.4 mg/dL", by=tester, **{**lab, "fact_date": date(2026, 9, 2)})
    tell(alice, "headache, left", by=tester, tag="SYMPTOM", attribute="headache")
    tell(alice, "headache, right", by=tester, tag="SYMPTOM", attribute="headache")
    found = run("memory", "list", silo=alice, dupes=True)
    assert {row["id"] for row in found} == set(map(str, twins))
    assert {row["group"] for row in found} == {1}


def test_a_row_and_its_successor_are_no_duplicates(alice: str, tester: Actor) -> None:
    old = tell(alice, "metoprolol 25 mg", by=tester, memory_key="medication:metoprolol").fact
    _replace(alice, old, "metoprolol 25 mg", by=tester)
    assert run("memory", "list", silo=alice, dupes=True) == []


def test_rows_of_two_people_are_never_duplicates(alice: str, charlie: str, tester: Actor) -> None:
    for key in (alice, charlie):
        tell(key, "metoprolol 25 mg", by=tester, value="25", unit="mg")
    shown = {row["silo"] for row in run("memory", "list", dupes=True)}
    assert not shown & {alice, charlie}


def test_registering_shows_an_empty_record(alice: str) -> None:
    assert text_of("memory", "list", silo=alice) == f"{alice}: 0 rows\n"


def test_listing_never_registers_anything(db: None, tester: Actor) -> None:
    key = f"patient-advocate/{uuid.uuid4().hex}"
    with pytest.raises(CommandError):
        run("memory", "list", silo=key)
    assert transcript.register(key, by=tester)
