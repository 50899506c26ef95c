"""What time itself does: plans take effect on their day, past appointments give their address back."""

from __future__ import annotations

from datetime import date

from memory.ledger.rows import activate, release_address, supersede
from memory.models import Fact
from memory.vocabulary import Retired, Status, Tag


def settle_due(user_key: str, today: date) -> int:
    """Write down what became current by `today` (the person's day); return how many rows changed. Idempotent."""
    changed = 0
    passed = Fact.objects.filter(
        user_key=user_key, tag=Tag.APPOINTMENT, status=Status.ACTIVE, memory_key__isnull=False, fact_date__lt=today
    )
    for appointment in passed:
        release_address(appointment)
        changed += 1
    due = Fact.objects.filter(user_key=user_key, status=Status.PLANNED, fact_date__lte=today)
    for plan in due.order_by("fact_date", "created_at", "id"):
        for current in _current(plan):
            supersede(current, plan.id, Retired.CHANGED, "plan")
        activate(plan)
        changed += 1
    return changed


def _current(plan: Fact) -> list[Fact]:
    if plan.memory_key is None:
        return []
    here = Fact.objects.filter(user_key=plan.user_key, memory_key=plan.memory_key, status=Status.ACTIVE)
    return list(here.exclude(id=plan.id))
