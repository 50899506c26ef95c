"""The searches of a recall: each one query, exact, a scan of one silo (no ANN index: migrations/sql/search.sql).

Meaning is ranked by a centred question, from which what all questions share was taken out: with e5 some short rows
are near to any question, and every cosine lies between 0.75 and 0.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from uuid import UUID

from django.db import connection

from memory.dates import local_day
from memory.engine import DIMENSIONS, BadOutput, MemoryEngine, Purpose, Vector
from memory.recall.question import Term
from memory.vocabulary import Retired, Speaker, Status

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


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A person's turn from an earlier session.

    `similarity` and `place` (its order by meaning) are None where words found it; `words` is their weight (BM25).
    `retired` holds why facts that this turn told were superseded or withdrawn: its words may mislead.
    """

    id: UUID
    speaker: Speaker
    said_on: date
    text: str
    similarity: float | None
    place: int | None
    words: float
    retired: frozenset[str]


def probe(text: str, engine: MemoryEngine) -> Probe:
    """Embed a question; outside any transaction. Raises EngineError."""
    common = _common_of.get(engine.embedding_model)
    if common is None:
        common = _mean(embedded(_COMMON, engine, purpose="query"))
        _common_of[engine.embedding_model] = common
    [vector] = embedded([text], engine, purpose="query")
    centred = [a - b for a, b in zip(vector, common, strict=True)]
    return Probe(vector, centred if any(centred) else vector, engine.embedding_model)


def embedded(texts: Sequence[str], engine: MemoryEngine, *, purpose: Purpose) -> list[Vector]:
    """Return the texts' vectors. Raises EngineError, BadOutput where their number or dimension is wrong."""
    vectors = engine.embed(list(texts), purpose=purpose)
    if len(vectors) != len(texts):
        raise BadOutput(f"{len(texts)} texts came back as {len(vectors)} vectors")
    if any(len(vector) != DIMENSIONS for vector in vectors):
        raise BadOutput(f"a vector has not {DIMENSIONS} numbers")
    return vectors


def similar_facts(user_key: str, probe: Probe, statuses: Iterable[Status], count: int) -> list[tuple[UUID, float]]:
    """Return the nearest facts of these statuses with their cosine to the question, the nearest first."""
    with connection.cursor() as cursor:
        vector, centred = probe.written
        cursor.execute(_FACTS, [vector, centred, user_key, probe.model, [*statuses], count])
        return [(id, similarity) for id, similarity in cursor.fetchall()]


def similar_turns(user_key: str, probe: Probe, count: int) -> list[tuple[UUID, float]]:
    """Return the nearest turns of people with their cosine to the question, the nearest first."""
    with connection.cursor() as cursor:
        vector, centred = probe.written
        cursor.execute(_SIMILAR_TURNS, [vector, centred, user_key, probe.model, count])
        return [(id, similarity) for id, similarity in cursor.fetchall()]


def turns(
    user_key: str, terms: Sequence[Term], near: Sequence[tuple[UUID, float]], *, exclude: UUID | None, count: int
) -> list[FoundTurn]:
    """Return people's turns that hold the terms (the heaviest `count`) or are near; none of the session `exclude`."""
    patterns = [rf"\m{term.pattern}\M" for term in terms]
    with connection.cursor() as cursor:
        ids = [id for id, _ in near]
        cursor.execute(_TURNS, [user_key, exclude, exclude, patterns, [t.weight for t in terms], count, ids])
        rows = cursor.fetchall()
    places = {id: (cosine, place) for place, (id, cosine) in enumerate(near, 1)}
    found = []
    for id, who, at, zone, text, words, retired in rows:
        cosine, place = places.get(id, (None, None))
        day = local_day(at, zone)
        found.append(FoundTurn(id, Speaker(who), day, text, cosine, place, words, frozenset(retired or ())))
    return found


def _mean(vectors: Sequence[Vector]) -> Vector:
    return [sum(parts) / len(vectors) for parts in zip(*vectors, strict=True)]


def as_text(vector: Vector) -> str:
    """Return the vector as PostgreSQL reads it."""
    return f"[{','.join(map(repr, vector))}]"


# As the functions of search.sql, which other readers of the tables call; but each vector is read and compared once.
_FACTS = """
    SELECT near.id, 1 - (near.embedding <=> %s::vector)
      FROM (SELECT id, embedding, embedding <=> %s::vector AS away FROM adk_memory_facts
             WHERE user_key = %s AND embedding_model = %s AND status = ANY (%s) ORDER BY away, id LIMIT %s) near
     ORDER BY near.away, near.id"""

_SIMILAR_TURNS = """
    SELECT near.id, 1 - (near.embedding <=> %s::vector)
      FROM (SELECT e.id, e.embedding, e.embedding <=> %s::vector AS away
              FROM memory_turn_embedding e
              JOIN adk_session_events t ON t.user_key = e.user_key AND t.id = e.id AND NOT t.removed
             WHERE e.user_key = %s AND e.embedding_model = %s ORDER BY away, e.id LIMIT %s) near
     ORDER BY near.away, near.id"""

# BM25 over the silo's turns (k1 1.2, b 0.75): there is no index of words to keep, and none to erase.
_TURNS = f"""
    WITH turn AS MATERIALIZED (
      SELECT t.id, t.speaker, t.said_at, t.time_zone, t.text,
             length(t.text) / greatest(avg(length(t.text)) OVER (), 1) AS long, count(*) OVER () AS all_turns
        FROM adk_session_events t JOIN adk_sessions s ON s.user_key = t.user_key AND s.id = t.session_id
       WHERE t.user_key = %s AND t.speaker <> '{Speaker.ADVOCATE}' AND NOT t.removed
         AND (%s::uuid IS NULL OR s.public_id <> %s::uuid)),
    hit AS (
      SELECT t.id, w.pattern, w.weight, t.long, t.all_turns, regexp_count(t.text, w.pattern, 1, 'i') AS times
        FROM turn t CROSS JOIN unnest(%s::text[], %s::float8[]) AS w (pattern, weight) WHERE t.text ~* w.pattern),
    weighed AS (
      SELECT id, weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * long))
                 * ln(1 + (all_turns - count(*) OVER p + 0.5) / (count(*) OVER p + 0.5)) AS part
        FROM hit WINDOW p AS (PARTITION BY pattern)),
    worded AS (SELECT id, sum(part) AS words FROM weighed GROUP BY id ORDER BY words DESC, id LIMIT %s)
    SELECT t.id, t.speaker, t.said_at, t.time_zone, t.text, coalesce(w.words, 0)::float8,
           (SELECT array_agg(DISTINCT CASE f.status WHEN '{Status.RETRACTED}' THEN f.status ELSE f.retired_why END)
              FROM memory_evidence e JOIN adk_memory_facts f ON f.user_key = e.user_key AND f.id = e.fact_id
             WHERE e.turn_id = t.id AND f.status IN ('{Status.RETRACTED}', '{Status.SUPERSEDED}'))
      FROM turn t LEFT JOIN worded w USING (id)
     WHERE w.id IS NOT NULL OR t.id = ANY (%s::uuid[])
     ORDER BY coalesce(w.words, 0) DESC, t.said_at DESC, t.id"""  # noqa: S608 - enums of ours; words are parameters
MISLEADING = frozenset({Status.RETRACTED.value, Retired.CORRECTED.value})
