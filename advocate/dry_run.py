"""A dry run of distilling: the real gate and the real ledger, in a silo that never was."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from memory.door import Actor, silo
from memory.drafts import Said, Transcript
from memory.engine import MemoryEngine
from memory.events import Event, held_event, record_event
from memory.ledger import Drafted, write
from memory.models import Fact, HeldDraft, Record, Turn
from memory.reading import fact_view
from memory.recollection import FactView
from memory.text import clean
from memory.transcript import Opening, begin_session
from memory.vocabulary import Speaker

_LINE = re.compile(r"(?P<speaker>patient|advocate|clinician|family)\s*:\s*(?P<text>.*)", re.I)


class TranscriptError(ValueError):
    """The text is no transcript; the message names the line."""


def read_transcript(lines: Iterable[str], *, at: datetime, zone: str) -> tuple[Said, ...]:
    """Return the turns of lines `speaker: text`; a line without a speaker goes on with the turn before.

    Turns are a second apart, from `at` on. Raises TranscriptError.
    """
    turns: list[tuple[Speaker, str]] = []
    for number, line in enumerate(lines, 1):
        words = clean(line.rstrip("\n")).text
        match = _LINE.match(words.strip())
        if match:
            turns.append((Speaker(match["speaker"].lower()), match["text"]))
        elif words.strip() and turns:
            turns[-1] = (turns[-1][0], f"{turns[-1][1]}\n{words}")
        elif words.strip():
            raise TranscriptError(
                f"line {number} names no speaker: begin it with patient:, advocate:, clinician: or family:"
            )
    return tuple(
        Said(uuid.uuid4(), i + 1, speaker, text, at + timedelta(seconds=i), zone)
        for i, (speaker, text) in enumerate(turns)
    )


def rehearse(
    turns: tuple[Said, ...], *, agent: str, agent_version: str, engine: MemoryEngine, by: Actor
) -> list[Event]:
    """Return the events that distilling these turns would bring; everything is rolled back. Raises EngineError."""
    facts, held = _rehearsed(turns, agent=agent, agent_version=agent_version, engine=engine, by=by)
    return [*map(record_event, facts), *(held_event(draft.text, draft.reason) for draft in held)]


def facts_of(
    turns: tuple[Said, ...], *, agent: str, agent_version: str, engine: MemoryEngine, by: Actor
) -> list[FactView]:
    """Return the rows that distilling these turns would leave; everything is rolled back. Raises EngineError."""
    return _rehearsed(turns, agent=agent, agent_version=agent_version, engine=engine, by=by)[0]


def _rehearsed(
    turns: tuple[Said, ...], *, agent: str, agent_version: str, engine: MemoryEngine, by: Actor
) -> tuple[list[FactView], list[HeldDraft]]:
    drafts = engine.distil(Transcript(agent, agent_version, turns))
    key = f"{agent}/dry-run-{uuid.uuid4()}"
    with transaction.atomic():
        with silo(key, by=by, why="dry run"):
            Record.objects.create(user_key=key)
            session = begin_session(key, Opening(agent, agent_version))
            for turn in turns:
                Turn.objects.create(
                    id=turn.id,
                    user_key=key,
                    session=session,
                    seq=turn.seq,
                    speaker=turn.speaker.value,
                    said_at=turn.at,
                    time_zone=turn.zone,
                    text=turn.text,
                )
            whole = Transcript(agent, agent_version, turns)
            write(drafts, whole, user_key=key, session=session, drafted=Drafted(engine.name, engine.prompt_version))
            facts = [fact_view(fact) for fact in Fact.objects.order_by("created_at", "id")]
            held = list(HeldDraft.objects.order_by("created_at", "id"))
        transaction.set_rollback(True)
    return facts, held
