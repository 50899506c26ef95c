"""Matching: how far one row of the record meets a question, by names, words, kind and time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.reading import Standing
from memory.recall.asked import Asked, Window
from memory.recall.parsing import side_of
from memory.recall.terms import Term, fold
from memory.recollection import Candidate, FactView
from memory.vocabulary import Tag


@dataclass(slots=True)
class Match:
    """One row as far as it meets the question. `answers` tells an answer from context."""

    row: Standing
    share: float = 0.0
    named: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    wider: tuple[str, ...] = ()
    in_keys: bool = False
    is_it: bool = False
    window: Window | None = None
    of_kind: bool = False
    side: str = ""
    changed: bool = False
    similarity: float | None = None
    place: int | None = None
    answers: bool = False
    score: float = 0.0
    why: tuple[str, ...] = field(default=())

    @property
    def fact(self) -> FactView:
        """The row itself."""
        return self.row.fact

    @property
    def found(self) -> bool:
        """True where words, kind, time or meaning found it."""
        return bool(self.named or self.people or self.words or self.window or self.of_kind or self.place is not None)

    def candidate(self) -> Candidate:
        """The row as an entry of the shortlist."""
        return Candidate(self.fact, self.similarity, round(self.score, 4), self.why)


def match_of(asked: Asked, row: Standing, finder: re.Pattern[str] | None, kin: frozenset[str]) -> Match:
    """Return how far a row meets the question. `finder` finds any of its terms, `kin` is all that belongs to them."""
    fact = row.fact
    match = Match(row, of_kind=asked.asks_for(fact.tag))
    match.window = next((w for w in asked.windows if row.overlaps(w.first, w.last)), None)
    keys = " ; ".join((*fact.keys, fact.attribute, entity_of(fact)))
    text = fold(f"{keys} ; {fact.text} ; {fact.source}")
    own = _own_names(fact) if kin else frozenset()
    if (finder is not None and finder.search(text)) or not kin.isdisjoint(own):
        _match_words(asked, match, text, fold(keys), own)
    return match


def _own_names(fact: FactView) -> frozenset[str]:
    """What the row is of, by name: its keys, and its address, a combination by its parts."""
    address = fact.memory_key.partition(":")[2] if fact.memory_key else fact.attribute
    return frozenset((*map(str.lower, fact.keys), *address.lower().partition(".")[0].split("+")))


def _is_kin(term: Term, fact: FactView, own: frozenset[str]) -> bool:
    """True where the row is of what belongs to the term; an instruction on a heart medicine is not of the heart."""
    return not own.isdisjoint(term.kin) and (term.exact or fact.tag is not Tag.DIRECTIVE)


def _match_words(asked: Asked, match: Match, text: str, keys: str, own: frozenset[str]) -> None:
    match.named = tuple(term.said for term in asked.names if term.within(text) or _is_kin(term, match.fact, own))
    match.people = tuple(person.said for person in asked.people if person.within(text))
    hit = [word for word in asked.words if word.within(text)]
    match.words = tuple(word.said for word in hit)
    match.share = share_of(
        [word for word in hit if word.said not in asked.aside], [w for w in asked.words if w.said not in asked.aside]
    )
    match.side = side_of(text)
    match.wider = tuple(term.said for term in asked.wider if term.within(keys))
    match.in_keys = any(term.within(keys) for term in (*asked.wider, *asked.names, *hit))
    exact = [name for name in asked.names if name.exact]
    match.is_it = any(name.within(keys) for name in exact) if exact else match.in_keys


def share_of(hit: Sequence[Term], all_terms: Sequence[Term]) -> float:
    """The share of the words that is met; weak words count where there are no others."""
    heaviest = max((term.weight for term in all_terms), default=0.0)
    total = sum(term.weight == heaviest for term in all_terms)
    return sum(term.weight == heaviest for term in hit) / total if total else 0.0


def begins_in(asked: Asked, fact: FactView) -> bool:
    """True where the row is dated in the time that is asked for, or no time is."""
    day = fact.date.first if fact.date else None
    return not asked.windows or (day is not None and any(w.first <= day <= w.last for w in asked.windows))


def entity_of(fact: FactView) -> str:
    """Return the thing at the row's address, as words."""
    return fact.memory_key.partition(":")[2].replace(".", " ").replace("-", " ") if fact.memory_key else ""
