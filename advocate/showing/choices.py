"""What waits for a person: contradictions to settle, and what was held back. Inside the silo."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from advocate.showing.facts import ShownConflict, shown
from memory.acts.shown import answered_drafts
from memory.models import Conflict, HeldDraft
from memory.reading import fact_view


@dataclass(frozen=True, slots=True)
class Draft:
    """What was held back, why, and in which conversation it was said, if that is still there."""

    id: UUID
    text: str
    why: str
    session: UUID | None


def conflict_shown(conflict: UUID) -> ShownConflict | None:
    """Return a contradiction, settled or open; None where this silo has none of that id."""
    row = Conflict.objects.filter(id=conflict).select_related("older", "newer").first()
    if row is None:
        return None
    return ShownConflict(row.id, shown(fact_view(row.older)), shown(fact_view(row.newer)), row.note)


def is_open(conflict: UUID) -> bool:
    """Tell whether a contradiction still waits to be settled."""
    return Conflict.objects.filter(id=conflict, settled_at=None).exists()


def conflicts_of(fact: UUID) -> list[UUID]:
    """Return the open contradictions that a fact is a side of, the oldest first."""
    sides = Q(older=fact) | Q(newer=fact)
    found = Conflict.objects.filter(sides, settled_at=None).order_by("opened_at", "id")
    return list(found.values_list("id", flat=True))


def draft_shown(held: UUID) -> Draft | None:
    """Return what was held back; None where this silo has none of that id."""
    row = HeldDraft.objects.filter(id=held).select_related("session").first()
    return None if row is None else draft(row)


def draft(row: HeldDraft) -> Draft:
    """Return a held draft as shown; the row comes with its session."""
    return Draft(row.id, row.text, row.explanation, row.session.public_id if row.session else None)


def is_waiting(held: UUID) -> bool:
    """Tell whether what was held back is still to be completed or dropped."""
    return not answered_drafts([held])
