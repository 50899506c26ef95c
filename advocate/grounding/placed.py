"""Placed facts as sources: a row of the record, with what replaced it and the days on which it held."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from advocate.engines.local.lexicon import find_drugs, fold
from advocate.grounding import stance
from advocate.grounding.claims import TIME, Amount, Reading
from advocate.grounding.days import Dated
from advocate.grounding.sources import Origin, Source, carrying_of, clauses_of, dated
from advocate.grounding.when import weekdays_in
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Tag

_PARTS = re.compile(r"[-/+]| and | with ")


@dataclass(frozen=True, eq=False)
class FactSource(Source):
    """A placed fact, or the successor of one. `ended_by` is what replaced it; `day` that of the conversation."""

    fact: FactView = field(kw_only=True)
    day: date = field(kw_only=True)

    @cached_property
    def subjects(self) -> frozenset[str]:
        """What is named, and what the fact is of."""
        attribute = stance.plain(self.fact.attribute)
        return self.reading.subject_names | ({attribute} if attribute else set())

    @property
    def medicine(self) -> frozenset[str]:
        """The one name of the medicine that the row is of; of a combination none."""
        name = stance.plain(self.fact.attribute)
        return frozenset({name}) if self.fact.tag is Tag.MEDICATION and name and "+" not in name else frozenset()

    @cached_property
    def pairs(self) -> frozenset[tuple[str, Amount]] | None:
        """The whole row is about one thing; of a combination ("5-20 mg") each part has its own amount."""
        product = next((drug for drug in self.reading.drugs if "+" in drug.name), None)
        if product is None:
            return None
        said = _PARTS.split(self.fact.text[product.start : product.end])
        parts = [fold(drugs[0].name) for part in said if (drugs := find_drugs(part))]
        amounts = [a for a in self.reading.amounts if a.unit not in TIME and a.start < len(self.fact.text)]
        if len(parts) < 2 or len(parts) != len(amounts):
            return None
        each = zip((*parts, *(fold(product.name) for _ in amounts)), (*amounts, *amounts), strict=True)
        return frozenset((of, (amount.value, amount.unit)) for of, amount in each)

    @cached_property
    def dates(self) -> tuple[Dated, ...]:
        """The dates that are named, and the fact's own."""
        return (*self.reading.dates, *([dated(self.fact.date)] if self.fact.date else []))

    @cached_property
    def allergies(self) -> frozenset[stance.Allergy]:
        """Allergies, stated or denied."""
        return _allergies_of(self.fact)

    @cached_property
    def taken(self) -> frozenset[tuple[str, bool]]:
        """Drugs that are said to be taken, or not."""
        return _taken_of(self.fact, self.subjects)

    @cached_property
    def acts(self) -> frozenset[tuple[str, bool]]:
        """Drugs that are taken or to be taken, or that an instruction holds or stops."""
        if self.fact.tag is Tag.MEDICATION:
            return self.taken
        view = stance.polarity(stance.plain(self.fact.text)) if self.fact.tag is Tag.DIRECTIVE else None
        return frozenset() if view is None else frozenset((subject, view) for subject in self.subjects)

    @cached_property
    def clauses(self) -> tuple[tuple[frozenset[str], bool], ...]:
        """The words of each clause, without numbers, and whether it denies."""
        return clauses_of(self.fact.text)

    @cached_property
    def carrying(self) -> frozenset[str]:
        """All the words of the fact, without numbers."""
        return carrying_of(self.fact.text)

    @cached_property
    def weekdays(self) -> frozenset[str]:
        """Of what goes on, every day of the week that is named: "3 mg on Saturday and Sunday"."""
        goes_on = self.fact.tag.is_state and self.fact.tag is not Tag.APPOINTMENT
        return self.reading.habits | (weekdays_in(self.fact.text) if goes_on else frozenset())

    @cached_property
    def sides(self) -> frozenset[str]:
        """Sides of the body."""
        return stance.sided(self.fact.text)

    @cached_property
    def plain_fact(self) -> str:
        """The words of the fact, in lower case without accents."""
        return stance.plain(self.fact.text)

    @cached_property
    def of_another(self) -> bool:
        """True for family history."""
        return self.fact.tag is Tag.FAMILY_HISTORY

    @cached_property
    def held(self) -> tuple[date, date] | None:
        """The days on which a state held: from its own to that of what replaced it."""
        if self.dated is None or not self.fact.tag.is_state:
            return None
        until = self.ended_by.dated if self.ended_by and self.ended_by.dated else self.day
        return self.dated, max(self.dated, until)


def fact_sources(placed: Sequence[Placed], day: date) -> list[FactSource]:
    """Return a source for every placed fact and every successor, none twice."""
    found = {p.fact.id: _fact_source(p.fact, p.slot, day) for p in placed}
    for successor in [p.successor for p in placed if p.successor is not None]:
        found.setdefault(successor.id, _fact_source(successor, Slot.CURRENT, day))
    for p in placed:
        if p.slot is Slot.HISTORY:
            row = found[p.fact.id]
            ended_by = found[p.successor.id] if p.successor else _replacement(row, found.values())
            found[p.fact.id] = replace(row, ended_by=ended_by)
    return list(found.values())


def _replacement(row: FactSource, among: Iterable[FactSource]) -> FactSource | None:
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


def _fact_source(fact: FactView, slot: Slot, day: date) -> FactSource:
    said_on = fact.date.first if fact.date else None
    reading = Reading(_words_of(fact), said_on or day)
    return FactSource(
        Origin.FACT,
        fact.id,
        reading,
        tag=fact.tag,
        dated=said_on,
        slot=slot,
        fact=fact,
        day=day,
        whole=stance.plain(fact.source),
    )


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
