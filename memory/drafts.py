"""What passes between a transcript, an engine and the ledger: plain values, no rows, no vendor.

A `Transcript` goes to an engine, `Draft`s come back, the gate judges them and the ledger writes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.dates import PartialDate
from memory.vocabulary import Speaker, Tag

SELF = "self"


@dataclass(frozen=True, slots=True)
class Said:
    """One turn as an engine sees it. `at` is aware; `zone` is the IANA zone in which it was said."""

    id: UUID
    seq: int
    speaker: Speaker
    text: str
    at: datetime
    zone: str


@dataclass(frozen=True, slots=True)
class Value:
    """The structured part of a fact, each part as said; None where nothing was said of it.

    `value` is a number or a pair ("1.4", "120/80", "25 mg in the morning and 50 mg" keeps "25 + 50"), or a word.
    """

    value: str | None = None
    unit: str | None = None
    frequency: str | None = None
    route: str | None = None
    as_needed: bool | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A current row of the record, for an engine to resolve "it", "my cardiologist" or a correction.

    `official` marks what a clinician spoke or a document holds; `as_said` a row that is dated only by the day on which
    the person or a relative said it, which claims no beginning.
    """

    id: UUID
    tag: Tag
    text: str
    attribute: str
    memory_key: str | None
    source: str
    value: Value
    date: PartialDate | None
    keys: tuple[str, ...]
    negated: bool = False
    official: bool = False
    as_said: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """The undistilled range of one session, with what an engine may need to read it.

    `subject` is whom the record is about: "self" for the account's owner, else a relation ("mother");
    `subject_name` their name where known. `known` holds the record's current rows.
    """

    agent: str
    agent_version: str
    turns: tuple[Said, ...]
    known: tuple[Known, ...] = ()
    subject: str = SELF
    subject_name: str = ""


class Act(StrEnum):
    """What the words do to the record."""

    STATE = "state"  # a bare statement
    CHANGE = "change"  # says that something is new or different now: "put it up to", "started", "now"
    STOP = "stop"  # ends a state: "I'm off lisinopril since Monday"
    CORRECT = "correct"  # says that what was recorded or said was wrong, and gives the right value
    WITHDRAW = "withdraw"  # says that it never was so, with nothing in its place
    CANCEL = "cancel"  # calls off what was planned or lies ahead: a visit, a planned change


class Tense(StrEnum):
    """When the words say that it holds."""

    NOW = "now"
    PAST = "past"
    PLANNED = "planned"


class Assertion(StrEnum):
    """How the words are meant. Only what is asserted can become a fact."""

    ASSERTED = "asserted"
    ASKED = "asked"
    HYPOTHETICAL = "hypothetical"


@dataclass(frozen=True, slots=True)
class Quote:
    """Exact words of one turn: `text` is a substring of that turn's text."""

    turn: UUID
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate fact.

    text       the fact in the words in which it was said, without who and when ("metoprolol 25 mg twice daily")
    quotes     where it was said; the last is the turn that states it (its moment dates the fact)
    source     whose statement it is: "patient", "caregiver (daughter)", "Dr. Osei, cardiologist", "diabetes nurse"
    attribute  the thing spoken of, by its one name: "metoprolol", "creatinine", "blood pressure"
    memory_key the address (`memory.vocabulary.address`) of a state; None for a series
    date       what the fact is dated by; None: the gate dates it by the day of its turn when tense is `now`
    date_phrase the words that `date` follows from, verbatim in a quoted turn; "" when none
    negated    a negative worth keeping: "does not take aspirin", "no known allergies"; also a stopped drug
    subject    "self" for the record's subject, else the relation spoken of ("mother", "friend")
    replaces   the old value as said, in a correction: "it was 1.3, not 1.4" -> "1.4"
    keys       1 to 5, lowercase: what a later question would use
    importance 1 (passing) to 5 (vital)
    """

    tag: Tag
    text: str
    quotes: tuple[Quote, ...]
    source: str
    attribute: str
    keys: tuple[str, ...]
    memory_key: str | None = None
    value: Value = field(default_factory=Value)
    act: Act = Act.STATE
    tense: Tense = Tense.NOW
    assertion: Assertion = Assertion.ASSERTED
    date: PartialDate | None = None
    date_phrase: str = ""
    negated: bool = False
    subject: str = SELF
    replaces: str = ""
    importance: int = 3
