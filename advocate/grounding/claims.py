"""What a text claims that can be checked: amounts, dates, drugs, measures and people, each where it stands.

The same reading is made of a sentence of a reply and of everything that may support it, so that a spelling
("five hundred milligrams", "Lopressor", "the 28th") never decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date as calendar_day
from decimal import Decimal
from functools import cached_property
from typing import TypeVar

from advocate.engines.local.lexicon import find_drugs, find_terms, fold, units_of
from advocate.grounding.clock import Clock, clocks_in
from advocate.grounding.days import Dated, Span
from advocate.grounding.ordinary import is_ordinary
from advocate.grounding.when import dates_in, habits_in
from memory.dates import PartialDate
from memory.numbers import Quantity, quantities

Amount = tuple[Decimal, str | None]

_CLAUSE = re.compile(r"[;:,()\[\]\n—–]|\s-\s|\b(?:and|but|while|whereas|y|pero)\b", re.IGNORECASE)
_PERSON = re.compile(
    r"\b(?i:Dr|Doctor|Dra|Doctora|Prof|Professor|Nurse|Mr|Mrs|Ms|Sr|Sra)\b\.?\s+"
    r"((?:[A-Z](?:(?!['’]s\b)[\w'’-])+)(?:\s+[A-Z]\.?(?=\s))?(?:\s+[A-Z][a-z](?:(?!['’]s\b)[\w'’-])+)?)(?:['’]s\b)?"
)
_CODE = re.compile(r"\b(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])(?!\d+(?:st|nd|rd|th)\b)[A-Za-z\d-]{4,}\b")
_LEVEL = re.compile(r"\b[CTLS]\d{1,2}[/–-][CTLS]?\d{1,2}\b")
_NO_CODE = re.compile(r"(?:under|over|above|below|sub|post|pre|mid|non|top|plus|up-to|and|to)-", re.IGNORECASE)
_GRADED = re.compile(r"\b(?:stage|type|grade|class|tipo|etapa)[ ]+$", re.IGNORECASE)
_SAID_WITH_NO_UNIT = frozenset({"bpm", "mmHg", "breaths/min"})  # of a pulse of 55 nobody asks 55 what
_SUFFIX = re.compile(
    r"\b[a-z]{3,}(?:olol|pril|sartan|statin|mab|gliflozin|gliptin|glutide|azole|cillin|mycin|floxacin|azepam|zolam"
    r"|tidine|afil|triptan|dronate|parin|xaban|gatran|tinib|ciclib|vir|dipine|oxetine|thiazide|semide|formin|pamil)\b"
)
_OF = re.compile(r"\s*(?:tablets?|pills?|capsules?|dose)?\s*(?:of|de)?\s*", re.IGNORECASE)
_IN_SMALLEST = {
    "mcg": ("weight", 1),
    "mg": ("weight", 1000),
    "g": ("weight", 1_000_000),
    "mL": ("volume", 1),
    "L": ("volume", 1000),
}
TIME = frozenset({"seconds", "minutes", "hours", "days", "nights", "weeks", "months", "years", "times"})
_READ_OFF = frozenset({"mmHg", "bpm", "breaths/min", "°F", "°C", "°", "%", "kg", "lb", "oz", "cm", "feet", "inches"})


_AS_MEASURE = re.compile(r"[ ]+(?:levels?|test|result)\b|[^.;]{0,30}\d[\d.]* ?(?:[mn]g|mmol|mcmol|µg|g)/")
_OWN = re.compile(r"^[^\d,;:.]*(?:\d{1,2}(?:st|nd|rd|th)?)?['’]s (?:\w+ ){0,2}$")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


_Place = TypeVar("_Place", bound=Span)


@dataclass(frozen=True, slots=True)
class Mark:
    """A claim where it stands. `name` is what it comes to: a drug's one name, a last name in lower case."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """The claims of a text said or written on `day`, each kind read when it is first asked for."""

    text: str
    day: calendar_day
    known: frozenset[str] = frozenset()
    """Names of medicines on record, which are read as such whatever else they mean ("folic acid", "iron")."""

    @cached_property
    def drugs(self) -> tuple[Mark, ...]:
        """Drugs, by their one names."""
        found = [Mark(drug.name, drug.start, drug.end) for drug in find_drugs(self.text)]
        more = [mark for mark in self._known if not _overlaps(mark, found)]
        return tuple(sorted((*found, *more), key=lambda mark: mark.start)) if more else tuple(found)

    @cached_property
    def _known(self) -> list[Mark]:
        plain = fold(self.text)
        named = [name for name in self.known if name in plain]
        places = [(name, found) for name in named for found in re.finditer(rf"\b{re.escape(name)}\b", plain)]
        return [
            Mark(name, found.start(), found.end())
            for name, found in places
            if not _AS_MEASURE.match(plain, found.end())
        ]

    @cached_property
    def measures(self) -> tuple[Mark, ...]:
        """What is measured, by its one name."""
        terms = find_terms(self.text, "lab", "vital")
        return tuple(Mark(t.name, t.start, t.end) for t in terms if not _overlaps(t, self.drugs))

    @cached_property
    def dates(self) -> tuple[Dated, ...]:
        """Dates, and years that stand alone."""
        told = dates_in(self.text, self.day)
        alone = [year for year in _years(self._numbers) if not _overlaps(year, told)]
        return tuple(sorted((*told, *alone), key=lambda each: each.start))

    @cached_property
    def clocks(self) -> tuple[Clock, ...]:
        """Times of day by the clock."""
        return tuple(clocks_in(self.text))

    @cached_property
    def amounts(self) -> tuple[Quantity, ...]:
        """Numbers with their units; those of dates and of ordinary language ("one question") are none."""
        found = [number for number in self._numbers if not is_ordinary(number, self.text)]
        return tuple(n for n in found if not _overlaps(n, self.dates) and not _overlaps(n, self.clocks))

    @cached_property
    def people(self) -> tuple[Mark, ...]:
        """People who are named with a title, by last name."""
        return tuple(_people(self.text))

    @cached_property
    def habits(self) -> frozenset[str]:
        """The days of the week on which something is done, again and again: "on Mondays and Fridays"."""
        return habits_in(self.text, self.dates)

    @cached_property
    def _numbers(self) -> tuple[Quantity, ...]:
        return tuple(quantities(self.text))

    def amounts_like(self, amount: Quantity) -> list[Quantity]:
        """The amounts that an amount of a sentence may stand for: a unit left out is no other unit."""
        units = {None, amount.unit} if amount.unit in _SAID_WITH_NO_UNIT else {amount.unit}
        units |= {"°C", "°F"} if amount.unit == "°" else set()
        like = [a for a in self._by_value.get(amount.value, ()) if amount.unit is None or a.unit in units]
        return like or self._converted(amount)

    def _converted(self, amount: Quantity) -> list[Quantity]:
        """The same amount in another unit of its kind: 1 mg is 1000 mcg."""
        factor = _IN_SMALLEST.get(amount.unit or "")
        if factor is None:
            return []
        kind, each = factor
        others = [(a, _IN_SMALLEST.get(a.unit or "")) for a in self.amounts]
        return [a for a, of in others if of and of[0] == kind and a.value * of[1] == amount.value * each]

    @property
    def every_amount(self) -> tuple[Quantity, ...]:
        """All numbers, those of dates included."""
        return self._numbers

    @cached_property
    def spans_of_time(self) -> frozenset[tuple[Decimal, str]]:
        """Lengths of time: "in 12 months"."""
        return frozenset((a.value, a.unit) for a in self._numbers if a.unit and a.unit in TIME)

    @cached_property
    def _by_value(self) -> dict[Decimal, list[Quantity]]:
        found: dict[Decimal, list[Quantity]] = {}
        for amount in self.amounts:
            found.setdefault(amount.value, []).append(amount)
        return found

    @cached_property
    def subjects(self) -> tuple[Mark, ...]:
        """Drugs and measures, by place."""
        return tuple(sorted((*self.drugs, *self.measures), key=lambda mark: mark.start))

    @cached_property
    def subject_names(self) -> frozenset[str]:
        """Drugs and measures by their one names, in lower case."""
        return frozenset(fold(mark.name) for mark in self.subjects)

    @cached_property
    def people_names(self) -> frozenset[str]:
        """Last names of the people who are named with a title, in lower case."""
        return frozenset(mark.name for mark in self.people)

    @cached_property
    def _stops(self) -> tuple[int, ...]:
        whole: tuple[Span, ...] = (*self.amounts, *self.dates, *self.drugs)
        inside = [(mark.start, mark.end) for mark in whole]
        return tuple(
            stop.start()
            for stop in _CLAUSE.finditer(self.text)
            if not any(start < stop.start() < end for start, end in inside)
        )

    def subject_of(self, amount: Quantity) -> str | None:
        """The drug or measure that an amount is said of; None where none is named or it counts time or a stage."""
        if amount.unit in TIME or _GRADED.search(self.text, 0, amount.start):
            return None
        of = [mark for mark in self.subjects if _can_have(mark.name, mark in self.measures, amount.unit)]
        right_after = [m for m in of if m.start >= amount.end and _OF.fullmatch(self.text, amount.end, m.start)]
        mark = right_after[0] if right_after else self._nearest(amount.start, of)
        return fold(mark.name) if mark else None

    def anchor_of(self, start: int) -> Mark | Quantity | None:
        """The amount, drug or measure that a date or a name at `start` belongs to: in its clause, else before it."""
        first, last = self._item(start)
        own = [a for a in self.amounts if _OWN.search(self.text[start : a.start]) and a.start - start < 40]
        if own:
            return own[0]
        amounts = [a for a in self.amounts if a.unit not in TIME and first <= a.start < last]
        subjects = [mark for mark in self.subjects if first <= mark.start < last]
        return (
            self._in_clause(start, amounts)
            or self._in_clause(start, subjects)
            or _beside(start, amounts)
            or _beside(start, subjects)
        )

    def _item(self, place: int) -> tuple[int, int]:
        """Where the item of a list begins and ends: what is told of one is not told of the next."""
        last = min((end for end in (self.text.find(";", place), self.text.find("\n", place)) if end >= 0), default=-1)
        first = max(self.text.rfind(";", 0, place), self.text.rfind("\n", 0, place))
        return first + 1, last if last >= 0 else len(self.text)

    def clause_around(self, place: int) -> str:
        """The words of the clause at `place`."""
        first, last = self._clause(place)
        return self.text[first:last]

    def item_around(self, place: int) -> str:
        """The words of the item of a list at `place`: all, where there is no list."""
        first, last = self._item(place)
        return self.text[first:last]

    def _nearest(self, place: int, marks: Sequence[_Place]) -> _Place | None:
        return self._in_clause(place, marks) or _beside(place, marks)

    def _in_clause(self, place: int, marks: Sequence[_Place]) -> _Place | None:
        first, last = self._clause(place)
        return _beside(place, [mark for mark in marks if first <= mark.start < last])

    def _clause(self, place: int) -> tuple[int, int]:
        first = max((stop for stop in self._stops if stop < place), default=0)
        return first, min((stop for stop in self._stops if stop >= place), default=len(self.text))


