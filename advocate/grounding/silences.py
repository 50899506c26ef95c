"""That the record holds nothing is told only where it holds nothing; what a test found is what it found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.grounding import stance
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source
from advocate.grounding.statements import Mood
from memory.recollection import Slot
from memory.vocabulary import Tag

_NOTHING_OF = re.compile(
    r"\b(?:no|not any|n't any|nothing (?:about|on|of)|not see|n't see|n't have|n't find)(?: an?| any| a single"
    r"| known| recorded"
    r"| other)*(?: (?:record|mention|note|entry|sign)s? (?:of|on|about))?(?: an?| any| your| known| recorded)* "
    r"(?P<what>[\w' -]{3,40}?)(?= (?:on|in) (?:your|the|her|his|this|my|file|record)\b| on file\b| recorded\b"
    r"| here\b| anywhere\b"
    r"|[.,;]|$)"
)
_NOT_THERE = re.compile(
    r"(?P<what>[\w' -]{3,40}?) (?:is|are|was|were)(?:n't| not)(?: \w+)? (?:in|on|part of) (?:your|the|her"
    r"|his) (?:record|file|list)"
)
_NARROWED = re.compile(
    r"\b(?:for|from|with|about|since|between|before|after|at which|when|why|how|which|that|other|besides|apart"
    r"|except|yet"
    r"|reaction|reason|date|dose|number|name|result|reading|limit|threshold|instruction|target|plan|detail|step"
    r"|exact\w*"
    r"|today|this (?:week|month|year)|new|more|later|earlier|than|level|value|strength|brand)\b"
)
_ALLERGIES = re.compile(r"\b(?:allerg\w+|drug reactions?|reactions? to (?:any )?(?:drugs?|medicines?))\b")
_YOU_SAID = re.compile(r"\b(?:you|he|she|they) (?:\w+ )?(?:told|said|say|mentioned|wrote|reported)\b")
_FOUND = re.compile(
    r"(?<!was )(?<!were )(?<!been )\b(?:showed|shows|found|finds|revealed|confirmed|came back(?: as)?|ruled out"
    r"|mostro|encontro)\b(?! up)"
)
_TESTS = frozenset({Tag.PROCEDURE, Tag.LAB, Tag.FACT, Tag.CONDITION, Tag.APPOINTMENT})


def silences(sentence: Sentence) -> Iterator[Missing]:
    """ "No allergies on record" is not told where one stands."""
    for statement in sentence.statements:
        if statement.mood not in {Mood.SILENT, Mood.TOLD}:
            continue
        for told in (*_NOTHING_OF.finditer(statement.plain), *_NOT_THERE.finditer(statement.plain)):
            if statement.mood is Mood.TOLD and not _ALLERGIES.search(told[0]):
                continue
            rest = statement.plain[told.end("what") : told.end("what") + 12]
            if (
                _YOU_SAID.search(statement.plain)
                or _NARROWED.search(told["what"])
                or re.match(r" (?:for|from|about|to|of|with)\b", rest)
            ):
                continue
            if any(_is_there(source, told["what"]) for source in sentence.facts):
                yield Missing(told["what"], "said to be missing though it is there")


def _is_there(source: Source, what: str) -> bool:
    """Tell whether a current row is just of this: an allergy, a drug, a condition, something that was done."""
    if source.slot is Slot.HISTORY or source.of_another:
        return False
    if _ALLERGIES.search(what):
        named = stance.allergens(what)
        return any(
            not denied and (not named or of in named) for of, denied in source.allergies if source.tag is Tag.ALLERGY
        )
    of_what = {drug.name.lower() for drug in find_drugs(what)} | {
        term.name.lower() for term in find_terms(what, "condition", "procedure", "lab", "vital")
    }
    if not of_what or len(what.split()) > 4:
        return False
    of = source.subjects | {name.lower() for name in source.ailments}
    return bool(of_what & of) and source.tag not in {Tag.DIRECTIVE, Tag.EPISODE, Tag.PREFERENCE}


def findings(sentence: Sentence) -> Iterator[Missing]:
    """What an examination showed stands in what is told of it."""
    for statement in sentence.told:
        found = _FOUND.search(statement.plain)
        words = stance.content(statement.plain[found.end() :]) - stance.GENERIC if found else frozenset()
        words = frozenset(word for word in words if word.isalpha())
        if found is None or len(words) < 1 or sentence.reading.amounts:
            continue
        subject = stance.content(statement.plain[: found.start()]) - stance.GENERIC
        tested = [
            f
            for f in sentence.facts
            if f.tag in _TESTS and (subject & f.words or particulars(subject).keys() & f.particulars)
        ]
        told = [*tested, *sentence.turns, *(s for s in sentence.sources if s.tag is None and s not in sentence.turns)]
        if not subject or any(
            words & source.words or particulars(words).keys() & source.particulars for source in told
        ):
            continue
        yield Missing(statement.plain[found.start() :].strip(), "a finding that stands nowhere")


SILENCES: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (silences, findings)
