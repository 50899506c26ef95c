"""The rules of state-like tags: one row is current at an address, and what may replace it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.comparison import Likeness, compare, date_of
from memory.dates import PartialDate
from memory.drafts import Act, Draft, Tense
from memory.ledger import conflicts, withdrawals
from memory.ledger.authority import may_correct, may_withdraw, standing_of
from memory.ledger.rows import NothingToWithdraw, Writing, add_evidence, insert
from memory.ledger.sides import of_the_other_side
from memory.models import Fact
from memory.vocabulary import ANY, Retired, Status, Tag, address
from memory.weighing import Weight, weigh


def enter(draft: Draft, writing: Writing) -> int:
    """Enter a judged draft of a state; return how many rows it made (0: evidence only, or a withdrawal).

    Raises NothingToWithdraw for a withdrawal or a cancellation without a target.
    """
    if draft.act is Act.CANCEL:
        return _call_off(draft, writing)
    if draft.act is Act.WITHDRAW:
        return _withdraw(draft, writing)
    if draft.tag is Tag.APPOINTMENT and draft.act is Act.STATE and _is_past_visit(draft, writing):
        return _note_visit(draft, writing)
    if draft.tense is Tense.PLANNED and draft.tag is not Tag.APPOINTMENT:
        return _plan(draft, writing) if _lies_ahead(draft, writing) else _state(_as_change(draft), writing)
    if draft.tense is Tense.PAST and draft.act is not Act.STOP:
        return _tell_past(draft, writing)
    return _state(draft, writing)


def denials(tag: Tag) -> list[Fact]:
    """The active denial of the whole kind ("no known allergies"), which a first row of the kind changes."""
    return list(Fact.objects.filter(memory_key=address(tag, ANY), status=Status.ACTIVE, negated=True))


def standing(draft: Draft, status: Status = Status.ACTIVE) -> list[Fact]:
    """The rows at the draft's address, oldest first; of a corrected side, those at the address of the wrong one too."""
    keys = {draft.memory_key, of_the_other_side(draft, draft.memory_key or "")}
    here = Fact.objects.filter(memory_key__in=keys, tag=draft.tag, status=status)
    return list(here.order_by("created_at", "id"))


def _state(draft: Draft, writing: Writing) -> int:
    if draft.negated and draft.memory_key == address(draft.tag, ANY):
        return _deny_kind(draft, writing)
    rows = standing(draft)
    weight = _weight(draft, rows, writing)
    if weight is not Weight.PRECEDES and any(row.contested for row in rows):
        made = conflicts.answer(draft, rows, writing)
        if made is not None:
            return made
    return _enter_as(weight, draft, rows, writing)


def _weight(draft: Draft, rows: Sequence[Fact], writing: Writing) -> Weight:
    told = [standing_of(row) for row in rows]
    return weigh(draft, told, by=writing.speaker(draft), on_paper=writing.on_paper(draft))


def _enter_as(weight: Weight, draft: Draft, rows: list[Fact], writing: Writing) -> int:
    """Do to the rows what was judged."""
    match weight:
        case Weight.REPEATS:
            return _add_evidence([row for row in rows if compare(draft, row).adds_nothing], draft, writing)
        case Weight.PRECEDES:
            insert(draft, writing, Status.HISTORICAL)
        case Weight.FIRST:  # it changes a standing denial of the whole kind
            conflicts.succeed(draft, [] if draft.negated else denials(draft.tag), writing, Retired.CHANGED)
        case Weight.CORRECTS:
            conflicts.succeed(_keeping_day(draft, rows[-1]), rows, writing, Retired.CORRECTED)
        case Weight.CHANGES:
            conflicts.succeed(draft, rows, writing, Retired.CHANGED)
        case Weight.REFINES:
            finer = [row for row in rows if compare(draft, row) is Likeness.FINER]
            conflicts.succeed(draft, finer, writing, Retired.CHANGED, lost=None)
        case Weight.CONTRADICTS:
            disputed = _keeping_day(draft, rows[-1]) if draft.act is Act.CORRECT else draft
            conflicts.open_conflict(disputed, rows, writing)
    return 1


def _add_evidence(rows: Sequence[Fact], draft: Draft, writing: Writing) -> int:
    for row in rows:
        add_evidence(row, draft, writing)
    return 0


def _keeping_day(draft: Draft, row: Fact) -> Draft:
    """A correction keeps the day of what it sets right, unless it names another."""
    return draft if draft.date_phrase else replace(draft, date=date_of(row) or draft.date)


