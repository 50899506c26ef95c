"""What was denied is not told as so, and what was told is not denied: the things that a negation stands before.

"No driving", "migraine without aura", "does not want sleeping tablets": a denial has a reach, the few words after it.
Whatever the reach holds keeps its sense in every sentence that tells of the person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.grounding import stance
from advocate.grounding.claims import TIME
from advocate.grounding.denial import denied_things
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source
from advocate.grounding.statements import Mood
from memory.recollection import Slot

_OTHERWISE = re.compile(
    r"\b(?:no|not|never|without|none|neither|nor|free of|negative|avoid\w*|stop\w*|hold\w*|held|skip\w*|off|quit"
    r"|ruled out"
    r"|den(?:y|ies|ied)|refus\w*|against|cannot|gone|rather|instead|ended|until|away from|declin\w*|hasn|prevent\w*"
    r"|keep from|nunca|sin|ni|ningun\w*|suspend\w*|evit\w*)\b|n't\b"
)
_MUST_NOT_BE_MEANT = re.compile(
    r"\b(?:mean|necessarily|automatically|always|alone|enough|only|sure|certain|exactly|reason|expect|surpris\w*|worry"
    r"|longer|matter)\b"
)


_OF_ME = re.compile(r"\b(?:for me|i|i'm|i'd)\b")
_ALLOWS = re.compile(r"^\W*(?:so |and |but )?(?:you|he|she|they) (?:may|can|could)(?: now| again| also)? \w+")
_DENIES_ANY = re.compile(r"\b(?:no|not|never|without|none)\b|n't\b")


def told_though_denied(sentence: Sentence) -> Iterator[Missing]:
    """What everybody denied is not told as so: "you mentioned a fever" after "no fever"."""
    for statement in sentence.statements:
        is_told = statement.mood is Mood.TOLD or _ALLOWS.search(statement.plain)
        if not is_told or statement.mood is Mood.ASKED or _OTHERWISE.search(statement.plain):
            continue
        words = stance.content(statement.plain)
        for source in sentence.facts + sentence.turns:
            for things in source.denied:
                named = particulars(things).keys()
                if named and named <= particulars(words).keys():
                    if not any(
                        named <= s.particulars and not _DENIES_ANY.search(s.plain_fact) for s in _recorded(sentence)
                    ):
                        yield Missing(statement.plain.strip(), "the opposite of what was said")
                elif things <= words and not any(_tells(other, things) for other in _recorded(sentence)):
                    yield Missing(statement.plain.strip(), "the opposite of what was said")


def denied_though_told(sentence: Sentence) -> Iterator[Missing]:
    """What everybody told is not denied: "migraine without aura" of a migraine with aura."""
    for statement in sentence.told:
        if _OF_ME.search(statement.plain) or _MUST_NOT_BE_MEANT.search(statement.plain) or "mean" in sentence.plain:
            continue
        for things in denied_things(statement.plain):
            named = particulars(things).keys()
            if named:
                of = [source for source in _recorded(sentence) if named <= source.particulars]
                otherwise = (s for s in sentence.sources if named <= s.particulars and _OTHERWISE.search(s.plain_fact))
                if of and not any(otherwise):
                    yield Missing(" ".join(sorted(named)), "the opposite of what was said")
                continue
            of = [source for source in _recorded(sentence) if things <= source.carrying]
            denied = any(_denies(source, things) for source in sentence.sources)
            if of and not denied and all(_tells(source, things) for source in of):
                sense = " ".join(sorted(things))
                yield Missing(sense, "the opposite of what was said")


def denied_values(sentence: Sentence) -> Iterator[Missing]:
    """A value on record is not told as not so, unless somebody said it was not."""
    for statement in sentence.told:
        for amount in sentence.reading.amounts:
            if not statement.start <= amount.start < statement.end or amount.unit in TIME:
                continue
            before = sentence.plain[statement.start : amount.start]
            if not _IS_NOT.search(before) or _REACHES.search(before) or stance.direction(sentence.plain, amount.start):
                continue
            holders = [source for source in sentence.holders(amount) if source.tag is not None]
            doubted = any(_OTHERWISE.search(turn.plain) and turn.amounts_like(amount) for turn in sentence.turns)
            if holders and not doubted and all(source.slot is Slot.CURRENT for source in holders):
                yield Missing(amount.text, "the opposite of what was said")


_REACHES = re.compile(r"\b(?:reach\w*|hit|pass\w*|near|close|match\w*|mean\w*|change\w*|know|say)\b")
_IS_NOT = re.compile(
    r"(?:\b(?:is|was|are|were|did|do|does|has|have)(?:n't| not)) (?:\w+ ){0,2}$"
    r"(?<!only )(?<!just )(?<!than )(?<!above )(?<!below )(?<!under )(?<!over )(?<!yet )"
)


def _recorded(sentence: Sentence) -> list[Source]:
    return [source for source in sentence.sources if source.origin is not Origin.ALLOWED and not source.asked]


def _tells(source: Source, things: frozenset[str]) -> bool:
    """Tell whether a clause of a source says these things and denies nothing."""
    return any(things <= words and not denied for words, denied in source.clauses)


def _denies(source: Source, things: frozenset[str]) -> bool:
    return any(
        things <= stance.content(clause) and _OTHERWISE.search(clause) for clause in stance.clauses(source.plain_fact)
    )


POLARITY: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (told_though_denied, denied_though_told, denied_values)
