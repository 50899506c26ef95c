"""What must stand somewhere, and stand together: amounts, drugs, how often, dates, people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.grounding import stance
from advocate.grounding.claims import Dated, Mark, codes, names_like_drugs
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source, names
from memory.numbers import Quantity

_COUNTED = re.compile(
    r"\s+(?:\w+ )?(?:readings?|values?|results?|entries|facts?|rows?|medicines?|medications?|allergies"
    r"|instructions?)\b",
    re.IGNORECASE,
)
_SCALED = re.compile(
    r"\b(doubl\w+|tripl\w+|halv\w+|half|quadrupl\w+) (?:(?:of|the|your|that|this|an?) )*(?:\w+ )?"
    r"(?:dose|tablet|pill|amount)"
)
_PROVENANCE_BEFORE = re.compile(r"(?:\b(?:per|according to|from|by|of)|[,(])\s*$", re.IGNORECASE)
_PROVENANCE_AFTER = re.compile(
    r"\s*,?\s*(?:said|told|put|raised|lowered|prescribed|ordered|wants|wanted|instructed|increased|reduced|changed"
    r"|stopped|started|gave|recorded|noted|advised)\b"
)
_DIFFERS = re.compile(
    r"\b(?:by|higher|lower|more|less|up|down|differ\w+|chang\w+|rise|rose|increas\w+|drop\w*|decreas\w+)\b"
)
_BEGINS = re.compile(
    r"\b(?:since|rais\w+|increas\w+|lower\w+|reduc\w+|chang\w+|start\w*|began|stopp\w+|switch\w+|put|went|prescrib\w+"
    r"|order\w+|told|said)\b"
)
_YOU_SAID = re.compile(r"\byou (?:\w+ )?(?:said|told|wrote|mentioned|asked|reported)\b")
_QUOTED_AS_SAID = re.compile(r"\byou (?:\w+ )?(?:said|wrote|told me)\s*[:,]\s*“[^”]*")
_DURATION = re.compile(r"\b(?:days?|weeks?|months?|years?)\b")
_AS_OF = re.compile(r"\b(?:as of|so far|up to now|today is|it is)\b")


def amounts(sentence: Sentence) -> Iterator[Missing]:
    """Every number stands somewhere with its unit, said of the same drug or measure."""
    for amount in sentence.reading.amounts:
        if amount.unit == "times" and stance.frequencies(sentence.reading.clause_around(amount.start)):
            continue  # judged as how often
        bound = sentence.holders(amount)
        sentence.use(bound)
        if bound or _is_a_true_count(sentence, amount) or _is_a_true_difference(sentence, amount):
            continue
        anywhere = any(source.holds(amount, None) for source in sentence.sources)
        yield Missing(amount.text, f"a number that {'was said of something else' if anywhere else 'stands nowhere'}")


def scaled(sentence: Sentence) -> Iterator[Missing]:
    """ "Double the dose" is a dose, too."""
    for found in _SCALED.finditer(sentence.plain):
        if not any(found[1][:4] in stance.plain(source.reading.text) for source in sentence.sources):
            yield Missing(found[0], "a dose that stands nowhere")


def drugs(sentence: Sentence) -> Iterator[Missing]:
    """Every drug is named somewhere, by brand or generic name; so is a word that only ends like one."""
    for drug in sentence.reading.drugs:
        if not sentence.about(stance.plain(drug.name)):
            yield Missing(sentence.words(drug), "a drug that stands nowhere")
    for word in names_like_drugs(sentence.reading.text):
        known = any(drug.start <= sentence.plain.find(word) < drug.end for drug in sentence.reading.drugs)
        if not known and not any(word in stance.plain(source.reading.text) for source in sentence.sources):
            yield Missing(word, "a drug that stands nowhere")


def often(sentence: Sentence) -> Iterator[Missing]:
    """How often a drug is taken was said of it, at this dose where one is named."""
    for drug in sentence.reading.drugs:
        clause = sentence.reading.clause_around(drug.start)
        held = {often for source in _dosed(sentence, drug) for often in source.frequencies}
        held |= {often for source in sentence.turns for often in source.frequencies}
        for often in stance.frequencies(clause) - held:
            yield Missing(often, "how often, otherwise than said")
    if not sentence.reading.drugs and any(amount.unit == "times" for amount in sentence.reading.amounts):
        everywhere = {often for source in sentence.sources for often in source.frequencies}
        for often in stance.frequencies(sentence.reading.text) - everywhere:
            yield Missing(often, "how often, otherwise than said")


def dates(sentence: Sentence) -> Iterator[Missing]:
    """Every date stands somewhere, as precise, and is a date of what it is said of."""
    for dated in sentence.reading.dates:
        words = sentence.reading.text[dated.start : dated.end]
        anchored = sentence.anchored(dated.start)
        holders = [s for s in sentence.sources if _has_date(sentence, s, dated) or _held(sentence, s, dated, anchored)]
        if _DURATION.search(words) and sentence.reading.anchor_of(dated.start) is None:
            holders = [source for source in holders if source.origin is not Origin.FACT]  # a coincidence there
        together = [source for source in anchored or holders if source in holders] or _spoken(sentence, dated, holders)
        sentence.use(together)
        if not holders:
            yield Missing(words, "a date that stands nowhere")
        elif not together and not (dated.date.first == sentence.day and _AS_OF.search(sentence.plain)):
            yield Missing(words, "a date of something else")


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


def _is_a_true_count(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "two readings" counts what is placed: of one kind, of one measure, or all of it."""
    if amount.unit is not None or not _COUNTED.match(sentence.reading.text, amount.end):
        return False
    facts = sentence.facts
    counts = {len(facts)}
    for key in {source.tag for source in facts} | {subject for source in facts for subject in source.subjects}:
        counts.add(sum(1 for source in facts if source.tag == key or key in source.subjects))
    return amount.value in counts


def _is_a_true_difference(sentence: Sentence, amount: Quantity) -> bool:
    """Tell whether "up by 0.2 mg/dL" is the difference of two recorded values of one thing."""
    if not _DIFFERS.search(sentence.plain):
        return False
    subject = sentence.reading.subject_of(amount)
    told = [source for source in sentence.sources if source.origin is not Origin.ALLOWED]
    everything = {name for source in told for name in source.subjects}
    for name in {subject} if subject else everything:
        held = [a for source in told if names(name, source.subjects) for a in source.reading.amounts]
        values = {a.value for a in held if a.unit is not None and amount.unit in {None, a.unit}}
        if any(abs(one - other) == amount.value for one in values for other in values if one != other):
            return True
    return False


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
        if not any(code in stance.plain(source.reading.text) for source in sentence.sources):
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
