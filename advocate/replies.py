"""Replies in the browser: one message, one reply or one honest mark, whoever leaves, dies or presses twice.

A message has the id that its page gave it, and is stored before the engine is asked: of those who send it, in whichever
process, the one who stored it asks the engine, and the others wait for that reply. A reply is stored once, under the
session's lock; the trace names the question that it answers. A reply that was cut is stored as far as it came, with a
mark; what a dying server left is marked when it is next looked for. No reply takes longer than is waited for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID, uuid5

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone

from advocate import conversation, registry
from advocate.access import AGENT, Patient
from advocate.conversation import Exchange
from advocate.engines.base import Engine, speaking_engine
from advocate.grounding import Verdict
from memory import transcript
from memory.door import silo
from memory.drafts import Said
from memory.engine import EngineError, EngineUnavailable
from memory.models import RecallTrace, Session, Turn
from memory.recall.tracing import add_trace
from memory.recollection import Recollection
from memory.text import clean_message
from memory.vocabulary import Speaker

logger = logging.getLogger(__name__)

INTERRUPTED = "This reply was interrupted."
FAILED = "I cannot answer just now. Your message is kept: please ask again in a minute."
_SHARE = 0.9  # of the patience, for the engine to speak: the rest is for storing what it said
_AFTER_ALL_LEFT = 20.0  # seconds that a whole page's reply may go on without its reader; a server waits so long to stop
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 2.0  # seconds between two looks for another's reply


class Reply:
    """One reply on its way: told sentence by sentence, then stored, once."""

    def __init__(self, exchange: Exchange, engine: Engine, patient: Patient, *, until: float) -> None:
        """`until` is on the monotonic clock, in seconds: what has not been said by then is not waited for."""
        self.exchange = exchange
        self._engine, self._patient, self._until = engine, patient, until
        self._told: list[Verdict] = []
        self._complete = self._stored = False

    async def sentences(self) -> AsyncIterator[Verdict]:
        """Yield the sentences as they pass the check; one that says so where the engine fails. Holds no connection."""
        try:
            async for verdict in _in_time(conversation.speak(self.exchange, self._engine), self._until):
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


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a message: its reply, or the mark in its place; None where its page says that none was kept."""

    reply: UUID | None


class Earlier:
    """A message that was taken before: who sends it again gets its one reply, and the engine is not asked again."""

    def __init__(self, patient: Patient, session: UUID, question: Said) -> None:
        self.patient, self.session, self.question = patient, session, question

    async def settled(self) -> Settled:
        """Wait until the reply stands, or the mark. Holds no connection meanwhile, and ends with the patience."""
        pause = _FIRST_PAUSE
        while (found := await sync_to_async(self._look)()) is None:
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_PAUSE)
        return found

    def _look(self) -> Settled | None:
        try:
            with self.patient.enter("look for a reply"):
                return settled(self.patient, self.question.id)
        except Turn.DoesNotExist:  # erased meanwhile
            return Settled(None)
        finally:
            connection.close()


def begin(patient: Patient, text: str, turn: UUID) -> Reply | Earlier:
    """Take a message, or find it taken before, or marked as one that cannot be answered now. Raises MessageError.

    An id stands for its words: other words under the same id, from a page that was gone back to, are a message of their
    own, whose id follows from both.
    """
    agent, engine = registry.agent(AGENT), speaking_engine()
    until = time.monotonic() + _SHARE * settings.REPLY_PATIENCE_SECONDS
    try:
        session, question = transcript.hear(
            patient.key,
            speaker=Speaker.PATIENT,
            text=text,
            at=patient.now,
            zone=patient.zone,
            opening=conversation.opening(agent),
            by=patient.by,
            turn_id=turn,
        )
    except transcript.HeardBefore as before:
        words = clean_message(text).text
        if before.turn.speaker.is_person and before.turn.text == words:
            return Earlier(patient, before.session, before.turn)
        return begin(patient, text, uuid5(turn, words))
    try:
        exchange = conversation.prepare(patient.key, session, question, agent=agent, engine=engine, by=patient.by)
    except Exception:
        logger.exception("session %s: a reply failed before it began", session)
        with patient.enter("chat"):
            _mark(patient, Turn.objects.get(id=question.id), FAILED)
        return Earlier(patient, session, question)
    return Reply(exchange, engine, patient, until=until)


async def whole(reply: Reply) -> None:
    """Let a reply come to its end, for those who do not stream; who leaves, perhaps by a second click, cuts it late."""
    speaking = asyncio.ensure_future(_to_its_end(reply))
    try:
        await asyncio.shield(speaking)
    except asyncio.CancelledError:
        await asyncio.wait([speaking], timeout=_AFTER_ALL_LEFT)
        raise
    finally:
        speaking.cancel()


async def _to_its_end(reply: Reply) -> None:
    async for _ in reply.sentences():
        pass


def mark_cut(patient: Patient, session: Session) -> None:
    """Mark a session's last message that nobody answers any more; inside the silo."""
    last = _given_up(session)
    if last is not None:
        _mark(patient, last, INTERRUPTED)


def _mark(patient: Patient, question: Turn, words: str) -> None:
    """Append a mark in the place of a reply, unless another was first; inside the silo."""
    session = Session.objects.select_for_update().get(pk=question.session_id)
    if _answered(question.id):
        return
    mark = transcript.answer(patient.key, session.public_id, words, at=question.said_at, zone=question.time_zone)
    add_trace(
        patient.key,
        _nothing_recalled(question.text, patient.day),
        session=session.public_id,
        question_turn=question.id,
        reply_turn=mark,
        sentences=[],
    )


def settled(patient: Patient, turn: UUID) -> Settled | None:
    """Return what became of a person's message, None while its reply may still come; inside the silo.

    Raises Turn.DoesNotExist where there is no such message.
    """
    question = Turn.objects.exclude(speaker=Speaker.ADVOCATE).select_related("session").get(id=turn)
    if not _answered(turn):
        if question.created_at > _patience():
            return None
        mark_cut(patient, question.session)
    trace = RecallTrace.objects.filter(question_turn=turn, reply_turn__isnull=False).first()
    return Settled(trace.reply_turn_id if trace else None)


def _given_up(session: Session) -> Turn | None:
    """The session's last turn, if it is a person's, unanswered, and older than any reply takes."""
    last = Turn.objects.filter(session=session).order_by("-seq").first()
    if last is None or last.speaker == Speaker.ADVOCATE or last.created_at > _patience() or _answered(last.id):
        return None
    return last


def _patience() -> datetime:
    """The moment since which a message may still be waiting for its reply."""
    return timezone.now() - timedelta(seconds=settings.REPLY_PATIENCE_SECONDS)


def _answered(question: UUID) -> bool:
    return RecallTrace.objects.filter(question_turn=question, reply_turn__isnull=False).exists()


async def _in_time(verdicts: AsyncIterator[Verdict], until: float) -> AsyncIterator[Verdict]:
    """Yield what comes before a moment of the monotonic clock. Raises EngineUnavailable then."""
    while True:
        try:
            async with asyncio.timeout(until - time.monotonic()):
                verdict = await anext(verdicts)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise EngineUnavailable("the reply was not whole in time") from None
        yield verdict


def _nothing_recalled(question: str, day: date) -> Recollection:
    return Recollection(question, day, (), (), (), (), silent=True)
