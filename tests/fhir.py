"""What R4 asks of a bundle: structure by `fhir.resources`, and by hand what that package does not look at.

The package holds R4B (4.3.0), which for the resources of an export says what R4 (4.0.1) says. It checks names, types,
what must be there and choices of one type, but neither value sets nor invariants; those stand here, by R4's own names.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from fhir.resources.R4B.bundle import Bundle

_CODES = {
    "allergyintolerance-clinical": {"active", "inactive", "resolved"},
    "allergyintolerance-verification": {"unconfirmed", "confirmed", "refuted", "entered-in-error"},
    "condition-clinical": {"active", "recurrence", "relapse", "inactive", "remission", "resolved"},
    "condition-ver-status": {
        "unconfirmed", "provisional", "differential", "confirmed", "refuted", "entered-in-error",
    },
    "observation-category": {
        "social-history", "vital-signs", "imaging", "laboratory", "procedure", "survey", "exam", "therapy", "activity",
    },
    "provenance-participant-type": {
        "enterer", "performer", "author", "verifier", "legal", "attester", "informant", "custodian", "assembler",
        "composer",
    },
    "v3-DataOperation": {"CREATE", "DELETE", "UPDATE", "APPEND", "NULLIFY"},
    "v3-NullFlavor": {"UNK"},
}  # fmt: skip
_STATUSES = {
    "Observation": {
        "registered", "preliminary", "final", "amended", "corrected", "cancelled", "entered-in-error", "unknown",
    },
    "DetectedIssue": {"registered", "preliminary", "final", "amended", "corrected", "cancelled", "entered-in-error"},
    "Encounter": {
        "planned", "arrived", "triaged", "in-progress", "onleave", "finished", "cancelled", "entered-in-error",
        "unknown",
    },
}  # fmt: skip


def faults(bundle: dict[str, Any]) -> list[str]:
    """What is wrong with a bundle. Raises ValidationError where its structure is."""
    model: Any = Bundle  # the package leaves its methods untyped
    model.model_validate(bundle)
    resources = [entry["resource"] for entry in bundle["entry"]]
    found = [f"{resource['resourceType']} {fault}" for resource in resources for fault in _of_one(resource)]
    urls = [entry["fullUrl"] for entry in bundle["entry"]]
    if len(set(urls)) != len(urls):
        found.append("bdl-7: an address twice")
    if urls != [f"urn:uuid:{resource['id']}" for resource in resources]:
        found.append("an address is not that of its resource")
    pointed = {part["reference"] for _, part in _parts(bundle) if "reference" in part}
    return found + [f"points at nothing: {reference}" for reference in pointed - set(urls)]


def _of_one(resource: dict[str, Any]) -> Iterator[str]:
    kind, status = resource["resourceType"], resource.get("status")
    if status is not None and status not in (_STATUSES.get(kind) or _allowed(kind, "status")):
        yield f"has the status {status}"
    for name, part in _parts(resource):
        known = _CODES.get(str(part.get("system", "")).rpartition("/")[2])
        if known is not None and part["code"] not in known:
            yield f"has the code {part['code']}"
        if name.lower().endswith("period") and "end" in part and part.get("start", "") > part["end"]:
            yield "per-1: ends before it begins"
        if not part:
            yield f"has an empty part {name}"
    if kind in _RULES:
        yield from _RULES[kind](resource)


def _allowed(kind: str, field: str) -> set[str]:
    """The value set that R4 requires, as the package names it without enforcing it."""
    model: Any = getattr(import_module(f"fhir.resources.R4B.{kind.lower()}"), kind)
    return set(model.model_fields[field].json_schema_extra["enum_values"])


def _parts(value: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield name, value
        for inner, part in value.items():
            yield from _parts(part, inner)
    elif isinstance(value, list):
        for part in value:
            yield from _parts(part, name)


def _code(resource: dict[str, Any], field: str) -> str:
    return str(resource[field]["coding"][0]["code"]) if field in resource else ""


def _allergy(resource: dict[str, Any]) -> Iterator[str]:
    if (_code(resource, "verificationStatus") == "entered-in-error") == ("clinicalStatus" in resource):
        yield "ait-1 or ait-2: a clinical status, unless entered in error"


def _condition(resource: dict[str, Any]) -> Iterator[str]:
    if (_code(resource, "verificationStatus") == "entered-in-error") == ("clinicalStatus" in resource):
        yield "con-3 or con-5: a clinical status, unless entered in error"
    if "abatementDateTime" in resource and _code(resource, "clinicalStatus") == "active":
        yield "con-4: it has abated, and is active"


def _appointment(resource: dict[str, Any]) -> Iterator[str]:
    if ("start" in resource) != ("end" in resource):
        yield "app-2: start and end, or neither"
    if "start" not in resource and resource["status"] not in {"proposed", "cancelled", "waitlist"}:
        yield "app-3: no hours, and neither proposed nor cancelled"
    if not all("type" in one or "actor" in one for one in resource["participant"]):
        yield "app-1: a participant who is nobody"


def _observation(resource: dict[str, Any]) -> Iterator[str]:
    values = [name for name in resource if name.startswith("value")]
    if len(values) + ("component" in resource) != 1:
        yield f"has {values or 'no value'} and {'components' if 'component' in resource else 'none'}"


_RULES = {
    "AllergyIntolerance": _allergy,
    "Condition": _condition,
    "Appointment": _appointment,
    "Observation": _observation,
}
