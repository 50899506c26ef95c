"""What a sentence of a reply may rest on: placed facts, the person's turns, quotations, and what the code put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from enum import Enum, auto
from uuid import UUID

from advocate.engines.local.assertions import is_hypothetical
from advocate.engines.local.lexicon import find_terms
from advocate.engines.local.sentences import clauses
from advocate.grounding import stance
from advocate.grounding.claims import Amount, Dated, Reading, read
from memory.dates import PartialDate
from memory.drafts import Said
from memory.numbers import Quantity, canonical_unit
from memory.numbers.units import SYMBOLS
from memory.recollection import FactView, Placed, Quotation, Slot
from memory.vocabulary import Speaker, Tag


class Origin(Enum):
    """Where a source comes from."""

    FACT = auto()
    TURN = auto()
    QUOTATION = auto()
    ALLOWED = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One thing to rest on, read once.

    `ref` is a fact's id or a turn's index. `pairs` says which amount belongs to which subject; None where the whole
    text is about one thing. `clauses` are its words without numbers, each with whether it denies; `carrying` all of
    them together; `whole` all of a turn. `asked` where the words ask or suppose; `of_another` where they tell of a
    relative. `ended_by` is what replaced a fact; `held` the days from its date to its end.
    """

    origin: Origin
    ref: UUID | int | None
    reading: Reading
    subjects: frozenset[str]
    pairs: frozenset[tuple[str, Amount]] | None
    dates: tuple[Dated, ...]
    people: frozenset[str]
    allergies: frozenset[stance.Allergy]
    taken: frozenset[tuple[str, bool]]
    frequencies: frozenset[str]
    sides: frozenset[str]
    clauses: tuple[tuple[frozenset[str], bool], ...]
    carrying: frozenset[str]
    whole: str = ""
    asked: bool = False
    of_another: bool = False
    tag: Tag | None = None
    dated: date | None = None
    slot: Slot | None = None
    ended_by: Source | None = None
    held: tuple[date, date] | None = None

    def amounts_like(self, amount: Quantity) -> list[Quantity]:
        """The amounts here that an amount of a sentence may stand for: a unit left out is no other unit."""
        return [a for a in self.reading.amounts if a.value == amount.value and amount.unit in {None, a.unit}]

    def holds(self, amount: Quantity, subject: str | None) -> bool:
        """Tell whether the amount stands here, said of the subject where there is one."""
        like = self.amounts_like(amount)
        if subject is None or not like:
            return bool(like)
        if self.pairs is None:
            return names(subject, self.subjects)
        if self.origin is Origin.ALLOWED and not self.subjects:
            return amount.unit is None
        return any(names(subject, {of}) for of, held in self.pairs if held in {(a.value, a.unit) for a in like})

    def has_date(self, wanted: Dated) -> bool:
        """Tell whether the date stands here, as precise or more so."""
        return any(_matches(wanted, held) for held in self.dates)

    def held_in(self, wanted: Dated) -> bool:
        """Tell whether a state held at some time of the wanted days."""
        return self.held is not None and self.held[0] <= wanted.through and wanted.date.first <= self.held[1]


def names(subject: str, among: Iterable[str]) -> bool:
    """Tell whether a subject is among others; a combination product also stands for each of its parts."""
    return any(subject == other or subject in other.split("+") for other in among)


def fact_sources(placed: Sequence[Placed], day: date) -> list[Source]:
    """Return a source for every placed fact and every successor, none twice."""
    found = {p.fact.id: _fact_source(p.fact, p.slot, day) for p in placed}
    for successor in [p.successor for p in placed if p.successor is not None]:
        found.setdefault(successor.id, _fact_source(successor, Slot.CURRENT, day))
    for p in placed:
        if p.slot is Slot.HISTORY:
            row = found[p.fact.id]
            ended_by = found[p.successor.id] if p.successor else _replacement(row, found.values())
            found[p.fact.id] = replace(row, ended_by=ended_by, held=_held(row, ended_by, day))
    return list(found.values())


def _replacement(row: Source, among: Iterable[Source]) -> Source | None:
    """The current row of the same thing that came after, where none is named."""
    later = [
        other
        for other in among
        if (other.slot, other.tag) == (Slot.CURRENT, row.tag)
        and other.subjects & row.subjects
        and other.dated
        and row.dated
        and other.dated >= row.dated
    ]
    return min(later, key=lambda other: other.dated or date.max) if later else None


def turn_sources(said: Sequence[str], day: date, context: frozenset[str]) -> list[Source]:
    """Return a source for each turn. "It" means what was named last, at first whatever is in `context`."""
    found, meant = [], context
    for index, text in enumerate(said):
        for words, asked in _told_and_asked(text, day):
            reading = read(words, day)
            source = replace(_spoken(Origin.TURN, index, reading, (*reading.dates, _exactly(day)), meant), whole=text)
            found.append(_as_asked(source) if asked else source)
            if reading.subjects:
                meant = frozenset({stance.plain(reading.subjects[-1].name)})
    return found


def _told_and_asked(text: str, day: date) -> list[tuple[str, bool]]:
    """What a turn tells and what it asks or supposes, each in one piece, clause by clause."""
    turn = Said(UUID(int=0), 0, Speaker.PATIENT, text, datetime.combine(day, time(), UTC), "UTC")
    pieces = [(clause.text, clause.asked or is_hypothetical(clause.text)) for clause in clauses(turn)]
    if not any(asked for _, asked in pieces):
        return [(text, False)]
    parts = [("; ".join(words for words, asks in pieces if asks is asked), asked) for asked in (False, True)]
    return [(words, asked) for words, asked in parts if words]


