"""One exchange: the message is committed, the record recalled, the reply spoken and checked, then committed.

Three steps, so that no database connection is held while the engine speaks: `begin` and `finish` touch the database,
`speak` does not.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from advocate.configuration import Agent
from advocate.emergency import emergency_sentence, is_emergency
from advocate.engines.base import Engine, Prompt
from advocate.grounding import Grounding, Verdict, grounded
from advocate.trends import put_there_by_code
from memory import transcript
from memory.dates import local_day
from memory.door import Actor, silo
from memory.drafts import Said
from memory.models import Record
from memory.reading import known
from memory.recall import recall
from memory.recall.tracing import write_trace
from memory.vocabulary import Speaker


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message taken, with what the record gave for it."""

    user_key: str
    session: uuid.UUID
    question: Said
    prompt: Prompt


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply given. `placed` and `cited` are facts; `withheld` says why sentences were left out."""

    session: uuid.UUID
    turn: uuid.UUID
    text: str
    placed: tuple[uuid.UUID, ...]
    cited: tuple[uuid.UUID, ...]
    withheld: tuple[str, ...]


def opening(agent: Agent) -> transcript.Opening:
    """Return how a session of this agent begins."""
    return transcript.Opening(agent.name, str(agent.version), agent.idle_minutes * 60, agent.transcript_days)


def begin(
    user_key: str,
    text: str,
    *,
    agent: Agent,
    engine: Engine,
    at: datetime,
    zone: str,
    by: Actor,
    speaker: Speaker = Speaker.PATIENT,
    turn_id: uuid.UUID | None = None,
) -> Exchange:
    """Commit the message, then recall. Raises MessageError where the message cannot be taken."""
    session, question = transcript.hear(
        user_key, speaker=speaker, text=text, at=at, zone=zone, opening=opening(agent), by=by, turn_id=turn_id
    )
    day = local_day(at, zone)
    with silo(user_key, by=by, why="chat"):
        turns = transcript.turns_of(session)
        current = known(day)
        record = Record.objects.get(user_key=user_key)
    before = [turn.text for turn in turns if turn.seq < question.seq]
    recollection = recall(
        user_key,
        question.text,
        day=day,
        engine=engine,
        entities=import_string(settings.ENTITIES),
        before=before[-4:],
        by=by,
        limit=agent.placed_limit,
        exclude_session=session,
    )
    prompt = Prompt(agent, day, zone, turns, recollection, current, record.subject, record.subject_name)
    return Exchange(user_key, session, question, prompt)


async def speak(exchange: Exchange, engine: Engine) -> AsyncIterator[Verdict]:
    """Yield the reply sentence by sentence, each checked; in an emergency the emergency sentence comes first."""
    prompt = exchange.prompt
    urgent = emergency_sentence(prompt.agent)
    grounding = Grounding(
        placed=prompt.recollection.placed,
        quotations=prompt.recollection.quotations,
        said=[turn.text for turn in _people(prompt.turns)],
        allowed=put_there_by_code(prompt.agent, prompt.day, prompt.recollection.placed),
        day=prompt.day,
    )
    emergency = is_emergency(exchange.question.text)
    if emergency:
        yield grounding.check(f"{urgent}\n\n")
    async for verdict in grounded(engine.reply(prompt), grounding):
        if not (emergency and verdict.sentence.strip() == urgent):
            yield verdict


async def whole(exchange: Exchange, engine: Engine) -> list[Verdict]:
    """Return the whole reply, for those who do not stream."""
    return [verdict async for verdict in speak(exchange, engine)]


def finish(exchange: Exchange, verdicts: Sequence[Verdict], *, by: Actor) -> Reply:
    """Commit the reply as the advocate's turn, with its trace."""
    text = "".join(verdict.shown for verdict in verdicts).strip()
    prompt, recollection = exchange.prompt, exchange.prompt.recollection
    with silo(exchange.user_key, by=by, why="chat"):
        turn = transcript.answer(exchange.user_key, exchange.session, text, at=exchange.question.at, zone=prompt.zone)
        write_trace(
            exchange.user_key,
            recollection,
            session=exchange.session,
            question_turn=exchange.question.id,
            reply_turn=turn,
            sentences=_sentences(verdicts, _people(prompt.turns)),
            by=by,
        )
    return Reply(
        session=exchange.session,
        turn=turn,
        text=text,
        placed=tuple(placed.fact.id for placed in recollection.placed),
        cited=tuple(dict.fromkeys(fact for verdict in verdicts if verdict.supported for fact in verdict.facts)),
        withheld=tuple(verdict.why for verdict in verdicts if not verdict.supported),
    )


def _people(turns: Sequence[Said]) -> list[Said]:
    return [turn for turn in turns if turn.speaker.is_person]


def _sentences(verdicts: Sequence[Verdict], people: Sequence[Said]) -> list[dict[str, Any]]:
    """The sentences as shown, each with what it rests on; a withheld one keeps its reason, not its words."""
    return [
        {
            "text": verdict.shown.strip(),
            "facts": [str(fact) for fact in verdict.facts],
            "turns": [str(people[i].id) for i in verdict.said],
            "withheld": verdict.why,
        }
        for verdict in verdicts
        if verdict.shown.strip()
    ]
