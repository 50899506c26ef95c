"""Telling the worker. Only opaque ids travel; a message that cannot be sent is made up for by the sweep.

Which queue a task belongs to stands in `settings.CELERY_TASK_ROUTES`.
"""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def send(task: str, *ids: UUID, countdown: float = 0) -> bool:
    """Put a task into its queue, to be run after `countdown` seconds; return False where the broker does not answer."""
    try:
        current_app.send_task(
            task,
            args=[str(i) for i in ids],
            countdown=countdown or None,
            retry_policy={"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5},
        )
    except (OperationalError, OSError) as error:
        logger.warning("%s could not be queued (%s); the sweep will", task, type(error).__name__)
        return False
    return True


def queued() -> list[UUID]:
    """Return the ids that waiting and unacknowledged messages carry."""
    with _broker() as client:
        return [id for message in _messages(client) for id in message.ids]


def lengths() -> dict[str, int]:
    """Return how many messages wait in each queue, and how many a worker has taken and not finished ("taken")."""
    with _broker() as client:
        waiting = {queue: int(client.llen(queue)) for queue in _queues()}
        return {**waiting, "taken": int(client.hlen("unacked"))}


def withdraw(ids: Iterable[UUID]) -> int:
    """Take every message that carries one of these ids out of the broker; return how many there were."""
    wanted = set(ids)
    with _broker() as client:
        found = [message for message in _messages(client) if wanted & message.ids]
        return sum(message.remove() for message in found)


@dataclass(frozen=True, slots=True)
class _Message:
    """One message where it waits: the ids among its arguments, and how to take it away."""

    ids: frozenset[UUID]
    remove: Callable[[], int]


@contextmanager
def _broker() -> Iterator[Any]:
    """Give the broker's own client; on Redis and Valkey a queue is a list of envelopes."""
    with current_app.connection_for_write() as connection:
        channel: Any = connection.channel()
        yield channel.client


def _queues() -> list[str]:
    return sorted({route["queue"] for route in settings.CELERY_TASK_ROUTES.values()})


def _messages(client: Any) -> list[_Message]:
    waiting = [(queue, raw) for queue in _queues() for raw in client.lrange(queue, 0, -1)]
    return [
        *(_Message(_ids(json.loads(raw)), partial(client.lrem, queue, 0, raw)) for queue, raw in waiting),
        *(
            _Message(_ids(json.loads(raw)[0]), partial(_acknowledge, client, tag))
            for tag, raw in client.hgetall("unacked").items()
        ),
    ]


def _acknowledge(client: Any, tag: bytes) -> int:
    """Forget a message that a worker has taken and not finished; the worker finds its session gone."""
    client.zrem("unacked_index", tag)
    return int(client.hdel("unacked", tag))


def _ids(envelope: dict[str, Any]) -> frozenset[UUID]:
    """The ids among a task's arguments; an envelope of another shape carries none of ours."""
    found = set()
    try:
        arguments = json.loads(base64.b64decode(envelope["body"]))[0]
    except (KeyError, IndexError, TypeError, ValueError):
        return frozenset()
    for argument in arguments:
        with suppress(AttributeError, TypeError, ValueError):
            found.add(UUID(argument))
    return frozenset(found)
