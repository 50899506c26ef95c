"""Which account opens which record: looked up at every request, registered at first use, closed at the end."""

from __future__ import annotations

import secrets

from django.db import connection, transaction

from memory import forgotten, transcript
from memory.door import Actor, registrar, silo
from memory.models import Record, RecordAccess, User


class StillARecord(Exception):
    """The account opens a record: erase that first."""


def record_of(account: int) -> str | None:
    """Return the key of the record that an account opens; None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT record_of(%s)", [account])
        found = cursor.fetchone()
    return str(found[0]) if found else None


def record_for(account: int, *, agent: str, time_zone: str, by: Actor) -> str:
    """Return the key of the account's record, registered at first use; two tabs at once register one."""
    with transaction.atomic():
        _lock(account)
        key = record_of(account)
        if key is None:
            key = f"{agent}/{secrets.token_hex(16)}"
            transcript.register(key, by=by, time_zone=time_zone)
            with registrar(by=by, why="a new record"):
                RecordAccess.objects.create(user_key=key, account_id=account)
    return key


def move_to_zone(account: int, zone: str, *, by: Actor) -> None:
    """Set the time zone of an account and of its record. Raises ValidationError for no zone."""
    with transaction.atomic():
        user = User.objects.get(pk=account)
        user.time_zone = zone
        user.clean_fields(exclude={"email", "password"})
        user.save(update_fields=["time_zone"])
        key = record_of(account)
        if key is not None:
            with silo(key, by=by, why="the person's time zone"):
                Record.objects.filter(user_key=key).update(time_zone=zone)


def close_account(account: int) -> None:
    """Delete an account that opens no record any more, with its e-mail address. Raises StillARecord."""
    with transaction.atomic():
        _lock(account)
        if record_of(account) is not None:
            raise StillARecord
        with connection.cursor() as cursor:
            cursor.execute(_CLOSING, [account])
            for digest, at in cursor.fetchall():
                forgotten.note({"closed": digest, "at": at.isoformat()})
            for table in (
                "account_emailaddress",
                "mfa_authenticator",
                "memory_user_groups",
                "memory_user_user_permissions",
            ):
                cursor.execute(f"DELETE FROM {table} WHERE user_id = %s", [account])  # noqa: S608 - names of our own
            cursor.execute("DELETE FROM memory_user WHERE id = %s", [account])


def _lock(account: int) -> None:
    """One registration or closing at a time; held to the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [f"account {account}"])


_CLOSING = "SELECT guard.digest_of_account(id, joined_at), now() FROM memory_user WHERE id = %s"
