"""What must not be turned round: a denial, an allergy, a side, a bound, an order in time, who may instruct."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.engines.local.lexicon import find_terms
from advocate.grounding import stance
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source, names, retold
from memory.numbers import Quantity
from memory.recollection import Slot

_OF_THE_PERSON = re.compile(r"\b(?:you|your) (?:\w+ )?(?:said|told|wrote|mentioned|reported|asked)|\((?:you|patient)\b")
_OPEN = re.compile(r"\b(?:if|whether|in case|ask|asked|unless|how)\b")
_SAFE = re.compile(r"\b(?:safe|fine|okay|ok|harmless|no problem)\b")
_BOUND = re.compile(r"\b(?:threshold|limit|cut-?off|bound)\b")
_READ = re.compile(r"\b(?:was|is|measured|read|came back|of)\s+$")
_FROM_TO = re.compile(r"\bfrom\b(?P<from>.{1,60}?)\bto\b(?P<to>.{1,60})")
_UP = re.compile(r"\b(?:ros\w|rais\w+|increas\w+|went up|climb\w+|put up|higher|up)\b")
_DOWN = re.compile(r"\b(?:fell|fall\w*|dropp\w+|decreas\w+|lower\w*|reduc\w+|went down|declin\w+|down|improv\w+)\b")
_YOU = re.compile(
    r"\byou(?:'re|'ve)?(?: are| were| have)? (?:\w+ )?(?:tak\w+|took|on|us\w+|have|had|been)\b|\byour (?!record)"
)
_INSTRUCTS = re.compile(
    r"^\W*(?:so |then |please |now |today |tonight )*(?:you (?:should|must|need to|can|may) )?(?:just )?"
    r"(?:stop|start|skip|take|increase|decrease|reduce|lower|raise|hold|resume|restart|continue)\b(?! (?:by|with)\b)"
)
_DOSED_THING = re.compile(r"\b(?:doses?|tablets?|pills?)\b")


def bounds(sentence: Sentence) -> Iterator[Missing]:
    """A threshold keeps its direction, and is no reading."""
    for amount in sentence.reading.amounts:
        way = stance.direction(sentence.reading.text, amount.start)
        ways = _ways(amount, sentence.holders(amount))
        if (way and ways and not ways & {way, ""}) or (not way and ways and _reads(sentence, amount, ways)):
            yield Missing(amount.text, "a threshold turned round")


def _ways(amount: Quantity, holders: list[Source]) -> set[str]:
    return {
        stance.direction(source.reading.text, like.start) for source in holders for like in source.amounts_like(amount)
    }


def _reads(sentence: Sentence, amount: Quantity, ways: set[str]) -> bool:
    """Tell whether a bound is told as a reading ("your pulse was 55"), or a reading as a bound."""
    if _BOUND.search(sentence.plain):
        return ways == {""}
    return "" not in ways and _READ.search(sentence.plain[: amount.start]) is not None


def moments(sentence: Sentence) -> Iterator[Missing]:
    """A value of the past is not told as present, nor one that is only planned."""
    if not stance.PRESENT.search(sentence.plain):
        return
    for amount in sentence.reading.amounts:
        slots = {source.slot for source in sentence.holders(amount)}
        if slots == {Slot.HISTORY} and not stance.PAST.search(sentence.plain):
            yield Missing(amount.text, "a value that is no longer current")
        if slots == {Slot.PLANNED} and not stance.COMING.search(sentence.plain):
            yield Missing(amount.text, "a value that is only planned")


def order(sentence: Sentence) -> Iterator[Missing]:
    """ "From 25 mg to 50 mg" goes the way that time went, and "rose" goes up."""
    change = _FROM_TO.search(sentence.plain)
    if change is None:
        return
    first = [a for a in sentence.reading.amounts if change.start("from") <= a.start < change.end("from")]
    last = [a for a in sentence.reading.amounts if change.start("to") <= a.start < change.end("to")]
    if not first or not last:
        return
    words = f"{first[0].text} to {last[0].text}"
    rises, falls = _UP.search(sentence.plain), _DOWN.search(sentence.plain)
    if (rises and not falls and first[0].value > last[0].value) or (
        falls and not rises and first[0].value < last[0].value
    ):
        yield Missing(words, "a change in the other direction")
    elif _went_backwards(sentence.holders(first[0]), sentence.holders(last[0])):
        yield Missing(words, "a change told backwards")


def _went_backwards(before: list[Source], after: list[Source]) -> bool:
    """True where every source of the first value is a fact of a later day than every source of the second."""
    days = [[source.dated for source in sources] for sources in (before, after)]
    first, second = ([day for day in listed if day is not None] for listed in days)
    whole = len(first) == len(before) and len(second) == len(after)
    return whole and bool(first and second) and min(first) > max(second)


def sides(sentence: Sentence) -> Iterator[Missing]:
    """Left stays left."""
    for side in stance.sided(sentence.reading.text):
        if not any(side in source.sides for source in sentence.sources):
            yield Missing(side, "a side that stands nowhere")


def allergies(sentence: Sentence) -> Iterator[Missing]:
    """An allergy is neither denied nor made up; what a person denies today does not overrule what is recorded."""
    if _OPEN.search(sentence.plain):
        return
    recorded = {what for source in sentence.facts for what, denied in source.allergies if not denied}
    for thing, denied in sorted(stance.allergies(sentence.reading.text)):
        holders = [source for source in sentence.sources if (thing, denied) in source.allergies]
        sentence.use(holders)
        by_the_person = _OF_THE_PERSON.search(sentence.plain) or any(h.origin is Origin.FACT for h in holders)
        overruled = denied and bool(recorded) and thing in {*recorded, stance.EVERY} and not by_the_person
        if not holders or overruled:
            yield Missing(thing, "an allergy turned round or made up")
    for drug in sentence.reading.drugs:
        if stance.plain(drug.name) in recorded and _SAFE.search(sentence.plain):
            yield Missing(sentence.words(drug), "called safe against a recorded allergy")


def taken(sentence: Sentence) -> Iterator[Missing]:
    """What is taken is not told as not taken, nor the other way."""
    if _OPEN.search(sentence.plain):
        return
    past = stance.PAST.search(sentence.plain) is not None
    for drug, is_taken in sorted(stance.taken(sentence.reading.text)):
        told = [s for s in sentence.sources if past or s.slot is not Slot.HISTORY]
        if {view for source in told for of, view in source.taken if names(drug, {of})} == {not is_taken}:
            yield Missing(drug, "taken and not taken turned round")


def denials(sentence: Sentence) -> Iterator[Missing]:
    """A clause that says again what a fact or a turn says does not turn its sense."""
    for clause in stance.clauses(sentence.reading.text):
        words, denied = stance.content(clause), stance.is_denied(clause)
        senses = {
            source_denies
            for source in sentence.sources
            if source.origin is not Origin.ALLOWED
            for other, source_denies in source.clauses
            if retold(other, words)
        }
        if senses == {not denied} and not _OPEN.search(clause):
            yield Missing(clause.strip(), "the opposite of what was said")


def persons(sentence: Sentence) -> Iterator[Missing]:
    """What was told of a relative is not told of "you"."""
    if not _YOU.search(sentence.plain) or find_terms(sentence.reading.text, "relation"):
        return
    for amount in sentence.reading.amounts:
        holders = sentence.holders(amount)
        if holders and all(source.of_another for source in holders):
            yield Missing(amount.text, "told of another person")
    for drug in sentence.reading.drugs:
        holders = sentence.about(stance.plain(drug.name))
        if holders and all(source.of_another for source in holders):
            yield Missing(sentence.words(drug), "told of another person")


def instructions(sentence: Sentence) -> Iterator[Missing]:
    """Prepare, never prescribe: an instruction about a drug or a dose is one that somebody gave."""
    if not _INSTRUCTS.search(sentence.plain) or stance.is_denied(sentence.plain):
        return
    about_a_drug = sentence.reading.drugs or _DOSED_THING.search(sentence.plain)
    if about_a_drug and not any(sentence.retells(source) for source in sentence.sources):
        yield Missing(sentence.reading.text, "an instruction that stands nowhere")


TURNING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    bounds,
    moments,
    order,
    sides,
    allergies,
    taken,
    denials,
    persons,
    instructions,
)
