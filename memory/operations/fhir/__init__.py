"""A record as a FHIR R4 Bundle (4.0.1, type `collection`), for systems that do not know ours.

Every fact is one resource and one Provenance; one that was retired has a second Provenance that says who retired it
and why. `meta.tag` holds the fact's own tag and status, so that nothing is lost where R4 has no word for it. Codes
stand only where the record leaves no choice (FHIR's vital signs, "no known allergy", UCUM units); the words always do.
Conversations and the audit are in the other export.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any
from uuid import UUID

from django.utils import timezone

from memory.dates import local_day
from memory.door import Actor, silo
from memory.models import Evidence, Fact, Record
from memory.operations.fhir.provenance import provenances
from memory.operations.fhir.resources import resource_of
from memory.operations.fhir.row import Resource, Row, reference, state_of
from memory.operations.listing import open_record
from memory.reading import fact_view, open_conflicts, record_on
from memory.recollection import OpenConflict

_CONTROL = {n: " " for n in range(32) if chr(n) not in "\t\r\n"}
_PATIENTS = UUID("6f0c5d5e-2f4e-4c1b-9a57-0d4b8f1e7a20")  # a name space of our own


def pieces(user_key: str, *, by: Actor, day: date | None = None, separator: str = "") -> Iterator[str]:
    """Give the JSON text of the bundle; `separator` comes after each entry. Raises NoSuchRecord.

    `day` is the day on which the record is read: what holds then is active. By default the person's own today.
    """
    with silo(user_key, by=by, why="export the record as FHIR"):
        record = open_record(user_key, by=by, what="export as FHIR")
        rows = _rows(day or local_day(timezone.now(), record.time_zone))
        contradictions = open_conflicts()
    patient = _patient(record)
    head = {"resourceType": "Bundle", "type": "collection", "timestamp": timezone.now().isoformat()}
    yield f'{json_of(head)[:-1]},"entry":['
    comma = ""
    for resource in _resources(record, patient, rows, contradictions):
        entry = {"fullUrl": f"urn:uuid:{resource['id']}", "resource": resource}
        yield f"{comma}{separator}{json_of(entry)}"
        comma = ","
    yield f"]{separator}}}\n"


def _rows(day: date) -> list[Row]:
    """Return the facts, oldest first, with how each stands on the day and what it rests on. Inside the silo."""
    standings = record_on(day)
    evidence, replaces = defaultdict(list), defaultdict(list)
    for said in Evidence.objects.select_related("page__document").order_by("said_at", "created_at", "id"):
        evidence[said.fact_id].append(said)
    facts = list(Fact.objects.defer("embedding").order_by("created_at", "id"))
    for fact in facts:
        if fact.superseded_by_id:
            replaces[fact.superseded_by_id].append(fact.id)
    return [
        Row(
            fact=fact,
            view=fact_view(fact),
            state=state_of(fact, standings[fact.id]),
            successor=standings[fact.id].successor,
            evidence=tuple(evidence[fact.id]),
            replaces=tuple(replaces[fact.id]),
        )
        for fact in facts
    ]


def _resources(
    record: Record, patient: Resource, rows: list[Row], contradictions: list[OpenConflict]
) -> Iterator[Resource]:
    subject = reference(patient["id"])
    yield patient
    for row in rows:
        yield resource_of(row, subject)
    for row in rows:
        yield from provenances(row, subject if record.subject == "self" else {"display": "who keeps this record"})
    for conflict in contradictions:
        yield _issue(conflict, subject)


def _patient(record: Record) -> Resource:
    """The person: an opaque id, and the name that the record holds of somebody who is cared for."""
    id = uuid.uuid5(_PATIENTS, record.user_key)
    name = {"name": [{"text": record.subject_name}]} if record.subject_name else {}
    return {"resourceType": "Patient", "id": str(id), **name}


def _issue(conflict: OpenConflict, subject: Resource) -> Resource:
    """A contradiction that nobody has settled."""
    return {
        "resourceType": "DetectedIssue",
        "id": str(conflict.id),
        "status": "preliminary",
        "code": {"text": "two statements that contradict each other"},
        "patient": subject,
        "implicated": [reference(conflict.older.id), reference(conflict.newer.id)],
        "detail": conflict.note,
    }


def json_of(value: Any) -> str:
    """Return JSON as FHIR asks: a decimal keeps its digits ("1.40"), a string holds no control character."""
    match value:
        case str():
            return encode_basestring(value.translate(_CONTROL))
        case dict():
            return "{" + ",".join([f'"{name}":{json_of(part)}' for name, part in value.items()]) + "}"
        case list():
            return "[" + ",".join(map(json_of, value)) + "]"
        case bool():
            return "true" if value else "false"
        case Decimal():
            return f"{value:f}"
        case _:
            raise TypeError(f"no FHIR for {type(value).__name__}")
