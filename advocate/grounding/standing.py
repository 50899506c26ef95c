"""What must stand somewhere, and stand together: amounts, drugs, how often, dates, people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.grounding import stance
from advocate.grounding.claims import TIME, Mark, codes, names_like_drugs
from advocate.grounding.computing import COMPUTED, is_no_latest_change
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source
from advocate.grounding.when import DAYS, Dated, matches
from memory.numbers import Quantity, dosing

_TO_SCALE = re.compile(r"\b(?:to|should|must|and|^\W*) ?(double|triple|halve|quadruple)\b")
_SCALED = re.compile(
    r"\b(doubl\w+|tripl\w+|halv\w+|half|quadrupl\w+) (?:(?:of|the|your|that|this|an?) )*(?:\w+ )?"
    r"(?:dose|tablet|pill|amount)"
)
_PROVENANCE_BEFORE = re.compile(r"(?:\b(?:per|according to|from|by|of|with|saw|see|visit)|[,(])\s*$", re.IGNORECASE)
_PROVENANCE_AFTER = re.compile(
    r"\s*,?\s*(?:said|told|put|raised|lowered|prescribed|ordered|wants|wanted|instructed|increased|reduced|changed"
    r"|stopped|started|gave|recorded|noted|advised|measured|found|wrote|says|tells|saw|set|made|took|did)\b"
)
_IN_A_ROW = re.compile(r"\s+(?:in a row|running|straight|in succession|seguidas)\b")
_BEGINS = re.compile(
    r"\b(?:since|noted|recorded|wrote|found|diagnos\w+|measured|reported|gave|advised|set|rais\w+|increas\w+"
    r"|lower\w+|reduc\w+|chang\w+|start\w*|began|stopp\w+|switch\w+|put|went|prescrib\w+"
    r"|order\w+|told|said)\b"
)
_YOU_SAID = re.compile(r"\byou (?:\w+ )?(?:said|told|wrote|mentioned|asked|reported)\b")
_QUOTED_AS_SAID = re.compile(r"\byou (?:\w+ )?(?:said|wrote|told me)\s*[:,]\s*“[^”]*")
_DURATION = re.compile(r"\b(?:days?|weeks?|months?|years?)\b")
_STATEMENT_END = re.compile(r"[;\n—]|[.?!](?=\s)|\b(?:but|while|before that|until then|pero)\b", re.IGNORECASE)
_AS_NEEDED = re.compile(
    r"\b(?:as needed|if needed|when needed|(?:when(?:ever)?|if) you need (?:it|one)|prn|cuando lo necesite)\b",
    re.IGNORECASE,
)
_TAKES = re.compile(r"\b(?:you (?:now |also |still )?(?:take|use)|taken|toma)\b")
_NAMES_A_DAY = re.compile(r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|ago", re.IGNORECASE)
_AS_OF = re.compile(r"\b(?:as of|so far|up to now|today is|it is|hoy es)\b")


def amounts(sentence: Sentence) -> Iterator[Missing]:
    """Every number stands somewhere with its unit, said of the same drug or measure."""
    for amount in sentence.reading.amounts:
        if amount.unit == "times" and stance.frequencies(sentence.reading.clause_around(amount.start)):
            continue  # judged as how often
        if amount.unit == "times" and _IN_A_ROW.match(sentence.reading.text, amount.end):
            continue  # judged as a trend
        bound = sentence.holders(amount)
        sentence.use(bound)
        if is_no_latest_change(sentence, amount) or (bound and _is_of_another(sentence, amount, bound)):
            yield Missing(amount.text, "a number that was said of something else")
        if bound or any(true(sentence, amount) for true in COMPUTED):
            continue
        anywhere = any(source.holds(amount, None) for source in sentence.sources)
        yield Missing(amount.text, f"a number that {'was said of something else' if anywhere else 'stands nowhere'}")


def _is_of_another(sentence: Sentence, amount: Quantity, bound: list[Source]) -> bool:
    """Of a number that belongs to no drug or measure: tell whether the words about it are those of other facts."""
    if sentence.reading.subject_of(amount) is not None or amount.unit or any(s.tag is None for s in bound):
        return False
    touched = sentence.touched(stance.content(sentence.reading.clause_around(amount.start)))
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
        dosed = _dosed(sentence, drug)
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
        everywhere = {often for source in sentence.sources for often in source.frequencies}
        for often in stance.frequencies(sentence.reading.text) - everywhere:
            yield Missing(often, "how often, otherwise than said")


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


def dates(sentence: Sentence) -> Iterator[Missing]:
    """Every date stands somewhere, as precise, and is a date of what it is said of."""
    for dated in sentence.reading.dates:
        words = sentence.reading.text[dated.start : dated.end]
        if sentence.asks and not _NAMES_A_DAY.search(words):
            continue  # "have you measured this week?" tells no day
        anchored = sentence.anchored(dated.start) or _of_the_person(sentence)
        holders = [s for s in sentence.sources if _has_date(sentence, s, dated) or _held(sentence, s, dated, anchored)]
        if dated.lasting and _DURATION.search(words) and sentence.reading.anchor_of(dated.start) is None:
            holders = [source for source in holders if source.origin is not Origin.FACT]  # a coincidence there
        holders += [*_on_that_day(sentence, dated), *_after_so_long(sentence, dated)]
        together = [source for source in anchored or holders if source in holders] or _spoken(sentence, dated, holders)
        together = together or _told_today(sentence, dated)
        if any(source.origin is Origin.FACT for source in anchored):  # a computed series holds all days of it
            together = [source for source in together if source.origin is not Origin.ALLOWED]
        together = [source for source in together if not _is_of_another_clause(sentence, dated, source)]
        sentence.use(together)
        if not holders:
            yield Missing(words, "a date that stands nowhere")
        elif not together and not _is_today(sentence, dated) and not _stands_in_words_to_say(sentence, dated):
            yield Missing(words, "a date of something else")


def _stands_in_words_to_say(sentence: Sentence, dated: Dated) -> bool:
    """Of "“My dose went up on 28 September; …”", words for the person to say: the date belongs to nothing named."""
    quote = re.search('[“"]', sentence.reading.text)
    if quote is None:
        return False
    if dated.start < quote.start():  # "ask before 1 April: “Is 10 mg still the plan?”"
        return all(amount.start > quote.start() for amount in sentence.reading.amounts)
    inside = [at for span, at in stance.spans_at(sentence.plain) if at <= dated.start < at + len(span)]
    return not any(amount.start >= inside[-1] for amount in sentence.reading.amounts if inside)


def _is_of_another_clause(sentence: Sentence, dated: Dated, turn: Source) -> bool:
    """Of a turn that names several days: tell whether the words beside this one are those beside another."""
    if turn.origin is not Origin.TURN or len(turn.reading.dates) < 2:
        return False
    ours = stance.content(sentence.reading.clause_around(dated.start)) - stance.GENERIC
    beside: dict[bool, frozenset[str]] = {True: frozenset(), False: frozenset()}
    for held in turn.reading.dates:
        beside[matches(dated, held)] |= stance.content(turn.reading.clause_around(held.start))
    words = frozenset(word for word in ours if word.isalpha())
    return not words & beside[True] and bool(words & (beside[False] - beside[True]))


def _told_today(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "three times since Monday", which names no thing: the person's own words that name the day."""
    if sentence.reading.anchor_of(dated.start) is not None:
        return []
    return [turn for turn in sentence.turns if any(matches(dated, held) for held in turn.reading.dates)]


