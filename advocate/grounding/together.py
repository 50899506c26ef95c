"""What stands together in the record stays together: a pair of numbers, a dose and its moment, a visit and its hour."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from advocate.grounding import stance
from advocate.grounding.claims import TIME
from advocate.grounding.days import DAYS, Dated, matches
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source
from memory.numbers import Quantity, quantities

_OVER = re.compile(r"[ ]*(?:/|over|sobre)[ ]*", re.IGNORECASE)
_PART_END = re.compile(r"[;,\n]|\b(?:and|or|then|plus|y|o|luego|followed by)\b(?=[^;,\n]*?\d)", re.IGNORECASE)
_THEN = re.compile(r"\b(?:then|followed by|after that|later|luego|despues)\b")
_MOMENTS = {
    "morning": r"mornings?|breakfast|manana|desayuno|on waking",
    "noon": r"noon|midday|lunch\w*|mediodia|almuerzo",
    "afternoon": r"afternoons?|tarde",
    "evening": r"evenings?|dinner|supper|cena",
    "night": r"nights?|bedtime|before bed|noche|acostarse",
    "day": r"(?:an?|one|per|each) day|dia|(?:24|twenty[- ]four) hours",
    "weekday": r"weekdays?|(?:through|during) the week|monday to friday",
    "week": r"(?:an?|one|per|each) week|semana",
    "month": r"(?:an?|one|per|each) month|mes",
    **{name: rf"{name}s?" for name in "monday tuesday wednesday thursday friday saturday sunday".split()},
    "other": r"(?:all |the |on )*other days|(?:the )?rest of the week|demas dias",
    "weekend": r"weekends?",
}
_MOMENT = re.compile("|".join(rf"\b(?P<{name}>{words})\b" for name, words in _MOMENTS.items()))
_PARTS_OF_DAY = frozenset({"morning", "noon", "afternoon", "evening", "night"})
_PERIODS = frozenset({"day", "week", "month"})
_RATES = _PERIODS | {"weekend", "weekday"}
_LATE = frozenset({"evening", "night"})
_GREETING = re.compile(r"\b(?:good (?:morning|afternoon|evening|night)|(?:this|tomorrow|last|yesterday) \w+|tonight)\b")
_WITH_A_COUNT = re.compile(
    r"\b(?P<count>half an?|half of an?|one|an?|two|three|four|1|2|3|4|½) (?:\d+(?:\.\d+)? ?(?:mg|mcg|milligrams?"
    r"|micrograms?) )?"
    r"(?:\w+ )?(?P<form>tablet|pill|capsule|puff|drop)s?\b"
)
_UPPER = re.compile(
    r"\b(?:(?P<upper>upper|top|systolic|sistolica)|(?P<lower>lower|bottom|diastolic|diastolica))(?= (?:number"
    r"|blood|value|pressure|one|reading)|\b)"
)
_WHERE = re.compile(r"\b(?:(?:in|at|on) (?:the|your|her|his) |at (?=home\b|work\b|school\b))(?P<where>[a-z]{4,})\b")
_NO_PLACE = frozenset(
    "morning afternoon evening night past meantime future beginning middle record list case same first second"
    " last other"
    " summer winter spring fall autumn week month year weekend dose phone file body long short right left"
    " system level".split()
)
_BEFORE = re.compile(r"\b(?P<way>before|after) (?:the |an? |your |each |every |any )?(?P<what>[a-z]{4,})\b")
_HALVES = re.compile(r"\bhalf\b|½|\bmedia\b|0\.5 tab")


def clocks(sentence: Sentence) -> Iterator[Missing]:
    """A time by the clock stands somewhere."""
    for clock in sentence.reading.clocks:
        holders = [s for s in sentence.sources if any(clock.minutes & held.likely for held in s.reading.clocks)]
        sentence.use(holders)
        words = stance.content(sentence.reading.clause_around(clock.start))
        near = [source for source in sentence.touched(words) if source.reading.clocks]
        if near and not any(source in near or source.tag is None for source in holders):
            holders = []
        if not holders:
            yield Missing(sentence.reading.text[clock.start : clock.end], "a time of day that stands nowhere")


def pairs(sentence: Sentence) -> Iterator[Missing]:
    """The two numbers of a blood pressure are those of one reading."""
    for one, other in _pairs(sentence.reading.text, sentence.reading.amounts):
        told = (one.value, other.value)
        held = [
            source
            for source in sentence.sources
            if any((a.value, b.value) == told for a, b in _pairs(source.reading.text, source.reading.amounts))
        ]
        if not held:
            yield Missing(f"{one.text} {other.text}", "two numbers that do not stand together")


def _pairs(text: str, amounts: Sequence[Quantity]) -> list[tuple[Quantity, Quantity]]:
    beside = [(one, other) for one, other in pairwise(amounts) if _OVER.fullmatch(text, one.end, other.start)]
    return [(one, other) for one, other in beside if other.unit in {None, one.unit, "mmHg"}]


def swapped(sentence: Sentence) -> Iterator[Missing]:
    """Of a regimen in parts, each amount keeps its own moment: "1000 mg with breakfast", "5 pounds in a week"."""
    for amount in sentence.reading.amounts:
        ours = _moments_of(amount, sentence.reading.text, sentence.reading.amounts)
        verdicts = {_is_swapped(amount, ours, source) for source in sentence.holders(amount)} if ours else set()
        if verdicts == {True}:
            yield Missing(amount.text, "an amount of another moment")


def _is_swapped(amount: Quantity, ours: frozenset[str], source: Source) -> bool:
    """Tell whether a source gives the amount other moments than ours, and ours to another amount."""
    if source.origin is Origin.ALLOWED:
        return False
    like = source.amounts_like(amount)
    rest = [a for a in source.reading.amounts if a not in like]
    own = _moments_in(like, source)
    theirs = _moments_in(rest, source) - own
    if not own or ours & own:
        return False
    return bool(ours & theirs) or bool(ours & _PERIODS and own & _RATES)


def _moments_in(amounts: Sequence[Quantity], source: Source) -> frozenset[str]:
    text = source.reading.text.split("\n")[0] if source.origin is Origin.FACT else source.reading.text
    found = [_moments_of(a, text, source.reading.amounts) for a in amounts if a.start < len(text)]
    return frozenset(moment for each in found for moment in each)


def _moments_of(amount: Quantity, text: str, amounts: Sequence[Quantity]) -> frozenset[str]:
    """The moments named in the part of a text that belongs to the amount."""
    plain = stance.plain(text)
    stops = [m.start() for m in _PART_END.finditer(plain) if not amount.start <= m.start() < amount.end]
    first = max((stop for stop in stops if stop < amount.start), default=0)
    last = min((stop for stop in stops if stop >= amount.end), default=len(text))
    last = min([last, *(a.start for a in amounts if a.start >= amount.end and a.unit == amount.unit)])
    return moments(plain[first:last])


def moments(plain: str) -> frozenset[str]:
    """Return the moments that a text names, whatever the words: "breakfast" is in the morning."""
    return frozenset(match.lastgroup for match in _MOMENT.finditer(plain) if match.lastgroup)


def in_order(sentence: Sentence) -> Iterator[Missing]:
    """What is taken first and what then is not turned round."""
    ours = _steps(sentence.plain, sentence.reading.amounts)
    for source in sentence.facts if len(ours) > 1 else ():
        theirs = _steps(source.plain_fact, source.reading.amounts)
        if len(theirs) > 1 and {*ours} <= {*theirs} and not _follows(ours, theirs):
            yield Missing(sentence.reading.text, "an order turned round")


def _steps(plain: str, amounts: Sequence[Quantity]) -> list[Decimal]:
    """The amounts of a regimen in steps, in their order: "40 mg for 5 days, then 20 mg"."""
    first = next((a.unit for a in amounts if a.unit and a.unit not in TIME), None)
    return (
        [a.value for a in amounts if a.unit == first and a.start < len(plain)] if first and _THEN.search(plain) else []
    )


def _follows(ours: Sequence[Decimal], theirs: Sequence[Decimal]) -> bool:
    rest = iter(theirs)
    return all(value in rest for value in ours)


def before_and_after(sentence: Sentence) -> Iterator[Missing]:
    """Before a meal or a procedure is not after it."""
    for told in _BEFORE.finditer(sentence.plain):
        ways = {m["way"] for s in sentence.sources for m in _BEFORE.finditer(s.plain) if m["what"] == told["what"]}
        if ways and told["way"] not in ways:
            yield Missing(told[0], "before and after turned round")


def parts_of_day(sentence: Sentence) -> Iterator[Missing]:
    """What is taken or felt at some part of the day is not told of another."""
    plain = _GREETING.sub(" ", sentence.plain)
    ours = moments(plain) & _PARTS_OF_DAY
    if not ours or sentence.is_advice:
        return
    words = stance.content(_MOMENT.sub(" ", sentence.plain))
    near = [s for s in sentence.touched(words) if moments(s.plain) & _PARTS_OF_DAY]
    held = {moment for source in near for moment in moments(source.plain)}
    held |= {moment for source in sentence.turns for moment in moments(source.plain)}
    held |= _LATE if held & _LATE else set()
    if "morning" in ours and ours & _LATE and any("twice daily" in s.frequencies for s in sentence.sources):
        return  # that is what twice a day means
    everywhere = {moment for source in sentence.sources for moment in moments(source.plain)}
    told = {moment for statement in sentence.told for moment in moments(_GREETING.sub(" ", statement.plain))}
    for moment in (
        sorted(ours - held) if near else sorted((ours & told) - everywhere) if not sentence.reading.clocks else ()
    ):
        yield Missing(moment, "another part of the day")


def weekdays(sentence: Sentence) -> Iterator[Missing]:
    """ "On Tuesdays" is said of something."""
    if not sentence.reading.habits:
        return
    named = {held.date.first.weekday() for s in sentence.sources for held in s.dates if _told(held, sentence)}
    for day in sorted(sentence.reading.habits):
        touched = sentence.touched(frozenset(word for word in sentence.content if word not in DAYS))
        of = [*touched, *(fact for fact in sentence.facts if fact.subjects & sentence.reading.subject_names)]
        of = [fact for fact in of if fact.weekdays]
        if DAYS[day] not in named and not any(day in source.weekdays for source in of or sentence.sources):
            yield Missing(day, "a day of the week that stands nowhere")


def _told(held: Dated, sentence: Sentence) -> bool:
    """Tell whether a day is one that the sentence names by its date."""
    return held.date.precision == "day" and any(matches(dated, held) for dated in sentence.reading.dates)


def tablets(sentence: Sentence) -> Iterator[Missing]:
    """Half a tablet is not one."""
    for told in _WITH_A_COUNT.finditer(sentence.plain):
        halved = _HALVES.search(told["count"]) is not None
        about = [
            s
            for s in sentence.facts
            if told["form"][:3] in s.reading.text and s.subjects & sentence.reading.subject_names
        ]
        if about and all((_HALVES.search(s.plain) is not None) is not halved for s in about):
            yield Missing(told[0], "another number of tablets")
            continue
        ours = {a.value for a in quantities(f"{told['count']} {told['form']}")}
        held = [{a.value for a in s.reading.amounts if a.unit == told["form"]} for s in about]
        if ours and about and all(held) and not any(ours & each for each in held):
            yield Missing(told[0], "another number of tablets")


def upper_and_lower(sentence: Sentence) -> Iterator[Missing]:
    """The upper number of a blood pressure is not the lower one."""
    for amount in sentence.reading.amounts:
        ours = _numbers_named(stance.plain(sentence.reading.clause_around(amount.start)))
        held = [_numbers_named(s.plain_fact) for s in sentence.holders(amount) if s.tag is not None]
        if ours and any(held) and not any(ours & each for each in held):
            yield Missing(amount.text, "upper and lower turned round")


def _numbers_named(plain: str) -> set[str]:
    return {match.lastgroup for match in _UPPER.finditer(plain) if match.lastgroup}


def places(sentence: Sentence) -> Iterator[Missing]:
    """Where something happened is where it was told to."""
    ours = {match["where"] for match in _WHERE.finditer(sentence.plain)} - _NO_PLACE
    if not ours or sentence.is_advice:
        return
    told = {match["where"] for s in sentence.touched(sentence.content) for match in _WHERE.finditer(s.plain_fact)}
    for place in sorted(ours - told if told - _NO_PLACE else ()):
        if not any(re.search(rf"\b{place}", source.plain) for source in sentence.sources):
            yield Missing(place, "a place that stands nowhere")


TOGETHER: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    clocks,
    pairs,
    swapped,
    in_order,
    before_and_after,
    parts_of_day,
    weekdays,
    tablets,
    upper_and_lower,
    places,
)
