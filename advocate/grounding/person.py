"""What is told of the person and of theirs: whose it is, which condition and how bad, by which name, what it did."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from advocate.engines.local.lexicon import Term, find_terms
from advocate.grounding import stance
from advocate.grounding.days import Span
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source
from memory.vocabulary import Tag

_YOU = re.compile(r"\b(?:you|your|yours|my|he|she|his|her|usted|su|sus|tiene|tuvo)\b")
_OF_YOU = re.compile(
    r"\byou(?:'re|'ve)?(?: are| were| have| had)? (?:\w+ )?(?:tak\w+|took|on|us\w+|have|had|been|got|suffer\w*"
    r"|gave|went)\b"
    r"|\byou (?:have|had|are|were|got|suffer\w*)\b|\byour (?!record)|\busted\b|\btiene\b|\btuvo\b"
)
_RELATIVE_HAS = re.compile(
    r"^(?:'s\b|(?: [A-Z][a-z]+)?,? (?:also |still |once )?(?:has|have|had|is|was|takes?|took|weighs?|died"
    r"|suffers?|got|lives?"
    r"|tuvo|tiene|toma|gets?)\b)"
)
_AND_YOURS = re.compile(r"\b(?:and|while|but) (?:you|yours?)\b")
_YOUR = re.compile(r"\b(your|su|tu|her|his|their)[ ]$")
_MINE = re.compile(
    r"\b(?:i|i'm|me|yo|tomo|mother|father|mom|dad|husband|wife|son|daughter|sister|brother|madre|padre)\b"
)
_FOUND = re.compile(r"\b(?:showed|shows|found|revealed|confirmed|ruled out|mostro|encontro)\b")
_KINDS = ("condition", "procedure", "immunization")
_SILENT = re.compile(r"\b(?:no|nothing|not|never|none|without|ningun\w*|nada)\b")
_HAS_NOT = re.compile(
    r"\byou (?:do not|don't|never|no longer)(?: \w+)? (?:have|had|suffer)\b|\byou have (?:no|never had)\b|\bno tiene\b"
)
_ON_RECORD = re.compile(r"\b(?:record|file|list|note|noted)\b")
_JUDGED = re.compile(
    r"\b(?:you |(?:your|the|su) (?:[\w.]+ ){1,4}?)(?:is|are|was|were|has|have|es|esta)(?: now| all| completely"
    r"| not| back to| \w+ly)? "
    r"(?P<how>normal|abnormal|too high|too low|dangerous\w*|gone(?! (?:from|up|down|to|back))|cured|healed"
    r"|resolved|harmless|passed|dissolved|cleared up)\b"
)
_DONE_TO = re.compile(
    r"\byour (?P<what>\w+) (?:was|were|has been|had been) (?:taken out|removed|replaced|repaired|operated)\b"
)
_GRADE = re.compile(
    r"\b(?:(?P<word>mild|moderate|severe|advanced|terminal|benign|malignant|positive|negative)"
    r"|(?:stage|type|grade|class) (?:\d|i{1,3}v?)[ab]?)\b"
)
_LABEL = re.compile(r"(?:es|ies|s)?\**:")
_DID = re.compile(
    r"\b(?:gave(?! up)|gives(?! up)|caused|causes|brought|brings on|made|makes|le (?:dio|dan|causo))\b(?: you"
    r"| usted)?(?: (?:an?|the|some|your))? (?P<what>[^,;.()]+)"
)
_GAVE = re.compile(r"\b(?:gave|caused|brought|made|dio|causo)\b|^\W*\w+ (?:gives|causes|makes)\b")
_REACTION = re.compile(
    r"\b(?:anaphyla\w+|angioedema|hives|rash\w*|sw[eo]ll\w*|itch\w*|vomit\w*|nausea|diarrh\w*|wheez\w*|faint\w*"
    r"|blister\w*)\b"
)
_NAME = re.compile(
    r"(?<=[a-z,] )(?P<name>[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*)(?! (?:disease|syndrome|test|monitor|scan|score)|'s)"
)
_ORDINARY_NAMES = frozenset(
    "fahrenheit celsius english spanish french german medicare medicaid internet united states europe doctor"
    " nurse professor google zoom dra"
    " sra sr mrs mr ms prof christmas easter thanksgiving i january february march april may june july august september"
    " october november december monday tuesday wednesday thursday friday saturday sunday".split()
)
_IS = re.compile(
    r"\byour (?P<what>blood type|plan|insurance|member(?:ship)? number|policy|pharmacy|emergency contact"
    r"|address|phone number"
    r"|birthday|religion|language|job|occupation|blood group)(?: \w+)? (?:is|was) (?P<value>[^,;.]+)"
)


def kin(sentence: Sentence) -> Iterator[Missing]:
    """What is told of a relative is theirs, and what is told of "you" is yours."""
    found = find_terms(sentence.reading.text, "relation")
    yours = [t for t in found if _is_theirs(sentence, t)]
    for term in yours if not sentence.is_advice else ():
        if not any(term.name in source.relations for source in sentence.sources):
            yield Missing(term.as_said, "a relative who stands nowhere")
    subjects = [term for term in yours if _RELATIVE_HAS.search(sentence.reading.text[term.end :])]
    for term in subjects:
        for words, holders in _claims(sentence, *_statement(sentence, term, found)):
            if holders and not any(term.name in whose for whose in holders):
                yield Missing(words, "told of another person")
    if not found and (_OF_YOU.search(sentence.plain) or _FOUND.search(sentence.plain)):
        for words, holders in _claims(sentence, 0, len(sentence.plain)):
            if holders and all(whose - _subject_of_the_record(sentence) for whose in holders):
                yield Missing(words, "told of another person")


def _is_theirs(sentence: Sentence, term: Term) -> bool:
    """Tell whether a relative is one of the person's; of "your mother" in her own record it is she."""
    whose = _YOUR.search(sentence.plain[: term.start])
    return whose is not None and (whose[1] != "your" or term.name not in _subject_of_the_record(sentence))


