"""What must stand somewhere, and stand together: amounts, drugs, how often, dates, people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.engines.local.lexicon import class_of, find_classes, fold
from advocate.grounding import stance
from advocate.grounding.claims import TIME, Mark, codes, names_like_drugs
from advocate.grounding.computing import COMPUTED, is_no_latest_change
from advocate.grounding.deriving import DERIVED, REMAINS
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source
from advocate.grounding.statements import Mood
from memory.numbers import Quantity, dosing
from memory.recollection import Slot

_TO_SCALE = re.compile(r"\b(?:to|should|must|and|^\W*) ?(double|triple|halve|quadruple)\b")
_SCALED = re.compile(
    r"\b(doubl\w+|tripl\w+|halv\w+|half|quadrupl\w+) (?:(?:of|the|your|that|this|an?) )*(?:\w+ )?"
    r"(?:dose|tablet|pill|amount)"
)
_BEFORE = re.compile(r"(?:\b(?:per|according to|from|by|of|with|saw|see|visit)|[,(])\s*$", re.IGNORECASE)
ACTS = re.compile(
    r"\s*,?\s*(?:(?:was|is) the one (?:who|that) )?(?:said|told|put|raised|lowered|prescribed|ordered|wants"
    r"|wanted|instructed|increased|reduced|changed"
    r"|stopped|started|gave|recorded|noted|advised|measured|found|wrote|says|tells|saw|set|made|took|did)\b"
)
_IN_A_ROW = re.compile(r"\s+(?:in a row|running|straight|in succession|seguidas)\b")
_QUOTED_AS_SAID = re.compile(r"\byou (?:\w+ )?(?:said|wrote|told me)\s*[:,]\s*“[^”]*")
_STATEMENT_END = re.compile(r"[;\n—]|[.?!](?=\s)|\b(?:but|while|before that|until then|pero)\b", re.IGNORECASE)
_NOT_TOLD = frozenset({Mood.ASKED, Mood.SILENT, Mood.URGED})
_AS_NEEDED = re.compile(
    r"\b(?:as needed|if needed|when needed|(?:when(?:ever)?|if) you need (?:it|one)|prn|cuando lo necesite)\b",
    re.IGNORECASE,
)
_AGAIN_AND_AGAIN = re.compile(r"\b(?:every|each|nightly|daily|weekly|hourly|(?:a|per) (?:day|week|month))\b")
_OF_YOU = re.compile(r"\b(?:you|she|he|they)(?:'ve|'re)?\b|\b(?:your|her|his)\b")
_TAKES = re.compile(r"\b(?:you (?:now |also |still )?(?:take|use)|taken|toma)\b")


def amounts(sentence: Sentence) -> Iterator[Missing]:
    """Every number stands somewhere with its unit, said of the same drug or measure."""
    for amount in sentence.reading.amounts:
        if amount.unit == "times" and stance.frequencies(sentence.reading.clause_around(amount.start)):
            continue  # judged as how often
        if amount.unit == "times" and _IN_A_ROW.match(sentence.reading.text, amount.end):
            continue  # judged as a trend
        bound = sentence.holders(amount)
        if amount.unit in TIME and REMAINS.match(sentence.plain, amount.end):
            bound = [source for source in bound if source in sentence.turns]
        if amount.unit == "times":
            bound = [source for source in bound if not _only_as_rate(source, amount)]
        sentence.use(bound)
        if is_no_latest_change(sentence, amount) or (bound and _is_of_another(sentence, amount, bound)):
            yield Missing(amount.text, "a number that was said of something else")
        if bound or any(true(sentence, amount) for true in (*COMPUTED, *DERIVED)):
            continue
        anywhere = any(source.holds(amount, None) for source in sentence.sources)
        yield Missing(amount.text, f"a number that {'was said of something else' if anywhere else 'stands nowhere'}")


def _only_as_rate(source: Source, amount: Quantity) -> bool:
    """Tell whether "three times" stands only in "three times a day"."""
    return all(_RATE.match(source.plain[like.end :]) for like in source.amounts_like(amount))


_RATE = re.compile(r"\s*(?:an?|per|each|every)? ?(?:day|daily|week|weekly|month|night)\b")


def _is_of_another(sentence: Sentence, amount: Quantity, bound: list[Source]) -> bool:
    """Of a number that belongs to no drug or measure: tell whether the words about it are those of other facts."""
    if sentence.reading.subject_of(amount) is not None or amount.unit or any(s.tag is None for s in bound):
        return False
    touched = sentence.touched(stance.content(sentence.reading.clause_around(amount.start)))
    touched = [source for source in touched if source.reading.amounts]
    return bool(touched) and not any(source in touched for source in bound)


def scaled(sentence: Sentence) -> Iterator[Missing]:
    """ "Double the dose" is a dose, too."""
    for found in (*_SCALED.finditer(sentence.plain), *_TO_SCALE.finditer(sentence.plain)):
        if not any(found[1][:4] in source.plain for source in sentence.sources):
            yield Missing(found[0], "a dose that stands nowhere")


def drugs(sentence: Sentence) -> Iterator[Missing]:
    """Every drug is named somewhere, by brand or generic name; so is a word that only ends like one."""
    for drug in sentence.reading.drugs:
        if not sentence.about(stance.plain(drug.name)):
            yield Missing(sentence.words(drug), "a drug that stands nowhere")
    for word in names_like_drugs(sentence.reading.text):
        known = any(drug.start <= sentence.plain.find(word) < drug.end for drug in sentence.reading.drugs)
        if not known and not any(word in source.plain for source in sentence.sources):
            yield Missing(word, "a drug that stands nowhere")


def often(sentence: Sentence) -> Iterator[Missing]:
    """How often a drug is taken was said of it, at this dose where one is named; so was "as needed"."""
    said = {often for source in sentence.turns for often in source.frequencies}
    for drug, words in _regions(sentence):
        dosed = _now(sentence, drug, _dosed(sentence, drug))
        for often in (
            _beside_weekdays(stance.frequencies(words), sentence)
            - said
            - {often for source in dosed for often in source.frequencies}
        ):
            yield Missing(often, "how often, otherwise than said")
        needed = [source for source in (*dosed, *sentence.turns) if dosing.as_needed(source.reading.text)]
        if (found := _AS_NEEDED.search(words)) and not needed and not sentence.is_advice:
            yield Missing(found[0], "how often, otherwise than said")
    if not sentence.reading.drugs and _tells_how_often(sentence):
        yield from _nowhere(sentence, stance.frequencies(sentence.reading.text))
    elif not sentence.reading.drugs:
        for statement in sentence.told:
            if _AGAIN_AND_AGAIN.search(statement.plain) and _OF_YOU.search(statement.plain):
                told = stance.frequencies(sentence.reading.text[statement.start : statement.end])
                yield from _nowhere(sentence, _beside_weekdays(told, sentence))


def _now(sentence: Sentence, drug: Mark, sources: list[Source]) -> list[Source]:
    """Of what a drug is told to be now, the rows that hold, where there are such."""
    around = stance.plain(sentence.reading.clause_around(drug.start))
    if not stance.PRESENT.search(around) or stance.PAST.search(sentence.plain):
        return sources
    return [source for source in sources if source.slot is not Slot.HISTORY] or sources


def _nowhere(sentence: Sentence, often: frozenset[str]) -> Iterator[Missing]:
    everywhere = {each for source in sentence.sources for each in source.frequencies}
    for each in often - everywhere:
        yield Missing(each, "how often, otherwise than said")


def _beside_weekdays(often: frozenset[str], sentence: Sentence) -> frozenset[str]:
    """How often, without the days of the week, which are judged by themselves."""
    return frozenset(each for each in often if each.removeprefix("every ").lower() not in sentence.reading.habits)


def _tells_how_often(sentence: Sentence) -> bool:
    if any(amount.unit == "times" for amount in sentence.reading.amounts):
        return True
    return not sentence.is_advice and (len(sentence.plain.split()) <= 4 or _TAKES.search(sentence.plain) is not None)


def _regions(sentence: Sentence) -> Iterator[tuple[Mark, str]]:
    """Each drug with the words that are about it: its clause, and what follows up to the next drug or statement."""
    drugs, text = sentence.reading.drugs, sentence.reading.text
    for number, drug in enumerate(drugs):
        last = drugs[number + 1].start if number + 1 < len(drugs) else len(text)
        stop = _STATEMENT_END.search(text, drug.end, last)
        following = text[drug.start : stop.start() if stop else last]
        yield drug, following if len(drugs) > 1 else f"{sentence.reading.clause_around(drug.start)}, {following}"


def people(sentence: Sentence) -> Iterator[Missing]:
    """Every person with a title is named somewhere, and as a source only of what is theirs."""
    for person in sentence.reading.people:
        holders = [source for source in sentence.sources if names_person(sentence, source, person)]
        if not holders:
            yield Missing(sentence.words(person), "a person who stands nowhere")
        elif _is_provenance(sentence, person) and sentence.mood_at(person.start) not in _NOT_TOLD:
            together = [source for source in sentence.anchored(person.start) or holders if source in holders]
            sentence.use(together)
            if not together:
                yield Missing(sentence.words(person), "said by someone else")


def _dosed(sentence: Sentence, drug: Mark) -> list[Source]:
    name = stance.plain(drug.name)
    doses = [a for a in sentence.reading.amounts if sentence.reading.subject_of(a) == name]
    about = sentence.about(name)
    exact = [source for source in about if doses and any(source.holds(dose, name) for dose in doses)]
    return exact or about


def names_person(sentence: Sentence, source: Source, person: Mark) -> bool:
    """Tell whether a source names a person, or is replaced by one that does, where an end is told."""
    if person.name in source.people:
        return True
    return source.ended_by is not None and sentence.tells_an_end and person.name in source.ended_by.people


def _is_provenance(sentence: Sentence, person: Mark) -> bool:
    before, after = sentence.reading.text[: person.start], sentence.reading.text[person.end :]
    return bool(_BEFORE.search(before) or ACTS.match(after))


def identifiers(sentence: Sentence) -> Iterator[Missing]:
    """A member number is given letter by letter, or not at all."""
    for code in codes(sentence.reading):
        if not any(code in source.plain for source in sentence.sources):
            yield Missing(code, "an identifier that stands nowhere")


def quotes(sentence: Sentence) -> Iterator[Missing]:
    """What "you said" in quotation marks is word for word; such quotes are blanked before."""
    if made_up := _QUOTED_AS_SAID.search(sentence.plain):
        yield Missing(made_up[0], "words that no one said")


def vessels(sentence: Sentence) -> Iterator[Missing]:
    """A number of pints or glasses, which are no units of ours, is of those."""
    for told in _VESSEL.finditer(sentence.plain):
        number, of = told["number"], told["of"].rstrip("s")
        alike = re.compile(rf"\b{re.escape(number)} (?:\w+ )?{of}")
        worded = re.compile(rf"\b\w+ (?:\w+ )?{of}")
        if not any(alike.search(s.plain) or worded.search(s.plain) for s in sentence.sources):
            yield Missing(told[0], "a number that stands nowhere")


_VESSEL = re.compile(
    r"\b(?P<number>\d+(?:\.\d+)?) (?P<of>pints?|cups?|glass(?:es)?|stones?|gallons?|quarts?|bottles?|cans?"
    r"|packs?|miles?|metres?|meters?|steps|floors)\b"
)


def worded_spans(sentence: Sentence) -> Iterator[Missing]:
    """ "More than a day" is a bound like any other."""
    for told in _MORE_THAN_A.finditer(sentence.plain):
        alike = re.compile(rf"\b(?:an?|one|1|each|per) {told['unit']}|\b(?:24|60) (?:hours|minutes)")
        if not any(alike.search(source.plain) for source in sentence.sources):
            yield Missing(told[0], "a number that stands nowhere")


_MORE_THAN_A = re.compile(r"\b(?:more|longer|less) than an? (?P<unit>hour|day|week|month|year)\b(?! ago)")


def every_other(sentence: Sentence) -> Iterator[Missing]:
    """ "Every other day" is not every day."""
    told = _EVERY_OTHER.search(sentence.plain)
    if told and not any(_EVERY_OTHER_HELD.search(source.plain) for source in sentence.sources):
        yield Missing(told[0], "how often, otherwise than said")


_EVERY_OTHER = re.compile(r"\bevery other (?:day|morning|evening|night|week|month|meal|hour)\b")
_EVERY_OTHER_HELD = re.compile(r"\bevery (?:other|second|two|2|48)\b|\balternate\b|\bun dia si\b")


def classes(sentence: Sentence) -> Iterator[Missing]:
    """A kind of medicine that the person is told to have ("antibiotic drops") is that of one on record, or named."""
    for statement in sentence.told:
        if not _HAS.search(statement.plain):
            continue
        for kind in find_classes(sentence.reading.text[statement.start : statement.end]):
            of = {class_of(name) for source in sentence.sources for name in source.subjects}
            said = any(name.name == kind.name for s in sentence.sources for name in find_classes(s.reading.text))
            if kind.name not in of and not said and not any(fold(kind.as_said) in s.plain for s in sentence.sources):
                yield Missing(kind.as_said, "a drug that stands nowhere")


_HAS = re.compile(
    r"\b(?:you|he|she)(?:'re|'ve)? (?:\w+ )?(?:have|take|takes|has|are on|is on|on|use|uses|got|were given|was given)\b"
)

STANDING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    amounts,
    scaled,
    drugs,
    often,
    people,
    identifiers,
    vessels,
    worded_spans,
    every_other,
    classes,
    quotes,
)
