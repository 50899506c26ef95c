"""Turns of phrase that were once misheard, each with what it must come to."""

from __future__ import annotations

import pytest

from advocate.engines.local.distiller import distil
from memory.drafts import Act, Assertion, Draft
from memory.vocabulary import Tag
from tests.advocate.spoken import METOPROLOL, heard, only, row, transcript

GOUT = row(Tag.CONDITION, "gout", "gout", memory_key="condition:gout")
BLUE_CROSS = row(Tag.INSURANCE, "member ID is XQZ1234", "insurance member id", memory_key="insurance:member-id")


def of(tag: Tag, *says: str) -> Draft:
    [draft] = [each for each in heard(*says) if each.tag is tag]
    return draft


def test_a_condition_that_is_over_is_a_change_and_no_contradiction() -> None:
    draft = only("I don't have gout anymore.", known=(GOUT,))
    assert (draft.act, draft.negated, draft.memory_key) == (Act.STOP, True, "condition:gout")
    assert only("I don't have gout.", known=(GOUT,)).act is Act.STATE


def test_a_condition_governs_both_orders_that_it_follows() -> None:
    draft = only("Dr. Patel told me to stop it and call her if my lips swell up.", known=(METOPROLOL,))
    assert draft.tag is Tag.DIRECTIVE
    assert draft.text.startswith("stop it and call her if")


def test_an_order_of_a_dose_stands_apart_from_the_condition_of_the_next() -> None:
    drafts = heard("Dr. Osei told me to take furosemide 40 mg and call if I gain 3 pounds.")
    assert [draft.tag for draft in drafts] == [Tag.MEDICATION, Tag.DIRECTIVE]


@pytest.mark.parametrize(
    ("said", "tag", "text"),
    [
        ("Can you remember that I take vitamin B12 1000 mcg daily?", Tag.MEDICATION, "vitamin B12 1000 mcg daily"),
        ("I take lisinopril/HCTZ 20/12.5 mg daily.", Tag.MEDICATION, "lisinopril/HCTZ 20/12.5 mg daily"),
        (
            "I take ibuprofen 400 mg as needed for back pain, if it hurts.",
            Tag.MEDICATION,
            "ibuprofen 400 mg as needed for back pain",
        ),
        ("my pressure was one thirty over eighty this morning", Tag.VITAL, "my pressure 130/80"),
        ("I had my right hip replaced in 2019.", Tag.PROCEDURE, "had my right hip replaced in 2019"),
        ("I quit drinking in 2018.", Tag.SOCIAL, "quit drinking in 2018"),
        ("Tengo diabetes tipo 2.", Tag.CONDITION, "diabetes tipo 2"),
        ("Ya no tomo metformina desde el lunes.", Tag.MEDICATION, "Ya no tomo metformina"),
    ],
)
def test_it_is_kept_as_said(said: str, tag: Tag, text: str) -> None:
    draft = of(tag, said)
    assert draft.text == text
    assert draft.assertion is Assertion.ASSERTED


def test_what_a_clinician_wants_to_give_is_not_taken() -> None:
    drafts = heard("The dentist wants to give me amoxicillin, is that ok?")
    assert all(draft.assertion is Assertion.HYPOTHETICAL for draft in drafts)


def test_a_side_effect_reads_cold_with_its_medicine() -> None:
    draft = of(Tag.SYMPTOM, "I'm off lisinopril since Monday, it gave me a cough.")
    assert draft.text == "lisinopril gave me a cough"


def test_a_member_number_changes_with_the_plan_told_of_in_the_same_breath() -> None:
    drafts = heard("I switched to Aetna in January, the member ID is W9876.", known=(BLUE_CROSS,))
    assert {draft.act for draft in drafts} == {Act.CHANGE}


def test_a_value_after_a_bare_no_sets_right_what_was_said_before() -> None:
    drafts = heard("I take metoprolol 25 mg daily.", ("advocate", "Did I get that right?"), "No.", "It's 50 mg daily.")
    assert [draft.act for draft in drafts] == [Act.STATE, Act.CORRECT]
    assert drafts[-1].replaces == "25"


def test_a_titled_clinician_after_an_article_keeps_the_name() -> None:
    assert only("La doctora Ruiz me recetó losartán 50 mg.").source == "Dra. Ruiz"
    assert only("La doctora Ruiz me lo subió a 100 mg ayer.", known=(METOPROLOL,)).source == "Dra. Ruiz"


def test_a_moved_visit_reads_as_a_visit() -> None:
    assert only("The MRI got pushed back to September 25.").text == "MRI pushed back to September 25"


def test_an_allergy_has_the_keys_of_its_class() -> None:
    assert {"penicillin", "antibiotic"} <= set(only("I'm allergic to penicillin.").keys)


def test_a_reaction_keeps_the_speakers_i() -> None:
    assert only("I'm allergic to penicillin, I get hives.").text == "allergic to penicillin, I get hives"


def test_a_summary_holds_no_slip_that_was_set_right() -> None:
    [summary] = [
        draft
        for draft in distil(transcript("My creatinine was 1.6 yesterday.", "Actually it was 1.5, not 1.6."))
        if draft.tag is Tag.EPISODE
    ]
    assert "1.5" in summary.text
    assert "1.6" not in summary.text


def test_what_it_never_was_makes_a_correction_of_what_it_is() -> None:
    draft = only("My metoprolol is 50 mg, it was never 25 mg.", known=(METOPROLOL,))
    assert (draft.act, draft.replaces, draft.value.value) == (Act.CORRECT, "25", "50")


def test_a_wrong_dose_that_is_owned_up_to_announces_a_correction() -> None:
    draft = only("I told you the wrong dose. My metoprolol is 50 mg.", known=(METOPROLOL,))
    assert draft.act is Act.CORRECT


def test_back_on_a_medicine_is_a_change() -> None:
    assert only("Back on sertraline 50 mg daily since April 2.").act is Act.CHANGE
