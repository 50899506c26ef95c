"""What privacy staff sees beside counts: who looked, what retention takes, what says the same twice.

No content: moments, actors, doors, reasons, digests and counts. Reading who looked is itself a look.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, connection
from psycopg.errors import NoDataFound

from memory.door import Actor, privacy_office
from memory.operations.listing import Access, NoSuchRecord


@dataclass(frozen=True, slots=True)
class Purging:
    """A transcript that retention will take. `held_by` is "restricted", or the state that must end first, else ""."""

    digest: str
    at: datetime
    turns: int
    held_by: str


@dataclass(frozen=True, slots=True)
class Duplicates:
    """`groups` of rows that agree in all that is written of them, and how many `further` rows these hold."""

    groups: int
    further: int


def looks(user_key: str, *, by: Actor, why: str, size: int = 50, skip: int = 0) -> list[Access]:
    """Return a page of who looked at a record, newest first, this look included. Raises NoSuchRecord."""
    try:
        with privacy_office(by=by, why=why), connection.cursor() as cursor:
            cursor.execute(
                "SELECT at, by, door, what, why, facts FROM guard.silo_looks(%s, %s, %s)", [user_key, size, skip]
            )
            return [Access(*row) for row in cursor.fetchall()]
    except DatabaseError as error:
        if isinstance(error.__cause__, NoDataFound):
            raise NoSuchRecord("no such record (any more)") from None
        raise


def to_be_purged(*, by: Actor, of: str | None = None, size: int = 50, skip: int = 0) -> list[Purging]:
    """Return a page of what retention will take, the next first: of one record (`of`, its key) or of all."""
    with privacy_office(by=by, why="what retention will take"), connection.cursor() as cursor:
        cursor.execute("SELECT digest, purged_at, turns, held_by FROM guard.to_be_purged(%s, %s, %s)", [of, size, skip])
        return [Purging(*row) for row in cursor.fetchall()]


def duplicates(user_key: str, *, by: Actor) -> Duplicates:
    """Count the rows of a record that say the same again."""
    with privacy_office(by=by, why="rows that say the same again"), connection.cursor() as cursor:
        cursor.execute("SELECT groups, further FROM guard.duplicate_counts(%s)", [user_key])
        return Duplicates(*cursor.fetchone())