def _subject_of_the_record(sentence: Sentence) -> frozenset[str]:
    """Whom a record is about that someone else keeps: who is spoken of, and is no relative of theirs."""
    if sentence.subject:
        return frozenset({sentence.subject})
    if not any(fact.whole.startswith("caregiver") for fact in sentence.facts):
        return frozenset()
    spoken_of = frozenset(name for turn in sentence.turns for name in turn.relations)
    return spoken_of - {name for fact in sentence.facts if fact.of_another for name in fact.relations}


def _statement(sentence: Sentence, of: Term, others: Sequence[Term]) -> tuple[int, int]:
    """Where what is told of someone begins and ends."""
    ends = [start + len(span) for span, start in stance.spans_at(sentence.plain) if start + len(span) > of.start]
    ends += [other.start for other in others if other.start > of.start]
    ends += [yours.start() for yours in _AND_YOURS.finditer(sentence.plain, of.end)]
    return of.end, min(ends, default=len(sentence.plain))


def _claims(sentence: Sentence, start: int, end: int) -> Iterator[tuple[str, list[frozenset[str]]]]:
    """The conditions, amounts and drugs of a stretch, each with the relatives of whom each of its sources tells it."""
    told = [s for s in sentence.sources if not s.asked]
    for term in _terms(sentence):
        if start <= term.start < end:
            yield term.as_said, [_whose(s, s.ailments_at(term.name)) for s in told if term.name in s.ailments]
    for amount in sentence.reading.amounts:
        if start <= amount.start < end:
            places = [(s, [a.start for a in s.amounts_like(amount)]) for s in sentence.holders(amount)]
            yield amount.text, [_whose(source, at) for source, at in places if source.origin is not Origin.ALLOWED]
    for thing in particulars(stance.content(sentence.plain[start:end])) if start else ():
        holders = [s for s in told if thing in s.particulars]
        if holders and all(s.tag is not None for s in holders):
            yield thing, [s.relations for s in holders]
    for mark in sentence.reading.drugs:
        if start <= mark.start < end:
            name = stance.plain(mark.name)
            about = [s for s in sentence.about(name) if not s.asked]
            yield (
                sentence.words(mark),
                [_whose(s, [m.start for m in s.reading.drugs if m.name == mark.name]) for s in about],
            )


def _whose(source: Source, places: Sequence[int]) -> frozenset[str]:
    """Of whom a source tells what stands at these places; empty where of the person."""
    if source.tag is not None:
        return source.relations
    clauses = [stance.plain(source.reading.clause_around(place)) for place in places]
    if not any(_MINE.search(clause) for clause in clauses):
        return source.relations
    return frozenset(term.name for clause in clauses for term in find_terms(clause, "relation"))


def _tells_of_them(sentence: Sentence) -> bool:
    """True where the sentence tells of the person, or what an examination found."""
    if _YOU.search(sentence.plain) or _FOUND.search(sentence.plain):
        return True
    return any(fact.tag is Tag.PROCEDURE for fact in sentence.touched(sentence.content))


def _terms(sentence: Sentence) -> list[Term]:
    terms = find_terms(sentence.reading.text, *_KINDS)
    terms = [t for t in terms if not _LABEL.match(sentence.plain, t.end) or t.start]
    operated = any(fact.tag is Tag.PROCEDURE for fact in sentence.facts)
    terms = [t for t in terms if not (operated and t.as_said.lower() in {"operation", "surgery", "procedure"})]
    longest = [t for t in terms if not any(o.start <= t.start and t.end < o.end for o in terms)]
    return [t for t in longest if not any(m.start < t.end and t.start < m.end for m in sentence.reading.subjects)]


