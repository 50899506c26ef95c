"""What the record asks of an engine, and the errors by which an engine says why it could not.

The engine is named by its dotted path in `settings.ENGINE`, as Django names its backends, so that the
record never imports the agent or a vendor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from memory.drafts import Draft, Transcript

DIMENSIONS = 768
Vector = list[float]
Purpose = Literal["document", "query"]


class EngineError(Exception):
    """The engine could not do what was asked. `permanent` tells whether asking again can help."""

    permanent = False


class RateLimited(EngineError):
    """The engine asks us to wait. `retry_after` is in seconds, None where it named no delay."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class EngineUnavailable(EngineError):
    """No answer: network, time-out, or a fault on the other side."""


class BadOutput(EngineError):
    """An answer that cannot be read, or that was cut short."""


class EngineRefused(EngineError):
    """An answer that will not change: a bad key, a blocked prompt."""

    permanent = True


class MemoryEngine(Protocol):
    """The two verbs that the record needs; the agent's engine adds `reply`."""

    name: str
    """Short name, stored with each fact: `local`, `gemini`."""
    prompt_version: str
    """Version of the rules or the prompt that drafts facts; stored with each fact."""
    embedding_model: str
    """Stored with each vector; a search never mixes two."""
    remote: bool
    """True where an embedding costs a round trip to a service: vectors of questions are then kept for minutes."""

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Return the candidate facts of a transcript, in the order in which they were said. Raises EngineError."""

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Return one unit vector of 768 numbers for each text, in order. Raises EngineError."""


def load_engine() -> MemoryEngine:
    """Return this process's engine (made once, on first use: never before a fork)."""
    return _load(settings.ENGINE)


@cache
def _load(path: str) -> MemoryEngine:
    return cast(MemoryEngine, import_string(path)())
