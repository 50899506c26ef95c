"""A long conversation distilled: how long the rules, the ledger and the vectors take, and what memory it needs.

The turns are those of stories or of dialogues (their formats: `stories_told`, `distill`), one after the other, until
there are enough. The conversation is one transaction that is rolled back: nothing of it stays.
"""

from __future__ import annotations

import resource
import time
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from advocate import conversation, registry
from advocate.benchmarks.distill import lines_of, read_items
from advocate.benchmarks.kind import Kind, Progress
from advocate.benchmarks.stories_told import story_of
from advocate.configuration import Agent
from memory import distilling, transcript
from memory.door import Actor, silo
from memory.embedding import embed_pending
from memory.engine import MemoryEngine, load_engine
from memory.models import Fact, HeldDraft
from memory.vocabulary import Speaker

_BY = Actor("benchmark", "command")
_Said = tuple[Speaker, str]


def turns_of(items: list[Path]) -> Iterator[_Said]:
    """Give what people say in these files, in order. Raises ValueError, OSError for a file that is neither kind."""
    for path in items:
        for item in read_items(path):
            if "dialogue" in item:
                spoken = (line.partition(": ") for line in lines_of(item["dialogue"]))
                yield from ((Speaker(who), text) for who, _, text in spoken if text.strip())
            elif "sessions" in item:
                sittings = story_of(item).sittings
                yield from ((line.speaker, line.text) for sitting in sittings for line in sitting.lines)
            else:
                raise ValueError(f"{path}: an item is a story (`sessions`) or a dialogue (`dialogue`)")


def measure(said: list[_Said], *, agent: Agent, engine: MemoryEngine) -> dict[str, Any]:
    """Hold the conversation, distil and embed it; seconds, counts, and resident memory in MB before and at its peak."""
    before = _peak()
    with transaction.atomic():
        figures = _held(said, agent, engine)
        transaction.set_rollback(True)
    return {**figures, "memory_mb": {"before": before, "peak": _peak()}}


def _held(said: list[_Said], agent: Agent, engine: MemoryEngine) -> dict[str, Any]:
    key, now = f"benchmark/{uuid.uuid4().hex}", timezone.now()
    transcript.register(key, by=_BY)
    session = uuid.uuid4()
    for number, (speaker, text) in enumerate(said):
        at = now - timedelta(seconds=len(said) - number)
        session, _ = transcript.hear(
            key, speaker=speaker, text=text, at=at, zone="UTC", opening=conversation.opening(agent), by=_BY
        )
    transcript.close(key, session, by=_BY)
    started = time.perf_counter()
    ended = distilling.distil(session, engine=engine, by=_BY)
    distilled = time.perf_counter()
    embed_pending(key, engine=engine, by=_BY, session=session)
    embedded = time.perf_counter()
    with silo(key, by=_BY, why="count"):
        facts, held = Fact.objects.count(), HeldDraft.objects.count()
    return {
        "turns": len(said),
        "words": sum(len(text.split()) for _, text in said),
        "state": str(ended),
        "facts": facts,
        "held": held,
        "distil_s": round(distilled - started, 2),
        "embed_s": round(embedded - distilled, 2),
        "whole_s": round(embedded - started, 2),
    }


def _peak() -> int:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--items", type=Path, nargs="+", required=True, help="stories or dialogues, JSON lines")
    parser.add_argument("--turns", type=int, default=300, help="how many turns the conversation has")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    said = list(turns_of(options["items"]))
    if not said:
        raise ValueError("nobody says anything in these files")
    agent, engine = registry.agent("patient-advocate"), load_engine()
    engine.embed(["the model is loaded before the clock starts"], purpose="document")
    return {"engine": engine.name, **measure(list(islice(cycle(said), options["turns"])), agent=agent, engine=engine)}


KIND = Kind("length", "a long conversation distilled: seconds and memory", _arguments, _measure)
