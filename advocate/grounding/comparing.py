"""What is compared is compared by the code: above or below a number, inside a target, how many of the readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from advocate.grounding import stance
from advocate.grounding.claims import TIME
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source
from advocate.grounding.statements import Statement
from advocate.trends import Series
from memory.numbers import Quantity, quantities
from memory.vocabulary import Tag

_TARGET = re.compile(r"\b(?:target|goal|range|aim\w*|keep\w*|between|objetivo|meta)\b")
_TO_TARGET = re.compile(
    r"\b(?P<not>not |n't |outside |out of |short of )?(?:\w+ )?(?:(?P<above>above|over|higher than|past|beyond)"
    r"|(?P<below>below|under|lower than|short of)|(?P<within>within|inside|in|on|at|reached|met|hit|back in"
    r"|outside|out of))"
    r" (?:the |your |her |his |that |a |its |dr\.? \w+'s )?(?:\w+ ){0,2}?(?:target|goal|range)\b"
)
_COUNT_OF = re.compile(
    r"\b(?P<count>none|one|two|three|four|five|six|all|both|neither|only (?:the )?(?:first|last|latest|one)|\d) of "
    r"(?:the|your|her|his|these|those)\b"
)
_ALL = re.compile(
    r"\b(?P<count>all|both) (?:the |your |of the |of your )?(?:\w+ )?(?:readings?|results?|values?|are|were)\b"
)
_READINGS = frozenset({Tag.LAB, Tag.VITAL})
_OF_THE_LATEST = re.compile(
    r"\b(?:it|that|this|you|he|she|they|your (?:\w+ ){1,3})(?:'s|'re|'ve| is| are| has| have| was)(?: now| still"
    r"| already| just| well"
    r"| not)*\b"
)
_RELATION = re.compile(
    r"\b(?:(?P<reached>reach\w*|hit)|(?P<above>above|over|higher than|more than|greater than|exceed\w*|past"
    r"|passed|crossed)|(?P<below>below|under|lower than|less than))"
    r"(?: (?:the|your|that|dr\.? \w+'s|a|about))*(?: (?:limit|line|target|goal|threshold|number|figure|upper|lower))*"
    r"(?: of)? $"
)


@dataclass(frozen=True, slots=True)
class _Bounds:
    """A target: from, to; either may be open."""

    low: Decimal | None
    high: Decimal | None

    def holds(self, value: Decimal) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def is_above(self, value: Decimal) -> bool:
        return self.high is not None and value > self.high

    def is_below(self, value: Decimal) -> bool:
        return self.low is not None and value < self.low


def compared(sentence: Sentence) -> Iterator[Missing]:
    """ "58, which is above the 55" is true of the two numbers."""
    for statement in sentence.told:
        inside = _amounts(sentence, statement)
        for amount in inside:
            relation = _RELATION.search(sentence.plain[: amount.start])
            if relation is None or _CONDITION.search(statement.plain[: max(0, amount.start - statement.start)]):
                continue
            before = [
                a for a in inside if a.end <= amount.start and a.unit in {None, amount.unit} and _is_read(sentence, a)
            ]
            if before and relation.start() >= before[-1].end:
                values = [before[-1].value]
            else:
                values = _latest(sentence, amount) if _OF_THE_LATEST.search(statement.plain) and not before else []
            if values and not any(_holds(relation, value, amount.value) for value in values):
                yield Missing(amount.text, "a comparison that is not so")


def is_so(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether a number is compared with the latest reading, and truly: "it is still above the 300"."""
    relation = _RELATION.search(sentence.plain[: amount.start])
    around = next((s.plain for s in sentence.told if s.start <= amount.start < s.end), "")
    if relation is None or not _OF_THE_LATEST.search(around):
        return False
    return any(_holds(relation, value, amount.value) for value in _latest(sentence, amount))


def _holds(relation: re.Match[str], value: Decimal, bound: Decimal) -> bool:
    return value >= bound if relation["reached"] else value > bound if relation["above"] else value < bound


def _latest(sentence: Sentence, amount: Quantity) -> list[Decimal]:
    """The latest readings of what a bound is about, those that the person told today first."""
    about = frozenset(name for source in sentence.holders(amount) for name in source.subjects)
    series = [s.values[-1][0] for s in sentence.series if stance.plain(s.measure) in about]
    if series:
        return series
    single = [f for f in sentence.facts if f.tag in _READINGS and f.subjects & about]
    told = [a.value for turn in sentence.turns for a in turn.reading.amounts if a.unit in {None, amount.unit}]
    return told or [a.value for f in single for a in f.reading.amounts[:1]]


