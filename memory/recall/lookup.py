"""The search of facts by meaning: one query, exact, a scan of one silo (no ANN index: migrations/sql/search.sql).

Meaning is ranked by a centred question, from which what all questions share was taken out: with e5 some short rows
are near to any question, and every cosine lies between 0.75 and 0.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db import connection

from memory.engine import DIMENSIONS, BadOutput, MemoryEngine, Purpose, Vector
from memory.query_cache import query_cache
from memory.vocabulary import Status

CURRENT = (Status.ACTIVE, Status.PLANNED)
PAST = (Status.SUPERSEDED, Status.HISTORICAL)
_COMMON = ("What is it?", "Tell me about it.", "What do you know about me?", "When was that?", "Do I have that?")
_common_of: dict[str, Vector] = {}


@dataclass(frozen=True)
class Probe:
    """An embedded question: its vector, the same without what all questions share, and the model of both."""

    vector: Vector
    centred: Vector
    model: str

    @cached_property
    def written(self) -> tuple[str, str]:
        """The vector and the centred one as PostgreSQL reads them; written once for all searches."""
        return as_text(self.vector), as_text(self.centred)


def probe(text: str, engine: MemoryEngine, user_key: str = "") -> Probe:
    """Embed a question; outside any transaction. Raises EngineError.

    Asked of a remote engine for a record, its vector is kept for some minutes (`memory.query_cache`).
    """
    common = _common_of.get(engine.embedding_model)
    if common is None:
        common = _mean(embedded(_COMMON, engine, purpose="query"))
        _common_of[engine.embedding_model] = common
    vector = _kept(text, engine, user_key) if engine.remote and user_key else _of_query(text, engine)
    centred = [a - b for a, b in zip(vector, common, strict=True)]
    return Probe(vector, centred if any(centred) else vector, engine.embedding_model)


def forget_probe(user_key: str, engine: MemoryEngine) -> None:
    """Take back what probing for a record may have kept."""
    if engine.remote:
        query_cache().drop(user_key)


def _kept(text: str, engine: MemoryEngine, user_key: str) -> Vector:
    cache = query_cache()
    vector = cache.get(user_key, engine.embedding_model, text)
    if vector is None:
        vector = _of_query(text, engine)
        cache.put(user_key, engine.embedding_model, text, vector)
    return vector


def _of_query(text: str, engine: MemoryEngine) -> Vector:
    [vector] = embedded([text], engine, purpose="query")
    return vector


def embedded(texts: Sequence[str], engine: MemoryEngine, *, purpose: Purpose) -> list[Vector]:
    """Return the texts' vectors. Raises EngineError, BadOutput where their number or dimension is wrong."""
    vectors = engine.embed(list(texts), purpose=purpose)
    if len(vectors) != len(texts):
        raise BadOutput(f"{len(texts)} texts came back as {len(vectors)} vectors")
    if any(len(vector) != DIMENSIONS for vector in vectors):
        raise BadOutput(f"a vector has not {DIMENSIONS} numbers")
    return vectors


def similar_facts(user_key: str, probe: Probe, count: int) -> list[list[tuple[UUID, float]]]:
    """Return the nearest facts with their cosine to the question, nearest first: of now and ahead, and of the past."""
    vector, centred = probe.written
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, [vector, centred, [*PAST], user_key, probe.model, [*CURRENT, *PAST], count])
        rows = cursor.fetchall()
    return [[(id, cosine) for id, past, cosine in rows if past is side] for side in (False, True)]


def _mean(vectors: Sequence[Vector]) -> Vector:
    return [sum(parts) / len(vectors) for parts in zip(*vectors, strict=True)]


def as_text(vector: Vector) -> str:
    """Return the vector as PostgreSQL reads it."""
    return f"[{','.join(map(repr, vector))}]"


# As the functions of search.sql, which other readers of the tables call; but each vector is read and compared once.
_FACTS = """
    SELECT near.id, near.past, 1 - (near.embedding <=> %s::vector)
      FROM (SELECT *, row_number() OVER (PARTITION BY past ORDER BY away, id) AS place
              FROM (SELECT id, embedding, embedding <=> %s::vector AS away, status = ANY (%s) AS past
                      FROM adk_memory_facts
                     WHERE user_key = %s AND embedding_model = %s AND status = ANY (%s)) fact) near
     WHERE near.place <= %s
     ORDER BY near.past, near.away, near.id"""
