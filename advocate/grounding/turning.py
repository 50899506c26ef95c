"""What must not be turned round: a denial, an allergy, a side, a bound, an order in time, who may instruct."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from advocate.grounding import comparing, stance
from advocate.grounding.claims import TIME
from advocate.grounding.computing import is_a_true_difference
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source, names, retold
from memory.numbers import Quantity
from memory.recollection import Slot
from memory.vocabulary import Tag

_OF_THE_PERSON = re.compile(r"\b(?:you|your) (?:\w+ )?(?:said|told|wrote|mentioned|reported|asked)|\((?:you|patient)\b")
_OPEN = re.compile(r"\b(?:if|whether|in case|ask|asked|unless|how)\b")
_SAFE = re.compile(
    r"\b(?:tolerat\w+|safe|fine|okay|ok|harmless|no problem|sin problema|segur[oa])\b|\b(?:can|may"
    r"|puede) (?:\w+ )?(?:take"
    r"|have|use|get|tomar|usar)\b"
)
_BOUND = re.compile(r"\b(?:threshold|limit|cut-?off|bound|(?:number|value|line) to watch|mark)\b")
_WITHIN = re.compile(r"\b(?:in|within|per|every|for|over) $")
_READ = re.compile(r"\b(?:was|is|measured|read|came back|of|about)\s+$")
_STRICT = re.compile(
    r"\b(?:under|below|less than|lower than|over|above|more than|higher than|exceeds?|exceeding|greater than"
    r"|menos de|mas de"
    r"|por encima de|por debajo de)(?: about)? $"
)
_READ_SO = re.compile(r"\b(?:was|were|went|stayed|rose|fell|came|measured|been|than (?:before|last)|fue|estuvo)\b")
_FROM_TO = re.compile(r"\bfrom\b(?P<from>.{1,60}?)\bto\b(?P<to>.{1,60})")
_UP = re.compile(r"\b(?:ros\w|rais\w+|increas\w+|went up|climb\w+|put up|higher|up)\b")
_DOWN = re.compile(r"\b(?:fell|fall\w*|dropp\w+|decreas\w+|lower\w*|reduc\w+|went down|declin\w+|down|improv\w+)\b")
_SILENT = re.compile(
    r"\bno (?:\w+ ){0,4}(?:readings?|results?|values?|records?|entr(?:y|ies)|limit|threshold|number|note)\b"
    r"|\bon record\b"
    r"|\bnothing (?:on|about)\b|\bi (?:do not|don't) (?:have|see|know|find)\b|\bi have no\b"
)
_OF_THEM = re.compile(r"\b(?:you|he|she|usted)\b")
_IS_SHORT = re.compile(
    r"^\W*(?:you|he|she) (?:do not |don't |does not |doesn't )?\w+(?: (?:now and then|every day|daily|sometimes"
    r"|still))?\W*$"
)
_BARE_SIDE = re.compile(r"\bon the (?P<side>left|right)\b(?! (?:track|side of the (?:page|card)))")
_OVER = re.compile(r"\b(?:used to|formerly|previously|no longer|in the past|ya no)\b")
_WAS = re.compile(r"\b(?:your?|the) (?:\w+ ){0,6}?(?:was|were|had|went|saw|met|visited)\b|\btook place\b|\bfue\b")
_WILL = re.compile(r"\b(?:will|is|are|scheduled|coming|upcoming|planned|ahead|sera|es)\b|'ll\b")


def bounds(sentence: Sentence) -> Iterator[Missing]:
    """A threshold keeps its direction, and is no reading."""
    for amount in sentence.reading.amounts:
        if is_a_true_difference(sentence, amount):
            continue
        if amount.unit in TIME and _WITHIN.search(sentence.plain[: amount.start]):
            continue
        way = stance.direction(sentence.reading.text, amount.start)
        ways = _ways(amount, sentence.holders(amount))
        if way and (_compares(sentence, amount, way) or comparing.is_so(sentence, amount)):
            continue
        if ways == {""} and _sets_a_bound(sentence, amount):
            yield Missing(amount.text, "a reading told as a threshold")
        if (way and ways and not ways & {way, ""}) or (not way and ways and _reads(sentence, amount, ways)):
            yield Missing(amount.text, "a threshold turned round")


def _ways(amount: Quantity, holders: list[Source]) -> set[str]:
    return {
        stance.direction(source.reading.text, like.start) for source in holders for like in source.amounts_like(amount)
    }


def _sets_a_bound(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether a number is told as a bound ("anything above 5.1") and not compared with a reading."""
    if amount.unit in TIME - {"minutes", "hours", "seconds"}:
        return False
    return bool(_STRICT.search(sentence.plain[: amount.start])) and not _READ_SO.search(sentence.plain)


