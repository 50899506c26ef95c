"""A trend is told as it was computed: which way, how often in a row, from when, the latest, the gaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from advocate.engines.local.lexicon import find_terms
from advocate.grounding import stance
from advocate.grounding.readings import BETTER_HIGH, BETTER_LOW
from advocate.grounding.sentence import Missing, Sentence
from advocate.trends import Series, Values, way
from memory.numbers import quantities
from memory.vocabulary import Tag

_THAN = r"than (?:before|last|in|on|at|it was|a|the (?:last|one|first|time))"
_UP = re.compile(
    r"\b(?:ris(?:es?|en|ing)|rose|go(?:es|ing|ne)? up|went up|climb(?:s|ed|ing)?|increas(?:es?|ed|ing)|upward"
    rf"|creep\w* up|crept up|higher {_THAN}|gain\w* (?=weight|(?:\w+ )?(?:pounds|kilo\w*|lbs?|kg))"
    r"|sub(?:io|iendo|ido)|aument(?:o|ado|ando))\b"
)
_DOWN = re.compile(
    r"\b(?:fall(?:s|en|ing)?|fell|go(?:es|ing|ne)? down|went down|c[ao]m(?:e|es|ing) down|dropp(?:ed|ing)"
    r"|decreas(?:es?|ed|ing)"
    rf"|declin(?:es?|ed|ing)|lower {_THAN}|downward|lost (?=weight|(?:\w+ )?(?:pounds|kilo\w*|lbs?|kg))"
    r"|baj(?:o|ado|ando)|disminu(?:yo|ido|yendo))\b"
)
_LEVEL = re.compile(
    r"\b(?:stable|steady|unchanged|level|flat|(?:stayed|remained|been) the same|(?:holding|held|hold|stayed"
    r"|staying) (?:up|well|steady|firm)|estable|igual)\b"
)
_EACH = re.compile(
    r"\b(?:(?:with|at|in) (?:each|every) \w+|every (?:day|week|month|reading|test|check)|each time|every time"
    r"|steadily|both times|continuously|consistently"
    r"|cada vez)\b"
)
_RUN = re.compile(
    r"\b(?P<nth>second|third|fourth|fifth|sixth|seventh)\b[^.;]{0,30}\b(?:in a row|running|straight|in succession)\b"
    r"|\b(?P<times>once|twice|(?:\w+) times)\b[^.;]{0,12}\b(?:in a row|running|straight|in succession)\b"
)
_OF_READINGS = re.compile(r"\b(?:readings?|results?|values?|numbers?|measurements?)\b")
_GOING = re.compile(
    r"\b(?:is|are|has been|have been|keeps?|still|now|esta|ha estado)\b[^.;]{0,20}"
    r"\b(?:\w+ing|up|down|higher|lower|stable|steady|\w+ndo)\b"
)
_TIMES = {"once": 1, "twice": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
_FACTOR = re.compile(r"\b(?P<up>doubl\w+|duplic\w+)|(?P<three>tripl\w+)|(?P<down>halv\w+)\b")
_LAST = re.compile(
    r"\b(?:latest|last|most recent|newest|ultim[oa]|current(?:ly)?|now|at present|at the moment|ahora)\b"
)
_IS = re.compile(r"\b(?:is|weighs?|pesa|es)\b")
_LAST_OF_TIME = re.compile(r"\blast (?:week|month|year|time|but one|night|spring|summer|fall|autumn|winter)\b")
_FIRST = re.compile(r"\b(?:first|earliest|oldest|primer[oa]?)\b")
_HIGHEST = re.compile(r"\b(?:highest|peak|maximum)\b")
_LOWEST = re.compile(r"\b(?:lowest|minimum)\b")
_NONE_BETWEEN = re.compile(r"\bno (?:\w+ )?(?:readings?|values?|results?|measurements?|numbers?)\b[^.;]*\bbetween\b")
_FROM_TO_TO = re.compile(r"\bfrom\b.*\bto\b.*\bto\b")
_CHANGE_OF_DOSE = re.compile(r"\b(?:dose|dosage|put (?:it|your|the)|raised by|tablet)\b")


def trends(sentence: Sentence) -> Iterator[Missing]:
    """ "Rising", "the third rise in a row", "stable" and "doubled" are what the readings did."""
    if stance.hedged(sentence.plain) or _CHANGE_OF_DOSE.search(sentence.plain):
        return
    for clause in stance.spans(sentence.plain):
        for pattern, direction in ((_UP, 1), (_DOWN, -1), (_LEVEL, 0), *_judged(sentence, clause)):
            told = pattern.search(clause)
            if told is None or stance.is_denied(clause[: told.start()]) or _said(sentence, told[0]):
                continue
            of = _meant(sentence)
            if of is not None and not any(_went(series, direction, sentence, clause) for series in of):
                yield Missing(told[0], "a trend that the readings do not show")


def _judged(sentence: Sentence, clause: str) -> list[tuple[re.Pattern[str], int]]:
    """Which way "improved" and "worse" mean, of a measure that is better high or better low."""
    of = {series.measure.lower() for series in _meant(sentence) or ()}
    for names, better in ((BETTER_HIGH, 1), (BETTER_LOW, -1)):
        if of and of <= names:
            return [(_BETTER, better), (_WORSE, -better)]
    return []


_SINCE = re.compile(r"\b(?:since|desde)\b")
_BETTER = re.compile(r"\b(?:improv\w+|better|recover\w+)\b")
_WORSE = re.compile(r"\b(?:worse\w*|deteriorat\w+)\b")


def _meant(sentence: Sentence) -> list[Series] | None:
    """The series that the sentence may be about; None where it speaks of no measure."""
    named = {mark.name for mark in sentence.reading.measures}
    if named:
        return [series for series in sentence.series if _names(series) & named]
    if len(sentence.plain.split()) <= 3:
        return list(sentence.series)
    units = {series.unit for series in sentence.series}
    others = [a for a in sentence.reading.amounts if a.unit and a.unit not in {*units, "times"}]
    if sentence.reading.drugs or not sentence.series or others:
        return None
    speaks_of_it = re.search(
        r"\b(?:it|they|that|readings?|values?|numbers?|you (?:lost|gained))\b|^\W*\w+io\b", sentence.plain
    )
    return list(sentence.series) if speaks_of_it else None


def _names(series: Series) -> set[str]:
    return {series.measure, *(term.name for term in find_terms(series.facts[0].text, "lab", "vital"))}


def _said(sentence: Sentence, word: str) -> bool:
    """Tell whether someone used the word: the person's own "it went up", an instruction "if it rises"."""
    named = sentence.reading.subject_names
    told = [*sentence.turns, *(fact for fact in sentence.facts if named & fact.subjects)]
    return any(word in source.plain for source in told if not source.asked)


