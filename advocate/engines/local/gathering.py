"""Clauses that tell one thing together.

"My GP has doubled the ramipril, so it's 10 mg now" is one new dose, by the GP; "I had chest pain, it lasted 5 minutes"
is one symptom.
"""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import in_digits
from memory.drafts import Act, Draft, Quote
from memory.vocabulary import Tag

_HOW_IT_WAS = re.compile(
    r"\W*(?:(?:and|but|then)\W+)*(?:it|that|they|the\s+pain)\s+(?:(?:only|always|usually|just|then|mostly)\s+)*(?:lasted|lasts|went|goes|comes|came|started|starts|gets|got"
    r"|hurts|woke|wakes|spreads?|spread|radiat\w+|eased|eases|stopped|stops|happens|happened|feels|felt|burns|throbs)\b",
    re.IGNORECASE,
)
_MOST = 3  # clauses that may tell of one symptom


def tells_more_of_a_symptom(clause: Clause, hearing: Hearing) -> bool:
    """Take "it lasted 15 minutes" up into the symptom that the clause before told; True where it did."""
    last = hearing.drafts[-1] if hearing.drafts else None
    before = hearing.previous
    if last is None or last.tag is not Tag.SYMPTOM or before is None or clause.asked:
        return False
    one_turn = last.quotes[-1].turn == clause.turn.id == before.turn.id and last.quotes[-1].text in before.text
    if not one_turn or len(last.quotes) >= _MOST or not _HOW_IT_WAS.match(clause.text):
        return False
    if find_drugs(clause.text) or find_terms(clause.text, "lab", "vital"):
        return False
    quotes = (*last.quotes, Quote(clause.turn.id, clause.text))
    hearing.drafts[-1] = replace(last, text=f"{last.text}, {in_digits(clause.text)}", quotes=quotes)
    return True


def gathered(heard: list[Draft], hearing: Hearing) -> list[Draft]:
    """The drafts of a clause; a change that was told before without its dose is taken up into the one that has it."""
    last = hearing.drafts[-1] if hearing.drafts else None
    if last is None or last.tag is not Tag.FACT:
        return heard
    for at, draft in enumerate(heard):
        dosed = draft.tag is Tag.MEDICATION and draft.value.value and draft.act in {Act.CHANGE, Act.STATE}
        if dosed and draft.attribute == last.attribute and draft.quotes[-1].turn == last.quotes[-1].turn:
            del hearing.drafts[-1]
            return [*heard[:at], _with_what_came_before(draft, last), *heard[at + 1 :]]
    return heard


def _with_what_came_before(draft: Draft, change: Draft) -> Draft:
    own = draft.date_phrase or not change.date_phrase
    return replace(
        draft,
        act=Act.CHANGE,
        source=change.source,
        quotes=(*(q for q in change.quotes if q not in draft.quotes), *draft.quotes),
        date=draft.date if own else change.date,
        date_phrase=draft.date_phrase if own else change.date_phrase,
    )