def _as_asked(source: Source) -> Source:
    """Who asks whether it is so has not said that it is."""
    return replace(source, asked=True, allergies=frozenset(), taken=frozenset(), clauses=())


def quotation_sources(quotations: Sequence[Quotation]) -> list[Source]:
    """Return a source for each quotation, dated by the day on which it was said."""
    return [
        _spoken(Origin.QUOTATION, None, reading, (*reading.dates, _exactly(quotation.said_on)), frozenset())
        for quotation in quotations
        for reading in [read(quotation.text, quotation.said_on)]
    ]


def allowed_sources(allowed: Sequence[str], day: date) -> list[Source]:
    """Return a source for each text that the code itself put there."""
    return [
        _spoken(Origin.ALLOWED, None, reading, reading.dates, frozenset())
        for text in allowed
        for reading in [read(text, day)]
    ]


def _spoken(
    origin: Origin, ref: int | None, reading: Reading, dates: tuple[Dated, ...], meant: frozenset[str]
) -> Source:
    pairs = {
        (subject, (amount.value, amount.unit))
        for amount in reading.amounts
        for subject in _subjects_of(amount, reading, meant)
    }
    return Source(
        origin=origin,
        ref=ref,
        reading=reading,
        subjects=reading.subject_names | {subject for subject, _ in pairs},
        pairs=frozenset(pairs),
        dates=dates,
        people=reading.people_names,
        allergies=stance.allergies(reading.text, reactions=True),
        taken=stance.taken(reading.text),
        frequencies=stance.frequencies(reading.text),
        sides=stance.sided(reading.text),
        clauses=_clauses(reading.text),
        carrying=_carrying(reading.text),
        whole=reading.text,
        of_another=bool(find_terms(reading.text, "relation")),
    )


def _subjects_of(amount: Quantity, reading: Reading, meant: frozenset[str]) -> frozenset[str]:
    subject = reading.subject_of(amount)
    return meant if subject is None else frozenset({subject})


def _fact_source(fact: FactView, slot: Slot, day: date) -> Source:
    said_on = fact.date.first if fact.date else day
    reading = read(_words_of(fact), said_on)
    attribute = stance.plain(fact.attribute)
    subjects = reading.subject_names | ({attribute} if attribute else set())
    dates = (*reading.dates, *([_dated(fact.date)] if fact.date else []))
    source = Source(
        origin=Origin.FACT,
        ref=fact.id,
        reading=reading,
        subjects=subjects,
        pairs=None,
        dates=dates,
        people=reading.people_names,
        allergies=_allergies_of(fact),
        taken=_taken_of(fact, subjects),
        frequencies=stance.frequencies(reading.text),
        sides=stance.sided(fact.text),
        clauses=_clauses(fact.text),
        carrying=_carrying(fact.text),
        of_another=fact.tag is Tag.FAMILY_HISTORY,
        tag=fact.tag,
        dated=fact.date.first if fact.date else None,
        slot=slot,
    )
    return replace(source, held=_held(source, None, day))


def retold(of: frozenset[str], by: frozenset[str], share: float = 0.75) -> bool:
    """Tell whether most of the words of one text, at least two, stand in another."""
    return len(of) >= 2 and len(of & by) >= share * len(of)


def _clauses(text: str) -> tuple[tuple[frozenset[str], bool], ...]:
    return tuple((_carrying(clause), stance.is_denied(clause)) for clause in stance.clauses(text))


def _carrying(text: str) -> frozenset[str]:
    return frozenset(word for word in stance.content(text) if word.isalpha() and canonical_unit(word) not in SYMBOLS)


def _words_of(fact: FactView) -> str:
    value = fact.value
    parts = [f"{value.value or ''} {value.unit or ''}".strip(), value.frequency, value.route, fact.source, *fact.keys]
    return "\n".join([fact.text, *(part for part in parts if part)])


def _allergies_of(fact: FactView) -> frozenset[stance.Allergy]:
    stated = stance.allergies(fact.text)
    if fact.tag is not Tag.ALLERGY:
        return stated
    if fact.memory_key is not None and fact.memory_key.endswith(f":{stance.EVERY}"):
        return stated | {(stance.EVERY, fact.negated)}
    denied = fact.negated or stance.is_denied(stance.plain(fact.text))
    things = stance.allergens(fact.text) | ({stance.plain(fact.attribute)} - {""})
    return stated | {(thing, denied) for thing in things}


def _taken_of(fact: FactView, subjects: frozenset[str]) -> frozenset[tuple[str, bool]]:
    if fact.tag is not Tag.MEDICATION:
        return stance.taken(fact.text)
    told = dict(stance.taken(fact.text))
    return frozenset((subject, told.get(subject, not fact.negated)) for subject in subjects)


def _held(row: Source, ended_by: Source | None, day: date) -> tuple[date, date] | None:
    if row.dated is None or row.tag is None or not row.tag.is_state:
        return None
    until = ended_by.dated if ended_by and ended_by.dated else day
    return row.dated, max(row.dated, until)


def _exactly(day: date) -> Dated:
    return _dated(PartialDate(day))


def _dated(partial: PartialDate) -> Dated:
    return Dated(partial, partial.last, yearless=False, start=0, end=0)


_FINENESS = {"year": 1, "month": 2, "day": 3}


def _matches(wanted: Dated, held: Dated) -> bool:
    if wanted.yearless and held.date.precision == "day":
        first, other = wanted.date.first, held.date.first
        return (first.month, first.day) == (other.month, other.day)
    if (wanted.date, wanted.through) == (held.date, held.through):
        return True
    if held.through > held.date.last:
        return False  # a range is no day of it
    finer = _FINENESS[held.date.precision] >= _FINENESS[wanted.date.precision]
    return finer and wanted.date.first <= held.date.first <= max(wanted.through, wanted.date.last)
