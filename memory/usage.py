"""How often a fact was placed in a prompt, and when last: kept outside the immutable row, gone with it.

Counted with the trace of the reply, in one transaction: what was only asked about, by a command, was not used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.utils import timezone

from memory.models import FactUsage


@dataclass(frozen=True, slots=True)
class Usage:
    """How often a fact was placed for a reply, and when last; `last` is None for one that never was."""

    times: int = 0
    last: datetime | None = None


def note_placed(user_key: str, facts: Collection[UUID]) -> None:
    """Count one placing of each of these facts; inside the silo. One that was forgotten meanwhile is passed over."""
    if facts:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [timezone.now(), user_key, [*facts]])


def usage_of(fact: UUID) -> Usage:
    """Return the usage of one fact; inside the silo."""
    return usages_of([fact])[fact]


def usages_of(facts: Iterable[UUID]) -> dict[UUID, Usage]:
    """Return the usage of each of these facts, in one query; inside the silo."""
    wanted = [*facts]
    rows = {row.id: row for row in FactUsage.objects.filter(id__in=wanted)}
    return {id: Usage(rows[id].times_placed, rows[id].last_placed_at) if id in rows else Usage() for id in wanted}


def in_words(usage: Usage) -> str:
    """Return "placed for 3 replies, last on 2026-11-01"."""
    if usage.last is None:
        return "never placed for a reply"
    replies = "1 reply" if usage.times == 1 else f"{usage.times} replies"
    return f"placed for {replies}, last on {usage.last:%Y-%m-%d}"


_COUNT = """
    INSERT INTO memory_fact_usage AS u (user_key, id, times_placed, last_placed_at)
    SELECT f.user_key, f.id, 1, %s::timestamptz
      FROM (SELECT user_key, id FROM adk_memory_facts WHERE user_key = %s AND id = ANY (%s::uuid[])
             ORDER BY id FOR KEY SHARE) f
        ON CONFLICT (user_key, id)
        DO UPDATE SET times_placed = u.times_placed + 1, last_placed_at = excluded.last_placed_at"""
