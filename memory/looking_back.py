"""The record as it was: by the time of recording, from rows and audit, or by valid time, from what is known now.

    recorded   what the record said at the end of that day: a plan was still a plan, an error still believed
    valid      what held on that day, as the record knows it today

Called inside a silo, in a fixed number of queries. Words that were forgotten since stay forgotten: their row is gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from memory.models import Fact
from memory.reading import columns_of, fetched, record_on, slots_on, view_of
from memory.recollection import FactView, Slot
from memory.vocabulary import Retired, Status

By = Literal["recorded", "valid"]
STANDING = frozenset({Status.ACTIVE, Status.PLANNED, Status.HISTORICAL})
_HELD = frozenset({Slot.CURRENT, Slot.CONFLICT})


@dataclass(frozen=True, slots=True)
class Stood:
    """A row as it stood on a day, and how it could then be spoken of."""

    fact: FactView
    slot: Slot


@dataclass(frozen=True, slots=True)
class Difference:
    """What one day has that the other had not. `changed`: what stood first, and what stands in its place."""

    added: tuple[Stood, ...]
    gone: tuple[Stood, ...]
    changed: tuple[tuple[Stood, Stood], ...]


@dataclass(frozen=True, slots=True)
class _Day:
    """What stood on a day, oldest first, and which row took the place of each that is retired."""

    stood: dict[UUID, Stood]
    successor: dict[UUID, UUID]


def record_as_of(day: date, *, by: By, zone: str) -> tuple[Stood, ...]:
    """Return the record as it stood on a day where its person is (`zone`), oldest first.

    Recorded: what was not retired by then, plans and history included. Valid: what held, what was told later and what
    is told as the past of that day included.
    """
    return tuple(_day(day, by, zone).stood.values())


def difference(day_a: date, day_b: date, *, by: By, zone: str) -> Difference:
    """Return what `day_b` has that `day_a` had not, and the other way round."""
    before, after = _day(day_a, by, zone), _day(day_b, by, zone)
    left = [each for id, each in before.stood.items() if id not in after.stood]
    came = {id: each for id, each in after.stood.items() if id not in before.stood}
    changed = [(each, came[new]) for each in left if (new := _in_place_of(each, after, came)) is not None]
    paired = {each.fact.id for pair in changed for each in pair}
    return Difference(
        added=tuple(each for id, each in came.items() if id not in paired),
        gone=tuple(each for each in left if each.fact.id not in paired),
        changed=tuple(changed),
    )


def views_recorded(end: datetime) -> dict[UUID, FactView]:
    """Return all rows of the record as they stood before a moment, oldest first; one query."""
    rows = fetched(_RECORDED, [end, Fact._meta.db_table, end])
    return {row[0]: _as_it_stood(view_of(row), row[-5], row[-4:], end) for row in rows}


def end_of(day: date, zone: str) -> datetime:
    """Return the moment in which a day ends where its person is."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=ZoneInfo(zone))


def _day(day: date, by: By, zone: str) -> _Day:
    if by == "recorded":
        views = views_recorded(end_of(day, zone))
        spoken = list(slots_on(views, day))
        stood = {view.id: Stood(view, slot) for view, slot, _ in spoken if slot and view.status in STANDING}
    else:
        record = record_on(day)
        views = {id: row.fact for id, row in record.items()}
        spoken = list(slots_on(views, day))
        stood = {
            id: Stood(row.fact, row.slot) for id, row in record.items() if row.slot and _held(row.fact, row.slot, day)
        }
    return _Day(stood, {view.id: successor.id for view, _, successor in spoken if successor})


def _held(fact: FactView, slot: Slot, day: date) -> bool:
    """True for what holds on the day, and for what is told as the past of a time that the day lies in."""
    if slot in _HELD:
        return fact.date is None or fact.date.first <= day
    told_as_past = fact.status is Status.HISTORICAL and fact.date is not None
    return told_as_past and fact.date is not None and fact.date.contains(day)


def _in_place_of(each: Stood, day: _Day, came: Mapping[UUID, Stood]) -> UUID | None:
    """The row that took the place of one that is gone, past all that came between."""
    id, seen = each.fact.id, set[UUID]()
    while id in day.successor and id not in seen:
        seen.add(id)
        id = day.successor[id]
        if id in came:
            return id
    return None


# Each row with the moment in which it is retired, if it is now, and the last state of it that was audited by then.
_RECORDED = f"""
    SELECT {columns_of("f")}, f.retired_at, v.status, v.superseded_by::uuid, v.retired_why, v.contested
      FROM adk_memory_facts f
      LEFT JOIN (
           SELECT DISTINCT ON (a.row_id) a.row_id, n.*
             FROM memory_audit a
             CROSS JOIN LATERAL jsonb_to_record(a.payload->'new')
                  AS n (status text, superseded_by text, retired_why text, contested boolean)
            WHERE a.at < %s AND a.table_name = %s AND jsonb_typeof(a.payload->'new') = 'object'
            ORDER BY a.row_id, a.seq DESC) v ON v.row_id = f.id::text
     WHERE f.created_at < %s
     ORDER BY f.created_at, f.id"""  # noqa: S608 - names of ours alone


def _as_it_stood(view: FactView, retired_at: datetime | None, version: Sequence[Any], end: datetime) -> FactView:
    """Return the row as audited; one from before its audit began (an adopted store) by when it was retired."""
    status, successor, why, contested = version
    if status is not None:
        return replace(
            view,
            status=Status(status),
            superseded_by=successor,
            retired_why=Retired(why) if why else None,
            contested=contested,
        )
    if retired_at is not None and retired_at >= end:
        return replace(view, status=Status.ACTIVE, superseded_by=None, retired_why=None, contested=False)
    return view
