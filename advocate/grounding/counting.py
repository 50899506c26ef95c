"""How many, and the how manieth: falls, doses, attacks, as many as were told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.grounding import stance
from advocate.grounding.deriving import DERIVED
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.statements import Mood

_NTH = re.compile(
    r"\b(?P<nth>second|third|fourth|fifth|2nd|3rd|4th|5th) (?:[\w-]+ )?(?:dose|vaccine|vaccination|booster|shot"
    r"|surgery|operation"
    r"|heart attack|stroke|fall|round|cycle|injection|transfusion|child|pregnancy)\b"
)
_FORMS_OF = {"fall": frozenset({"fall", "fell", "fallen"})}
_DOSES = re.compile(r"\b(?:dose|shot|injection|vaccine|round|cycle|booster)\b")
_NTHS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5}
_COUNTED = re.compile(
    r"\s+(?:\w+ )?(?P<what>falls|attacks|flares|seizures|episodes|surgeries|operations|infections|migraines|headaches"
    r"|strokes|children|pregnancies|admissions|nosebleeds|bleeds)\b"
)


def ordinals(sentence: Sentence) -> Iterator[Missing]:
    """ "The second dose" is no third."""
    for told in _NTH.finditer(sentence.plain):
        counted = _counted(sentence, told[0].split()[-1])
        nth = _NTHS.get(told["nth"], 99)
        of_doses = _DOSES.search(told[0]) is not None
        if of_doses and any(a.value == nth for source in sentence.sources for a in source.reading.every_amount):
            continue
        if counted == nth or any(re.search(rf"\b{told['nth']}\b", source.plain) for source in sentence.sources):
            continue
        yield Missing(told[0], "a count that stands nowhere")


def _counted(sentence: Sentence, what: str) -> int:
    """How many facts and turns tell of a thing."""
    named = particulars(stance.content(what)).keys() | _FORMS_OF.get(what.rstrip("s"), stance.content(what))
    return sum(1 for s in (*sentence.facts, *sentence.turns) if named & (s.particulars | s.words))


def counts(sentence: Sentence) -> Iterator[Missing]:
    """ "Three falls" are as many as were told."""
    for amount in sentence.reading.amounts:
        what = _COUNTED.match(sentence.plain, amount.end) if amount.unit is None else None
        if what is None or sentence.mood_at(amount.start) is not Mood.TOLD:
            continue
        named = particulars(stance.content(what["what"])).keys() | stance.content(what["what"])
        told = [s for s in sentence.holders(amount) if named & (s.particulars | s.words)]
        derived = any(true(sentence, amount) for true in DERIVED)
        if not told and not derived and amount.value != _counted(sentence, what["what"]):
            yield Missing(f"{amount.text} {what['what']}", "a count that stands nowhere")


def both(sentence: Sentence) -> Iterator[Missing]:
    """ "Both doses" are two that are told."""
    for statement in sentence.told:
        for told in _BOTH.finditer(statement.plain):
            words = stance.content(f"{told['which'] or ''} {told['what']}") - stance.GENERIC
            of = [
                s
                for s in (*sentence.facts, *sentence.turns)
                if words & s.words or particulars(words).keys() & s.particulars
            ]
            if of and len(of) < 2 and not _TWO.search(" ".join(source.plain for source in of)):
                yield Missing(told[0], "a count that stands nowhere")


_BOTH = re.compile(
    r"\bboth (?:of )?(?:your |the |her |his )?(?P<which>\w+ )?(?P<what>doses|shots|jabs|vaccines|operations"
    r"|surgeries|tests|scans|injections|courses)\b"
)
_TWO = re.compile(r"\b(?:both|two|second|2nd|2|twice)\b")


COUNTING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (ordinals, counts, both)
