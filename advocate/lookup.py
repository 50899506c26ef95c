"""What a reply looks up in the record while it is spoken: bound to one silo, off the event loop, no connection kept.

The silo is the conversation's own: nothing that a model asks for can name another. How much comes back is bounded, and
what was asked and what came back stands in the reply's trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

from advocate.engines.base import Sought
from memory.door import Actor
from memory.engine import MemoryEngine
from memory.orders import gives_orders
from memory.recall import recall
from memory.recall.narrowing import Narrowing
from memory.recall.ranking import ANSWERS
from memory.recall.tracing import LookUp
from memory.recall.weights import EVENLY, Weights
from memory.recollection import FactView, Recollection
from memory.vocabulary import Tag

LOOKED_UP = 12
"""Rows that one look-up gives back, at most, beside what must stand with them."""


@dataclass(slots=True)
class Lookup:
    """The tools of one reply. `look_ups` grows with each look-up, `wished` counts the wishes to keep a message."""

    user_key: str
    engine: MemoryEngine
    day: date
    by: Actor
    limit: int
    session: UUID
    before: Sequence[str] = ()
    pinned: Sequence[Tag] = (Tag.ALLERGY,)
    weights: Weights = EVENLY
    look_ups: list[LookUp] = field(default_factory=list)
    wished: int = 0

    @property
    def found(self) -> list[Recollection]:
        """What the look-ups gave, in order."""
        return [each.found for each in self.look_ups]

    def now(self, question: str) -> Recollection:
        """Recall for a question, entering the silo anew; this conversation's own turns are not quoted back."""
        return self._recalled(question, before=self.before, limit=self.limit, pinned=self.pinned, with_known=True)

    async def load(self, sought: Sought) -> Recollection:
        """Recall while the reply is under way; what comes back may be spoken of from then on."""
        # A thread of its own: recall asks the engine, and must not hold up what else waits for the shared thread.
        return await sync_to_async(self._apart, thread_sensitive=False)(sought)

    def find(self, sought: Sought) -> Recollection:
        """The same at once, on this connection."""
        # What is pinned was placed to begin with; a thing that is named needs no earlier turn to be understood.
        found = self._recalled(
            sought.words,
            before=() if sought.about else self.before,
            limit=min(self.limit, LOOKED_UP),
            pinned=(),
            narrowed_to=Narrowing(sought.about, sought.first, sought.last),
        )
        self.look_ups.append(LookUp(sought.question, sought.about, sought.first, sought.last, found))
        return found

    def wish(self) -> None:
        """Note that the person wishes the message to be kept."""
        self.wished += 1

    def _apart(self, sought: Sought) -> Recollection:
        try:
            return self.find(sought)
        finally:
            close_old_connections()

    def _recalled(self, question: str, **how: Any) -> Recollection:
        found = recall(
            self.user_key,
            question,
            day=self.day,
            engine=self.engine,
            entities=import_string(settings.ENTITIES),
            by=self.by,
            exclude_session=self.session,
            weights=self.weights,
            **how,
        )
        return without_orders(found)


def without_orders(found: Recollection) -> Recollection:
    """Return a recollection without what gives orders to whoever reads it: nothing is spoken from such a row.

    The record shows it as it stands; a store that was adopted may hold some.
    """
    armed = {each.fact.id for each in found.placed if _is_armed(each.fact)}
    armed |= {side.id for c in found.conflicts for side in (c.older, c.newer) if _is_armed(side)}
    armed |= {each.fact.id for each in found.placed if each.successor and _is_armed(each.successor)}
    quotations = tuple(each for each in found.quotations if not gives_orders(each.text))
    if not armed and len(quotations) == len(found.quotations):
        return found
    placed = tuple(each for each in found.placed if each.fact.id not in armed)
    answers = any(each.score >= ANSWERS for each in placed)
    return replace(
        found,
        placed=placed,
        quotations=quotations,
        conflicts=tuple(c for c in found.conflicts if not armed & {c.older.id, c.newer.id}),
        known=tuple(each for each in found.known if not gives_orders(f"{each.text}\n{each.source}")),
        readings=tuple(each for each in found.readings if not _is_armed(each)),
        silent=found.silent or not (answers or quotations),
    )


def _is_armed(fact: FactView) -> bool:
    return gives_orders(f"{fact.text}\n{fact.source}")


def together(first: Recollection, found: Sequence[Recollection]) -> Recollection:
    """Return one recollection of all that was placed for a reply, each row once; as silent as the least silent."""
    everything = (first, *found)
    placed = {each.fact.id: each for recollection in reversed(everything) for each in recollection.placed}
    shortlist = {each.fact.id: each for recollection in reversed(everything) for each in recollection.shortlist}
    quotations = {each.turn: each for recollection in reversed(everything) for each in recollection.quotations}
    conflicts = {each.id: each for recollection in reversed(everything) for each in recollection.conflicts}
    readings = {each.id: each for recollection in everything for each in recollection.readings}
    return replace(
        first,
        shortlist=tuple(shortlist.values()),
        placed=tuple(placed.values()),
        quotations=tuple(quotations.values()),
        conflicts=tuple(conflicts.values()),
        readings=tuple(readings.values()),
        silent=all(recollection.silent for recollection in everything),
    )
