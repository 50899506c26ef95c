"""What a sentence of a reply may rest on: placed facts, the person's turns, quotations, and what the code put there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from functools import cached_property, lru_cache
from uuid import UUID

from advocate.engines.local.lexicon import Term, find_terms
from advocate.grounding import stance
from advocate.grounding.claims import Amount, Reading
from advocate.grounding.days import Dated, matches
from advocate.grounding.denial import denied_things
from advocate.grounding.particulars import particulars
from memory.dates import PartialDate
from memory.numbers import Quantity, canonical_unit
from memory.numbers.units import SYMBOLS
from memory.recollection import Slot
from memory.vocabulary import Tag

_HEARSAY = re.compile(
    r"\b(?:neighbou?r|friend|sister|brother|mother|mum|mom|wife|husband|colleague|internet|google|leaflet"
    r"|website|someone|they)s? "
    r"(?:also )?(?:says?|said|thinks?|suggest\w*|recommend\w*|told me|swears)\b"
)
_FORMER = re.compile(r"\b(?:from|was|previously|formerly|instead of|replac\w+|up from|down from|before that)\s+$")


class Origin(Enum):
    """Where a source comes from."""

    FACT = auto()
    TURN = auto()
    QUOTATION = auto()
    ALLOWED = auto()


@dataclass(frozen=True, eq=False)
class Source:
    """One thing to rest on: words that someone spoke, or that the code put there; read when a check first asks.

    `ref` is a fact's id or a turn's index; `spoken_on` the day on which the words were said; `whole` all of a turn.
    `asked` where the words ask or suppose. `before` is what was said just before in the same conversation, and
    `context` what "it" means as long as nothing was named there. The rest is a fact's: see `placed`.
    """

    origin: Origin
    ref: UUID | int | None
    reading: Reading
    spoken_on: date | None = None
    whole: str = ""
    asked: bool = False
    before: Source | None = None
    context: Callable[[], frozenset[str]] = frozenset
    tag: Tag | None = None
    dated: date | None = None
    slot: Slot | None = None
    ended_by: Source | None = None

    @cached_property
    def plain(self) -> str:
        """All that is told, in lower case without accents."""
        return stance.plain(self.reading.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that carry the sense of it, numbers included."""
        return stance.content(self.reading.text)

    @cached_property
    def plain_fact(self) -> str:
        """The words themselves: of a fact without its keys and source."""
        return self.plain

    @cached_property
    def subjects(self) -> frozenset[str]:
        """The drugs and measures that are spoken of, by their one names in lower case."""
        unnamed = any(self.reading.subject_of(amount) is None for amount in self.reading.amounts)
        unnamed = unnamed or (not self.reading.subjects and stance.speaks_of_it(self.reading.text))
        return self.reading.subject_names | (self._meant if unnamed else frozenset())

    @cached_property
    def pairs(self) -> frozenset[tuple[str, Amount]] | None:
        """Which amount belongs to which subject; None where the whole text is about one thing."""
        return frozenset(
            (subject, (amount.value, amount.unit))
            for amount in self.reading.amounts
            for subject in self._subjects_of(amount)
        )

    @cached_property
    def dates(self) -> tuple[Dated, ...]:
        """The dates that are named, and the day on which they were."""
        return (*self.reading.dates, *([_exactly(self.spoken_on)] if self.spoken_on else []))

    @cached_property
    def allergies(self) -> frozenset[stance.Allergy]:
        """Allergies, stated or denied. Who asks whether it is so has not said that it is; so in the two next."""
        return frozenset() if self.asked else stance.allergies(self.reading.text, reactions=True)

    @cached_property
    def taken(self) -> frozenset[tuple[str, bool]]:
        """Drugs that are said to be taken, or not."""
        if self.asked or _HEARSAY.search(self.plain):
            return frozenset() if self.asked else stance.taken(self.reading.text)
        return stance.taken(self.reading.text) | self.acts

    @cached_property
    def acts(self) -> frozenset[tuple[str, bool]]:
        """Drugs that are said to be taken or to take, or to be held, stopped or avoided."""
        return frozenset() if self.asked else stance.acts(self.reading.text, self._meant)

    @cached_property
    def clauses(self) -> tuple[tuple[frozenset[str], bool], ...]:
        """The words of each clause, without numbers, and whether it denies."""
        return () if self.asked else clauses_of(self.reading.text)

    @cached_property
    def particulars(self) -> frozenset[str]:
        """The particulars that are named, by their names."""
        return frozenset(particulars(self.words))

    @cached_property
    def denied(self) -> tuple[frozenset[str], ...]:
        """What each denial of the words reaches."""
        return () if self.asked else tuple(denied_things(self.plain_fact))

    @cached_property
    def carrying(self) -> frozenset[str]:
        """All the words, without numbers."""
        return carrying_of(self.reading.text)

    @cached_property
    def frequencies(self) -> frozenset[str]:
        """How often things are taken."""
        return stance.frequencies(self.reading.text)

    @property
    def weekdays(self) -> frozenset[str]:
        """The days of the week on which something is done."""
        return self.reading.habits

    @cached_property
    def sides(self) -> frozenset[str]:
        """Sides of the body."""
        return stance.sided(self.reading.text)

    @cached_property
    def of_another(self) -> bool:
        """True where the words tell of a relative."""
        return bool(self.relations)

    @cached_property
    def ailments(self) -> frozenset[str]:
        """Conditions, symptoms, procedures and vaccinations, by their one names."""
        return frozenset(term.name for term in self._ailments)

    def ailments_at(self, name: str) -> list[int]:
        """Where an ailment is named."""
        return [term.start for term in self._ailments if term.name == name]

    @cached_property
    def _ailments(self) -> tuple[Term, ...]:
        return tuple(find_terms(self.reading.text, "condition", "symptom", "procedure", "immunization"))

    @cached_property
    def relations(self) -> frozenset[str]:
        """Relatives who are named, by their relation."""
        return frozenset(term.name for term in find_terms(self.reading.text, "relation"))

    @property
    def people(self) -> frozenset[str]:
        """Last names of the people who are named."""
        return self.reading.people_names

    @property
    def held(self) -> tuple[date, date] | None:
        """The days on which a state held."""
        return None

    @property
    def _meant(self) -> frozenset[str]:
        """What "it" means: what was named last before."""
        earlier = self.before
        while earlier is not None and not earlier.reading.subjects:
            earlier = earlier.before
        return self.context() if earlier is None else frozenset({stance.plain(earlier.reading.subjects[-1].name)})

    def _subjects_of(self, amount: Quantity) -> frozenset[str]:
        subject = self.reading.subject_of(amount)
        return self._meant if subject is None else frozenset({subject})

    def amounts_like(self, amount: Quantity) -> list[Quantity]:
        """The amounts here that an amount of a sentence may stand for."""
        return self.reading.amounts_like(amount)

    def tells_amounts_of(self, subject: str) -> bool:
        """Tell whether any amount here is said of the subject."""
        return bool(self.reading.amounts) if self.pairs is None else any(of == subject for of, _ in self.pairs)

    def was(self, amount: Quantity) -> bool:
        """Tell whether the amount stands here as what was before: "increased from 2.5 mg to 5 mg"."""
        like = self.amounts_like(amount)
        return bool(like) and all(_FORMER.search(self.plain[: each.start]) for each in like)

    def holds(self, amount: Quantity, subject: str | None) -> bool:
        """Tell whether the amount stands here, said of the subject where there is one."""
        like = self.amounts_like(amount)
        if subject is None or not like:
            return bool(like)
        if self.pairs is None:
            return names(subject, self.subjects)
        if self.origin is Origin.ALLOWED and not self.subjects:
            return amount.unit is None
        told = {(a.value, a.unit) for a in like}
        of = {of for of, held in self.pairs if held in told}
        return subject in of if self.origin is Origin.FACT else names(subject, of)

    def has_date(self, wanted: Dated) -> bool:
        """Tell whether the date stands here, as precise or more so."""
        return any(matches(wanted, held) for held in self.dates)

    def held_in(self, wanted: Dated) -> bool:
        """Tell whether a state held at some time of the wanted days."""
        return self.held is not None and self.held[0] <= wanted.through and wanted.date.first <= self.held[1]


