"""The rules of series-like tags: readings accumulate; only a correction of the same reading supersedes it."""

from __future__ import annotations

from dataclasses import replace

from memory.comparison import Likeness, compare, date_of
from memory.drafts import Act, Draft, Tense
from memory.ledger import conflicts, withdrawals
from memory.ledger.authority import may_correct, may_withdraw
from memory.ledger.rows import NothingToWithdraw, Writing, add_evidence, insert
from memory.ledger.sides import of_the_other_side
from memory.models import Fact
from memory.vocabulary import Retired, Status, Tag


def enter(draft: Draft, writing: Writing) -> int:
    """Enter a judged draft of a series; return how many rows it made. Raises NothingToWithdraw."""
    if draft.tag is Tag.EPISODE:
        return _episode(draft, writing)
    if draft.act is Act.CANCEL:
        return _call_off(draft, writing)
    if draft.act is Act.WITHDRAW:
        return _withdraw(draft, writing)
    if draft.act is Act.CORRECT:
        return _correct(draft, writing)
    if draft.tense is Tense.PLANNED and (draft.date is None or draft.date.first > writing.day(draft)):
        return _plan(draft, writing)
    return _add(draft, writing)


def _points(draft: Draft, *statuses: Status) -> list[Fact]:
    """The rows of the series, newest first by their own date.

    A correction may be of whom it was said of ("mother"), or of the side ("left").
    """
    whose = {draft.subject, draft.replaces.strip().lower()}
    names = {draft.attribute, of_the_other_side(draft, draft.attribute)}
    rows = Fact.objects.filter(tag=draft.tag, attribute__in=names, status__in=statuses, subject__in=whose)
    return sorted(rows, key=lambda row: (row.fact_date is not None, row.fact_date, row.created_at), reverse=True)


def _episode(draft: Draft, writing: Writing) -> int:
    """One a session."""
    told = writing.session and Fact.objects.filter(tag=Tag.EPISODE, session=writing.session).first()
    if told:
        add_evidence(told, draft, writing)
        return 0
    insert(draft, writing, Status.ACTIVE)
    return 1


def _add(draft: Draft, writing: Writing) -> int:
    """Add a point, unless it stands there already; the same reading told more fully takes its place."""
    points = _points(draft, Status.ACTIVE)
    made = _answer(draft, points, writing)
    if made is not None:
        return made
    on_its_day = [row for row in points if _same_day(draft, row)]
    likeness = {row.id: compare(draft, row) for row in on_its_day}
    for row in on_its_day:
        if likeness[row.id].adds_nothing:
            add_evidence(row, draft, writing)
            return 0
        if likeness[row.id] is Likeness.FINER and draft.value.value and row.value:
            conflicts.succeed(draft, [row], writing, Retired.CHANGED, lost=None)
            return 1
    against = [row for row in on_its_day if _another_source(draft, row)]
    if against:
        conflicts.open_conflict(draft, against, writing)
    else:
        insert(draft, writing, Status.ACTIVE)
    return 1


def _answer(draft: Draft, points: list[Fact], writing: Writing) -> int | None:
    """An answer need not name the day again."""
    sides = [row for row in points if row.contested and (_same_day(draft, row) or not draft.date_phrase)]
    days = {row.fact_date for row in sides}
    if draft.act is not Act.STATE or len(days) != 1:
        return None
    return conflicts.answer(replace(draft, date=date_of(sides[0])), sides, writing)


def _plan(draft: Draft, writing: Writing) -> int:
    """A point that lies ahead; moved, it takes the place of the plan before."""
    plans = _points(draft, Status.PLANNED)
    same = [row for row in plans if compare(draft, row).adds_nothing and (draft.date is None or _same_day(draft, row))]
    if same:
        add_evidence(same[0], draft, writing)
        return 0
    insert(draft, writing, Status.PLANNED, replacing=plans if draft.act is Act.CHANGE else [])
    return 1


