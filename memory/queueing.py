"""Telling the worker. Only opaque ids travel; a message that cannot be sent is made up for by the sweep."""

from __future__ import annotations

import logging
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
