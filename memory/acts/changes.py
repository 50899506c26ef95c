"""What is new since a moment, read from the audit: whatever wrote it, a conversation, a hand or the calendar.

Called inside a silo, the patient's or her clinician's, in a fixed number of queries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q

from memory.acts.shown import Choice, choices
from memory.looking_back import STANDING
from memory.models import AuditRow, Conflict, Decision, Fact, HeldDraft
from memory.reading import fact_view
from memory.recollection import FactView
from memory.vocabulary import Status


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """A contradiction with its sides; `winner` and `settled_by` once it is settled."""

    id: UUID
    older: FactView
    newer: FactView
    opened_at: datetime
    settled_at: datetime | None
    settled_by: str
    winner: UUID | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed. Each row is as it is now; `replaced` are pairs, the old row and what stands in its place.

    new        written, and not replaced since
    effective  plans that took effect
    reopened   what stands again, since its successor was withdrawn
    forgotten  how many facts were forgotten; their words are gone
    """

    new: tuple[FactView, ...] = ()
    replaced: tuple[tuple[FactView, FactView], ...] = ()
    retracted: tuple[FactView, ...] = ()
    reopened: tuple[FactView, ...] = ()
    effective: tuple[FactView, ...] = ()
    forgotten: int = 0
    opened: tuple[ShownConflict, ...] = ()
    settled: tuple[ShownConflict, ...] = ()
    held: tuple[HeldDraft, ...] = ()
    decisions: tuple[Choice, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True where nothing changed."""
        return self == Changes()


@dataclass(slots=True)
class _Course:
    """What the audit knows of one row: its status before the moment (None: it was not there), and whether it went."""

    before: str | None
    forgotten: bool = False


def last_look() -> datetime | None:
    """Return when this clinician's last visit to the patient ended, visits being half an hour apart; None: her first.

    Inside the silo as a clinician. Entering it is written to its access log, from which this is read.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT guard.my_last_look()")
        found: datetime | None = cursor.fetchone()[0]
    return found


def changes_since(moment: datetime) -> Changes:
    """Return what changed in the record since a moment, oldest first; five queries."""
    courses = _courses(moment)
    facts = Fact.objects.defer("embedding").filter(id__in=list(courses)).select_related("superseded_by")
    rows = [(fact, courses[fact.id]) for fact in facts.order_by("created_at", "id")]
    conflicts = [_shown(conflict) for conflict in _conflicts(moment)]
    made = choices(Decision.objects.filter(at__gte=moment).order_by("at", "id"))
    return Changes(
        new=_views(fact for fact, course in rows if course.before is None and fact.status in STANDING),
        replaced=tuple(
            (fact_view(fact), fact_view(fact.superseded_by))
            for fact, course in rows
            if fact.superseded_by and course.before in STANDING
        ),
        retracted=_views(fact for fact, course in rows if _moved(course, fact, Status.RETRACTED)),
        reopened=_views(
            fact
            for fact, course in rows
            if fact.status in STANDING and course.before in {Status.SUPERSEDED, Status.RETRACTED}
        ),
        effective=_views(
            fact for fact, course in rows if course.before == Status.PLANNED and fact.status == Status.ACTIVE
        ),
        forgotten=sum(course.forgotten for course in courses.values()),
        opened=tuple(conflict for conflict in conflicts if conflict.opened_at >= moment),
        settled=tuple(conflict for conflict in conflicts if conflict.settled_at and conflict.settled_at >= moment),
        held=tuple(HeldDraft.objects.filter(created_at__gte=moment).order_by("created_at", "id")),
        decisions=tuple(made),
    )


def _courses(moment: datetime) -> dict[UUID, _Course]:
    changed = AuditRow.objects.filter(table_name=Fact._meta.db_table, at__gte=moment).order_by("seq")
    courses: dict[UUID, _Course] = {}
    for row_id, op, old in changed.values_list("row_id", "op", "payload__old__status"):
        course = courses.setdefault(UUID(row_id), _Course(None if op == "INSERT" else old))
        course.forgotten = course.forgotten or op == "DELETE"
    return courses


def _moved(course: _Course, fact: Fact, status: Status) -> bool:
    return fact.status == status and course.before != status


def _conflicts(moment: datetime) -> Iterable[Conflict]:
    since = Q(opened_at__gte=moment) | Q(settled_at__gte=moment)
    return Conflict.objects.filter(since).select_related("older", "newer").order_by("opened_at", "id")


def _shown(conflict: Conflict) -> ShownConflict:
    return ShownConflict(
        conflict.id,
        fact_view(conflict.older),
        fact_view(conflict.newer),
        conflict.opened_at,
        conflict.settled_at,
        conflict.settled_by,
        conflict.winner_id,
    )


def _views(facts: Iterable[Fact]) -> tuple[FactView, ...]:
    return tuple(fact_view(fact) for fact in facts)
