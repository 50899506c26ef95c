"""Quoting: which earlier turns of people are given back word for word. What the distiller missed is not lost.

They come back as quotations of their day, never as current facts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from datetime import date
from uuid import UUID

from memory.recall.cues import KINDS, STRICT
from memory.recall.lookup import MISLEADING, FoundTurn
from memory.recall.question import Asked, fold
from memory.recollection import Quotation

QUOTATIONS = 3
_FUSION = 10
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")
_ENOUGH = 0.5


def ranked_turns(found: Sequence[FoundTurn]) -> list[tuple[float, FoundTurn]]:
    """Return the turns best first: reciprocal-rank fusion of their order by words and by meaning."""
    by_words = sorted((t for t in found if t.words > 0), key=lambda t: -t.words)
    by_meaning = sorted((t for t in found if t.place is not None), key=lambda t: t.place or 0)
    scores: dict[object, float] = {}
    for order in (by_words, by_meaning):
        for place, turn in enumerate(order, 1):
            scores[turn.id] = scores.get(turn.id, 0.0) + 1 / (_FUSION + place)
    return sorted(((scores.get(t.id, 0.0), t) for t in found), key=lambda pair: (-pair[0], str(pair[1].id)))


def quote(asked: Asked, found: Sequence[FoundTurn], *, past: bool, told: Set[UUID] = frozenset()) -> list[Quotation]:
    """Return the turns to quote: those that state something of what is asked, and were not set right since.

    A turn that only asks ("what is my blood type?") states nothing; old values are quoted for the past only. Turns
    that are `told`, the evidence of facts that answer, add nothing, and may hold a slip that was set right.
    """
    quotations = []
    for score, turn in ranked_turns(found):
        outdated = turn.retired & MISLEADING or (turn.retired and not past)
        if not outdated and turn.id not in told and _states(asked, _stated(turn.text), turn.said_on):
            quotations.append(Quotation(turn.id, turn.speaker, turn.said_on, turn.text, round(score, 4)))
    return quotations[:QUOTATIONS]


def _stated(text: str) -> str:
    return fold(" ".join(part for part in _SENTENCE.split(text) if not part.rstrip().endswith("?")))


def _states(asked: Asked, stated: str, said_on: date) -> bool:
    in_time = any(w.first <= said_on <= w.last for w in asked.windows)
    if asked.windows and not in_time:
        return False
    strict = asked.kinds & STRICT
    if strict and not any(KINDS[kind].search(stated) for kind in strict):
        return False
    if not asked.has_topic:
        return bool(stated) and (in_time or any(person.within(stated) for person in asked.people))
    total = sum(word.weight for word in asked.words)
    hit = sum(word.weight for word in asked.words if word.within(stated))
    return any(name.within(stated) for name in asked.names) or (total > 0 and hit / total > _ENOUGH)
