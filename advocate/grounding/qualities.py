"""Which one, how old, and why: the words that make a thing this one and no other, an age, a cause."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

from advocate.engines.local.lexicon import find_drugs
from advocate.grounding import stance
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source
from advocate.grounding.statements import Statement
from memory.numbers import quantities
from memory.numbers.words import CARDINAL_WORDS
from memory.vocabulary import Tag

_THINGS = frozenset({Tag.PROCEDURE, Tag.CONDITION, Tag.SYMPTOM, Tag.IMMUNIZATION, Tag.ALLERGY, Tag.APPOINTMENT})
_WORD = re.compile(r"[a-z][a-z'-]*")
_ANY_KIND = frozenset(
    "a an the your his her their my our this that these those some any no another other same first second third last"
    " latest next previous earlier recent recently only new old current usual main whole both each every more most such"
    " past and or of for in on at to with by from is was are were had has have as about after before since"
    " during but so"
    " your dr planned upcoming later small big little bad worse better strong recorded known possible it its which who"
    " what when where how not been be you he she they we i said told had one two three four five six seven eight"
    " nine ten"
    " your's quick routine regular follow-up repeat confirmed reported mentioned noted described existing original"
    " daily today's yesterday's successful also still again just now then if will would can could may might".split()
)
_AGE = re.compile(
    r"\b(?:he|she|you|they|leo)(?:'s|'re| is| are| was| were| will be| turned)(?: only| just| still)? "
    r"(?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)(?= (?:when|then|now|years?|at the time)\b|[.,;](?!\d)|$)"
    r"|\bat (?:the )?age (?:of )?(?P<at>\d{1,3}|[a-z]+(?:-[a-z]+)?)\b"
)
_CAUSE = re.compile(
    r"\b(?:comes? from|came from|is from (?=the|your)|are from (?=the|your)|caused by|due to|because of|brought on by"
    r"|triggered by|a side effect of|side effects? of|the (?:likely |probable )?(?:cause|reason|culprit)"
    r"|to blame|blamed? on"
    r"|down to (?=the|your|his|her)|explains?|is behind|set off by|linked to|related to|is why|result of|caused)\b"
)
_TELLS_CAUSES = re.compile(
    r"\b(?:because|caus\w+|due to|from|since|after|side effect|brought on|trigger\w*|blam\w+|explain\w*|reason"
    r"|think|thinks"
    r"|says? it|related|link\w*|makes?|gives?|gave|made|por|desde)\b"
)
_IT = re.compile(r"\b(?:it|this|that|rise|fall|drop|increase|change|the likely|problem)\b")
_HEDGED = re.compile(
    r"\b(?:can|could|may|might|whether|if|possibl\w+|perhaps|maybe|ask\w*|not|don't|n't|no|sometimes|often)\b"
)


def modifiers(sentence: Sentence) -> Iterator[Missing]:
    """A mitral valve is no aortic one: what stands before a thing on record is what stands there in the record."""
    for statement in sentence.told:
        ours = _modified(statement.plain)
        for source in sentence.facts:
            if source.tag not in _THINGS:
                continue
            for noun, theirs in _modified(source.plain_fact).items():
                for other in ours.get(noun, set()) - theirs if theirs else ():
                    if not any(other in s.words for s in sentence.sources) and theirs - ours[noun]:
                        yield Missing(f"{other} {noun}", "another one than that")


def _modified(plain: str) -> dict[str, set[str]]:
    """Nouns, roughly stemmed, with what stands directly before them."""
    found: dict[str, set[str]] = {}
    words = list(_WORD.finditer(plain))
    for before, after in itertools.pairwise(words):
        if (
            plain[before.end() : after.start()] == " "
            and before[0] not in _ANY_KIND | CARDINAL_WORDS
            and len(after[0]) > 3
        ):
            for noun in stance.content(after[0]) - stance.GENERIC:
                found.setdefault(noun, set()).update(stance.content(before[0]))
    return found


def ages(sentence: Sentence) -> Iterator[Missing]:
    """An age is one that somebody told."""
    for told in _AGE.finditer(sentence.plain):
        number = quantities(f"{told['age'] or told['at']} years")
        if not number or not number[0].text.endswith("years"):
            continue
        value = number[0].value
        if not any(_tells_age(source, int(value)) for source in sentence.sources):
            yield Missing(told[0], "an age that nobody told")


def _tells_age(source: Source, age: int) -> bool:
    if re.search(
        rf"\b(?:at|aged?|is|am|i'm|he's|she's|turned|of|was) (?:age )?{age}\b|\b{age}[- ]?(?:years?|yrs?|y)\b",
        source.plain,
    ):
        return True
    return any(a.value == age and a.unit == "years" for a in source.reading.every_amount)


def causes(sentence: Sentence) -> Iterator[Missing]:
    """What causes what is what somebody said it is."""
    for statement in sentence.told:
        told = _CAUSE.search(statement.plain)
        if told is None or _HEDGED.search(statement.plain):
            continue
        cause, effect = statement.plain[told.end() :], statement.plain[: told.start()]
        ours = _named(sentence, effect) | _named(sentence, cause)
        if (len(ours) < 2 and not (ours and _IT.search(effect))) or not _names_both(sentence, statement):
            continue
        if not any(_tells_cause(source, ours) for source in sentence.sources):
            yield Missing(told[0], "a cause that nobody told")


def _named(sentence: Sentence, plain: str) -> frozenset[str]:
    words = stance.content(plain)
    return frozenset(
        {*particulars(words), *(drug.name.lower() for drug in find_drugs(plain)), *(words & _of_facts(sentence))}
    )


def _of_facts(sentence: Sentence) -> frozenset[str]:
    return frozenset(word for fact in sentence.facts for word in fact.carrying) - stance.GENERIC


def _names_both(sentence: Sentence, statement: Statement) -> bool:
    return re.search(r"\b(?:you|your|he|she|his|her|their|the)\b", statement.plain) is not None


def _tells_cause(source: Source, named: frozenset[str]) -> bool:
    """Tell whether a source speaks of a cause and of two of these."""
    if source.origin is Origin.ALLOWED or source.asked:
        return False
    known = {*source.particulars, *source.carrying, *source.subjects}
    return _TELLS_CAUSES.search(source.plain_fact) is not None and len(named & known) >= min(2, len(named))


def remains(sentence: Sentence) -> Iterator[Missing]:
    """ "Still bothering you" is not told of what is gone by the latest word."""
    for statement in sentence.told:
        if not _STILL.search(statement.plain):
            continue
        for name in particulars(stance.content(statement.plain)):
            of = [
                f for f in sentence.facts if name in f.particulars and f.dated and f.tag in {Tag.SYMPTOM, Tag.CONDITION}
            ]
            last = max(of, key=lambda fact: fact.dated or sentence.day, default=None)
            said = any(name in turn.particulars for turn in sentence.turns)
            if last is not None and not said and _GONE.search(last.plain_fact):
                yield Missing(name, "told as lasting though it is gone")


_STILL = re.compile(r"\b(?:still|continues?|keeps|persist\w*|ongoing|todavia|sigue)\b")
_GONE = re.compile(r"\b(?:gone|resolved|no longer|stopped|healed|went away|cleared up|disappeared)\b")


QUALITIES: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (modifiers, ages, causes, remains)
