"""Embedding: making facts and people's turns findable by meaning, after a conversation has ended.

Read in one transaction, the engine asked in none, written in another, piece by piece: what was written stays when a
later piece fails. What was erased, forgotten or embedded by another process in between is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from memory.dates import local_day
from memory.door import Actor, silo
from memory.engine import MemoryEngine, Vector
from memory.models import Fact, Session, Turn, TurnEmbedding
from memory.reading import fact_view
from memory.recall.lookup import as_text, embedded
from memory.transcript import lock_silo
from memory.vocabulary import SessionState, Speaker

PIECE = 64
_NAMED = re.compile(r"[A-Z][\w.'-]*(?: [A-Z][\w.'-]*){0,2}: ")  # "Dr. Rao: …", in the transcript of a visit
_FINAL = [state for state in SessionState if state.is_final]


@dataclass(frozen=True, slots=True)
class _Due:
    """What waits for a vector: facts and turns with their document text, and sessions with how far they were read."""

    facts: list[tuple[UUID, str]]
    turns: list[tuple[UUID, str]]
    sessions: list[tuple[str, int]]


def embed_pending(user_key: str, *, engine: MemoryEngine, by: Actor, session: UUID | None = None) -> int:
    """Embed what waits for it and return how many rows got a vector.

    Facts of the whole record; people's turns of distilled sessions, or of one of them (`session`, a public id).
    Raises EngineError (BadOutput for a wrong number or dimension of vectors); pieces before it stay written.
    """
    with silo(user_key, by=by, why="read what is to be embedded"):
        due = _due(session)
    written = 0
    for piece in _pieces(due.facts):
        written += _embed(user_key, piece, _SET_FACTS, engine, by)
    for piece in _pieces(due.turns):
        written += _embed(user_key, piece, _ADD_TURNS, engine, by)
    if due.sessions:
        _mark(user_key, due.sessions, by)
    return written


def turn_document(turn: Turn) -> str:
    """Return the text by which a turn is found: its day stands in it, and who speaks, by name where the turn has it."""
    said = turn.text if _NAMED.match(turn.text) else f"{turn.speaker}: {turn.text}"
    return f"({local_day(turn.said_at, turn.time_zone)}) {said}"


def _due(session: UUID | None) -> _Due:
    facts = Fact.objects.filter(embedding=None).order_by("created_at", "id")
    distilled = Session.objects.filter(status__in=_FINAL, embedded_seq__lt=F("distilled_seq"))
    if session is not None:
        distilled = distilled.filter(public_id=session)
    present = TurnEmbedding.objects.filter(id=OuterRef("id"))
    turns = Turn.objects.filter(
        ~Exists(present), session__in=distilled, seq__lte=F("session__distilled_seq"), removed=False
    ).exclude(speaker=Speaker.ADVOCATE)
    return _Due(
        facts=[(fact.id, fact_view(fact).line) for fact in facts],
        turns=[(turn.id, turn_document(turn)) for turn in turns.order_by("said_at", "id")],
        sessions=list(distilled.values_list("id", "distilled_seq")),
    )


def _pieces(rows: Sequence[tuple[UUID, str]]) -> Iterator[Sequence[tuple[UUID, str]]]:
    return (rows[start : start + PIECE] for start in range(0, len(rows), PIECE))


def _embed(user_key: str, piece: Sequence[tuple[UUID, str]], sql: str, engine: MemoryEngine, by: Actor) -> int:
    vectors = embedded([text for _, text in piece], engine, purpose="document")
    ids = [id for id, _ in piece]
    with silo(user_key, by=by, why="embed"):
        lock_silo(user_key)
        return _write(sql, user_key, ids, vectors, engine.embedding_model)


def _write(sql: str, user_key: str, ids: list[UUID], vectors: list[Vector], model: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, [model, timezone.now(), ids, [as_text(vector) for vector in vectors], user_key])
        written: int = cursor.rowcount
    return written


def _mark(user_key: str, sessions: Sequence[tuple[str, int]], by: Actor) -> None:
    with silo(user_key, by=by, why="embed"):
        for id, seq in sessions:
            Session.objects.filter(id=id, embedded_seq__lt=seq).update(embedded_seq=seq, updated_at=timezone.now())


_SET_FACTS = """
    UPDATE adk_memory_facts f SET embedding = v.vector::vector, embedding_model = %s, updated_at = %s
      FROM unnest(%s::uuid[], %s::text[]) AS v (id, vector)
     WHERE f.user_key = %s AND f.id = v.id AND f.embedding IS NULL"""
_ADD_TURNS = """
    INSERT INTO memory_turn_embedding (user_key, id, embedding, embedding_model, created_at)
    SELECT t.user_key, t.id, v.vector::vector, %s, %s
      FROM unnest(%s::uuid[], %s::text[]) AS v (id, vector)
      JOIN adk_session_events t ON t.id = v.id
     WHERE t.user_key = %s AND NOT t.removed
        ON CONFLICT DO NOTHING"""
