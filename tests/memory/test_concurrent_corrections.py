"""Corrections that come at once: under the silo's lock they make one chain; without it the database refuses."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection

from memory.door import Actor, silo
from memory.drafts import Act
from memory.ledger.rows import supersede
from memory.models import Fact
from memory.vocabulary import Retired, Status
from tests.memory.ledger_cases import Record, med, on, says

DOSES = ("5", "10", "15", "20", "30", "40", "50", "75")
pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def started(alice: str, tester: Actor) -> str:
    """The key of a record in which one dose stands."""
    Record(alice, tester).play([on("2026-09-01", says(med("metoprolol 25 mg")))])
    return alice


def _at_once(act: Callable[[str], None]) -> list[BaseException | None]:
    """Run an act for each dose in a thread of its own, all from the same moment; return what each raised."""
    start = Barrier(len(DOSES))

    def run(dose: str) -> BaseException | None:
        start.wait()
        try:
            act(dose)
        except IntegrityError as error:
            return error
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(DOSES)) as threads:
        return list(threads.map(run, DOSES))


def _chain(user_key: str, by: Actor) -> list[Fact]:
    """The rows from the oldest to the newest, by their successors; inside its silo each row occurs once."""
    with silo(user_key, by=by, why="test"):
        rows = {row.id: row for row in Fact.objects.all()}
    followed = {row.superseded_by_id for row in rows.values()}
    (oldest,) = (row for row in rows.values() if row.id not in followed)
    chain = [oldest]
    while (successor := chain[-1].superseded_by_id) is not None:
        chain.append(rows[successor])
        assert len(chain) <= len(rows), "a cycle"
    assert len(chain) == len(rows), "more than one chain"
    return chain


def _audit_faults(user_key: str, by: Actor) -> list[tuple[object, ...]]:
    with silo(user_key, by=by, why="test"), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM audit_verify(%s)", [user_key])
        return list(cursor.fetchall())


def test_eight_corrections_at_once_make_one_chain(started: str, tester: Actor) -> None:
    def correct(dose: str) -> None:
        Record(started, tester).play([on("2026-10-01", says(med(f"metoprolol {dose} mg", act=Act.CORRECT)))])

    assert _at_once(correct) == [None] * len(DOSES)
    chain = _chain(started, tester)
    assert len(chain) == 1 + len(DOSES)
    assert [row.status for row in chain] == [Status.SUPERSEDED] * len(DOSES) + [Status.ACTIVE]
    assert _audit_faults(started, tester) == []


def test_without_the_lock_the_constraint_refuses_rather_than_corrupts(started: str, tester: Actor) -> None:
    with silo(started, by=tester, why="test"):
        standing = Fact.objects.get()
        evidence = standing.evidence.get()
    read = Barrier(len(DOSES))

    def replace(dose: str) -> None:
        with silo(started, by=tester, why="test"):
            old = Fact.objects.get(id=standing.id)
            read.wait()  # every one has read the same current row
            new = Fact(id=None, user_key=started, fact=f"metoprolol {dose} mg", tag=old.tag, source="patient",
                       keys=["metoprolol"], memory_key=old.memory_key, attribute="metoprolol")  # fmt: skip
            new.id = Fact._meta.pk.get_default()
            supersede(old, new.id, Retired.CHANGED, "patient")
            new.save(force_insert=True)
            new.evidence.create(
                user_key=started, quote="metoprolol", speaker="patient", said_at=evidence.said_at, time_zone="UTC"
            )

    raised = _at_once(replace)
    assert sum(error is None for error in raised) == 1
    assert len(_chain(started, tester)) == 2
    assert _audit_faults(started, tester) == []
