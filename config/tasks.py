"""What the worker does for the installation: the nightly compaction."""

from __future__ import annotations

import logging

import psycopg
from celery import shared_task

from config import compaction

logger = logging.getLogger(__name__)

LIMIT = 6 * 3600  # seconds; far above the limit for distilling, since every table is written anew


@shared_task(name="config.compact", time_limit=LIMIT)
def compact() -> None:
    """Compact; what stands in the way is logged by its kind, and the next night tries again."""
    try:
        done = compaction.compact()
    except compaction.CompactionError as error:
        logger.warning("compaction: %s", error)
    except psycopg.Error as error:
        logger.warning("compaction failed (%s)", type(error).__name__)
    else:
        logger.info("compaction: %d tables in %.1f s, %d receipts", done.tables, done.seconds, len(done.stamped))
