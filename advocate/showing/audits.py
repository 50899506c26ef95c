"""A fact's chain as a clinician reads it: each link with its words, and what the audit knows of it. Inside the silo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import connection

from advocate.showing import words
from advocate.showing.decided import Deed, deeds_on
from advocate.showing.facts import Quote, ShownFact, expired_on, quoted, shown
from advocate.showing.looks import names
from memory.looking_back import STANDING
from memory.models import AuditRow, Evidence, Fact
from memory.reading import chain
from memory.recollection import FactView
from memory.usage import in_words, usages_of
from memory.vocabulary import Status, Tag

# What a change of a fact may touch, in words; what is left out (moments of writing) is the machine's own.
_FIELDS = {
    "status": "status",
    "superseded_by": "replaced by",
    "contested": "in question",
    "retired_why": "why",
    "retired_by": "retired by",
    "retired_note": "note",
    "memory_key": "address",
    "embedding_model": "findable by meaning, by the model",
}
_FIRST = {"fact": "text", "fact_date": "date", "source": "source", "status": "status", "memory_key": "address"}
_ACTS = {"INSERT": "written", "UPDATE": "changed", "DELETE": "forgotten"}


@dataclass(frozen=True, slots=True)
class Change:
    """One field, from and to; `before` is "" where the row was new."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One row of the audit; `forgotten` where its words are gone at the person's request."""

    seq: int
    at: str
    by: str
    door: str
    why: str
    act: str
    changes: tuple[Change, ...]
    forgotten: bool


@dataclass(frozen=True, slots=True)
class Link:
    """One fact of a chain with the words that it rests on, what drafted it, its use, and its audit, oldest first.

    `deeds` are what clinicians decided about it. `stands`: it can be confirmed; `can_retract`: and taken back.
    """

    fact: ShownFact
    quotes: tuple[Quote, ...]
    engine: str
    used: str
    audit: tuple[AuditLine, ...]
    deeds: tuple[Deed, ...]
    stands: bool
    can_retract: bool


def chain_shown(fact: UUID, zone: str) -> list[Link]:
    """Return the chain of a fact, oldest first, in a fixed number of queries; empty where this silo has none."""
    views = chain(fact)
    texts = {str(view.id): view.text for view in views}
    quotes, audits = _quotes(views), _audits(views)
    ids = [view.id for view in views]
    rows = {row.id: row for row in Fact.objects.filter(id__in=ids).only("engine", "expires_at")}
    used, decided = usages_of(ids), deeds_on(ids, zone)
    return [
        Link(
            fact=shown(view, expired_on(rows.get(view.id))),
            quotes=tuple(map(quoted, quotes[view.id])),
            engine=rows[view.id].engine if view.id in rows else "",
            used=in_words(used[view.id]),
            audit=tuple(_line(row, texts, zone) for row in audits[str(view.id)]),
            deeds=decided.get(view.id, ()),
            stands=view.status in STANDING and view.tag is not Tag.EPISODE,
            can_retract=view.status is not Status.RETRACTED and view.tag is not Tag.EPISODE,
        )
        for view in views
    ]


def faults(user_key: str) -> list[tuple[int, str]]:
    """Return where the silo's audit chain or its live rows do not hold: (row, what is wrong); empty when whole."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, fault FROM audit_verify(%s)", [user_key])
        return [(row[0], row[1]) for row in cursor.fetchall()]


def called(links: Sequence[Link]) -> list[Link]:
    """Return the links with the names of accounts in place of their numbers; outside of any silo."""
    known = names({line.by for link in links for line in link.audit})
    return [
        replace(link, audit=tuple(replace(line, by=known.get(line.by, line.by)) for line in link.audit))
        for link in links
    ]


def _quotes(views: Iterable[FactView]) -> dict[UUID, list[Evidence]]:
    found: dict[UUID, list[Evidence]] = defaultdict(list)
    rows = Evidence.objects.filter(fact_id__in=[view.id for view in views]).select_related("session")
    for row in rows.order_by("said_at", "id"):
        found[row.fact_id].append(row)
    return found


def _audits(views: Iterable[FactView]) -> dict[str, list[AuditRow]]:
    found: dict[str, list[AuditRow]] = defaultdict(list)
    rows = AuditRow.objects.filter(table_name=Fact._meta.db_table, row_id__in=[str(view.id) for view in views])
    for row in rows.order_by("seq"):
        found[row.row_id].append(row)
    return found


def _line(row: AuditRow, texts: dict[str, str], zone: str) -> AuditLine:
    payload: dict[str, Any] = row.payload or {}
    before, after = payload.get("old") or {}, payload.get("new") or {}
    fields = _FIELDS if before else _FIRST
    changes = [
        Change(label, _said(name, before.get(name), texts), _said(name, after.get(name), texts))
        for name, label in fields.items()
        if before.get(name) != after.get(name)
    ]
    return AuditLine(
        seq=row.seq,
        at=words.moment(row.at, zone),
        by=row.by,
        door=row.door,
        why=row.why,
        act=_ACTS[row.op],
        changes=tuple(change for change in changes if change.before or change.after),
        forgotten=row.payload is None,
    )


def _said(name: str, value: Any, texts: dict[str, str]) -> str:
    if name == "superseded_by" and value is not None:
        return texts.get(value, "a fact that was forgotten")
    return {None: "", True: "yes", False: "no"}.get(value, str(value)) if not isinstance(value, str) else value
