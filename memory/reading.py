"""What the record holds on a day: selectors, called inside a silo, each with a fixed number of queries.

What is current is decided here, from dates and the conversation's day; the nightly job only writes it down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.db import connection

from memory.dates import PartialDate
from memory.drafts import Known, Value
from memory.models import Fact
from memory.recollection import FactView, OpenConflict, Slot
from memory.vocabulary import Decided, Retired, Speaker, Status, Tag

_COLUMNS = (
    "id", "tag", "fact", "fact_date", "date_precision", "source", "status", "keys", "attribute", "memory_key",
    "value", "unit", "frequency", "route", "as_needed", "negated", "contested", "superseded_by_id", "retired_why",
)  # fmt: skip
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_STATE = {status.value: status for status in Status}
_KIND = {tag.value: tag for tag in Tag}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one row stands on a day.

    slot       how it may be spoken of; None: not at all (corrected, withdrawn, expired, a plan that never took effect)
    successor  the row that took its place, past any that was corrected away
    until      the day from which it no longer held; None: it still does, or nobody said
    expired    the day since which it is not to be spoken of any more, where that day has come
    official   a clinician spoke or confirmed it, or a document holds it (of rows at an address)
    as_said    it is dated only by the day on which the person or a relative said it (of rows at an address)
    """

    fact: FactView
    importance: int
    embedding_model: str | None
    slot: Slot | None
    successor: FactView | None = None
    until: date | None = None
    official: bool = False
    as_said: bool = False
    expired: date | None = None

    def overlaps(self, first: date, last: date) -> bool:
        """True where the row is dated in the window, or is a state that held in it."""
        dated = self.fact.date
        if dated is None:
            return False
        if dated.first <= last and first <= dated.last:
            return True
        held_on = self.fact.tag.is_state and self.fact.tag is not Tag.APPOINTMENT and self.fact.status != "historical"
        if not held_on or self.slot is None or dated.first > last:
            return False
        return self.until > first if self.until else self.successor is None


Record = Mapping[UUID, Standing]


def fact_view(fact: Fact) -> FactView:
    """Return the row as plain values."""
    return _view([getattr(fact, name) for name in _COLUMNS], fact.created_at)


def current_facts(day: date) -> list[FactView]:
    """Return the rows that hold on `day`, both sides of open conflicts included, oldest first."""
    return [row.fact for row in record_on(day).values() if row.slot in {Slot.CURRENT, Slot.CONFLICT}]


def known(day: date) -> tuple[Known, ...]:
    """Return what an engine may need of the record: the rows that hold on `day` and those that lie ahead."""
    return known_of(record_on(day))


def known_of(record: Record) -> tuple[Known, ...]:
    """Return the same of a record that is read already."""
    ahead = {Slot.CURRENT, Slot.CONFLICT, Slot.PLANNED}
    return tuple(_known(row, row.fact) for row in record.values() if row.slot in ahead)


def _known(row: Standing, f: FactView) -> Known:
    return Known(f.id, f.tag, f.text, f.attribute, f.memory_key, f.source, f.value, f.date, f.keys, f.negated,
                 row.official, row.as_said)  # fmt: skip


def chain(fact_id: UUID) -> list[FactView]:
    """Return a fact and what it superseded, and what superseded it, oldest to newest; empty where there is none."""
    rows = {row[0]: view_of(row) for row in fetched(_ROWS)}
    if fact_id not in rows:
        return []
    before = defaultdict(list)
    for view in rows.values():
        before[view.superseded_by].append(view.id)
    newest = fact_id
    while (after := rows[newest].superseded_by) in rows and after is not None:
        newest = after
    found, waiting = [newest], [newest]
    while waiting:
        older = before[waiting.pop()]
        found, waiting = found + older, waiting + older
    return sorted((rows[id] for id in found), key=lambda view: (len(_after(view, rows)) * -1, *_age(view)))


def open_conflicts() -> list[OpenConflict]:
    """Return the contradictions that nobody has settled, oldest first; a side that was retired ends its conflict."""
    of_a_side = len(_COLUMNS) + 1
    return [
        OpenConflict(id, view_of(sides[:of_a_side]), view_of(sides[of_a_side:]), note)
        for id, note, *sides in fetched(_CONFLICTS)
    ]


