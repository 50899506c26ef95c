"""What the database refuses, whatever SQL is sent: to a clinician but her functions, to everyone else these."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memory.door import silo
from memory.models import Decision, User
from memory.models.account import PATIENT
from tests.memory.acting import ALICE, DOCTOR, a_doctor, fact_called, hers, open_conflict, play, standing
from tests.memory.ledger_cases import med, on, says
from tests.memory.rows import REFUSED, SOMEONE, account, ask, attempt, by_hand, care, statements, true_pass

both = pytest.mark.django_db(databases=["default", "owner"])
_TOLD = (on("2026-09-01", says(med("metoprolol 25 mg"))), on("2026-10-01", says(med("metoprolol 50 mg"))))
FUNCTIONS = (
    "SELECT guard.confirm_fact(%(fact)s)",
    "SELECT guard.retract_fact(%(fact)s, 'why')",
    "SELECT guard.settle_conflict(%(conflict)s, %(fact)s, 'why')",
    "SELECT guard.undo_decision(%(decision)s, 'why')",
)
STEPS = (
    "SELECT guard.write_anew(%(key)s, %(fact)s, %(fact)s, 'active', false, NULL, '')",
    "SELECT guard.decide(%(key)s, 'confirmed', %(fact)s, NULL, NULL, '', '{}')",
    "SELECT guard.reopen(%(key)s, %(fact)s, 'active')",
    "SELECT guard.contradict(%(key)s, %(fact)s, %(fact)s)",
    "SELECT guard.end_conflicts(%(key)s, %(fact)s, '')",
    "SELECT guard.stand_if_free(%(key)s, %(fact)s)",
    "SELECT guard.fact_of(%(key)s, %(fact)s)",
    "SELECT guard.acting_clinician()",
    "SELECT guard.clinician_label()",
)


def _named(key: str) -> dict[str, str]:
    fact, conflict = fact_called(key, "metoprolol 25 mg"), open_conflict(key)
    doctor = a_doctor(key)
    with hers(doctor, key):
        ((made,),) = ask("SELECT guard.confirm_fact(%s)", [fact])
    return {"key": key, "fact": str(fact), "conflict": str(conflict), "decision": str(made)}


def _tried(sql: str, named: dict[str, str]) -> str:
    return attempt(sql, {name: value for name, value in named.items() if f"({name})" in sql})


@both
def test_under_her_pass_no_statement_writes_a_fact_its_evidence_or_a_decision(alice: str) -> None:
    play(alice, *_TOLD)
    _named(alice)
    bob = a_doctor(alice)
    tables = ("adk_memory_facts", "memory_evidence", "memory_conflict", "memory_decision", "memory_held_draft")
    rows = _one_of_each(alice, tables)
    with hers(bob, alice):
        outcomes = {
            (table, kind): attempt(*statement)
            for table, row in rows.items()
            for kind, statement in statements(table, {**row, "id": str(uuid.uuid4())}, "anamnesis_clinician").items()
            if kind != "select"
        }
        by_column = attempt("UPDATE adk_memory_facts SET status = 'retracted', retired_at = now()")
    assert set(outcomes.values()) == {REFUSED}
    assert by_column == REFUSED


def _one_of_each(key: str, tables: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    with silo(key, by=SOMEONE, why="read"):
        found = {table: ask(f"SELECT to_jsonb(t)::text FROM {table} t LIMIT 1") for table in tables}
    return {table: json.loads(rows[0][0]) for table, rows in found.items() if rows}


@both
@pytest.mark.parametrize("role", ["app", "silo", "privacy", "registrar"])
def test_her_functions_are_nobody_else_s(alice: str, role: str) -> None:
    play(alice, *_TOLD)
    named = _named(alice)
    with by_hand(f"anamnesis_{role}", true_pass(role, alice, account=1)):
        outcomes = {sql: _tried(sql, named) for sql in (*FUNCTIONS, *STEPS)}
    assert {sql for sql, outcome in outcomes.items() if outcome != REFUSED} == set()


@both
def test_the_steps_of_her_functions_are_not_hers_to_call(alice: str) -> None:
    play(alice, *_TOLD)
    named = _named(alice)
    with hers(a_doctor(alice), alice):
        outcomes = {sql: _tried(sql, named) for sql in STEPS}
    assert set(outcomes.values()) == {REFUSED}


Shown = Callable[[str, int], str]
HOUR = timedelta(hours=1)


def _cared(key: str, **when: timedelta) -> int:
    doctor = a_doctor()
    care(key, doctor, **when)
    return doctor


def _without_role(key: str) -> int:
    someone = account()
    care(key, someone)
    return someone


def _once_a_doctor(key: str) -> int:
    doctor = a_doctor(key)
    User.objects.get(pk=doctor).take_role(PATIENT)
    return doctor


def _locked_out(key: str) -> int:
    doctor = a_doctor(key)
    User.objects.filter(pk=doctor).update(is_active=False)
    return doctor


def _pass(key: str, doctor: int) -> str:
    return true_pass("clinician", key, account=doctor)


WRONG: dict[str, tuple[Callable[[str], int], Shown]] = {
    "of another patient": (lambda key: a_doctor(), _pass),
    "care that has ended": (lambda key: _cared(key, began=-2 * HOUR, ended=-HOUR), _pass),
    "care that has not begun": (lambda key: _cared(key, began=HOUR), _pass),
    "an account of no role": (_without_role, _pass),
    "an account of another role": (_once_a_doctor, _pass),
    "an account that is locked": (_locked_out, _pass),
    "no pass": (a_doctor, lambda key, doctor: ""),
    "a forged pass": (a_doctor, lambda key, doctor: "0" * 64 + _pass(key, doctor)[64:]),
    "an account edited into a true pass": (
        a_doctor,
        lambda key, doctor: _pass(key, 987654321).replace("987654321", str(doctor)),
    ),
    "a pass that has expired": (a_doctor, lambda key, doctor: true_pass("clinician", key, seconds=-1, account=doctor)),
    "a pass that names no silo": (a_doctor, lambda key, doctor: _pass("", doctor)),
    "a pass of the patient": (a_doctor, lambda key, doctor: true_pass("silo", key, account=doctor)),
}


@both
@pytest.mark.parametrize(("who", "shown"), WRONG.values(), ids=WRONG)
def test_who_does_not_care_for_the_patient_now_as_a_clinician_does_nothing(
    alice: str, who: Callable[[str], int], shown: Shown
) -> None:
    play(alice, *_TOLD)
    named, doctor = _named(alice), who(alice)
    before = standing(alice)
    with by_hand("anamnesis_clinician", shown(alice, doctor)):
        outcomes = {sql: _tried(sql, named) for sql in FUNCTIONS}
    assert set(outcomes.values()) == {REFUSED}
    assert standing(alice) == before
    with by_hand("anamnesis_clinician", _pass(alice, a_doctor(alice))):
        assert {_tried(sql, named) for sql in FUNCTIONS} == {"1 rows"}


@both
def test_a_patient_s_decision_is_signed_by_her_pass_and_of_her_kinds(alice: str) -> None:
    play(alice, *_TOLD)
    named = _named(alice)
    fact = named["fact"]
    with silo(alice, by=ALICE, why="test"):
        made = Decision.objects.create(
            user_key=alice, kind="pinned", fact_id=fact, by="someone else", name=DOCTOR, role="clinician", door="admin"
        )
        made.refresh_from_db()
        insert = "INSERT INTO memory_decision (id, user_key, kind, fact_id, by, door, name, role, reason, detail, at)"
        insert += f" VALUES (gen_random_uuid(), '{alice}', %s, %s, '', '', '', '', '', '{{}}', now())"
        clinicians = ("confirmed", "unconfirmed", "retracted", "restored", "settled", "reopened")
        forged = {kind: attempt(insert, [kind, fact]) for kind in (*clinicians, "pinned")}
        undone = attempt(
            "INSERT INTO memory_decision (id, user_key, kind, fact_id, undoes_id, by, door, name, role, reason, detail,"
            " at) VALUES (gen_random_uuid(), %(key)s, 'unpinned', %(fact)s, %(decision)s, '', '', '', '', '', '{}',"
            " now())",
            {name: named[name] for name in ("key", "fact", "decision")},
        )
        changed = {attempt("UPDATE memory_decision SET kind = 'muted'"), attempt("DELETE FROM memory_decision")}
    assert (made.by, made.door, made.name, made.role) == ("account 7", "web", "", "patient")
    assert forged == {**dict.fromkeys(clinicians, REFUSED), "pinned": "1 rows"}
    assert undone == REFUSED
    assert changed == {REFUSED}


@both
def test_only_a_clinician_holds_the_right_to_call_them(alice: str) -> None:
    play(alice, *_TOLD)
    may = ask(
        "SELECT r.rolname, p.proname FROM pg_proc p CROSS JOIN pg_roles r WHERE p.pronamespace = 'guard'::regnamespace"
        " AND p.proname = ANY (%s) AND r.rolname LIKE 'anamnesis_%%' AND r.rolname <> 'anamnesis_owner'"
        " AND has_function_privilege(r.oid, p.oid, 'EXECUTE')",
        [["confirm_fact", "retract_fact", "settle_conflict", "undo_decision", "my_last_look", "decide", "write_anew"]],
    )
    called = ("confirm_fact", "retract_fact", "settle_conflict", "undo_decision", "my_last_look")
    assert set(may) == {("anamnesis_clinician", name) for name in called}


def test_not_even_the_owner_of_the_tables_edits_or_deletes_a_decision(committed: None, alice: str) -> None:
    play(alice, *_TOLD)
    named = _named(alice)
    statements = (
        "UPDATE memory_decision SET reason = 'x' WHERE id = %s",
        "UPDATE memory_decision SET kind = 'pinned' WHERE id = %s",
        "DELETE FROM memory_decision WHERE id = %s",
    )
    assert ask("SELECT kind FROM memory_decision WHERE id = %s", [named["decision"]], using="owner") == [("confirmed",)]
    assert {attempt(sql, [named["decision"]], using="owner") for sql in statements} == {REFUSED}
