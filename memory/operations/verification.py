"""Proof of an erasure: no row, no queued job, no cache entry, and a receipt."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import redis
from django.conf import settings
from django.db import connection

from memory import erasure, queueing
from memory.distilling import silo_of
from memory.door import Actor, privacy_office
from memory.operations import silos
from memory.query_cache import query_cache


class NoAnswer(Exception):
    """Broker or cache does not answer, so that nothing can be said of them."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found of a key.

    rows      rows by table, of every table that the catalogue knows; tables without one are left out
    jobs      waiting jobs of its sessions, and of sessions that are nobody's any more
    cached    entries of broker and cache that hold the key, or vectors of its questions
    receipts  erasures of this key
    """

    tables: int
    rows: dict[str, int]
    jobs: int
    cached: int
    receipts: tuple[erasure.Receipt, ...]

    @property
    def remains(self) -> bool:
        """True where something of the key is still there."""
        return bool(self.rows or self.jobs or self.cached)


def verify_erased(user_key: str, *, by: Actor) -> Verification:
    """Look for a key everywhere. Raises NoAnswer."""
    counts = silos.counts(user_key, by=by)
    try:
        jobs = sum(_concerns(session, user_key) for session in queueing.queued())
        cached = _holding(user_key.encode()) + query_cache().holds(user_key)
    except (redis.RedisError, OSError) as error:
        raise NoAnswer(f"broker and cache do not answer ({type(error).__name__})") from None
    return Verification(
        tables=len(counts),
        rows={table: n for table, n in counts.items() if n},
        jobs=jobs,
        cached=cached,
        receipts=tuple(erasure.receipts_of(user_key, by=by)),
    )


def verify_own(receipt: erasure.Receipt, user_key: str, *, by: Actor) -> Verification | None:
    """Look for a key right after its erasure, and keep with the receipt what was found; None where nobody answers."""
    try:
        found = verify_erased(user_key, by=by)
    except NoAnswer:
        return None
    kept = {"tables": found.tables, "rows": sum(found.rows.values()), "jobs": found.jobs, "cached": found.cached}
    with privacy_office(by=by, why="verify an erasure"), connection.cursor() as cursor:
        cursor.execute("SELECT guard.note_verification(%s, %s::jsonb)", [receipt.id, json.dumps(kept)])
    return found


def _concerns(session: UUID, user_key: str) -> bool:
    """A job whose session is gone was missed by somebody's erasure: it may be this key's."""
    owner = silo_of(session)
    return owner is None or owner == user_key


def _holding(key: bytes) -> int:
    """Count the entries whose name or value holds the key, in everything that broker and cache keep."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return sum(key in name or key in _value(client, name) for name in client.scan_iter(count=1000))


def _value(client: Any, name: bytes) -> bytes:
    match client.type(name):
        case b"string":
            return bytes(client.get(name) or b"")
        case b"list":
            return b"\n".join(client.lrange(name, 0, -1))
        case b"set":
            return b"\n".join(client.smembers(name))
        case b"zset":
            return b"\n".join(client.zrange(name, 0, -1))
        case b"hash":
            return b"\n".join(part for pair in client.hgetall(name).items() for part in pair)
        case _:
            return b""
