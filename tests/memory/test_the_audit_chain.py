"""Every change of a fact leaves one row of a chain, and whoever tampers with the chain is found, with the place."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone

from memory.door import Actor, clinician, registrar, silo
from memory.models import AuditRow, CareRelationship, Fact, RecordAccess
from tests.memory.rows import (
    REFUSED,
    SOMEONE,
    account,
    ask,
    at_once,
    attempt,
    by_hand,
    care,
    faults,
    fill,
    note,
    silo_tables,
    sqlstate,
    superuser,
    true_pass,
)

both = pytest.mark.django_db(databases=["default", "owner"])
BOB = Actor("account 7", "web")


def _entries(key: str, **which: Any) -> list[tuple[str, str, str, str]]:
    with silo(key, by=SOMEONE, why="look"):
        rows = AuditRow.objects.filter(table_name="adk_memory_facts", **which).order_by("seq")
        return list(rows.values_list("op", "by", "door", "why"))


def _insert_raw(key: str, fact: uuid.UUID) -> None:
    ask(
        "WITH f AS (INSERT INTO adk_memory_facts (id, user_key, fact, tag, source, status, keys, subject, attribute,"
        " negated, importance, contested, retired_by, retired_why, retired_note, engine, prompt_version, created_at,"
        " updated_at) VALUES (%s, %s, 'raw', 'LAB', 'patient', 'active', '{x}', 'self', '', false, 3, false, '', '',"
        " '', '', '', now(), now()) RETURNING id, user_key)"
        " INSERT INTO memory_evidence (id, user_key, fact_id, quote, speaker, said_at, time_zone, created_at)"
        " SELECT gen_random_uuid(), user_key, id, 'raw', 'patient', now(), 'UTC', now() FROM f",
        [fact, key],
    )


WRITES: dict[str, tuple[Callable[[str, uuid.UUID], object], list[str]]] = {
    "the ORM": (lambda key, fact: note(key, "x", id=fact), ["INSERT"]),
    "raw SQL": (_insert_raw, ["INSERT"]),
    "save": (lambda key, fact: _saved(note(key, "x", id=fact)), ["INSERT", "UPDATE"]),
    "a bulk update": (
        lambda key, fact: [note(key, "x", id=fact), Fact.objects.filter(id=fact).update(updated_at=timezone.now())],
        ["INSERT", "UPDATE"],
    ),
    "a raw update": (
        lambda key, fact: [note(key, "x", id=fact), ask("UPDATE adk_memory_facts SET contested = true")],
        ["INSERT", "UPDATE"],
    ),
    "forgetting": (
        lambda key, fact: [note(key, "x", id=fact), ask("SELECT guard.forget_fact(%s)", [fact])],
        ["INSERT", "DELETE"],
    ),
}


def _saved(fact: uuid.UUID) -> None:
    row = Fact.objects.get(id=fact)
    row.contested = True
    row.save(update_fields=["contested"])


@both
@pytest.mark.parametrize(("write", "ops"), WRITES.values(), ids=WRITES)
def test_every_write_of_a_fact_leaves_one_row_that_says_who_where_and_why(
    alice: str, write: Callable[[str, uuid.UUID], object], ops: list[str]
) -> None:
    fact = uuid.uuid4()
    with silo(alice, by=BOB, why="chat"):
        write(alice, fact)
    assert _entries(alice, row_id=str(fact)) == [(op, "account 7", "web", "chat") for op in ops]
    assert faults(alice) == []


@both
def test_a_bulk_update_leaves_one_row_a_fact_with_what_was_and_what_is(alice: str) -> None:
    fill(alice)
    with silo(alice, by=BOB, why="bulk"):
        Fact.objects.update(retired_note="seen")
        payloads: list[Any] = list(AuditRow.objects.filter(why="bulk").values_list("payload", flat=True))
    assert len(payloads) == 3
    assert {(said["old"]["retired_note"], said["new"]["retired_note"]) for said in payloads} == {("", "seen")}
    assert not [said for said in payloads if "embedding" in said["new"]]


@both
def test_who_may_open_a_record_is_audited_and_never_moved(alice: str, charlie: str) -> None:
    bob = account()
    with registrar(by=BOB, why="new patient"):
        access = RecordAccess.objects.create(user_key=alice, account_id=bob)
        care(alice, bob)
        CareRelationship.objects.filter(user_key=alice).update(ended=timezone.now())
        for table in ("record_access", "care_relationship"):
            assert attempt(f"UPDATE {table} SET user_key = %s WHERE user_key = %s", [charlie, alice]) == REFUSED
        RecordAccess.objects.filter(id=access.id).delete()
    with silo(alice, by=SOMEONE, why="look"):
        found = list(AuditRow.objects.order_by("seq").values_list("table_name", "op"))
    cares = [("care_relationship", "INSERT"), ("care_relationship", "UPDATE")]
    assert found == [("record_access", "INSERT"), *cares, ("record_access", "DELETE")]
    assert faults(alice) == []


@both
@pytest.mark.parametrize("shown", ["", "forged", "nobody"])
def test_a_write_without_a_pass_or_an_actor_is_refused(alice: str, shown: str) -> None:
    passes = {"": "", "forged": "0" * 64 + "{}", "nobody": true_pass("silo", alice, by="")}
    with by_hand("anamnesis_silo", passes[shown]), pytest.raises(DatabaseError) as refused:
        note(alice, "x")
    assert sqlstate(refused.value) == REFUSED


def test_the_owner_s_upkeep_is_recorded_as_the_owner_s(committed: None, alice: str) -> None:
    rows = fill(alice)
    ask("UPDATE adk_memory_facts SET importance = 1 WHERE user_key = %s", [alice], using="owner")
    assert _entries(alice, op="UPDATE", why="upkeep") == [("UPDATE", "owner", "owner", "upkeep")] * 3
    assert faults(alice) == []
    assert ask("SELECT * FROM audit_verify(%s)", [rows.key], using="owner") == []


Tamper = tuple[str, str]  # what an administrator does behind all triggers; what is found, with its place from the end
CHAIN = "memory_audit WHERE user_key = %(key)s"
TAMPERED: dict[str, Tamper] = {
    "an actor changed": (f"UPDATE {CHAIN.replace(' WHERE', ' SET by = $$x$$ WHERE')} AND seq = 3", "3 changed"),
    "a moment changed": (f"UPDATE {CHAIN.replace(' WHERE', ' SET at = now() WHERE')} AND seq = 3", "3 changed"),
    "words changed": (
        f"UPDATE {CHAIN.replace(' WHERE', ' SET payload = jsonb_set(payload, $${new,fact}$$, $$1$$) WHERE')}"
        " AND seq = 3",
        "3 content changed",
    ),
    "a middle row deleted": (f"DELETE FROM {CHAIN} AND seq = 3", "4 rows missing before"),
    "the first row deleted": (f"DELETE FROM {CHAIN} AND seq = 1", "2 rows missing before"),
    "the tail cut": (f"DELETE FROM {CHAIN} AND seq >= 5", "5 tail missing"),
    "the whole chain gone": (f"DELETE FROM {CHAIN}", "5 tail missing"),
    "a forged row at the end": (
        "INSERT INTO memory_audit SELECT (jsonb_populate_record(NULL::memory_audit, to_jsonb(a) ||"
        " jsonb_build_object('seq', 6, 'prev', a.hash, 'id',"
        f" gen_random_uuid()))).* FROM (SELECT * FROM {CHAIN} AND seq = 5) a",
        "5 rows beyond the head",
    ),
    "a forged row whose sums are right": (
        "INSERT INTO memory_audit SELECT (jsonb_populate_record(NULL::memory_audit, to_jsonb(a) ||"
        " jsonb_build_object('seq', 6, 'prev', a.hash, 'id',"
        " gen_random_uuid(), 'hash', guard.audit_hash(a.hash, a.user_key, 6, a.at, a.table_name, a.row_id, a.op, a.by,"
        f" a.door, a.why, a.digest)))).* FROM (SELECT * FROM {CHAIN} AND seq = 5) a",
        "5 rows beyond the head",
    ),
    "two rows swapped": (
        f"UPDATE {CHAIN.replace(' WHERE', ' SET seq = -seq WHERE')} AND seq IN (2, 3);"
        f"UPDATE {CHAIN.replace(' WHERE', ' SET seq = 5 + seq WHERE')} AND seq IN (-2, -3)",
        "2 does not follow the row before",
    ),
    "the head changed": ("UPDATE memory_audit_head SET hash = '\\x00' WHERE user_key = %(key)s", "5 head differs"),
    "the head put back": ("UPDATE memory_audit_head SET seq = 4 WHERE user_key = %(key)s", "4 rows beyond the head"),
    "the head put forward": ("UPDATE memory_audit_head SET seq = 6 WHERE user_key = %(key)s", "6 tail missing"),
    "the head deleted": ("DELETE FROM memory_audit_head WHERE user_key = %(key)s", "5 head missing"),
    "words gone without forgetting": (
        f"UPDATE {CHAIN.replace(' WHERE', ' SET payload = NULL, salt = NULL WHERE')} AND seq = 3",
        "3 content gone, fact never forgotten",
    ),
    "a live fact changed": (
        "UPDATE adk_memory_facts SET fact = '50 mg' WHERE user_key = %(key)s AND fact = 'reading 4'",
        "5 live fact changed",
    ),
    "a live fact's status changed": (
        "UPDATE adk_memory_facts SET contested = true WHERE user_key = %(key)s AND fact = 'reading 2'",
        "3 live fact changed",
    ),
    "a live fact deleted": (
        "DELETE FROM adk_memory_facts WHERE user_key = %(key)s AND fact = 'reading 1'",
        "2 live fact gone",
    ),
    "a live fact slipped in": (
        "INSERT INTO adk_memory_facts SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid()))).*"
        " FROM adk_memory_facts f WHERE user_key = %(key)s LIMIT 1",
        "0 live fact never audited",
    ),
}


@pytest.mark.parametrize(("sql", "expected"), TAMPERED.values(), ids=TAMPERED)
def test_tampering_is_found_with_its_place_and_in_its_silo_only(
    committed: None, alice: str, charlie: str, sql: str, expected: str
) -> None:
    for key in (alice, charlie):
        with silo(key, by=SOMEONE, why="write"):
            for number in range(5):
                note(key, f"reading {number}")
    assert faults(alice) == []
    with superuser() as administrator:
        for statement in sql.split(";"):
            administrator.execute(_literal(statement, alice))
    place, _, fault = expected.partition(" ")
    assert faults(alice) == [(alice, int(place), fault)]
    assert faults(charlie) == []
    with silo(charlie, by=SOMEONE, why="verify"):
        assert ask("SELECT * FROM audit_verify(%s)", [alice]) == []
    everywhere = ask("SELECT user_key, fault FROM audit_verify()", using="owner")
    assert (alice, fault) in everywhere
    assert charlie not in dict(everywhere)


@pytest.fixture(autouse=True)
def _nothing_broken_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take silos that a test tampered with away: the owner verifies all there are."""
    keys = [request.getfixturevalue(name) for name in ("alice", "charlie") if name in request.fixturenames]
    yield
    if "committed" in request.fixturenames:
        with superuser() as administrator:
            for table in silo_tables():
                administrator.execute(f"DELETE FROM {table} WHERE user_key = ANY (%s)".encode(), [keys])


