"""What clinicians did with facts by hand, as staff reads it: what, who, when and why. Inside the silo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from advocate.showing import words
from advocate.showing.facts import ShownFact, by_ids
from memory.acts.shown import Choice, choices, decisions
from memory.models import Decision
from memory.vocabulary import Decided

# A person's own marks are theirs: what they pin or never want to hear of is no business of the chain.
TOLD = {
    Decided.CONFIRMED: "Confirmed",
    Decided.UNCONFIRMED: "Confirmation taken back",
    Decided.RETRACTED: "Retracted",
    Decided.RESTORED: "Written anew, as it was before it was retracted",
    Decided.SETTLED: "A contradiction was settled for it",
    Decided.REOPENED: "Written anew, its contradiction open again",
}


@dataclass(frozen=True, slots=True)
class Deed:
    """One decision of a clinician. `restores`: of a fact written anew, the row that it restores.

    `undone` where another decision took it back, `can_undo` where a clinician still may.
    """

    id: UUID
    kind: Decided
    what: str
    by: str
    at: str
    reason: str
    fact: UUID | None
    conflict: UUID | None
    restores: UUID | None
    undone: bool
    can_undo: bool


@dataclass(frozen=True, slots=True)
class Done:
    """A deed, and the fact that it is about, if that is still there."""

    deed: Deed
    fact: ShownFact | None


def deeds(made: Iterable[Choice], zone: str) -> tuple[Deed, ...]:
    """Return what clinicians decided of these decisions, in their order, at the time of a zone."""
    return tuple(_deed(choice, zone) for choice in made if choice.kind in TOLD)


def deeds_on(facts: Iterable[UUID], zone: str) -> dict[UUID, tuple[Deed, ...]]:
    """Return what was decided about facts, by fact, the oldest first; one query."""
    found: dict[UUID, list[Deed]] = defaultdict(list)
    for deed in reversed(deeds(decisions(facts), zone)):
        if deed.fact is not None:
            found[deed.fact].append(deed)
    return {fact: tuple(made) for fact, made in found.items()}


def deeds_on_conflict(conflict: UUID, zone: str) -> tuple[Deed, ...]:
    """Return how a contradiction was settled, or opened again; one query."""
    return deeds(choices(Decision.objects.filter(conflict=conflict).order_by("at", "id")), zone)


def with_facts(made: Iterable[Deed]) -> tuple[Done, ...]:
    """Return deeds with the facts that they are about; one query."""
    made = tuple(made)
    facts = by_ids({deed.fact for deed in made if deed.fact})
    return tuple(Done(deed, facts.get(deed.fact) if deed.fact else None) for deed in made)


def deed_shown(decision: UUID, zone: str) -> Done | None:
    """Return one decision; None where this silo has none of that id, or it is no clinician's."""
    return next(iter(with_facts(deeds(choices(Decision.objects.filter(id=decision)), zone))), None)


def _deed(choice: Choice, zone: str) -> Deed:
    return Deed(
        id=choice.id,
        kind=choice.kind,
        what=TOLD[choice.kind],
        by=f"{choice.name or choice.by}, {choice.role}",
        at=words.moment(choice.at, zone),
        reason=choice.reason,
        fact=choice.fact,
        conflict=choice.conflict,
        restores=choice.restores,
        undone=choice.undone_by is not None,
        can_undo=choice.can_undo,
    )
