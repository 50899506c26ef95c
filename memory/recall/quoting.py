"""Quoting: which earlier turns of people are given back word for word. What the distiller missed is not lost.

They come back as quotations of their day, never as current facts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from memory.recall.asked import Asked
from memory.recall.cues import KINDS, STRICT
from memory.recall.parsing import side_of
from memory.recall.terms import fold
from memory.recall.turns import MISLEADING, FoundTurn
from memory.recollection import Quotation
from memory.vocabulary import Speaker

QUOTATIONS = 3
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")
_ENOUGH = 0.5


def quote(asked: Asked, found: Sequence[FoundTurn], *, past: bool) -> list[Quotation]:
    """Return the turns to quote: those that state something of what is asked, and were not set right since.

    A turn that only asks ("what is my blood type?") states nothing; old values are quoted for the past only. Turns
    in which a fact that answers was told add nothing, and may hold a slip that was set right.
    """
    quotations = []
    for turn in found:
        outdated = turn.retired & MISLEADING or (turn.retired and not past)
        if not outdated and not turn.answered and _states(asked, _stated(turn.text), turn.said_on):
            quotations.append(Quotation(turn.id, turn.speaker, turn.said_on, turn.text, round(turn.score, 4)))
    return quotations[:QUOTATIONS]


def _stated(text: str) -> str:
    return fold(" ".join(part for part in _SENTENCE.split(text) if not part.rstrip().endswith("?")))


def _is_of_those(asked: Asked, stated: str) -> bool:
    """True where the turn speaks of the very thing, the people and the side that are asked about, as far as any are."""
    unworded = [
        n for n in asked.names if n.exact and not n.kin and not any(w.within(s) for w in asked.words for s in n.spelt)
    ]
    for terms in (unworded, asked.people, asked.relatives):
        wanted = [term for term in terms if term.said not in asked.aside]
        if wanted and not any(term.within(stated) for term in wanted):
            return False
    return not asked.side or asked.side == side_of(stated)


def _states(asked: Asked, stated: str, said_on: date) -> bool:
    in_time = any(w.first <= said_on <= w.last for w in asked.windows)
    if asked.windows and not in_time:
        return False
    if not _is_of_those(asked, stated):
        return False
    strict = asked.kinds & STRICT
    if strict and not any(KINDS[kind].search(stated) for kind in strict):
        return False
    if not asked.has_topic:
        return bool(stated) and (in_time or any(who.within(stated) for who in (*asked.people, *asked.relatives)))
    if in_time and Speaker.PATIENT in asked.speakers:
        return True
    words = [word for word in asked.words if word.said not in asked.aside]
    total = sum(word.weight for word in words)
    hit = sum(word.weight for word in words if word.within(stated))
    named = any(name.within(stated) for name in asked.names if name.said not in asked.aside)
    return named or (total > 0 and hit / total > _ENOUGH)
