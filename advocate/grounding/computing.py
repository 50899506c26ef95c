"""Numbers that stand nowhere and follow from what does: a count, a difference, a span of time."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from advocate.engines.local.lexicon import systems_of
from advocate.grounding import stance
from advocate.grounding.claims import TIME
from advocate.grounding.sentence import Sentence
from advocate.grounding.sources import Origin, Source, names
from memory.numbers import Quantity
from memory.recollection import Slot
from memory.vocabulary import Tag

_COUNTED = re.compile(
    r"\s+(?P<which>\w+ )?(?P<what>readings?|values?|results?|entries|facts?|rows?|medicines?|medications?|drugs?|pills"
    r"|allerg(?:ies|y)|instructions?|conditions?)\b",
    re.IGNORECASE,
)
_READINGS = frozenset({Tag.LAB, Tag.VITAL})
_TAGS = {
    **dict.fromkeys(("reading", "value", "result"), _READINGS),
    **dict.fromkeys(("medic", "drug", "pill"), frozenset({Tag.MEDICATION})),
    "allerg": frozenset({Tag.ALLERGY}),
    "instruction": frozenset({Tag.DIRECTIVE}),
    "condition": frozenset({Tag.CONDITION}),
}
_SPANS_AFTER = re.compile(
    r"\s*(?:later|earlier|before|after|apart|antes|despues|passed|had passed|with|on (?:it|this)"
    r"|(?:today )?since|from (?:today|now|then)|today|to the day|to go|left|away|ahead|old)\b"
)
_SPANS_BEFORE = re.compile(
    r"\b(?:over|in|within|across|during|after)(?: (?:about|almost|nearly|just|some|the|only))*\s*$"
    r"|\b(?:has|have|had|'ve|been|is|it's)\b[^.;]*\bfor(?: (?:about|almost|nearly|just|some|the|only|over))*\s*$"
)
_DAYS_OF = {"day": 1, "week": 7, "month": 30.4, "year": 365.25}
_SLACK_OF = {"day": 0, "week": 3, "month": 16, "year": 200}
_TO_A_GOAL = re.compile(r"\b(?:goal|target|limit|threshold|line|mark)\b")
_RECENTLY = re.compile(r"\b(?:most recently|last time|since the last|at last)\b")
_DIFFERS_BEFORE = re.compile(
    r"\b(?:by|up|down|lost|gained|added|dropped|fell|rose|climbed|perdio|gano|subio|bajo)(?: (?:about|some|exactly|just"
    r"|unos))?\s*$"
)
_DIFFERS_AFTER = re.compile(
    r"\s*(?:\w+ )?(?:higher|lower|more|less|heavier|lighter|up|down|above|below|away|short of|difference|rise"
    r"|fall|drop|increase|decrease|mas|menos)\b"
)
_ONE_OF_TIME = r"\b(?:an?|one|per|each|every|una?|cada) {}\b"


def _is_a_true_count(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "two readings" counts what is placed and holds: of one kind, of one measure, or for one thing."""
    counted = _COUNTED.match(sentence.reading.text, amount.end)
    if counted is None and amount.unit in {"tablet", "pill", "capsule"}:
        counted = _COUNTED.search(" " + amount.text)
    elif amount.unit is not None:
        return False
    if counted is None:
        return False
    tags = next((tags for noun, tags in _TAGS.items() if counted["what"].lower().startswith(noun)), None)
    rows = [f for f in sentence.facts if f.slot is not Slot.HISTORY and (tags is None or f.tag in tags)]
    rows = [f for f in rows if f.tag is not Tag.MEDICATION or any(view for _, view in f.taken)]
    rows = [f for f in rows if f.tag is not Tag.ALLERGY or any(not denied for _, denied in f.allergies)]
    which = stance.plain(counted["which"] or "").strip()
    of = [f for f in rows if which[:5] in f.plain or _is_for(f, which)] if which else []
    counts = (
        {len(of)}
        if of
        else {len(rows)} | {sum(1 for f in rows if one in f.subjects) for f in rows for one in f.subjects}
    )
    return amount.value in counts


def _is_for(fact: Source, which: str) -> bool:
    return any(which in system for subject in fact.subjects for system in systems_of(subject))


