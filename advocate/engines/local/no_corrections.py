"""Numbers after a "no" or an "I mean" that set nothing right: the answer to a question, an age, another unit."""

from __future__ import annotations

import re

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.regimens import STRENGTHS
from advocate.engines.local.sentences import Clause, clauses
from memory.numbers import Quantity, quantities

_PLAIN_NO = re.compile(
    r"\W*(?:(?:oh|well|um|uh)[,\s]+)*(?:no|nope)\b(?!\s*[,.]?\s*(?:wait|sorry|actually|i\s+mean|it['’]?s))",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:i|s?he)(?:['’]?[ms]|\s+am|\s+is)\s+$", re.IGNORECASE)


def answers_a_question(clause: Clause, hearing: Hearing) -> bool:
    """ "Any fevers?" "No, the highest was 99.2": this "no" takes back no dose of before, since none was asked about."""
    named = find_drugs(clause.text) or find_terms(clause.text, "lab", "vital")
    if named or not _PLAIN_NO.match(clause.text):
        return False
    at = hearing.place(clause.turn)
    before = hearing.transcript.turns[at - 1] if at else None
    if before is None or before.speaker is clause.turn.speaker or quantities(before.text) or find_drugs(before.text):
        return False
    return "?" in before.text or any(each.asked for each in clauses(before)[-1:])


def is_age(quantity: Quantity, text: str) -> bool:
    """ "I mean, I'm fifty five"."""
    return quantity.unit is None and _AGE.search(text[: quantity.start]) is not None


def may_replace(new: Quantity, unit: str | None) -> bool:
    """True where a number may be the right one for a dose in `unit`: 9 % is none for 25 mg, nor 2000 units for 1 mg."""
    return new.unit in {None, unit} or (unit is None and new.unit in STRENGTHS - {"%"})
