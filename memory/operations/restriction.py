"""Restricting a record (GDPR, article 18): it is kept, not used, until privacy staff lifts that.

The database enforces it (migrations/sql/restriction.sql). Its owner reads the record and takes it along; nothing is
added or changed, recalled, distilled or purged, and no clinician enters. Both acts stand in the record's audit and in
its access log.
"""

from __future__ import annotations

from django.db import DatabaseError, connection
from psycopg.errors import NoDataFound

from memory.door import Actor, Restricted, privacy_office, silo
from memory.models import Record
from memory.operations.listing import NoSuchRecord


def restrict(user_key: str, *, by: Actor, why: str) -> bool:
    """Restrict a record; return False where it was restricted already. `why` is a ground or a code, never words.

    Waits for whoever is writing. Raises NoSuchRecord.
    """
    return _set(user_key, True, by, why)


def lift(user_key: str, *, by: Actor, why: str) -> bool:
    """Lift a restriction; return False where there was none. Raises NoSuchRecord."""
    return _set(user_key, False, by, why)


def is_restricted(user_key: str, *, by: Actor) -> bool:
    """Tell whether a record is restricted, from inside it; False where there is none."""
    with silo(user_key, by=by, why="whether it is restricted"):
        return Record.objects.filter(user_key=user_key, restricted=True).exists()


def refuse_use() -> None:
    """Raise Restricted where the silo that is entered is restricted: said before anything is tried."""
    if Record.objects.filter(restricted=True).exists():
        raise Restricted("this record is restricted: it is kept, not used")


def _set(user_key: str, wanted: bool, by: Actor, why: str) -> bool:
    try:
        with privacy_office(by=by, why=why), connection.cursor() as cursor:
            cursor.execute("SELECT guard.restrict_silo(%s, %s)", [user_key, wanted])
            changed: bool = cursor.fetchone()[0]
    except DatabaseError as error:
        if isinstance(error.__cause__, NoDataFound):
            raise NoSuchRecord("no such record (any more)") from None
        raise
    return changed
