"""What a reply looks up in the record while it is spoken: bound to one silo, off the event loop, no connection kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

from memory.door import Actor
from memory.engine import MemoryEngine
from memory.recall import recall
from memory.recollection import Recollection
from memory.vocabulary import Tag


@dataclass(slots=True)
class Lookup:
    """The tools of one reply. `found` grows with each look-up, `wished` counts the wishes to keep a message."""

    user_key: str
    engine: MemoryEngine
    day: date
    by: Actor
    limit: int
    session: UUID
    before: Sequence[str] = ()
    pinned: Sequence[Tag] = (Tag.ALLERGY,)
    found: list[Recollection] = field(default_factory=list)
    wished: int = 0

    def now(self, question: str) -> Recollection:
        """Recall for a question, entering the silo anew; this conversation's own turns are not quoted back."""
        return recall(
            self.user_key,
            question,
            day=self.day,
            engine=self.engine,
            entities=import_string(settings.ENTITIES),
            before=self.before,
            by=self.by,
            limit=self.limit,
            exclude_session=self.session,
            with_known=True,
            pinned=self.pinned,
        )

    async def load(self, question: str) -> Recollection:
        """Recall while the reply is under way; what comes back may be spoken of from then on."""
        # A thread of its own: recall asks the engine, and must not hold up what else waits for the shared thread.
        found = await sync_to_async(self._apart, thread_sensitive=False)(question)
        self.found.append(found)
        return found

    def wish(self) -> None:
        """Note that the person wishes the message to be kept."""
        self.wished += 1

    def _apart(self, question: str) -> Recollection:
        try:
            return self.now(question)
        finally:
            close_old_connections()


def together(first: Recollection, found: Sequence[Recollection]) -> Recollection:
    """Return one recollection of all that was placed for a reply, each row once; as silent as the least silent."""
    everything = (first, *found)
    placed = {each.fact.id: each for recollection in reversed(everything) for each in recollection.placed}
    shortlist = {each.fact.id: each for recollection in reversed(everything) for each in recollection.shortlist}
    quotations = {each.turn: each for recollection in reversed(everything) for each in recollection.quotations}
    conflicts = {each.id: each for recollection in reversed(everything) for each in recollection.conflicts}
    return replace(
        first,
        shortlist=tuple(shortlist.values()),
        placed=tuple(placed.values()),
        quotations=tuple(quotations.values()),
        conflicts=tuple(conflicts.values()),
        silent=all(recollection.silent for recollection in everything),
    )
