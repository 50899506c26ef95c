"""How the machine work of a turn grows: with the silos, with the facts of one, and with the turns of a session."""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import numpy as np
from django.db import connection
from django.utils import timezone

from advocate import conversation, registry
from advocate.benchmarks.kind import Kind, Progress
from advocate.configuration import Agent
from advocate.engines.base import Engine, speaking_engine
from memory.door import Actor, silo
from memory.engine import DIMENSIONS, Purpose, Vector
from memory.models import Evidence, Fact, Session, Turn
from memory.recall import recall
from memory.transcript import Opening, begin_session, register
from memory.vocabulary import SessionState, Speaker

BY = Actor("benchmark", "command")
DAY = date(2026, 9, 1)
_DRUGS = ("metoprolol", "lisinopril", "metformin", "atorvastatin", "warfarin", "sertraline", "omeprazole", "furosemide")
_MESSAGES = (
    "I take metoprolol 25 mg twice daily.",
    "What was my creatinine?",
    "My potassium was 5.1 mmol/L yesterday.",
    "Dr. Osei said to call if my pulse is under 55.",
    "Has anything changed with my heart medicine?",
    "I have been dizzy since last week, and I sleep badly.",
    "Thank you, that helps.",
)
_VECTOR = re.compile(r"\[-?\d[^]]*\]")
# The statement within `match_memory_facts` (migrations/sql/search.sql): a function's plan shows its name alone.
_SEARCH = """
    SELECT f.id FROM adk_memory_facts f
     WHERE f.user_key = %s AND f.embedding IS NOT NULL AND f.embedding_model = %s
     ORDER BY f.embedding <=> %s::vector, f.id LIMIT 10"""
_LABS = ("creatinine", "potassium", "hemoglobin", "TSH", "glucose", "sodium")


class _FixedEngine:
    """Answers queries with one vector, so that a recall is timed without its embedding."""

    name, prompt_version, remote = "benchmark", "1", False

    def __init__(self, model: str, vector: Vector) -> None:
        self.embedding_model, self._vector = model, vector

    def distil(self, transcript: Any) -> list[Any]:
        return []

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        return [self._vector for _ in texts]


def measure(
    *, silos: int, facts: int, rounds: int, engine: Engine, agent: Agent, progress: Callable[[str], None]
) -> dict[str, Any]:
    """Fill `silos` silos with `facts` facts each, and time search, recall and whole turns in them (milliseconds).

    `turn_ms` is the first turn of a session; `session_turns` compares the 10th and the 100th of one. `fact_bytes` is
    what a fact takes on disk: its row with vector and indexes, and with its evidence and audit. `plan` is the search's.
    """
    before = _bytes_on_disk()
    keys, started = [], time.perf_counter()
    for number in range(silos):
        keys.append(_fill(facts, engine.embedding_model, number))
        if number % 50 == 49:
            progress(f"{number + 1} of {silos} silos")
    writing = time.perf_counter() - started
    grown = {what: size - before[what] for what, size in _bytes_on_disk().items()}
    dice = random.Random(1)
    asked = [dice.choice(keys) for _ in range(rounds)]
    searches, exact = zip(*(_search(key, _unit(dice), engine.embedding_model) for key in asked), strict=True)
    recalls = [_recall(key, _unit(dice), engine.embedding_model) for key in asked]
    turns = [_first_turn(key, engine, agent) for key in asked]
    sessions = [_session(key, engine, agent) for key in keys[:3]]
    return {
        "silos": silos,
        "facts": facts,
        "rounds": rounds,
        "fact_written_ms": round(writing / (silos * facts) * 1000, 3),
        "search_ms": _percentiles(searches),
        "recall_ms": _percentiles(recalls),
        "turn_ms": _percentiles(turns),
        "session_turns": _compared(sessions),
        "fact_bytes": {what: round(size / (silos * facts)) for what, size in grown.items()},
        "recall_vs_brute_force": round(sum(exact) / len(exact), 4),
        "plan": _plan(asked[0], _unit(dice), engine.embedding_model),
    }


def _fill(count: int, model: str, seed: int) -> str:
    dice = random.Random(seed)
    key = f"benchmark/{uuid.uuid4().hex}"
    register(key, by=BY)
    with silo(key, by=BY, why="benchmark"):
        session = begin_session(key, Opening("benchmark", "1"))
        turn = Turn.objects.create(
            user_key=key,
            session=session,
            seq=1,
            speaker=Speaker.PATIENT,
            said_at=timezone.now(),
            time_zone="UTC",
            text="x",
        )
        rows = [_fact(key, model, number, dice) for number in range(count)]
        Fact.objects.bulk_create(rows, batch_size=200)
        Evidence.objects.bulk_create(
            [
                Evidence(
                    user_key=key,
                    fact=row,
                    turn=turn,
                    quote="x",
                    speaker="patient",
                    said_at=turn.said_at,
                    time_zone="UTC",
                )
                for row in rows
            ],
            batch_size=500,
        )
    return key


