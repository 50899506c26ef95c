"""Erasures that two people order: one of the privacy staff asks, another carries it out; either may withdraw it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError

from memory.door import Actor, privacy_office
from memory.models import ErasureOrder


class AlreadyAsked(Exception):
    """Somebody has asked for the erasure of this record, and that waits."""


@dataclass(frozen=True, slots=True)
class Order:
    """An erasure that waits for a second person."""

    id: UUID
    silo_digest: str
    basis: str
    close_account: bool
    asked_by: str
    asked_at: datetime


def ask(silo_digest: str, *, basis: str, close_account: bool, by: Actor) -> None:
    """Ask for an erasure. Raises AlreadyAsked."""
    try:
        with privacy_office(by=by, why="ask for an erasure"):
            order = ErasureOrder(silo_digest=silo_digest, basis=basis, close_account=close_account)
            order.save(force_insert=True)
    except IntegrityError:
        raise AlreadyAsked from None


def withdraw(order: UUID, *, by: Actor) -> bool:
    """Withdraw an order that waits; return False where it waits no more."""
    with privacy_office(by=by, why="withdraw an erasure"):
        return bool(ErasureOrder.objects.filter(id=order, decision="").update(decision="withdrawn"))


def waiting(*, by: Actor, silo_digest: str | None = None) -> list[Order]:
    """Return the orders that wait, the oldest first: of one record, or of all (a hundred at most)."""
    rows = ErasureOrder.objects.filter(decision="").order_by("asked_at", "id")
    if silo_digest is not None:
        rows = rows.filter(silo_digest=silo_digest)
    with privacy_office(by=by, why="see the erasures that wait"):
        return [_plain(row) for row in rows[:100]]


def _plain(row: ErasureOrder) -> Order:
    return Order(row.id, row.silo_digest, row.basis, row.close_account, row.asked_by, row.asked_at)
