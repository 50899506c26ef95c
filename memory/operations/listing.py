"""What operators list: the rows of one record, as they are or as they were, and who looked at them.

Every listing of a record's words is itself written to its access log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from memory.door import Actor, silo
from memory.looking_back import STANDING, end_of, views_recorded
from memory.models import AccessLog, Fact, Record
from memory.reading import fact_view
from memory.recollection import FactView
from memory.vocabulary import Status


class NoSuchRecord(Exception):
    """No record has this key (any more)."""


@dataclass(frozen=True, slots=True)
class Access:
    """One line of an access log. `facts` counts the facts that were placed in a prompt."""

    at: datetime
    by: str
    door: str
    what: str
    why: str
    facts: int


def rows_of(user_key: str, *, by: Actor, status: Status | None = None, as_of: date | None = None) -> list[FactView]:
    """Return the rows of a record, oldest first. Raises NoSuchRecord.

    `as_of` asks what the record said at the end of that day, where the person is, by the time of recording: rows as
    they stood then; without a status only those that were not retired.
    """
    with silo(user_key, by=by, why="list the record"):
        record = open_record(user_key, by=by, what="list")
        if as_of is None:
            facts = Fact.objects.defer("embedding").order_by("fact_date", "created_at", "id")
            views = [fact_view(fact) for fact in facts]
        else:
            views = sorted(views_recorded(end_of(as_of, record.time_zone)).values(), key=_by_day)
    if status is not None:
        return [view for view in views if view.status is status]
    return views if as_of is None else [view for view in views if view.status in STANDING]


def duplicates(views: Iterable[FactView]) -> list[list[FactView]]:
    """Return the groups of rows whose address (or tag and attribute), value and date agree.

    Rows that hold no structured value must agree in their words too. A retired row and its successor are no duplicates.
    """
    groups: dict[Any, list[FactView]] = defaultdict(list)
    for view in views:
        where = view.memory_key or (view.tag, view.attribute.casefold())
        words = "" if view.value.value else " ".join(view.text.casefold().split())
        retired = view.status not in STANDING
        groups[where, view.value, view.negated, words, view.date, retired].append(view)
    return [group for group in groups.values() if len(group) > 1]


def accesses(user_key: str, *, by: Actor) -> Sequence[Access]:
    """Return who looked at a record, oldest first, this look included. Raises NoSuchRecord."""
    with silo(user_key, by=by, why="read the access log"):
        open_record(user_key, by=by, what="access log")
        found = AccessLog.objects.order_by("at", "id")
        return [Access(row.at, row.by, row.door, row.what, row.why, len(row.facts)) for row in found]


def open_record(user_key: str, *, by: Actor, what: str) -> Record:
    """Return the record that is entered, and log who looked at what of it. Raises NoSuchRecord."""
    record = Record.objects.filter(user_key=user_key).first()
    if record is None:
        raise NoSuchRecord(f"no record has the key {user_key!r}: `memory list` without --silo shows those there are")
    note_look(user_key, by=by, what=what)
    return record


def note_look(user_key: str, *, by: Actor, what: str) -> None:
    """Write to the access log of the record that is entered who looked at what of it."""
    why = "operator's command" if by.door == "command" else ""
    AccessLog.objects.create(user_key=user_key, by=by.name, door=by.door, what=what, why=why)


def _by_day(view: FactView) -> tuple[date, datetime, str]:
    """In the order of their days; what has none comes last, as the database sorts it."""
    return (view.date.first if view.date else date.max, view.created_at, str(view.id))
