"""The rules of state-like tags: one row is current at an address, and what may replace it."""

from __future__ import annotations

from dataclasses import replace

from memory.comparison import Likeness, compare
from memory.drafts import Act, Draft, Tense
from memory.ledger import conflicts
from memory.ledger.rows import NothingToWithdraw, Writing, add_evidence, insert, retract
from memory.models import Fact
from memory.vocabulary import ANY, Retired, Speaker, Status, Tag, address

_REPLACES = frozenset({Act.CHANGE, Act.STOP, Act.CORRECT})


def enter(draft: Draft, writing: Writing) -> int:
    """Enter a judged draft of a state; return how many rows it made (0: evidence only, or a withdrawal).

    Raises NothingToWithdraw for a withdrawal or a cancellation without a target.
    """
    if draft.act in {Act.WITHDRAW, Act.CANCEL}:
        return _withdraw(draft, writing)
    if draft.tense is Tense.PLANNED and not _takes_effect(draft, writing):
        return _plan(draft, writing)
    if draft.tense is Tense.PAST:
        return _tell_past(draft, writing)
    return _state(replace(draft, tense=Tense.NOW), writing)


def may_retire(row: Fact, by: Speaker) -> bool:
    """A patient may withdraw what a patient said; what a clinician or a document said, only a clinician may."""
    return by is Speaker.CLINICIAN or not _official(row)


def _official(row: Fact) -> bool:
    if row.source != "patient" and not row.source.startswith("caregiver"):
        return True
    return row.evidence.filter(speaker=Speaker.CLINICIAN).exists() or row.evidence.filter(page__isnull=False).exists()


def _takes_effect(draft: Draft, writing: Writing) -> bool:
    """True where the day named has come, or where it is a visit: that is active while it lies ahead."""
    if draft.tag is Tag.APPOINTMENT:
        return True
    return draft.date is not None and draft.date.first <= writing.day(draft)


def _standing(draft: Draft, status: Status) -> list[Fact]:
    """The rows at the draft's address, oldest first."""
    here = Fact.objects.filter(memory_key=draft.memory_key, tag=draft.tag, status=status)
    return list(here.order_by("created_at", "id"))


def _state(draft: Draft, writing: Writing) -> int:
    whole_kind = address(draft.tag, ANY) if draft.tag.is_state else None
    if draft.memory_key == whole_kind:
        return _deny_kind(draft, writing)
    standing = _standing(draft, Status.ACTIVE)
    if any(row.contested for row in standing) and conflicts.answered(draft, standing, writing):
        return 0
    if not standing:
        return _first(draft, whole_kind, writing)
    same = next((row for row in standing if compare(draft, row) in {Likeness.SAME, Likeness.VAGUER}), None)
    if same is not None:
        add_evidence(same, draft, writing)
        return 0
    return _differs(draft, standing, writing)


def _first(draft: Draft, whole_kind: str | None, writing: Writing) -> int:
    """The first row at an address; it changes a standing denial of the whole kind."""
    denial = Fact.objects.filter(memory_key=whole_kind, tag=draft.tag, status=Status.ACTIVE)
    replacing = [] if draft.negated else list(denial)
    insert(draft, writing, Status.ACTIVE, replacing=replacing)
    return 1


def _differs(draft: Draft, standing: list[Fact], writing: Writing) -> int:
    """A value that disagrees with what stands: it replaces it, joins the history, or contradicts it."""
    current = standing[-1]
    if draft.act is Act.CORRECT:
        if _said_officially(standing) and writing.speaker(draft) is not Speaker.CLINICIAN:
            conflicts.open_conflict(draft, standing, writing)
        else:
            _replace(draft, standing, Retired.CORRECTED, writing)
        return 1
    if _older(draft, current):
        insert(draft, writing, Status.HISTORICAL)
    elif draft.act in _REPLACES or compare(draft, current) is Likeness.FINER or _later_order(draft, current):
        _replace(draft, standing, Retired.CHANGED, writing)
    else:
        conflicts.open_conflict(draft, standing, writing)
    return 1


