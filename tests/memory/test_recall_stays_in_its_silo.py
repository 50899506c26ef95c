"""Recall sees one silo, exactly, at a cost that does not grow in queries."""

from __future__ import annotations

import math
import random
from datetime import date

import pytest
from django.db import connection
from django.db.utils import DataError, ProgrammingError
from django.test.utils import CaptureQueriesContext

from memory.door import Actor, silo
from memory.embedding import embed_pending
from memory.engine import DIMENSIONS, Vector
from memory.recall import recall
from memory.recall.lookup import as_text
from memory.vocabulary import Tag
from tests.memory.recall_cast import SilentEngine, Told, WordsEngine, tell

DAY = date(2026, 9, 1)


def notes(first: int, count: int) -> list[Told]:
    return [
        Told(f"topic{i} is worth a note on topic{i % 7}", Tag.FACT, f"topic{i}", (f"topic{i}",))
        for i in range(first, first + count)
    ]


def test_another_record_gives_nothing_for_the_same_words(alice: str, charlie: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(0, 3))
    embed_pending(alice, engine=WordsEngine(), by=tester)
    found = recall(charlie, "what is topic1?", day=DAY, engine=WordsEngine(), by=tester)
    assert (found.shortlist, found.placed, found.quotations, found.conflicts) == ((), (), (), ())
    assert found.silent


@pytest.mark.parametrize("engine", [WordsEngine(), SilentEngine()])
def test_one_row_and_forty_cost_the_same_number_of_queries(alice: str, tester: Actor, engine: WordsEngine) -> None:
    costs = []
    for more in (notes(0, 1), notes(1, 39)):
        tell(alice, DAY, *more)
        embed_pending(alice, engine=WordsEngine(), by=tester)
        with CaptureQueriesContext(connection) as queries:
            recall(alice, "what changed with topic1 before?", day=DAY, engine=engine, by=tester)
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_the_search_agrees_with_brute_force(alice: str, charlie: str, tester: Actor) -> None:
    engine = WordsEngine()
    for key, first in ((alice, 0), (charlie, 1000)):
        tell(key, DAY, *notes(first, 40))
        embed_pending(key, engine=engine, by=tester)
    with silo(alice, by=tester, why="test"), connection.cursor() as cursor:
        cursor.execute("SELECT id, embedding::text FROM adk_memory_facts")
        rows = {id: [float(x) for x in text.strip("[]").split(",")] for id, text in cursor.fetchall()}
        assert len(rows) == 40
        for seed in range(10):
            query = _random(seed)
            cursor.execute("SELECT id FROM match_memory_facts(%s::vector, %s, 10)", [as_text(query), alice])
            found = [id for (id,) in cursor.fetchall()]
            nearest = sorted(rows, key=lambda id: -_cosine(query, rows[id]))[:10]
            assert set(found) == set(nearest)


def test_the_search_without_a_key_raises(alice: str, tester: Actor) -> None:
    refused = pytest.raises(DataError, match="filter_user_key is required")
    with refused, silo(alice, by=tester, why="test"), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM match_memory_facts(%s::vector, NULL, 10)", [as_text(_random(1))])


def test_the_search_of_another_silo_by_its_key_finds_nothing(alice: str, charlie: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(0, 2))
    embed_pending(alice, engine=WordsEngine(), by=tester)
    with silo(charlie, by=tester, why="test"), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM match_memory_facts(%s::vector, %s, 10)", [as_text(_random(1)), alice])
        assert cursor.fetchall() == []


def test_outside_the_door_the_search_is_refused(alice: str, tester: Actor) -> None:
    with pytest.raises(ProgrammingError), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM match_memory_facts(%s::vector, %s, 10)", [as_text(_random(1)), alice])


def test_no_plan_of_the_search_uses_an_approximate_index(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(0, 5))
    embed_pending(alice, engine=WordsEngine(), by=tester)
    with silo(alice, by=tester, why="test"), connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexdef ~* 'ivfflat|hnsw'")
        assert cursor.fetchall() == []
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT id FROM adk_memory_facts WHERE user_key = %s AND embedding IS NOT NULL"
            " ORDER BY embedding <=> %s::vector LIMIT 10",
            [alice, as_text(_random(1))],
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Sort Key" in plan
    assert "Order By" not in plan


def _random(seed: int) -> Vector:
    source = random.Random(seed)
    return [source.gauss(0, 1) for _ in range(DIMENSIONS)]


def _cosine(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*b)
