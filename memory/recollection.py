"""What a recall hands out: plain values that outlive the silo's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from memory.dates import PartialDate
from memory.drafts import Known, Value
from memory.line import RecordLine, format_line
from memory.vocabulary import Retired, Speaker, Status, Tag


@dataclass(frozen=True, slots=True)
class FactView:
    """One row of the record as plain values. `source` is whose statement it is."""

    id: UUID
    tag: Tag
    text: str
    date: PartialDate | None
    source: str
    status: Status
    keys: tuple[str, ...]
    attribute: str
    memory_key: str | None
    value: Value
    negated: bool
    contested: bool
    superseded_by: UUID | None
    retired_why: Retired | None
    created_at: datetime

    @property
    def line(self) -> str:
        """The record line, as embedded and shown."""
        return format_line(RecordLine(self.tag, self.date, self.source, self.status, self.keys, self.text))


class Slot(StrEnum):
    """How a placed fact may be spoken of."""

    CURRENT = "current"
    HISTORY = "history"  # as past, with its successor where it has one
    PLANNED = "planned"  # as coming
    CONFLICT = "conflict"  # with the other side, as a question


@dataclass(frozen=True, slots=True)
class Placed:
    """A fact that goes into the context window. `successor` is set where it was superseded."""

    fact: FactView
    slot: Slot
    score: float
    why: tuple[str, ...]
    successor: FactView | None = None


@dataclass(frozen=True, slots=True)
class Quotation:
    """An earlier turn of the person, word for word; never a current fact."""

    turn: UUID
    speaker: Speaker
    said_on: date
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """Two rows that contradict each other, until someone settles it. `newer` raised it."""

    id: UUID
    older: FactView
    newer: FactView
    note: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One row of the shortlist, with its scores and why it was found; placed or not."""

    fact: FactView
    similarity: float | None
    score: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnCandidate:
    """One earlier turn of a person as the search ranked it, quoted or not. `similarity` is None without a vector."""

    turn: UUID
    said_on: date
    similarity: float | None
    score: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """What one stage of a recall came to, in words that hold none of the record's."""

    name: str
    note: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """At which stage a row was left out of a recall, and why; stage `placed`: it was not."""

    fact: UUID
    stage: str
    reason: str


@dataclass(frozen=True, slots=True)
class Recollection:
    """The answer of the record to one question on one day.

    `silent` is True where nothing placed answers the question; what is placed then is context, not an answer. `known`
    are the rows that hold on the day it was read for, and those ahead, where they were asked for.
    `explained` answers for the one row that was asked about. `readings` is the whole series of each lab and vital sign
    that the question asks about, oldest first, placed or not: what a trend is computed from.
    """

    question: str
    day: date
    shortlist: tuple[Candidate, ...]
    placed: tuple[Placed, ...]
    quotations: tuple[Quotation, ...]
    conflicts: tuple[OpenConflict, ...]
    silent: bool
    turns: tuple[TurnCandidate, ...] = ()
    stages: tuple[Stage, ...] = ()
    known: tuple[Known, ...] = ()
    readings: tuple[FactView, ...] = ()
    explained: WhyNot | None = None
