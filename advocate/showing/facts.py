"""Facts as the pages show them: current ones by kind, one with its chain and what it rests on. Inside the silo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from django.utils import timezone

from advocate.showing import words
from memory.acts.marks import Marks, marks
from memory.acts.shown import Choice, asked_doctor, decisions, waiting_drafts
from memory.models import Evidence, Fact, HeldDraft
from memory.reading import chain, fact_view, open_conflicts, record_on
from memory.recollection import FactView, Slot
from memory.vocabulary import Decided, Status, Tag

_NONE: Mapping[UUID, date] = {}
_READINGS = frozenset({Tag.LAB, Tag.VITAL})
_STANDING = frozenset({Status.ACTIVE, Status.PLANNED, Status.HISTORICAL})
# What a clinician did; a patient's own marks stand beside the fact, not in its history.
_ACTS = {
    Decided.CONFIRMED: "Confirmed",
    Decided.RETRACTED: "Taken back",
    Decided.RESTORED: "Written anew, as it was before",
}


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
    """The current facts of one kind, newest first; `left` counts earlier readings of a measure that are not listed."""

    heading: str
    facts: tuple[ShownFact, ...]
    slug: str = ""
    left: int = 0


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """Two facts that contradict each other; `id` is the contradiction's."""

    id: UUID
    older: ShownFact
    newer: ShownFact
    note: str

    @property
    def sides(self) -> tuple[ShownFact, ShownFact]:
        """Both, the one that stood first."""
        return self.older, self.newer


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """The record on a day: contradictions first, then what holds, what lies ahead and what is past.

    `held` still waits to be completed or dropped; `asked` are contradictions that are kept for the doctor.
    """

    conflicts: tuple[ShownConflict, ...]
    kinds: tuple[Kind, ...]
    planned: tuple[ShownFact, ...]
    past: tuple[Kind, ...]
    held: tuple[HeldDraft, ...]
    asked: frozenset[UUID] = frozenset()
    marks: Marks = field(default_factory=Marks)

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
class Act:
    """What somebody did with a fact by hand, by whom, when and why."""

    what: str
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class FactPage:
    """One fact, its words, its chain from oldest to newest, and what was done with it by hand.

    `can_change`: it stands, so that it can be corrected or taken back. `conflict`: the first that it is in.
    `acts` are those that still count.
    """

    fact: ShownFact
    quotes: tuple[Quote, ...]
    chain: tuple[ShownFact, ...]
    can_change: bool
    conflict: UUID | None
    pinned: bool
    muted: bool
    acts: tuple[Act, ...]


def shown(fact: FactView, expired: date | None = None) -> ShownFact:
    """Return a row in plain words; `expired` is the day since which it is no longer spoken of."""
    return ShownFact(
        id=fact.id,
        kind=words.KINDS[fact.tag][1],
        text=fact.text,
        source=fact.source,
        who=words.who(fact.source),
        when=words.when(fact.date),
        standing=f"expired on {words.day(expired)}" if expired else words.standing(fact),
    )


def expired_on(row: Fact | None) -> date | None:
    """Return the day on which a row expired; None where it has not."""
    expires = row.expires_at if row else None
    return expires.date() if expires and expires <= timezone.now() else None


def record_shown(day: date, *, newest_alone: bool = False) -> ShownRecord:
    """Return the whole record as it stands on a day, in a fixed number of queries.

    `newest_alone`: of each measure only the newest reading, and no summaries; these have pages of their own.
    """
    rows = record_on(day)
    by_slot: dict[Slot | None, list[FactView]] = {}
    for row in rows.values():
        by_slot.setdefault(row.slot, []).append(row.fact)
    expired = {id: row.expired for id, row in rows.items() if row.expired}
    past = [*by_slot.get(Slot.HISTORY, []), *(rows[id].fact for id in expired)]
    return ShownRecord(
        conflicts=tuple(ShownConflict(c.id, shown(c.older), shown(c.newer), c.note) for c in open_conflicts()),
        kinds=by_kind([*by_slot.get(Slot.CURRENT, []), *by_slot.get(Slot.CONFLICT, [])], newest_alone=newest_alone),
        planned=tuple(map(shown, by_slot.get(Slot.PLANNED, []))),
        past=by_kind([fact for fact in past if not (newest_alone and fact.tag is Tag.EPISODE)], expired),
        held=tuple(waiting_drafts()),
        asked=asked_doctor(),
        marks=marks(rows),
    )


def fact_page(fact: UUID, zone: str = "UTC") -> FactPage | None:
    """Return one fact with its chain, quotes and acts; None where this silo has none of that id."""
    views = chain(fact)
    mine = next((view for view in views if view.id == fact), None)
    if mine is None:
        return None
    quotes = Evidence.objects.filter(fact=fact).select_related("session").order_by("said_at", "id")
    marked = marks()
    return FactPage(
        fact=shown(mine, expired_on(Fact.objects.filter(id=fact).only("expires_at").first())),
        quotes=tuple(map(quoted, quotes)),
        chain=tuple(map(shown, views)),
        can_change=mine.status in _STANDING and mine.tag is not Tag.EPISODE,
        conflict=next((each.id for each in open_conflicts() if fact in {each.older.id, each.newer.id}), None),
        pinned=fact in marked.pinned,
        muted=fact in marked.muted,
        acts=tuple(_act(choice, zone) for choice in decisions([fact]) if choice.kind in _ACTS and not choice.undone_by),
    )


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


def _act(choice: Choice, zone: str) -> Act:
    by = ", ".join(filter(None, (choice.name, choice.role)))
    return Act(_ACTS[choice.kind], by or "somebody of the clinic", words.moment(choice.at, zone), choice.reason)


def by_kind(
    facts: list[FactView], expired: Mapping[UUID, date] = _NONE, *, newest_alone: bool = False
) -> tuple[Kind, ...]:
    """Return facts under the headings of their kinds, newest first; `newest_alone`: of each measure one reading."""
    order = sorted(facts, key=lambda f: (f.date.first if f.date else date.min, f.created_at), reverse=True)
    kinds: dict[Tag, list[ShownFact]] = {tag: [] for tag in words.KINDS}
    left: dict[Tag, int] = dict.fromkeys(words.KINDS, 0)
    seen: set[tuple[Tag, str]] = set()
    for fact in order:
        measure = (fact.tag, fact.attribute)
        if newest_alone and fact.tag in _READINGS and measure in seen and not fact.contested:
            left[fact.tag] += 1
            continue
        seen.add(measure)
        kinds[fact.tag].append(shown(fact, expired.get(fact.id)))
    return tuple(
        Kind(words.KINDS[tag][0], tuple(found), tag.value.lower().replace("_", "-"), left[tag])
        for tag, found in kinds.items()
        if found
    )
