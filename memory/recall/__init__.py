"""Recall: from a question to what the record answers, on one day.

    embed -> (in the silo) read the record, search by meaning, find turns -> rank -> place -> quote -> note the use

The engine is asked outside any transaction; without it, names, kinds, words and dates still find. A recall costs the
same number of queries whatever the record holds.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import connection
from django.utils import timezone

from memory.door import Actor, silo
from memory.engine import EngineError, MemoryEngine
from memory.models import AccessLog
from memory.reading import Record, open_conflicts, record_on
from memory.recall import lookup, placing, quoting, ranking
from memory.recall.lookup import FoundTurn, Probe
from memory.recall.question import Asked, Entities, read
from memory.recollection import OpenConflict, Placed, Recollection, Slot
from memory.text import clean

logger = logging.getLogger(__name__)

SHORTLIST = 40
_NEAR = 30


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
) -> Recollection:
    """Return what the record holds for a question asked on `day`, and note that it was placed.

    entities         the record's names in a text, or a function that finds them ("Lopressor" -> "metoprolol")
    before           the person's earlier turns of this conversation, for questions that point back
    as_of            the day on which the record is read, where it is not `day`: what held then is current
    exclude_session  the present conversation: its own turns are not quoted back
    """
    question = clean(question).text
    asked = read(question, day, entities=entities, before=before)
    probe = _probe(asked.text, engine)
    wanted = _Wanted(user_key, question, asked, day, as_of or day, limit, exclude_session)
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
    asked, day = wanted.asked, wanted.as_of
    record = record_on(day)
    near = (
        [lookup.similar_facts(wanted.user_key, probe, of, _NEAR) for of in (lookup.CURRENT, lookup.PAST)]
        if probe
        else []
    )
    ranked = ranking.rank(asked, record, near, wanted.day)
    conflicts = [c for c in open_conflicts() if _is_open(c, record)]
    placed = placing.place(asked, ranked, record, conflicts, day=wanted.day, limit=wanted.limit)
    past = placing.wants_history(asked, ranked, wanted.day)
    answers = [each.fact.id for each in placed if each.score >= ranking.ANSWERS]
    answered = bool(answers)
    quotations = quoting.quote(asked, _turns(wanted, probe), past=past, told=_evidence_of(wanted.user_key, answers))
    return Recollection(
        question=wanted.question,
        day=wanted.day,
        shortlist=tuple(match.candidate() for match in ranked[:SHORTLIST]),
        placed=tuple(placed),
        quotations=tuple(quotations),
        conflicts=_placed_conflicts(conflicts, placed),
        silent=not answered and not quotations,
    )


def _turns(wanted: _Wanted, probe: Probe | None) -> list[FoundTurn]:
    near = lookup.similar_turns(wanted.user_key, probe, _NEAR) if probe else []
    return lookup.turns(wanted.user_key, wanted.asked.terms, near, exclude=wanted.exclude, count=_NEAR)


def _evidence_of(user_key: str, facts: list[UUID]) -> frozenset[UUID]:
    """The turns in which these facts were told."""
    with connection.cursor() as cursor:
        cursor.execute(_EVIDENCE, [user_key, facts])
        return frozenset(turn for (turn,) in cursor.fetchall())


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


_EVIDENCE = """
    SELECT turn_id FROM memory_evidence WHERE user_key = %s AND fact_id = ANY (%s::uuid[]) AND turn_id IS NOT NULL"""
_COUNT = """
    INSERT INTO memory_fact_usage AS u (user_key, id, times_placed, last_placed_at)
    SELECT f.user_key, f.id, 1, %s::timestamptz
      FROM (SELECT user_key, id FROM adk_memory_facts WHERE user_key = %s AND id = ANY (%s::uuid[])
             ORDER BY id FOR KEY SHARE) f
        ON CONFLICT (user_key, id)
        DO UPDATE SET times_placed = u.times_placed + 1, last_placed_at = excluded.last_placed_at"""
