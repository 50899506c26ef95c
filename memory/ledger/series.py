"""The rules of series-like tags: readings accumulate; only a correction of the same reading supersedes it."""

from __future__ import annotations

from dataclasses import replace

from memory.comparison import Likeness, compare
from memory.dates import PartialDate
from memory.drafts import Act, Draft, Tense
from memory.ledger import conflicts
from memory.ledger.rows import NothingToWithdraw, Writing, add_evidence, insert, retract
from memory.ledger.states import may_retire
from memory.models import Fact
from memory.numbers import numbers_in
from memory.vocabulary import Retired, Status, Tag


def enter(draft: Draft, writing: Writing) -> int:
    """Enter a judged draft of a series; return how many rows it made. Raises NothingToWithdraw."""
    if draft.act in {Act.WITHDRAW, Act.CANCEL}:
        return _withdraw(draft, writing)
    if draft.act is Act.CORRECT:
        return _correct(draft, writing)
    if draft.tense is Tense.PLANNED and draft.date is not None and draft.date.first > writing.day(draft):
        return _add(draft, writing, Status.PLANNED)
    return _add(draft, writing, Status.ACTIVE)


def _points(draft: Draft, *statuses: Status) -> list[Fact]:
    """The rows of the series, newest first by their own date."""
    rows = Fact.objects.filter(tag=draft.tag, attribute=draft.attribute, status__in=statuses)
    return sorted(rows, key=lambda row: (row.fact_date is not None, row.fact_date, row.created_at), reverse=True)


def _add(draft: Draft, writing: Writing, status: Status) -> int:
    on_its_day = [row for row in _points(draft, status) if _same_day(draft, row)]
    contested = [row for row in on_its_day if row.contested]
    if contested and conflicts.answered(draft, contested, writing):
        return 0
    for row in on_its_day:
        if _told_again(draft, row):
            add_evidence(row, draft, writing)
            return 0
    against = [row for row in on_its_day if _another_source(draft, row)]
    if against:
        conflicts.open_conflict(draft, against, writing)
    else:
        insert(draft, writing, status)
    return 1


def _told_again(draft: Draft, row: Fact) -> bool:
    if draft.tag is Tag.EPISODE:
        return False
    if draft.value.value is None and draft.text.lower() != row.fact.lower():
        return compare(draft, row) is Likeness.SAME
    return compare(draft, row) in {Likeness.SAME, Likeness.VAGUER}


def _same_day(draft: Draft, row: Fact) -> bool:
    ours = (draft.date.first, draft.date.precision) if draft.date else (None, None)
    return ours == (row.fact_date, row.date_precision)


def _another_source(draft: Draft, row: Fact) -> bool:
    """Two sources that give one lab value of one day differently contradict each other; two readings do not."""
    return draft.tag is Tag.LAB and draft.source != row.source and draft.date is not None and not row.negated


def _correct(draft: Draft, writing: Writing) -> int:
    """A corrected reading supersedes that reading and keeps its day, unless another day is said."""
    target = _target(draft, _points(draft, Status.ACTIVE, Status.PLANNED))
    if target is None:
        return _add(draft, writing, Status.ACTIVE)
    if compare(draft, target) is Likeness.SAME and _same_day(draft, target):
        add_evidence(target, draft, writing)
        return 0
    keeps_day = not draft.date_phrase and target.fact_date is not None
    dated = replace(draft, date=_date_of(target)) if keeps_day else draft
    conflicts.dissolve(target, by=writing.speaker(draft))
    insert(dated, writing, Status(target.status), replacing=[target], why=Retired.CORRECTED)
    return 1


def _withdraw(draft: Draft, writing: Writing) -> int:
    target = _target(draft, _points(draft, Status.ACTIVE, Status.PLANNED))
    if target is None:
        raise NothingToWithdraw
    by = writing.speaker(draft)
    if draft.act is Act.WITHDRAW and not may_retire(target, by):
        conflicts.open_conflict(replace(draft, negated=True), [target], writing)
        return 1
    add_evidence(target, draft, writing)
    conflicts.dissolve(target, by=by)
    target.refresh_from_db()
    retract(target, by=by, note=draft.act.value)
    return 0


def _target(draft: Draft, points: list[Fact]) -> Fact | None:
    """The reading that the draft is about: the one with the value or the day that it names, else the latest."""
    wrong = numbers_in(draft.replaces)
    for row in points:
        named_value = wrong and wrong <= numbers_in(f"{row.fact} {row.value or ''}")
        named_day = not wrong and draft.date_phrase and _same_day(draft, row)
        if named_value or named_day:
            return row
    return None if wrong else next(iter(points), None)


def _date_of(row: Fact) -> PartialDate | None:
    return PartialDate(row.fact_date, row.date_precision) if row.fact_date else None  # type: ignore[arg-type]