def _literal(statement: str, key: str) -> bytes:
    return statement.replace("%(key)s", f"'{key}'").encode()


def test_a_forgotten_fact_that_comes_back_is_found(committed: None, alice: str) -> None:
    with silo(alice, by=SOMEONE, why="test"):
        gone, kept = note(alice, "gone"), note(alice, "kept")
        ask("SELECT guard.forget_fact(%s)", [gone])
    assert faults(alice) == []
    with superuser() as administrator:
        administrator.execute("UPDATE adk_memory_facts SET id = %s WHERE id = %s", [gone, kept])
    assert [fault for _, _, fault in faults(alice)] == ["live fact gone"]
    with superuser() as administrator:
        administrator.execute("DELETE FROM memory_audit WHERE row_id = %s", [str(kept)])
    assert [fault for _, _, fault in faults(alice)] == ["rows missing before"]


def test_no_other_role_is_stopped_from_verifying_what_it_may_see(committed: None, alice: str, charlie: str) -> None:
    fill(alice)
    fill(charlie)
    bob = account()
    care(alice, bob)
    with superuser() as administrator:
        administrator.execute(
            "UPDATE memory_audit SET why = 'x' WHERE seq = 2 AND user_key IN (%s, %s)", [alice, charlie]
        )
    with clinician(bob, user_key=alice, by=BOB, why="review"):
        assert ask("SELECT * FROM audit_verify()") == [(alice, 2, "changed")]
        assert ask("SELECT * FROM audit_verify(%s)", [charlie]) == []


def test_writers_at_once_leave_an_unbroken_chain(committed: None, alice: str) -> None:
    def write() -> None:
        for number in range(25):
            with silo(alice, by=SOMEONE, why="race"):
                note(alice, f"reading {number}")

    assert at_once(*[write] * 8) == []
    with silo(alice, by=SOMEONE, why="count"):
        places = list(AuditRow.objects.order_by("seq").values_list("seq", flat=True))
    assert places == list(range(1, 201))
    assert faults(alice) == []


def test_an_undone_write_leaves_no_gap(committed: None, alice: str) -> None:
    for fails in (False, True, False):
        try:
            with silo(alice, by=SOMEONE, why="write"):
                note(alice, "x")
                assert not fails
        except AssertionError:
            continue
    assert len(_entries(alice)) == 2
    assert faults(alice) == []
