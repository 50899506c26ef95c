"""What the worker does: load by id, call a service, own the retry and nothing else. Only opaque ids arrive."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task

from memory import distilling, queueing, upkeep
from memory.door import Actor, Restricted
from memory.embedding import embed_pending
from memory.engine import EngineError, load_engine

logger = logging.getLogger(__name__)

_WORKER = Actor("distiller", "worker")
_CLOCK = Actor("upkeep", "worker")


@shared_task(name="memory.distil", acks_late=True)
def distil(session: str) -> None:
    """Distil a session by its public id, then make its vectors; what fails here is found by the sweep."""
    engine = load_engine()
    ended = distilling.distil(UUID(session), engine=engine, by=_WORKER)
    if isinstance(ended, distilling.Retry):
        queueing.send("memory.distil", UUID(session), countdown=ended.delay)
        return
    user_key = distilling.silo_of(UUID(session))
    if ended is None or user_key is None:
        return
    try:
        embed_pending(user_key, engine=engine, by=_WORKER, session=UUID(session))
    except (EngineError, Restricted) as error:
        logger.warning("session %s: embedding postponed (%s)", session, type(error).__name__)


@shared_task(name="memory.sweep")
def sweep() -> None:
    """Close what is idle, queue what was dropped, settle what is due."""
    upkeep.sweep(by=_CLOCK)