def _of_the_person(sentence: Sentence) -> list[Source]:
    """Of "Dr. Feld started it in May", which names no thing: what comes from the one who is named."""
    acting = [p for p in sentence.reading.people if _PROVENANCE_AFTER.match(sentence.reading.text[p.end :])]
    if len(acting) != 1:
        return []
    return [source for source in sentence.sources if _names(sentence, source, acting[0])]


def _on_that_day(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "on Monday": what is done on Mondays."""
    if dated.weekday is None or dated.near is None:
        return []
    name = next(name for name, number in DAYS.items() if number == dated.weekday)
    return [source for source in sentence.sources if name in source.reading.habits]


def _after_so_long(sentence: Sentence, dated: Dated) -> list[Source]:
    """Of "in twelve months": what says so itself, and names no day."""
    if not re.match(r"(?:in|within|en)\b", sentence.plain[dated.start :]):
        return []
    counted = [a for a in sentence.reading.every_amount if dated.start <= a.start < dated.end and a.unit in TIME]
    return [s for s in sentence.sources for a in counted if a.unit and (a.value, a.unit) in s.reading.spans_of_time]


def _is_today(sentence: Sentence, dated: Dated) -> bool:
    """Tell whether a date only says which day it is."""
    is_weekday = dated.near is not None and dated.weekday == sentence.day.weekday()
    return (dated.date.first == sentence.day or is_weekday) and _AS_OF.search(sentence.plain) is not None


def people(sentence: Sentence) -> Iterator[Missing]:
    """Every person with a title is named somewhere, and as a source only of what is theirs."""
    for person in sentence.reading.people:
        holders = [source for source in sentence.sources if _names(sentence, source, person)]
        if not holders:
            yield Missing(sentence.words(person), "a person who stands nowhere")
        elif _is_provenance(sentence, person) and not sentence.asks:
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


def _has_date(sentence: Sentence, source: Source, dated: Dated) -> bool:
    if source.has_date(dated):
        return True
    return source.ended_by is not None and sentence.tells_an_end and source.ended_by.has_date(dated)


def _spoken(sentence: Sentence, dated: Dated, holders: list[Source]) -> list[Source]:
    """Of "today you said" and "on 3 October you told me": what the person said then."""
    if not _YOU_SAID.search(stance.plain(sentence.reading.clause_around(dated.start))):
        return []
    return [source for source in holders if source.origin in {Origin.TURN, Origin.QUOTATION}]


def _held(sentence: Sentence, source: Source, dated: Dated, anchored: list[Source]) -> bool:
    """Tell whether a state that the date belongs to held then; a day must have been asked about, no change be told."""
    if source not in anchored or not source.held_in(dated):
        return False
    clause = stance.plain(sentence.reading.clause_around(dated.start))
    return not _BEGINS.search(clause) and (dated.date.precision != "day" or _was_said(sentence, dated))


def _was_said(sentence: Sentence, dated: Dated) -> bool:
    return any(source.has_date(dated) for source in sentence.turns)


def _names(sentence: Sentence, source: Source, person: Mark) -> bool:
    if person.name in source.people:
        return True
    return source.ended_by is not None and sentence.tells_an_end and person.name in source.ended_by.people


def _is_provenance(sentence: Sentence, person: Mark) -> bool:
    before, after = sentence.reading.text[: person.start], sentence.reading.text[person.end :]
    return bool(_PROVENANCE_BEFORE.search(before) or _PROVENANCE_AFTER.match(after))


def identifiers(sentence: Sentence) -> Iterator[Missing]:
    """A member number is given letter by letter, or not at all."""
    for code in codes(sentence.reading):
        if not any(code in source.plain for source in sentence.sources):
            yield Missing(code, "an identifier that stands nowhere")


def quotes(sentence: Sentence) -> Iterator[Missing]:
    """What "you said" in quotation marks is word for word; such quotes are blanked before."""
    if made_up := _QUOTED_AS_SAID.search(sentence.plain):
        yield Missing(made_up[0], "words that no one said")


STANDING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    amounts,
    scaled,
    drugs,
    often,
    dates,
    people,
    identifiers,
    quotes,
)
