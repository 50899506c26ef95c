"""Contradictions: opened when a bare statement disagrees with the record, settled by the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Min, Q
from django.utils import timezone

from memory.comparison import Likeness, compare
from memory.drafts import Act, Draft
from memory.ledger.authority import may_correct
from memory.ledger.rows import Writing, add_evidence, contest, contradict, insert, supersede
from memory.models import Conflict, Evidence, Fact
from memory.vocabulary import ANY, Retired, Speaker, Status


def open_conflict(draft: Draft, standing: Sequence[Fact], writing: Writing) -> Fact:
    """Write the draft beside the rows that it contradicts; return it. All stay active, contested, to be asked about."""
    for row in standing:
        contest(row, contested=True)
    newer = insert(draft, writing, Status.ACTIVE, contested=True)
    for row in standing:
        contradict(row, newer)
    return newer


def answer(draft: Draft, sides: Sequence[Fact], writing: Writing) -> int | None:
    """Settle the open conflict of these rows if the draft answers it; return how many rows that made, else None.

    The side that the draft repeats wins. What says that it is a change or a correction and fits neither replaces both.
    """
    if not _is_answer(draft, sides, writing):
        return None
    why = Retired.CHANGED if draft.act in {Act.CHANGE, Act.STOP} else Retired.CORRECTED
    side, likeness = _side_meant(draft, sides)
    if side is not None and likeness is Likeness.FINER:
        succeed(draft, [side], writing, Retired.CHANGED, lost=why)
        return 1
    if side is not None:
        add_evidence(side, draft, writing)
        for other in opponents([side]):
            concede(other, side, why, by=writing.speaker(draft))
        contest(side, contested=False)
        return 0
    if draft.act is Act.STATE:
        return None
    succeed(draft, sides, writing, why)
    return 1


def succeed(
    draft: Draft,
    rows: Sequence[Fact],
    writing: Writing,
    why: Retired,
    *,
    lost: Retired | None = Retired.CORRECTED,
) -> Fact:
    """Write the draft in the place of rows and take over their conflicts.

    What else contradicts it is superseded, too, for the reason `lost`; with None the contradiction goes on.
    """
    conflicts = open_among(rows)
    against = opponents(rows)
    new = insert(draft, writing, Status.ACTIVE, replacing=rows, why=why, contested=bool(against))
    take_over(new, conflicts, against, lost, by=writing.speaker(draft))
    return new


def take_over(
    new: Fact, conflicts: Sequence[Conflict], against: Sequence[Fact], lost: Retired | None, *, by: str
) -> None:
    """End conflicts whose rows `new` has replaced; `against` are their other sides."""
    for conflict in conflicts:
        _close(conflict, new, by)
    for other in against:
        if not _contradicts(new, other):
            stand_if_free(other)
        elif lost is not None:
            concede(other, new, lost, by=by)
        else:
            contradict(other, new)
    stand_if_free(new)


def concede(loser: Fact, winner: Fact, why: Retired, *, by: str) -> None:
    """Let a row lose against one that contradicts it; what else contradicted it stands."""
    supersede(loser, winner.id, why, by)
    _end(loser, winner, by)


def dissolve(row: Fact, *, by: str) -> None:
    """End the conflicts of a row that was withdrawn: the other sides stand."""
    _end(row, None, by)


def opponents(rows: Iterable[Fact]) -> list[Fact]:
    """The rows that are in open conflict with one of these, and are none of these."""
    ours = {row.id for row in rows}
    sides = {side.id: side for conflict in open_among(rows) for side in (conflict.older, conflict.newer)}
    return [side for id_, side in sides.items() if id_ not in ours]


def _end(row: Fact, winner: Fact | None, by: str) -> None:
    for conflict in open_among([row]):
        other = conflict.newer if conflict.older_id == row.id else conflict.older
        _close(conflict, other, by)
        if winner is None or other.id != winner.id:
            stand_if_free(other)


def open_among(rows: Iterable[Fact]) -> list[Conflict]:
    ids = [row.id for row in rows]
    either = Q(older__in=ids) | Q(newer__in=ids)
    return list(Conflict.objects.filter(either, settled_at=None).select_related("older", "newer").order_by("opened_at"))


def _close(conflict: Conflict, winner: Fact, by: str) -> None:
    conflict.settled_at, conflict.settled_by, conflict.winner = timezone.now(), by, winner
    conflict.save(update_fields=["settled_at", "settled_by", "winner"])


def stand_if_free(row: Fact) -> None:
    row.refresh_from_db()
    if row.status == Status.ACTIVE and not open_among([row]):
        contest(row, contested=False)


def _contradicts(new: Fact, other: Fact) -> bool:
    """Of rows that were in one conflict: a denial of the whole kind contradicts what affirms one of it."""
    if new.memory_key == other.memory_key:
        return True
    whole_kind = any((row.memory_key or "").endswith(f":{ANY}") and row.negated for row in (new, other))
    return whole_kind and new.negated != other.negated


def _side_meant(draft: Draft, sides: Sequence[Fact]) -> tuple[Fact | None, Likeness]:
    """The one side that the draft repeats; what fits both ("I take metoprolol") means neither."""
    found = [(side, compare(draft, side)) for side in sides]
    same = [each for each in found if each[1] is Likeness.SAME]
    fitting = same or [each for each in found if each[1] is not Likeness.DIFFERENT]
    return fitting[0] if len(fitting) == 1 else (None, Likeness.DIFFERENT)


def _is_answer(draft: Draft, sides: Sequence[Fact], writing: Writing) -> bool:
    """True for words of change or of a correction that the speaker may make, and for what was said when asked."""
    speaker = writing.speaker(draft)
    if draft.act in {Act.CHANGE, Act.STOP}:
        return True
    if draft.act is Act.CORRECT and all(may_correct(side, speaker) for side in sides):
        return True
    by_one_asked = speaker in {Speaker.PATIENT, Speaker.CLINICIAN} and not writing.on_paper(draft)
    return by_one_asked and _was_asked(draft, sides, writing)


def _was_asked(draft: Draft, sides: Sequence[Fact], writing: Writing) -> bool:
    """True where the conflict stood before this conversation, or the advocate spoke between it and this answer."""
    if writing.session is None:
        return True
    here = [row.id for row in (*sides, *opponents(sides)) if row.session_id == writing.session.id]
    stated = Evidence.objects.filter(fact__in=here, turn__isnull=False).values("fact").annotate(first=Min("turn__seq"))
    opened = max((row["first"] for row in stated), default=None)
    said = writing.stated_in(draft).seq
    return opened is None or any(
        opened < turn.seq < said and turn.speaker is Speaker.ADVOCATE for turn in writing.turns.values()
    )
