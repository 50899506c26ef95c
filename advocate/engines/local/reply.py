"""The local engine's replies: composed from placed facts and the person's own turns, the same way every time.

What was just told is said back first, contradictions are named, questions are answered from the record or the
record is said to be silent; one question ends the reply. The emergency sentence is put before it by the service.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from uuid import UUID

from advocate.emergency import is_emergency
from advocate.engines.base import Prompt
from advocate.engines.local.answering import Answer, answer, contradictions
from advocate.engines.local.assertions import is_interrogative
from advocate.engines.local.noting import RIGHT_SO, SaidBack, say_back
from advocate.engines.local.phrases import cited
from advocate.sentences import sentences
from memory.drafts import SELF, Said, Transcript
from memory.recollection import Slot
from memory.vocabulary import Tag

_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|buen[oa]s (?:d[ií]as|tardes|noches))"
    r"(?: there| again)?\W*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\W*(?:(?:many |ok(?:ay)?,? |great,? )?(?:thanks?|thank you|gracias)(?: you| so much| a lot| very much)?|bye"
    r"|goodbye|see you|adi[oó]s|that'?s (?:all|it))\W*",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\?|^\W*(?:remind|tell|show|list)\b", re.IGNORECASE)


async def reply(prompt: Prompt) -> AsyncIterator[str]:
    """Yield the reply sentence by sentence."""
    for sentence in sentences(compose(prompt)):
        yield sentence


def compose(prompt: Prompt) -> str:
    """Return the whole reply."""
    latest = next((turn for turn in reversed(prompt.turns) if turn.speaker.is_person), None)
    if latest is None or _GREETING.fullmatch(latest.text):
        return _joined(
            contradictions(prompt.recollection), "Hello. What would you like to look up, or add to your record?"
        )
    if _THANKS.fullmatch(latest.text):
        return _joined(Answer(), "You are welcome. I keep what you told me for the next time.")
    if is_emergency(latest.text):
        return _in_an_emergency(prompt)
    return _composed(prompt, latest)


def _composed(prompt: Prompt, latest: Said) -> str:
    told = say_back(_transcript(prompt), latest, prompt.day, placed=_placed(prompt), disputed=_disputed(prompt))
    disagreeing = contradictions(prompt.recollection, told.settled)
    answered = _answer(prompt, latest, told)
    lines = [*told.lines, *disagreeing.lines, *answered.lines]
    if not lines:
        return (
            "I have kept your words. I read nothing in them that changes your record. What would you like to look up?"
        )
    return _joined(Answer(lines), _one_question(told, disagreeing, answered))


def _answer(prompt: Prompt, latest: Said, told: SaidBack) -> Answer:
    asks = _ASKS.search(latest.text) is not None or is_interrogative(latest.text)
    if not asks and (told.lines or prompt.recollection.silent):
        return Answer()
    if asks and told.lines and prompt.recollection.silent:
        return Answer()
    return answer(prompt.recollection, _record(prompt))


def _one_question(told: SaidBack, disagreeing: Answer, answered: Answer) -> str:
    """What must be settled comes before what would be good to know."""
    pressing = told.question if told.question != RIGHT_SO else ""
    return pressing or disagreeing.question or answered.question or told.question


def _in_an_emergency(prompt: Prompt) -> str:
    """Nothing but what helps those who come: current allergies and medicines."""
    current = [p.fact for p in prompt.recollection.placed if p.slot in {Slot.CURRENT, Slot.CONFLICT}]
    vital = [fact for fact in current if fact.tag in {Tag.ALLERGY, Tag.MEDICATION} and not fact.negated]
    lines = ["Have this at hand from your record for those who come:", *(f"- {cited(fact)}" for fact in vital)]
    return "\n".join(lines) if vital else "Stay with someone if you can."


def _placed(prompt: Prompt) -> set[UUID]:
    recollection = prompt.recollection
    successors = [placed.successor.id for placed in recollection.placed if placed.successor]
    return {*(placed.fact.id for placed in recollection.placed), *successors, *_disputed(prompt)}


def _disputed(prompt: Prompt) -> set[UUID]:
    return {side.id for conflict in prompt.recollection.conflicts for side in (conflict.older, conflict.newer)}


def _transcript(prompt: Prompt) -> Transcript:
    return Transcript(
        agent=prompt.agent.name,
        agent_version=str(prompt.agent.version),
        turns=prompt.turns,
        known=prompt.known,
        subject=prompt.subject,
        subject_name=prompt.subject_name,
    )


def _record(prompt: Prompt) -> str:
    if prompt.subject == SELF:
        return "Your record"
    return f"The record of {prompt.subject_name or f'your {prompt.subject}'}"


def _joined(answer: Answer, question: str) -> str:
    return "\n\n".join(part for part in (*answer.lines, question) if part)
