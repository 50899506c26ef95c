"""What happened to a dose, and in which order: raised or lowered, begun or ended, before or after the change.

The doses of a drug, oldest first, show what happened; else somebody must have said so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from datetime import date
from itertools import pairwise

from advocate.grounding import stance
from advocate.grounding.claims import TIME
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source, names
from advocate.grounding.statements import Statement
from memory.recollection import Slot
from memory.vocabulary import Tag

_UP = (
    r"rais(?:es?|ed|ing)|increas(?:es?|ed|ing)|put (?:\w+ ){0,4}?up|went up|gone up|goes up|going up|up from|doubl\w+"
    r"|(?:stepped|moved|bumped) (?:\w+ ){0,3}?up|higher dose|subio|aument\w+"
)
_DOWN = (
    r"lower(?:s|ed|ing)|reduc(?:es?|ed|ing)|decreas(?:es?|ed|ing)|cut (?:\w+ ){0,3}?(?:down|back|to)|went down"
    r"|gone down"
    r"|goes down|going down|down from|halv\w+|(?:stepped|moved|brought) (?:\w+ ){0,3}?down|lower dose|bajo|redujo"
)
_CHANGE = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b")
_ACTS_SO = re.compile(r"(?:rais|increas|lower|reduc|decreas)e?s")
_OF_A_DOSE = re.compile(r"\b(?:dose|dosage|tablets?|pills?|medicine|medication|dosis|mg|mcg|units)\b")
_BEGAN = re.compile(r"\b(?:started|began|begun|put (?:you|her|him) on|prescribed|empezo)\b(?! (?:with|to)\b)")
_BEGUN_AS_TOLD = re.compile(r"\b(?:start\w*|began|begin\w*|since|prescrib\w*|put (?:me|her|him) on|empez\w*)\b")
_AFTER = re.compile(
    r"\b(?P<way>after|before|since|until)(?: \w+){0,2}? (?:the |your |that |this |her |his )?(?:\w+ ){0,2}?"
    r"(?:(?P<dose>increase|rise|change|dose|reduction|switch|raise)\b|(?P<what>operation|surgery|procedure|repair"
    r"|replacement)\b)"
)


def changes(sentence: Sentence) -> Iterator[Missing]:
    """A dose that is told to have been raised was, by what the record holds or somebody said."""
    for statement in sentence.told:
        for told in _CHANGE.finditer(statement.plain):
            drugs = _drugs_of(sentence, statement)
            acts_so = _ACTS_SO.fullmatch(told[0]) is not None and not _OF_A_DOSE.search(statement.plain)
            if not drugs or acts_so or stance.is_denied(statement.plain):
                continue  # "omeprazole lowers the acid" tells what it does
            way = 1 if told["up"] else -1
            if _is_of_no_change(sentence, statement, drugs, way):
                yield Missing(told[0], "a day on which nothing changed so")
            if not any(way in moves or moves == {None} for moves in (_moves(sentence, drug) for drug in drugs)):
                yield Missing(told[0], "a change that the record does not show")


def _is_of_no_change(sentence: Sentence, statement: Statement, drugs: frozenset[str], way: int) -> bool:
    """Tell whether a change is told of the day of another dose: "it went up in February", when it was begun."""
    days = [d for d in sentence.reading.dates if statement.start <= d.start < statement.end]
    for drug in drugs:
        rows = (
            sorted(
                (
                    (f.dated, float(a.value), f)
                    for f in sentence.facts
                    if f.tag is Tag.MEDICATION and f.dated and names(drug, f.subjects)
                    for a in _of_dose(f, drug)
                ),
                key=lambda row: row[:2],
            )
            if len(days) == 1 and not sentence.turns_tell(drug)
            else []
        )
        if len(rows) < 2:
            continue
        changed = [row[2] for before, row in pairwise(rows) if ((row[1] > before[1]) - (row[1] < before[1])) == way]
        others = [row[2] for row in rows if row[2] not in changed]
        if any(f.has_date(days[0]) for f in others) and not any(f.has_date(days[0]) for f in changed):
            return True
    return False


def _drugs_of(sentence: Sentence, statement: Statement) -> frozenset[str]:
    """The drugs whose dose the statement speaks of: named there, or the one of the sentence."""
    inside = {stance.plain(d.name) for d in sentence.reading.drugs if statement.start <= d.start < statement.end}
    if any(statement.start <= m.start < statement.end for m in sentence.reading.measures):
        return frozenset()
    if inside:
        return frozenset(inside)
    return frozenset(stance.plain(d.name) for d in sentence.reading.drugs if _OF_A_DOSE.search(statement.plain))


def _moves(sentence: Sentence, drug: str) -> set[int | None]:
    """Which ways the dose of a drug went; {None} where someone used words that leave it open."""
    told: set[int | None] = set()
    for source in sentence.about(drug):
        for match in _CHANGE.finditer(source.plain) if source.origin is not Origin.ALLOWED else ():
            told.add(1 if match["up"] else -1)
    if any(_is_it(sentence, source, drug) for source in sentence.turns):
        return {1, -1}
    doses = _doses(sentence, drug)
    return told | {(other > one) - (other < one) for (_, one), (_, other) in pairwise(doses)}


def _is_it(sentence: Sentence, turn: Source, drug: str) -> bool:
    """Tell whether the person's words tell a change of what may be this drug, in words that name no way."""
    return (
        not turn.asked and names(drug, turn.subjects) and bool(re.search(r"\b(?:chang|adjust|switch)\w*", turn.plain))
    )


