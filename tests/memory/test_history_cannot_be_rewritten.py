"""What is written stays as written, for the run-time log-in and for the owner alike; a fact rests on evidence."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from memory.door import privacy_office, registrar, silo
from memory.models import Conflict, Fact, TurnEmbedding
from tests.memory.rows import (
    CHECKED,
    NO_KEY,
    REFUSED,
    SOMEONE,
    TAKEN,
    VECTOR,
    Rows,
    ask,
    at_once,
    attempt,
    by_hand,
    fill,
    note,
    retired,
    silo_tables,
    sqlstate,
    true_pass,
)

OTHER = [0.0, 1.0] + [0.0] * 766


@pytest.fixture
def rows(committed: None, alice: str) -> Rows:
    """Alice's silo with a row in every table, committed."""
    return fill(alice)


UNCHANGING = {
    "adk_memory_facts": {
        "fact": "'x'",
        "tag": "'LAB'",
        "fact_date": "fact_date - 1",
        "date_precision": "'month'",
        "source": "'Dr. X'",
        "keys": "'{x}'",
        "memory_key": "'medication:x'",
        "subject": "'mother'",
        "attribute": "'x'",
        "value": "'x'",
        "unit": "'g'",
        "frequency": "'daily'",
        "route": "'oral'",
        "as_needed": "true",
        "negated": "true",
        "session_id": "NULL",
        "engine": "'x'",
        "prompt_version": "'x'",
        "created_at": "now()",
        "id": "gen_random_uuid()",
        "user_key": "'x/y'",
    },
    "memory_evidence": {"quote": "'x'", "speaker": "'clinician'", "said_at": "now()", "turn_id": "NULL"},
    "adk_session_events": {"text": "'x'", "speaker": "'advocate'", "said_at": "now()", "seq": "9", "removed": "true"},
    "memory_audit": {"payload": "'{}'", "by": "'x'", "at": "now()", "seq": "999", "hash": "'\\x00'"},
    "memory_audit_head": {"seq": "seq + 1", "hash": "'\\x00'"},
    "memory_recall_trace": {"query": "'x'", "placed": "'[]'", "sentences": "'[]'", "lookups": "'[]'"},
    "memory_held_draft": {"text": "'x'", "reason": "'x'"},
    "memory_access_log": {"by": "'x'", "at": "now()"},
    "memory_document": {"title": "'x'"},
    "memory_document_page": {"text": "'x'"},
    "memory_conflict": {"note": "'x'", "older_id": "newer_id", "opened_at": "now()"},
    "memory_record": {"created_at": "now()"},
    "record_access": {"granted_at": "now()", "account_id": "account_id + 1"},
    "care_relationship": {"clinician_id": "clinician_id + 1"},
}


@pytest.mark.parametrize("table", UNCHANGING)
def test_no_role_changes_what_was_written(rows: Rows, table: str) -> None:
    updates = [f"UPDATE {table} SET {c} = {new} WHERE user_key = %s" for c, new in UNCHANGING[table].items()]
    outcomes = {(sql, "owner"): attempt(sql, [rows.key], using="owner") for sql in updates}
    with silo(rows.key, by=SOMEONE, why="test"):
        outcomes |= {(sql, "silo"): attempt(sql, [rows.key]) for sql in updates}
    with registrar(by=SOMEONE, why="test"):
        outcomes |= {(sql, "registrar"): attempt(sql, [rows.key]) for sql in updates}
    assert {statement: outcome for statement, outcome in outcomes.items() if outcome != REFUSED} == {}


