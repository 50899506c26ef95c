"""A record is taken along as FHIR R4: every tag and status, valid, of no one else, and nothing that is forgotten."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone

from memory import erasure, transcript
from memory.door import Actor, silo
from memory.models import AccessLog, Conflict, Fact
from memory.vocabulary import Tag
from tests import fhir
from tests.memory.commanding import tell, text_of
from tests.memory.rows import fill, note, open_session, retired, say

AHEAD = date(2099, 3, 1)
Standing = dict[str, Any]
Every = tuple[dict[tuple[Tag, str], uuid.UUID], dict[str, Any]]


def exported(user_key: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text_of("memory", "export", silo=user_key, format="fhir"))
    return found


def resources(bundle: dict[str, Any], kind: str = "") -> list[dict[str, Any]]:
    found = [entry["resource"] for entry in bundle["entry"]]
    return [resource for resource in found if kind in {"", resource["resourceType"]}]


def of_fact(bundle: dict[str, Any], fact: uuid.UUID) -> dict[str, Any]:
    (found,) = (resource for resource in resources(bundle) if resource["id"] == str(fact))
    return found


def provenance(bundle: dict[str, Any], fact: uuid.UUID) -> list[dict[str, Any]]:
    mine = [{"reference": f"urn:uuid:{fact}"}]
    return [resource for resource in resources(bundle, "Provenance") if resource["target"] == mine]


def standings(successor: uuid.UUID) -> dict[str, Standing]:
    """The columns of a row for every way in which it can stand, by what it is called here."""
    gone = {"retired_at": timezone.now(), "retired_by": "patient"}
    return {
        "current": {},
        "contested": {"contested": True},
        "planned": {"status": "planned", "fact_date": AHEAD},
        "historical": {"status": "historical", "fact_date": date(2019, 1, 1), "date_precision": "year"},
        "changed": retired(successor),
        "corrected": retired(successor, "corrected"),
        "replaced plan": {**retired(successor), "fact_date": AHEAD, "retired_note": "planned"},
        "withdrawn": {"status": "retracted", "retired_note": "withdraw", **gone},
        "called off": {"status": "retracted", "retired_note": "cancel", "fact_date": AHEAD, **gone},
        "undated": {"fact_date": None, "date_precision": None},
        "denied": {"negated": True},
    }


def of_every_kind(key: str, tester: Actor) -> dict[tuple[Tag, str], uuid.UUID]:
    """A record with every tag in every standing."""
    found = {}
    with silo(key, by=tester, why="test"):
        for tag in Tag:
            ids = {name: uuid.uuid4() for name in standings(uuid.uuid4())}
            for name, columns in standings(ids["current"]).items():
                row = {"tag": tag, "attribute": tag.lower(), "value": None, "id": ids[name], **columns}
                found[tag, name] = note(key, f"{tag.lower()} that is {name}", **row)
        older, newer = found[Tag.ALLERGY, "current"], found[Tag.ALLERGY, "contested"]
        Conflict.objects.create(user_key=key, older_id=older, newer_id=newer, note="allergy / allergy")
    return found


@pytest.fixture
def every(alice: str, tester: Actor) -> Every:
    facts = of_every_kind(alice, tester)
    return facts, exported(alice)


def test_the_bundle_is_valid_for_every_tag_and_status(every: Every) -> None:
    assert fhir.faults(every[1]) == []


def test_a_fault_would_be_found(every: Every) -> None:
    """The check is checked: a status, an invariant and a reference that are wrong."""
    _, bundle = every
    resources(bundle, "MedicationStatement")[0]["status"] = "taken"
    resources(bundle, "Appointment")[0]["status"] = "booked"
    resources(bundle, "CarePlan")[0]["subject"] = {"reference": "urn:uuid:nobody"}
    error = next(a for a in resources(bundle, "AllergyIntolerance") if "clinicalStatus" not in a)
    error["clinicalStatus"] = {"coding": [{"system": "x/allergyintolerance-clinical", "code": "gone"}]}
    found = " ".join(fhir.faults(bundle))
    for fault in ("status taken", "app-3", "urn:uuid:nobody", "ait-2", "code gone"):
        assert fault in found


def test_every_fact_is_there_once_by_its_tag_and_status(every: Every, alice: str, tester: Actor) -> None:
    _, bundle = every
    there = Counter(
        tuple(tag["code"] for tag in resource["meta"]["tag"]) for resource in resources(bundle) if "meta" in resource
    )
    with silo(alice, by=tester, why="test"):
        stored = Counter(Fact.objects.values_list("tag", "status"))
    assert there == stored
    assert {status for _, status in stored} == {"active", "superseded", "historical", "planned", "retracted"}


WORDS = {
    "current": ("active", "final", "completed", "active"),
    "contested": ("unknown", "preliminary", "unknown", "unknown"),
    "planned": ("intended", "registered", "preparation", "draft"),
    "historical": ("completed", "final", "completed", "revoked"),
    "changed": ("completed", "final", "completed", "revoked"),
    "corrected": ("entered-in-error",) * 4,
    "replaced plan": ("not-taken", "cancelled", "not-done", "revoked"),
    "withdrawn": ("entered-in-error",) * 4,
    "called off": ("not-taken", "cancelled", "not-done", "revoked"),
    "undated": ("active", "final", "completed", "active"),
    "denied": ("not-taken", "final", "not-done", "active"),
}


@pytest.mark.parametrize("standing", WORDS)
def test_a_standing_has_its_word_in_r4(every: Every, standing: str) -> None:
    facts, bundle = every
    tags = (Tag.MEDICATION, Tag.LAB, Tag.PROCEDURE, Tag.DIRECTIVE)
    assert tuple(of_fact(bundle, facts[tag, standing])["status"] for tag in tags) == WORDS[standing]


def test_each_kind_has_a_resource_of_its_own(every: Every) -> None:
    facts, bundle = every
    kinds = {tag: of_fact(bundle, facts[tag, "current"])["resourceType"] for tag in Tag}
    assert kinds == {
        Tag.MEDICATION: "MedicationStatement",
        Tag.DIRECTIVE: "CarePlan",
        Tag.ALLERGY: "AllergyIntolerance",
        Tag.CONDITION: "Condition",
        Tag.CARE_TEAM: "CareTeam",
        Tag.INSURANCE: "Coverage",
        Tag.APPOINTMENT: "Encounter",
        Tag.PROCEDURE: "Procedure",
        Tag.IMMUNIZATION: "Immunization",
        Tag.FAMILY_HISTORY: "FamilyMemberHistory",
        Tag.EPISODE: "Communication",
        **dict.fromkeys(
            (Tag.LAB, Tag.VITAL, Tag.SYMPTOM, Tag.CONTACT, Tag.PREFERENCE, Tag.SOCIAL, Tag.FACT), "Observation"
        ),
    }
    visit = of_fact(bundle, facts[Tag.APPOINTMENT, "planned"])
    assert (visit["resourceType"], visit["status"], visit["requestedPeriod"]) == (
        "Appointment",
        "proposed",
        [{"start": "2099-03-01", "end": "2099-03-01"}],
    )


def test_a_change_says_until_when_and_what_it_revises(every: Every) -> None:
    facts, bundle = every
    old, new = facts[Tag.MEDICATION, "changed"], facts[Tag.MEDICATION, "current"]
    assert of_fact(bundle, old)["effectivePeriod"] == {"start": "2026-09-01", "end": "2026-09-01"}
    (recorded,) = provenance(bundle, new)
    revised = [entity["what"]["reference"] for entity in recorded["entity"] if entity["role"] == "revision"]
    assert f"urn:uuid:{old}" in revised
    _, ended = provenance(bundle, old)
    assert ended["activity"]["coding"][0]["code"] == "UPDATE"
    assert ended["entity"] == [{"role": "source", "what": {"reference": f"urn:uuid:{new}"}}]


def test_what_never_was_so_says_who_said_that_and_when(every: Every) -> None:
    facts, bundle = every
    for standing, code in {"corrected": "NULLIFY", "withdrawn": "NULLIFY", "called off": "UPDATE"}.items():
        _, ended = provenance(bundle, facts[Tag.CONDITION, standing])
        assert ended["activity"]["coding"][0]["code"] == code
        assert ended["recorded"]
    assert ended["agent"][0]["who"]["display"] == "patient"
    assert ended["reason"] == [{"text": "cancel"}]


def test_what_never_was_so_is_entered_in_error_whatever_its_kind(every: Every) -> None:
    facts, bundle = every
    for tag in Tag:
        found = of_fact(bundle, facts[tag, "withdrawn"])
        coded = found.get("verificationStatus", {"coding": [{"code": found.get("status")}]})
        assert coded["coding"][0]["code"] == "entered-in-error", tag


def test_a_visit_is_called_off_or_had_or_nobody_said(every: Every) -> None:
    facts, bundle = every
    wanted = {"called off": "cancelled", "current": "finished", "planned": "proposed", "changed": "unknown"}
    assert {name: of_fact(bundle, facts[Tag.APPOINTMENT, name])["status"] for name in wanted} == wanted


def test_a_fact_says_who_said_it_in_which_words(every: Every) -> None:
    facts, bundle = every
    (said,) = provenance(bundle, facts[Tag.LAB, "current"])
    roles = {agent["type"]["coding"][0]["code"]: agent["who"] for agent in said["agent"]}
    (patient,) = resources(bundle, "Patient")
    assert roles["author"]["reference"] == f"urn:uuid:{patient['id']}"
    assert "lab that is current" in said["entity"][0]["what"]["display"]
    assert said["occurredDateTime"].startswith("2026-09-01T14:00:00")
    assert set(patient) == {"resourceType", "id"}, "no name that the record does not hold"


def test_a_contradiction_is_unconfirmed_on_both_its_sides_and_named(every: Every, alice: str, tester: Actor) -> None:
    facts, bundle = every
    contested = of_fact(bundle, facts[Tag.ALLERGY, "contested"])
    assert contested["verificationStatus"]["coding"][0]["code"] == "unconfirmed"
    (issue,) = resources(bundle, "DetectedIssue")
    sides = [f"urn:uuid:{facts[Tag.ALLERGY, side]}" for side in ("current", "contested")]
    assert [side["reference"] for side in issue["implicated"]] == sides


def _one(key: str, tester: Actor, words: str, **columns: Any) -> dict[str, Any]:
    with silo(key, by=tester, why="test"):
        fact = note(key, words, **columns)
    bundle = exported(key)
    assert fhir.faults(bundle) == []
    return of_fact(bundle, fact)


def test_a_dose_keeps_its_words_and_its_number(alice: str, tester: Actor) -> None:
    how = {"value": "25", "unit": "mg", "frequency": "twice daily", "route": "by mouth", "as_needed": True}
    found = _one(alice, tester, "metoprolol 25 mg twice daily", tag="MEDICATION", attribute="metoprolol", **how)
    assert found["medicationCodeableConcept"] == {"text": "metoprolol"}
    assert found["effectiveDateTime"] == "2026-09-01", "dated by the day on which it was told: no beginning is claimed"
    assert found["dosage"] == [
        {
            "text": "metoprolol 25 mg twice daily",
            "timing": {"code": {"text": "twice daily"}},
            "asNeededBoolean": True,
            "route": {"text": "by mouth"},
            "doseAndRate": [
                {"doseQuantity": {"value": 25, "unit": "mg", "system": "http://unitsofmeasure.org", "code": "mg"}}
            ],
        }
    ]


def test_a_stopped_medicine_is_stopped_with_the_one_it_replaced(alice: str, tester: Actor) -> None:
    stop = uuid.uuid4()
    row: dict[str, Any] = {"tag": "MEDICATION", "attribute": "lisinopril"}
    with silo(alice, by=tester, why="test"):
        old = note(alice, "lisinopril 10 mg", fact_date=date(2026, 8, 1), **row, **retired(stop))
        note(alice, "off lisinopril", id=stop, negated=True, **row)
    bundle = exported(alice)
    taken, stopped = of_fact(bundle, old), of_fact(bundle, stop)
    assert (taken["status"], stopped["status"]) == ("stopped", "stopped")
    assert taken["effectivePeriod"] == {"start": "2026-08-01", "end": "2026-09-01"}
    assert "dosage" not in stopped


def test_a_reading_is_a_quantity_in_ucum_with_the_digits_that_were_said(alice: str, tester: Actor) -> None:
    with silo(alice, by=tester, why="test"):
        note(alice, "creatinine 1.40 mg/dL", attribute="creatinine", value="1.40", unit="mg/dL")
    printed = text_of("memory", "export", silo=alice, format="fhir")
    wanted = '{"value":1.40,"unit":"mg/dL","system":"http://unitsofmeasure.org","code":"mg/dL"}'
    assert f'"valueQuantity":{wanted}' in printed
    assert '"code":{"text":"creatinine"}' in printed, "a laboratory's code depends on what nobody said"


@pytest.mark.parametrize(
    ("value", "unit", "wanted"),
    [
        ("<0.01", "ng/mL", {"value": 0.01, "comparator": "<", "unit": "ng/mL", "code": "ng/mL"}),
        ("12", "units", {"value": 12, "unit": "units"}),
        ("4.2", "K/uL", {"value": 4.2, "unit": "K/uL", "code": "10*3/uL"}),
    ],
)
def test_a_unit_has_a_code_only_where_it_is_known(
    alice: str, tester: Actor, value: str, unit: str, wanted: dict[str, Any]
) -> None:
    found = _one(alice, tester, f"troponin {value} {unit}", attribute="troponin", value=value, unit=unit)
    system = {"system": "http://unitsofmeasure.org"} if "code" in wanted else {}
    assert found["valueQuantity"] == {**wanted, **system}


def test_a_blood_pressure_has_two_components(alice: str, tester: Actor) -> None:
    what = {"tag": "VITAL", "attribute": "blood pressure", "value": "148/92", "unit": None}
    found = _one(alice, tester, "blood pressure 148/92", **what)
    parts = [(part["code"]["coding"][0]["code"], part["valueQuantity"]["value"]) for part in found["component"]]
    assert parts == [("8480-6", 148), ("8462-4", 92)]
    assert found["code"]["coding"][0]["code"] == "85354-9"
    assert found["component"][0]["valueQuantity"]["code"] == "mm[Hg]"


def test_a_word_stays_a_word(alice: str, tester: Actor) -> None:
    assert _one(alice, tester, "troponin negative", attribute="troponin", value="negative")["valueString"] == "negative"


def test_no_known_allergy_has_its_code_and_a_denied_one_is_refuted(alice: str, tester: Actor) -> None:
    row: dict[str, Any] = {"tag": "ALLERGY", "negated": True, "value": None}
    none = _one(alice, tester, "no known allergies", memory_key="allergy:*", attribute="allergies", **row)
    assert none["code"]["coding"][0] == {
        "system": "http://snomed.info/sct",
        "code": "716186003",
        "display": "No known allergy",
    }
    assert none["clinicalStatus"]["coding"][0]["code"] == "active"
    assert "verificationStatus" not in none
    latex = _one(alice, tester, "not allergic to latex", memory_key="allergy:latex", attribute="latex", **row)
    assert latex["code"] == {"text": "latex"}
    assert latex["verificationStatus"]["coding"][0]["code"] == "refuted"


def test_a_relative_and_what_she_had(alice: str, tester: Actor) -> None:
    found = _one(alice, tester, "mother had a stroke", tag="FAMILY_HISTORY", attribute="mother: stroke", value=None)
    assert found["relationship"] == {"text": "mother"}
    assert found["condition"] == [{"code": {"text": "stroke"}}]


def test_the_person_who_is_cared_for_has_the_name_that_the_record_holds(db: None, tester: Actor) -> None:
    key = f"patient-advocate/{uuid.uuid4().hex}"
    transcript.register(key, by=tester, subject="mother", subject_name="Rosa Example")
    with silo(key, by=tester, why="test"):
        note(key, "warfarin 5 mg", tag="MEDICATION", attribute="warfarin")
    bundle = exported(key)
    assert resources(bundle, "Patient")[0]["name"] == [{"text": "Rosa Example"}]
    author = resources(bundle, "Provenance")[0]["agent"][0]["who"]
    assert author == {"display": "who keeps this record"}, "the daughter's words are not her mother's"


def test_words_of_any_kind_survive(alice: str, tester: Actor) -> None:
    words = 'Peña & "Łódź" <b>½</b> 漢字 🙂'
    with silo(alice, by=tester, why="test"):
        turn = say(open_session(alice), words)
        note(alice, f"{words}\x0b", turn=turn, quote=words, tag="FACT", attribute="", value=None)
    bundle = exported(alice)
    assert fhir.faults(bundle) == []
    assert resources(bundle, "Observation")[0]["valueString"] == f"{words} "


def test_nothing_of_anyone_else_is_in_it(alice: str, charlie: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    tell(charlie, "ramipril 5 mg", by=tester)
    printed = text_of("memory", "export", silo=alice, format="fhir")
    assert "metoprolol" in printed
    assert "ramipril" not in printed
    assert charlie not in printed
    assert alice not in printed, "a key is no name for other systems"


def test_what_is_forgotten_or_erased_is_not_in_it(committed: None, alice: str, tester: Actor) -> None:
    kept, gone = tell(alice, "metoprolol 25 mg", by=tester), tell(alice, "sertraline 50 mg", by=tester)
    erasure.forget(alice, gone.fact, by=tester)
    printed = text_of("memory", "export", silo=alice, format="fhir")
    assert "sertraline" not in printed
    assert str(gone.fact) not in printed
    assert str(kept.fact) in printed
    assert fhir.faults(json.loads(printed)) == []
    erasure.erase(alice, by=tester, basis="test")
    with pytest.raises(CommandError, match="no record has the key"):
        exported(alice)


def test_the_export_is_in_the_access_log(alice: str, tester: Actor) -> None:
    fill(alice)
    exported(alice)
    with silo(alice, by=tester, why="test"):
        (seen,) = AccessLog.objects.filter(what="export as FHIR")
    assert (seen.door, seen.why) == ("command", "operator's command")


def test_it_is_one_line_for_a_program(alice: str) -> None:
    fill(alice)
    assert text_of("memory", "export", "--json", silo=alice, format="fhir").count("\n") == 1