def _doses(sentence: Sentence, drug: str) -> list[tuple[date, float]]:
    """The doses of a drug by the days on which they began."""
    rows = [f for f in sentence.facts if f.tag is Tag.MEDICATION and f.dated and names(drug, f.subjects)]
    said = [s for s in sentence.turns if names(drug, s.subjects) and not s.asked]
    doses = [(f.dated or sentence.day, float(a.value)) for f in rows for a in _of_dose(f, drug)]
    return sorted([*doses, *((sentence.day, float(a.value)) for s in said for a in _of_dose(s, drug))])


def _of_dose(source: Source, drug: str) -> Sequence:  # type: ignore[type-arg]
    return [a for a in source.reading.amounts if a.unit and a.unit not in TIME and "/" not in a.unit][-1:]


def beginnings(sentence: Sentence) -> Iterator[Missing]:
    """What is told to have been started was not stopped then, and began on its first day."""
    for statement in sentence.told:
        began = _BEGAN.search(statement.plain)
        inside = [d for d in sentence.reading.drugs if statement.start <= d.start < statement.end]
        if began is None or len(inside) != 1 or stance.is_denied(statement.plain):
            continue
        about = [s for s in sentence.about(stance.plain(inside[0].name)) if s.origin is not Origin.ALLOWED]
        if any(_BEGUN_AS_TOLD.search(source.plain) for source in about):
            continue
        rows = [s for s in about if s.tag is Tag.MEDICATION and s.dated]
        if rows and all(not view for s in rows for _, view in s.taken):
            yield Missing(began[0], "begun, which the record says ended")
        first = min((row.dated for row in rows if row.dated), default=None)
        dated = [d for d in sentence.reading.dates if statement.start <= d.start < statement.end]
        later = [row for row in rows if row.dated and first and row.dated > first]
        if any(row.has_date(d) for row in later for d in dated) and not any(
            row.has_date(d) for row in rows if row.dated == first for d in dated
        ):
            yield Missing(began[0], "a day on which it had long begun")


def order_of_events(sentence: Sentence) -> Iterator[Missing]:
    """A reading told as after the change was taken after it."""
    for statement in sentence.told:
        told = _AFTER.search(statement.plain)
        if told is None:
            continue
        before = statement.plain[: told.start()]
        things = particulars(stance.content(before)).keys() | (
            {"fall"} if re.search(r"\bf(?:e|a)ll", before) else set()
        )
        amounts = [a for a in sentence.reading.amounts if statement.start <= a.start < statement.start + told.start()]
        days = [s.dated for a in amounts for s in sentence.holders(a) if s.dated and s.tag in {Tag.LAB, Tag.VITAL}]
        days += [f.dated for f in sentence.facts if f.dated and f.tag is Tag.SYMPTOM and _is_of(f, things)]
        events = _events(sentence, procedure=told["what"] is not None)
        if not days or not events:
            continue
        after = told["way"] in {"after", "since"}
        if not any(day >= event if after else day <= event for day in days for event in events):
            yield Missing(told[0], "an order turned round")


def _is_of(fact: Source, things: Set[str]) -> bool:
    return bool(things & fact.particulars) or ("fall" in things and re.search(r"\bf(?:e|a)ll", fact.plain) is not None)


def _events(sentence: Sentence, *, procedure: bool) -> list[date]:
    if procedure:
        return [fact.dated for fact in sentence.facts if fact.tag is Tag.PROCEDURE and fact.dated]
    drugs = {name for f in sentence.facts if f.slot is Slot.HISTORY and f.tag is Tag.MEDICATION for name in f.subjects}
    changed = [
        fact.dated
        for fact in sentence.facts
        if fact.tag is Tag.MEDICATION and fact.slot is Slot.CURRENT and fact.dated and fact.subjects & drugs
    ]
    return changed or [
        f.dated for f in sentence.facts if f.dated and f.tag is Tag.MEDICATION and _CHANGE.search(f.plain)
    ]


EVENTS: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (changes, beginnings, order_of_events)
