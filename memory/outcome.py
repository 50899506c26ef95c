"""What a closed session came to: its state, and the rows that it wrote, replaced, held or contradicted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from memory.door import Actor, silo
from memory.events import Event, conflict_event, held_event, record_event, superseded_event
from memory.models import Conflict, Fact, HeldDraft, Session
from memory.reading import fact_view
from memory.vocabulary import SessionState, Status


@dataclass(frozen=True, slots=True)
class SessionReport:
    """`unembedded` counts what is not searchable by meaning yet; `events` are empty until the session is done."""

    state: str
    unembedded: int
    events: tuple[Event, ...]


def report(user_key: str, session: UUID, *, by: Actor) -> SessionReport:
    """Return what the session came to so far."""
    with silo(user_key, by=by, why="report a session"):
        row = Session.objects.get(public_id=session)
        if not SessionState(row.status).is_final:
            return SessionReport(row.status, 1, ())
        unembedded = Fact.objects.filter(session=row, embedding=None).count()
        waiting = int(row.embedded_seq < row.distilled_seq and row.status != SessionState.FAILED)
        return SessionReport(row.status, unembedded + waiting, tuple(_events(row)))


def _events(session: Session) -> Iterator[Event]:
    since = session.closed_at or session.created_at
    withdrawn = Q(status=Status.RETRACTED, retired_at__gte=since)
    for fact in Fact.objects.filter(Q(session=session) | withdrawn).order_by("created_at", "id"):
        yield record_event(fact_view(fact))
    for old in Fact.objects.filter(status=Status.SUPERSEDED, retired_at__gte=since).order_by("retired_at", "id"):
        if old.superseded_by_id is not None:
            yield superseded_event(old.id, old.superseded_by_id)
    for held in HeldDraft.objects.filter(session=session).order_by("created_at", "id"):
        yield held_event(held.text, held.reason)
    for conflict in Conflict.objects.filter(opened_at__gte=since, settled_at=None).order_by("opened_at", "id"):
        yield conflict_event(conflict.older_id, conflict.newer_id, conflict.note)