def _compares(sentence: Sentence, amount: Quantity, way: str) -> bool:
    """Tell whether an amount before it is truly below or above it: "a pulse of 58, which is above the 55"."""
    before = [a for a in sentence.reading.amounts if a.end <= amount.start and a.unit == amount.unit]
    return any(a.value < amount.value if way == "below" else a.value > amount.value for a in before)


def _reads(sentence: Sentence, amount: Quantity, ways: set[str]) -> bool:
    """Tell whether a bound is told as a reading ("your pulse was 55"), or a reading as a bound."""
    if bound := _BOUND.search(stance.plain(sentence.reading.clause_around(amount.start))):
        return ways == {""} and not stance.is_denied(sentence.plain[: bound.start()])
    return "" not in ways and _READ.search(sentence.plain[: amount.start]) is not None


def moments(sentence: Sentence) -> Iterator[Missing]:
    """A value of the past is not told as present, one that holds not as past, one that is planned only as coming."""
    for amount in sentence.reading.amounts:
        holders = [source for source in sentence.holders(amount) if source.origin is not Origin.ALLOWED]
        slots = {
            Slot.HISTORY if source.tag is Tag.MEDICATION and source.was(amount) else source.slot for source in holders
        }
        clause = stance.plain(sentence.reading.clause_around(amount.start))
        if slots == {Slot.HISTORY} and _tells_as_present(sentence, clause):
            yield Missing(amount.text, "a value that is no longer current")
        if slots == {Slot.PLANNED} and not stance.COMING.search(sentence.plain):
            yield Missing(amount.text, "a value that is only planned")
        if slots == {Slot.CURRENT} and _OVER.search(clause) and any(s.held for s in sentence.holders(amount)):
            yield Missing(amount.text, "a value that still holds, told as past")


def _tells_as_present(sentence: Sentence, clause: str) -> bool:
    """True where a present tense stands by it, and where nothing tells of a past at all."""
    if stance.PRESENT.search(clause):
        return not stance.PAST.search(clause)
    return not stance.PAST.search(sentence.plain) and not sentence.reading.dates


def moments_of_words(sentence: Sentence) -> Iterator[Missing]:
    """What is no longer so is not told as present, where no number or drug tells it either."""
    for clause in stance.clauses(sentence.reading.text):
        words = stance.content(clause) - stance.GENERIC
        enough = 1 if re.match(r"\W*(?:you|he|she) ", clause) else 2
        if len(words) < enough or not _tells_as_present(sentence, clause) or stance.hedged(clause):
            continue
        telling = [s for s in sentence.sources if s.origin is not Origin.ALLOWED and _tells(s, words)]
        if telling and all(source.slot is Slot.HISTORY for source in telling):
            yield Missing(clause.strip(), "something that is no longer so")


def _tells(source: Source, words: frozenset[str]) -> bool:
    return words <= source.words


def ahead(sentence: Sentence) -> Iterator[Missing]:
    """A visit that lies ahead is not told as past, one that is over not as coming."""
    days = [s.dated for s in sentence.facts if s.tag is Tag.APPOINTMENT and _is_meant(sentence, s)]
    if not days or sentence.asks or any(day is None for day in days):
        return
    lies_ahead = {day > sentence.day for day in days if day is not None}
    if lies_ahead == {True} and _WAS.search(sentence.plain) and not _WILL.search(sentence.plain):
        yield Missing(sentence.reading.text, "told as past though it lies ahead")
    if lies_ahead == {False} and _WILL.search(sentence.plain) and sentence.day not in days:
        yield Missing(sentence.reading.text, "told as coming though it is over")


def _is_meant(sentence: Sentence, source: Source) -> bool:
    """True where the sentence tells of a visit, by its date or by most of its words."""
    by_date = any(source.has_date(dated) for dated in sentence.reading.dates)
    return by_date and bool(source.carrying & sentence.content)


def order(sentence: Sentence) -> Iterator[Missing]:
    """ "From 25 mg to 50 mg" goes the way that time went, and "rose" goes up."""
    change = _FROM_TO.search(sentence.plain)
    if change is None:
        return
    around = sentence.plain[max(0, change.start() - 40) : change.start()]
    first = [a for a in sentence.reading.amounts if change.start("from") <= a.start < change.end("from")]
    last = [a for a in sentence.reading.amounts if change.start("to") <= a.start < change.end("to")]
    if not first or not last:
        return
    words = f"{first[0].text} to {last[0].text}"
    rises, falls = _UP.search(around), _DOWN.search(around)
    if (rises and not falls and first[0].value > last[0].value) or (
        falls and not rises and first[0].value < last[0].value
    ):
        yield Missing(words, "a change in the other direction")
    elif _went_backwards(_recorded(sentence, first[0]), _recorded(sentence, last[0])):
        yield Missing(words, "a change told backwards")


