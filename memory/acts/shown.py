"""Who decided what, and what still waits for a decision: selectors, called inside a silo, one query each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from memory.models import Decision, HeldDraft
from memory.vocabulary import Decided, SessionState

_UNDONE = frozenset({Decided.CONFIRMED, Decided.RETRACTED, Decided.SETTLED})
_COLUMNS = ("id", "kind", "fact_id", "conflict_id", "held_id", "by", "name", "role", "at", "reason")
_CAME_TO_NOTHING = (SessionState.NOTHING_FOUND, SessionState.FAILED)
_ANSWERED = Q(decisions__kind=Decided.DROPPED) | (
    Q(decisions__kind=Decided.COMPLETED) & ~Q(decisions__session__status__in=_CAME_TO_NOTHING)
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision as it was made. `name`, `role`: a clinician's at that time; `by` is the actor of the audit.

    `restores`: of a fact that was written anew, the row that it restores. `undone_by`: the decision that took it back.
    """

    id: UUID
    kind: Decided
    fact: UUID | None
    conflict: UUID | None
    held: UUID | None
    by: str
    name: str
    role: str
    at: datetime
    reason: str
    restores: UUID | None
    undone_by: UUID | None

    @property
    def can_undo(self) -> bool:
        """True where a clinician may take it back."""
        return self.kind in _UNDONE and self.undone_by is None


def decisions(facts: Iterable[UUID] | None = None) -> list[Choice]:
    """Return all decisions, or those about some facts, the latest first."""
    rows = Decision.objects.order_by("-at", "-id")
    if facts is not None:
        rows = rows.filter(fact_id__in=list(facts))
    return choices(rows)


def choices(rows: QuerySet[Decision]) -> list[Choice]:
    """Return decisions as they were made, in the order of the rows."""
    read = rows.values_list(*_COLUMNS, "detail__restores", "undone_by")
    return [
        Choice(id, Decided(kind), fact, conflict, held, by, name, role, at, reason, UUID(of) if of else None, undone_by)
        for id, kind, fact, conflict, held, by, name, role, at, reason, of, undone_by in read
    ]


def confirmations(facts: Iterable[UUID]) -> dict[UUID, list[Choice]]:
    """Return the confirmations that stand, by fact, the latest first."""
    found: dict[UUID, list[Choice]] = defaultdict(list)
    rows = Decision.objects.filter(kind=Decided.CONFIRMED, undone_by=None, fact_id__in=list(facts))
    for choice in choices(rows.order_by("-at", "-id")):
        if choice.fact is not None:
            found[choice.fact].append(choice)
    return dict(found)


def waiting_drafts(limit: int = 50) -> list[HeldDraft]:
    """Return what was held back and neither dropped nor completed with success, the latest first."""
    answered = HeldDraft.objects.filter(_ANSWERED).values("id")
    return list(HeldDraft.objects.exclude(id__in=answered).order_by("-created_at", "id")[:limit])


def answered_drafts(held: Iterable[UUID]) -> set[UUID]:
    """Return which of these were dropped, or completed with success or not yet judged."""
    return set(HeldDraft.objects.filter(_ANSWERED, id__in=list(held)).values_list("id", flat=True))


def asked_doctor() -> frozenset[UUID]:
    """Return the contradictions that are kept as a question for the doctor."""
    asked = Decision.objects.filter(kind=Decided.ASKED_DOCTOR, conflict__isnull=False)
    return frozenset(id for id in asked.values_list("conflict_id", flat=True) if id)