def _is_read(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether an amount is a reading: of the record, or what the person said."""
    return any(source.tag in _READINGS or source in sentence.turns for source in sentence.holders(amount))


def _amounts(sentence: Sentence, statement: Statement) -> list[Quantity]:
    return [a for a in sentence.reading.amounts if statement.start <= a.start < statement.end and a.unit not in TIME]


def to_target(sentence: Sentence) -> Iterator[Missing]:
    """ "Inside your target" is so, and there is a target."""
    for statement in sentence.told:
        told = _TO_TARGET.search(statement.plain)
        if told is None or _CONDITION.search(statement.plain):
            continue
        for values, bounds in _read_against(sentence, statement):
            wrong = [value for value in values if not _is_so(told, bounds, value)]
            counted = _COUNT_OF.search(sentence.plain) or _ALL.search(statement.plain)
            if counted is None and wrong and len(values) == len(wrong):
                yield Missing(told[0].strip(), "a comparison that is not so")
        if not any(_TARGET.search(s.plain) and s.tag not in _READINGS for s in (*sentence.facts, *sentence.turns)):
            yield Missing(told[0].strip(), "a target that stands nowhere")


_CONDITION = re.compile(r"\b(?:if|when|to (?:get|bring|keep|stay|be|reach)|aim|whether|until|how far)\b")


def _is_so(told: re.Match[str], bounds: _Bounds, value: Decimal) -> bool:
    if told["above"]:
        return bounds.is_above(value) is not bool(told["not"])
    if told["below"]:
        return bounds.is_below(value) is not bool(told["not"]) or (bounds.low is None and bounds.holds(value))
    outside = told["within"] in {"outside", "out of"} or bool(told["not"])
    return bounds.holds(value) is not outside


def _targets(sentence: Sentence) -> list[tuple[Source, _Bounds]]:
    found = [
        (s, _bounds_of(s))
        for s in (*sentence.facts, *sentence.turns)
        if _TARGET.search(s.plain) and s.tag not in _READINGS
    ]
    return [(source, bounds) for source, bounds in found if bounds is not None]


def _bounds_of(source: Source) -> _Bounds | None:
    plain = source.plain_fact
    amounts = [a for a in source.reading.amounts if a.start < len(plain) and a.unit not in TIME]
    between = plain[amounts[0].end : amounts[1].start] if len(amounts) == 2 else "/"
    if "/" not in between and re.fullmatch(r"\W*(?:to|and|through|a|y)?\W*", between):
        return _Bounds(amounts[0].value, amounts[1].value)
    for amount in amounts[:1]:
        way = stance.direction(plain, amount.start)
        if way:
            return _Bounds(None, amount.value) if way == "below" else _Bounds(amount.value, None)
    return None


def _read_against(sentence: Sentence, statement: Statement) -> Iterator[tuple[list[Decimal], _Bounds]]:
    """The readings that are compared, with the target of their measure: those named, else the latest."""
    for target, bounds in _targets(sentence):
        series = [s for s in sentence.series if _is_of(s, target)]
        named = [a.value for a in _amounts(sentence, statement) if any(s.tag in _READINGS for s in sentence.holders(a))]
        own = [value for value in named if any((value,) in each.values for each in series)]
        single = [
            a.value
            for f in sentence.facts
            if f.tag in _READINGS and f.subjects & target.subjects
            for a in f.reading.amounts[:1]
        ]
        values = (
            own
            or [value for value in named if value in single]
            or [each.values[-1][0] for each in series]
            or single[-1:]
        )
        if values:
            yield values, bounds


def _is_of(series: Series, target: Source) -> bool:
    return stance.plain(series.measure) in target.subjects


def counted(sentence: Sentence) -> Iterator[Missing]:
    """ "Two of your three readings were above target" counts them."""
    told, many = _TO_TARGET.search(sentence.plain), _COUNT_OF.search(sentence.plain) or _ALL.search(sentence.plain)
    if told is None or many is None:
        return
    for target, bounds in _targets(sentence):
        for series in [s for s in sentence.series if _is_of(s, target)]:
            so = [_is_so(told, bounds, values[0]) for values in _window(sentence, series)]
            if not _counts(many["count"], so):
                yield Missing(many[0], "a count that the readings do not show")


def _window(sentence: Sentence, series: Series) -> Sequence[tuple[Decimal, ...]]:
    months = [d.date for d in sentence.reading.dates if d.date.precision == "month"]
    if not months:
        return series.values
    return [
        values
        for values, fact in zip(series.values, series.facts, strict=True)
        if fact.date and any(month.first <= fact.date.first <= month.last for month in months)
    ]


def _counts(count: str, so: Sequence[bool]) -> bool:
    if count in {"all", "both"}:
        return all(so)
    if count in {"none", "neither"}:
        return not any(so)
    if count.startswith("only"):
        first = "first" in count
        return sum(so) == 1 and ("one" in count or so[0 if first else -1])
    number = quantities(f"{count} readings")
    return bool(number) and int(number[0].value) == sum(so)


COMPARING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (compared, to_target, counted)
