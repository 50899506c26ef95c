"""Who "you" is in a reply: the person who keeps the record, never somebody else who spoke in it.

A row of a caregiver without a name is what the account's owner told where the record is of a person they care for. In a
record of one's own it is what somebody else said beside the patient.
"""

from __future__ import annotations

from dataclasses import replace

from advocate.engines.base import Prompt
from advocate.engines.local.phrases import BESIDE_YOU
from memory.drafts import SELF
from memory.recollection import FactView, Placed

_UNNAMED = "caregiver"


def addressed(prompt: Prompt) -> Prompt:
    """The same prompt, in which unnamed caregivers of a record of one's own are told apart from its owner."""
    if prompt.subject != SELF:
        return prompt
    recollection = replace(
        prompt.recollection,
        placed=tuple(_placed(placed) for placed in prompt.recollection.placed),
        conflicts=tuple(
            replace(each, older=_told(each.older), newer=_told(each.newer)) for each in prompt.recollection.conflicts
        ),
    )
    known = tuple(replace(row, source=BESIDE_YOU) if row.source == _UNNAMED else row for row in prompt.known)
    return replace(prompt, recollection=recollection, known=known)


def _placed(placed: Placed) -> Placed:
    successor = _told(placed.successor) if placed.successor else None
    return replace(placed, fact=_told(placed.fact), successor=successor)


def _told(fact: FactView) -> FactView:
    return replace(fact, source=BESIDE_YOU) if fact.source == _UNNAMED else fact