def _replace(draft: Draft, standing: list[Fact], why: Retired, writing: Writing) -> None:
    for row in standing:
        conflicts.dissolve(row, by=writing.speaker(draft))
    insert(draft, writing, Status.ACTIVE, replacing=standing, why=why)


def _older(draft: Draft, current: Fact) -> bool:
    """Later and older go by the fact's date, not by arrival."""
    return bool(draft.date and current.fact_date and draft.date.last < current.fact_date)


def _later_order(draft: Draft, current: Fact) -> bool:
    """A clinician's order or a document of a later day replaces without saying so."""
    official = draft.source != "patient" and not draft.source.startswith("caregiver")
    return official and bool(draft.date and current.fact_date and draft.date.first > current.fact_date)


def _said_officially(rows: list[Fact]) -> bool:
    """True where a clinician spoke, or a document says, one of the rows itself (not: the patient reported it)."""
    return any(row.evidence.filter(speaker=Speaker.CLINICIAN).exists() for row in rows) or any(
        row.evidence.filter(page__isnull=False).exists() for row in rows
    )


def _deny_kind(draft: Draft, writing: Writing) -> int:
    """ "No allergies", "no medicines": contradicts every active row of the kind, or stands alone."""
    kind = Fact.objects.filter(tag=draft.tag, status=Status.ACTIVE, negated=False).order_by("created_at", "id")
    against = list(kind.exclude(memory_key=draft.memory_key))
    standing = _standing(draft, Status.ACTIVE)
    if standing:
        if any(row.contested for row in standing):
            conflicts.answered(draft, standing, writing)
        add_evidence(standing[-1], draft, writing)
        return 0
    if not against:
        insert(draft, writing, Status.ACTIVE)
    elif draft.act in _REPLACES:
        _replace(draft, against, Retired.CHANGED if draft.act is not Act.CORRECT else Retired.CORRECTED, writing)
    else:
        conflicts.open_conflict(draft, against, writing)
    return 1


def _plan(draft: Draft, writing: Writing) -> int:
    """A value for later: planned, in the place of another plan for this address."""
    plans = _standing(draft, Status.PLANNED)
    same = next(
        (p for p in plans if compare(draft, p) is Likeness.SAME and _day_of(draft) in {None, p.fact_date}), None
    )
    if same is not None:
        add_evidence(same, draft, writing)
        return 0
    insert(draft, writing, Status.PLANNED, replacing=plans)
    return 1


def _day_of(draft: Draft) -> object:
    return draft.date.first if draft.date else None


def _tell_past(draft: Draft, writing: Writing) -> int:
    """A state told as past enters as history and leaves the current row alone; told again, it adds evidence."""
    known = Fact.objects.filter(
        memory_key=draft.memory_key, tag=draft.tag, status__in=[Status.HISTORICAL, Status.SUPERSEDED]
    ).exclude(retired_why=Retired.CORRECTED)
    for row in known.order_by("-created_at"):
        told_again = compare(draft, row) in {Likeness.SAME, Likeness.VAGUER}
        if told_again and (draft.date is None or row.fact_date is None or draft.date.contains(row.fact_date)):
            add_evidence(row, draft, writing)
            return 0
    insert(draft, writing, Status.HISTORICAL)
    return 1


def _withdraw(draft: Draft, writing: Writing) -> int:
    """Take back a row, call off a plan, or dispute what a clinician said."""
    plans, standing = _standing(draft, Status.PLANNED), _standing(draft, Status.ACTIVE)
    by = writing.speaker(draft)
    if draft.act is Act.CANCEL:
        targets = plans or (standing if draft.tag is Tag.APPOINTMENT else [])
    else:
        targets = standing or plans
    if not targets:
        raise NothingToWithdraw
    disputed = [row for row in targets if draft.act is Act.WITHDRAW and not may_retire(row, by)]
    if disputed:
        conflicts.open_conflict(replace(draft, negated=True), disputed, writing)
        return 1
    for row in targets:
        add_evidence(row, draft, writing)
        conflicts.dissolve(row, by=by)
        row.refresh_from_db()
        retract(row, by=by, note=draft.act.value)
    return 0


