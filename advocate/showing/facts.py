"""Facts as the pages show them: current ones by kind, one with its chain and what it rests on. Inside the silo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from advocate.showing import words
from memory.models import Evidence, Fact, HeldDraft
from memory.reading import chain, fact_view, open_conflicts, record_on
from memory.recollection import FactView, Slot
from memory.vocabulary import Tag


@dataclass(frozen=True, slots=True)
class ShownFact:
    """One row of the record in plain words. `who` is as the patient reads it ("you"), `source` as recorded."""

    id: UUID
    kind: str
    text: str
    source: str
    who: str
    when: str
    standing: str


@dataclass(frozen=True, slots=True)
class Kind:
    """The current facts of one kind, newest first."""

    heading: str
    facts: tuple[ShownFact, ...]


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """Two facts that contradict each other."""

    older: ShownFact
    newer: ShownFact
    note: str


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """The record on a day: contradictions first, then what holds, what lies ahead and what is past."""

    conflicts: tuple[ShownConflict, ...]
    kinds: tuple[Kind, ...]
    planned: tuple[ShownFact, ...]
    past: tuple[Kind, ...]
    held: tuple[HeldDraft, ...]

    @property
    def is_empty(self) -> bool:
        """True where nothing was written yet."""
        return not (self.kinds or self.planned or self.past or self.held)


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that a fact rests on; `session` is the public id of the conversation, if it is still there."""

    words: str
    role: str
    speaker: str
    at: str
    session: UUID | None


@dataclass(frozen=True, slots=True)
class FactPage:
    """One fact, its words, and its chain from oldest to newest."""

    fact: ShownFact
    quotes: tuple[Quote, ...]
    chain: tuple[ShownFact, ...]


def shown(fact: FactView) -> ShownFact:
    """Return a row in plain words."""
    return ShownFact(
        id=fact.id,
        kind=words.KINDS[fact.tag][1],
        text=fact.text,
        source=fact.source,
        who=words.who(fact.source),
        when=words.when(fact.date),
        standing=words.standing(fact),
    )


def record_shown(day: date) -> ShownRecord:
    """Return the whole record as it stands on a day, in a fixed number of queries."""
    by_slot: dict[Slot | None, list[FactView]] = {}
    for row in record_on(day).values():
        by_slot.setdefault(row.slot, []).append(row.fact)
    held = HeldDraft.objects.order_by("-created_at", "id")[:50]
    return ShownRecord(
        conflicts=tuple(ShownConflict(shown(c.older), shown(c.newer), c.note) for c in open_conflicts()),
        kinds=_by_kind([*by_slot.get(Slot.CURRENT, []), *by_slot.get(Slot.CONFLICT, [])]),
        planned=tuple(map(shown, by_slot.get(Slot.PLANNED, []))),
        past=_by_kind(by_slot.get(Slot.HISTORY, [])),
        held=tuple(held),
    )


def fact_page(fact: UUID) -> FactPage | None:
    """Return one fact with its chain and quotes; None where this silo has none of that id."""
    views = chain(fact)
    mine = next((view for view in views if view.id == fact), None)
    if mine is None:
        return None
    quotes = Evidence.objects.filter(fact=fact).select_related("session").order_by("said_at", "id")
    return FactPage(shown(mine), tuple(map(quoted, quotes)), tuple(map(shown, views)))


def quoted(row: Evidence) -> Quote:
    """Return words that a fact rests on, as shown; the row comes with its session."""
    return Quote(
        words=row.quote,
        role=row.speaker,
        speaker=words.speaker(row.speaker),
        at=words.moment(row.said_at, row.time_zone),
        session=row.session.public_id if row.session else None,
    )


def by_ids(ids: Iterable[UUID]) -> dict[UUID, ShownFact]:
    """Return the facts of these ids that are still there."""
    rows = Fact.objects.filter(id__in=list(ids)).defer("embedding")
    return {row.id: shown(fact_view(row)) for row in rows}


def _by_kind(facts: list[FactView]) -> tuple[Kind, ...]:
    order = sorted(facts, key=lambda f: (f.date.first if f.date else date.min, f.created_at), reverse=True)
    kinds: dict[Tag, list[ShownFact]] = {tag: [] for tag in words.KINDS}
    for fact in order:
        kinds[fact.tag].append(shown(fact))
    return tuple(Kind(words.KINDS[tag][0], tuple(found)) for tag, found in kinds.items() if found)
