"""A question as read: what it names, of which kind, of which time, and in which way it asks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from memory.recall.cues import ALSO, KINDS, STRICT
from memory.recall.terms import WEAKLY, Term, fold
from memory.vocabulary import Speaker, Tag


@dataclass(frozen=True, slots=True)
class Window:
    """The days that a date in the question reaches over."""

    first: date
    last: date
    phrase: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, read.

    text    what is embedded: the question, after the words that it points back to
    names   the things that it names, by the names of the record; `wider` what these belong to ("heart")
    people  the clinicians that it names, by name or role
    words   its other words of weight
    purposes what it asks a medicine for ("for gout"), and what that belongs to
    ahead   it looks forward; `general`: it asks of the world, not of the record
    relatives whom of the family it speaks of
    speakers  whose words it asks for ("what did my daughter say?")
    spoken  every word of it that says anything, for the search of turns: people talk as they ask
    kinds   the kinds of fact that it asks for
    aside   what it names only beside what it asks ("before the torsemide"), by what was said
    side    "left" or "right", where it names one
    contradictions  it asks what does not agree
    naming  the words that make up its names ("presión arterial")
    kept_for  who it calls by a relation may be whom the record is about: a daughter's "Mom"
    trend   it asks how something went over time; `of_record`: what the record itself once held
    """

    text: str
    names: tuple[Term, ...]
    wider: tuple[Term, ...]
    people: tuple[Term, ...]
    words: tuple[Term, ...]
    spoken: tuple[Term, ...]
    kinds: frozenset[Tag]
    windows: tuple[Window, ...]
    past: bool
    change: bool
    broad: bool
    points_back: bool
    speakers: frozenset[Speaker]
    ahead: bool
    general: bool
    relatives: tuple[Term, ...]
    purposes: tuple[Term, ...] = ()
    aside: frozenset[str] = frozenset()
    side: str = ""
    contradictions: bool = False
    naming: frozenset[str] = frozenset()
    trend: bool = False
    of_record: bool = False
    kept_for: bool = False

    @property
    def has_topic(self) -> bool:
        """True where it names a thing; weak words, or who said it, alone do not."""
        return bool(self.names) or any(word.weight > WEAKLY and word.said not in self.aside for word in self.words)

    @property
    def beyond_names(self) -> tuple[Term, ...]:
        """The words of full weight that are no part of a name."""
        return tuple(
            word
            for word in self.words
            if word.weight > WEAKLY
            and word.said not in self.naming
            and not any(word.within(name.said) for name in (*self.names, *self.wider))
        )

    def of_record_about(self, subject: str) -> Asked:
        """The question in a record about this relation ("mother"): of her, no relative is meant."""
        return replace(self, relatives=tuple(who for who in self.relatives if not who.within(fold(subject))))

    @property
    def terms(self) -> tuple[Term, ...]:
        """Everything to look for in rows by words."""
        return (*self.names, *self.people, *self.wider, *self.words)

    def fits(self, tag: Tag, text: str, *, named: bool) -> bool:
        """True where a fact of this tag, with these words, is of a kind that is asked for, or no kind is asked for.

        `named`: the fact is of a thing that the question names.
        """
        strict = self.kinds & STRICT
        if not strict or tag in self.kinds:
            return True
        if named and any(tag in ALSO.get(kind, ()) for kind in self.kinds):
            return True
        return any(KINDS[kind].search(text) for kind in strict)

    def asks_for(self, tag: Tag) -> bool:
        """True where the question asks for this very kind."""
        return tag in self.kinds
