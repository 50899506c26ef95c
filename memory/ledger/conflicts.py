"""Contradictions: opened when a bare statement disagrees with the record, settled by the answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from memory.comparison import Likeness, compare
from memory.drafts import Act, Draft
from memory.ledger.rows import Writing, add_evidence, contest, insert, supersede
from memory.models import Conflict, Fact
from memory.vocabulary import Retired, Speaker, Status


def open_conflict(draft: Draft, standing: Sequence[Fact], writing: Writing) -> Fact:
    """Write the draft beside the rows that it contradicts: all stay active, marked contested, to be asked about."""
    for row in standing:
        contest(row, contested=True)
    newer = insert(draft, writing, Status.ACTIVE, contested=True)
    for row in standing:
        Conflict.objects.create(
            user_key=writing.user_key, older=row, newer=newer, note=f"{row.fact} / {newer.fact}"
        )
    return newer


def answered(draft: Draft, contested: Sequence[Fact], writing: Writing) -> bool:
    """Settle the open conflict at an address if the draft answers it; return whether it did.

    The side that the draft repeats wins; what says that it is a change or a correction and fits neither side
    replaces both. A repetition before anyone was asked is no answer.
    """
    if not _was_asked(draft, contested, writing):
        return False
    why = Retired.CHANGED if draft.act in {Act.CHANGE, Act.STOP} else Retired.CORRECTED
    for side in contested:
        if compare(draft, side) in {Likeness.SAME, Likeness.VAGUER}:
            add_evidence(side, draft, writing)
            settle(side, why, by=writing.speaker(draft))
            return True
    if draft.act is Act.STATE:
        return False
    winner = insert(draft, writing, Status.ACTIVE, contested=True)
    for side in contested:
        _lose(side, winner, why, by=writing.speaker(draft))
    contest(winner, contested=False)
    return True


def settle(winner: Fact, why: Retired, *, by: str) -> None:
    """Let one side stand: every row that contradicts it is superseded by it."""
    for conflict in _open(winner):
        loser = conflict.newer if conflict.older_id == winner.id else conflict.older
        _lose(loser, winner, why, by=by)
    contest(winner, contested=False)


def dissolve(row: Fact, *, by: str) -> None:
    """End the conflicts of a row that was withdrawn: the other sides stand."""
    for conflict in _open(row):
        other = conflict.newer if conflict.older_id == row.id else conflict.older
        _close(conflict, other, by)
        _uncontest_if_free(other)


def _lose(loser: Fact, winner: Fact, why: Retired, *, by: str) -> None:
    if loser.status == Status.ACTIVE.value:
        supersede(loser, winner.id, why, by)
    for conflict in _open(loser):
        other = conflict.newer if conflict.older_id == loser.id else conflict.older
        _close(conflict, winner if winner.id in {conflict.older_id, conflict.newer_id} else other, by)
        if other.id != winner.id:
            _uncontest_if_free(other)


def _open(row: Fact) -> Sequence[Conflict]:
    either = Q(older=row) | Q(newer=row)
    return list(Conflict.objects.filter(either, settled_at=None).select_related("older", "newer"))


def _close(conflict: Conflict, winner: Fact, by: str) -> None:
    conflict.settled_at, conflict.settled_by, conflict.winner = timezone.now(), by, winner
    conflict.save(update_fields=["settled_at", "settled_by", "winner"])


def _uncontest_if_free(row: Fact) -> None:
    row.refresh_from_db()
    if row.status == Status.ACTIVE.value and not _open(row):
        contest(row, contested=False)


def _was_asked(draft: Draft, contested: Sequence[Fact], writing: Writing) -> bool:
    """True where the conflict stood before this batch, or the advocate spoke between its opening and this answer."""
    opened_here = [row for row in contested if row.session_id and _session_of(writing) == row.session_id]
    if not opened_here:
        return True
    answer = writing.turns[draft.quotes[-1].turn]
    last_side = max((_stated_at(row) for row in opened_here), default=answer.at)
    return any(
        turn.speaker is Speaker.ADVOCATE and last_side <= turn.at and turn.seq < answer.seq
        for turn in writing.turns.values()
    )


def _session_of(writing: Writing) -> str | None:
    return writing.session.id if writing.session else None


def _stated_at(row: Fact) -> datetime:
    return max(row.evidence.values_list("said_at", flat=True))
