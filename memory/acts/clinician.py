"""A clinician's own acts, each one function of the database (migrations/sql/acts_of_clinicians.sql) and nothing else.

The database checks her pass, her care, her role and the reason; the decision bears her name, role and moment. `into` is
her entered silo, whose reason is the audit's. What decides returns the decision's id, by which it is undone.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from psycopg.errors import CheckViolation, NoDataFound

from memory import queueing
from memory.acts.hand import NoSuchThing, NotPossible

_PLAIN = {
    "a reason is needed": "Give a reason: it is kept with what you do.",
    "what was replaced or withdrawn cannot be confirmed": "This was replaced or withdrawn: it cannot be confirmed.",
    "it is withdrawn already": "This is withdrawn already.",
    "it is settled already, or this is none of its sides": "This contradiction is settled already.",
    "it is undone already": "This is undone already.",
    "it is no longer withdrawn": "This is no longer withdrawn.",
    "what it was settled for no longer stands": "What it was settled for has been replaced since: tell what holds now.",
    "this cannot be undone so": "This cannot be undone.",
}


def confirm(fact: UUID, *, into: AbstractContextManager[None]) -> UUID:
    """Confirm what a fact says. Raises NoSuchThing, NotPossible for what no longer stands."""
    return _decided("guard.confirm_fact(%s)", [fact], into)


def retract(fact: UUID, *, reason: str, into: AbstractContextManager[None]) -> UUID:
    """Withdraw a fact, which reopens what it replaced. Raises NoSuchThing, NotPossible without a reason."""
    return _decided("guard.retract_fact(%s, %s)", [fact, reason], into)


def settle(conflict: UUID, *, winner: UUID, reason: str, into: AbstractContextManager[None]) -> UUID:
    """Settle a contradiction for one of its sides. Raises NoSuchThing, NotPossible."""
    return _decided("guard.settle_conflict(%s, %s, %s)", [conflict, winner, reason], into)


def undo(decision: UUID, *, reason: str, into: AbstractContextManager[None]) -> UUID:
    """Take a confirmation, a retraction or a settlement back: what it withdrew is written anew, beside what stands.

    Raises NoSuchThing, NotPossible.
    """
    return _decided("guard.undo_decision(%s, %s)", [decision, reason], into)


def read_again(session: UUID, *, into: AbstractContextManager[None]) -> bool:
    """Have a session distilled again whose distilling failed; return False where it has not failed."""
    if found := bool(_call("guard.read_again(%s)", [session], into)):
        transaction.on_commit(lambda: queueing.send("memory.distil", session))
    return found


def _decided(function: str, parameters: list[Any], into: AbstractContextManager[None]) -> UUID:
    decision: UUID = _call(function, parameters, into)
    return decision


def _call(function: str, parameters: list[Any], into: AbstractContextManager[None]) -> Any:
    try:
        with into, connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}", parameters)
            return cursor.fetchone()[0]
    except DatabaseError as error:
        raise _told(error) from None


def _told(error: DatabaseError) -> Exception:
    """The database's refusal as the caller knows it; what is no refusal of these functions stays as it is."""
    cause = error.__cause__
    if isinstance(cause, NoDataFound):
        return NoSuchThing()
    if isinstance(cause, CheckViolation) and (plain := _PLAIN.get(cause.diag.message_primary or "")):
        return NotPossible(plain)
    return error
