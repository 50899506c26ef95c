"""Conversations as they are held: turns are appended, a session closes, and the worker is told."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.utils import timezone

from memory import queueing
from memory.door import Actor, silo
from memory.drafts import Said
from memory.models import Record, Session, Turn
from memory.text import CleanText, clean, clean_message
from memory.vocabulary import SessionState, Speaker


@dataclass(frozen=True, slots=True)
class Opening:
    """How a new session begins: under which agent, how long it may idle (seconds), how long turns are kept (days)."""

    agent: str
    agent_version: str
    idle_seconds: int = 1800
    keep_days: int | None = None


def register(
    user_key: str, *, by: Actor, time_zone: str = "UTC", subject: str = "self", subject_name: str = ""
) -> bool:
    """Register a record at first use; return whether it is new. Raises RecordErased for a key that was erased."""
    with silo(user_key, by=by, why="register the record"):
        if Record.objects.filter(user_key=user_key).exists():
            return False
        try:
            with transaction.atomic():
                Record.objects.create(
                    user_key=user_key, time_zone=time_zone, subject=subject, subject_name=subject_name
                )
        except IntegrityError as error:
            if "never used again" in str(error):
                raise RecordErased("this record was erased, and its key is never used again: choose another") from None
            return False  # another process was first
    return True


class RecordErased(Exception):
    """The key belonged to a record that was erased."""


class HeardBefore(Exception):
    """A turn with this id was appended before, perhaps with other words: `turn` is what stands, in `session`."""

    def __init__(self, session: uuid.UUID, turn: Said) -> None:
        super().__init__("a turn with this id was appended before")
        self.session, self.turn = session, turn


def hear(
    user_key: str,
    *,
    speaker: Speaker,
    text: str,
    at: datetime,
    zone: str,
    opening: Opening,
    by: Actor,
    turn_id: uuid.UUID | None = None,
) -> tuple[uuid.UUID, Said]:
    """Append a turn to the open session, or open one; return the session's public id and the turn.

    `at` is the aware moment, `zone` the IANA zone in which it was said. Of those who bring the same `turn_id`, in
    whichever process, one appends the turn: for the others nothing changes, and this raises HeardBefore.
    Raises MessageError for an empty or too long message.
    """
    cleaned = clean_message(text)
    with silo(user_key, by=by, why="chat"):
        session = _open_session(user_key, opening)
        turn = Turn.objects.filter(id=turn_id).select_related("session").first() if turn_id else None
        if turn is not None:
            raise HeardBefore(turn.session.public_id, as_said(turn))
        turn = _append(session, speaker, cleaned, at=at, zone=zone, turn_id=turn_id)
        return session.public_id, as_said(turn)


def answer(user_key: str, session: uuid.UUID, text: str, *, at: datetime, zone: str) -> uuid.UUID:
    """Append the advocate's turn; inside the silo, also when the session has closed meanwhile. Return its id."""
    row = Session.objects.select_for_update().get(public_id=session)
    return _append(row, Speaker.ADVOCATE, clean(text), at=at, zone=zone).id


def close(user_key: str, session: uuid.UUID, *, by: Actor) -> bool:
    """End a session and tell the worker; return False where it was not open."""
    with silo(user_key, by=by, why="end of conversation"):
        closed = Session.objects.filter(public_id=session, status=SessionState.OPEN).update(
            status=SessionState.CLOSING, closed_at=timezone.now(), updated_at=timezone.now()
        )
        if closed:
            transaction.on_commit(lambda: queue(user_key, session, by=by))
    return bool(closed)


def requeue(user_key: str, session: uuid.UUID, *, by: Actor) -> bool:
    """Try a failed session again from the beginning; return False where it has not failed."""
    with silo(user_key, by=by, why="distil again"):
        found = Session.objects.filter(public_id=session, status=SessionState.FAILED).update(
            status=SessionState.CLOSING, attempts=0, failure="", updated_at=timezone.now()
        )
        if found:
            transaction.on_commit(lambda: queue(user_key, session, by=by))
    return bool(found)


def turns_of(session: uuid.UUID) -> tuple[Said, ...]:
    """Return a session's turns, oldest first; inside its silo."""
    return tuple(as_said(t) for t in Turn.objects.filter(session__public_id=session).order_by("seq"))


def as_said(turn: Turn) -> Said:
    """Return the turn as a plain value."""
    return Said(turn.id, turn.seq, Speaker(turn.speaker), turn.text, turn.said_at, turn.time_zone)


def lock_silo(user_key: str) -> None:
    """Wait for the silo's lock, held to the end of the transaction: one writer of facts at a time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [user_key])


def queue(user_key: str, session: uuid.UUID, *, by: Actor) -> None:
    """Tell the worker of a session that waits, again or for the first time; without a broker it goes on waiting."""
    if queueing.send("memory.distil", session):
        with silo(user_key, by=by, why="queued for distilling"):
            Session.objects.filter(public_id=session, status__in=[SessionState.CLOSING, SessionState.QUEUED]).update(
                status=SessionState.QUEUED, updated_at=timezone.now()
            )


def _append(
    session: Session,
    speaker: Speaker,
    words: CleanText,
    *,
    at: datetime,
    zone: str,
    turn_id: uuid.UUID | None = None,
) -> Turn:
    """Append a turn to a session whose row is locked."""
    last = Turn.objects.filter(session=session).aggregate(last=Max("seq"))["last"] or 0
    return Turn.objects.create(
        id=turn_id or uuid.uuid4(),
        user_key=session.user_key,
        session=session,
        seq=last + 1,
        speaker=speaker.value,
        said_at=at,
        time_zone=zone,
        text=words.text,
        note=words.note,
    )


def _open_session(user_key: str, opening: Opening) -> Session:
    """Return the open session, locked and marked as alive; made where there is none."""
    session = _alive(user_key, opening)
    if session is None:
        try:
            with transaction.atomic():
                session = begin_session(user_key, opening)
        except IntegrityError:
            session = _alive(user_key, opening)  # another process was first
            if session is None:
                raise
    return session


def _alive(user_key: str, opening: Opening) -> Session | None:
    openly = Session.objects.filter(user_key=user_key, app_name=opening.agent, status=SessionState.OPEN)
    session = openly.select_for_update().first()
    if session is not None:
        session.last_update_time = int(time.time())
        session.save(update_fields=["last_update_time", "updated_at"])
    return session


def begin_session(user_key: str, opening: Opening, **more: Any) -> Session:
    """Open a session, with more of its columns than the opening tells; inside the silo."""
    public_id = uuid.uuid4()
    app, _, user = user_key.partition("/")
    keep = opening.keep_days
    return Session.objects.create(
        id=f"{app}/{user}/{public_id}",
        user_key=user_key,
        public_id=public_id,
        app_name=opening.agent,
        user_id=user,
        agent_version=opening.agent_version,
        idle_seconds=opening.idle_seconds,
        expire_at=timezone.now() + timedelta(days=keep) if keep is not None else None,
        last_update_time=int(time.time()),
        **more,
    )
