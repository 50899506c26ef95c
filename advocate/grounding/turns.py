"""What people said as sources: their turns of this conversation, piece by piece, and quotations of earlier ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from uuid import UUID

from advocate.engines.local.assertions import is_hypothetical
from advocate.engines.local.sentences import clauses
from advocate.grounding.claims import Reading
from advocate.grounding.sources import Origin, Source
from memory.drafts import Said
from memory.recollection import Quotation
from memory.vocabulary import Speaker

_UNSURE = re.compile(r"\b(?:maybe|perhaps|probably|i (?:think|guess))\b", re.IGNORECASE)  # supposes nothing


def turn_sources(
    said: Sequence[str], day: date, context: Callable[[], frozenset[str]], known: frozenset[str] = frozenset()
) -> list[Source]:
    """Return the sources of each turn. "It" means what was named last, at first whatever is in `context`.

    `known` are the names of medicines on record.
    """
    found: list[Source] = []
    for index, text in enumerate(said):
        for words, asked in _told_and_asked(text, day):
            before = found[-1] if found else None
            found.append(Source(Origin.TURN, index, Reading(words, day, known), day, text, asked, before, context))
    return found


def _told_and_asked(text: str, day: date) -> list[tuple[str, bool]]:
    """What a turn tells and what it asks or supposes, each in one piece, clause by clause."""
    turn = Said(UUID(int=0), 0, Speaker.PATIENT, text, datetime.combine(day, time(), UTC), "UTC")
    pieces = [(clause.text, clause.asked or is_hypothetical(_UNSURE.sub(" ", clause.text))) for clause in clauses(turn)]
    if not any(asked for _, asked in pieces):
        return [(text, False)]
    parts = [("; ".join(words for words, asks in pieces if asks is asked), asked) for asked in (False, True)]
    return [(words, asked) for words, asked in parts if words]


def quotation_sources(quotations: Sequence[Quotation]) -> list[Source]:
    """Return a source for each quotation, dated by the day on which it was said."""
    return [
        Source(Origin.QUOTATION, None, Reading(quotation.text, quotation.said_on), quotation.said_on, quotation.text)
        for quotation in quotations
    ]
