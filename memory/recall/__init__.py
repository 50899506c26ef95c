"""Recall: from a question to what the record answers, on one day.

    question  what is asked: things, people, kinds, times (question.py, cues.py); embedded outside any transaction
    candidates (in the silo) the record as it stands that day, searches by meaning, words, kind, time (lookup.py)
    ranking   how far each row meets the question, and whether it answers (ranking.py)
    placing   what goes into the context window, and how it may be spoken of (placing.py)
    quoting   earlier turns that state what is asked, found by meaning, words and what was told there (turns.py)
    silence   whether anything placed or quoted answers; then the use is noted

The engine is asked outside any transaction; without it, names, kinds, words and dates still find. A recall costs the
same number of queries whatever the record holds.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import connection
from django.utils import timezone

from memory.door import Actor, silo
from memory.engine import EngineError, MemoryEngine
from memory.models import AccessLog
from memory.models import Record as SiloRecord
from memory.reading import Record, known_of, open_conflicts, record_on
from memory.recall import lookup, placing, quoting, ranking
from memory.recall.explaining import Course, stages, why_not
from memory.recall.lookup import Probe
from memory.recall.question import Asked, Entities, read
from memory.recall.ranking import Match
from memory.recall.turns import FoundTurn, found_turns
from memory.recollection import OpenConflict, Placed, Recollection, Slot, TurnCandidate
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
) -> Recollection:
    """Return what the record holds for a question asked on `day`, and note that it was placed.

    entities         the record's names in a text, or a function that finds them ("Lopressor" -> "metoprolol")
    before           the person's earlier turns of this conversation, for questions that point back
    as_of            the day on which the record is read, where it is not `day`: what held then is current
    exclude_session  the present conversation: its own turns are not quoted back
    with_known       hand out the rows that hold, too: who needs them need not read the record again
    pinned           the kinds of which all that holds is placed, whatever is asked
    explain          a row for which it is to be said why it was placed, or why not
    """
    question = clean(question).text
    asked = read(question, day, entities=entities, before=before)
    probe = _probe(asked.text, engine)
    wanted = _Wanted(user_key, question, asked, day, as_of or day, limit, exclude_session, explain, with_known, pinned)
    with silo(user_key, by=by, why="recall"):
        recollection = _recollect(wanted, probe)
        _note_use(user_key, [each.fact.id for each in recollection.placed], by)
    return recollection


def _probe(text: str, engine: MemoryEngine) -> Probe | None:
    try:
        return lookup.probe(text, engine)
    except EngineError as error:
        logger.warning("recall goes on by words and dates alone: %s", type(error).__name__)
        return None


def _recollect(wanted: _Wanted, probe: Probe | None) -> Recollection:
    asked = wanted.asked.of_record_about(_subject(wanted.user_key)) if wanted.asked.relatives else wanted.asked
    record = record_on(wanted.as_of)
    near = lookup.similar_facts(wanted.user_key, probe, _NEAR) if probe else []
    ranked = ranking.rank(asked, record, near, wanted.day)
    conflicts = [c for c in open_conflicts() if _is_open(c, record)]
    placed = placing.place(asked, ranked, record, conflicts, day=wanted.day, limit=wanted.limit, pinned=wanted.pinned)
    past = placing.wants_history(asked, ranked, wanted.day)
    answers = [each.fact.id for each in placed if each.score >= ranking.ANSWERS]
    answered = bool(answers)
    turns = _turns(wanted, probe, ranked, answers)
    quotations = quoting.quote(asked, turns, past=past)
    course = Course(asked, record, ranked, placed, SHORTLIST, wanted.limit, past)
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


def _subject(user_key: str) -> str:
    return str(SiloRecord.objects.values_list("subject", flat=True).get(user_key=user_key))


def _is_open(conflict: OpenConflict, record: Record) -> bool:
    """True on a day on which neither side has given way to a plan that took effect."""
    sides = [record.get(side.id) for side in (conflict.older, conflict.newer)]
    return all(side is not None and side.slot is Slot.CONFLICT for side in sides)


def _placed_conflicts(conflicts: Sequence[OpenConflict], placed: Sequence[Placed]) -> tuple[OpenConflict, ...]:
    ids = {each.fact.id for each in placed}
    return tuple(conflict for conflict in conflicts if conflict.older.id in ids or conflict.newer.id in ids)


def _note_use(user_key: str, facts: list[UUID], by: Actor) -> None:
    """Count the placings and write them to the access log; a fact forgotten meanwhile is passed over."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [timezone.now(), user_key, facts])
    ids = [str(fact) for fact in facts]
    AccessLog.objects.create(user_key=user_key, by=by.name, door=by.door, what="placed", why="recall", facts=ids)


_COUNT = """
    INSERT INTO memory_fact_usage AS u (user_key, id, times_placed, last_placed_at)
    SELECT f.user_key, f.id, 1, %s::timestamptz
      FROM (SELECT user_key, id FROM adk_memory_facts WHERE user_key = %s AND id = ANY (%s::uuid[])
             ORDER BY id FOR KEY SHARE) f
        ON CONFLICT (user_key, id)
        DO UPDATE SET times_placed = u.times_placed + 1, last_placed_at = excluded.last_placed_at"""
