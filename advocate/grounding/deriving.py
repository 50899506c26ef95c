"""Numbers that follow from days and counts: how long since, the how manieth day, one more than was told."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from advocate.grounding import stance
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Sentence
from advocate.grounding.sources import Origin
from memory.numbers import Quantity, canonical_unit

_DAYS_OF = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.25, "hour": 1 / 24}
_SLACK_OF = {"day": 0, "week": 3, "month": 16, "year": 200, "hour": 0.5}
_HOW_LONG = re.compile(
    r"\b(?:for|every|each|of|lasting|per|up to|at least|at most|took|takes?|course|other|next|first|last|past)"
    r"(?: (?:about|only|just|the|another|a))*\s*$"
)
_GOES_ON = re.compile(r"\s*(?:course|supply|at a time|each|a (?:day|week|month)|of\b|worth|per\b)")
_NTH_DAY = re.compile(r"(?:st|nd|rd|th)?\s+day\b")
_AND_A_HALF = re.compile(r"\b(?P<whole>an?|one|two|three|four|five|six|\d+) (?P<unit>\w+) and $")
_WHOLE = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
REMAINS = re.compile(r"[\w ]{0,24}\b(?:to go|left|remain\w*|still to)\b")
_AGAIN = re.compile(r"\b(?:again|another|one more|also|too|this time|fell|had|now|since)\b")


def _is_since_or_until(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether a length of time is that between today and a day on record: "nine days off"."""
    unit = (amount.unit or "").removesuffix("s")
    before, after = sentence.plain[: amount.start], sentence.plain[amount.end :]
    if unit not in _DAYS_OF or _HOW_LONG.search(before) or _GOES_ON.match(after):
        return False
    days = [s.dated for s in sentence.facts if s.dated] + [
        d.date.first for s in sentence.facts for d in s.reading.dates
    ]
    days += [d.date.first for d in sentence.reading.dates if d.date.precision == "day"]
    wanted, slack = float(amount.value) * _DAYS_OF[unit], _SLACK_OF[unit]
    return any(abs(abs((day - sentence.day).days) - wanted) <= slack for day in days if day != sentence.day)


def _is_nth_day(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "the eighth day" counts from a day on record."""
    if not _NTH_DAY.match(sentence.plain, amount.end):
        return False
    days = {(sentence.day - source.dated).days for source in sentence.facts if source.dated}
    return any(int(amount.value) in {passed, passed + 1} for passed in days)


def _is_and_a_half(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "a litre and a half" is 1.5 litres on record."""
    told = _AND_A_HALF.search(sentence.plain[: amount.start])
    if told is None or amount.value != Decimal("0.5"):
        return False
    number = told["whole"]
    value = Decimal(_WHOLE.get(number, 0) or int(number)) + Decimal("0.5")
    unit = canonical_unit(told["unit"])
    return any(a.value == value and a.unit == unit for s in sentence.sources for a in s.reading.amounts)


def _is_one_more(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "three falls" are the two on record and one of today."""
    if amount.unit not in {None, "times"} or amount.value < 2:
        return False
    words = stance.content(sentence.plain)
    things = particulars(words).keys() | (words - stance.GENERIC)
    counted = [
        a.value
        for fact in sentence.facts
        if things & (fact.particulars | fact.carrying)
        for a in fact.reading.amounts
        if a.unit in {None, "times"}
    ]
    more = [turn for turn in sentence.turns if _AGAIN.search(turn.plain)]
    return bool(more) and any(count + 1 == amount.value for count in counted)


def _counts_rows(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "two entries" are no more than there are."""
    if not re.match(
        r"\s+(?:\w+ )?(?:entries|notes|lines|places|sources|statements|records|facts|items|amounts|versions|answers)\b",
        sentence.plain[amount.end :],
    ):
        return False
    return 2 <= amount.value <= len(sentence.facts)


def _stands_unread(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether a bare number stands in the person's words, though it counts nothing named: "five of them"."""
    if amount.unit is not None:
        return False
    spoken = [source for source in sentence.sources if source.origin in {Origin.TURN, Origin.QUOTATION}]
    return any(a.value == amount.value for turn in spoken for a in turn.reading.every_amount)


def _is_remaining(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether so long is left of what was to last, counted from its day."""
    unit = (amount.unit or "").removesuffix("s")
    if unit not in _DAYS_OF or not REMAINS.match(sentence.plain, amount.end):
        return False
    for fact in sentence.facts:
        for value, of in fact.reading.spans_of_time if fact.dated else ():
            passed = (sentence.day - (fact.dated or sentence.day)).days
            left = float(value) * _DAYS_OF.get(of.removesuffix("s"), 0) - passed
            if abs(left - float(amount.value) * _DAYS_OF[unit]) <= max(1, _SLACK_OF[unit]):
                return True
    return False


DERIVED: tuple[Callable[[Sentence, Quantity], bool], ...] = (
    _is_since_or_until,
    _is_nth_day,
    _is_remaining,
    _is_and_a_half,
    _is_one_more,
    _counts_rows,
    _stands_unread,
)
