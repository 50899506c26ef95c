"""The record as it was on a day, in both senses: as it stood written then, and what held then as far as known now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from advocate.showing.facts import Kind, ShownFact, by_kind, shown
from memory.looking_back import By, Stood, difference, record_as_of
from memory.recollection import FactView, Slot
from memory.vocabulary import Status, Tag

WAYS: dict[By, str] = {
    "recorded": "what was written by then",
    "valid": "what was true then, as known now",
}


@dataclass(frozen=True, slots=True)
class AsItWas:
    """What stood on a day, by kind, and what is different on another: (then, now), gone and new."""

    kinds: tuple[Kind, ...]
    changed: tuple[tuple[ShownFact, ShownFact], ...]
    gone: tuple[ShownFact, ...]
    new: tuple[ShownFact, ...]

    @property
    def differs(self) -> bool:
        """True where anything has changed since."""
        return bool(self.changed or self.gone or self.new)


def as_it_was(day: date, today: date, *, by: By, zone: str) -> AsItWas:
    """Return the record of a day and what has changed up to today; inside the silo, a fixed number of queries.

    Of each measure the newest reading alone, as on the record.
    """
    since = difference(day, today, by=by, zone=zone)
    changed = [(one, other) for one, other in since.changed if _counts(one, by) and _counts(other, by)]
    return AsItWas(
        kinds=_then(record_as_of(day, by=by, zone=zone), by),
        changed=tuple((shown(one.fact), shown(other.fact)) for one, other in changed),
        gone=_listed(since.gone, by),
        new=_listed(since.added, by),
    )


def _then(stood: Iterable[Stood], by: By) -> tuple[Kind, ...]:
    """What stood, by kind. What held then is told by how it stands now, and says so."""
    facts = [each.fact for each in stood if _counts(each, by)]
    kinds = by_kind(facts, newest_alone=True)
    if by == "recorded":
        return kinds
    now = {fact.id: told for fact in facts if (told := _since(fact))}
    return tuple(replace(kind, facts=tuple(_told(fact, now.get(fact.id)) for fact in kind.facts)) for kind in kinds)


def _listed(stood: Iterable[Stood], by: By) -> tuple[ShownFact, ...]:
    kinds = by_kind([each.fact for each in stood if _counts(each, by)], newest_alone=True)
    return tuple(fact for kind in kinds for fact in kind.facts)


def _since(fact: FactView) -> str:
    if fact.status is Status.SUPERSEDED:
        return "replaced since"
    return "in question now" if fact.contested else ""


def _told(fact: ShownFact, standing: str | None) -> ShownFact:
    return replace(fact, standing=standing) if standing else fact


def _counts(stood: Stood, by: By) -> bool:
    """What was written as past by then is history; what is told today as the past of that day held on it."""
    return stood.fact.tag is not Tag.EPISODE and (by == "valid" or stood.slot is not Slot.HISTORY)
