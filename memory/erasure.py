"""Erasing a record and forgetting a fact: one module, one way in; the database does it (migrations/sql/erasure.sql)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, connections
from psycopg.errors import NoDataFound

from memory import forgotten, queueing
from memory.door import Actor, privacy_office, silo
from memory.models import ErasureOrder, ErasureReceipt, Fact, Session
from memory.query_cache import query_cache


class NothingToErase(Exception):
    """No such record, or no such fact in it."""


class SameHand(Exception):
    """Who asked for an erasure does not approve it."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of an erasure, without content. `counts` is rows by table; `bytes_gone_at` comes with `db compact`."""

    id: UUID
    silo_digest: str
    rows_gone_at: datetime
    bytes_gone_at: datetime | None
    by: str
    basis: str
    counts: dict[str, int]
    verification: dict[str, Any] | None = None


def entry(receipt: Receipt) -> forgotten.Entry:
    """Return a receipt as the list outside of the database keeps it."""
    return {
        "erased": receipt.silo_digest,
        "receipt": str(receipt.id),
        "at": receipt.rows_gone_at.isoformat(),
        "bytes_gone_at": receipt.bytes_gone_at.isoformat() if receipt.bytes_gone_at else None,
        "by": receipt.by,
        "basis": receipt.basis,
        "counts": receipt.counts,
        "verification": receipt.verification,
    }


def erase(user_key: str, *, by: Actor, basis: str) -> Receipt:
    """Erase a record as privacy staff: every row, cache entry and queued job. Raises NothingToErase."""
    sessions = _sessions(user_key, by)
    with privacy_office(by=by, why="erasure"):
        found = receipt_by_id(_call("SELECT guard.erase_silo(%s, %s)", [user_key, basis]))
        forgotten.note(entry(found))
    _leave_nothing_queued(user_key, sessions)
    return found


def carry_out(user_key: str, order: UUID, *, by: Actor) -> Receipt:
    """Erase a record as another of the privacy staff ordered. Raises NothingToErase, SameHand."""
    sessions = _sessions(user_key, by)
    with privacy_office(by=by, why="erasure"):
        if ErasureOrder.objects.filter(id=order, asked_by=by.name).exists():
            raise SameHand
        found = receipt_by_id(_call("SELECT guard.erase_ordered(%s, %s)", [user_key, order]))
        forgotten.note(entry(found))
    _leave_nothing_queued(user_key, sessions)
    return found


def erase_own(user_key: str, *, by: Actor) -> Receipt:
    """Erase a record as the person whose silo it is. Raises NothingToErase."""
    sessions = _sessions(user_key, by)
    with silo(user_key, by=by, why="erasure"):
        receipt = _call("SELECT guard.erase_my_silo()", [])
    _leave_nothing_queued(user_key, sessions)
    with privacy_office(by=by, why="receipt"):
        found = receipt_by_id(receipt)
        forgotten.note(entry(found))
    return found


def forget(user_key: str, fact: UUID, *, by: Actor) -> int:
    """Forget one fact with its words, what tells of it and what was written anew of it; return how many facts went.

    Raises NothingToErase.
    """
    with silo(user_key, by=by, why="forget one fact"):
        before = Fact.objects.count()
        _call("SELECT guard.forget_fact(%s)", [fact])
        gone = before - Fact.objects.count()
        forgotten.note({"forgot": str(fact), "silo": forgotten.digest_of(user_key)})
    query_cache().drop(user_key)
    return gone


def receipt_by_id(receipt: UUID) -> Receipt:
    """Return a receipt; inside the privacy office."""
    return as_receipt(ErasureReceipt.objects.get(id=receipt))


def receipts_of(user_key: str, *, by: Actor) -> list[Receipt]:
    """Return the receipts for this key."""
    digest = forgotten.digest_of(user_key)
    with privacy_office(by=by, why="verify an erasure"):
        return [as_receipt(r) for r in ErasureReceipt.objects.filter(silo_digest=digest).order_by("rows_gone_at")]


def remaining(user_key: str, *, using: str = "owner") -> dict[str, int]:
    """Count the rows of a key in every table that the catalogue knows; as the owner, who sees them all."""
    counts = {}
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT name::text FROM guard.silo_table ORDER BY 1")
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT count(*) FROM {table} WHERE user_key = %s", [user_key])  # noqa: S608 - from the catalogue
            counts[table] = cursor.fetchone()[0]
    return counts


def _sessions(user_key: str, by: Actor) -> list[UUID]:
    with silo(user_key, by=by, why="erasure: queued work"):
        return list(Session.objects.values_list("public_id", flat=True))


def _leave_nothing_queued(user_key: str, sessions: list[UUID]) -> None:
    queueing.withdraw(sessions)
    query_cache().drop(user_key)


def _call(query: str, parameters: list[Any]) -> Any:
    try:
        with connection.cursor() as cursor:
            cursor.execute(query, parameters)
            return cursor.fetchone()[0]
    except DatabaseError as error:
        if isinstance(error.__cause__, NoDataFound):
            raise NothingToErase("nothing of that name is in the record") from None
        raise


def as_receipt(row: ErasureReceipt) -> Receipt:
    """Return the receipt as a plain value."""
    return Receipt(
        row.id,
        row.silo_digest,
        row.rows_gone_at,
        row.bytes_gone_at,
        row.by,
        row.basis,
        row.counts,
        row.verification,
    )
