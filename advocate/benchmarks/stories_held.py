"""Stories held: each in a record of its own, through transcript, distilling, gate, ledger and recall, then rolled back.

Nothing of it stays and nothing reaches the broker: a story is one transaction, and the session is distilled in it.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from advocate import conversation
from advocate.benchmarks.stories_told import Line, Sitting, Story
from advocate.configuration import Agent
from advocate.engines.base import Engine
from memory import documents, transcript
from memory.distilling import Retry, distil
from memory.documents import Paper
from memory.door import Actor, silo
from memory.embedding import embed_pending
from memory.models import Fact
from memory.reading import fact_view, open_conflicts
from memory.recollection import FactView
from memory.vocabulary import SessionState, Speaker, Tag

_BY = Actor("stories", "command")


class NotHeld(Exception):
    """The story could not be held to its end; the message says why."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a story left: its rows without episodes, oldest first, how many conflicts are open, and the replies given.

    `replies` are the texts by (session, turn), both counted from 0.
    """

    rows: tuple[FactView, ...]
    conflicts: int
    replies: Mapping[tuple[int, int], str]


def hold(story: Story, *, engine: Engine, agent: Agent) -> Left:
    """Hold the story and return what it left. Raises NotHeld and EngineError."""
    with transaction.atomic():
        left = _Holding(story, engine, agent).through()
        transaction.set_rollback(True)
    return left


class _Holding:
    """One story in one record."""

    def __init__(self, story: Story, engine: Engine, agent: Agent) -> None:
        self.story, self.engine, self.agent = story, engine, agent
        self.key = f"{agent.name}/story-{uuid.uuid4().hex}"
        self.asked = {(each["session"], each["turn"]) for each in story.wanted.get("replies") or ()}
        self.replies: dict[tuple[int, int], str] = {}

    def through(self) -> Left:
        first = self.story.sittings[0].zone if self.story.sittings else "UTC"
        transcript.register(
            self.key, by=_BY, time_zone=first, subject=self.story.subject, subject_name=self.story.subject_name
        )
        for number, sitting in enumerate(self.story.sittings):
            self._sit(number, sitting)
        with silo(self.key, by=_BY, why="what the story left"):
            rows = tuple(fact_view(row) for row in Fact.objects.exclude(tag=Tag.EPISODE).order_by("created_at", "id"))
            return Left(rows, len(open_conflicts()), self.replies)

    def _sit(self, number: int, sitting: Sitting) -> None:
        """Hold one conversation, end it and distil it."""
        for paper in sitting.papers:
            self._distilled(number, self._hand_in(paper))
        session = None
        for at, line in enumerate(sitting.lines):
            replied = self._is_replied_to(number, at, sitting)
            session = self._exchange(number, at, line, sitting.zone) if replied else self._say(line, sitting, session)
        if session is None:
            return
        transcript.close(self.key, session, by=_BY)
        self._distilled(number, session)

    def _hand_in(self, paper: Paper) -> uuid.UUID:
        into = silo(self.key, by=_BY, why="hand in a document")
        agent, version = self.agent.name, str(self.agent.version)
        return documents.hand_in(paper, into=into, agent=agent, agent_version=version)

    def _distilled(self, number: int, session: uuid.UUID) -> None:
        """Distil a closed session, and make it findable where a later reply is looked at."""
        ended = distil(session, engine=self.engine, by=_BY)
        if isinstance(ended, Retry) or ended is None or ended == SessionState.FAILED:
            raise NotHeld(f"session {number} was not distilled")
        if any(later >= number for later, _ in self.asked):
            embed_pending(self.key, engine=self.engine, by=_BY, session=session)

    def _is_replied_to(self, number: int, at: int, sitting: Sitting) -> bool:
        """The engine answers what a patient writes, where the story looks at the reply or goes on after it.

        A scripted turn of the advocate stands in its place; in a recorded visit nobody but the people there speaks.
        """
        line, rest = sitting.lines[at], sitting.lines[at + 1 :]
        if (number, at) in self.asked:
            return True
        if line.speaker is not Speaker.PATIENT or not rest or rest[0].speaker is Speaker.ADVOCATE:
            return False
        return all(each.speaker in {Speaker.PATIENT, Speaker.ADVOCATE} for each in sitting.lines)

    def _exchange(self, number: int, at: int, line: Line, zone: str) -> uuid.UUID:
        exchange = conversation.begin(
            self.key,
            line.text,
            agent=self.agent,
            engine=self.engine,
            at=line.at,
            zone=zone,
            by=_BY,
            speaker=line.speaker,
        )
        verdicts = asyncio.run(conversation.whole(exchange, self.engine))
        reply = conversation.finish(exchange, verdicts, by=_BY)
        self.replies[number, at] = reply.text
        return reply.session

    def _say(self, line: Line, sitting: Sitting, session: uuid.UUID | None) -> uuid.UUID:
        told: dict[str, Any] = {"speaker": line.speaker, "text": line.text, "at": line.at, "zone": sitting.zone}
        if line.speaker is Speaker.ADVOCATE and session is not None:
            with silo(self.key, by=_BY, why="chat"):
                transcript.answer(self.key, session, line.text, at=line.at, zone=sitting.zone)
            return session
        session, _ = transcript.hear(self.key, opening=conversation.opening(self.agent), by=_BY, **told)
        return session