def test_no_role_deletes_or_empties_what_was_written(rows: Rows) -> None:
    access = {"record_access", "care_relationship"}  # given and taken by the registrar, audited
    derived = {"memory_turn_embedding", "memory_fact_usage"}
    deletes = {t: f"DELETE FROM {t} WHERE user_key = %s" for t in silo_tables() if t not in access | derived}
    assert len(deletes) >= 13
    assert {attempt(sql, [rows.key], using="owner") for sql in deletes.values()} == {REFUSED}
    for role in ("silo", "clinician", "privacy", "registrar"):
        with by_hand(f"anamnesis_{role}", true_pass(role, rows.key, account=1)):
            assert {attempt(sql, [rows.key]) for sql in deletes.values()} == {REFUSED}
    emptied = {attempt(f"TRUNCATE {table} CASCADE", using="owner") for table in silo_tables()}
    assert emptied == {REFUSED}


def test_no_role_writes_audit_rows_of_its_own(rows: Rows) -> None:
    copies = [
        "INSERT INTO memory_audit SELECT (a).* FROM (SELECT jsonb_populate_record(a, jsonb_build_object('seq', 99,"
        " 'id', gen_random_uuid())) AS a FROM memory_audit a WHERE user_key = %s LIMIT 1) b",
        "INSERT INTO memory_audit_head (user_key, seq, hash) SELECT user_key, 99, '' FROM memory_record"
        " WHERE user_key = %s",
    ]
    assert [attempt(sql, [rows.key], using="owner") for sql in copies] == [REFUSED, REFUSED]
    with silo(rows.key, by=SOMEONE, why="test"):
        assert [attempt(sql, [rows.key]) for sql in copies] == [REFUSED, REFUSED]


def test_a_receipt_learns_once_when_the_bytes_were_gone_and_nothing_else(rows: Rows) -> None:
    with privacy_office(by=SOMEONE, why="test"):
        ((receipt,),) = ask("SELECT guard.erase_silo(%s, 'test')", [rows.key])
    change = "UPDATE memory_erasure_receipt SET {} WHERE id = %s"
    for column in ("silo_digest = 'x'", "rows_gone_at = now()", "by = 'x'", "basis = 'x'", "counts = '{}'"):
        assert attempt(change.format(column), [receipt], using="owner") == REFUSED
    assert attempt("DELETE FROM memory_erasure_receipt WHERE id = %s", [receipt], using="owner") == REFUSED
    assert attempt("TRUNCATE memory_erasure_receipt", using="owner") == REFUSED
    gone = change.format("bytes_gone_at = now()")
    assert attempt(gone, [receipt]) == REFUSED
    ask(gone, [receipt], using="owner")
    assert attempt(gone, [receipt], using="owner") == REFUSED


def test_an_embedding_is_set_once_and_replaced_by_the_owner_only(rows: Rows) -> None:
    def embed(fact: uuid.UUID, vector: list[float] | None, model: str | None, using: str = "default") -> str:
        sql = "UPDATE adk_memory_facts SET embedding = %s::vector, embedding_model = %s WHERE user_key = %s AND id = %s"
        return attempt(sql, [vector and str(vector), model, rows.key, fact], using=using)

    with silo(rows.key, by=SOMEONE, why="test"):
        assert embed(rows.rival, VECTOR, "test") == "1 rows"
        assert embed(rows.fact, OTHER, "test") == REFUSED
        assert embed(rows.fact, VECTOR, "another model") == REFUSED
        assert embed(rows.fact, None, None) == REFUSED
        assert embed(rows.rival, VECTOR, None) == CHECKED
        sql = "UPDATE memory_turn_embedding SET embedding_model = 'other'"
        assert attempt(sql) == REFUSED
    assert embed(rows.fact, OTHER, "other", using="owner") == "1 rows"
    assert attempt(f"{sql} WHERE user_key = %s", [rows.key], using="owner") == "1 rows"
    with silo(rows.key, by=SOMEONE, why="test"):
        assert TurnEmbedding.objects.count() == 1


