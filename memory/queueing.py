"""Telling the worker. Only opaque ids travel; a message that cannot be sent is made up for by the sweep."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

DISTILLING, UPKEEP = "distilling", "upkeep"


def send(task: str, *ids: UUID, queue: str, countdown: float = 0) -> bool:
    """Put a task into a queue; return False where the broker does not answer."""
    try:
        current_app.send_task(
            task,
            args=[str(i) for i in ids],
            queue=queue,
            countdown=countdown or None,
            retry_policy={"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5},
        )
    except (OperationalError, OSError) as error:
        logger.warning("%s could not be queued (%s); the sweep will", task, type(error).__name__)
        return False
    return True


def withdraw(ids: Iterable[UUID]) -> int:
    """Take every waiting message that carries one of these ids out of the broker; return how many there were."""
    wanted = {str(i).encode() for i in ids}
    if not wanted:
        return 0
    removed = 0
    with current_app.connection_for_write() as connection:
        channel: Any = connection.channel()
        client = channel.client
        for queue in (DISTILLING, UPKEEP):
            for message in client.lrange(queue, 0, -1):
                if _carries(message, wanted):
                    removed += client.lrem(queue, 0, message)
        for tag, message in client.hgetall("unacked").items():
            if _carries(message, wanted):
                removed += client.hdel("unacked", tag)
                client.zrem("unacked_index", tag)
    return removed


def _carries(message: bytes, wanted: set[bytes]) -> bool:
    """The envelope quotes the arguments in a header and holds them, in base64, in its body."""
    return any(i in message for i in wanted)
