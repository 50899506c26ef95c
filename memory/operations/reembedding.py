"""Re-embedding: moving every vector of the store to the present engine's embedding model, as the owner.

A search never mixes two models, so after a change of engine what is not yet moved is found by words alone. Read, ask
the engine outside of any transaction, write silo by silo under its lock: run again, it goes on where it stopped.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connections, transaction
from django.db.models import Model, Q, QuerySet

from memory.embedding import turn_document
from memory.engine import EngineError, MemoryEngine, RateLimited, Vector
from memory.models import Fact, Turn, TurnEmbedding
from memory.reading import fact_view
from memory.recall.lookup import as_text, embedded

BATCH = 64
ATTEMPTS, PAUSE = 5, 1.0  # seconds, doubled each time
OWNER = "owner"

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Reembedded:
    """How many rows got a vector of the engine's model."""

    model: str
    facts: int
    turns: int


@dataclass(frozen=True, slots=True)
class _Row:
    user_key: str
    id: UUID
    text: str


def reembed(engine: MemoryEngine, *, progress: Progress = lambda what, done, total: None) -> Reembedded:
    """Embed all facts and turns whose vector is missing or of another model. Raises EngineError.

    What was written before an error stays. A turn without any vector is the sweep's work, and not done here.
    """
    return Reembedded(
        engine.embedding_model,
        facts=_walk(Fact, _fact_rows, _SET_FACT, engine, lambda done, total: progress("facts", done, total)),
        turns=_walk(TurnEmbedding, _turn_rows, _SET_TURN, engine, lambda done, total: progress("turns", done, total)),
    )


def _walk(
    table: type[Fact] | type[TurnEmbedding],
    read: Callable[[Sequence[UUID]], list[_Row]],
    query: str,
    engine: MemoryEngine,
    progress: Callable[[int, int], None],
) -> int:
    other = Q(embedding_model=None) | ~Q(embedding_model=engine.embedding_model)
    waiting: QuerySet[Model] = table._default_manager.using(OWNER).filter(other)
    total, seen, written = waiting.count(), 0, 0
    for ids in _batches(waiting):
        rows = read(ids)
        if rows:
            vectors = _ask(engine, [row.text for row in rows])
            written += _write(query, rows, vectors, engine.embedding_model)
        seen += len(ids)
        progress(seen, max(total, seen))
    return written


def _batches(waiting: QuerySet[Model]) -> Iterator[list[UUID]]:
    """Give the ids of what waits, each once: what cannot be embedded must not come back for ever."""
    keys = waiting.order_by("user_key", "id").values_list("user_key", "id")
    batch = list(keys[:BATCH])
    while batch:
        yield [id for _, id in batch]
        silo, last = batch[-1]
        batch = list(keys.filter(Q(user_key__gt=silo) | Q(user_key=silo, id__gt=last))[:BATCH])


def _fact_rows(ids: Sequence[UUID]) -> list[_Row]:
    facts = Fact.objects.using(OWNER).defer("embedding").filter(id__in=ids)
    return [_Row(fact.user_key, fact.id, fact_view(fact).line) for fact in facts]


def _turn_rows(ids: Sequence[UUID]) -> list[_Row]:
    turns = Turn.objects.using(OWNER).filter(id__in=ids, removed=False)
    return [_Row(turn.user_key, turn.id, turn_document(turn)) for turn in turns]


def _ask(engine: MemoryEngine, texts: list[str]) -> list[Vector]:
    """Ask the engine, again where waiting can help. Raises EngineError."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return embedded(texts, engine, purpose="document")
        except EngineError as error:
            if error.permanent or attempt == ATTEMPTS:
                raise
            asked = error.retry_after if isinstance(error, RateLimited) else None
            time.sleep(asked or PAUSE * 2**attempt)
    raise AssertionError("unreachable")


def _write(query: str, rows: list[_Row], vectors: list[Vector], model: str) -> int:
    by_silo: dict[str, list[tuple[UUID, str]]] = defaultdict(list)
    for row, vector in zip(rows, vectors, strict=True):
        by_silo[row.user_key].append((row.id, as_text(vector)))
    written = 0
    for user_key, pairs in by_silo.items():
        ids, texts = [id for id, _ in pairs], [text for _, text in pairs]
        with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [user_key])
            cursor.execute(query, [model, ids, texts, user_key])
            written += cursor.rowcount
    return written


_SET_FACT = """
    UPDATE adk_memory_facts f SET embedding = v.vector::vector, embedding_model = %s, updated_at = now()
      FROM unnest(%s::uuid[], %s::text[]) AS v (id, vector)
     WHERE f.user_key = %s AND f.id = v.id"""
_SET_TURN = """
    UPDATE memory_turn_embedding e SET embedding = v.vector::vector, embedding_model = %s
      FROM unnest(%s::uuid[], %s::text[]) AS v (id, vector)
     WHERE e.user_key = %s AND e.id = v.id"""
