"""Who said each fact, in which words, when it was recorded and by what; and who retired it, when and why."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime

from memory.models import Evidence
from memory.operations.fhir.row import Resource, Row, State, reference, text, without_gaps
from memory.vocabulary import Speaker

_ROLE = "http://terminology.hl7.org/CodeSystem/provenance-participant-type"
_ACT = "http://terminology.hl7.org/CodeSystem/v3-DataOperation"


def provenances(row: Row, person: Resource) -> Iterator[Resource]:
    """Give the one or two of a fact. `person` is who speaks as the patient: a reference, or a name to show."""
    who = {"display": "patient", **person}
    yield _provenance(
        row,
        "recorded",
        row.fact.created_at,
        activity=text("recorded", {"system": _ACT, "code": "CREATE"}),
        agent=[
            _agent("author", who if row.view.source == Speaker.PATIENT else {"display": row.view.source}),
            *(_agent("informant", _speaker(name, who)) for name in dict.fromkeys(e.speaker for e in row.evidence)),
            _agent("assembler", {"display": f"Anamnesis, engine {row.fact.engine or 'not recorded'}"}),
        ],
        occurredDateTime=row.evidence[0].said_at.isoformat() if row.evidence else None,
        entity=[
            *({"role": "quotation", "what": {"display": _quoted(said)}} for said in row.evidence),
            *({"role": "revision", "what": reference(id)} for id in row.replaces),
        ],
    )
    if row.fact.retired_at is not None:
        by = _speaker(row.fact.retired_by, who) if row.fact.retired_by else {"display": "not recorded"}
        yield _provenance(
            row,
            "retired",
            row.fact.retired_at,
            activity=text(*_retirement(row)),
            agent=[_agent("author", by)],
            reason=[text(row.fact.retired_note)] if row.fact.retired_note else None,
            entity=[{"role": "source", "what": reference(row.fact.superseded_by_id)}]
            if row.fact.superseded_by_id
            else None,
        )


def _provenance(row: Row, act: str, at: datetime, **parts: object) -> Resource:
    return {
        "resourceType": "Provenance",
        "id": str(uuid.uuid5(row.fact.id, act)),
        "target": [reference(row.fact.id)],
        "recorded": at.isoformat(),
        **without_gaps(**parts),
    }


def _retirement(row: Row) -> tuple[str, Resource]:
    """What retiring meant: it was true until then, it was called off, or it never was so."""
    told = {
        State.WRONG: ("it was not so", "NULLIFY"),
        State.DROPPED: ("called off, or replaced before its day", "UPDATE"),
    }
    words, code = told.get(row.state, ("replaced: it was so until then", "UPDATE"))
    return words, {"system": _ACT, "code": code}


def _agent(role: str, who: Resource) -> Resource:
    return {"type": {"coding": [{"system": _ROLE, "code": role}]}, "who": who}


def _speaker(name: str, patient: Resource) -> Resource:
    return patient if name == Speaker.PATIENT else {"display": name}


def _quoted(said: Evidence) -> str:
    """The words, and where they stand."""
    if said.page is not None:
        return f"“{said.quote}” ({said.page.document.title}, page {said.page.number})"
    return f"“{said.quote}” ({said.speaker}, {said.said_at.isoformat()})"
