"""What the tests of acts need: a record as it was told, a hand in it, and what then stands."""

from __future__ import annotations

import uuid
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from uuid import UUID

from memory.acts.hand import Hand
from memory.door import Actor, clinician, silo
from memory.models import AuditRow, Conflict, Fact, User
from memory.models.account import CLINICIAN
from memory.transcript import Opening
from tests.memory.ledger_cases import Record, Sitting, rows, told
from tests.memory.rows import care, superuser

ALICE = Actor("account 7", "web")
DOCTOR = "Dr. Bob Reyes"
NOW = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
ZONE = "America/New_York"
OPENING = Opening("patient-advocate", "3", keep_days=90)


def hand(key: str) -> Hand:
    """The patient's hand in this record, on 30 November."""
    return Hand(key, ALICE, NOW, ZONE, OPENING)


def play(key: str, *sittings: Sitting) -> None:
    """Have it told."""
    Record(key, ALICE).play(sittings)


def fact_called(key: str, words: str) -> UUID:
    """The id of the one row of these words that was written last."""
    with silo(key, by=ALICE, why="test"):
        return Fact.objects.filter(fact=words).order_by("-created_at").values_list("id", flat=True)[0]


def row_of(key: str, fact: UUID | None) -> Fact:
    """The row of this id."""
    assert fact
    with silo(key, by=ALICE, why="test"):
        return Fact.objects.prefetch_related("evidence").get(id=fact)


def standing(key: str) -> list[str]:
    """All rows as the tables of the ledger write them."""
    with silo(key, by=ALICE, why="test"):
        return [told(row) for row in rows()]


def conflicts(key: str) -> list[tuple[str, str]]:
    """The contradictions that are open, with their words."""
    with silo(key, by=ALICE, why="test"):
        opened = Conflict.objects.filter(settled_at=None).order_by("opened_at", "id")
        return [(c.older.fact, c.newer.fact) for c in opened]


def open_conflict(key: str) -> UUID:
    """The id of the one contradiction that is open."""
    with silo(key, by=ALICE, why="test"):
        return Conflict.objects.get(settled_at=None).id


def audited(key: str, since: int = 0) -> set[tuple[str, str, str]]:
    """Who changed the record by which door and why, after audit row `since`."""
    with silo(key, by=ALICE, why="test"):
        return set(AuditRow.objects.filter(seq__gt=since).values_list("by", "door", "why"))


def last_audit(key: str) -> int:
    """The number of the last audit row."""
    with silo(key, by=ALICE, why="test"):
        return AuditRow.objects.order_by("-seq").values_list("seq", flat=True)[0]


def a_doctor(*keys: str, name: str = DOCTOR) -> int:
    """Make a clinician's account who cares for these records; return its id."""
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", name=name)
    user.take_role(CLINICIAN)
    for key in keys:
        care(key, user.pk)
    return user.pk


def hers(account: int, key: str, why: str = "visit") -> AbstractContextManager[None]:
    """The silo, entered as this clinician."""
    return clinician(account, user_key=key, by=Actor(f"account {account}", "admin"), why=why)


def told_on(key: str, day: str, *sittings: Sitting) -> None:
    """Have it told and recorded on that day: what the record wrote of it is moved there. For committed records."""
    with silo(key, by=ALICE, why="test"):
        before = AuditRow.objects.count()
    play(key, *sittings)
    move_to(key, day, since=before)


def move_to(key: str, day: str, *, since: int) -> None:
    """Move what was recorded after audit row `since` to noon of a day in the person's zone."""
    noon = f"{day} 12:00 {ZONE}"
    with superuser() as server:
        server.execute(
            "UPDATE adk_memory_facts f SET created_at = %s FROM memory_audit a WHERE a.user_key = %s AND a.seq > %s"
            " AND a.op = 'INSERT' AND f.user_key = a.user_key AND f.id::text = a.row_id",
            [noon, key, since],
        )
        server.execute("UPDATE memory_audit SET at = %s WHERE user_key = %s AND seq > %s", [noon, key, since])
