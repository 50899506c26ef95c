"""Marks: what is pinned, and what is never to be brought up. A patient's own, and taken back as they were made.

A mark is made on one row and holds for its chain and its address: a new dose inherits the pin of its drug. The last
mark counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from memory.acts.hand import Hand, NoSuchThing
from memory.door import silo
from memory.models import Decision, Fact
from memory.reading import Record
from memory.vocabulary import Decided, Tag

_SET = {Decided.PINNED: Decided.UNPINNED, Decided.MUTED: Decided.UNMUTED}
_COPIES = (Decided.RESTORED, Decided.REOPENED)
_Row = tuple[UUID, UUID | None, str | None]  # id, successor, address


@dataclass(frozen=True, slots=True)
class Marks:
    """The rows that are marked, with all of their chains; `pins` are those that were pinned, the latest first."""

    pinned: frozenset[UUID] = frozenset()
    muted: frozenset[UUID] = frozenset()
    pins: tuple[frozenset[UUID], ...] = ()


def pin(hand: Hand, fact: UUID) -> UUID:
    """Have a fact placed in every answer, within the budget. Raises NoSuchThing."""
    return _mark(hand, fact, Decided.PINNED, "pin a fact")


def unpin(hand: Hand, fact: UUID) -> UUID:
    """Take the pin of a fact's chain back. Raises NoSuchThing."""
    return _mark(hand, fact, Decided.UNPINNED, "unpin a fact")


def mute(hand: Hand, fact: UUID) -> UUID:
    """Never have a fact brought up: it stays in the record and is never placed nor spoken. Raises NoSuchThing."""
    return _mark(hand, fact, Decided.MUTED, "never bring up a fact")


def unmute(hand: Hand, fact: UUID) -> UUID:
    """Let a fact be brought up again. Raises NoSuchThing."""
    return _mark(hand, fact, Decided.UNMUTED, "bring up a fact again")


def marks(record: Record | None = None) -> Marks:
    """Return what is marked; inside the silo. `record`, where it is read already, spares a query."""
    kinds = [*_SET, *_SET.values(), *_COPIES]
    decided = list(
        Decision.objects.filter(kind__in=kinds, fact__isnull=False)
        .order_by("-at", "-id")
        .values_list("fact_id", "kind", "detail__restores")
    )
    made = [(fact, Decided(kind)) for fact, kind, _ in decided if kind not in _COPIES]
    if not made:
        return Marks()
    rows = _rows() if record is None else _rows_of(record)
    copies = [(UUID(of), fact) for fact, kind, of in decided if kind in _COPIES]
    chains = _chains(rows, copies, [fact for fact, _ in made])
    pins, mutes = (_standing(made, chains, kind) for kind in _SET)
    return Marks(frozenset().union(*pins), frozenset().union(*mutes), tuple(pins))


@dataclass(frozen=True, slots=True)
class Unspoken:
    """What is not to be brought up: rows, the summaries that tell of them, and the turns in which they were told."""

    facts: frozenset[UUID] = frozenset()
    turns: frozenset[UUID] = frozenset()


def unspoken(muted: Collection[UUID]) -> Unspoken:
    """Return the muted rows with what tells of them; inside the silo."""
    if not muted:
        return Unspoken()
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, [list(muted), Tag.EPISODE.value])
        told = cursor.fetchall()
    episodes = {fact for _, fact in told if fact}
    return Unspoken(frozenset(muted) | episodes, frozenset(turn for turn, _ in told))


_TOLD = """
    SELECT v.turn_id, q.id
      FROM (SELECT DISTINCT user_key, turn_id FROM memory_evidence
             WHERE fact_id = ANY (%s::uuid[]) AND turn_id IS NOT NULL) v
      LEFT JOIN LATERAL (
           SELECT f.id FROM memory_evidence e JOIN adk_memory_facts f ON f.user_key = e.user_key AND f.id = e.fact_id
            WHERE e.user_key = v.user_key AND e.turn_id = v.turn_id AND f.tag = %s) q ON true"""


def _mark(hand: Hand, fact: UUID, kind: Decided, why: str) -> UUID:
    with silo(hand.user_key, by=hand.by, why=why):
        if not Fact.objects.filter(id=fact).exists():
            raise NoSuchThing
        return Decision.objects.create(user_key=hand.user_key, kind=kind.value, fact_id=fact).id


def _rows() -> list[_Row]:
    return list(Fact.objects.values_list("id", "superseded_by_id", "memory_key"))


def _rows_of(record: Record) -> list[_Row]:
    return [(id, row.fact.superseded_by, row.fact.memory_key) for id, row in record.items()]


def _chains(
    rows: Sequence[_Row], copies: Sequence[tuple[UUID, UUID]], marked: Iterable[UUID]
) -> dict[UUID, frozenset[UUID]]:
    """What belongs to each marked row: its chain, its address, and a row that was written anew of another."""
    key_of, at, beside = {}, defaultdict(list), defaultdict(list)
    for id, successor, key in rows:
        key_of[id] = key
        if key:
            at[key].append(id)
        if successor:
            beside[id].append(successor)
            beside[successor].append(id)
    for a, b in copies:
        beside[a].append(b)
        beside[b].append(a)
    found: dict[UUID, frozenset[UUID]] = {}
    for id in marked:
        if id not in found:
            chain = _reached(id, key_of, at, beside)
            found |= dict.fromkeys(chain, chain)
    return found


def _reached(
    id: UUID,
    key_of: Mapping[UUID, str | None],
    at: Mapping[str, list[UUID]],
    beside: Mapping[UUID, list[UUID]],
) -> frozenset[UUID]:
    chain, waiting, seen = {id}, [id], set[str]()
    while waiting:
        one = waiting.pop()
        key = key_of.get(one)
        near = [*beside.get(one, ()), *(at[key] if key and key not in seen else ())]
        seen |= {key} if key else set()
        new = {other for other in near if other in key_of} - chain
        chain |= new
        waiting += new
    return frozenset(chain)


def _standing(
    made: Iterable[tuple[UUID, Decided]], chains: Mapping[UUID, frozenset[UUID]], kind: Decided
) -> list[frozenset[UUID]]:
    """The chains on which the last mark of this kind was set, not taken back; the latest first, as in `made`."""
    seen: set[UUID] = set()
    standing = []
    for fact, what in made:
        if what not in {kind, _SET[kind]} or fact in seen:
            continue
        chain = chains.get(fact, frozenset({fact}))
        seen |= chain
        if what is kind:
            standing.append(chain)
    return standing
