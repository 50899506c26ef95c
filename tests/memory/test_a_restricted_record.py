"""A restricted record is kept, not used: the database refuses whoever would use it, and its owner reads on."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta

import pytest
from django.db import connection

from memory import distilling, erasure, transcript
from memory.acts import marks
from memory.acts.hand import Hand
from memory.door import Actor, Restricted, clinician, registrar, silo
from memory.drafts import Draft, Transcript
from memory.models import AccessLog, AuditRow, Fact, Session, User
from memory.models.account import CLINICIAN
from memory.operations import export, restriction
from memory.operations.listing import NoSuchRecord, rows_of
from memory.recall import recall
from memory.vocabulary import SessionState, Speaker
from tests.memory.commanding import NOON, OPENING, tell
from tests.memory.recall_cast import WordsEngine
from tests.memory.rows import REFUSED, SOMEONE, account, ask, attempt, care, fill, statements
from tests.memory.rows import rows_of as one_of_each

both = pytest.mark.django_db(databases=["default", "owner"])
ERIN = Actor("account 3", "admin")
KEPT = "AR018"
LOGS = {"memory_audit", "memory_audit_head", "memory_access_log", "record_access", "care_relationship", "memory_record"}


@both
def test_the_database_takes_nothing_into_a_restricted_record_and_changes_nothing_in_it(
    alice: str, charlie: str
) -> None:
    for key in (alice, charlie):
        fill(key)
    assert restriction.restrict(alice, by=ERIN, why="request of the person (2026/4)")
    assert not restriction.restrict(alice, by=ERIN, why="again")
    tried = {}
    for key in (alice, charlie):
        for table, row in one_of_each(key).items():
            with silo(key, by=SOMEONE, why="test"):
                found = statements(table, {**row, "id": str(uuid.uuid4())}, "anamnesis_silo")
                tried[key == alice, table] = [attempt(*found["insert"]), attempt(*found["update"])]
    taken = {table for (ours, table), told in tried.items() if ours and KEPT not in told and table not in LOGS}
    # Who may insert or change at all may not here; what nobody may change is refused as always.
    assert taken == {table for (ours, table), told in tried.items() if not ours and set(told) == {REFUSED}} - LOGS
    assert not any(KEPT in told for (ours, _), told in tried.items() if not ours), "Charlie's record is as it was"


@pytest.mark.usefixtures("committed")
def test_no_message_no_recall_no_placing_no_mark_until_the_restriction_is_lifted(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    restriction.restrict(alice, by=ERIN, why="accuracy contested")
    with pytest.raises(Restricted):
        tell(alice, "metoprolol 50 mg", by=tester)
    with pytest.raises(Restricted):
        recall(alice, "What do I take?", day=NOON.date(), engine=WordsEngine(), by=tester)
    with pytest.raises(Restricted):
        marks.pin(Hand(alice, tester, NOON, "UTC", OPENING), told.fact)
    with pytest.raises(Restricted):
        transcript.close(alice, told.session, by=tester)
    assert restriction.lift(alice, by=ERIN, why="accuracy settled")
    tell(alice, "metoprolol 50 mg", by=tester)
    found = recall(alice, "What metoprolol do I take?", day=NOON.date(), engine=WordsEngine(), by=tester)
    assert told.fact in {each.fact.id for each in found.placed}


@pytest.mark.usefixtures("committed")
def test_its_owner_reads_it_takes_it_along_and_has_it_erased(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    other = tell(alice, "lisinopril 10 mg", by=tester)
    restriction.restrict(alice, by=ERIN, why="accuracy contested")
    assert [view.id for view in rows_of(alice, by=tester)] == [told.fact, other.fact]
    exported = json.loads("".join(export.pieces(alice, by=tester)))
    assert exported["record"]["restricted"] is True
    assert len(exported["facts"]) == 2
    erasure.forget(alice, told.fact, by=tester)
    assert [view.id for view in rows_of(alice, by=tester)] == [other.fact]
    assert erasure.erase_own(alice, by=tester).counts["adk_memory_facts"] == 1
    with pytest.raises(NoSuchRecord):
        restriction.lift(alice, by=ERIN, why="too late")


@pytest.mark.usefixtures("committed")
def test_nothing_of_it_is_distilled_swept_or_purged_and_all_of_that_goes_on_afterwards(
    alice: str, tester: Actor
) -> None:
    session, _ = transcript.hear(
        alice, speaker=Speaker.PATIENT, text="I take metoprolol 25 mg.", at=NOON, zone="UTC", opening=OPENING, by=tester
    )
    with silo(alice, by=tester, why="test"):
        Session.objects.update(status=SessionState.QUEUED, updated_at=NOON, expire_at=NOON + timedelta(days=1))
    assert _due(alice) == {("distil", session)}
    restriction.restrict(alice, by=ERIN, why="accuracy contested")
    assert _due(alice) == set()
    assert distilling.distil(session, engine=WordsEngine(), by=tester) is None
    with silo(alice, by=tester, why="test"):
        row = Session.objects.get()
        assert (row.status, row.attempts) == (SessionState.QUEUED, 0)
    restriction.lift(alice, by=ERIN, why="settled")
    assert distilling.distil(session, engine=WordsEngine(), by=tester) is SessionState.NOTHING_FOUND
    assert _due(alice) >= {("purge", session)}
    restriction.restrict(alice, by=ERIN, why="needed for a claim")
    assert _due(alice) == set(), "what the person needs for a claim is not purged"


@pytest.mark.usefixtures("committed")
def test_a_record_that_is_restricted_while_the_engine_drafts_is_left_alone(alice: str, tester: Actor) -> None:
    class Slow(WordsEngine):
        def distil(self, transcript: Transcript) -> list[Draft]:
            restriction.restrict(alice, by=ERIN, why="accuracy contested")
            return []

    told = tell(alice, "metoprolol 25 mg", by=tester)
    transcript.close(alice, told.session, by=tester)
    assert distilling.distil(told.session, engine=Slow(), by=tester) is None
    with silo(alice, by=tester, why="test"):
        row = Session.objects.get()
        assert (row.status, row.distilled_seq, row.failure) == (SessionState.RUNNING, 0, "")


@both
def test_no_clinician_enters_it_and_only_hers_hears_why(alice: str, charlie: str) -> None:
    fill(alice)
    bob = User.objects.get(pk=account())
    bob.take_role(CLINICIAN)
    care(alice, bob.pk)
    restriction.restrict(alice, by=ERIN, why="accuracy contested")
    with pytest.raises(Restricted), clinician(bob.pk, user_key=alice, by=SOMEONE, why="visit"):
        pass
    restriction.lift(alice, by=ERIN, why="settled")
    with clinician(bob.pk, user_key=alice, by=SOMEONE, why="visit"):
        assert Fact.objects.count() == 3


@both
def test_restricting_and_lifting_stand_in_the_audit_and_in_the_access_log(alice: str) -> None:
    fill(alice)
    restriction.restrict(alice, by=ERIN, why="accuracy contested (2026/9)")
    restriction.lift(alice, by=ERIN, why="settled")
    with silo(alice, by=SOMEONE, why="test"):
        rows = AuditRow.objects.filter(table_name="memory_record").order_by("seq")
        assert [(r.by, r.door, r.why, r.payload) for r in rows] == [
            (
                "account 3",
                "admin",
                "accuracy contested (2026/9)",
                {"old": {"restricted": False}, "new": {"restricted": True}},
            ),
            ("account 3", "admin", "settled", {"old": {"restricted": True}, "new": {"restricted": False}}),
        ]
        assert ask("SELECT * FROM audit_verify()") == []
        logged = AccessLog.objects.filter(what__contains="restrict").order_by("at").values_list("by", "what", "why")
        assert list(logged) == [
            ("account 3", "restricted the record", "accuracy contested (2026/9)"),
            ("account 3", "lifted the restriction", "settled"),
        ]


@both
@pytest.mark.parametrize("role", ["silo", "registrar"])
def test_nobody_but_privacy_staff_restricts_or_lifts(alice: str, role: str) -> None:
    fill(alice)
    restriction.restrict(alice, by=ERIN, why="accuracy contested")
    door = silo(alice, by=SOMEONE, why="test") if role == "silo" else registrar(by=SOMEONE, why="test")
    with door:
        assert attempt("SELECT guard.restrict_silo(%s, false)", [alice]) == REFUSED
        assert attempt("UPDATE memory_record SET restricted = false") == REFUSED
    assert restriction.is_restricted(alice, by=SOMEONE)


def _due(key: str) -> set[tuple[str, uuid.UUID | None]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT work, session FROM due_work('0') WHERE user_key = %s", [key])
        return set(cursor.fetchall())
