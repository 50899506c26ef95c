"""Allergies, conditions and those of the family: what R4 wants said with how sure it is.

By R4's own names: a clinical status always, but none of what is entered in error (ait-1, ait-2, con-3, con-5).
"""

from __future__ import annotations

from memory.operations.fhir.row import ERROR, HL7, Resource, Row, State, note, resource, text, without_gaps
from memory.vocabulary import ANY, Tag, address

_NO_KNOWN_ALLERGY = {"system": "http://snomed.info/sct", "code": "716186003", "display": "No known allergy"}


def allergy(row: Row, subject: Resource) -> Resource:
    """Return the allergy, or the denial of one or of all."""
    none_known = _denies_all(row, Tag.ALLERGY)
    return resource(
        "AllergyIntolerance",
        row,
        **_clinical(
            row,
            "allergyintolerance-clinical",
            "allergyintolerance-verification",
            denied=row.view.negated and not none_known,
        ),
        code=text(row.view.text, _NO_KNOWN_ALLERGY) if none_known else text(row.called()),
        patient=subject,
        **_since(row),
        note=note(row),
    )


def condition(row: Row, subject: Resource) -> Resource:
    """Return the condition, or its denial."""
    none_known = _denies_all(row, Tag.CONDITION)
    return resource(
        "Condition",
        row,
        **_clinical(row, "condition-clinical", "condition-ver-status", denied=row.view.negated and not none_known),
        code=text(row.view.text if none_known else row.called()),
        subject=subject,
        **_since(row),
        abatementDateTime=row.period.get("end"),
        note=note(row),
    )


def _denies_all(row: Row, tag: Tag) -> bool:
    return row.view.negated and row.view.memory_key == address(tag, ANY)


def _clinical(row: Row, clinical: str, verification: str, *, denied: bool) -> Resource:
    """Whether it holds, and how sure that is; nothing is said of the latter where a person alone told it."""
    if row.state is State.WRONG:
        return {"verificationStatus": _coded(verification, ERROR)}
    holds = not denied and row.state in {State.CURRENT, State.CONTESTED, State.PLANNED}
    sure = "refuted" if denied else "confirmed" if row.official else None
    sure = "unconfirmed" if row.state is State.CONTESTED else sure
    return without_gaps(
        clinicalStatus=_coded(clinical, "active" if holds else "inactive"),
        verificationStatus=_coded(verification, sure) if sure else None,
    )


def _since(row: Row) -> Resource:
    """When it began, unless it is dated only by the day on which it was told; and when it was written down."""
    began = None if row.as_said or row.view.negated else row.date
    return without_gaps(onsetDateTime=began, recordedDate=row.fact.created_at.isoformat())


def _coded(system: str, code: str) -> Resource:
    return {"coding": [{"system": f"{HL7}/{system}", "code": code}]}


def family(row: Row, subject: Resource) -> Resource:
    """ "mother: stroke" is a relative and a condition. Partial: a person tells what she knows of."""
    who, _, what = row.view.attribute.rpartition(": ")
    relative = who or (row.fact.subject if row.fact.subject != "self" else "family")
    return resource(
        "FamilyMemberHistory",
        row,
        status=ERROR if row.state is State.WRONG else "partial",
        patient=subject,
        date=row.date,
        relationship=text(relative),
        condition=None if row.view.negated else [{"code": text(what or row.view.text)}],
        note=note(row),
    )