def _fact(key: str, model: str, number: int, dice: random.Random) -> Fact:
    name = dice.choice(_LABS)
    value = f"{dice.uniform(1, 200):.1f}"
    drug = number < len(_DRUGS)
    attribute = _DRUGS[number] if drug else name
    return Fact(
        user_key=key,
        fact=f"{attribute} {value} mg" if drug else f"{name} {value} mg/dL",
        tag="MEDICATION" if drug else "LAB",
        fact_date=DAY - timedelta(days=dice.randrange(700)),
        date_precision="day",
        source="patient",
        keys=[attribute.lower()],
        memory_key=f"medication:{attribute}" if drug else None,
        attribute=attribute,
        value=value,
        unit="mg" if drug else "mg/dL",
        embedding=_unit(dice),
        embedding_model=model,
    )


def _unit(dice: random.Random) -> Vector:
    numbers = np.random.default_rng(dice.randrange(2**31)).standard_normal(DIMENSIONS)
    unit: Vector = (numbers / np.linalg.norm(numbers)).tolist()
    return unit


def _search(key: str, vector: Vector, model: str) -> tuple[float, float]:
    """Time one exact search, and compare its ten rows with those of brute force."""
    with silo(key, by=BY, why="benchmark"):
        started = time.perf_counter()
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM match_memory_facts(%s::vector, %s, 10, %s)", [str(vector), key, model])
            found = [row[0] for row in cursor.fetchall()]
        took = (time.perf_counter() - started) * 1000
        rows = list(Fact.objects.values_list("id", "embedding"))
    near = sorted(rows, key=lambda row: -float(np.dot(np.asarray(row[1]), vector)))[: len(found)]
    return took, len({row[0] for row in near} & set(found)) / max(len(found), 1)


def _plan(key: str, vector: Vector, model: str) -> list[str]:
    """How the database carries out the search of one silo, by EXPLAIN; vectors are left out of it."""
    with silo(key, by=BY, why="benchmark"), connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {_SEARCH}", [key, model, str(vector)])
        return [_VECTOR.sub("[…]", line) for (line,) in cursor.fetchall()]


def _recall(key: str, vector: Vector, model: str) -> float:
    started = time.perf_counter()
    recall(key, "What was my creatinine?", day=DAY, engine=_FixedEngine(model, vector), entities=("creatinine",), by=BY)
    return (time.perf_counter() - started) * 1000


def _first_turn(key: str, engine: Engine, agent: Agent) -> float:
    _end_session(key)
    return _turn(key, "What was my creatinine?", engine, agent)


def _session(key: str, engine: Engine, agent: Agent) -> tuple[float, float]:
    """Hold a session, and return the median times around its 10th and its 100th turn; an exchange is two turns."""
    _end_session(key)
    took = [_turn(key, _MESSAGES[number % len(_MESSAGES)], engine, agent) for number in range(53)]
    early, late = took[1:8], took[46:53]  # each message once
    return statistics.median(early), statistics.median(late)


def _end_session(key: str) -> None:
    with silo(key, by=BY, why="benchmark"):
        Session.objects.filter(status=SessionState.OPEN).update(status=SessionState.DONE)


def _compared(sessions: Sequence[tuple[float, float]]) -> dict[str, float]:
    early, late = (statistics.median(times) for times in zip(*sessions, strict=True))
    return {"10th_ms": round(early, 2), "100th_ms": round(late, 2), "ratio": round(late / early, 2)}


def _bytes_on_disk() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('adk_memory_facts'), pg_database_size(current_database())")
        return dict(zip(("row", "all"), cursor.fetchone(), strict=True))


def _turn(key: str, message: str, engine: Engine, agent: Agent) -> float:
    """Time everything between a message and its reply: embed, search, rank, compose, check, commit."""
    started = time.perf_counter()
    exchange = conversation.begin(key, message, agent=agent, engine=engine, at=timezone.now(), zone="UTC", by=BY)
    verdicts = asyncio.run(conversation.whole(exchange, engine))
    conversation.finish(exchange, verdicts, by=BY)
    return (time.perf_counter() - started) * 1000


def _percentiles(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {f"p{p}": round(ordered[min(len(ordered) - 1, len(ordered) * p // 100)], 2) for p in (50, 95, 99)}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--silos", type=int, default=100)
    parser.add_argument("--facts", type=int, default=100, help="facts a silo")
    parser.add_argument("--rounds", type=int, default=200, help="how often each is timed")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    return measure(
        silos=options["silos"],
        facts=options["facts"],
        rounds=options["rounds"],
        engine=speaking_engine(),
        agent=registry.agent("patient-advocate"),
        progress=progress,
    )


KIND = Kind("scale", "search, recall and whole turns among many silos", _arguments, _measure, fills=True)
