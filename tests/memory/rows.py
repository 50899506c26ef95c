"""Rows of every silo table, and the ways in which tests try what the database must refuse."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from threading import Thread
from typing import Any

import psycopg
from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from memory.door import Actor, pass_key, registrar, sign, silo
from memory.models import (
    AccessLog,
    CareRelationship,
    Conflict,
    Decision,
    Document,
    DocumentPage,
    Evidence,
    Fact,
    FactUsage,
    HeldDraft,
    RecallTrace,
    RecordAccess,
    Session,
    Turn,
    TurnEmbedding,
    User,
)

Params = Sequence[Any] | Mapping[str, Any] | None
SOMEONE = Actor("tester", "test")
REFUSED = "42501"  # insufficient_privilege
NO_KEY, CHECKED, TAKEN, NOT_FOUND = "23503", "23514", "23505", "P0002"
VECTOR = [1.0] + [0.0] * 767
SAID_AT = datetime(2026, 9, 1, 14, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Rows:
    """The ids of one silo's rows: `fact` superseded `old` and is contradicted by `rival`; `question` says all three."""

    key: str
    session: str
    public_id: uuid.UUID
    question: uuid.UUID
    reply: uuid.UUID
    old: uuid.UUID
    fact: uuid.UUID
    rival: uuid.UUID
    held: uuid.UUID
    trace: uuid.UUID


def account() -> int:
    """Make an account; return its id."""
    return int(User.objects.create(email=f"{uuid.uuid4().hex}@example.org", password="!").pk)


def care(key: str, clinician: int, *, began: timedelta = timedelta(days=-1), ended: timedelta | None = None) -> None:
    """Let a clinician care for a silo's subject; both ends are counted from now."""
    now = timezone.now()
    ends = None if ended is None else now + ended
    with registrar(by=SOMEONE, why="care"):
        CareRelationship.objects.create(user_key=key, clinician_id=clinician, began=now + began, ended=ends)


def open_session(key: str, **fields: Any) -> Session:
    """Insert a session; inside its silo."""
    public_id = uuid.uuid4()
    given = {"app_name": "patient-advocate", "user_id": key.partition("/")[2], "last_update_time": int(time.time())}
    return Session.objects.create(id=f"{key}/{public_id}", user_key=key, public_id=public_id, **given | fields)


def say(session: Session, text: str, *, speaker: str = "patient", seq: int | None = None) -> Turn:
    """Append a turn; inside its silo."""
    seq = seq or Turn.objects.filter(session=session).count() + 1
    return Turn.objects.create(
        user_key=session.user_key,
        session=session,
        seq=seq,
        speaker=speaker,
        said_at=SAID_AT,
        time_zone="UTC",
        text=text,
    )


def note(key: str, text: str, *, turn: Turn | None = None, quote: str = "", **fields: Any) -> uuid.UUID:
    """Insert a fact with its evidence, `turn` or a sentence without one; inside its silo. Return its id."""
    given: dict[str, Any] = {"tag": "LAB", "source": "patient", "keys": ["test"], "fact_date": date(2026, 9, 1)}
    given |= {"date_precision": "day", "session": turn.session if turn else None, "value": text} | fields
    fact = Fact.objects.create(user_key=key, fact=text, **given)
    where = {"turn": turn, "session": fact.session, "said_at": SAID_AT, "time_zone": "UTC"}
    Evidence.objects.create(user_key=key, fact=fact, quote=quote or text, speaker="patient", **where)
    return fact.id


def retired(successor: uuid.UUID, why: str = "changed") -> dict[str, Any]:
    """The columns of a superseded fact."""
    return {"status": "superseded", "superseded_by_id": successor, "retired_at": timezone.now(), "retired_why": why}


def fill(key: str) -> Rows:
    """Put at least one row into every silo table for this key."""
    who = account()
    care(key, who)
    with registrar(by=SOMEONE, why="access"):
        RecordAccess.objects.create(user_key=key, account_id=who)
    with silo(key, by=SOMEONE, why="fill"):
        session = open_session(key)
        words = "I took 25 mg. Now it is 50 mg. Or was it 75 mg?"
        question, reply = say(session, words), say(session, "You take 50 mg. Rest well.", speaker="advocate")
        first: dict[str, Any] = {"turn": question, "tag": "MEDICATION", "memory_key": "medication:metoprolol"}
        fact = uuid.uuid4()
        old = note(key, "metoprolol 25 mg", quote="I took 25 mg.", **first, **retired(fact))
        vector: dict[str, Any] = {"embedding": VECTOR, "embedding_model": "test"}
        note(key, "metoprolol 50 mg", quote="Now it is 50 mg.", id=fact, contested=True, **first, **vector)
        rival = note(key, "metoprolol 75 mg", quote="Or was it 75 mg?", contested=True, **first)
        Conflict.objects.create(user_key=key, older_id=fact, newer_id=rival, note="50 mg / 75 mg")
        TurnEmbedding.objects.create(id=question.id, user_key=key, **vector)
        FactUsage.objects.create(id=fact, user_key=key, last_placed_at=SAID_AT)
        document = Document.objects.create(user_key=key, title="letter", handed_in_by="patient")
        DocumentPage.objects.create(user_key=key, document=document, number=1, text="a page")
        AccessLog.objects.create(user_key=key, by="tester", door="test", what="read")
        held = _held(question, "perhaps 50 mg", "Now it is 50 mg.")
        Decision.objects.create(user_key=key, kind="pinned", fact_id=fact)
        kept = trace(question, reply, [("You take 50 mg.", [fact]), ("Rest well.", [])])
    return Rows(key, session.id, session.public_id, question.id, reply.id, old, fact, rival, held, kept)


