"""What time itself does: plans take effect on their day, past appointments give their address back."""

from __future__ import annotations

from datetime import date

from memory.ledger import conflicts, states
from memory.ledger.rows import activate, release_address, supersede
from memory.models import Fact
from memory.vocabulary import Retired, Status, Tag

_BY = "plan"


def settle_due(user_key: str, today: date) -> int:
    """Write down what became current by `today` (the person's day); return how many rows changed. Idempotent."""
    mine = Fact.objects.filter(user_key=user_key)
    passed = mine.filter(tag=Tag.APPOINTMENT, status=Status.ACTIVE, memory_key__isnull=False, fact_date__lt=today)
    due = mine.filter(status=Status.PLANNED, fact_date__lte=today).order_by("fact_date", "created_at", "id")
    changed = 0
    for appointment in passed:
        release_address(appointment)
        changed += 1
    for plan in due:
        _take_effect(plan)
        changed += 1
    return changed


def _take_effect(plan: Fact) -> None:
    """Replace what stands at the address, with an end to its conflicts."""
    rows = _standing(plan)
    ended = conflicts.open_among(rows)
    against = conflicts.opponents(rows)
    for row in rows:
        supersede(row, plan.id, Retired.CHANGED, _BY)
    activate(plan)
    conflicts.take_over(plan, ended, against, Retired.CORRECTED, by=_BY)


def _standing(plan: Fact) -> list[Fact]:
    if plan.memory_key is None:
        return []
    here = Fact.objects.filter(user_key=plan.user_key, memory_key=plan.memory_key, status=Status.ACTIVE)
    return [*here, *([] if plan.negated else states.denials(Tag(plan.tag)))]