def _recorded(sentence: Sentence, amount: Quantity) -> list[Source]:
    return [source for source in sentence.holders(amount) if source.origin is not Origin.ALLOWED]


def _went_backwards(before: list[Source], after: list[Source]) -> bool:
    """True where every source of the first value is a fact of a later day than every source of the second."""
    days = [[source.dated for source in sources] for sources in (before, after)]
    first, second = ([day for day in listed if day is not None] for listed in days)
    whole = len(first) == len(before) and len(second) == len(after)
    return whole and bool(first and second) and min(first) > max(second)


def sides(sentence: Sentence) -> Iterator[Missing]:
    """Left stays left, of the same thing."""
    words = frozenset(stance.content(stance.without_sides(sentence.plain)))
    named = [fact for fact in sentence.facts if fact.subjects & sentence.reading.subject_names and fact.sides]
    near = named or [source for source in (*sentence.touched(words), *sentence.turns) if source.sides]
    for bare in _BARE_SIDE.finditer(sentence.plain):
        if near and not any(each.startswith(bare["side"]) for source in near for each in source.sides):
            yield Missing(bare[0], "a side that stands nowhere")
    for side in stance.sided(sentence.reading.text):
        part = side.split()[-1]
        of_it = [source for source in near if any(each.split()[-1] == part for each in source.sides)]
        holders = (*of_it, *sentence.turns) if of_it else sentence.sources
        if side.startswith("both") and not named:
            holders = sentence.sources
        named_by_day = (f for f in sentence.facts for d in sentence.reading.dates if side in f.sides and f.has_date(d))
        if next(named_by_day, None) is None and not any(
            side in source.sides or (side.startswith("both") and _has_both(source, part)) for source in holders
        ):
            yield Missing(side, "a side that stands nowhere")


def _has_both(source: Source, part: str) -> bool:
    named = {f"left {part}", f"right {part}"} <= source.sides
    return named or (
        part in source.plain and re.search(r"\bleft\b", source.plain) is not None and "right" in source.plain
    )


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
        safe = _SAFE.search(sentence.plain)
        if safe and not stance.is_denied(sentence.plain[: safe.start()]):
            name = stance.plain(drug.name)
            held = {
                view for s in sentence.facts for of, view in s.acts if s.slot is not Slot.HISTORY and names(name, {of})
            }
            if name in recorded or held != {True}:
                yield Missing(sentence.words(drug), "called safe, which nobody did")


def taken(sentence: Sentence) -> Iterator[Missing]:
    """What is taken or not was said so: by the person today, else in the record as it holds now."""
    if _OPEN.search(sentence.plain):
        return
    past = stance.PAST.search(sentence.plain) is not None
    rows = [s for s in sentence.sources if s.origin is not Origin.TURN and (past or s.slot is not Slot.HISTORY)]
    for drug, is_taken in sorted(stance.taken(sentence.reading.text)):
        today = _views(sentence.turns, drug)
        if is_taken not in (today if today and not past else today | _views(rows, drug)):
            yield Missing(drug, "taken and not taken turned round")


def _views(sources: Sequence[Source], drug: str) -> set[bool]:
    return {view for source in sources for of, view in source.taken if names(drug, {of})}


def denials(sentence: Sentence) -> Iterator[Missing]:
    """A clause that says again what a fact or a turn says does not turn its sense."""
    for clause in stance.clauses(sentence.reading.text):
        if _SILENT.search(clause):
            continue
        words, denied = stance.content(clause), stance.is_denied(clause)
        reach = _reach(clause) if denied else words
        senses = {
            source_denies
            for source in sentence.sources
            if source.origin is not Origin.ALLOWED
            for other, source_denies in source.clauses
            if (retold(other, words, share=0.66) and (not denied or other & reach))
            or _within(words, other, clause, source)
        }
        if senses == {not denied} and not _OPEN.search(clause):
            yield Missing(clause.strip(), "the opposite of what was said")


def _reach(clause: str) -> frozenset[str]:
    """The words of a clause that denies, without those of "keep moving and" before "not stay in bed"."""
    parts = re.split(r"\band (?=(?:\w+ )?(?:not|never|no)\b)", clause)
    return stance.content(" ".join(part for part in parts if stance.is_denied(part)))


def _within(words: frozenset[str], other: frozenset[str], clause: str, source: Source) -> bool:
    """Tell whether a clause about the person says a part of another and nothing beside it."""
    if _OF_THEM.search(clause) is None:
        return False
    if re.search(r"\bnever\b|\bnunca\b", clause) or (_IS_SHORT.match(clause) and source.slot is not Slot.HISTORY):
        return bool(words - stance.GENERIC) and words - stance.GENERIC <= other
    return len(words) >= 2 and words <= other


TURNING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    bounds,
    moments,
    moments_of_words,
    ahead,
    order,
    sides,
    allergies,
    taken,
    denials,
)
