"""The only door to a silo.

    with silo("patient-advocate/local-user", by=Actor("account 7", "web"), why="chat"):
        ...

opens a transaction, takes the silo role and hands the database a signed pass, all for this transaction only. Code
that forgets the door gets an error, not a leak: the run-time log-in can read no row of any silo. The pass is
`mac || json`, mac = sha256(k || sha256(k || json)), checked by every policy (migrations/sql/guard.sql).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import TransactionStatus

_MAC = 64
_RESTRICTED = "AR018"  # migrations/sql/restriction.sql
_SEEN = """
    INSERT INTO memory_access_log (id, user_key, at, by, door, what, why, facts)
    SELECT gen_random_uuid(), c.user_key, clock_timestamp(), %s, %s, 'entered as clinician', %s, '[]'
      FROM (SELECT DISTINCT user_key FROM care_relationship WHERE user_key = %s) c"""


class DoorError(Exception):
    """The door was used wrongly, or something behind it went wrong in silence; the message says what."""


class NotInCare(Exception):
    """The clinician holds no care relationship for this silo now, or there is no such silo."""


class Restricted(Exception):
    """The record is restricted: its owner may read it and take it along, nobody uses it or adds to it."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and through which door: "account 7" by "web", "distiller" by "worker", "operator" by "command"."""

    name: str
    door: str


@contextmanager
def silo(user_key: str, *, by: Actor, why: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Enter one silo as its patient's side. Raises DoorError without a key, or inside another silo."""
    if not user_key:
        raise DoorError("no silo named: a silo is entered by its key, <app>/<record>")
    with _entered("silo", user_key, by, why, {}, using):
        yield


@contextmanager
def clinician(account: int, *, user_key: str, by: Actor, why: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """See, read-only, one silo for which this account holds a care relationship. Raises NotInCare.

    Entering writes the silo's access log, in the same transaction.
    """
    if not user_key:
        raise DoorError("no silo named: a clinician sees one patient at a time")
    with _entered("clinician", user_key, by, why, {"account": account}, using):
        with connections[using].cursor() as cursor:
            cursor.execute(_SEEN, [by.name, by.door, why, user_key])
            if not cursor.rowcount:
                raise NotInCare
        yield


@contextmanager
def clinic(account: int, *, by: Actor, why: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """See who is in this clinician's care, and nothing of what they said: no silo is entered."""
    with _entered("clinician", "", by, why, {"account": account}, using):
        yield


@contextmanager
def privacy_office(*, by: Actor, why: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """See counts and receipts of all silos, and erase one; no content."""
    with _entered("privacy", "", by, why, {}, using):
        yield


@contextmanager
def registrar(*, by: Actor, why: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Administer who may open which record and who cares for whom; no content."""
    with _entered("registrar", "", by, why, {}, using):
        yield


def pass_key() -> bytes:
    """Return the secret that signs passes: PASS_KEY, else one derived from SECRET_KEY."""
    given: str = settings.PASS_KEY or f"anamnesis pass:{settings.SECRET_KEY}"
    return hashlib.sha256(given.encode()).digest()


def sign(claims: dict[str, Any], key: bytes) -> str:
    """Return the pass for these claims."""
    body = json.dumps(claims)
    inner = hashlib.sha256(key + body.encode()).digest()
    return hashlib.sha256(key + inner).hexdigest() + body


@contextmanager
def _entered(role: str, key: str, by: Actor, why: str, more: dict[str, Any], using: str) -> Iterator[None]:
    connection = connections[using]
    outermost = not connection.in_atomic_block
    claims = {
        "role": role,
        "silo": key,
        "by": by.name,
        "door": by.door,
        "why": why,
        "exp": time.time() + settings.PASS_SECONDS,
        **more,
    }
    with _telling_restriction(), transaction.atomic(using=using):
        before = ("none", "") if outermost else _present(connection)
        _refuse_another(before[1], claims)
        _take(connection, f"anamnesis_{role}", sign(claims, pass_key()))
        yield
        # Only reached without an exception: on one, the rollback restores role and pass by itself.
        _raise_swallowed(connection)
        if not outermost:
            # RELEASE SAVEPOINT would keep the role and the pass, and leave deferred constraints to a later role.
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            _take(connection, *before)


@contextmanager
def _telling_restriction() -> Iterator[None]:
    """Say in the door's own words that the database refused to use a restricted record; the rollback is done."""
    try:
        yield
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlstate", None) == _RESTRICTED:
            raise Restricted("this record is restricted: it is kept, not used") from None
        raise


def _present(connection: BaseDatabaseWrapper) -> tuple[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('role'), coalesce(current_setting('app.pass', true), '')")
        role, shown = cursor.fetchone()
    return role, shown


def _refuse_another(shown: str, claims: dict[str, Any]) -> None:
    """Raise DoorError unless the pass that is shown, if any, opens what these claims ask for."""
    try:
        present = json.loads(shown[_MAC:]) if shown else claims
        same = all(present.get(what) == claims.get(what) for what in ("role", "silo", "account"))
    except (ValueError, AttributeError):
        raise DoorError("the pass that is shown is none of the door's: it was set by hand") from None
    if not same:
        raise DoorError("already inside another silo: leave it first")


def _take(connection: BaseDatabaseWrapper, role: str, shown: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('role', %s, true), set_config('app.pass', %s, true)", [role, shown])


def _raise_swallowed(connection: BaseDatabaseWrapper) -> None:
    broken = connection.connection.info.transaction_status == TransactionStatus.INERROR
    if connection.needs_rollback or broken:
        raise DoorError("a database error was swallowed inside the silo: nothing of it was saved")
