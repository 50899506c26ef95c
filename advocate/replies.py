"""Replies in the browser: one message, one reply or one honest mark, whoever leaves, dies or presses twice.

A message has the id that its page gave it, and is stored before the engine is asked. A reply is stored once, under the
session's lock, whichever request comes first; the trace names the question that it answers. A reply that was cut is
stored as far as it came, with a mark; what a dying server left is marked when the page is next seen.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from datetime import date, timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from advocate import conversation, registry
from advocate.access import AGENT, Patient
from advocate.conversation import Exchange
from advocate.engines.base import Engine, speaking_engine
from advocate.grounding import Verdict
from memory import transcript
from memory.door import silo
from memory.engine import EngineError
from memory.models import RecallTrace, Session, Turn
from memory.recall.tracing import write_trace
from memory.recollection import Recollection
from memory.vocabulary import Speaker

logger = logging.getLogger(__name__)

INTERRUPTED = "This reply was interrupted."
FAILED = "I cannot answer just now. Your message is kept: please ask again in a minute."


class Reply:
    """One reply on its way: told sentence by sentence, then stored, once."""

    def __init__(self, exchange: Exchange, engine: Engine, patient: Patient) -> None:
        self.exchange = exchange
        self._engine, self._patient = engine, patient
        self._told: list[Verdict] = []
        self._complete = self._stored = False

    async def sentences(self) -> AsyncIterator[Verdict]:
        """Yield the sentences as they pass the check; one that says so where the engine fails. Holds no connection."""
        try:
            async for verdict in conversation.speak(self.exchange, self._engine):
                self._told.append(verdict)
                yield verdict
        except Exception as error:
            level = logging.WARNING if isinstance(error, EngineError) else logging.ERROR
            logger.log(level, "session %s: a reply failed (%s)", self.exchange.session, type(error).__name__)
            yield self._mark(FAILED)
        if not any(verdict.shown.strip() for verdict in self._told):
            yield self._mark(FAILED)
        self._complete = True

    def store(self) -> None:
        """Store what was told, once; with a mark where it was cut. Nothing where it is stored or erased already."""
        if self._stored:
            return
        if not self._complete:
            self._mark(INTERRUPTED)
            self._complete = True
        exchange = self.exchange
        with silo(exchange.user_key, by=self._patient.by, why="chat"):
            session = Session.objects.select_for_update().filter(public_id=exchange.session).first()
            if session is not None and not _answered(exchange.question.id):
                conversation.finish(exchange, self._told, by=self._patient.by)
        self._stored = True

    def _mark(self, words: str) -> Verdict:
        verdict = Verdict(words, True, "", (), (), (), f"\n\n{words}" if self._told else words)
        self._told.append(verdict)
        return verdict


def begin(patient: Patient, text: str, turn: UUID) -> Reply | None:
    """Take a message; None where it was taken before. Raises MessageError where it cannot be."""
    with patient.enter("chat"):
        if Turn.objects.filter(id=turn).exists():
            return None
    engine = speaking_engine()
    exchange = conversation.begin(
        patient.key,
        text,
        agent=registry.agent(AGENT),
        engine=engine,
        at=patient.now,
        zone=patient.zone,
        by=patient.by,
        turn_id=turn,
    )
    return Reply(exchange, engine, patient)


async def whole(reply: Reply) -> None:
    """Let a reply come to its end, for those who do not stream."""
    async for _ in reply.sentences():
        pass


def mark_cut(patient: Patient, session: Session) -> None:
    """Mark a session's last message that nobody answers any more; inside the silo."""
    if _given_up(session) is None:
        return
    Session.objects.select_for_update().get(pk=session.pk)
    last = _given_up(session)
    if last is None:  # another tab was first
        return
    reply = transcript.answer(patient.key, session.public_id, INTERRUPTED, at=last.said_at, zone=last.time_zone)
    write_trace(
        patient.key,
        _nothing_recalled(last.text, patient.day),
        session=session.public_id,
        question_turn=last.id,
        reply_turn=reply,
        sentences=[],
        by=patient.by,
    )


def _given_up(session: Session) -> Turn | None:
    """The session's last turn, if it is a person's, unanswered, and older than any reply takes."""
    patience = timezone.now() - timedelta(seconds=settings.REPLY_PATIENCE_SECONDS)
    last = Turn.objects.filter(session=session).order_by("-seq").first()
    if last is None or last.speaker == Speaker.ADVOCATE or last.created_at > patience or _answered(last.id):
        return None
    return last


def state_of(turn: UUID) -> str | None:
    """Return "answered" or "waiting" for a person's message; None where there is none; inside the silo."""
    if not Turn.objects.filter(id=turn).exclude(speaker=Speaker.ADVOCATE).exists():
        return None
    return "answered" if _answered(turn) else "waiting"


def _answered(question: UUID) -> bool:
    return RecallTrace.objects.filter(question_turn=question, reply_turn__isnull=False).exists()


def _nothing_recalled(question: str, day: date) -> Recollection:
    return Recollection(question, day, (), (), (), (), silent=True)
