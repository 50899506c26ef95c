"""Who said it, in whose words: what a clinician, a nurse or a document is quoted with stands in what comes from"
" them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from advocate.engines.local.lexicon import find_terms
from advocate.grounding import polarity, stance, standing, telling, turning
from advocate.grounding.claims import Mark, Reading
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source, names
from advocate.grounding.statements import Mood
from memory.vocabulary import Tag

SAYS = (
    r"(?:said|says|say|told|tells|noted|notes|wrote|writes|reported|reports|measured|measures|found|finds"
    r"|recommend(?:s|ed)|explains?|advis(?:es|ed)|wants?|wanted|thinks?|explained|warned|instruct(?:s|ed)"
    r"|allow(?:s|ed)|states?|stated|mentions?"
    r"|mentioned|asked|asks|confirm(?:s|ed)|agreed?|diagnosed|described|expects?|expected|suspects?|suspected|believes?"
    r"|thought|linked"
    r"|blamed|attributed|cleared|reassured|assured|promised|ruled out|considers?|judged|put (?=(?:\w+ ){1,6}down to)"
    r"|(?:is|was) (?:pleased|happy|satisfied|worried"
    r"|concerned)|dijo|dice|indico|recomendo|pidio|quiere|escribio)"
)
_SUBJECT_OF = re.compile(
    rf"(?:,[^,;]{{1,40}},)?\s*(?:(?:entry|note|letter|record|report|list"
    rf"|instruction)\b[^,;]{{0,20}}?)?\s*(?:\b(?:also|has|had|once|just|already|clearly|le|te|la|lo|que"
    rf"|ya)\s+)*\b{SAYS}\b"
    r"(?! to know| to hear| to see you)"
)
_DID = re.compile(
    r"\s+(?:also |has |already )*(?:prescribed|started|ordered|gave|raised|lowered|increased|reduced|stopped"
    r"|put you on|set|took|referred|changed)\b"
)
_AT_THE_END = re.compile(
    rf"^\s*(?:also )?\b{SAYS}\b\s*(?:so|that|it|you|me)?\s*(?:(?:in|on|last|at|this) [\w ]{{2,24}})?[.!]?\s*$"
)
_DOCUMENT = re.compile(
    r"\b(?:the|your|that|this|el|la|su) (?:\w+ ){0,2}?(?P<what>letter|report|summary|note|sheet|document"
    r"|papers?|results?|clinic"
    r"|hospital|pharmacist|pharmacy|nurse|doctor|specialist|surgeon|dentist|therapist|emergency room|carta"
    r"|informe|medic[oa])\b"
    rf"(?P<between>[^;:]{{0,40}}?)\b(?:{SAYS}|shows?|lists?|names?|put you on|prescribed|ordered|started"
    rf"|gave)\b(?! to know| to hear| to see you)"
)
_NAMED = re.compile(
    r"\b(?!(?:You|He|She|It|They|We|The|Your|This|That|So|And|But|As|In|On|Then|What|Who"
    r"|Both)\b)[A-Z][a-z]{1,}(?: [A-Z][a-z]+)?(?=,? )"
)
_ASIDE = re.compile(
    r"\b(?:what|as|which|that|whatever|all|everything|than) $"
    r"|[a-z]{3,} $(?<!\band )(?<!\bbut )(?<!\bthen )(?<!\bthat )(?<!\btoday )"
)
_SPEECH = re.compile(
    r"(?:(?: (?:then|today|also|yesterday|me|(?:in|on|last|at|this) [\w ]{1,16}?))*),? "
    r"(?:that|you|your|it|she|he|her|his|the|there|about|of|no|an?|they|both|i)\b"
)
_YOU_SAID = re.compile(
    r"\byou(?:'ve| have)? (?:\w+ )?(?:said|told me|told us|mentioned|reported|wrote|described)(?: that\b)?"
)
_OF_THE_PERSON = re.compile(r"patient|caregiver|family|self|me\b")
_SPEECH_END = re.compile(r";|,? and you (?:said|told|are|were|have)\b|\bbut\b|,? (?:and )?yours\b")
_NEUTRAL = frozenset(
    "that which who what also more much many very just only still again when where then so day days week month"
    " year today"
    " yesterday time times record list dose take taking took tak doctor patient was were said told note noted want ok"
    " right all yourself myself too because too after before not should need keep mg on off".split()
)


@dataclass(frozen=True, slots=True)
class _Speech:
    """Who is quoted, with what, in the words of the sentence."""

    who: str
    words: str
    start: int
    sources: tuple[Source, ...]


def quoted_with(sentence: Sentence) -> Iterator[Missing]:
    """What is told as said by someone stands in what came from them, and turns it no way."""
    for speech in (
        *_persons(sentence),
        *_by_name(sentence),
        *_yours(sentence),
        *_roles(sentence),
        *_documents(sentence),
    ):
        if sentence.mood_at(speech.start) in {Mood.SILENT, Mood.SUPPOSED, Mood.ASKED}:
            continue
        if not speech.sources:
            yield Missing(speech.who, "said by nobody on record")
            continue
        words = _without_dates(speech.words, sentence.day)
        told = Sentence(Reading(words, sentence.day), speech.sources, sentence.day, series=sentence.series)
        told_and_denied = (polarity.told_though_denied, polarity.denied_though_told, turning.denials)
        checks = (
            standing.amounts,
            standing.drugs,
            turning.allergies,
            *told_and_denied,
            telling.particular,
            _often,
            _covered,
        )
        yield from (Missing(each.words, "said by someone else or nobody") for check in checks for each in check(told))


def _without_dates(words: str, day: date) -> str:
    """When it was said is judged with all other dates."""
    for dated in Reading(words, day).dates:
        words = f"{words[: dated.start]}{' ' * (dated.end - dated.start)}{words[dated.end :]}"
    return words


def _persons(sentence: Sentence) -> Iterator[_Speech]:
    for person in sentence.reading.people:
        after = sentence.plain[person.end :]
        sources = tuple(source for source in sentence.sources if _is_from(source, person))
        if _AT_THE_END.match(after):
            words = sentence.reading.text[: person.start]
            if len(stance.content(words)) > 1 and not words.rstrip(" ,").endswith(" as") and "," in words[-3:]:
                yield _Speech(sentence.words(person), words, person.start, sources)
        elif says := _SUBJECT_OF.match(after):
            words = sentence.reading.text[person.end + says.end() : _speech_end(sentence, person.end + says.end())]
            yield _Speech(sentence.words(person), words, person.start, sources)


def _by_name(sentence: Sentence) -> Iterator[_Speech]:
    """ "Jo Whitfield noted": people who are known by name alone."""
    titled = [(person.start, person.end) for person in sentence.reading.people]
    for name in _NAMED.finditer(sentence.reading.text):
        last = stance.plain(name[0].split()[-1])
        says = _SUBJECT_OF.match(sentence.plain[name.end() :])
        if says is None or any(start < name.end() and name.start() < end for start, end in titled):
            continue
        if not any(re.search(rf"\b{re.escape(last)}\b", source.plain) for source in sentence.sources):
            continue  # no name, or one that stands nowhere: see `person.called`
        sources = [s for s in sentence.sources if re.search(rf"\b{re.escape(last)}\b", s.whole or s.plain)]
        words = sentence.reading.text[name.end() + says.end() : _speech_end(sentence, name.end() + says.end())]
        yield _Speech(name[0], words, name.start(), tuple(sources))


def _yours(sentence: Sentence) -> Iterator[_Speech]:
    """ "You told me that": what the person said, today or on record, and what comes from those who are named."""
    named = sentence.reading.people_names
    for told in _YOU_SAID.finditer(sentence.plain):
        if _ASIDE.search(sentence.plain[: told.start()]) or not _SPEECH.match(sentence.plain, told.end()):
            continue  # "as you told me", "the spotting you told me about two weeks ago is …"
        end = min(_speech_end(sentence, told.end()), *(s.end for s in sentence.statements if s.end > told.end()))
        sources = tuple(s for s in sentence.sources if _is_yours(s, named))
        yield _Speech(told[0], sentence.reading.text[told.end() : end], told.start(), sources or tuple(sentence.turns))


def told_to(sentence: Sentence) -> Iterator[Missing]:
    """ "You told Dr. Falk": that the person told somebody else is what somebody said."""
    for person in sentence.reading.people:
        if not _TOLD_THEM.search(sentence.plain[: person.start]) or sentence.mood_at(person.start) is not Mood.TOLD:
            continue
        if not any(_TELLS_OF_TELLING.search(s.plain_fact) and person.name in s.plain_fact for s in sentence.sources):
            yield Missing(sentence.words(person), "told to somebody, which nobody said")


_TOLD_THEM = re.compile(
    r"\b(?:you|he|she|they)(?:'ve| have| had)? (?:\w+ )?(?:told|informed|mentioned (?:\w+ ){1,4}to|spoke (?:to|with)) $"
)
_TELLS_OF_TELLING = re.compile(r"\b(?:told|said|spoke|talk\w*|inform\w*|mention\w*|saw|called|rang)\b")


def _is_yours(source: Source, named: frozenset[str]) -> bool:
    if source.origin is not Origin.FACT:
        return source.origin in {Origin.TURN, Origin.QUOTATION}
    return _OF_THE_PERSON.match(source.whole) is not None or bool(source.people & named) or source.tag is Tag.EPISODE


def _is_from(source: Source, person: Mark) -> bool:
    ended_by = source.ended_by
    return person.name in source.people or (ended_by is not None and person.name in ended_by.people)


def _roles(sentence: Sentence) -> Iterator[_Speech]:
    """ "Your cardiologist told you": whoever has that role on record."""
    for role in find_terms(sentence.reading.text, "role"):
        says = _SUBJECT_OF.match(sentence.plain[role.end :]) or _DID.match(sentence.plain[role.end :])
        if says is None or sentence.reading.people:
            continue
        by_role = [s for s in sentence.sources if any(t.name == role.name for t in find_terms(s.reading.text, "role"))]
        known = {name for source in by_role for name in source.people}
        sources = {*by_role, *(s for s in sentence.sources if s.people & known)}
        yield _Speech(role.as_said, sentence.reading.text[role.end + says.end() :], role.start, tuple(sources))


def _documents(sentence: Sentence) -> Iterator[_Speech]:
    """Papers, and people who are known by what they are: "the clinic told you"."""
    for found in _DOCUMENT.finditer(sentence.plain):
        if (sentence.reading.people and found["between"].strip()) or stance.hedged(found["between"]):
            continue
        sources = tuple(s for s in sentence.sources if found["what"] in (s.whole if s.tag else s.plain))
        words = sentence.reading.text[found.end() : _speech_end(sentence, found.end())]
        yield _Speech(found["what"], words, found.start(), sources)


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


QUOTING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (quoted_with, told_to)