def record_on(day: date) -> dict[UUID, Standing]:
    """Return how every row stands on `day`, oldest first; one query, without vectors."""
    rows = fetched(_ROWS)
    views = {row[0]: view_of(row) for row in rows}
    midnight = datetime.combine(day, time.max, tzinfo=UTC)
    standings = {}
    for (view, held, successor), row in zip(slots_on(views, day), rows, strict=True):
        expires_at, importance, model, official, as_said = row[-5:]
        expired = expires_at.date() if expires_at is not None and expires_at <= midnight else None
        slot = None if expired else held
        until = successor.date.first if successor and successor.date else None
        shown = successor if slot is Slot.HISTORY else None
        told = (bool(official), bool(as_said))
        standings[view.id] = Standing(view, importance, model, slot, shown, until, *told, expired)
    return _with_live_successors(standings)


def slots_on(views: Mapping[UUID, FactView], day: date) -> Iterator[tuple[FactView, Slot | None, FactView | None]]:
    """Give each row of a whole record with its slot on `day` and the row that took its place; pure."""
    succession = _succession(views, day)
    for view in views.values():
        successor = _lasting_successor(view, succession, views) if succession else None
        yield view, _slot(view, successor, views, day), successor


def fetched(query: str, parameters: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
    """Return the rows of one query."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())


def columns_of(of: str) -> str:
    """Return what `view_of` reads. The moment travels as microseconds: as text it costs more than all the rest."""
    names = ", ".join(f"{of}.{name.removesuffix('_id')}" for name in _COLUMNS)
    return f"{names}, (extract(epoch FROM {of}.created_at) * 1000000)::bigint"


_ROWS = f"""
    SELECT {columns_of("f")}, expires_at, importance, embedding_model, told.official OR f.id IN (
           SELECT d.fact_id FROM memory_decision d WHERE d.kind = '{Decided.CONFIRMED}' AND NOT EXISTS (
             SELECT FROM memory_decision u WHERE u.user_key = d.user_key AND u.undoes_id = d.id)),
           NOT told.official AND told.that_day
      FROM adk_memory_facts f
      LEFT JOIN LATERAL (
           SELECT bool_or(e.speaker = '{Speaker.CLINICIAN}' OR e.page_id IS NOT NULL) AS official,
                  bool_or((e.said_at AT TIME ZONE e.time_zone)::date = f.fact_date) AS that_day
             FROM memory_evidence e WHERE e.user_key = f.user_key AND e.fact_id = f.id
           ) told ON f.memory_key IS NOT NULL AND f.status = '{Status.ACTIVE}'
     ORDER BY f.created_at, f.id"""  # noqa: S608 - names of ours alone
_CONFLICTS = f"""
    SELECT c.id, c.note, {columns_of("older")}, {columns_of("newer")}
      FROM memory_conflict c
      JOIN adk_memory_facts older ON older.user_key = c.user_key AND older.id = c.older_id
      JOIN adk_memory_facts newer ON newer.user_key = c.user_key AND newer.id = c.newer_id
     WHERE c.settled_at IS NULL AND older.status = '{Status.ACTIVE}' AND newer.status = '{Status.ACTIVE}'
     ORDER BY c.opened_at, c.id"""  # noqa: S608 - names of ours alone


def current_successor(standing: Standing, record: Record) -> Standing | None:
    """Return the row that holds now in the place of a retired one, through all that came between."""
    seen: set[UUID] = set()
    while standing.successor is not None and standing.successor.id not in seen:
        seen.add(standing.successor.id)
        standing = record[standing.successor.id]
    return standing if seen and standing.slot in {Slot.CURRENT, Slot.CONFLICT} else None


def _succession(views: Mapping[UUID, FactView], day: date) -> dict[UUID, UUID]:
    """Who takes whose place by `day`: as recorded, and by plans whose day has come."""
    succession = {view.id: view.superseded_by for view in views.values() if view.superseded_by}
    due: dict[str, list[FactView]] = defaultdict(list)
    for view in views.values():
        if view.status is Status.PLANNED and view.memory_key and view.date and view.date.first <= day:
            due[view.memory_key].append(view)
    for plans in due.values():
        plans.sort(key=_age)
        succession |= {plan.id: later.id for plan, later in pairwise(plans)}
    for view in views.values():
        if view.status is Status.ACTIVE and view.memory_key in due:
            succession[view.id] = due[view.memory_key][0].id
    return succession


def _slot(view: FactView, successor: FactView | None, views: Mapping[UUID, FactView], day: date) -> Slot | None:
    if view.status is Status.RETRACTED or view.retired_why is Retired.CORRECTED:
        return None
    if view.status is Status.SUPERSEDED:
        return _retired_slot(view, successor, views, day)
    if view.status is Status.HISTORICAL or view.tag is Tag.EPISODE or successor is not None:
        return Slot.HISTORY
    if _lies_ahead(view, day):
        return Slot.PLANNED
    if view.contested:
        return Slot.CONFLICT
    past_visit = view.tag is Tag.APPOINTMENT and view.date is not None and view.date.last < day
    return Slot.HISTORY if past_visit else Slot.CURRENT


def _retired_slot(view: FactView, successor: FactView | None, views: Mapping[UUID, FactView], day: date) -> Slot | None:
    """A retired row is history; before its successor's day (a look back) it still holds; a dropped plan never did."""
    direct = views.get(view.superseded_by) if view.superseded_by else None
    if successor is None or direct is None:
        return None
    if direct.status is Status.PLANNED and _lies_ahead(direct, day):
        return None
    looking_back = view.tag is not Tag.APPOINTMENT and _lies_ahead(successor, day)
    return Slot.CURRENT if looking_back and not _lies_ahead(view, day) else Slot.HISTORY


def _lies_ahead(view: FactView, day: date) -> bool:
    return view.date.first > day if view.date else view.status is Status.PLANNED


def _lasting_successor(
    view: FactView, succession: Mapping[UUID, UUID], views: Mapping[UUID, FactView]
) -> FactView | None:
    """The next row that was not itself corrected away."""
    if view.id not in succession:
        return None
    found = views.get(succession[view.id])
    seen = {view.id}
    while found is not None and found.retired_why is Retired.CORRECTED and found.id not in seen:
        seen.add(found.id)
        found = views.get(succession[found.id]) if found.id in succession else None
    return found


def _with_live_successors(standings: dict[UUID, Standing]) -> dict[UUID, Standing]:
    """History whose successor may not be spoken of (expired) is not spoken of either."""
    for id, row in standings.items():
        if row.successor is not None and standings[row.successor.id].slot is None:
            standings[id] = replace(row, slot=None, successor=None)
    return standings


def _after(view: FactView, rows: Mapping[UUID, FactView]) -> list[UUID]:
    found: list[UUID] = []
    while view.superseded_by in rows and view.superseded_by is not None:
        view = rows[view.superseded_by]
        found.append(view.id)
    return found


def _age(view: FactView) -> tuple[date, datetime, str]:
    return (view.date.first if view.date else date.min, view.created_at, str(view.id))


def view_of(row: Sequence[Any]) -> FactView:
    """Return a row that begins with `columns_of`."""
    return _view(row, _EPOCH + timedelta(microseconds=row[len(_COLUMNS)]))


def _view(row: Sequence[Any], created_at: datetime) -> FactView:
    (id, tag, text, day, precision, source, status, keys, attribute, memory_key, value, unit, frequency, route,
     as_needed, negated, contested, successor, why, *_) = row  # fmt: skip
    return FactView(
        id=id,
        tag=_KIND[tag],
        text=text,
        date=PartialDate(day, precision) if day else None,
        source=source,
        status=_STATE[status],
        keys=tuple(keys),
        attribute=attribute,
        memory_key=memory_key,
        value=Value(value, unit, frequency, route, as_needed),
        negated=negated,
        contested=contested,
        superseded_by=successor,
        retired_why=Retired(why) if why else None,
        created_at=created_at,
    )
