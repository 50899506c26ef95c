"""Everything that a record holds, as one JSON object, read piece by piece so that a large record needs little memory.

Each piece is read inside the silo, in a transaction of its own: a slow reader of the output keeps nobody waiting.
Rows have the names of their columns. Left out are vectors, which are numbers computed from the words beside them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from pgvector.django import VectorField

from memory.door import Actor, silo
from memory.models import (
    AccessLog,
    AuditHead,
    AuditRow,
    CareRelationship,
    Conflict,
    Decision,
    Document,
    DocumentPage,
    Evidence,
    Fact,
    FactUsage,
    HeldDraft,
    RecallTrace,
    RecordAccess,
    Session,
    Turn,
)
from memory.operations.listing import open_record
from memory.reading import fact_view

FORMAT = "anamnesis record 1"
PIECE = 200

Row = dict[str, Any]
_Rest = Callable[[Sequence[Any]], dict[Any, Row]]


def pieces(user_key: str, *, by: Actor, separator: str = "") -> Iterator[str]:
    """Give the JSON text of the whole record; `separator` comes after each item. Raises NoSuchRecord."""
    with silo(user_key, by=by, why="export the record"):
        record = open_record(user_key, by=by, what="export")
        head = {"format": FORMAT, "exported_at": timezone.now(), "silo": user_key, "record": _row(record)}
    yield _text(head)[:-1]
    for name, table, order, rest in _SECTIONS:
        yield f",{separator}{_text(name)}:["
        comma = ""
        for row in _rows(user_key, by, table, order, rest):
            yield f"{comma}{separator}{_text(row)}"
            comma = ","
        yield "]"
    yield separator + "}\n"


def _rows(user_key: str, by: Actor, table: type[Model], order: tuple[str, ...], rest: _Rest | None) -> Iterator[Row]:
    """Give the rows of a table in order, each with what belongs to it."""
    last: tuple[Any, ...] | None = None
    while True:
        with silo(user_key, by=by, why="export the record"):
            found = list(_after(table, order, last)[:PIECE])
            keys = [row.pk for row in found]
            more = rest(keys) if rest else {}
        yield from ({**_row(row), **more.get(row.pk, {})} for row in found)
        if len(found) < PIECE:
            return
        last = tuple(getattr(found[-1], name) for name in order)


def _after(table: type[Model], order: tuple[str, ...], last: tuple[Any, ...] | None) -> QuerySet[Model]:
    vectors = [field.name for field in table._meta.concrete_fields if isinstance(field, VectorField)]
    rows = table._default_manager.defer(*vectors).order_by(*order)
    if last is None:
        return rows
    later = Q()
    for place, name in enumerate(order):
        same = dict(zip(order[:place], last, strict=False))
        later |= Q(**same, **{f"{name}__gt": last[place]})
    return rows.filter(later)


def _row(row: Model) -> Row:
    fields = [field for field in row._meta.concrete_fields if not isinstance(field, VectorField)]
    return {str(field.column): getattr(row, field.attname) for field in fields}


def _of_facts(keys: Sequence[Any]) -> dict[Any, Row]:
    """The record line, the evidence, and the chain in both directions."""
    more: dict[Any, Row] = {key: {"replaces": [], "evidence": []} for key in keys}
    for fact in Fact.objects.defer("embedding").filter(id__in=keys):
        more[fact.id]["line"] = fact_view(fact).line
    replaced = Fact.objects.filter(superseded_by__in=keys).order_by("created_at", "id")
    for id, successor in replaced.values_list("id", "superseded_by"):
        more[successor]["replaces"].append(id)
    for evidence in Evidence.objects.filter(fact__in=keys).order_by("said_at", "created_at", "id"):
        more[evidence.fact_id]["evidence"].append(_row(evidence))
    for usage in FactUsage.objects.filter(id__in=keys):
        more[usage.id]["usage"] = _row(usage)
    return more


def _of_sessions(keys: Sequence[Any]) -> dict[Any, Row]:
    return _children(Turn.objects.filter(session__in=keys).order_by("seq"), "session_id", "turns")


def _of_documents(keys: Sequence[Any]) -> dict[Any, Row]:
    return _children(DocumentPage.objects.filter(document__in=keys).order_by("number"), "document_id", "pages")


def _children(rows: QuerySet[Any], parent: str, name: str) -> dict[Any, Row]:
    found: dict[Any, Row] = defaultdict(lambda: {name: []})
    for row in rows:
        found[getattr(row, parent)][name].append(_row(row))
    return found


# Name, table, order (the last column is unique in the silo), and what comes with each row.
_SECTIONS: tuple[tuple[str, type[Model], tuple[str, ...], _Rest | None], ...] = (
    ("accounts", RecordAccess, ("granted_at", "id"), None),
    ("care_relationships", CareRelationship, ("began", "id"), None),
    ("sessions", Session, ("created_at", "id"), _of_sessions),
    ("facts", Fact, ("created_at", "id"), _of_facts),
    ("held_drafts", HeldDraft, ("created_at", "id"), None),
    ("conflicts", Conflict, ("opened_at", "id"), None),
    ("decisions", Decision, ("at", "id"), None),
    ("documents", Document, ("created_at", "id"), _of_documents),
    ("recall_traces", RecallTrace, ("created_at", "id"), None),
    ("access_log", AccessLog, ("at", "id"), None),
    ("audit", AuditRow, ("seq",), None),
    ("audit_head", AuditHead, ("user_key",), None),
)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"no JSON for {type(value).__name__}")