def _held(turn: Turn, text: str, quote: str) -> uuid.UUID:
    why = {"tag": "MEDICATION", "reason": "unsure", "explanation": "it was a question"}
    there = {"user_key": turn.user_key, "session": turn.session, "turn": turn}
    return HeldDraft.objects.create(text=text, quote=quote, **there, **why).id


def trace(
    question: Turn,
    reply: Turn,
    sentences: Sequence[tuple[str, list[uuid.UUID]]],
    *,
    withheld: str = "",
    turns: Any = (),
) -> uuid.UUID:
    """Insert the trace of a reply: its sentences, each with the facts on which it rests; inside its silo."""
    turns = [str(turn) for turn in turns]
    facts = [{"id": str(fact), "score": 1.0} for _, ids in sentences for fact in ids]
    return RecallTrace.objects.create(
        user_key=question.user_key,
        session=question.session,
        question_turn=question,
        reply_turn=reply,
        query=question.text,
        day=SAID_AT.date(),
        shortlist=facts,
        placed=facts,
        sentences=[
            {"text": t, "facts": [str(i) for i in ids], "turns": turns, "withheld": withheld} for t, ids in sentences
        ],
        silent=False,
    ).id


def faults(key: str) -> list[tuple[Any, ...]]:
    """What verifying finds, inside one silo."""
    with silo(key, by=SOMEONE, why="verify"):
        return ask("SELECT * FROM audit_verify()")


def silo_tables(using: str = "default") -> list[str]:
    """Every table with a `user_key`, from the catalogue."""
    found = ask(
        "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_key'"
        " WHERE c.relkind IN ('r', 'p') AND NOT a.attisdropped AND c.relnamespace = 'public'::regnamespace"
        " ORDER BY c.relname",
        using=using,
    )
    return [name for (name,) in found]


def ask(sql: str, params: Params = None, *, using: str = "default") -> list[tuple[Any, ...]]:
    """Run one statement; return its rows, if it has any."""
    with connections[using].cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall() if cursor.description else []


def attempt(sql: str, params: Params = None, *, using: str = "default", then: str = "") -> str:
    """Run one statement (and `then` another) and take it back; return the SQLSTATE, or how many rows it touched."""
    try:
        with transaction.atomic(using=using), connections[using].cursor() as cursor:
            cursor.execute(sql, params)
            touched = cursor.rowcount
            if then:
                cursor.execute(then)
            transaction.set_rollback(True, using=using)
    except DatabaseError as error:
        return sqlstate(error)
    return f"{touched} rows"


def sqlstate(error: BaseException) -> str:
    """The SQLSTATE behind an error of Django's."""
    assert isinstance(error.__cause__, psycopg.Error), error
    return str(error.__cause__.sqlstate)


def insert_row(table: str, row: dict[str, Any]) -> tuple[str, list[str]]:
    """The statement that inserts a row given as `rows_of` gives it."""
    return f"INSERT INTO {table} SELECT * FROM jsonb_populate_record(NULL::{table}, %s::jsonb)", [json.dumps(row)]


def rows_of(key: str) -> dict[str, dict[str, Any]]:
    """One row of every silo table, as JSON, read inside the silo."""
    with silo(key, by=SOMEONE, why="read"):
        sql = "SELECT to_jsonb(t) FROM {0} t WHERE t.user_key = %s ORDER BY t.ctid DESC LIMIT 1"
        return {table: json.loads(ask(sql.format(table), [key])[0][0]) for table in silo_tables()}


def statements(table: str, row: dict[str, Any], role: str) -> dict[str, tuple[str, Any]]:
    """One statement of each kind on rows of the silo to which `row` belongs, as good as the role's grants allow."""
    may = ask(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND has_column_privilege(%s, attrelid, attnum, 'UPDATE') LIMIT 1",
        [table, role],
    )
    column = may[0][0] if may else "user_key"
    key = [row["user_key"]]
    return {
        "select": (f"SELECT user_key FROM {table} WHERE user_key = %s", key),
        "insert": insert_row(table, row),
        "update": (f"UPDATE {table} SET {column} = {column} WHERE user_key = %s", key),
        "delete": (f"DELETE FROM {table} WHERE user_key = %s", key),
    }


def true_pass(role: str, key: str = "", *, seconds: float = 60, **claims: Any) -> str:
    """A pass as the door signs it."""
    who = {"by": "tester", "door": "test", "why": "by hand"}
    return sign({"role": role, "silo": key, "exp": time.time() + seconds, **who, **claims}, pass_key())


@contextmanager
def by_hand(role: str, shown: str = "") -> Iterator[None]:
    """Set role and pass as foreign SQL would; all is taken back at the end."""
    with transaction.atomic():
        ask("SELECT set_config('role', %s, true), set_config('app.pass', %s, true)", [role, shown])
        yield
        transaction.set_rollback(True)


@contextmanager
def superuser() -> Iterator[psycopg.Connection[Any]]:
    """A connection as the cluster's administrator, whom no trigger stops; committed at the end."""
    at = connections["owner"].settings_dict
    with psycopg.connect(host=at["HOST"], port=at["PORT"], user="postgres", dbname=at["NAME"]) as administrator:
        administrator.execute("SET LOCAL session_replication_role = replica")
        yield administrator


def at_once(*works: Callable[[], object]) -> list[BaseException]:
    """Run each in a thread with a connection of its own; return what they raised."""
    raised: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:
            raised.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    return raised


def state() -> tuple[str, str]:
    """The role and the pass of the connection."""
    ((role, shown),) = ask("SELECT current_user, coalesce(current_setting('app.pass', true), '')")
    return role, shown
