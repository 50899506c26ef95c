"""A conversation with the Gemini engine, held as the terminal holds it, and a session distilled as the worker does."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from io import StringIO

from django.core.management.base import OutputWrapper

from advocate.conversation import opening
from advocate.engines.gemini.engine import GeminiEngine
from advocate.management.commands.advocate import Terminal
from advocate.registry import agent
from memory import distilling, transcript
from memory.distilling import Retry
from memory.door import Actor, silo
from memory.drafts import Said, Transcript
from memory.management.output import Voice
from memory.models import Fact, HeldDraft, RecallTrace, Session, Turn
from memory.vocabulary import SessionState, Speaker
from tests.gemini_answers import Json

ZONE = "America/New_York"
DAY = datetime(2026, 9, 1, 16, tzinfo=UTC)
TODAY = DAY.date()
DOSE = "I take metoprolol tartrate 25 mg twice daily."


@dataclass
class Talk:
    """Alice at the terminal: what she is told goes to `out` and `err`."""

    key: str
    engine: GeminiEngine
    by: Actor
    out: StringIO = field(default_factory=StringIO)
    err: StringIO = field(default_factory=StringIO)

    def say(self, *lines: str, on: date = TODAY) -> str:
        """Say these messages in one conversation; return all that was answered."""
        voice = Voice(OutputWrapper(self.out), OutputWrapper(self.err), as_json=False)
        for line in lines:
            Terminal(self.key, agent("patient-advocate"), self.by, on, ZONE, voice, self.engine).exchange(line)
        return self.out.getvalue()

    def turns(self) -> list[tuple[str, str]]:
        """Who said what, as stored."""
        with silo(self.key, by=self.by, why="look"):
            return list(Turn.objects.order_by("session__created_at", "seq").values_list("speaker", "text"))

    def traces(self) -> list[RecallTrace]:
        """The traces of the replies, oldest first."""
        with silo(self.key, by=self.by, why="look"):
            return list(RecallTrace.objects.order_by("created_at"))


def closed(key: str, by: Actor, *said: str | tuple[Speaker, str]) -> uuid.UUID:
    """Hold and close a conversation without replies; return its public id."""
    for each in said or (DOSE,):
        speaker, text = each if isinstance(each, tuple) else (Speaker.PATIENT, each)
        session, _ = transcript.hear(
            key, speaker=speaker, text=text, at=DAY, zone=ZONE, opening=opening(agent("patient-advocate")), by=by
        )
    transcript.close(key, session, by=by)
    return session


def distilled(session: uuid.UUID, engine: GeminiEngine, by: Actor) -> SessionState | Retry | None:
    """Distil as the worker does."""
    return distilling.distil(session, engine=engine, by=by)


def retry_falls_due(key: str, session: uuid.UUID, by: Actor) -> None:
    """Let the time pass until the session may be tried again."""
    with silo(key, by=by, why="time passes"):
        Session.objects.filter(public_id=session).update(due_at=datetime.now(UTC) - timedelta(seconds=1))


@dataclass(frozen=True)
class Left:
    """What distilling left of a silo."""

    facts: list[str]
    held: list[tuple[str, str]]
    state: str
    distilled_to: int
    failure: str


def left(key: str, session: uuid.UUID, by: Actor) -> Left:
    """Read what stands: facts without the episode, held drafts with their reasons, and the session's row."""
    with silo(key, by=by, why="look"):
        facts = list(Fact.objects.exclude(tag="EPISODE").order_by("created_at").values_list("fact", flat=True))
        held = list(HeldDraft.objects.order_by("created_at").values_list("text", "reason"))
        row = Session.objects.get(public_id=session)
    return Left(facts, held, row.status, row.distilled_seq, row.failure)


def noted(words: str = DOSE[:-1], turn: str = "t1", **changes: object) -> Json:
    """Alice's dose as a good model notes it."""
    dose: Json = {
        "tag": "MEDICATION",
        "text": "metoprolol tartrate 25 mg twice daily",
        "quotes": [{"turn": turn, "words": words}],
        "source": "patient",
        "about": "metoprolol",
        "entity": "metoprolol",
        "aspect": "",
        "value": "25",
        "unit": "mg",
        "frequency": "twice daily",
        "route": None,
        "as_needed": None,
        "act": "state",
        "tense": "now",
        "assertion": "asserted",
        "date": "",
        "date_phrase": "",
        "negated": False,
        "subject": "self",
        "replaces_fact": "",
        "replaces": "",
        "keys": ["metoprolol", "dose"],
        "importance": 3,
    }
    return {**dose, **changes}


def transcript_of(*texts: str) -> Transcript:
    """A transcript of the patient's turns, without a database."""
    turns = tuple(Said(uuid.UUID(int=n), n, Speaker.PATIENT, text, DAY, ZONE) for n, text in enumerate(texts, 1))
    return Transcript("patient-advocate", "1", turns)
