"""Everything in the order of time, newest first: facts, conversations and documents. Inside the silo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from advocate.showing import words
from advocate.showing.facts import ShownFact, shown
from advocate.showing.transcripts import Entry, entries
from memory.reading import record_on
from memory.vocabulary import Tag

PAGE = 60
TALKS = "conversations"
KINDS: dict[str, str] = {
    **{tag.value.lower(): names[0] for tag, names in words.KINDS.items() if tag is not Tag.EPISODE},
    TALKS: "Conversations and documents",
}
"""What a timeline can be narrowed to: the name in an address, and in plain words."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line: a fact, or a conversation or document (`entry`)."""

    day: date | None
    fact: ShownFact | None = None
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Month:
    """The items of one month under its name."""

    name: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """One page of it; `older` and `newer` are the pages beside it, 0 where there is none."""

    months: tuple[Month, ...]
    count: int
    older: int = 0
    newer: int = 0


def timeline(day: date, zone: str, *, kind: str = "", page: int = 1) -> Timeline:
    """Return a page of the timeline, of one kind of `KINDS` or of all; a fixed number of queries."""
    items = [*_facts(day, kind), *(_talks(zone) if kind in {"", TALKS} else ())]
    items.sort(key=lambda item: item.day or date.min, reverse=True)
    page = min(max(page, 1), max(1, -(-len(items) // PAGE)))
    here = items[(page - 1) * PAGE : page * PAGE]
    months = groupby(here, key=lambda item: f"{item.day:%B %Y}" if item.day else "Without a date")
    return Timeline(
        months=tuple(Month(name, tuple(found)) for name, found in months),
        count=len(items),
        older=page + 1 if page * PAGE < len(items) else 0,
        newer=page - 1,
    )


def _facts(day: date, kind: str) -> Iterable[Item]:
    """All rows, however they stand; the summaries stand with their conversations."""
    if kind == TALKS:
        return
    for row in reversed(record_on(day).values()):
        fact = row.fact
        if fact.tag is not Tag.EPISODE and kind in {"", fact.tag.value.lower()}:
            yield Item(fact.date.first if fact.date else None, fact=shown(fact))


def _talks(zone: str) -> Iterable[Item]:
    return [Item(entry.day, entry=entry) for entry in entries(zone)]
