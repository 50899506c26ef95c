"""Taking back what was said, and calling off what lies ahead: rows are retracted with nothing in their place."""

from __future__ import annotations

from collections.abc import Sequence

from memory.dates import local_day
from memory.drafts import Draft
from memory.ledger import conflicts
from memory.ledger.rows import Writing, add_evidence, retract
from memory.models import Fact
from memory.numbers import numbers_in
from memory.vocabulary import Retired, Status, Tag


def holds(row: Fact, replaces: str) -> bool:
    """True where the row holds the old value as a correction or a withdrawal names it; "" is held by every row."""
    wrong = numbers_in(replaces)
    if wrong:
        return wrong <= numbers_in(f"{row.fact} {row.value or ''}")
    return replaces.strip().lower() in f"{row.fact} {row.subject}".lower()


def take_back(rows: Sequence[Fact], draft: Draft, writing: Writing) -> None:
    """Withdraw rows that never were so: the one row that contradicted one of them wins, else what it replaced reopens.

    Where a row wins, the words are evidence for it.
    """
    by = writing.speaker(draft)
    for row in rows:
        row.refresh_from_db()
        others = [other for other in conflicts.opponents([row]) if other not in rows]
        if row.status == Status.ACTIVE and len(others) == 1:
            add_evidence(others[0], draft, writing)
            conflicts.concede(row, others[0], Retired.CORRECTED, by=by)
            conflicts.stand_if_free(others[0])
        else:
            add_evidence(row, draft, writing)
            conflicts.dissolve(row, by=by)
            retract(row, by=by, note=draft.act.value)


def call_off(rows: Sequence[Fact], draft: Draft, writing: Writing) -> None:
    """Retract what lies ahead. What it had replaced stays replaced: a visit that was moved does not move back."""
    by = writing.speaker(draft)
    for row in rows:
        row.refresh_from_db()
        add_evidence(row, draft, writing)
        conflicts.dissolve(row, by=by)
        retract(row, by=by, note=draft.act.value, reopen=False)


def came_of_plan(row: Fact) -> bool:
    """True for a row that was told before its day."""
    first = row.evidence.order_by("said_at").first()
    if first is None or row.fact_date is None or row.tag == Tag.APPOINTMENT:
        return False
    return local_day(first.said_at, first.time_zone) < row.fact_date
