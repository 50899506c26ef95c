"""Who acts by hand, in which record, and what may come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from memory.dates import local_day
from memory.door import Actor
from memory.gate import EXPLANATIONS, Reason
from memory.transcript import Opening


@dataclass(frozen=True, slots=True)
class Hand:
    """A person at work in their own record: `at` is the aware moment, `zone` the IANA zone where they are.

    `opening` is how the conversation begins as which the words that they write are kept.
    """

    user_key: str
    by: Actor
    at: datetime
    zone: str
    opening: Opening

    @property
    def day(self) -> date:
        """The person's day."""
        return local_day(self.at, self.zone)


class Kind(StrEnum):
    """What came of an act."""

    WITHDRAWN = "withdrawn"
    CORRECTED = "corrected"
    DISPUTED = "disputed"  # a contradiction is open: only a clinician or an answer settles it
    SETTLED = "settled"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an act: the row that was written or that stands now, and the contradiction that is open."""

    kind: Kind
    fact: UUID | None = None
    conflict: UUID | None = None


class NoSuchThing(LookupError):
    """Nothing of this id is in the record; what lies in another silo is not found either."""


class NotPossible(ValueError):
    """The record does not take this act; `explanation` says why, in words for the person."""

    def __init__(self, explanation: str) -> None:
        super().__init__(explanation)
        self.explanation = explanation


class NotTaken(NotPossible):
    """The gate held the words; nothing was written."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(EXPLANATIONS[reason])
        self.reason = reason
