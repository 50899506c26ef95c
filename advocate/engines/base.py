"""The engine protocol: reply as a stream, distil, embed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import Protocol, cast

from advocate.configuration import Agent
from memory.drafts import Known, Said
from memory.engine import MemoryEngine, load_engine
from memory.recollection import Recollection


@dataclass(frozen=True, slots=True)
class Sought:
    """What a reply looks for: by meaning (`question`), by the name of a thing or a person (`about`), by days.

    At least one is given. `first` and `last` bound the days, both included; None leaves that end open.
    """

    question: str = ""
    about: str = ""
    first: date | None = None
    last: date | None = None

    @property
    def words(self) -> str:
        """What is searched for by meaning and by words."""
        return ": ".join(filter(None, (self.about, self.question)))


LoadMemory = Callable[[Sought], Awaitable[Recollection]]
"""Looks into the one record of this conversation; what it finds may be spoken of. Raises no EngineError."""
SaveMemory = Callable[[], None]
"""Marks in the trace that the person wishes this message to be kept; writes no fact."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything a reply may draw on.

    `turns` are this session's turns, oldest first, the patient's latest message last; `day` is the conversation's
    day in the person's zone; `recollection` is what the record gave for that message; `known` are the record's
    current rows, for resolving "it" and for seeing a correction. `subject` as in `memory.drafts.Transcript`. The tools
    are bound to this conversation and its record; an engine that has no use for them leaves them.
    """

    agent: Agent
    day: date
    zone: str
    turns: tuple[Said, ...]
    recollection: Recollection
    known: tuple[Known, ...]
    subject: str
    subject_name: str
    load_memory: LoadMemory | None = None
    save_memory: SaveMemory | None = None


class Engine(MemoryEngine, Protocol):
    """A memory engine that also speaks."""

    def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Yield the reply in pieces, as they come. Raises EngineError, also in mid-stream."""


def speaking_engine() -> Engine:
    """Return this process's engine, which also speaks."""
    return cast(Engine, load_engine())
