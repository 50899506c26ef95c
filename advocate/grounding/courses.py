"""How what is not measured went: "your headaches are easing" is what somebody said, or was told at two times."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.grounding import stance
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source
from memory.vocabulary import Tag


def courses(sentence: Sentence) -> Iterator[Missing]:
    """ "Your headaches are easing": of what is not measured, somebody said so, or it was told at two times."""
    for statement in sentence.told:
        told = _COURSE.search(statement.plain)
        if told is None or stance.is_denied(told[0]) or sentence.reading.measures or sentence.reading.drugs:
            continue
        what = stance.content(told["what"]) - stance.GENERIC
        felt = [f for f in sentence.facts if f.tag in {Tag.SYMPTOM, Tag.LAB, Tag.VITAL, Tag.FACT}]
        of = [s for s in (*felt, *sentence.turns) if what & s.words or _names_one(what, s)]
        if what and len({source.dated for source in of}) < 2 and not any(_COMPARES.search(s.plain) for s in of):
            yield Missing(told["way"], "a trend that nobody told")


def _names_one(what: frozenset[str], source: Source) -> bool:
    return bool(particulars(what).keys() & source.particulars)


_COURSE = re.compile(
    r"\b(?:your|her|his|the) (?P<what>(?:[\w-]+ ){1,3}?)(?:is|are|has been|have been|has|have|were|was|seems?"
    r"|looks?|got|gets?)"
    r" (?:\w+ ){0,2}?(?P<way>up|down|better|worse|worsen\w*|improv\w+|easing|eased|rising|falling|fewer"
    r"|increas\w+|decreas\w+"
    r"|steady|stable|unchanged|settl\w+|under control|gone|resolved|healing|healed)\b"
)
_COMPARES = re.compile(
    r"\b(?:better|worse|worsen\w*|more|less|fewer|up|down|improv\w*|eas\w+|increas\w*|decreas\w*|than|gone"
    r"|settl\w+|stopped"
    r"|again|still|no longer|stable|steady|healed|healing|resolved)\b"
)


COURSES: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (courses,)
