"""An erasure leaves no row of a silo and touches no other; no writer, in flight or late, survives it."""

from __future__ import annotations

import hashlib
import json
import random
import time
import uuid
from collections.abc import Callable
from threading import Event

import pytest
from django.db import DatabaseError

from memory import transcript
from memory.door import Actor, privacy_office, silo
from memory.models import (
    AccessLog,
    Fact,
    Session,
)
from tests.memory.rows import (
    NO_KEY,
    NOT_FOUND,
    REFUSED,
    SOMEONE,
    ask,
    at_once,
    attempt,
    faults,
    fill,
    note,
    open_session,
    rows_of,
    say,
    silo_tables,
    sqlstate,
)

both = pytest.mark.django_db(databases=["default", "owner"])
ERIN = Actor("account 9", "web")


def _by_oneself(key: str) -> uuid.UUID:
    with silo(key, by=SOMEONE, why="erase"):
        ((receipt,),) = ask("SELECT guard.erase_my_silo()")
    return receipt  # type: ignore[no-any-return]


def _by_the_office(key: str) -> uuid.UUID:
    with privacy_office(by=ERIN, why="erase"):
        ((receipt,),) = ask("SELECT guard.erase_silo(%s, 'letter of 3 May')", [key])
    return receipt  # type: ignore[no-any-return]


def _left(key: str) -> dict[str, int]:
    """The rows that the owner still finds, by table; committed ones only."""
    counts = {
        t: ask(f"SELECT count(*) FROM {t} WHERE user_key = %s", [key], using="owner")[0][0] for t in silo_tables()
    }
    return {table: count for table, count in counts.items() if count}


@pytest.mark.parametrize(
    ("erase", "by", "basis"),
    [(_by_oneself, "the person", "request of the person"), (_by_the_office, "account 9", "letter of 3 May")],
)
def test_no_row_of_any_table_remains_and_a_receipt_says_so(
    committed: None, alice: str, charlie: str, erase: Callable[[str], uuid.UUID], by: str, basis: str
) -> None:
    fill(alice)
    fill(charlie)
    before, theirs, neighbours = _left(alice), _left(charlie), rows_of(charlie)
    assert set(before) == set(silo_tables())
    receipt = erase(alice)
    assert _left(alice) == {}
    assert (_left(charlie), rows_of(charlie), faults(charlie)) == (theirs, neighbours, [])
    with privacy_office(by=ERIN, why="look"):
        ((said,),) = ask("SELECT to_jsonb(r) FROM memory_erasure_receipt r WHERE id = %s", [receipt])
    told = json.loads(said)
    assert told["counts"] == before
    assert (told["by"], told["basis"], told["bytes_gone_at"]) == (by, basis, None)
    assert told["silo_digest"] == hashlib.sha256(alice.encode()).hexdigest()
    assert alice.partition("/")[2] not in said


def test_a_key_is_never_used_again(committed: None, alice: str) -> None:
    _by_oneself(alice)
    with pytest.raises(transcript.RecordErased):
        transcript.register(alice, by=SOMEONE)
    with pytest.raises(DatabaseError, match="never used again"):
        ask(
            "INSERT INTO memory_record (user_key, label, subject, subject_name, time_zone, restricted, created_at)"
            " VALUES (%s, '', 'self', '', 'UTC', false, now())",
            [alice],
            using="owner",
        )
    with pytest.raises(DatabaseError) as refused:
        _by_oneself(alice)
    assert sqlstate(refused.value) == NOT_FOUND


@both
def test_only_the_person_and_the_privacy_office_erase(alice: str, charlie: str) -> None:
    with silo(alice, by=SOMEONE, why="test"):
        assert attempt("SELECT guard.erase_silo(%s, 'x')", [charlie]) == REFUSED
        assert attempt("SELECT guard.erase_silo(%s, 'x')", [alice]) == REFUSED
        assert attempt("SELECT guard.erase_rows(%s)", [charlie]) == REFUSED
    assert attempt("SELECT guard.erase_silo(%s, 'x')", [alice]) == REFUSED
    with privacy_office(by=ERIN, why="test"):
        assert attempt("SELECT guard.erase_my_silo()") == REFUSED
        assert attempt("SELECT guard.erase_silo('', 'x')") == "22004"
        assert attempt("SELECT guard.erase_silo('no/body', 'x')") == NOT_FOUND


FIRST: dict[str, Callable[[str, Session], object]] = {
    "a new fact": lambda key, session: note(key, "in flight"),
    "an access alone": lambda key, session: AccessLog.objects.create(user_key=key, by="x", door="x", what="read"),
    "a turn": lambda key, session: say(session, "in flight"),
    "the session's row": lambda key, session: Session.objects.update(attempts=1),
    "the ledger's lock": lambda key, session: transcript.lock_silo(key),
    "a changed fact": lambda key, session: Fact.objects.update(retired_note="x"),
}


@pytest.mark.parametrize("first", FIRST.values(), ids=FIRST)
def test_a_writer_in_flight_is_waited_for_and_erased(
    committed: None, alice: str, first: Callable[[str, Session], object]
) -> None:
    """Whatever it holds when the eraser comes, and whatever it needs then."""
    with silo(alice, by=SOMEONE, why="write"):
        session = open_session(alice)
        note(alice, "before")
    holds, erased = Event(), []

    def write() -> None:
        with silo(alice, by=SOMEONE, why="write"):
            first(alice, session)
            holds.set()
            time.sleep(0.3)
            if first is not FIRST["an access alone"]:
                say(session, "still writing")
                note(alice, "to the end")

    def erase() -> None:
        assert holds.wait(5)
        erased.append(_by_oneself(alice))

    assert at_once(write, erase) == []
    assert len(erased) == 1
    assert _left(alice) == {}


def test_a_late_writer_fails(committed: None, alice: str) -> None:
    with silo(alice, by=SOMEONE, why="write"):
        session = open_session(alice)
    _by_oneself(alice)
    for write in (lambda: note(alice, "late"), lambda: say(session, "late", seq=1), lambda: open_session(alice)):
        with pytest.raises(DatabaseError) as refused, silo(alice, by=SOMEONE, why="late"):
            write()
        assert sqlstate(refused.value) == NO_KEY
    assert _left(alice) == {}


def test_thirty_races_of_writers_against_the_eraser_leave_no_row(committed: None) -> None:
    late: list[BaseException] = []
    for race in range(30):
        key = f"patient-advocate/{uuid.uuid4().hex}"
        transcript.register(key, by=SOMEONE)
        with silo(key, by=SOMEONE, why="write"):
            session = open_session(key)
        pause = random.Random(race).uniform(0, 0.03)

        def write(key: str = key, session: Session = session) -> None:
            for number in range(100):
                with silo(key, by=SOMEONE, why="race"):
                    note(key, f"reading {number}")
                    Session.objects.filter(id=session.id).update(attempts=number)

        def erase(key: str = key, pause: float = pause) -> None:
            time.sleep(pause)
            _by_oneself(key)

        late += at_once(write, write, erase)
        assert _left(key) == {}
    assert {sqlstate(error) for error in late} <= {NO_KEY, "40P01"}  # too late, or let go for the eraser
    assert len(late) >= 20  # the races were races
