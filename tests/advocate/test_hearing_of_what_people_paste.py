"""Papers have headings: what stands under "Allergies" or "Current medications" is one, by its name alone."""

from __future__ import annotations

import pytest

from memory.drafts import Act, Draft
from memory.vocabulary import Tag
from tests.advocate.spoken import heard

_PAPER = """Discharge medications
1. Metoprolol succinate 50 mg PO once daily
2. Apixaban 5 mg BID

Stop taking: naproxen

ALLERGIES: Cephalexin - rash; Codeine - nausea
Past history: gout"""


def _told(text: str, tag: Tag) -> list[Draft]:
    return [draft for draft in heard(text) if draft.tag is tag]


@pytest.mark.parametrize("speaker", ["patient", "clinician"])
def test_a_paper_is_read_by_its_headings(speaker: str) -> None:
    drafts = heard((speaker, _PAPER))
    medicines = [(d.attribute, d.value.value, d.act) for d in drafts if d.tag is Tag.MEDICATION]
    assert medicines == [
        ("metoprolol", "50", Act.STATE),
        ("apixaban", "5", Act.STATE),
        ("naproxen", None, Act.STOP),
    ]
    assert [(d.attribute, "nausea" in d.text) for d in drafts if d.tag is Tag.ALLERGY] == [
        ("cephalexin", False),
        ("codeine", True),
    ]
    assert not [d for d in drafts if d.tag is Tag.SYMPTOM]


def test_one_line_may_have_two_headings() -> None:
    said = "Current medications: metformin 500 mg twice daily, lisinopril 10 mg. Allergies: penicillin (hives), latex"
    assert [d.attribute for d in _told(said, Tag.MEDICATION)] == ["metformin", "lisinopril"]
    assert [d.text for d in _told(said, Tag.ALLERGY)] == ["allergic to penicillin, hives", "allergic to latex"]


@pytest.mark.parametrize("none", ["Allergies: none", "Allergies\nNKDA", "Drug allergies: no known drug allergies"])
def test_a_heading_may_say_that_there_are_none(none: str) -> None:
    assert [d.memory_key for d in _told(f"Medications: aspirin 81 mg\n{none}", Tag.ALLERGY)] == ["allergy:*"]


def test_a_colon_in_speech_is_no_heading() -> None:
    assert _told("She asked about my allergies: I said that I would look it up.", Tag.ALLERGY) == []
