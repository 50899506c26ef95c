"""What changed in a record since a clinician last looked at it. Inside the silo, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from advocate.showing import words
from advocate.showing.decided import Done, deeds, with_facts
from advocate.showing.facts import ShownConflict, ShownFact, shown
from advocate.showing.side_by_side import Pair, side_by_side
from memory.acts import changes
from memory.acts.changes import Changes
from memory.acts.shown import answered_drafts
from memory.models import HeldDraft
from memory.recollection import FactView
from memory.vocabulary import Status, Tag

SHOWN = 40
"""How many of each sort are listed; the rest is counted, and stands in the record and the timeline."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Facts to which the same happened, the latest first; `left` counts those that are not listed."""

    heading: str
    facts: tuple[ShownFact, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Changed:
    """What is different since a moment. `held` are drafts held back since then that still wait.

    `replaced` are the latest, `replaced_left` counts those that are not listed; `forgotten` facts have no words left.
    """

    since: str
    lists: tuple[Listed, ...]
    replaced: tuple[Pair, ...]
    replaced_left: int
    opened: tuple[ShownConflict, ...]
    settled: tuple[ShownConflict, ...]
    held: tuple[HeldDraft, ...]
    done: tuple[Done, ...]
    forgotten: int

    @property
    def is_empty(self) -> bool:
        """True where nothing changed."""
        return not (
            self.lists or self.replaced or self.opened or self.settled or self.held or self.done or self.forgotten
        )


def changed_since_last_look(zone: str) -> Changed | None:
    """Return what changed since the end of this clinician's last visit; None where this is her first."""
    moment = changes.last_look()
    return None if moment is None else changed_since(moment, zone)


def changed_since(moment: datetime, zone: str) -> Changed:
    """Return what changed since a moment, at the time of a zone. Summaries of conversations are no news."""
    found = changes.changes_since(moment)
    replaced = [(old, new) for old, new in found.replaced if old.tag is not Tag.EPISODE]
    answered = answered_drafts([draft.id for draft in found.held])
    return Changed(
        since=words.moment(moment, zone),
        lists=_lists(found, {new.id for _, new in replaced}),
        replaced=tuple(side_by_side(shown(old), shown(new)) for old, new in replaced[::-1][:SHOWN]),
        replaced_left=max(len(replaced) - SHOWN, 0),
        opened=tuple(_conflict(each) for each in found.opened if each.settled_at is None),
        settled=tuple(_conflict(each) for each in found.settled),
        held=tuple(draft for draft in found.held if draft.id not in answered)[-SHOWN:],
        done=with_facts(deeds(found.decisions[-SHOWN:], zone)),
        forgotten=found.forgotten,
    )


def _lists(found: Changes, told: Set[UUID]) -> tuple[Listed, ...]:
    """All that happened to single facts; what was told as replacing another is no news of its own."""
    came = [fact for fact in found.new if fact.id not in told]
    planned = [fact for fact in came if fact.status is Status.PLANNED]
    new = [fact for fact in came if fact.status is not Status.PLANNED]
    sorts: dict[str, Sequence[FactView]] = {
        "New": new,
        "Planned": planned,
        "Plans that took effect": found.effective,
        "Retracted": found.retracted,
        "Stands again": found.reopened,
    }
    listed = {heading: [fact for fact in facts if fact.tag is not Tag.EPISODE] for heading, facts in sorts.items()}
    return tuple(
        Listed(heading, tuple(map(shown, facts[::-1][:SHOWN])), max(len(facts) - SHOWN, 0))
        for heading, facts in listed.items()
        if facts
    )


def _conflict(each: changes.ShownConflict) -> ShownConflict:
    return ShownConflict(each.id, shown(each.older), shown(each.newer), "")