def _is_a_true_span(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "three weeks later" lies between the dates that are named, or those of what is named."""
    unit = (amount.unit or "").removesuffix("s")
    lasts = _SPANS_AFTER.match(sentence.plain, amount.end) or _SPANS_BEFORE.search(sentence.plain[: amount.start])
    if unit not in _DAYS_OF or not lasts:
        return False
    days = [dated.date.first for dated in sentence.reading.dates if dated.date.precision == "day"]
    if len(days) < 2:
        named = [s for name in sentence.reading.subject_names for s in sentence.about(name)]
        named += [s for a in sentence.reading.amounts if a.unit not in TIME for s in sentence.holders(a)]
        named = [s for s in named if s.origin is Origin.FACT] or sentence.touched(sentence.content)
        if not named and len(sentence.series) == 1:
            days += [fact.date.first for fact in sentence.series[0].facts if fact.date]
        alike = frozenset(name for s in named for name in s.subjects)
        named += [s for s in sentence.facts if s.subjects & alike and s.tag in _READINGS]
        days += [s.dated for s in named if s.dated] + [sentence.day]
        days += [
            dated.date.first for turn in sentence.turns for dated in turn.reading.dates if dated.date.precision == "day"
        ]
    wanted, slack = float(amount.value) * _DAYS_OF[unit], _SLACK_OF[unit]
    return any(abs(abs((one - other).days) - wanted) <= slack for one in days for other in days if one != other)


def is_a_true_difference(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "up by 0.2 mg/dL" is the difference of two readings or two doses of one thing."""
    before, after = sentence.plain[: amount.start], sentence.plain[amount.end :]
    if not _DIFFERS_BEFORE.search(before) and not _DIFFERS_AFTER.match(after):
        return False
    subject = sentence.reading.subject_of(amount)
    to_a_goal = _TO_A_GOAL.search(sentence.plain) is not None
    told = [s for s in sentence.sources if s.origin is not Origin.ALLOWED and (to_a_goal or s.tag is not Tag.DIRECTIVE)]
    everything = {name for source in told for name in source.subjects}
    for name in {subject} if subject else everything:
        held = [a for source in told if names(name, source.subjects) for a in source.reading.amounts]
        values = {a.value for a in held if _is_alike(a, amount, to_a_goal or amount.unit is None)}
        if _differ_by(values, amount):
            return True
    of = [series for series in sentence.series if amount.unit in {None, series.unit or None}]
    if any(_differ_by({values[0] for values in series.values}, amount) for series in of):
        return True
    return any(_differ_by({a.value for a in turn.reading.amounts}, amount) for turn in sentence.turns)


def is_no_latest_change(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "most recently it rose by 21" gives another difference than that of the last two readings."""
    if (
        not sentence.series
        or not _RECENTLY.search(sentence.plain)
        or not _DIFFERS_BEFORE.search(sentence.plain[: amount.start])
    ):
        return False
    return not any(_differ_by({each[0] for each in series.values[-2:]}, amount) for series in sentence.series)


def _is_alike(held: Quantity, amount: Quantity, to_a_goal: bool) -> bool:
    """A goal and a blood pressure are often told without their unit."""
    return (held.unit is not None and amount.unit in {None, held.unit}) or (to_a_goal and held.unit is None)


def _is_an_hour(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "on October 8 at 9" is the hour of a visit."""
    if amount.unit is not None or not sentence.plain[: amount.start].endswith((" at ", " a las ")):
        return False
    clocks = [clock for source in sentence.sources for clock in source.reading.clocks]
    hours = {minutes // 60 % 12 for clock in clocks for minutes in clock.minutes if minutes % 60 == 0}
    return amount.value <= 12 and int(amount.value) % 12 in hours


def _differ_by(values: set[Decimal], amount: Quantity) -> bool:
    return any(abs(one - other) == amount.value for one in values for other in values if one != other)


def _is_one_of_time(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "in one day" is "in a day" or "daily"."""
    unit = (amount.unit or "").removesuffix("s")
    if amount.value != 1 or unit not in {"day", "week", "month", "hour", "year", "night"}:
        return False
    wanted = re.compile(_ONE_OF_TIME.format(unit) + rf"|\b(?:{unit}ly|dai{unit[-1]})\b")
    return any(wanted.search(source.plain) for source in sentence.sources)


def _is_a_true_ratio(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "three times what you started on" is the ratio of two doses or two readings."""
    if amount.unit != "times" or not re.match(
        r"\s*(?:what|the|as much|as high|your|that|higher)\b", sentence.plain[amount.end :]
    ):
        return False
    for name in {name for fact in sentence.facts for name in fact.subjects}:
        held = [a for fact in sentence.about(name) for a in fact.reading.amounts if a.unit and a.unit not in TIME]
        if any(a.value == b.value * amount.value for a in held for b in held if a.unit == b.unit and a is not b):
            return True
    return False


def _is_a_product(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "four tablets a day" is one tablet, four times a day."""
    after = sentence.plain[amount.end :]
    if amount.unit not in {"tablet", "pill", "capsule", "puff", None} or not re.match(
        r"[\w ]{0,24}\b(?:a|per) day\b", after
    ):
        return False
    for fact in sentence.facts:
        times = {_TIMES_DAILY.get(often, 0) for often in fact.frequencies}
        each = [a.value for a in fact.reading.amounts if a.unit in {"tablet", "pill", "capsule", "puff"}]
        if any(one * often == amount.value for one in each for often in times):
            return True
    return False


_TIMES_DAILY = {"once daily": 1, "twice daily": 2, "three times daily": 3, "four times daily": 4, "five times daily": 5}


COMPUTED: tuple[Callable[[Sentence, Quantity], bool], ...] = (
    _is_an_hour,
    _is_a_true_span,
    _is_a_true_count,
    is_a_true_difference,
    _is_one_of_time,
    _is_a_true_ratio,
    _is_a_product,
)
