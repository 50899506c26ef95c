"""The local engine's replies: composed from placed facts and the person's own turns, the same way every time.

What was just told is said back first, contradictions are named, questions are answered from the record or the
record is said to be silent; one question ends the reply. The emergency sentence is put before it by the service.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import UUID

from advocate.emergency import is_emergency
from advocate.engines.base import Prompt
from advocate.engines.local.answering import SILENT, Answer, answer, asks_for_treatment, contradictions
from advocate.engines.local.asking import about, asked, is_beside, relevant
from advocate.engines.local.assertions import is_interrogative
from advocate.engines.local.heard import Heard, hear
from advocate.engines.local.noting import RIGHT_SO, Ground, SaidBack, say_again, say_back
from advocate.engines.local.phrases import cited
from advocate.sentences import sentences
from memory.drafts import SELF, Said, Transcript
from memory.recollection import Recollection, Slot
from memory.vocabulary import Tag

_GREETING = re.compile(
    r"\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|buen[oa]s (?:d[ií]as|tardes|noches))"
    r"(?: there| again| doctor)?\W*)?"
    r"(?:(?:how are you|how's it going|¿?cómo est[aá]s?)(?: doing)?(?: today| hoy)?\W*)?",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\W*(?:(?:ok(?:ay)?|great|perfect|alright|no)\W+)*(?:(?:many )?(?:thanks?|thank you|gracias)(?: you)?"
    r"(?: so much| a lot| very much)?(?: for \w+(?: \w+)?| doctor| doc)?"
    r"|bye(?: bye)?|goodbye|see you(?: later)?|adi[oó]s"
    r"|that'?s (?:all|it)(?: for (?:now|today))?)\W*",
    re.IGNORECASE,
)
_THAT_IS_RIGHT = re.compile(
    r"\W*(?:yes|yeah|yep|yup|correct|right|exactly|s[ií]|claro)?\W*"
    r"(?:(?:that|it|this)(?:'?s| is)? (?:all )?(?:right|correct)"
    r"|you (?:did|got it(?: right)?)|yes|yeah|yep|yup|correct|right|exactly|s[ií]|claro)\W*(?:thanks?|thank you)?\W*",
    re.IGNORECASE,
)
_THAT_IS_WRONG = re.compile(
    r"\W*(?:no|nope|not (?:quite|really|right|exactly)"
    r"|(?:no\W+)?(?:that|it|this)(?:'?s| is) (?:not (?:right|correct)|wrong)"
    r"|you (?:didn'?t|did not))\W*",
    re.IGNORECASE,
)
_SO_FAR = re.compile(
    r"\bwhat (?:have|did) (?:i|you) (?:just |already )?"
    r"(?:told|tell|said|say|note|noted|write|written|record|recorded)\b.*"
    r"\b(?:today|so far|just|now)\b",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"^\W*(?:please\W+|can you |could you )*(?:forget|delete|erase|remove)\b(?! to\b)|\b(?:olvida|borra)\b",
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
        return "You are welcome. I keep what you told me for the next time."
    if is_emergency(latest.text):
        return _in_an_emergency(prompt)
    if _FORGET.search(latest.text):
        return "I remove nothing by talking. Forgetting one fact, or erasing everything, is done in your record itself."
    return _answered_so(prompt, latest) or _composed(prompt, latest)


def _answered_so(prompt: Prompt, latest: Said) -> str:
    """The reply to a bare yes or no to "Did I get that right?"."""
    before = next((t for t in reversed(prompt.turns) if t.seq < latest.seq), None)
    if before is None or before.speaker.is_person or not before.text.rstrip().endswith(RIGHT_SO):
        return ""
    if _THAT_IS_RIGHT.fullmatch(latest.text):
        return "Good, it stands as I said it back."
    return (
        "Thank you for checking: I leave that out. How should it read?" if _THAT_IS_WRONG.fullmatch(latest.text) else ""
    )


def _composed(prompt: Prompt, latest: Said) -> str:
    heard = hear(_transcript(prompt), latest)
    record = _record(prompt)
    rows = [row for row in prompt.known if row.id in _placed(prompt)]
    speakers = {turn.id: turn.speaker for turn in prompt.turns}
    ground = Ground(rows, _disputed(prompt), prompt.day, record, speakers)
    told = say_back(heard, ground, of_whom=_lower(record))
    beside = _beside_the_question(prompt.recollection)
    pressing = contradictions(prompt.recollection, {*told.settled, *beside})
    aside = contradictions(prompt.recollection, {*told.settled, *_named_before(prompt), *(_disputed(prompt) - beside)})
    answered = _answer(prompt, latest, told, heard, ground)
    lines = list(dict.fromkeys([*told.lines, *pressing.lines, *answered.lines, *aside.lines]))
    if not lines:
        return (
            "I have kept your words. I read nothing in them that changes your record. What would you like to look up?"
        )
    return _joined(Answer(lines), _one_question(prompt, told, pressing if pressing.lines else aside, answered))


def _answer(prompt: Prompt, latest: Said, told: SaidBack, heard: Heard, ground: Ground) -> Answer:
    """Answer from the record, and first from what this conversation has told, where it is asked about."""
    recollection = prompt.recollection
    asks = _ASKS.search(latest.text) is not None or is_interrogative(latest.text)
    if not asks and (told.lines or recollection.silent):
        return Answer()
    question = asked(recollection)
    found = relevant(recollection, question)
    everything = _SO_FAR.search(latest.text) is not None
    here = say_again([d for d in heard.standing if everything or about(d, question, found)], ground)
    if not here.lines:
        unasked = told.lines and recollection.silent and not asks_for_treatment(latest.text)
        return Answer() if unasked else answer(recollection, question, ground.record)
    rest = tuple(placed for placed in recollection.placed if placed.fact.id not in here.spoken)
    beside = answer(replace(recollection, placed=rest), question, ground.record) if rest else Answer()
    if beside.question == SILENT or everything:
        return Answer(here.lines, here.question)
    lines = [line for line in beside.lines if " holds nothing on " not in line]
    return Answer([*here.lines, *lines], here.question or beside.question)


def _one_question(prompt: Prompt, told: SaidBack, disagreeing: Answer, answered: Answer) -> str:
    """What must be settled comes before what would be good to know; whether all is right is asked where it matters."""
    pressing = told.question or disagreeing.question or answered.question
    if pressing or not told.lines or answered.lines:
        return pressing
    asked_before = any(RIGHT_SO in turn.text for turn in prompt.turns if not turn.speaker.is_person)
    return RIGHT_SO if told.weighty or not asked_before else ""


def _beside_the_question(recollection: Recollection) -> set[UUID]:
    """The sides of contradictions that nobody asks about: they are named, once a conversation, after the answer."""
    asked_about = {p.fact.id for p in recollection.placed if not is_beside(p)}
    pairs = [(conflict.older.id, conflict.newer.id) for conflict in recollection.conflicts]
    return {side for pair in pairs if not asked_about.intersection(pair) for side in pair}


def _named_before(prompt: Prompt) -> set[UUID]:
    """The sides of contradictions that the advocate has named in this conversation."""
    spoken = "\n".join(turn.text for turn in prompt.turns if not turn.speaker.is_person)
    pairs = [(conflict.older, conflict.newer) for conflict in prompt.recollection.conflicts]
    return {side.id for pair in pairs if all(each.text in spoken for each in pair) for side in pair}


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


def _lower(record: str) -> str:
    return record[:1].lower() + record[1:]


def _joined(answer: Answer, question: str) -> str:
    return "\n\n".join(part for part in (*answer.lines, question) if part)