def names(subject: str, among: Iterable[str]) -> bool:
    """Tell whether a subject is among others; a combination product also stands for each of its parts."""
    return any(subject == other or subject in other.split("+") for other in among)


def allowed_sources(allowed: Sequence[str], day: date, configured: Collection[str] = ()) -> list[Source]:
    """Return a source for each text that the code put there; those of the configuration are read once a process."""
    return [(_configured if text in configured else _allowed)(text, day) for text in allowed]


def _allowed(text: str, day: date) -> Source:
    return Source(Origin.ALLOWED, None, Reading(text, day), whole=text)


# Texts of an agent's configuration, never words of a person: what is kept here outlives every conversation.
_configured = lru_cache(maxsize=256)(_allowed)


def retold(of: frozenset[str], by: frozenset[str], share: float = 0.75) -> bool:
    """Tell whether most of the words of one text, at least two, stand in another."""
    return len(of) >= 2 and len(of & by) >= share * len(of)


def clauses_of(text: str) -> tuple[tuple[frozenset[str], bool], ...]:
    return tuple((carrying_of(clause), stance.is_denied(clause)) for clause in stance.clauses(text))


def carrying_of(text: str) -> frozenset[str]:
    return frozenset(word for word in stance.content(text) if word.isalpha() and canonical_unit(word) not in SYMBOLS)


def _exactly(day: date) -> Dated:
    return dated(PartialDate(day))


def dated(partial: PartialDate) -> Dated:
    return Dated(partial, partial.last, yearless=False, start=0, end=0)
