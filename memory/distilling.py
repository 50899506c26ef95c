"""Distilling a closed session: read the range in one transaction, ask the engine in none, write in one.

Idempotent by session and range: the range is what lies beyond `distilled_seq`, checked again under the silo's lock
before anything is written. The truth about the work is the session's row; the broker only wakes a worker.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from memory.dates import local_day
from memory.documents import pages_said, source_of
from memory.door import Actor, Restricted, silo
from memory.drafts import Draft, Transcript
from memory.engine import EngineError, MemoryEngine, RateLimited
from memory.ledger import Drafted, Outcome, write
from memory.models import Record, Session
from memory.reading import known
from memory.transcript import lock_silo, turns_of
from memory.vocabulary import SessionState

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Range:
    """An undistilled range, claimed. `paper` is the source that a document gives its facts, "" in a conversation."""

    user_key: str
    session: UUID
    first: int
    last: int
    transcript: Transcript
    paper: str = ""

    @property
    def pages(self) -> frozenset[UUID]:
        """The turns that are pages of a document."""
        return frozenset(turn.id for turn in self.transcript.turns) if self.paper else frozenset()


@dataclass(frozen=True, slots=True)
class Retry:
    """The session is to be tried again after `delay` seconds."""

    delay: float


def silo_of(session: UUID) -> str | None:
    """Return the key of the silo that holds the session; None where there is none (any more)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT silo_of_session(%s)", [session])
        key: str | None = cursor.fetchone()[0]
    return key


def distil(session: UUID, *, engine: MemoryEngine, by: Actor) -> SessionState | Retry | None:
    """Distil one closed session; return the state in which it ends, a Retry, or None where nothing was to do.

    Safe to call any number of times, from any number of workers.
    """
    user_key = silo_of(session)
    if user_key is None:
        return None
    try:
        claimed = _claim(user_key, session, by)
    except Restricted:  # kept, not used: the sweep finds it when the restriction is lifted
        return None
    if claimed is None:
        return None
    try:
        drafts = engine.distil(claimed.transcript) if claimed.transcript.turns else []
        if claimed.paper:
            drafts = [replace(draft, source=claimed.paper) for draft in drafts]
        return _write(claimed, drafts, engine, by)
    except Restricted:  # while the engine was asked; its lease ends, and the sweep finds it later
        return None
    except Exception as error:
        logger.warning("session %s: distilling failed (%s)", session, type(error).__name__)
        return _failed(claimed, error, by)


def _claim(user_key: str, session: UUID, by: Actor) -> _Range | None:
    """Take the session for this worker, for the time of a lease; None where it is done, waits, or another has it.

    A message that comes before a retry is due costs no attempt.
    """
    now = timezone.now()
    waiting = Q(status__in=[SessionState.CLOSING, SessionState.QUEUED])
    due = Q(status__in=[SessionState.RETRYING, SessionState.RUNNING], due_at__lte=now)
    with silo(user_key, by=by, why="distil: read"):
        taken = Session.objects.filter(waiting | due, public_id=session).update(
            status=SessionState.RUNNING,
            due_at=now + timedelta(seconds=settings.DISTIL_LEASE_SECONDS),
            attempts=F("attempts") + 1,
            updated_at=now,
        )
        if not taken:
            return None
        row = Session.objects.get(public_id=session)
        record = Record.objects.get(user_key=user_key)
        paper = row.document
        said = pages_said(paper, record.time_zone) if paper else turns_of(session)
        turns = tuple(turn for turn in said if turn.seq > row.distilled_seq)
        day = local_day(turns[-1].at, turns[-1].zone) if turns else local_day(now, record.time_zone)
        transcript = Transcript(
            agent=row.app_name,
            agent_version=row.agent_version,
            turns=turns,
            known=known(day),
            subject=record.subject,
            subject_name=record.subject_name,
        )
    last = turns[-1].seq if turns else row.distilled_seq
    return _Range(user_key, session, row.distilled_seq, last, transcript, source_of(paper) if paper else "")


def _write(claimed: _Range, drafts: list[Draft], engine: MemoryEngine, by: Actor) -> SessionState | None:
    """Gate and write under the silo's lock, and end the session, if the range is still undistilled."""
    with silo(claimed.user_key, by=by, why="distil: write"):
        lock_silo(claimed.user_key)
        row = Session.objects.select_for_update().filter(public_id=claimed.session).first()
        if row is None or row.distilled_seq != claimed.first or row.status != SessionState.RUNNING:
            return None
        outcome = write(
            drafts,
            claimed.transcript,
            user_key=claimed.user_key,
            session=row,
            drafted=Drafted(engine.name, engine.prompt_version),
            pages=claimed.pages,
        )
        row.status = _ending(outcome)
        row.distilled_seq, row.distilled_at = claimed.last, timezone.now()
        row.attempts, row.due_at, row.failure = 0, None, ""
        row.save(
            update_fields=["status", "distilled_seq", "distilled_at", "attempts", "due_at", "failure", "updated_at"]
        )
        return SessionState(row.status)


def _ending(outcome: Outcome) -> SessionState:
    """Evidence and withdrawals count as found: something of the record was spoken of."""
    found = outcome.written or outcome.judged > len(outcome.held)
    return SessionState.DONE if found else SessionState.NOTHING_FOUND


def _failed(claimed: _Range, error: Exception, by: Actor) -> SessionState | Retry | None:
    """Put the session to wait, or to rest as failed when asking again cannot help or has been tried often enough."""
    with silo(claimed.user_key, by=by, why="distil: failed"):
        row = Session.objects.select_for_update().filter(public_id=claimed.session).first()
        if row is None or row.status != SessionState.RUNNING or row.distilled_seq != claimed.first:
            return None
        permanent = isinstance(error, EngineError) and error.permanent
        delay = backoff(row.attempts, error.retry_after if isinstance(error, RateLimited) else None)
        over = permanent or row.attempts >= settings.DISTIL_ATTEMPTS
        row.status = SessionState.FAILED if over else SessionState.RETRYING
        row.due_at = None if over else timezone.now() + timedelta(seconds=delay)
        row.failure = type(error).__name__
        row.save(update_fields=["status", "due_at", "failure", "updated_at"])
    return SessionState.FAILED if over else Retry(delay)


def backoff(attempt: int, asked: float | None) -> float:
    """Return the seconds to wait after attempt `attempt` (from 1): doubling, jittered, never less than asked for.

    With the defaults the attempts spread over half an hour, beyond a rate limit's window of a minute.
    """
    doubled: float = settings.DISTIL_BACKOFF_SECONDS * 2 ** min(attempt - 1, 6)
    waited = doubled * random.uniform(0.8, 1.2)  # noqa: S311 - spreads retries, keeps no secret
    return max(waited, asked or 0.0)