def _deny_kind(draft: Draft, writing: Writing) -> int:
    """ "No allergies", "no medicines": contradicts every active row of the kind, or stands alone."""
    same = standing(draft)
    if same:
        made = conflicts.answer(draft, same, writing) if same[-1].contested else None
        return _add_evidence(same, draft, writing) if made is None else made
    kind = Fact.objects.filter(tag=draft.tag, status=Status.ACTIVE, negated=False, memory_key__isnull=False)
    against = list(kind.order_by("created_at", "id"))
    return _enter_as(_weight(draft, against, writing), draft, against, writing)


def _lies_ahead(draft: Draft, writing: Writing) -> bool:
    return draft.date is None or draft.date.first > writing.day(draft)


def _as_change(draft: Draft) -> Draft:
    """ "From today, 50 mg": a plan whose day has come is a change."""
    return replace(draft, act=Act.CHANGE) if draft.act is Act.STATE else draft


def _plan(draft: Draft, writing: Writing) -> int:
    """A value for later: planned, in the place of another plan for this address."""
    plans = standing(draft, Status.PLANNED)
    day = draft.date.first if draft.date else None
    same = [row for row in plans if compare(draft, row).adds_nothing and day in {None, row.fact_date}]
    if same:
        return _add_evidence(same, draft, writing)
    why = Retired.CORRECTED if draft.act is Act.CORRECT else Retired.CHANGED
    insert(draft, writing, Status.PLANNED, replacing=plans, why=why)
    return 1


def _is_past_visit(draft: Draft, writing: Writing) -> bool:
    return draft.date is not None and draft.date.last < writing.day(draft)


def _note_visit(draft: Draft, writing: Writing) -> int:
    """A visit that has been is a point in time, without an address."""
    visits = Fact.objects.filter(tag=Tag.APPOINTMENT, attribute=draft.attribute, status=Status.ACTIVE, memory_key=None)
    same = [row for row in visits if compare(draft, row).adds_nothing]
    if same:
        return _add_evidence(same[:1], draft, writing)
    insert(replace(draft, memory_key=None), writing, Status.ACTIVE)
    return 1


def _tell_past(draft: Draft, writing: Writing) -> int:
    """A state told as past enters as history and leaves the current row alone; told again, it adds evidence."""
    history = standing(draft, Status.HISTORICAL)
    replaced = [row for row in standing(draft, Status.SUPERSEDED) if row.retired_why != Retired.CORRECTED]
    told = [row for row in (*history, *replaced) if compare(draft, row).adds_nothing and _may_be_one(draft.date, row)]
    if told:
        return _add_evidence(told[-1:], draft, writing)
    wrong = [row for row in history if draft.act is Act.CORRECT and withdrawals.holds(row, draft.replaces)]
    corrected = [row for row in wrong[-1:] if may_correct(row, writing.speaker(draft))]
    insert(draft, writing, Status.HISTORICAL, replacing=corrected, why=Retired.CORRECTED)
    return 1


def _may_be_one(date: PartialDate | None, row: Fact) -> bool:
    return date is None or row.fact_date is None or date.contains(row.fact_date)


def _withdraw(draft: Draft, writing: Writing) -> int:
    """Take back what was said; what a clinician or a document said, a patient disputes."""
    statement = replace(draft, act=Act.STATE)
    rows = _meant(draft)
    if not rows and draft.negated and all(row.negated for row in standing(draft)):
        return _state(statement, writing)  # a negative worth keeping
    by = writing.speaker(draft)
    if rows and all(may_withdraw(row, by) for row in rows):
        withdrawals.take_back(rows, draft, writing)
        return 0
    if rows and rows[0].status == Status.ACTIVE:
        return _state(replace(statement, negated=True), writing)
    raise NothingToWithdraw


def _meant(draft: Draft) -> list[Fact]:
    """The rows that a withdrawal is about: what stands or is planned, else what it names of the history."""
    for status in (Status.ACTIVE, Status.PLANNED, Status.HISTORICAL, Status.SUPERSEDED):
        rows = [row for row in standing(draft, status) if withdrawals.holds(row, draft.replaces)]
        affirmed = [row for row in rows if not (draft.negated and row.negated)]
        if affirmed and (draft.replaces or status is not Status.SUPERSEDED):
            return affirmed
    return []


def _call_off(draft: Draft, writing: Writing) -> int:
    """Call off a visit or a plan. A plan that the calendar alone made active never took effect."""
    ahead = standing(draft, Status.ACTIVE if draft.tag is Tag.APPOINTMENT else Status.PLANNED)
    if ahead:
        withdrawals.call_off(ahead, draft, writing)
        return 0
    unfulfilled = [row for row in standing(draft) if withdrawals.came_of_plan(row)]
    if not unfulfilled:
        raise NothingToWithdraw
    withdrawals.take_back(unfulfilled, draft, writing)
    return 0