def _went(series: Series, direction: int, sentence: Sentence, clause: str) -> bool:
    points = _window(series, sentence, clause)
    moves = [way(one, other) for one, other in pairwise(points)]
    if run := _RUN.search(clause):
        moves = list(series.moves)
        count = _count(run)
        return (
            len(moves) >= count and moves[-count:] == [direction] * count and moves[-count - 1 : -count] != [direction]
        )
    if len(points) < 2 and (len(series.values) < 2 or _SINCE.search(clause)):
        return False
    if direction == 0:
        return len(set(points)) == 1 and len(points) > 1
    if _EACH.search(clause):
        return bool(moves) and set(moves) == {direction}
    if _GOING.search(clause):
        return bool(moves) and way(points[0], points[-1]) == direction and moves[-1] == direction
    return direction in (moves or series.moves)


def _window(series: Series, sentence: Sentence, clause: str) -> Sequence[Values]:
    """The readings that are spoken of: from one told value to the other, since a day, or all."""
    told = {amount.value for amount in sentence.reading.amounts}
    at = [n for n, values in enumerate(series.values) if values[0] in told]
    if len(at) == 2 and re.search(r"\b(?:from|de)\b", clause):
        return [series.values[n] for n in at]
    for dated in sentence.reading.dates:
        if re.search(r"\b(?:since|desde)\b", sentence.plain[max(0, dated.start - 8) : dated.end]):
            both = list(zip(series.values, series.facts, strict=True))
            since = [v for v, f in both if f.date and f.date.last >= dated.date.first]
            before = [v for v, f in both if f.date and f.date.last < dated.date.first]
            begins_there = any(f.date and dated.date.first <= f.date.first <= dated.date.last for _, f in both)
            return since if begins_there else [*before[-1:], *since]
    return series.values


def _count(run: re.Match[str]) -> int:
    if run["nth"]:
        return _TIMES[run["nth"]]
    said = run["times"]
    if said in _TIMES:
        return _TIMES[said]
    found = quantities(said)
    return int(found[0].value) if found else 0


def runs(sentence: Sentence) -> Iterator[Missing]:
    """ "In a row" counts what happened, whatever is asked about it."""
    for run in _RUN.finditer(sentence.plain):
        count = _count(run)
        of = _meant(sentence) or list(sentence.series)
        runs_of = {series.run + (1 if _OF_READINGS.search(run[0]) else 0) for series in of}
        if count not in runs_of and not _said(sentence, run[0]):
            yield Missing(run[0], "a count that the readings do not show")


