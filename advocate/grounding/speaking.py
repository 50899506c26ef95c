"""Who did it: a role, an order, a stop and an office are those of the one on record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.engines.local.lexicon import find_terms
from advocate.grounding import stance
from advocate.grounding.quoting import SAYS
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Source, names
from memory.numbers import quantities
from memory.recollection import Slot

_IS_BETWEEN = re.compile(r"[ ,:]*(?:is|was|es)?[ ,:*]*")
_ROLE_NEAR = re.compile(r"^,? (?:(?:is|was) )?(?:your |the |su |tu )?")


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
        for drug in sentence.medicines_in(told):
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
            beside = sentence.reading.clause_around(person.start)
            told = amount.start > person.end and amount.unit is None and bool(holders) and amount.text in beside
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
SAYS_ONLY = re.compile(SAYS)
_TOLD_TO = re.compile(
    rf"\b{SAYS}\b|^\W*(?:(?:yes|no|so|then|please|now|ok)\W+)*(?:keep|continue|stop|hold|take|start|restart"
    rf"|resume|do not|don't|never)\b|\byou (?:do not|don't|no longer) (?=need|have to)"
)


def _told_acts(sentence: Sentence) -> list[str]:
    found = []
    for span, start in stance.spans_at(sentence.plain):
        told = _TOLD_TO.search(span)
        if told and not stance.hedged(span[: told.start()]):
            says = SAYS_ONLY.fullmatch(told[0]) is not None
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
    roles,
    acts,
    stopped_by,
    possessions,
    all_of_them,
)
