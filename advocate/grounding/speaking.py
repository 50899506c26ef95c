"""Who said it: what a clinician, a nurse or a document is quoted with stands in what comes from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from advocate.engines.local.lexicon import find_drugs, find_terms, fold
from advocate.grounding import stance, standing, turning
from advocate.grounding.claims import Mark, Reading
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source, names
from memory.numbers import quantities
from memory.recollection import Slot

_SAYS = (
    r"(?:said|says|say|told|tells|noted|notes|wrote|writes|reported|reports|measured|measures|found|finds"
    r"|recommend(?:s|ed)|advis(?:es|ed)|wants?|wanted|thinks?|explained|warned|instruct(?:s|ed)|allow(?:s|ed)|states?|stated|mentions?"
    r"|mentioned|confirm(?:s|ed)|agreed?|(?:is|was) (?:pleased|happy|satisfied|worried"
    r"|concerned)|dijo|dice|indico|recomendo|pidio|quiere|escribio)"
)
_SUBJECT_OF = re.compile(
    rf"(?:,[^,;]{{1,40}},)?\s*(?:(?:entry|note|letter|record|report|list"
    rf"|instruction)\b[^,;]{{0,20}}?)?\s*(?:\b(?:also|has|had|once|just|already|clearly|le|te|la|lo|que"
    rf"|ya)\s+)*\b{_SAYS}\b"
    r"(?! to know| to hear| to see you)"
)
_AT_THE_END = re.compile(rf"^\s*(?:also )?\b{_SAYS}\b\s*(?:so|that|it|you)?\s*[.!]?\s*$")
_DOCUMENT = re.compile(
    r"\b(?:the|your|that|this|el|la|su) (?:\w+ ){0,2}?(?P<what>letter|report|summary|note|sheet|document"
    r"|papers?|results?|clinic"
    r"|hospital|pharmacist|pharmacy|nurse|doctor|specialist|surgeon|dentist|therapist|emergency room|carta"
    r"|informe|medic[oa])\b"
    rf"(?P<between>[^;:]{{0,40}}?)\b(?:{_SAYS}|shows?|lists?|names?|put you on|prescribed|ordered|started"
    rf"|gave)\b(?! to know| to hear| to see you)"
)
_SPEECH_END = re.compile(r";|,? and you (?:said|told)|\bbut\b|,? (?:and )?yours\b")
_NEUTRAL = frozenset(
    "that which who what also more much many very just only still again when where then so day days week month"
    " year today"
    " yesterday time times record list dose take taking took tak doctor patient was were said told note noted want ok"
    " right all because too after before not should need keep mg on off".split()
)
_IS_BETWEEN = re.compile(r"[ ,:]*(?:is|was|es)?[ ,:*]*")
_ROLE_NEAR = re.compile(r"^,? (?:(?:is|was) )?(?:your |the |su |tu )?")


@dataclass(frozen=True, slots=True)
class _Speech:
    """Who is quoted, with what, in the words of the sentence."""

    who: str
    words: str
    sources: tuple[Source, ...]


def quoted_with(sentence: Sentence) -> Iterator[Missing]:
    """What is told as said by someone stands in what came from them, and turns it no way."""
    for speech in (*_persons(sentence), *_roles(sentence), *_documents(sentence)):
        if not speech.sources:
            yield Missing(speech.who, "said by nobody on record")
            continue
        told = Sentence(Reading(speech.words, sentence.day), speech.sources, sentence.day, series=sentence.series)
        checks = (standing.amounts, standing.drugs, turning.allergies, turning.denials, _often, _covered)
        yield from (Missing(each.words, "said by someone else or nobody") for check in checks for each in check(told))


def _persons(sentence: Sentence) -> Iterator[_Speech]:
    for person in sentence.reading.people:
        after = sentence.plain[person.end :]
        sources = tuple(source for source in sentence.sources if _is_from(source, person))
        if _AT_THE_END.match(after):
            words = sentence.reading.text[: person.start]
            if len(stance.content(words)) > 1 and not words.rstrip(" ,").endswith(" as") and "," in words[-3:]:
                yield _Speech(sentence.words(person), words, sources)
        elif says := _SUBJECT_OF.match(after):
            words = sentence.reading.text[person.end + says.end() : _speech_end(sentence, person.end + says.end())]
            yield _Speech(sentence.words(person), words, sources)


def _is_from(source: Source, person: Mark) -> bool:
    ended_by = source.ended_by
    return person.name in source.people or (ended_by is not None and person.name in ended_by.people)


def _roles(sentence: Sentence) -> Iterator[_Speech]:
    """ "Your cardiologist told you": whoever has that role on record."""
    for role in find_terms(sentence.reading.text, "role"):
        says = _SUBJECT_OF.match(sentence.plain[role.end :])
        if says is None or sentence.reading.people:
            continue
        by_role = [s for s in sentence.sources if any(t.name == role.name for t in find_terms(s.reading.text, "role"))]
        known = {name for source in by_role for name in source.people}
        sources = {*by_role, *(s for s in sentence.sources if s.people & known)}
        yield _Speech(role.as_said, sentence.reading.text[role.end + says.end() :], tuple(sources))


def _documents(sentence: Sentence) -> Iterator[_Speech]:
    """Papers, and people who are known by what they are: "the clinic told you"."""
    for found in _DOCUMENT.finditer(sentence.plain):
        if (sentence.reading.people and found["between"].strip()) or stance.hedged(found["between"]):
            continue
        sources = tuple(s for s in sentence.sources if found["what"] in (s.whole if s.tag else s.plain))
        yield _Speech(found["what"], sentence.reading.text[found.end() : _speech_end(sentence, found.end())], sources)


def _often(sentence: Sentence) -> Iterator[Missing]:
    held = {often for source in sentence.sources for often in source.frequencies}
    for often in stance.frequencies(sentence.reading.text) - held:
        yield Missing(often, "how often, otherwise than said")


def _speech_end(sentence: Sentence, start: int) -> int:
    end = _SPEECH_END.search(sentence.plain, start)
    return end.start() if end else len(sentence.plain)


def _covered(sentence: Sentence) -> Iterator[Missing]:
    """Something of what someone is quoted with was said: numbers and names are checked apart."""
    words = sentence.content - _NEUTRAL - sentence.reading.people_names
    words = frozenset(word for word in words if word.isalpha())
    if not words or sentence.reading.text.rstrip().endswith("?"):
        return
    said = [source.words for source in sentence.sources]
    subjects = sentence.reading.subject_names
    if subjects and any(names(one, s.subjects) for s in sentence.sources for one in subjects):
        return
    if not any(words & each for each in said):
        yield Missing(sentence.reading.text.strip(), "words that no one said")


def roles(sentence: Sentence) -> Iterator[Missing]:
    """A clinician's role is the one on record."""
    for person in sentence.reading.people:
        for role in find_terms(sentence.reading.text, "role"):
            beside = sentence.plain[person.end : role.start] if role.start >= person.end else None
            before = sentence.plain[role.end : person.start] if role.end <= person.start else None
            apposed = beside is not None and _ROLE_NEAR.fullmatch(beside)
            if not apposed and (before is None or not _IS_BETWEEN.fullmatch(before)):
                continue
            own = [s for s in sentence.sources if person.name in s.people]
            held = {term.name for source in own for term in find_terms(source.reading.text, "role")}
            if own and role.name not in held:
                yield Missing(role.as_said, "another role than on record")


