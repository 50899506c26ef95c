"""Ranking: how far each row of the record meets a question, by words, kind, time and meaning, and whether it answers.

Likeness alone answers nothing: near is what has the same words about it, and the record is silent all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from uuid import UUID

from memory.reading import Record
from memory.recall.answering import MEASURED, answers
from memory.recall.asked import Asked
from memory.recall.cues import STOPPED
from memory.recall.matching import Match, begins_in, match_of
from memory.recollection import FactView, Slot
from memory.vocabulary import Tag

__all__ = ["ANSWERS", "Match", "rank"]

ANSWERS = 1.0
"""A score from here on marks a row that answers the question; below, it is context."""
_FIRST = (Tag.CONDITION, Tag.MEDICATION, Tag.ALLERGY, Tag.DIRECTIVE, Tag.APPOINTMENT, Tag.LAB, Tag.CARE_TEAM)
_FUSION = 10  # reciprocal-rank fusion: 1 / (10 + rank)
_DATED, _OF_KIND, _NAMED, _NEWEST, _AHEAD, _CHANGED, _TREND, _OF_WHOM = 0.05, 0.1, 0.03, 0.04, 0.3, 0.2, 0.3, 0.3


def rank(asked: Asked, record: Record, near: Sequence[Sequence[tuple[UUID, float]]], day: date) -> list[Match]:
    """Return the rows that the question finds, best first. `near` are the searches by meaning, each in its order.

    A score of `ANSWERS` or more marks a row that answers; below, it is context.
    """
    placed = {id: (place, cosine) for found in near for place, (id, cosine) in enumerate(found, 1)}
    matches: list[Match] = []
    replaced = {row.successor.id for row in record.values() if row.successor}
    finder = re.compile(rf"\b(?:{'|'.join(term.pattern for term in asked.terms)})\b") if asked.terms else None
    kin = frozenset[str]().union(*(term.kin for term in asked.names))
    for id, row in record.items():
        if row.slot is None:
            continue
        match = match_of(asked, row, finder, kin)
        match.place, match.similarity = placed.get(id, (None, None))
        match.changed = id in replaced
        touched = match.named or match.words or match.of_kind or not asked.has_topic
        match.answers = bool(touched) and answers(asked, match, day)
        if match.found or match.answers:
            matches.append(match)
    return _scored(asked, matches)


def _scored(asked: Asked, matches: list[Match]) -> list[Match]:
    by_words = sorted((m for m in matches if _worded(m) > 0), key=_worded, reverse=True)
    places = {id(match): place for place, match in enumerate(by_words, 1)}
    stops = asked.asks_for(Tag.MEDICATION) and STOPPED.search(asked.text) is not None
    newest = _newest_points(matches) if not asked.windows else frozenset()
    for match in matches:
        fused = 1 / (_FUSION + match.place) if match.place else 0.0
        fused += 1 / (_FUSION + places[id(match)]) if id(match) in places else 0.0
        fused += _DATED * _in_window(match) + _NAMED * bool(match.named)
        fused += _CHANGED * (asked.change and not asked.ahead and match.changed and begins_in(asked, match.fact))
        fused += _TREND * (asked.trend and match.fact.tag in MEASURED) * match.is_it
        fused += _CHANGED * (stops and STOPPED.search(match.fact.text) is not None)
        fused += _OF_WHOM * (bool(asked.relatives) and match.fact.tag is Tag.FAMILY_HISTORY and match.answers)
        fused += _OF_KIND * match.of_kind * (1 if asked.has_topic else 2)
        fused += _NEWEST * (match.fact.id in newest) + _AHEAD * (asked.ahead and match.row.slot is Slot.PLANNED)
        match.score = fused + _by_kind(asked, match) + (ANSWERS if match.answers else 0.0)
        match.why = _why(match)
    return sorted(matches, key=lambda m: (-m.score, -_ordinal(m.fact), str(m.fact.id)))


def _in_window(match: Match) -> int:
    """A point in the time that is asked for says more of it than a state that merely held then."""
    if match.window is None:
        return 0
    dated = match.fact.date
    inside = dated is not None and match.window.first <= dated.first <= match.window.last
    return 3 if inside else 1


def _newest_points(matches: Iterable[Match]) -> frozenset[UUID]:
    """The last point of each series: where no time is asked for, it is meant first."""
    last: dict[tuple[Tag, str], FactView] = {}
    for fact in (match.fact for match in matches if not match.fact.tag.is_state and match.row.slot is Slot.CURRENT):
        series = (fact.tag, fact.attribute)
        if series not in last or _ordinal(fact) > _ordinal(last[series]):
            last[series] = fact
    return frozenset(fact.id for fact in last.values())


def _by_kind(asked: Asked, match: Match) -> float:
    """ "What do you know about me?" is answered by what matters most first."""
    if not asked.broad or asked.has_topic or match.fact.tag not in _FIRST:
        return 0.0
    return 0.5 * (1 - _FIRST.index(match.fact.tag) / len(_FIRST))


def _worded(match: Match) -> float:
    return match.share + len(match.named) + 0.5 * len(match.people) + 0.5 * match.in_keys


def _ordinal(fact: FactView) -> int:
    return fact.date.first.toordinal() if fact.date else 0


def _why(match: Match) -> tuple[str, ...]:
    reasons = []
    if match.named or match.people:
        reasons.append(f"names: {', '.join((*match.named, *match.people))}")
    if match.words:
        reasons.append(f"words: {', '.join(match.words)}")
    if match.in_keys and not (match.named or match.words):
        reasons.append("keys: what the question's thing belongs to")
    if match.of_kind:
        reasons.append(f"kind: {match.fact.tag.value.lower().replace('_', ' ')}")
    if match.window:
        reasons.append(f"time: {match.window.phrase}")
    if match.similarity is not None:
        reasons.append(f"meaning: {match.similarity:.2f}, place {match.place}")
    return tuple(reasons)
