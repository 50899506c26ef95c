"""Silos as privacy staff see them: digest, dates, counts and the accounts that open them; never a word of content."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from memory.door import Actor, privacy_office

_COLUMNS = "user_key, digest, created_at, restricted, sessions, turns, facts, last_session_at, accounts, emails"


@dataclass(frozen=True, slots=True)
class Silo:
    """One silo. `digest` is what a receipt calls it; `accounts` and `emails` belong to those who open it, in order."""

    user_key: str
    digest: str
    created_at: datetime
    restricted: bool
    sessions: int
    turns: int
    facts: int
    last_session_at: datetime | None
    accounts: tuple[int, ...]
    emails: tuple[str, ...]


def silo_keys(*, by: Actor) -> list[str]:
    """Return the keys of all silos, oldest first."""
    with privacy_office(by=by, why="list the silos"), connection.cursor() as cursor:
        cursor.execute("SELECT user_key FROM silo_summary()")
        return [row[0] for row in cursor.fetchall()]


def silos(*, by: Actor, of_account: str = "", size: int = 50, skip: int = 0) -> list[Silo]:
    """Return a page of silos, oldest first; `of_account` is a part of an account's name or e-mail address."""
    return _summary([None, of_account or None, size, skip], by)


def silo_of(digest: str, *, by: Actor) -> Silo | None:
    """Return the silo that a receipt would call so; None where there is none (any more)."""
    return next(iter(_summary([digest, None, 1, 0], by)), None)


def counts(user_key: str, *, by: Actor) -> dict[str, int]:
    """Return what an erasure would take: rows by table."""
    with privacy_office(by=by, why="what an erasure would take"), connection.cursor() as cursor:
        cursor.execute("SELECT guard.silo_counts(%s)", [user_key])
        found: dict[str, int] = json.loads(cursor.fetchone()[0])
    return found


def _summary(asked: list[Any], by: Actor) -> list[Silo]:
    with privacy_office(by=by, why="see the silos"), connection.cursor() as cursor:
        cursor.execute(f"SELECT {_COLUMNS} FROM silo_summary(%s, %s, %s, %s)", asked)  # noqa: S608 - columns of ours
        rows: list[list[Any]] = [[tuple(v) if isinstance(v, list) else v for v in row] for row in cursor.fetchall()]
    return [Silo(*row) for row in rows]
