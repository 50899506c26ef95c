"""Requests of persons, kept by privacy staff with their clock: what is due when, and with what each was closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from memory.door import Actor, privacy_office
from memory.models import PrivacyRequest
from memory.models.privacy import Asked

SOON = 7  # days

_ANY = ("refused, with the reason and where to complain", "withdrawn by the person", "identity not established")
OUTCOMES: dict[Asked, tuple[str, ...]] = {
    Asked.ACCESS: ("copy of the record handed over", "pointed to their own pages", *_ANY),
    Asked.EXPORT: ("export handed over", "pointed to their own pages", *_ANY),
    Asked.RECTIFICATION: ("put right by the person", "put right by a clinician", "their statement was added", *_ANY),
    Asked.ERASURE: ("record erased", "one or more facts forgotten", *_ANY),
    Asked.RESTRICTION: ("record restricted", "restriction lifted", *_ANY),
}


class NotOpen(Exception):
    """There is no such request, it is closed, or its term was extended before."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `days_left` counts from the reader's day to the day on which it is due; below zero it is overdue."""

    id: UUID
    silo_digest: str
    kind: Asked
    reference: str
    received_on: date
    due_on: date
    extended: bool
    opened_by: str
    closed_on: date | None
    closed_by: str
    outcome: str
    days_left: int

    @property
    def overdue(self) -> bool:
        """True where its day has passed and it is open."""
        return self.closed_on is None and self.days_left < 0

    @property
    def due_soon(self) -> bool:
        """True where it is open and due within a week."""
        return self.closed_on is None and 0 <= self.days_left <= SOON


def keep(silo_digest: str, kind: Asked, *, received_on: date, reference: str, by: Actor) -> UUID:
    """Keep a request; return its id. It is due one month after the day on which it was received."""
    with privacy_office(by=by, why="keep a request"):
        row = PrivacyRequest(silo_digest=silo_digest, kind=kind.value, received_on=received_on, reference=reference)
        row.save(force_insert=True)
    return row.id


def extend(request: UUID, *, by: Actor) -> None:
    """Extend the term by two months, once (the person must be told within the first). Raises NotOpen."""
    with privacy_office(by=by, why="extend a request's term"):
        _changed(_open(request).filter(extended_at=None).update(extended_at=timezone.now()))


def close(request: UUID, outcome: str, *, by: Actor) -> None:
    """Close a request with what was done, one of OUTCOMES. Raises NotOpen; ValueError for another outcome."""
    with privacy_office(by=by, why="close a request"):
        row = _open(request).first()
        if row is None:
            raise NotOpen
        if outcome not in OUTCOMES[Asked(row.kind)]:
            raise ValueError(f"{outcome!r} does not close a request of {row.kind}")
        _changed(_open(request).update(outcome=outcome))


def listed(*, by: Actor, day: date, closed: bool = False, size: int = 50, skip: int = 0) -> list[Request]:
    """Return a page of requests: those that are open, the one due first first; or the closed, the last first."""
    rows = PrivacyRequest.objects.filter(closed_at__isnull=not closed)
    ordered = rows.order_by("-closed_at", "id") if closed else rows.order_by("due_on", "id")
    with privacy_office(by=by, why="see the requests"):
        return [_shown(row, day) for row in ordered[skip : skip + size]]


def of_silo(silo_digest: str, *, by: Actor, day: date) -> list[Request]:
    """Return the requests of one record, the last received first."""
    with privacy_office(by=by, why="see the requests"):
        rows = PrivacyRequest.objects.filter(silo_digest=silo_digest).order_by("-received_on", "id")[:50]
        return [_shown(row, day) for row in rows]


def one(request: UUID, *, by: Actor, day: date) -> Request | None:
    """Return one request, None where there is none."""
    with privacy_office(by=by, why="see a request"):
        row = PrivacyRequest.objects.filter(id=request).first()
        return _shown(row, day) if row else None


def _open(request: UUID) -> QuerySet[PrivacyRequest]:
    return PrivacyRequest.objects.filter(id=request, closed_at=None)


def _changed(rows: int) -> None:
    if not rows:
        raise NotOpen


def _shown(row: PrivacyRequest, day: date) -> Request:
    due = row.due_on or row.received_on
    return Request(
        id=row.id,
        silo_digest=row.silo_digest,
        kind=Asked(row.kind),
        reference=row.reference,
        received_on=row.received_on,
        due_on=due,
        extended=row.extended_at is not None,
        opened_by=row.opened_by,
        closed_on=row.closed_at.date() if row.closed_at else None,
        closed_by=row.closed_by,
        outcome=row.outcome,
        days_left=(due - day).days,
    )
