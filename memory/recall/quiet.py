"""What a recall leaves out because its person asked never to hear of it: rows, what tells of them, and the turns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.acts.marks import Marks, unspoken
from memory.reading import Record
from memory.recollection import OpenConflict


@dataclass(frozen=True, slots=True)
class Audible:
    """The record and its contradictions without what is not to be brought up. `muted`, `turns`: what was left out."""

    record: Record
    conflicts: tuple[OpenConflict, ...]
    muted: frozenset[UUID]
    turns: frozenset[UUID]


def audible(record: Record, conflicts: Sequence[OpenConflict], marked: Marks) -> Audible:
    """Return what may be spoken of. Of a contradiction with a muted side neither is: one alone would mislead."""
    quiet = unspoken(marked.muted)
    if not quiet.facts:
        return Audible(record, tuple(conflicts), quiet.facts, quiet.turns)
    silenced = [c for c in conflicts if {c.older.id, c.newer.id} & quiet.facts]
    left_out = quiet.facts | {side.id for c in silenced for side in (c.older, c.newer)}
    return Audible(
        _without(record, left_out), tuple(c for c in conflicts if c not in silenced), quiet.facts, quiet.turns
    )


def _without(record: Record, left_out: Collection[UUID]) -> Record:
    """The record without these rows, nor the history that cannot be told without them."""
    kept = {id: row for id, row in record.items() if id not in left_out}
    while dangling := [id for id, row in kept.items() if row.successor and row.successor.id not in kept]:
        for id in dangling:
            del kept[id]
    return kept
