"""Saying back what a person told: what is new, what it replaces, and where it contradicts the record.

Said once when it is told, and again where a later question of the same conversation is about it: what the record
held this morning is not spoken of as current after the person has said that it changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from advocate.engines.local.heard import Heard, before, says_no_more
from advocate.engines.local.phrases import words
from advocate.engines.local.saying import RIGHT_SO, WHICH, Ground, SaidBack, say
from memory.drafts import Draft
from memory.numbers.dosing import frequency

__all__ = ["RIGHT_SO", "WHICH", "Ground", "SaidBack", "say_again", "say_back"]


def say_back(heard: Heard, ground: Ground, *, of_whom: str) -> SaidBack:
    """Say back what the latest turn told; nothing where it told nothing. Naming a disputed side settles it."""
    said = SaidBack(settled=_settled(heard.earlier, ground))
    for draft in heard.told:
        say(draft, ground, said, over=before(draft, heard.earlier), verbatim=_verbatim(draft, heard))
    said.lines += [f"What you tell of {_whom(who)} does not go into {of_whom}." for who in heard.of_others]
    return said


def say_again(drafts: Iterable[Draft], ground: Ground) -> SaidBack:
    """Tell what earlier turns of this conversation have told, beside what the record holds."""
    said = SaidBack()
    for draft in drafts:
        say(draft, ground, said, lead="You told me today")
    said.question = said.question if said.question == WHICH else ""
    return said


def _whom(subject: str) -> str:
    return "yourself" if subject == "caregiver" else f"your {subject}"


def _settled(earlier: Sequence[Draft], ground: Ground) -> set[UUID]:
    """The sides of contradictions that the person named before in this conversation."""
    return {
        row.id
        for row in ground.rows
        if row.id in ground.disputed
        for draft in earlier
        if draft.memory_key is not None and draft.memory_key == row.memory_key and says_no_more(draft, row)
    }


def _verbatim(draft: Draft, heard: Heard) -> str:
    """The exact words to say back where whose is whose follows from them alone.

    A clause may tell how often several things are taken, or of a drug as "it" after a measure was named.
    """
    if heard.after_a_measure(draft):
        return draft.quotes[-1].text.rstrip(".!")
    often = frequency(draft.text)
    others = [d for d in heard.told if d is not draft and frequency(d.text) not in {None, often}]
    return words(draft) if often and others and words(draft) in heard.latest.text else ""
