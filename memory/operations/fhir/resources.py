"""Each kind of fact as the R4 resource that says it, with a status from the value set that R4 requires.

A rule beyond the statuses, by R4's own name: an appointment without start and end is proposed or cancelled (app-3). So
one whose hour is not known stays a proposal for its day, and one that is past becomes the encounter that it led to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memory.operations.fhir import problems
from memory.operations.fhir.quantities import measured, quantity, vital_sign
from memory.operations.fhir.row import (
    ERROR,
    HL7,
    Resource,
    Row,
    State,
    note,
    reference,
    resource,
    text,
    without_gaps,
)
from memory.vocabulary import Tag

_UNKNOWN = {"system": f"{HL7}/v3-NullFlavor", "code": "UNK", "display": "unknown"}


def _statuses(current: str, contested: str, planned: str, past: str, dropped: str, wrong: str) -> Mapping[State, str]:
    return dict(zip(State, (current, contested, planned, past, dropped, wrong), strict=True))


_TAKEN = _statuses("active", "unknown", "intended", "completed", "not-taken", ERROR)
_OBSERVED = _statuses("final", "preliminary", "registered", "final", "cancelled", ERROR)
_DONE = _statuses("completed", "unknown", "preparation", "completed", "not-done", ERROR)
_VACCINATED = _statuses("completed", "completed", "not-done", "completed", "not-done", ERROR)
_ORDERED = _statuses("active", "unknown", "draft", "revoked", "revoked", ERROR)
_TEAM = _statuses("active", "active", "proposed", "inactive", "inactive", ERROR)
_COVERED = _statuses("active", "active", "draft", "cancelled", "cancelled", ERROR)


def resource_of(row: Row, subject: Resource) -> Resource:
    """Return the resource of a fact; `subject` refers to the person."""
    return _KINDS[Tag(row.fact.tag)](row, subject)


def _medication(row: Row, subject: Resource) -> Resource:
    value = row.view.value
    how = without_gaps(
        text=row.view.text,
        timing={"code": text(value.frequency)} if value.frequency else None,
        asNeededBoolean=value.as_needed,
        route=text(value.route) if value.route else None,
        doseAndRate=_dose(value.value, value.unit),
    )
    when = (
        {"effectiveDateTime": row.date} if row.as_said and "end" not in row.period else {"effectivePeriod": row.period}
    )
    return resource(
        "MedicationStatement",
        row,
        status=_taking(row),
        medicationCodeableConcept=text(row.called()),
        subject=subject,
        **when,
        dateAsserted=row.evidence[0].said_at.isoformat() if row.evidence else None,
        informationSource={"display": row.view.source},
        note=note(row),
        dosage=None if row.view.negated else [how],
    )


def _taking(row: Row) -> str:
    """A negative is a medicine that is not taken; stopped, where it was before."""
    if row.view.negated and row.state in {State.CURRENT, State.PLANNED, State.PAST}:
        return "stopped" if row.replaces else "not-taken"
    if row.state is State.PAST and row.successor and row.successor.negated:
        return "stopped"
    return _TAKEN[row.state]


def _dose(value: str | None, unit: str | None) -> list[Resource] | None:
    amount = quantity(value, unit) if value else None
    return [{"doseQuantity": amount}] if amount and "comparator" not in amount else None


def _observation(row: Row, subject: Resource, *, category: str = "", name: str = "") -> Resource:
    """A reading, a symptom, or what has no resource of its own in R4: what it is about, and its words or value."""
    measure = row.called()
    is_reading = category in {"laboratory", "vital-signs"}
    value = measured(measure, row.view.value, row.view.text) if is_reading else {"valueString": row.view.text}
    coding = {"system": f"{HL7}/observation-category", "code": category} if category else None
    when = {"effectivePeriod": row.period} if "end" in row.period else {"effectiveDateTime": row.date}
    return resource(
        "Observation",
        row,
        status=_OBSERVED[row.state],
        category=[text(name, coding) if coding else text(name)],
        code=text(measure, *(vital_sign(measure) if category == "vital-signs" else ())),
        subject=subject,
        **when,
        **value,
        note=note(row) if is_reading else None,
    )


def _observed(name: str, category: str = "") -> Callable[[Row, Resource], Resource]:
    return lambda row, subject: _observation(row, subject, category=category, name=name)


def _immunization(row: Row, subject: Resource) -> Resource:
    when = {"occurrenceDateTime": row.date} if row.date else {"occurrenceString": "day not known"}
    done = "not-done" if row.view.negated and row.state is not State.WRONG else _VACCINATED[row.state]
    return resource(
        "Immunization",
        row,
        status=done,
        vaccineCode=text(row.called()),
        patient=subject,
        **when,
        recorded=row.fact.created_at.isoformat(),
        note=note(row),
    )


def _procedure(row: Row, subject: Resource) -> Resource:
    done = "not-done" if row.view.negated and row.state is not State.WRONG else _DONE[row.state]
    return resource(
        "Procedure",
        row,
        status=done,
        code=text(row.called()),
        subject=subject,
        performedDateTime=row.date,
        note=note(row),
    )


def _appointment(row: Row, subject: Resource) -> Resource:
    if row.state in {State.PAST, State.WRONG}:
        return _visit(row, subject)
    called_off = row.state is State.DROPPED
    return resource(
        "Appointment",
        row,
        status="cancelled" if called_off else "proposed",
        description=row.view.text,
        created=row.fact.created_at.isoformat(),
        participant=[{"actor": subject, "status": "declined" if called_off else "tentative"}],
        requestedPeriod=[_on_its_day(row)] if row.date else None,
    )


def _visit(row: Row, subject: Resource) -> Resource:
    """Finished where it was told of afterwards; of a visit that was only foretold nobody said whether it was."""
    happened = "unknown" if row.foretold or row.successor else "finished"
    return resource(
        "Encounter",
        row,
        status=ERROR if row.state is State.WRONG else happened,
        **{"class": _UNKNOWN},
        subject=subject,
        reasonCode=[text(row.view.text)],
        period=_on_its_day(row),
    )


def _on_its_day(row: Row) -> Resource:
    return without_gaps(start=row.date, end=row.date)


def _directive(row: Row, subject: Resource) -> Resource:
    return resource(
        "CarePlan",
        row,
        status=_ORDERED[row.state],
        intent="plan",
        title=row.called(),
        description=row.view.text,
        subject=subject,
        period=row.period,
        created=row.fact.created_at.isoformat(),
        author={"display": row.view.source},
        replaces=[reference(id) for id in row.replaces],
    )


def _care_team(row: Row, subject: Resource) -> Resource:
    member = [{"role": [text(row.view.attribute)]}] if row.view.attribute else None
    return resource(
        "CareTeam",
        row,
        status=_TEAM[row.state],
        name=row.view.text,
        subject=subject,
        period=row.period,
        participant=member,
    )


def _insurance(row: Row, subject: Resource) -> Resource:
    return resource(
        "Coverage",
        row,
        status=_COVERED[row.state],
        type=text(row.view.text),
        beneficiary=subject,
        period=row.period,
        payor=[{"display": row.called()}],
    )


def _episode(row: Row, subject: Resource) -> Resource:
    return resource(
        "Communication",
        row,
        status=ERROR if row.state is State.WRONG else "completed",
        category=[text("summary of a conversation")],
        subject=subject,
        sent=row.date,
        payload=[{"contentString": row.view.text}],
    )


_KINDS: dict[Tag, Callable[[Row, Resource], dict[str, Any]]] = {
    Tag.MEDICATION: _medication,
    Tag.DIRECTIVE: _directive,
    Tag.ALLERGY: problems.allergy,
    Tag.CONDITION: problems.condition,
    Tag.CARE_TEAM: _care_team,
    Tag.CONTACT: _observed("contact"),
    Tag.INSURANCE: _insurance,
    Tag.PREFERENCE: _observed("preference"),
    Tag.SOCIAL: _observed("life and home", "social-history"),
    Tag.APPOINTMENT: _appointment,
    Tag.LAB: _observed("laboratory", "laboratory"),
    Tag.VITAL: _observed("reading", "vital-signs"),
    Tag.SYMPTOM: _observed("symptom"),
    Tag.PROCEDURE: _procedure,
    Tag.IMMUNIZATION: _immunization,
    Tag.FAMILY_HISTORY: problems.family,
    Tag.FACT: _observed("other"),
    Tag.EPISODE: _episode,
}
