"""Recall: from a question to what the record answers, on one day.

    question  what is asked: things, people, kinds, times (question.py, parsing.py, focus.py, cues.py); embedded outside
              any transaction; people as the record knows them (persons.py)
    candidates (in the silo) the record as it stands that day without what is never to be brought up (quiet.py),
              searches by meaning, words, kind, time (lookup.py)
    ranking   how far each row meets the question, and whether it answers (matching.py, answering.py, ranking.py)
    placing   what goes into the context window, and how it may be spoken of (placing.py)
    quoting   earlier turns that state what is asked, found by meaning, words and what was told there (turns.py)
    silence   whether anything placed or quoted answers; then the placing is logged

The engine is asked outside any transaction; without it, names, kinds, words and dates still find. A recall costs the
same number of queries whatever the record holds, and one more where something is never to be brought up.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from memory.acts.marks import marks
from memory.door import Actor, silo
from memory.engine import EngineError, MemoryEngine
from memory.models import AccessLog
from memory.models import Record as SiloRecord
from memory.reading import Record, known_of, open_conflicts, record_on
from memory.recall import lookup, placing, quoting, ranking, series
from memory.recall.explaining import Course, stages, why_not
from memory.recall.lookup import Probe
from memory.recall.narrowing import Narrowed, Narrowing, narrowed
from memory.recall.own_history import with_withdrawn
from memory.recall.persons import as_known
from memory.recall.question import Asked, Entities, read
from memory.recall.quiet import audible
from memory.recall.ranking import Match
from memory.recall.turns import FoundTurn, found_turns
from memory.recall.weights import EVENLY, Weights
from memory.recollection import FactView, OpenConflict, Placed, Recollection, Slot, TurnCandidate
from memory.text import clean
from memory.vocabulary import Tag

logger = logging.getLogger(__name__)

SHORTLIST = 40
_NEAR = 30
_LENDERS, _LENT = 30, 3.0  # so many facts, the best worth so many standard deviations of a turn


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a recall was called with, and the question as read."""

    user_key: str
    question: str
    asked: Asked
    day: date
    as_of: date
    limit: int
    exclude: UUID | None
    explain: UUID | None
    with_known: bool
    pinned: Collection[Tag]
    narrowed: Narrowed
    weights: Weights


def recall(
    user_key: str,
    question: str,
    *,
    day: date,
    engine: MemoryEngine,
    by: Actor,
    entities: Entities = (),
    before: Sequence[str] = (),
    limit: int = 12,
    as_of: date | None = None,
    exclude_session: UUID | None = None,
    explain: UUID | None = None,
    with_known: bool = False,
    pinned: Collection[Tag] = (Tag.ALLERGY,),
    narrowed_to: Narrowing | None = None,
    weights: Weights = EVENLY,
) -> Recollection:
    """Return what the record holds for a question asked on `day`, and note that it was placed.

    entities         the record's names in a text, or a function that finds them ("Lopressor" -> "metoprolol")
    before           the person's earlier turns of this conversation, for questions that point back
    as_of            the day on which the record is read, where it is not `day`: what held then is current
    exclude_session  the present conversation: its own turns are not quoted back
    with_known       hand out the rows that hold, too: who needs them need not read the record again
    pinned           the kinds of which all that holds is placed, whatever is asked
    explain          a row for which it is to be said why it was placed, or why not
    narrowed_to      one thing, or a stretch of days: nothing else is given back but what is pinned
    weights          how much importance and age weigh in the order, by the agent's configuration
    """
    question = clean(question).text
    only = narrowed(narrowed_to, day, entities)
    asked = only.of(read(question, day, entities=entities, before=before))
    probe = _probe(asked.text, engine, user_key)
    wanted = _Wanted(
        user_key, question, asked, day, as_of or day, limit, exclude_session, explain, with_known, pinned, only, weights
    )
    try:
        with silo(user_key, by=by, why="recall"):
            recollection = _recollect(wanted, probe)
            _note_placing(user_key, [each.fact.id for each in recollection.placed], by)
    except Exception:
        lookup.forget_probe(user_key, engine)  # the record may have been erased meanwhile: no vector outlives it
        raise
    return recollection


