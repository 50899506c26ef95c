"""What the clock does: close idle sessions, pick up what a crash dropped, settle plans, purge old transcripts."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils import timezone

from memory import transcript
from memory.dates import local_day
from memory.door import Actor, silo
from memory.embedding import embed_pending
from memory.engine import load_engine
from memory.ledger import settle_due
from memory.models import Record

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """One piece of work that is due; `session` is None where it concerns the whole silo."""

    kind: str
    user_key: str
    session: UUID | None


def due_work() -> list[Work]:
    """Return what is due in all silos, by keys and ids."""
    with connection.cursor() as cursor:
        patience = settings.SWEEP_PATIENCE_SECONDS
        cursor.execute("SELECT work, user_key, session FROM due_work(make_interval(secs => %s))", [patience])
        return [Work(*row) for row in cursor.fetchall()]


def sweep(*, by: Actor) -> dict[str, int]:
    """Do or queue everything that is due; return the counts by kind. One piece that fails does not stop the rest."""
    done: dict[str, int] = {}
    for work in due_work():
        try:
            _DO[work.kind](work, by)
        except Exception as error:
            logger.warning("sweep: %s failed (%s)", work.kind, type(error).__name__)
            continue
        done[work.kind] = done.get(work.kind, 0) + 1
    return done


def _close(work: Work, by: Actor) -> None:
    assert work.session
    transcript.close(work.user_key, work.session, by=by)


def _distil(work: Work, by: Actor) -> None:
    assert work.session
    transcript.queue(work.user_key, work.session, by=by)


def _embed(work: Work, by: Actor) -> None:
    embed_pending(work.user_key, engine=load_engine(), by=by, session=work.session)


def _settle(work: Work, by: Actor) -> None:
    with silo(work.user_key, by=by, why="plans whose day has come"):
        transcript.lock_silo(work.user_key)
        record = Record.objects.get(user_key=work.user_key)
        settle_due(work.user_key, local_day(timezone.now(), record.time_zone))


def _purge(work: Work, by: Actor) -> None:
    with silo(work.user_key, by=by, why="retention"), connection.cursor() as cursor:
        cursor.execute("SELECT guard.purge_transcript(%s)", [work.session])


_DO = {"close": _close, "distil": _distil, "embed": _embed, "settle": _settle, "purge": _purge}