def test_a_past_appointment_gives_its_address_back_and_nothing_else_does(rows: Rows) -> None:
    release = "UPDATE adk_memory_facts SET memory_key = NULL WHERE id = %s"
    with silo(rows.key, by=SOMEONE, why="test"):
        visit = note(rows.key, "sees Dr. Osei", tag="APPOINTMENT", memory_key="appointment:osei")
        assert attempt(release, [visit]) == "1 rows"
        assert attempt("UPDATE adk_memory_facts SET memory_key = 'appointment:x' WHERE id = %s", [visit]) == REFUSED
        assert attempt(release, [rows.rival]) == REFUSED


Build = Callable[[str], dict[str, Any]]
IMPOSSIBLE: dict[str, tuple[Build, str]] = {
    "superseded without a successor": (lambda me: {**retired(uuid.uuid4()), "superseded_by_id": None}, CHECKED),
    "active with a successor": (lambda me: {"superseded_by_id": uuid.uuid4()}, CHECKED),
    "its own successor": (lambda me: retired(uuid.UUID(me)), CHECKED),
    "a successor that is not there": (lambda me: retired(uuid.uuid4()), NO_KEY),
    "superseded without a moment": (lambda me: {**retired(uuid.uuid4()), "retired_at": None}, CHECKED),
    "superseded without a reason": (lambda me: retired(uuid.uuid4(), why=""), CHECKED),
    "superseded for another reason": (lambda me: retired(uuid.uuid4(), why="bored"), CHECKED),
    "retracted without a moment": (lambda me: {"status": "retracted"}, CHECKED),
    "active with a moment of retirement": (lambda me: {"retired_at": timezone.now()}, CHECKED),
    "a status of its own": (lambda me: {"status": "deleted"}, CHECKED),
    "a tag of its own": (lambda me: {"tag": "MISC"}, CHECKED),
    "a date without its precision": (lambda me: {"date_precision": None}, CHECKED),
    "a precision without a date": (lambda me: {"fact_date": None}, CHECKED),
    "no source": (lambda me: {"source": ""}, CHECKED),
    "no keys": (lambda me: {"keys": []}, CHECKED),
    "six keys": (lambda me: {"keys": list("abcdef")}, CHECKED),
    "a vector without its model": (lambda me: {"embedding": VECTOR}, CHECKED),
    "an address that is taken": (lambda me: {"tag": "MEDICATION", "memory_key": "medication:aspirin"}, TAKEN),
}


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize(("build", "expected"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_fact_cannot_be_what_makes_no_sense(alice: str, build: Build, expected: str) -> None:
    me = uuid.uuid4()
    with silo(alice, by=SOMEONE, why="test"):
        note(alice, "aspirin", tag="MEDICATION", memory_key="medication:aspirin")
        note(alice, "aspirin?", tag="MEDICATION", memory_key="medication:aspirin", contested=True)
    with pytest.raises(DatabaseError) as refused, silo(alice, by=SOMEONE, why="test"):
        note(alice, "x", id=me, **build(str(me)))
    assert sqlstate(refused.value) == expected
    with silo(alice, by=SOMEONE, why="test"):
        assert Fact.objects.count() == 2


def test_a_successor_lives_in_the_same_silo(rows: Rows, charlie: str) -> None:
    with pytest.raises(DatabaseError) as refused, silo(charlie, by=SOMEONE, why="test"):
        note(charlie, "x", **retired(rows.fact))
    assert sqlstate(refused.value) == NO_KEY


def _chain(key: str, ids: Sequence[uuid.UUID], successors: Sequence[uuid.UUID]) -> None:
    for fact, successor in zip(ids, successors, strict=False):
        note(key, "a link", id=fact, **retired(successor))


@pytest.mark.parametrize("length", [2, 3, 5])
def test_a_chain_of_successors_has_no_circle(committed: None, alice: str, length: int) -> None:
    """Neither written at once, nor closed by a later transaction, by the silo or by the owner."""
    ids = [uuid.uuid4() for _ in range(length)]
    successors = [*ids[1:], ids[0]]
    with pytest.raises(DatabaseError, match="succeed itself"), silo(alice, by=SOMEONE, why="test"):
        _chain(alice, ids, successors)
    with silo(alice, by=SOMEONE, why="test"):
        _chain(alice, ids[:-1], successors)
        note(alice, "the newest", id=ids[-1])
    close = "UPDATE adk_memory_facts SET status = 'superseded', superseded_by = %s, retired_at = now(),"
    close += " retired_why = 'changed' WHERE user_key = %s AND id = %s"
    with pytest.raises(DatabaseError, match="succeed itself"), silo(alice, by=SOMEONE, why="test"):
        ask(close, [ids[0], alice, ids[-1]])
    with pytest.raises(DatabaseError, match="succeed itself"), transaction.atomic(using="owner"):
        ask(close, [ids[0], alice, ids[-1]], using="owner")


def test_two_transactions_cannot_close_a_circle_together(committed: None, alice: str) -> None:
    with silo(alice, by=SOMEONE, why="test"):
        one, two = note(alice, "one"), note(alice, "two")

    def supersede(old: uuid.UUID, new: uuid.UUID) -> None:
        with silo(alice, by=SOMEONE, why="test"):
            Fact.objects.filter(id=old).update(**retired(new))
            ask("SELECT pg_sleep(0.2)")

    raised = at_once(lambda: supersede(one, two), lambda: supersede(two, one))
    with silo(alice, by=SOMEONE, why="test"):
        chains = set(Fact.objects.filter(status="superseded").values_list("id", "superseded_by"))
    assert len(raised) == 1
    assert len(chains) == 1


LATE_CHANGES: dict[str, Callable[[str], None]] = {
    "nothing": lambda other: None,
    "the pass of another silo": lambda other: _show("anamnesis_silo", true_pass("silo", other)),
    "no pass": lambda other: _show("anamnesis_silo", ""),
    "no role": lambda other: _show("none", ""),
    "the role of a clinician": lambda other: _show("anamnesis_clinician", true_pass("clinician", account=1)),
}


def _show(role: str, shown: str) -> None:
    ask("SELECT set_config('role', %s, true), set_config('app.pass', %s, true)", [role, shown])


def _bare(key: str) -> None:
    Fact.objects.create(user_key=key, fact="x", tag="LAB", source="patient", keys=["x"])


def _circle(key: str) -> None:
    one, two = uuid.uuid4(), uuid.uuid4()
    _chain(key, [one, two], [two, one])


@pytest.mark.parametrize("wrong", [_bare, _circle])
@pytest.mark.parametrize("change", LATE_CHANGES.values(), ids=LATE_CHANGES)
def test_what_is_checked_at_the_end_is_refused_whoever_one_is_by_then(
    committed: None, alice: str, charlie: str, change: Callable[[str], None], wrong: Callable[[str], None]
) -> None:
    def write() -> None:
        with silo(alice, by=SOMEONE, why="test"):
            wrong(alice)
            change(charlie)

    with pytest.raises(DatabaseError):
        write()
    with silo(alice, by=SOMEONE, why="test"):
        assert not Fact.objects.exists()


@pytest.mark.django_db(databases=["default", "owner"])
def test_a_conflict_is_between_two_and_open_once(alice: str) -> None:
    rows = fill(alice)
    insert = "INSERT INTO memory_conflict (id, user_key, older_id, newer_id, note, opened_at, settled_by)"
    insert += " VALUES (gen_random_uuid(), %s, %s, %s, '', now(), '')"
    with silo(alice, by=SOMEONE, why="test"):
        assert attempt(insert, [alice, rows.fact, rows.rival]) == TAKEN
        assert attempt(insert, [alice, rows.fact, rows.fact]) == CHECKED
        Conflict.objects.update(settled_at=timezone.now(), winner_id=rows.fact)
        assert attempt(insert, [alice, rows.fact, rows.rival]) == "1 rows"
