"""The database itself keeps every row in its silo, whatever SQL the run-time log-in sends."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest

from memory.door import pass_key, sign, silo
from tests.memory.rows import (
    NO_KEY,
    REFUSED,
    SOMEONE,
    VECTOR,
    ask,
    attempt,
    by_hand,
    fill,
    insert_row,
    note,
    rows_of,
    silo_tables,
    statements,
    true_pass,
)

both = pytest.mark.django_db(databases=["default", "owner"])
ROLES = ("silo", "clinician", "privacy", "registrar")
READS = [
    "SELECT * FROM audit_verify()",
    f"SELECT * FROM match_memory_facts('{VECTOR}', %(key)s)",
    f"SELECT * FROM match_memory_turns('{VECTOR}', %(key)s)",
    "SELECT guard.forget_fact(%(fact)s)",
    "SELECT guard.purge_transcript(%(session)s)",
    "SELECT guard.erase_my_silo()",
]
ForgedPass = Callable[[str, str], str]
FORGED: dict[str, ForgedPass] = {
    "none": lambda mine, other: "",
    "a key": lambda mine, other: other,
    "no mac": lambda mine, other: true_pass("silo", other)[64:],
    "a mac of zeros": lambda mine, other: "0" * 64 + true_pass("silo", other)[64:],
    "a mac of another secret": lambda mine, other: sign({"role": "silo", "silo": other, "exp": 9e9}, b"guess"),
    "a true pass with the silo edited": lambda mine, other: true_pass("silo", mine).replace(mine, other),
    "a true pass with its end edited": lambda mine, other: true_pass("silo", other, exp=1).replace(": 1,", ": 9e9,"),
    "a true pass with a second silo behind it": lambda mine, other: true_pass("silo", mine) + f'{{"silo":"{other}"}}',
    "an expired pass": lambda mine, other: true_pass("silo", other, seconds=-1),
    "a pass that never ends": lambda mine, other: sign({"role": "silo", "silo": other, "by": "x"}, pass_key()),
    "a pass without a silo": lambda mine, other: true_pass("silo"),
    "a pass of a clinician": lambda mine, other: true_pass("clinician", other, account=1),
    "a pass of the privacy office": lambda mine, other: true_pass("privacy", other),
}


@both
def test_without_a_silo_every_statement_on_every_table_is_refused(alice: str) -> None:
    fill(alice)
    rows = rows_of(alice)
    assert len(rows) >= 17
    outcomes = {
        (table, kind): attempt(*statement)
        for table, row in rows.items()
        for kind, statement in statements(table, row, "anamnesis_app").items()
    }
    assert {found: outcome for found, outcome in outcomes.items() if outcome != REFUSED} == {}


@both
@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_role_taken_by_hand_opens_nothing_without_a_true_pass(alice: str, charlie: str, forged: ForgedPass) -> None:
    theirs = fill(charlie)
    rows = rows_of(charlie)
    named = {"key": charlie, "fact": theirs.fact, "session": theirs.public_id}
    with by_hand("anamnesis_silo", forged(alice, charlie)):
        outcomes = {(table, kind): attempt(*s) for table, row in rows.items() for kind, s in _mine(table, row)}
        outcomes |= {(sql, "call"): attempt(sql, {k: v for k, v in named.items() if k in sql}) for sql in READS}
    assert {found for found, outcome in outcomes.items() if outcome not in {REFUSED, "22P02"}} == set()


def _mine(table: str, row: dict[str, Any]) -> list[tuple[str, tuple[str, Any]]]:
    return list(statements(table, row, "anamnesis_silo").items())


@both
def test_a_true_pass_opens_its_silo_to_its_own_role_and_to_no_other(alice: str) -> None:
    fill(alice)
    with by_hand("anamnesis_silo", true_pass("silo", alice)):
        assert attempt("SELECT * FROM adk_memory_facts") == "3 rows"
    for role in ("app", *ROLES[1:]):
        with by_hand(f"anamnesis_{role}", true_pass("silo", alice)):
            assert {attempt(f"SELECT * FROM {table}") for table in silo_tables()} == {REFUSED}, role
            assert attempt("SELECT * FROM silo_summary()") == REFUSED
    with by_hand("anamnesis_clinician", true_pass("silo", alice, account=1)):
        assert attempt("SELECT * FROM adk_memory_facts") == REFUSED


@both
def test_inside_one_silo_the_rows_of_another_are_not_there(alice: str, charlie: str) -> None:
    fill(alice)
    theirs, rows = fill(charlie), rows_of(charlie)
    with silo(alice, by=SOMEONE, why="test"):
        seen = {table: set(ask(f"SELECT DISTINCT user_key FROM {table}")) for table in rows}
        found = [ask(sql, {"key": charlie}) for sql in READS[1:3]]
        outcomes = {(table, kind): attempt(*s) for table, row in rows.items() for kind, s in _mine(table, row)}
        forgotten = attempt("SELECT guard.forget_fact(%s)", [theirs.fact])
        purged = ask("SELECT guard.purge_transcript(%s)", [theirs.public_id])
    assert seen == {table: {(alice,)} for table in rows}
    assert found == [[], []]
    assert {kind for (_, kind), outcome in outcomes.items() if outcome not in {REFUSED, "0 rows"}} == set()
    assert {table for (table, kind), outcome in outcomes.items() if kind == "insert" and outcome != REFUSED} == set()
    assert (forgotten, purged) == ("P0002", [(0,)])
    assert rows_of(charlie) == rows


@both
def test_no_row_can_point_into_another_silo(alice: str, charlie: str) -> None:
    """Every foreign key that the catalogue knows between silo tables, tried with a row that is there and not ours."""
    ids = fill(alice)
    fill(charlie)
    mine, theirs = rows_of(alice), rows_of(charlie)
    links = ask(
        "SELECT k.conname, k.conrelid::regclass::text, k.confrelid::regclass::text, a.attname FROM pg_constraint k"
        " JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[2]"
        " WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND cardinality(k.conkey) = 2"
    )
    assert len(links) >= 19
    other_values: dict[str, dict[str, Any]] = {
        "adk_sessions": {"public_id": str(uuid.uuid4()), "status": "closing"},
        "adk_session_events": {"seq": 99},
        "memory_document_page": {"number": 99},
        "memory_decision": {"kind": "unpinned"},
        "memory_conflict": {"settled_at": "2026-09-01", "newer_id": str(ids.old)},
    }
    wrong = []
    for name, table, target, column in links:
        successor = {"status": "superseded", "retired_at": "2026-09-01", "retired_why": "changed", "contested": False}
        changes = {"id": str(uuid.uuid4()), **other_values.get(table, {}), **(successor if "by" in column else {})}
        tried = []
        with silo(alice, by=SOMEONE, why="test"):
            for row in (mine, theirs):
                copy = {**mine[table], **changes, column: row[target]["id"]}
                tried.append(attempt(*insert_row(table, copy), then=f"SET CONSTRAINTS {name} IMMEDIATE"))
        wrong += [(name, tried)] if tried != ["1 rows", NO_KEY] else []
    assert wrong == []


@both
def test_a_time_zone_that_the_database_does_not_know_stops_nobody_s_work(alice: str, charlie: str) -> None:
    for key in (alice, charlie):
        fill(key)
        told = patch("django.utils.timezone.now", return_value=datetime(2026, 1, 1, tzinfo=UTC))
        with silo(key, by=SOMEONE, why="test"), told:
            note(key, "25 mg from Monday", status="planned", fact_date="2026-01-05")
    with silo(charlie, by=SOMEONE, why="test"):
        ask("UPDATE memory_record SET time_zone = 'Nowhere/Land'")
    assert {("settle", alice, None), ("settle", charlie, None)} <= set(ask("SELECT * FROM due_work('0')"))


@both
def test_nobody_but_its_owner_reads_the_secret_or_calls_what_is_privileged(alice: str) -> None:
    hands = {"anamnesis_app": "", **{f"anamnesis_{role}": true_pass(role, alice, account=1) for role in ROLES}}
    for role, shown in hands.items():
        with by_hand(role, shown):
            assert attempt("SELECT * FROM guard.secret") == REFUSED
            assert attempt("SELECT guard.erase(%s, 'x', 'x')", [alice]) == REFUSED
            assert attempt("SELECT guard.forget_row(%s, %s)", [alice, uuid.uuid4()]) == REFUSED
            assert attempt("SET LOCAL ROLE anamnesis_eraser") == REFUSED
            assert attempt("SET LOCAL ROLE anamnesis_owner") == REFUSED
    for_all = ask(
        "SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace"
        " WHERE (n.nspname IN ('guard', 'guard_admin') OR n.nspname = 'public' AND NOT EXISTS ("
        "   SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e'))"
        " AND (p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) g WHERE g.grantee = 0))"
    )
    assert for_all == []


DEFINING = (
    "ALTER TABLE {} DISABLE TRIGGER ALL",
    "ALTER TABLE {} NO FORCE ROW LEVEL SECURITY",
    "ALTER TABLE {} DISABLE ROW LEVEL SECURITY",
    "CREATE POLICY mine ON {} USING (true)",
    "DROP TABLE {}",
    "TRUNCATE {} CASCADE",
)
CREATING = (
    "SET LOCAL session_replication_role = replica",
    "CREATE TEMP TABLE words (t text)",
    "CREATE TABLE words (t text)",
    "CREATE FUNCTION words() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE FUNCTION guard.words() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE OR REPLACE FUNCTION guard.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
)


@both
@pytest.mark.parametrize("role", ["app", *ROLES])
def test_no_run_time_role_can_take_the_guard_away(alice: str, role: str) -> None:
    tables = silo_tables()
    statements = [statement.format(table) for table in tables for statement in DEFINING] + list(CREATING)
    with by_hand(f"anamnesis_{role}", true_pass(role, alice, account=1)):
        outcomes = {statement: attempt(statement) for statement in statements}
    assert {statement: outcome for statement, outcome in outcomes.items() if outcome != REFUSED} == {}