def ailments(sentence: Sentence) -> Iterator[Missing]:
    """A condition, a procedure or a vaccination of the person is one that somebody named."""
    if sentence.is_advice or not _tells_of_them(sentence):
        return
    for term in _terms(sentence):
        clause = stance.plain(sentence.reading.clause_around(term.start))
        if _HAS_NOT.search(clause) and not _ON_RECORD.search(clause):
            holders = [s for s in sentence.facts if term.name in s.ailments and not s.of_another]
            if holders and not any(stance.is_denied(s.plain_fact) for s in (*holders, *sentence.turns)):
                yield Missing(term.as_said, "the opposite of what was said")
        if _SILENT.search(clause):
            continue
        if not any(term.name in source.ailments for source in sentence.sources):
            yield Missing(term.as_said, "a condition that stands nowhere")


def grades(sentence: Sentence) -> Iterator[Missing]:
    """How bad, and of which type, is as it was said."""
    if sentence.is_advice or not _tells_of_them(sentence):
        return
    for grade in _GRADE.finditer(sentence.plain):
        if not any(re.search(rf"\b{re.escape(grade[0])}\b", s.plain) for s in sentence.sources):
            yield Missing(grade[0], "a degree that stands nowhere")


def effects(sentence: Sentence) -> Iterator[Missing]:
    """What a thing did to the person is what it did."""
    if sentence.is_advice:
        return
    for did in _DID.finditer(sentence.plain) if _YOU.search(sentence.plain) or _GAVE.search(sentence.plain) else ():
        things = stance.content(sentence.plain[: did.start()])
        of_it = sentence.touched(things) or sentence.facts
        holders = [*of_it, *sentence.turns, *(s for s in sentence.sources if s.tag is None)]
        told = " ".join(source.plain for source in holders)
        ours = {term.name for term in find_terms(did["what"], "symptom", "condition")}
        ours -= {name for source in holders for name in source.ailments}
        reactions = [
            word for word in _REACTION.findall(did["what"]) if word[:4].replace("swol", "swel") not in _swelling(told)
        ]
        if ours or reactions:
            yield Missing(did["what"], "an effect that nobody told")


def _swelling(text: str) -> str:
    return text.replace("swol", "swel")


def called(sentence: Sentence) -> Iterator[Missing]:
    """A name in what is told of the person stands somewhere."""
    if not _YOU.search(sentence.plain) or sentence.asks:
        return
    marks: tuple[Span, ...] = (*sentence.reading.subjects, *sentence.reading.people, *sentence.reading.dates)
    for match in _NAME.finditer(sentence.reading.text):
        if any(mark.start < match.end() and match.start() < mark.end for mark in marks):
            continue
        for word in match["name"].split():
            known = stance.plain(word) in _ORDINARY_NAMES or find_terms(word)
            if not known and not any(stance.plain(word) in s.plain for s in sentence.sources):
                yield Missing(word, "a name that stands nowhere")


def occupations(sentence: Sentence) -> Iterator[Missing]:
    """ "You're a nurse" is what somebody said."""
    for statement in sentence.told:
        for told in _IS_A.finditer(statement.plain):
            words = stance.content(told["what"]) - _NOT_A_KIND
            if words and not any(words & source.words for source in sentence.sources):
                yield Missing(told["what"], "something that stands nowhere")


_IS_A = re.compile(
    r"\b(?:you're|you are|she's|he's|(?:he|she|you) (?:is|are|works?|worked|was"
    r"|were)(?: as)?) an? (?P<what>[a-z]+)(?= (?:on|at|in|who|by|and)\b|[.,;]|$)"
)
_NOT_A_KIND = frozenset(
    "bit little lot good great day week month step person patient man woman child few while point case way"
    " fighter star".split()
)


def traits(sentence: Sentence) -> Iterator[Missing]:
    """ "Your blood type is …" is what somebody said it is; what was taken out was theirs."""
    for done in _DONE_TO.finditer(sentence.plain):
        if not any(done["what"][:6] in source.plain for source in sentence.sources):
            yield Missing(done["what"], "something that stands nowhere")
    for judged in _JUDGED.finditer(sentence.plain) if not sentence.is_advice else ():
        if not any(judged["how"][:6] in source.plain for source in sentence.sources) and not stance.is_denied(
            judged[0]
        ):
            yield Missing(judged["how"], "a judgement that nobody gave")
    for told in _IS.finditer(sentence.plain):
        value = stance.content(told["value"])
        if _SILENT.search(told["value"]) or not value or sentence.is_advice:
            continue
        held = frozenset(word for source in sentence.sources for word in source.words)
        if not value & held and not {"record", "here", "know"} & value:
            yield Missing(told["value"], "something that stands nowhere")


PERSON: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (
    kin,
    ailments,
    grades,
    effects,
    called,
    occupations,
    traits,
)
