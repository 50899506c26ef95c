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

from advocate.configuration import Agent
from advocate.discretion import RECITED, recites
from advocate.emergency import emergency_sentence, is_emergency
from advocate.engines.base import Engine, Prompt
from advocate.grounding import WITHHELD, Grounding, Verdict, grounded
from advocate.lookup import Lookup, together
from advocate.trends import put_there_by_code, rests_on
from memory import transcript
from memory.dates import local_day
from memory.door import Actor, silo
from memory.drafts import Said
from memory.models import Record
from memory.orders import without_orders
from memory.recall.tracing import add_trace
from memory.recall.weights import Weights
from memory.recollection import Recollection
from memory.vocabulary import Speaker


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message taken, with what the record gave for it."""

    user_key: str
    session: uuid.UUID
    question: Said
    prompt: Prompt
    lookup: Lookup

    @property
    def recollection(self) -> Recollection:
        """What the record gave for the message, and what the reply looked up since."""
        return together(self.prompt.recollection, self.lookup.found)


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
    """Commit the message, then recall. Raises MessageError where it cannot be taken, HeardBefore where it was."""
    session, question = transcript.hear(
        user_key, speaker=speaker, text=text, at=at, zone=zone, opening=opening(agent), by=by, turn_id=turn_id
    )
    return prepare(user_key, session, question, agent=agent, engine=engine, by=by)


def prepare(user_key: str, session: uuid.UUID, question: Said, *, agent: Agent, engine: Engine, by: Actor) -> Exchange:
    """Recall for a message that is committed, the last of its session."""
    zone = question.zone
    day = local_day(question.at, zone)
    with silo(user_key, by=by, why="chat"):
        turns = transcript.turns_of(session)
        record = Record.objects.get(user_key=user_key)
    before = [turn.text for turn in turns if turn.seq < question.seq]
    weights = Weights(agent.ranking.importance, agent.ranking.half_life_days)
    lookup = Lookup(user_key, engine, day, by, agent.placed_limit, session, before[-4:], agent.pinned_tags, weights)
    recollection = lookup.now(question.text)
    prompt = Prompt(
        agent,
        day,
        zone,
        turns,
        recollection,
        recollection.known,
        record.subject,
        record.subject_name,
        load_memory=lookup.load,
        save_memory=lookup.wish,
    )
    return Exchange(user_key, session, question, prompt, lookup)


async def speak(exchange: Exchange, engine: Engine) -> AsyncIterator[Verdict]:
    """Yield the reply sentence by sentence, each checked; in an emergency the emergency sentence comes first."""
    prompt = exchange.prompt
    urgent = emergency_sentence(prompt.agent)
    grounding = _Window(exchange)
    emergency = is_emergency(exchange.question.text)
    if emergency:
        yield grounding.check(f"{urgent}\n\n")
    async for verdict in grounded(engine.reply(prompt), grounding):
        if not (emergency and verdict.sentence.strip() == urgent):
            yield verdict


class _Window(Grounding):
    """What a reply may rest on; it widens with what the reply looks up."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange, self._looked_up = exchange, 0
        self._open()

    def check(self, sentence: str) -> Verdict:
        """Judge one sentence by all that is placed by now."""
        if len(self._exchange.lookup.found) > self._looked_up:
            self._open()
        if recites(sentence, self._exchange.prompt.agent):
            space = sentence[len(sentence.rstrip()) :]
            return Verdict(sentence, False, RECITED, (), (), (), WITHHELD + space)
        return super().check(sentence)

    def _open(self) -> None:
        prompt, recollection = self._exchange.prompt, self._exchange.recollection
        self._looked_up = len(self._exchange.lookup.found)
        emergency = prompt.agent.emergency
        super().__init__(
            placed=recollection.placed,
            quotations=recollection.quotations,
            said=[without_orders(turn.text) for turn in _people(prompt.turns)],
            allowed=put_there_by_code(prompt.agent, prompt.day, recollection.placed, recollection.readings),
            computed=rests_on(recollection),
            configured={emergency.default, *emergency.countries.values()},
            day=prompt.day,
            subject=prompt.subject,
        )


async def whole(exchange: Exchange, engine: Engine) -> list[Verdict]:
    """Return the whole reply, for those who do not stream."""
    return [verdict async for verdict in speak(exchange, engine)]


def finish(exchange: Exchange, verdicts: Sequence[Verdict], *, by: Actor) -> Reply:
    """Commit the reply as the advocate's turn, with its trace."""
    text = "".join(verdict.shown for verdict in verdicts).strip()
    prompt, recollection = exchange.prompt, exchange.recollection
    with silo(exchange.user_key, by=by, why="chat"):
        turn = transcript.answer(exchange.user_key, exchange.session, text, at=exchange.question.at, zone=prompt.zone)
        add_trace(
            exchange.user_key,
            recollection,
            session=exchange.session,
            question_turn=exchange.question.id,
            reply_turn=turn,
            sentences=[*_sentences(verdicts, _people(prompt.turns)), *_wishes(exchange)],
            look_ups=exchange.lookup.look_ups,
        )
    return Reply(
        session=exchange.session,
        turn=turn,
        text=text,
        placed=tuple(placed.fact.id for placed in recollection.placed),
        cited=_cited(verdicts, recollection),
        withheld=tuple(verdict.why for verdict in verdicts if not verdict.supported),
    )


def _cited(verdicts: Sequence[Verdict], recollection: Recollection) -> tuple[uuid.UUID, ...]:
    """The facts that the reply spoke; of a long series, which it told in sum, those that were placed."""
    unplaced = {fact.id for fact in recollection.readings} - {each.fact.id for each in recollection.placed}
    spoken = (fact for verdict in verdicts if verdict.supported for fact in verdict.facts)
    return tuple(dict.fromkeys(fact for fact in spoken if fact not in unplaced))


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


def _wishes(exchange: Exchange) -> list[dict[str, Any]]:
    """A wish to keep the message names its turn and no words: what is forgotten leaves none here either."""
    marked = {"text": "", "facts": [], "turns": [str(exchange.question.id)], "withheld": "", "wish": True}
    return [marked] if exchange.lookup.wished else []