def _same_day(draft: Draft, row: Fact) -> bool:
    return draft.date == date_of(row)


def _another_source(draft: Draft, row: Fact) -> bool:
    """Two sources that give one lab value of one day differently contradict each other; two readings do not."""
    one_day = draft.date is not None and draft.date.precision == "day"
    return draft.tag is Tag.LAB and one_day and draft.source != row.source and not (draft.negated or row.negated)


def _correct(draft: Draft, writing: Writing) -> int:
    """A corrected reading supersedes that reading and keeps its day, unless another day is said."""
    target = _target(draft, _points(draft, Status.ACTIVE, Status.PLANNED))
    if target is None:
        done = _already_corrected(draft)
        return _add(draft, writing) if done is None else _repeat(done, draft, writing)
    right = draft if draft.date_phrase else replace(draft, date=date_of(target) or draft.date)
    if compare(right, target) is Likeness.SAME and _same_day(right, target):
        return _repeat(target, draft, writing)
    if not may_correct(target, writing.speaker(draft)):
        return _dispute(right, target, writing)
    if target.status == Status.PLANNED:
        insert(right, writing, Status.PLANNED, replacing=[target], why=Retired.CORRECTED)
    else:
        conflicts.succeed(right, [target], writing, Retired.CORRECTED, lost=None)
    return 1


def _repeat(row: Fact, draft: Draft, writing: Writing) -> int:
    add_evidence(row, draft, writing)
    return 0


def _already_corrected(draft: Draft) -> Fact | None:
    """The row that stands where this very correction was made before."""
    for row in _points(draft, Status.SUPERSEDED):
        done = row.superseded_by if draft.replaces and withdrawals.holds(row, draft.replaces) else None
        if done is not None and done.status == Status.ACTIVE and compare(draft, done).adds_nothing:
            return done
    return None


def _withdraw(draft: Draft, writing: Writing) -> int:
    target = _target(draft, _points(draft, Status.ACTIVE, Status.PLANNED))
    if target is None or (draft.negated and target.negated):
        if not draft.negated:
            raise NothingToWithdraw
        return _add(replace(draft, act=Act.STATE), writing)  # a negative worth keeping
    if not may_withdraw(target, writing.speaker(draft)):
        return _dispute(replace(draft, negated=True, date=date_of(target)), target, writing)
    withdrawals.take_back([target], draft, writing)
    return 0


def _dispute(draft: Draft, target: Fact, writing: Writing) -> int:
    """What a clinician or a document said, a patient can only dispute: once, however often it is said."""
    against = conflicts.opponents([target])
    if against:
        made = conflicts.answer(replace(draft, act=Act.STATE), [target, *against], writing)
        if made is not None:
            return made
    for row in against:
        if compare(draft, row).adds_nothing:
            return _repeat(row, draft, writing)
    conflicts.open_conflict(draft, [target, *against], writing)
    return 1


def _call_off(draft: Draft, writing: Writing) -> int:
    plan = _target(draft, _points(draft, Status.PLANNED))
    if plan is not None:
        withdrawals.call_off([plan], draft, writing)
        return 0
    unfulfilled = _target(draft, [row for row in _points(draft, Status.ACTIVE) if withdrawals.came_of_plan(row)])
    if unfulfilled is None:
        raise NothingToWithdraw
    withdrawals.take_back([unfulfilled], draft, writing)
    return 0


def _target(draft: Draft, points: list[Fact]) -> Fact | None:
    """The reading that the draft is about: the one with the value or on the day that it names, else the latest.

    A day that holds no reading can only be the right day of a reading with this very value.
    """
    named = [row for row in points if withdrawals.holds(row, draft.replaces)]
    on_its_day = [row for row in named if _same_day(draft, row)]
    if on_its_day or draft.replaces or not draft.date_phrase:
        return next(iter(on_its_day or named), None)
    return next((row for row in named if compare(draft, row) is Likeness.SAME), None)
