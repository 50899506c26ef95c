"""What a reply never gives away: the instructions under which it was written. Prompts ask; here code makes sure."""

from __future__ import annotations

import re
from functools import lru_cache

from advocate.configuration import Agent, system_instruction

RECITED = "recites its instructions"
_RUN = 7
"""So many words in a row, the same as in the instructions, are recited and not said by chance."""


def recites(sentence: str, agent: Agent) -> bool:
    """True where a sentence gives words of the agent's instructions; the emergency sentences are there to be said."""
    words = _words(sentence)
    runs = _runs_of(system_instruction(agent), _spoken(agent))
    return any(tuple(words[at : at + _RUN]) in runs for at in range(len(words) - _RUN + 1))


def _spoken(agent: Agent) -> tuple[str, ...]:
    return (agent.emergency.default, *agent.emergency.countries.values())


@lru_cache(maxsize=16)
def _runs_of(instruction: str, spoken: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    free = {run for text in spoken for run in _runs(text)}
    return frozenset(_runs(instruction)) - free


def _runs(text: str) -> list[tuple[str, ...]]:
    words = _words(text)
    return [tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())
