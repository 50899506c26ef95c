"""Placing: what of the ranked rows goes into the context window, and how each may be spoken of.

Current rows first. History only where the question asks for the past or for a change, in slots of its own, and never
without what replaced it. Both sides of a conflict, or neither. Allergies and the emergency contact always; what its
person pinned, within the room that there is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from uuid import UUID

from memory.reading import Record, Standing, current_successor
from memory.recall.question import Asked
from memory.recall.ranking import ANSWERS, Match
from memory.recall.series import series_of, told_of
from memory.recall.terms import weighty
from memory.recollection import FactView, OpenConflict, Placed, Slot
from memory.vocabulary import Tag

HISTORY_SLOTS = 6
CONTEXT_SLOTS = 4
_PINNED = _BESIDE = 0.0
_PINNED_AS = {Tag.ALLERGY: "allergies", Tag.CONTACT: "contacts"}
_KEPT = "pinned by its person"
_EMERGENCY = "emergency"


@dataclass(slots=True)
class _Window:
    """The context window while it is being filled."""

    record: Record
    placed: dict[UUID, Placed] = field(default_factory=dict)

    def add(self, row: Standing, score: float, why: Iterable[str]) -> None:
        """Place a row once, in the slot in which it stands; one that may not be spoken of is left out."""
        if row.slot is not None and row.fact.id not in self.placed:
            self.placed[row.fact.id] = Placed(row.fact, row.slot, round(score, 4), tuple(why), row.successor)

    def keep(self, row: Standing) -> None:
        """Place a row that its person pinned, and say so where it is placed already."""
        each = self.placed.get(row.fact.id)
        if each is None:
            self.add(row, _PINNED, [_KEPT])
        else:
            self.placed[row.fact.id] = replace(each, why=(*each.why, _KEPT))

    def raise_to(self, id: UUID, score: float, why: str) -> None:
        """Let a placed row stand as high as the one that it belongs to; it then answers with it."""
        each = self.placed.get(id)
        if each is not None and each.score < score:
            self.placed[id] = replace(each, score=score, why=(why, *each.why))

    def held(self, *slots: Slot) -> list[Placed]:
        """Return what is placed in these slots."""
        return [each for each in self.placed.values() if each.slot in slots]


def place(
    asked: Asked,
    ranked: Sequence[Match],
    record: Record,
    conflicts: Sequence[OpenConflict],
    *,
    day: date,
    limit: int,
    pinned: Collection[Tag],
    pins: Sequence[Collection[UUID]] = (),
) -> list[Placed]:
    """Return what is placed, in the order in which it should be read.

    At most `limit` rows are chosen by rank or pinned by their person (`pins`: chains, the latest first; half of the
    room at most); what must stand beside them (a successor, the other side of a conflict, the kinds `pinned`) comes on
    top.
    """
    window = _Window(record)
    kept = _pinned_rows(pins, record)[: limit // 2]
    limit -= len(kept)
    _choose(window, ranked, past=wants_history(asked, ranked, day), limit=limit)
    if asked.change or asked.past:
        _add_chains(window, asked)
    _add_context(window, ranked, limit)
    for row in kept:
        window.keep(row)
    _pin(window, pinned)
    _add_series(window, asked, day)
    _add_other_sides(window, conflicts)
    _add_successors(window)
    return _in_order(window, history_first=_looks_back(asked, day))


def wants_history(asked: Asked, ranked: Sequence[Match], day: date) -> bool:
    """True where the question asks for the past or for a change, or names a value that only history holds."""
    if asked.past or asked.change or asked.asks_for(Tag.EPISODE) or _looks_back(asked, day):
        return True
    values = {word.said for word in asked.words if word.said.isdigit()}
    return any(m.row.slot is Slot.HISTORY and values & set(m.words) for m in ranked)


def _looks_back(asked: Asked, day: date) -> bool:
    return any(window.last < day for window in asked.windows)


def _choose(window: _Window, ranked: Sequence[Match], *, past: bool, limit: int) -> None:
    """Answers as long as there is room; what says the same again comes after all that says something else."""
    said: set[tuple[str, ...]] = set()
    again: list[Match] = []
    for match in (match for match in ranked if match.answers):
        if len(window.placed) >= limit:
            return
        if match.row.slot is Slot.HISTORY and not (past and len(window.held(Slot.HISTORY)) < HISTORY_SLOTS):
            continue
        if (gist := _gist(match.fact)) in said:
            again.append(match)
            continue
        said.add(gist)
        window.add(match.row, match.score, match.why)
    for match in again[: limit - len(window.placed)]:
        window.add(match.row, match.score, match.why)


def _gist(fact: FactView) -> tuple[str, ...]:
    """What a row says, whatever the order and the forms of its words; a reading of another day says something else."""
    point = str(fact.date) if fact.tag in {Tag.LAB, Tag.VITAL} else ""
    return (fact.tag.value, point, *sorted({word.pattern for word in weighty(fact.text)}))


def _add_chains(window: _Window, asked: Asked) -> None:
    """What the placed current rows replaced, newest first, within the time that is asked for."""
    answered = {each.fact.id: each.score for each in window.held(Slot.CURRENT, Slot.CONFLICT)}
    older = [row for row in window.record.values() if row.slot is Slot.HISTORY and row.successor]
    for row in sorted(older, key=lambda row: row.fact.created_at, reverse=True):
        now = current_successor(row, window.record)
        in_time = not asked.windows or any(row.overlaps(w.first, w.last) for w in asked.windows)
        if now and now.fact.id in answered and in_time and len(window.held(Slot.HISTORY)) < HISTORY_SLOTS:
            window.add(row, answered[now.fact.id], [f"what came before {now.fact.attribute or 'it'}, {_day(now)}"])


def _add_context(window: _Window, ranked: Sequence[Match], limit: int) -> None:
    room = min(CONTEXT_SLOTS, limit - len(window.placed))
    beside = [m for m in ranked if not m.answers and m.row.slot is not Slot.HISTORY and m.fact.tag is not Tag.EPISODE]
    for match in beside[: max(room, 0)]:
        window.add(match.row, match.score, ("context", *match.why))


def _pinned_rows(pins: Sequence[Collection[UUID]], record: Record) -> list[Standing]:
    """What stands of each pinned chain, else the last that is known of it."""
    rows = []
    for chain in pins:
        known = [record[id] for id in chain if id in record and record[id].slot is not None]
        standing = [row for row in known if row.slot is not Slot.HISTORY]
        rows += sorted(standing or known, key=lambda row: row.fact.created_at)[-1 if not standing else 0 :]
    return rows


def _pin(window: _Window, pinned: Collection[Tag]) -> None:
    """What is always placed: what holds of these kinds, and whom to call in an emergency."""
    for row in window.record.values():
        fact = row.fact
        if row.slot not in {Slot.CURRENT, Slot.CONFLICT}:
            continue
        if fact.tag in pinned:
            window.add(row, _PINNED, [f"pinned: {_PINNED_AS.get(fact.tag, fact.tag.value.lower())} are always placed"])
        elif fact.tag is Tag.CONTACT and _EMERGENCY in f"{fact.memory_key} {' '.join(fact.keys)}".lower():
            window.add(row, _PINNED, ["pinned: the emergency contact is always placed"])


def _add_series(window: _Window, asked: Asked, day: date) -> None:
    """Beside a reading that answers, the first and the last readings of its measure."""
    for series in series_of(asked, window.held(Slot.CURRENT), window.record, day):
        for row in told_of(series):
            window.add(row, _BESIDE, [f"context: of the series of {row.fact.attribute}"])


def _add_other_sides(window: _Window, conflicts: Sequence[OpenConflict]) -> None:
    for conflict in conflicts:
        sides = (conflict.older.id, conflict.newer.id)
        score = max((window.placed[id].score for id in sides if id in window.placed), default=None)
        for side in sides if score is not None else ():
            window.add(window.record[side], score or 0.0, ["the other side of a contradiction"])
            window.raise_to(side, score or 0.0, "the other side of a contradiction")


def _add_successors(window: _Window) -> None:
    """What holds now, beside each earlier value."""
    for each in window.held(Slot.HISTORY):
        now = current_successor(window.record[each.fact.id], window.record)
        if now is not None:
            window.add(now, each.score, [f"successor of what held from {each.fact.date or 'an unknown day'}"])


def _in_order(window: _Window, *, history_first: bool) -> list[Placed]:
    """Answers first, best first; an earlier value beside what took its place, before it where the past is asked for."""

    def order(each: Placed) -> tuple[bool, float, str, bool, int]:
        history = each.slot is Slot.HISTORY
        now = current_successor(window.record[each.fact.id], window.record) if history else window.record[each.fact.id]
        beside = window.placed.get(now.fact.id, each) if now else each
        first = max(each.score, beside.score)
        age = each.fact.date.first.toordinal() if each.fact.date else 0
        return (
            each.score < ANSWERS and first < ANSWERS,
            -first,
            str(beside.fact.id),
            history is not history_first,
            -age,
        )

    return sorted(window.placed.values(), key=order)


def _day(row: Standing) -> str:
    return str(row.fact.date or "undated")
