"""Ranking: how far each row of the record meets a question, by words, kind, time and meaning, and whether it answers.

Likeness alone answers nothing: near is what has the same words about it, and the record is silent all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from memory.reading import Record, Standing
from memory.recall.cues import DRUG_CLASS, STRICT
from memory.recall.question import Asked, Window
from memory.recall.terms import Term, fold
from memory.recollection import Candidate, FactView, Slot
from memory.vocabulary import ANY, Speaker, Tag

ANSWERS = 1.0
"""A score from here on marks a row that answers the question; below, it is context."""
_FIRST = (Tag.CONDITION, Tag.MEDICATION, Tag.ALLERGY, Tag.DIRECTIVE, Tag.APPOINTMENT, Tag.LAB, Tag.CARE_TEAM)
_FUSION = 10  # reciprocal-rank fusion: 1 / (10 + rank)
_ENOUGH = 0.5  # more than this share of the question's words makes its topic
_DATED, _OF_KIND, _NAMED, _NEWEST, _AHEAD, _CHANGED = 0.05, 0.1, 0.03, 0.04, 0.3, 0.2


@dataclass(slots=True)
class Match:
    """One row as far as it meets the question. `answers` tells an answer from context."""

    row: Standing
    share: float = 0.0
    named: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    wider: tuple[str, ...] = ()
    in_keys: bool = False
    window: Window | None = None
    of_kind: bool = False
    changed: bool = False
    similarity: float | None = None
    place: int | None = None
    answers: bool = False
    score: float = 0.0
    why: tuple[str, ...] = field(default=())

    @property
    def fact(self) -> FactView:
        """The row itself."""
        return self.row.fact

    @property
    def found(self) -> bool:
        """True where words, kind, time or meaning found it."""
        return bool(self.named or self.people or self.words or self.window or self.of_kind or self.place is not None)

    def candidate(self) -> Candidate:
        """The row as an entry of the shortlist."""
        return Candidate(self.fact, self.similarity, round(self.score, 4), self.why)


def rank(asked: Asked, record: Record, near: Sequence[Sequence[tuple[UUID, float]]], day: date) -> list[Match]:
    """Return the rows that the question finds, best first. `near` are the searches by meaning, each in its order.

    A score of `ANSWERS` or more marks a row that answers; below, it is context.
    """
    placed = {id: (place, cosine) for found in near for place, (id, cosine) in enumerate(found, 1)}
    matches: list[Match] = []
    replaced = {row.successor.id for row in record.values() if row.successor}
    finder = re.compile(rf"\b(?:{'|'.join(term.pattern for term in asked.terms)})\b") if asked.terms else None
    for id, row in record.items():
        if row.slot is None:
            continue
        match = _match(asked, row, finder)
        match.place, match.similarity = placed.get(id, (None, None))
        match.changed = id in replaced
        touched = match.named or match.words or match.of_kind or not asked.has_topic
        match.answers = bool(touched) and _answers(asked, match, day)
        if match.found or match.answers:
            matches.append(match)
    return _scored(asked, matches)


def _match(asked: Asked, row: Standing, finder: re.Pattern[str] | None) -> Match:
    fact = row.fact
    match = Match(row, of_kind=asked.asks_for(fact.tag))
    match.window = next((w for w in asked.windows if row.overlaps(w.first, w.last)), None)
    keys = " ; ".join((*fact.keys, fact.attribute, _entity(fact)))
    text = fold(f"{keys} ; {fact.text} ; {fact.source}")
    if finder is not None and finder.search(text):
        _match_words(asked, match, text, fold(keys))
    return match


def _match_words(asked: Asked, match: Match, text: str, keys: str) -> None:
    match.named = tuple(term.said for term in asked.names if term.within(text))
    match.people = tuple(person.said for person in asked.people if person.within(text))
    hit = [word for word in asked.words if word.within(text)]
    match.words = tuple(word.said for word in hit)
    match.share = _share(hit, asked.words)
    match.wider = tuple(term.said for term in asked.wider if term.within(keys))
    match.in_keys = any(term.within(keys) for term in (*asked.wider, *asked.names, *hit))


def _answers(asked: Asked, match: Match, day: date) -> bool:
    if asked.has_topic:
        meets = _meets_topic(asked, match)
    elif asked.people:
        meets = bool(match.people)
    elif asked.relatives:
        meets = _is_of_whom(asked, match)
    else:
        meets = _answers_broadly(asked, match)
    return meets and _is_of_time_and_kind(asked, match, day)


def _is_of_time_and_kind(asked: Asked, match: Match, day: date) -> bool:
    """True where the row is of the time and the kind that are asked for; a summary only where one is asked for."""
    fact = match.fact
    in_time = match.window is not None or not asked.windows or _is_of_any_time(asked, day)
    if fact.tag is Tag.EPISODE:
        return in_time and asked.asks_for(Tag.EPISODE)
    return in_time and asked.fits(fact.tag, f"{fact.text} {' '.join(fact.keys)}", named=bool(match.named))


def _meets_topic(asked: Asked, match: Match) -> bool:
    if _is_only_for_it(asked, match) or not _is_of_whom(asked, match):
        return False
    if Speaker.CLINICIAN in asked.speakers and asked.people and not match.people:
        return False
    if match.of_kind and match.fact.tag is Tag.MEDICATION and any(term.said in match.wider for term in asked.purposes):
        return True
    denies_all = match.fact.negated and match.of_kind and (match.fact.memory_key or "").endswith(f":{ANY}")
    if asked.general:
        return _share([word for word in asked.beyond_names if word.said in match.words], asked.beyond_names) > _ENOUGH
    return bool(match.named) or match.share > _ENOUGH or denies_all


def _is_of_whom(asked: Asked, match: Match) -> bool:
    """Of a relative only what is of them answers; of oneself the family's history does not."""
    if asked.relatives:
        fact = match.fact
        return any(who.within(fold(f"{' '.join(fact.keys)} ; {fact.text} ; {fact.source}")) for who in asked.relatives)
    return match.fact.tag is not Tag.FAMILY_HISTORY or asked.asks_for(Tag.FAMILY_HISTORY)