def factors(sentence: Sentence) -> Iterator[Missing]:
    """ "Doubled" is about twice."""
    told = _FACTOR.search(sentence.plain)
    if told is None or stance.hedged(sentence.plain) or _said(sentence, told[0]) or "dose" in sentence.plain:
        return
    factor = Decimal(2 if told["up"] else 3 if told["three"] else 0.5)
    if sentence.reading.drugs:
        if not any(_times(doses, factor) for doses in _doses(sentence)):
            yield Missing(told[0], "a change that the record does not show")
        return
    of = _meant(sentence)
    if of is not None and not any(
        abs(other[0] / one[0] - factor) <= factor / 10
        for series in of
        for n, one in enumerate(series.values)
        for other in series.values[n + 1 :]
        if one[0]
    ):
        yield Missing(told[0], "a trend that the readings do not show")


def _doses(sentence: Sentence) -> Iterator[list[Decimal]]:
    """The recorded doses of each drug that is named, oldest first."""
    for name in sentence.reading.subject_names:
        dated = [
            (fact.dated, a.value) for fact in sentence.facts for a in fact.reading.amounts if name in fact.subjects
        ]
        yield [value for day, value in sorted(((day, value) for day, value in dated if day), key=lambda each: each[0])]


def _times(values: Sequence[Decimal], factor: Decimal) -> bool:
    return any(abs(b / a - factor) <= factor / 10 for n, a in enumerate(values) for b in values[n + 1 :] if a)


def ends(sentence: Sentence) -> Iterator[Missing]:
    """The latest reading is the latest, the highest the highest; so is what is told as now."""
    for clause, start in stance.spans_at(sentence.plain):
        amounts = [a for a in sentence.reading.amounts if start <= a.start < start + len(clause)]
        told = tuple(amount.value for amount in amounts)
        told_now = _IS.search(clause) and not sentence.reading.dates and not stance.PAST.search(clause)
        wanted = [
            series.values[-1] if told_now else _wanted(series, clause)
            for series in sentence.series
            if told in series.values
        ]
        if wanted and all(values not in {None, told} for values in wanted):
            yield Missing(amounts[0].text, "another reading than that")


def sequence(sentence: Sentence) -> Iterator[Missing]:
    """ "From 31 to 38 to 52" is told as it went."""
    told = [amount.value for amount in sentence.reading.amounts if amount.unit != "times"]
    if len(told) < 3 or not _FROM_TO_TO.search(sentence.plain):
        return
    for series in sentence.series:
        values = [each[0] for each in series.values]
        if {*told} <= {*values} and not _follows(told, values):
            yield Missing(sentence.reading.text, "a change told backwards")


def _follows(told: Sequence[Decimal], values: Sequence[Decimal]) -> bool:
    rest = iter(values)
    return all(value in rest for value in told)


def extremes(sentence: Sentence) -> Iterator[Missing]:
    """ "The lowest it has been" is said of the latest, where no value is named."""
    told = _HIGHEST.search(sentence.plain) or _LOWEST.search(sentence.plain)
    if told is None or sentence.reading.amounts or stance.hedged(sentence.plain) or not _IS.search(sentence.plain):
        return
    of = _meant(sentence)
    best = max if _HIGHEST.search(sentence.plain) else min
    if of is not None and not any(series.values[-1] == best(series.values) for series in of):
        yield Missing(told[0], "a trend that the readings do not show")


def _wanted(series: Series, clause: str) -> Values | None:
    if _LAST.search(clause) and not _LAST_OF_TIME.search(clause):
        return series.values[-1]
    if _FIRST.search(clause):
        return series.values[0]
    return max(series.values) if _HIGHEST.search(clause) else min(series.values) if _LOWEST.search(clause) else None


def conditions(sentence: Sentence) -> Iterator[Missing]:
    """ "Call if the weight goes up" is not "if it goes down"."""
    ways = _ways(sentence.plain)
    for source in sentence.facts if len(ways) == 1 else ():
        told = _ways(source.plain) if source.tag is Tag.DIRECTIVE else set()
        if told and not told & ways and any(source.amounts_like(amount) for amount in sentence.reading.amounts):
            yield Missing(sentence.reading.text, "a threshold turned round")


def _ways(plain: str) -> set[int]:
    found = {1 if pattern is _UP else -1 for pattern in (_UP, _DOWN) if pattern.search(plain)}
    found |= {1} if re.search(r"\bgains?\b", plain) else set()
    return found | ({-1} if re.search(r"\b(?:drops?|falls?|loses?)\b", plain) else set())


def gaps(sentence: Sentence) -> Iterator[Missing]:
    """ "No reading between March and July" is so."""
    told = _NONE_BETWEEN.search(sentence.plain)
    dates = [dated for dated in sentence.reading.dates if told and dated.start > told.start()]
    if told is None or len(dates) < 2:
        return
    first, last = dates[0], dates[1]
    inside = [
        fact
        for series in (_meant(sentence) or sentence.series)
        for fact in series.facts
        if fact.date and first.date.last < fact.date.first and fact.date.last < last.date.first
    ]
    if inside:
        yield Missing(told[0], "a gap that is none")


SERIES: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    trends,
    factors,
    ends,
    sequence,
    extremes,
    conditions,
    gaps,
)
