"""A fact on its way to FHIR: how it stands, in R4's sense, and what every resource says of it in the same way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from html import escape
from typing import Any
from uuid import UUID

from memory.dates import local_day
from memory.drafts import Act
from memory.models import Evidence, Fact
from memory.reading import Standing
from memory.recollection import FactView, Slot
from memory.vocabulary import Retired, Speaker, Status

Resource = dict[str, Any]
HL7 = "http://terminology.hl7.org/CodeSystem"
ERROR = "entered-in-error"
_TAG, _STATUS = "urn:anamnesis:tag", "urn:anamnesis:status"


class State(Enum):
    """How a fact stands, as R4's statuses ask for it."""

    CURRENT = auto()
    CONTESTED = auto()  # one side of an open contradiction
    PLANNED = auto()
    PAST = auto()  # it was so: told as past, or replaced since
    DROPPED = auto()  # a plan or a visit that was called off, or replaced before its day
    WRONG = auto()  # it never was so: corrected or withdrawn


@dataclass(frozen=True, slots=True)
class Row:
    """One fact. `successor` took its place (past any that was corrected away), `replaces` are those it retired."""

    fact: Fact
    view: FactView
    state: State
    successor: FactView | None
    evidence: tuple[Evidence, ...]
    replaces: tuple[UUID, ...]

    @property
    def date(self) -> str | None:
        """The date, as precise as it is known."""
        return str(self.view.date) if self.view.date else None

    @property
    def official(self) -> bool:
        """True where a clinician spoke it, or a document holds it."""
        return any(said.speaker == Speaker.CLINICIAN or said.page_id for said in self.evidence)

    @property
    def as_said(self) -> bool:
        """True where it is dated only by the day on which it was told, which claims no beginning."""
        return not self.official and any(self._day_of(said) == self.fact.fact_date for said in self.evidence)

    @property
    def foretold(self) -> bool:
        """True where it was told before its day came."""
        day = self.fact.fact_date
        return day is not None and any(self._day_of(said) < day for said in self.evidence[:1])

    @property
    def period(self) -> Resource:
        """From when until when it held, as far as known."""
        ended = self.successor.date if self.successor and self.state is State.PAST else None
        began = self.view.date
        end = str(ended) if ended and (began is None or began.first <= ended.first) else None
        return without_gaps(start=self.date, end=end)

    def called(self) -> str:
        """What it is about, by its one name; else its words."""
        return self.view.attribute or self.view.text

    @staticmethod
    def _day_of(said: Evidence) -> Any:
        return local_day(said.said_at, said.time_zone)


def state_of(fact: Fact, standing: Standing) -> State:
    """Return how a fact stands on the day of its standing."""
    if fact.status == Status.RETRACTED:
        return State.DROPPED if fact.retired_note == Act.CANCEL.value else State.WRONG
    if fact.retired_why == Retired.CORRECTED:
        return State.WRONG
    if fact.retired_note == Status.PLANNED.value and not _had_come(fact):
        return State.DROPPED
    found = {Slot.CURRENT: State.CURRENT, Slot.CONFLICT: State.CONTESTED, Slot.PLANNED: State.PLANNED}
    return found.get(standing.slot, State.PAST) if standing.slot else State.PAST


def _had_come(plan: Fact) -> bool:
    """True where a plan's day had come when another row took its place."""
    return bool(plan.fact_date and plan.retired_at and plan.fact_date <= plan.retired_at.date())


def resource(kind: str, row: Row, **parts: Any) -> Resource:
    """Return a resource with the fact's id, tag and status, its words as narrative, and those parts that are there."""
    tags = [{"system": _TAG, "code": row.fact.tag}, {"system": _STATUS, "code": row.fact.status}]
    return {
        "resourceType": kind,
        "id": str(row.fact.id),
        "meta": {"tag": tags},
        "text": {"status": "generated", "div": _narrative(row)},
        **without_gaps(**parts),
    }


def reference(id: UUID | str) -> Resource:
    """Return a reference to an entry of the same bundle."""
    return {"reference": f"urn:uuid:{id}"}


def text(words: str, *codings: Resource) -> Resource:
    """Return a concept: the words always, codes where they are given."""
    return without_gaps(coding=list(codings), text=words)


def note(row: Row) -> list[Resource]:
    """Return the words of the fact as they were recorded."""
    return [{"text": row.view.text}]


def without_gaps(**parts: Any) -> Resource:
    """Return the parts that hold something: FHIR knows no null and no empty list."""
    return {name: part for name, part in parts.items() if part is not None and part not in ("", [], {})}


def _narrative(row: Row) -> str:
    return f'<div xmlns="http://www.w3.org/1999/xhtml"><p>{escape(_printable(row.view.line))}</p></div>'


def _printable(words: str) -> str:
    """XHTML holds no control characters."""
    return "".join(c if c.isprintable() or c in "\n\t" else " " for c in words)
