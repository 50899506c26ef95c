"""Narrowing: a search that may only give back what is about one thing, or of one stretch of time.

Unlike what a question says of itself, which ranks, this leaves out: nothing of another thing, nothing of another time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from memory.recall.question import Asked, Entities, Window, read
from memory.recall.ranking import Match
from memory.recall.terms import Term, fold
from memory.recollection import FactView, Quotation

_ENOUGH = 0.5  # more than this share of the words makes the thing, as in ranking


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a search is narrowed to: a thing by its name (`about`), a stretch of days (`first` to `last`), or both.

    An empty `about`, and a None at either end, leave that side open.
    """

    about: str = ""
    first: date | None = None
    last: date | None = None

    @property
    def window(self) -> Window | None:
        """The days, None where neither end is given."""
        if self.first is None and self.last is None:
            return None
        said = f"{self.first or 'the beginning'} to {self.last or 'now'}"
        return Window(self.first or date.min, self.last or date.max, said)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A narrowing, read once for a search."""

    thing: Asked | None
    window: Window | None

    def of(self, asked: Asked) -> Asked:
        """The question, of this time and no other; what held then counts, whether or not it still does."""
        return replace(asked, windows=(self.window,), past=True) if self.window else asked

    def rows(self, ranked: Sequence[Match]) -> list[Match]:
        """The rows that are about the thing, and dated in the window or true in it."""
        return [match for match in ranked if self._is_about(_text(match.fact)) and self._is_in_time(match)]

    def quotations(self, quoted: Sequence[Quotation]) -> list[Quotation]:
        """The turns that speak of the thing, said in the window."""
        window = self.window
        return [
            each
            for each in quoted
            if self._is_about(fold(each.text)) and (window is None or window.first <= each.said_on <= window.last)
        ]

    def _is_about(self, text: str) -> bool:
        if self.thing is None:
            return True
        named: Sequence[Term] = (*self.thing.names, *self.thing.people, *self.thing.relatives)
        if named:
            return any(term.within(text) for term in named)
        words = self.thing.words
        return bool(words) and sum(word.within(text) for word in words) > _ENOUGH * len(words)

    def _is_in_time(self, match: Match) -> bool:
        return self.window is None or match.row.overlaps(self.window.first, self.window.last)


def narrowed(to: Narrowing | None, day: date, entities: Entities) -> Narrowed:
    """Read what a search is narrowed to; names are resolved as in a question ("Lopressor" is metoprolol)."""
    if to is None:
        return Narrowed(None, None)
    thing = read(to.about, day, entities=entities) if to.about.strip() else None
    return Narrowed(thing, to.window)


def _text(fact: FactView) -> str:
    return fold(" ; ".join((*fact.keys, fact.attribute, fact.memory_key or "", fact.text, fact.source)))
