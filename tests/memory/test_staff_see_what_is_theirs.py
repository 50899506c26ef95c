"""Staff: a clinician sees one named patient in her care, privacy staff counts, the registrar who may open what."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from memory.door import clinic, clinician, privacy_office, registrar, silo
from tests.memory.rows import (
    REFUSED,
    SOMEONE,
    account,
    ask,
    attempt,
    care,
    fill,
    rows_of,
    statements,
)

both = pytest.mark.django_db(databases=["default", "owner"])


@both
def test_a_clinician_sees_patients_from_the_beginning_to_the_end_of_the_care_and_writes_nothing(
    alice: str, charlie: str, request: pytest.FixtureRequest
) -> None:
    fill(alice)
    fill(charlie)
    bob = account()
    care(alice, bob)
    hour = timedelta(hours=1)
    for began, ended in ((hour, None), (-2 * hour, -hour)):
        care(charlie, bob, began=began, ended=ended)
    rows, theirs = rows_of(alice), rows_of(charlie)
    with clinician(bob, user_key=alice, by=SOMEONE, why="visit"):
        seen = {table: attempt(f"SELECT user_key FROM {table}") for table in rows}
        keys = {
            key for table, found in seen.items() if found != REFUSED for key in ask(f"SELECT user_key FROM {table}")
        }
        writes = {
            (row["user_key"], table, kind, outcome)
            for some in (rows, theirs)
            for table, row in some.items()
            for kind, statement in statements(table, {**row, "id": str(uuid.uuid4())}, "anamnesis_clinician").items()
            if kind != "select" and (outcome := attempt(*statement)) != REFUSED
        }
    assert keys == {(alice,)}
    unseen = {"memory_access_log", "memory_turn_embedding", "record_access"}
    assert {table for table, found in seen.items() if found == REFUSED} == unseen
    assert writes == {(alice, "memory_access_log", "insert", "1 rows")}
    with clinic(bob, by=SOMEONE, why="my patients"):
        seen_unnamed = {
            table: attempt(f"SELECT user_key FROM {table}") for table in rows if table != "care_relationship"
        }
        assert [row[1] for row in ask("SELECT * FROM guard.my_patients()")] == [alice]
    assert set(seen_unnamed.values()) == {REFUSED, "0 rows"}
    with clinic(account(), by=SOMEONE, why="my patients"):
        assert {attempt(f"SELECT user_key FROM {table}") for table in rows} == {REFUSED, "0 rows"}
        assert ask("SELECT * FROM guard.my_patients()") == []


@both
def test_a_clinician_sees_the_patient_who_is_named_and_no_other_of_hers(alice: str, charlie: str) -> None:
    fill(alice)
    fill(charlie)
    bob = account()
    care(alice, bob)
    care(charlie, bob)
    tables = [table for table in rows_of(charlie) if table != "care_relationship"]
    with clinician(bob, user_key=charlie, by=SOMEONE, why="visit"):
        seen = {
            key
            for table in tables
            if attempt(f"SELECT user_key FROM {table}") != REFUSED
            for key in ask(f"SELECT user_key FROM {table}")
        }
    assert seen == {(charlie,)}


@both
def test_the_privacy_office_sees_counts_and_receipts_and_no_content(alice: str) -> None:
    fill(alice)
    rows = rows_of(alice)
    with privacy_office(by=SOMEONE, why="test"):
        outcomes = {attempt(*s) for t, row in rows.items() for s in statements(t, row, "anamnesis_privacy").values()}
        summary = {row[0]: row[2:6] for row in ask("SELECT * FROM silo_summary()")}
        receipts = attempt("SELECT * FROM memory_erasure_receipt")
        written = attempt("DELETE FROM memory_erasure_receipt")
    assert outcomes == {REFUSED}
    assert summary[alice] == (False, 1, 2, 3)
    assert receipts.endswith("rows")
    assert written == REFUSED


@both
def test_the_registrar_sees_who_may_open_what_and_no_content(alice: str) -> None:
    fill(alice)
    rows = rows_of(alice)
    with registrar(by=SOMEONE, why="test"):
        outcomes = {
            t: {attempt(*s) for s in statements(t, row, "anamnesis_registrar").values()} for t, row in rows.items()
        }
        assert attempt("SELECT * FROM silo_summary()") == REFUSED
    allowed = {table for table, found in outcomes.items() if found != {REFUSED}}
    assert allowed == {"record_access", "care_relationship"}
    assert attempt("SELECT * FROM memory_erasure_receipt") == REFUSED


CROSSING = {
    "due_work": ["work text", "user_key text", "session uuid"],
    "silo_of_session": ["text"],
    "record_of": ["text"],
    "silo_summary": [
        *("user_key text", "created_at timestamp with time zone", "restricted boolean", "sessions bigint"),
        *("turns bigint", "facts bigint", "last_session_at timestamp with time zone"),
        *("digest text", "accounts bigint[]", "emails text[]"),
    ],
    "my_patients": [
        *("care uuid", "user_key text", "name text", "email text", "subject text", "subject_name text"),
        *("time_zone text", "began timestamp with time zone", "ended timestamp with time zone"),
        "last_session_at timestamp with time zone",
    ],
    "silo_counts": ["jsonb"],
}


@both
def test_what_crosses_silos_returns_keys_ids_states_and_counts_and_never_words(alice: str) -> None:
    results = dict(
        ask("SELECT proname, pg_get_function_result(oid) FROM pg_proc WHERE proname = ANY (%s)", [list(CROSSING)])
    )
    returned = {name: r.removeprefix("SETOF ").removeprefix("TABLE(").removesuffix(")") for name, r in results.items()}
    assert {name: columns.split(", ") for name, columns in returned.items()} == CROSSING
    ids = fill(alice)
    with silo(alice, by=SOMEONE, why="test"):
        ask("UPDATE adk_sessions SET last_update_time = 0")
    assert ask("SELECT silo_of_session(%s)", [ids.public_id]) == [(alice,)]
    assert ("close", alice, ids.public_id) in ask("SELECT * FROM due_work('0')")
