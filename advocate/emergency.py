"""Signs of an emergency in the words of a person, and the sentence that then comes first, whatever the engine.

Rules, not a model: the answer must not depend on an engine that may be slow, down or fooled. They err towards
calling for help; what is denied, long past, conditional or asked in general is left alone.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from advocate.configuration import Agent
from advocate.emergency_signs import (
    ABOUT_SOMEONE,
    CONDITION,
    DENIED,
    GENERAL,
    LONG_PAST,
    NEW_CLAUSE,
    PRESENT,
    SIGN,
    STILL,
)

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+|\n|\bbut\b|\bhowever\b|\bpero\b")
_ACCENTS = str.maketrans("áéíóúüñ", "aeiouun")


def is_emergency(text: str) -> bool:
    """Tell whether words of a person, in English or Spanish, speak of an emergency that is happening."""
    plain = re.sub(r"[ \t]+", " ", text.lower().replace("’", "'").translate(_ACCENTS))
    return any(_happening(sentence) for sentence in _SENTENCE.split(plain) if sentence)


def emergency_sentence(agent: Agent, country: str = "") -> str:
    """Return the sentence of the agent's configuration for an ISO country, or the one that holds anywhere."""
    return agent.emergency.sentence(country)


async def lead_with_emergency(sentence: str, sentences: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the emergency sentence first, then the reply, without a repetition of it."""
    yield f"{sentence}\n\n"
    async for following in sentences:
        if following.strip() != sentence:
            yield following


def _happening(sentence: str) -> bool:
    return any(not _set_aside(sentence, sign) for sign in SIGN.finditer(sentence))


def _set_aside(sentence: str, sign: re.Match[str]) -> bool:
    before = sentence[: sign.start()]
    return _denied(before) or bool(CONDITION.search(before)) or _past(sentence, sign) or _in_general(sentence)


def _denied(before: str) -> bool:
    denial = DENIED.search(before)
    return denial is not None and not NEW_CLAUSE.search(denial["between"])


def _past(sentence: str, sign: re.Match[str]) -> bool:
    return bool(LONG_PAST.search(sentence)) and not (STILL.search(sentence) or PRESENT.search(sign[0]))


def _in_general(sentence: str) -> bool:
    return bool(GENERAL.search(sentence)) and not ABOUT_SOMEONE.search(sentence)