def codes(reading: Reading) -> list[str]:
    """Return member numbers and the like, letters and digits in one, in lower case."""
    amounts = [amount for amount in reading.amounts if amount.unit]
    levels = [fold(level[0]) for level in _LEVEL.finditer(reading.text)]
    read_already: tuple[Span, ...] = (*amounts, *reading.dates, *reading.drugs, *reading.measures)
    found = (code for code in _CODE.finditer(reading.text) if not _NO_CODE.match(code[0]))
    return levels + [fold(code[0]) for code in found if not _overlaps(_at(code), read_already)]


def _at(match: re.Match[str]) -> Mark:
    return Mark(match[0], match.start(), match.end())


def names_like_drugs(text: str) -> list[str]:
    """Return words that end as drug names do, known or not, in lower case."""
    return [match[0] for match in _SUFFIX.finditer(fold(text))]


def _years(numbers: Iterable[Quantity]) -> list[Dated]:
    """Years that stand alone ("(you, 2024)"), which the reading of people's speech leaves as numbers."""
    found = [number for number in numbers if number.unit is None and _YEAR.fullmatch(number.text)]
    partials = [(PartialDate.parse(amount.text), amount) for amount in found]
    return [Dated(year, year.last, False, amount.start, amount.end) for year, amount in partials]


def _people(text: str) -> list[Mark]:
    return [
        Mark(fold(match[1].split()[-1]).removesuffix("'s"), match.start(), match.end())
        for match in _PERSON.finditer(text)
    ]


def _can_have(name: str, is_measure: bool, unit: str | None) -> bool:
    read_off = unit is not None and ("/" in unit or unit in _READ_OFF)
    if is_measure:
        return unit is None or read_off or unit in units_of(name)
    return not read_off


def _beside(place: int, marks: Sequence[_Place]) -> _Place | None:
    before = [mark for mark in marks if mark.start < place]
    after = [mark for mark in marks if mark.start > place]
    return before[-1] if before else after[0] if after else None


def _overlaps(one: Span, others: Sequence[Span]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)
