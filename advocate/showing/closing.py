"""The closing card: how far the reading of a conversation has come, and what it did to the record. Inside the silo.

Told from the rows that the conversation itself wrote, so that the card says the same on any later day; how each row
stands is as of now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from advocate.showing.facts import ShownConflict, ShownFact, shown
from advocate.showing.transcripts import Outcome, outcome
from memory.acts.shown import answered_drafts, asked_doctor
from memory.models import Conflict, Fact, Session
from memory.reading import fact_view
from memory.vocabulary import Retired, SessionState, Status, Tag

STEPS = ("Ended", "Read and written down", "Made easy to find", "Done")
_NEWS = timedelta(days=1)
Mark = Literal["done", "now", "failed", "ahead"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step from the end of a conversation to the finished record."""

    label: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Replaced:
    """What stood, what stands now, and why in plain words."""

    old: ShownFact
    new: ShownFact
    why: str


@dataclass(frozen=True, slots=True)
class Closing:
    """What came of a conversation, or of a document.

    new        facts that replaced nothing; `replaced` holds the others, old and new
    again      facts of the record that were told again; `withdrawn` those that were taken back
    conflicts  contradictions that it raised and that are still open
    ready      nothing is left to be done: the facts are searchable, or the reading failed
    asked      of these, which are kept for the doctor; `answered`: what was held back, and completed or dropped since
    alone      after so many minutes without a message it ended by itself; 0 where somebody ended it
    """

    outcome: Outcome
    steps: tuple[Step, ...]
    ready: bool
    alone: int
    new: tuple[ShownFact, ...]
    replaced: tuple[Replaced, ...]
    again: tuple[ShownFact, ...]
    withdrawn: tuple[ShownFact, ...]
    conflicts: tuple[ShownConflict, ...]
    asked: frozenset[UUID]
    answered: frozenset[UUID]


def closing(session: Session) -> Closing:
    """Return the card of a session, in a fixed number of queries."""
    came, ready = outcome(session), _is_ready(session)
    written = [fact.id for fact in came.facts]
    replaced = _replaced(session)
    successors = {pair.new.id for pair in replaced}
    others = [fact for fact in _told_again(session) if fact.id not in written]
    return Closing(
        outcome=came,
        steps=_steps(came.state, ready),
        ready=ready,
        alone=left_alone(session),
        new=tuple(fact for fact in came.facts if fact.id not in successors),
        replaced=replaced,
        again=tuple(shown(fact_view(fact)) for fact in others if fact.status != Status.RETRACTED),
        withdrawn=tuple(shown(fact_view(fact)) for fact in others if fact.status == Status.RETRACTED),
        conflicts=_open_conflicts(session),
        asked=asked_doctor(),
        answered=frozenset(answered_drafts(draft.id for draft in came.held)),
    )


def left_alone(session: Session) -> int:
    """Return after how many minutes without a message a session ended by itself; 0 where it did not."""
    if session.closed_at is None or session.document_id is not None:
        return 0
    idle = session.closed_at.timestamp() - session.last_update_time
    return session.idle_seconds // 60 if idle >= session.idle_seconds else 0


def _is_ready(session: Session) -> bool:
    """False while the conversation is read, and while its facts and turns cannot be found by meaning yet."""
    state = SessionState(session.status)
    if not state.is_final:
        return False
    if state is SessionState.FAILED:
        return True
    waiting = session.embedded_seq < session.distilled_seq
    return not waiting and not Fact.objects.filter(session=session, embedding=None).exists()


def _steps(state: SessionState, ready: bool) -> tuple[Step, ...]:
    at = {
        SessionState.OPEN: 0,
        SessionState.CLOSING: 1,
        SessionState.QUEUED: 1,
        SessionState.RUNNING: 1,
        SessionState.RETRYING: 1,
        SessionState.FAILED: 1,
    }.get(state, len(STEPS) if ready else 2)
    now: Mark = "failed" if state is SessionState.FAILED else "now"
    return tuple(
        Step(label, "done" if place < at else now if place == at else "ahead") for place, label in enumerate(STEPS)
    )


def _replaced(session: Session) -> tuple[Replaced, ...]:
    """What the session's facts took the place of, oldest first."""
    rows = (
        Fact.objects.filter(superseded_by__session=session, status=Status.SUPERSEDED)
        .select_related("superseded_by")
        .defer("embedding", "superseded_by__embedding")
        .order_by("retired_at", "id")
    )
    return tuple(
        Replaced(shown(fact_view(old)), shown(fact_view(old.superseded_by)), _why(old))
        for old in rows
        if old.superseded_by is not None
    )


def _why(old: Fact) -> str:
    return "corrected: it was not so" if old.retired_why == Retired.CORRECTED else "changed: it was so until then"


def _told_again(session: Session) -> Sequence[Fact]:
    """Facts of other sessions for which this one is evidence: told again, chosen, or taken back."""
    rows = Fact.objects.filter(evidence__session=session).exclude(tag=Tag.EPISODE)
    return list(rows.exclude(session=session).distinct().defer("embedding").order_by("created_at", "id"))


def _open_conflicts(session: Session) -> tuple[ShownConflict, ...]:
    either = Q(older__session=session) | Q(newer__session=session)
    rows = Conflict.objects.filter(either, settled_at=None).select_related("older", "newer").order_by("opened_at", "id")
    return tuple(
        ShownConflict(row.id, shown(fact_view(row.older)), shown(fact_view(row.newer)), row.note)
        for row in rows
        if row.older.status == row.newer.status == Status.ACTIVE
    )


@dataclass(frozen=True, slots=True)
class Left:
    """A conversation that ended by itself after so many minutes; `id` is the public one."""

    id: UUID
    minutes: int


def ended_by_itself() -> Left | None:
    """Return the newest conversation where it was left alone and ended within a day; None where another came after."""
    last = Session.objects.filter(document=None).order_by("-created_at", "id").first()
    if last is None or last.closed_at is None or last.closed_at < timezone.now() - _NEWS:
        return None
    minutes = left_alone(last)
    return Left(last.public_id, minutes) if minutes else None
