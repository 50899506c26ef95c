"""Every particular that is told of the person stands in something: what was felt, found, done, used, by whom.

In other words is well and good ("puffy" for "swollen"); from nowhere is not. Of two particulars of one statement that
never stand together, nothing is said here: see `together`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.grounding import stance
from advocate.grounding.particulars import particulars
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source
from advocate.grounding.statements import Statement
from memory.numbers import dosing
from memory.vocabulary import Tag

_OF_THE_PERSON = re.compile(
    r"\b(?:you|your|yours|you're|you've|he|she|his|her|hers|they|their|they're|usted|su|sus|tiene|tuvo|toma)\b"
    r"|^\W*(?:the|that|this|it|both|all|no)\b"
)
_EXPLAINS = re.compile(
    r"\b(?:is an? |are |means|stands for|is the (?:name|word|medical)|is another|refers to|is used|are used|works by"
    r"|helps? |treats?|measures?|shows? (?:how|the|your average)|reflects)\b"
)
_CALLED = re.compile(
    r",? (?:sometimes|also|often|which|that is|meaning|in other words|or)\b(?: \w+)? (?:called|known as|uses?"
    r"|means?|is) [^,;.]*"
)
_NAMES_NOBODY = re.compile(r"\b(?:you|your|he|she|his|her|they|their)\b|\d")
_COMMON = frozenset({"tablet"})  # of a medicine nobody has to say that it is one
_FORMS = {"oral": "tablet", "injection": "injection", "inhaled": "inhaler", "patch": "patch", "topical": "cream"}
_BACK_THEN = re.compile(
    r"\b(?:when you (?:first )?(?:started|began|had|took)|back then|last time|before|earlier|in the past|used to"
    r"|already had"
    r"|the same)\b"
)
_ALWAYS = re.compile(r"\b(?:always|again|since|for (?:days|weeks|months|years)|usual|ago|was|were|had|been)\b")
_HAD = re.compile(r"\b(?:you|she|he|they) (?:also |already )?(?:had|felt|noticed|got|were|was|reported|complained)\b")
_OF_FORM = re.compile(r"\b(?:tablets?|pills?|capsules?)\b")


def particular(sentence: Sentence) -> Iterator[Missing]:
    """A particular of what is told of the person stands somewhere."""
    for statement in sentence.told:
        if not _tells_of_the_person(statement):
            continue
        for word in _novel(sentence, statement).values():
            yield Missing(word, "a particular that stands nowhere")


def _tells_of_the_person(statement: Statement) -> bool:
    if _EXPLAINS.search(statement.plain) and not _NAMES_NOBODY.search(statement.plain):
        return False
    return _OF_THE_PERSON.search(statement.plain) is not None


def _novel(sentence: Sentence, statement: Statement) -> dict[str, str]:
    found = particulars(stance.content(_CALLED.sub(" ", statement.plain)))
    held = {name for source in sentence.sources for name in source.particulars} | _implied(sentence)
    return {name: word for name, word in found.items() if name not in held and name not in _COMMON}


def of_an_earlier_day(sentence: Sentence) -> Iterator[Missing]:
    """What the person tells today for the first time is not told of an earlier day."""
    for statement in sentence.told:
        days = [d for d in sentence.reading.dates if statement.start <= d.start < statement.end and not d.lasting]
        earlier = any(dated.date.last < sentence.day for dated in days) or _BACK_THEN.search(statement.plain)
        if not earlier or not _HAD.search(statement.plain):
            continue
        for name, word in particulars(stance.content(statement.plain)).items():
            holders = [source for source in sentence.sources if name in source.particulars]
            today = [source for source in holders if source in sentence.turns]
            if holders and len(today) == len(holders) and not any(_looks_back(source) for source in today):
                yield Missing(word, "told of an earlier day than said")


def _looks_back(turn: Source) -> bool:
    """Tell whether the person's words name another day than today, or speak of before."""
    of_today = all(dated.date.first == turn.reading.day for dated in turn.reading.dates)
    return not of_today or bool(_BACK_THEN.search(turn.plain) or _ALWAYS.search(turn.plain))


def _implied(sentence: Sentence) -> frozenset[str]:
    """What a kind of row is in other words: an operation, a reaction."""
    tags = {fact.tag for fact in sentence.facts}
    kinds = {Tag.PROCEDURE: "surgery", Tag.ALLERGY: "reaction"}
    return frozenset(name for tag, name in kinds.items() if tag in tags)


def forms(sentence: Sentence) -> Iterator[Missing]:
    """What is injected is no tablet."""
    for drug in sentence.reading.drugs:
        clause = sentence.reading.clause_around(drug.start)
        ours = {_FORMS[route]} if (route := dosing.route(clause)) in _FORMS else set()
        ours |= {"tablet"} if _OF_FORM.search(stance.plain(clause)) else set()
        about = [s for s in sentence.about(stance.plain(drug.name)) if not s.asked]
        held = {form for source in about for form in _FORMS.values() if form in source.particulars}
        held |= {_FORMS[route] for source in about if (route := dosing.route(source.reading.text)) in _FORMS}
        if ours and held and not ours & held:
            yield Missing(sorted(ours)[0], "another form than that")


TELLING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (particular, of_an_earlier_day, forms)
