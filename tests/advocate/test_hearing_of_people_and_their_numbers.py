"""Contacts, care teams, pharmacies, insurance and visits, as they change."""

from __future__ import annotations

import pytest

from memory.drafts import Act
from memory.vocabulary import Tag
from tests.advocate.spoken import heard, only, row

PHARMACY = row(
    Tag.CONTACT, "pharmacy is Corner Drug, their number is 555-0142", "pharmacy", memory_key="contact:pharmacy"
)


@pytest.mark.parametrize(
    ("words", "key", "held"),
    [
        ("My cardiologist's phone number changed, it is now 555-0199", "contact:cardiologist", "555-0199"),
        ("Corner Drug's number is now 555-0177", "contact:pharmacy", "555-0177"),
        ("I switched pharmacies, it's Walgreens now", "contact:pharmacy.name", "Walgreens"),
        ("My primary care doctor is now Dr. Adeyemi", "care_team:primary-care-doctor", "Adeyemi"),
        ("Dr. Okoye retired, my new cardiologist is Dr. Lund", "care_team:cardiologist", "Lund"),
        ("I switched from Medicare to Humana", "insurance:plan", "Humana"),
        ("From now on I prefer detailed answers", "preference:writing.style", "detailed"),
        ("Call me Robert", "preference:name", "Robert"),
    ],
)
def test_what_is_new_changes_what_stood(words: str, key: str, held: str) -> None:
    draft = only(words, known=(PHARMACY,))
    assert (draft.act, draft.memory_key) == (Act.CHANGE, key)
    assert held in draft.text


def test_a_contact_and_its_number_are_one() -> None:
    draft = only("My daughter Maria is my emergency contact, her number is 555-0177")
    assert draft.memory_key == "contact:emergency-contact"
    assert "555-0177" in draft.text


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("I also see Dr. Lind on October 8", "2026-10-08"),
        ("Dr. Lind rescheduled me from the 12th to the 19th", "2026-09-19"),
        ("The visit with Dr. Lind was rescheduled to October 15", "2026-10-15"),
    ],
)
def test_a_visit_lies_ahead(words: str, day: str) -> None:
    draft = only(words)
    assert (draft.memory_key, str(draft.date)) == ("appointment:dr-lind", day)


@pytest.mark.parametrize("words", ["They called with my blood test today", "Dr. Osei put it up to 50 mg today"])
def test_a_call_or_an_order_is_no_visit(words: str) -> None:
    assert not [draft for draft in heard(words) if draft.tag is Tag.APPOINTMENT]


@pytest.mark.parametrize(
    ("words", "text", "source"),
    [
        ("Dr. Shah wants my INR between 2 and 3", "wants my INR between 2 and 3", "Dr. Shah"),
        (
            "Dr. Mbeki told me: skip the dose if my sugar is under 70",
            "skip the dose if my sugar is under 70",
            "Dr. Mbeki",
        ),
        ("My nurse told me to call if I gain 3 pounds in a day", "call if I gain 3 pounds in a day", "nurse"),
    ],
)
def test_an_instruction_is_kept_as_said(words: str, text: str, source: str) -> None:
    draft = only(words)
    assert (draft.tag, draft.text, draft.source) == (Tag.DIRECTIVE, text, source)


def test_what_a_doctor_says_that_one_has_no_more_is_no_instruction() -> None:
    drafts = heard("I outgrew the asthma, my doctor says I don't have it any more")
    assert [(d.tag, d.act) for d in drafts] == [(Tag.CONDITION, Act.STOP)]


@pytest.mark.parametrize(
    ("words", "tags"),
    [
        ("I had cataract surgery on my right eye", [Tag.PROCEDURE]),
        ("I got my COVID booster", [Tag.IMMUNIZATION]),
        ("They took my gallbladder out in 2011", [Tag.PROCEDURE]),
        ("I've been vaccinated against hepatitis B", [Tag.IMMUNIZATION]),
        ("I use a CPAP machine for my sleep apnea", [Tag.CONDITION]),
        ("My dad has diabetes and takes metformin 500 mg", [Tag.FAMILY_HISTORY]),
    ],
)
def test_one_thing_is_heard_once(words: str, tags: list[Tag]) -> None:
    assert [draft.tag for draft in heard(words)] == tags


def test_what_a_relative_takes_is_left_out() -> None:
    assert only("My dad has diabetes and takes metformin 500 mg").text == "dad has diabetes"