def acts(sentence: Sentence) -> Iterator[Missing]:
    """What somebody said to take is not told as to be stopped, nor what was to be held as to be taken."""
    for told in _told_acts(sentence):
        for drug in {fold(mention.name) for mention in find_drugs(told)}:
            wanted = stance.polarity(stance.plain(told))
            views = _views(sentence, drug)
            if wanted is not None and views and wanted not in views:
                yield Missing(drug, "the opposite of what was to be done")


def possessions(sentence: Sentence) -> Iterator[Missing]:
    """The number of someone's office is theirs."""
    for person in sentence.reading.people:
        if not _OWNS.match(sentence.plain, person.end - 2):
            continue
        for amount in sentence.reading.amounts:
            holders = sentence.holders(amount)
            told = amount.start > person.end and amount.unit is None and bool(holders)
            if told and not any(person.name in source.people for source in holders):
                yield Missing(amount.text, "told of another person")


def all_of_them(sentence: Sentence) -> Iterator[Missing]:
    """ "All three are from Dr. Kim" counts what comes from her."""
    for person in sentence.reading.people:
        told = _ALL.search(sentence.plain[: person.start])
        if told is None:
            continue
        count = 2 if told["both"] else int(quantities(told["n"])[0].value)
        if sum(1 for fact in sentence.facts if person.name in fact.people) < count:
            yield Missing(told[0], "said by someone else")


def stopped_by(sentence: Sentence) -> Iterator[Missing]:
    """Who stopped a drug is who is on record to have stopped it."""
    for person in sentence.reading.people:
        if not _STOPPED.match(sentence.plain[person.end :]):
            continue
        of = sentence.reading.subject_names
        own = [s for s in sentence.sources if person.name in s.people]
        if of and not any(not view and names(drug, {one}) for s in own for one, view in s.acts for drug in of):
            yield Missing(sentence.words(person), "stopped by someone else")


_OWNS = re.compile(r"'s|\w+'s\b|..?'s")
_ALL = re.compile(
    r"\b(?:all (?:of the )?(?P<n>two|three|four|five|six|seven|\d)|(?P<both>both))\b[^.;]*\b(?:from|by|per|de)\s+$"
)
_STOPPED = re.compile(
    r"\s*(?:has |had |then |also )*(?:stopped|discontinued|ended|suspended|took you off|suspendio|quito)\b"
)
_SAYS_ONLY = re.compile(_SAYS)
_TOLD_TO = re.compile(
    rf"\b{_SAYS}\b|^\W*(?:(?:yes|no|so|then|please|now|ok)\W+)*(?:keep|continue|stop|hold|take|start|restart"
    rf"|resume|do not|don't|never)\b|\byou (?:do not|don't|no longer) (?=need|have to)"
)


def _told_acts(sentence: Sentence) -> list[str]:
    found = []
    for span, start in stance.spans_at(sentence.plain):
        told = _TOLD_TO.search(span)
        if told and not stance.hedged(span[: told.start()]):
            says = _SAYS_ONLY.fullmatch(told[0]) is not None
            found.append(sentence.reading.text[start + (told.end() if says else told.start()) : start + len(span)])
    return found


def _views(sentence: Sentence, drug: str) -> set[bool]:
    """Whether a drug is to be taken: by the person today, else by current rows, and old ones where it is told so."""
    turns = [view for source in sentence.turns for of, view in source.acts if names(drug, {of})]
    if turns:
        return set(turns)
    past = stance.PAST_OF_ACTS.search(sentence.plain) is not None
    rows = [fact for fact in sentence.facts if fact.slot is not Slot.HISTORY or past or _dated_so(sentence, fact)]
    return {view for source in rows for of, view in source.acts if names(drug, {of})}


def _dated_so(sentence: Sentence, fact: Source) -> bool:
    return any(fact.has_date(dated) for dated in sentence.reading.dates)


SPEAKING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    quoted_with,
    roles,
    acts,
    stopped_by,
    possessions,
    all_of_them,
)