def _is_only_for_it(asked: Asked, match: Match) -> bool:
    """ "How is my cholesterol?" is not answered by a medicine that is for it, unless medicines are asked for."""
    if match.fact.tag is not Tag.MEDICATION or asked.asks_for(Tag.MEDICATION):
        return False
    text = fold(f"{match.fact.attribute} {match.fact.text}")
    found = [term for term in (*asked.names, *asked.words) if term.said in {*match.named, *match.words}]
    return not any(term.within(text) or DRUG_CLASS.search(term.said) for term in found)


def _answers_broadly(asked: Asked, match: Match) -> bool:
    """No thing is named: a kind, a time, a change, or everything is asked for."""
    kinds = asked.kinds - ({Tag.DIRECTIVE} if asked.broad else set())  # "what should I tell them about me?"
    if kinds:
        return match.fact.tag in (kinds & STRICT or kinds)
    if asked.windows:
        return True
    return match.changed if asked.change else asked.broad and match.row.slot is not Slot.HISTORY


def _is_of_any_time(asked: Asked, day: date) -> bool:
    """ "today" and the like ask for what holds now: no limit."""
    return all(window.first <= day <= window.last and window.first == window.last for window in asked.windows)


def _share(hit: Sequence[Term], all_terms: Sequence[Term]) -> float:
    """The share of the words that is met; weak words count where there are no others."""
    heaviest = max((term.weight for term in all_terms), default=0.0)
    total = sum(term.weight == heaviest for term in all_terms)
    return sum(term.weight == heaviest for term in hit) / total if total else 0.0


def _scored(asked: Asked, matches: list[Match]) -> list[Match]:
    by_words = sorted((m for m in matches if _worded(m) > 0), key=_worded, reverse=True)
    places = {id(match): place for place, match in enumerate(by_words, 1)}
    newest = _newest_points(matches) if not asked.windows else frozenset()
    for match in matches:
        fused = 1 / (_FUSION + match.place) if match.place else 0.0
        fused += 1 / (_FUSION + places[id(match)]) if id(match) in places else 0.0
        fused += _DATED * _in_window(match) + _NAMED * bool(match.named)
        fused += _CHANGED * (asked.change and not asked.ahead and match.changed and _begins_in(asked, match.fact))
        fused += _OF_KIND * match.of_kind * (1 if asked.has_topic else 2)
        fused += _NEWEST * (match.fact.id in newest) + _AHEAD * (asked.ahead and match.row.slot is Slot.PLANNED)
        match.score = (
            fused + _by_kind(asked, match) + 0.001 * match.row.importance + (ANSWERS if match.answers else 0.0)
        )
        match.why = _why(match)
    return sorted(matches, key=lambda m: (-m.score, -_ordinal(m.fact), str(m.fact.id)))


def _begins_in(asked: Asked, fact: FactView) -> bool:
    day = fact.date.first if fact.date else None
    return not asked.windows or (day is not None and any(w.first <= day <= w.last for w in asked.windows))


def _in_window(match: Match) -> int:
    """A point in the time that is asked for says more of it than a state that merely held then."""
    if match.window is None:
        return 0
    dated = match.fact.date
    inside = dated is not None and match.window.first <= dated.first <= match.window.last
    return 3 if inside and not match.fact.tag.is_state else 1


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


def _entity(fact: FactView) -> str:
    return fact.memory_key.partition(":")[2].replace(".", " ").replace("-", " ") if fact.memory_key else ""
