"""Allergies, conditions, and the family's illnesses."""

from __future__ import annotations

import pytest

from memory.drafts import Tense
from memory.vocabulary import Tag
from tests.advocate.spoken import heard, only


@pytest.mark.parametrize(
    ("words", "attribute", "text"),
    [
        ("I'm allergic to penicillin", "penicillin", "allergic to penicillin"),
        ("I'm allergic to penicillin, it gave me hives", "penicillin", "allergic to penicillin, it gave me hives"),
        ("Penicillin gives me hives", "penicillin", "Penicillin gives me hives"),
        ("I have a peanut allergy", "peanuts", "peanut allergy"),
        ("I'm allergic to Lopressor", "metoprolol", "allergic to Lopressor"),
        ("Please remember that I am allergic to latex", "latex", "allergic to latex"),
        ("I am allergic to blue cheese", "blue cheese", "allergic to blue cheese"),
        ("No allergies except for penicillin", "penicillin", "penicillin allergy"),
        ("Soy alérgica a la penicilina", "penicillin", "alérgica a la penicilina"),
    ],
)
def test_an_allergy_is_no_medicine(words: str, attribute: str, text: str) -> None:
    draft = only(words)
    assert (draft.tag, draft.attribute, draft.text, draft.negated) == (Tag.ALLERGY, attribute, text, False)
    assert draft.memory_key == f"allergy:{attribute.replace(' ', '-')}"


def test_two_allergies_are_two_rows() -> None:
    drafts = heard("I am allergic to penicillin and sulfa drugs")
    assert [draft.memory_key for draft in drafts] == ["allergy:penicillin", "allergy:sulfa"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("I have no known allergies.", "no known allergies"),
        ("I have no allergies", "no allergies"),
        ("I'm not allergic to anything", "not allergic to anything"),
        ("I don't have any drug allergies", "don't have any drug allergies"),
        ("No tengo alergias", "No tengo alergias"),
    ],
)
def test_a_denial_of_all_allergies(words: str, text: str) -> None:
    draft = only(words)
    assert (draft.memory_key, draft.negated, draft.text) == ("allergy:*", True, text)


def test_a_denial_of_one_is_of_that_one() -> None:
    draft = only("I'm not allergic to sulfa")
    assert (draft.memory_key, draft.negated, draft.text) == ("allergy:sulfa", True, "not allergic to sulfa")


def test_no_food_allergies_says_nothing_of_drugs() -> None:
    assert only("I have no food allergies").memory_key == "allergy:food"


def test_no_new_allergies_says_nothing() -> None:
    assert heard("No new allergies") == []


@pytest.mark.parametrize("answer", ["No.", "None", "No, none that I know of", "Not that I know of."])
def test_no_answers_the_question_for_allergies(answer: str) -> None:
    draft = only(("clinician", "Any allergies?"), answer)
    assert (draft.memory_key, draft.negated, draft.source) == ("allergy:*", True, "patient")


def test_a_name_answers_the_question_for_allergies() -> None:
    drafts = heard(("advocate", "Are you allergic to anything?"), "penicillin and sulfa")
    assert [(d.tag, d.memory_key, d.negated) for d in drafts] == [
        (Tag.ALLERGY, "allergy:penicillin", False),
        (Tag.ALLERGY, "allergy:sulfa", False),
    ]


@pytest.mark.parametrize(
    ("words", "key", "text", "negated"),
    [
        ("I have type 2 diabetes", "condition:diabetes", "type 2 diabetes", False),
        ("I was diagnosed with asthma in 2019", "condition:asthma", "diagnosed with asthma", False),
        ("I don't have diabetes", "condition:diabetes", "does not have diabetes", True),
        ("I'm diabetic", "condition:diabetes", "diabetic", False),
        (
            "Dr. Osei said that I have atrial fibrillation",
            "condition:atrial-fibrillation",
            "atrial fibrillation",
            False,
        ),
        ("tengo diabetes", "condition:diabetes", "diabetes", False),
    ],
)
def test_a_condition_or_its_denial(words: str, key: str, text: str, *, negated: bool) -> None:
    draft = only(words)
    assert (draft.memory_key, draft.text, draft.negated) == (key, text, negated)


def test_a_heart_attack_of_long_ago_is_past() -> None:
    draft = only("I had a heart attack in 2015")
    assert (draft.tense, str(draft.date), draft.text) == (Tense.PAST, "2015", "had heart attack")


@pytest.mark.parametrize(
    "words",
    ["I'm worried I have diabetes", "Am I at risk of a stroke?", "I have an appointment with the diabetes nurse"],
)
def test_fears_are_no_conditions(words: str) -> None:
    assert [d for d in heard(words) if d.tag is Tag.CONDITION] == []


@pytest.mark.parametrize(
    ("words", "attribute"),
    [
        ("My father had a heart attack at 54", "father: heart attack"),
        ("My mother died of breast cancer", "mother: breast cancer"),
        ("There is a family history of diabetes", "family: diabetes"),
    ],
)
def test_the_familys_illnesses_are_family_history(words: str, attribute: str) -> None:
    draft = only(words)
    assert (draft.tag, draft.attribute, draft.subject) == (Tag.FAMILY_HISTORY, attribute, "self")