def _probe(text: str, engine: MemoryEngine, user_key: str) -> Probe | None:
    try:
        return lookup.probe(text, engine, user_key)
    except EngineError as error:
        logger.warning("recall goes on by words and dates alone: %s", type(error).__name__)
        return None


def _recollect(wanted: _Wanted, probe: Probe | None) -> Recollection:
    asked = wanted.asked.of_record_about(_subject(wanted.user_key)) if wanted.asked.relatives else wanted.asked
    whole = record_on(wanted.as_of)
    marked = marks(whole)
    heard = audible(whole, open_conflicts(), marked)
    record = with_withdrawn(heard.record) if asked.of_record else heard.record
    asked = as_known(asked, record)
    near = lookup.similar_facts(wanted.user_key, probe, _NEAR) if probe else []
    ranked = wanted.narrowed.rows(ranking.rank(asked, record, near, wanted.day))
    ranked = wanted.weights.applied(ranked, wanted.day)
    conflicts = [c for c in heard.conflicts if _is_open(c, record)]
    placed = placing.place(
        asked,
        ranked,
        record,
        conflicts,
        day=wanted.day,
        limit=wanted.limit,
        pinned=wanted.pinned,
        pins=marked.pins,
    )
    past = placing.wants_history(asked, ranked, wanted.day)
    answers = [each.fact.id for each in placed if each.score >= ranking.ANSWERS]
    answered = bool(answers)
    turns = [turn for turn in _turns(wanted, probe, ranked, answers) if turn.id not in heard.turns]
    quotations = wanted.narrowed.quotations(quoting.quote(asked, turns, past=past))
    course = Course(asked, whole, ranked, placed, SHORTLIST, wanted.limit, past, heard.muted, marked.pinned)
    return Recollection(
        question=wanted.question,
        day=wanted.day,
        shortlist=tuple(match.candidate() for match in ranked[:SHORTLIST]),
        placed=tuple(placed),
        quotations=tuple(quotations),
        conflicts=_placed_conflicts(conflicts, placed),
        silent=not answered and not quotations,
        stages=stages(course, quotations, len(turns)),
        known=known_of(record) if wanted.with_known else (),
        readings=_readings(wanted, placed, record),
        explained=why_not(wanted.explain, course) if wanted.explain else None,
        turns=tuple(TurnCandidate(t.id, t.said_on, t.similarity, round(t.score, 4), t.why) for t in turns),
    )


def _turns(wanted: _Wanted, probe: Probe | None, ranked: Sequence[Match], answers: Sequence[UUID]) -> list[FoundTurn]:
    """The best turns; the first facts lend to those in which they were told, the first of them most."""
    lent = {match.fact.id: _LENT * (1 - place / _LENDERS) for place, match in enumerate(ranked[:_LENDERS])}
    asked = wanted.asked
    return found_turns(
        wanted.user_key,
        asked.spoken,
        probe,
        by=asked.speakers,
        lent=lent,
        answers=answers,
        exclude=wanted.exclude,
        count=_NEAR,
    )


def _readings(wanted: _Wanted, placed: Sequence[Placed], record: Record) -> tuple[FactView, ...]:
    found = series.series_of(wanted.asked, placed, record, wanted.day)
    return tuple(row.fact for each in found for row in each)


def _subject(user_key: str) -> str:
    return str(SiloRecord.objects.values_list("subject", flat=True).get(user_key=user_key))


def _is_open(conflict: OpenConflict, record: Record) -> bool:
    """True on a day on which neither side has given way to a plan that took effect."""
    sides = [record.get(side.id) for side in (conflict.older, conflict.newer)]
    return all(side is not None and side.slot is Slot.CONFLICT for side in sides)


def _placed_conflicts(conflicts: Sequence[OpenConflict], placed: Sequence[Placed]) -> tuple[OpenConflict, ...]:
    ids = {each.fact.id for each in placed}
    return tuple(conflict for conflict in conflicts if conflict.older.id in ids or conflict.newer.id in ids)


def _note_placing(user_key: str, facts: list[UUID], by: Actor) -> None:
    """Write the placing to the access log; its use is counted with the reply's trace (`tracing`)."""
    ids = [str(fact) for fact in facts]
    AccessLog.objects.create(user_key=user_key, by=by.name, door=by.door, what="placed", why="recall", facts=ids)
