"""What people take back or set right in words: a side, a name, an allergy, a value that never was."""

from __future__ import annotations

import pytest

from memory.drafts import Act
from memory.vocabulary import Tag
from tests.advocate.spoken import CREATININE, METOPROLOL, heard, only, row

BLOOD_TYPE = row(Tag.FACT, "blood type is O positive", "blood type")
KNEE = row(Tag.PROCEDURE, "had a knee replacement on the left knee", "left knee replacement", date="2026-05-01")
GOUT = row(Tag.CONDITION, "gout in my left toe", "left gout", memory_key="condition:gout.left")
CODEINE = row(Tag.ALLERGY, "allergic to codeine", "codeine", memory_key="allergy:codeine")
CHOLESTEROL = row(Tag.CONDITION, "high cholesterol", "high cholesterol", memory_key="condition:high-cholesterol")


@pytest.mark.parametrize(
    "words",
    ["No wait, I meant my right hand, not my left.", "Sorry, the right hand.", "It was actually the right hand."],
)
def test_a_side_is_set_right_where_it_was_told(words: str) -> None:
    draft = only("I have numbness in my left hand since May.", words)
    assert "right hand" in draft.text
    assert "left" not in draft.text
    assert draft.quotes[-1].text in words


def test_another_pain_on_the_other_side_sets_nothing_right() -> None:
    drafts = heard("I have numbness in my left hand.", "Actually my right knee hurts too.")
    assert [draft.attribute for draft in drafts] == ["left numbness", "right knee pain"]
    assert "left hand" in drafts[0].text


@pytest.mark.parametrize(
    ("words", "known", "text", "key"),
    [
        ("It was the right knee, not the left", KNEE, "had a knee replacement on the right knee", None),
        ("The gout is in the right toe, not the left", GOUT, "gout in my right toe", "condition:gout.right"),
    ],
)
def test_a_side_of_the_record_is_set_right(words: str, known: object, text: str, key: str | None) -> None:
    draft = only(words, known=(known,))  # type: ignore[arg-type]
    assert (draft.act, draft.text, draft.replaces, draft.memory_key) == (Act.CORRECT, text, "left", key)


@pytest.mark.parametrize(
    "words", ["Correction: my blood type is A positive, not O positive", "Actually, my blood type is A positive"]
)
def test_a_plain_fact_is_set_right(words: str) -> None:
    draft = only(words, known=(BLOOD_TYPE,))
    assert (draft.act, draft.text) == (Act.CORRECT, "blood type is A positive")


def test_a_plain_fact_that_nothing_contradicts_is_stated() -> None:
    assert only("Actually, my blood type is A positive").act is Act.STATE


@pytest.mark.parametrize(
    ("words", "known", "wrong"),
    [
        ("My creatinine was never 1.4, that was someone else's result", CREATININE, "1.4"),
        ("I never took metoprolol 25 mg, that was a mistake", METOPROLOL, "25"),
    ],
)
def test_a_value_that_never_was_is_taken_back(words: str, known: object, wrong: str) -> None:
    draft = only(words, known=(known,))  # type: ignore[arg-type]
    assert (draft.act, draft.replaces, draft.negated) == (Act.WITHDRAW, wrong, True)


def test_never_this_always_that_is_a_correction() -> None:
    draft = only("I never took 25, it was always 12.5", known=(METOPROLOL,))
    assert (draft.act, draft.value.value, draft.replaces) == (Act.CORRECT, "12.5", "25")


def test_a_limit_sets_no_reading_right() -> None:
    known = row(Tag.LAB, "eGFR 29", "eGFR", value="29")
    assert not [d for d in heard("No, but with the GFR under thirty I worry", known=(known,)) if d.act is Act.CORRECT]


def test_a_dose_sets_no_weight_right() -> None:
    told = (
        ("clinician", "So he's 31 kilos today."),
        ("clinician", "Actually at that weight he should have 3 milligrams."),
    )
    [weight] = [draft for draft in heard(*told) if draft.attribute == "weight"]
    assert (weight.act, weight.value.value) == (Act.STATE, "31")


@pytest.mark.parametrize(
    "words",
    ["Take the codeine allergy off my list", "I was never allergic to codeine", "Please delete the codeine allergy"],
)
def test_an_allergy_is_taken_off(words: str) -> None:
    draft = only(words, known=(CODEINE,))
    assert (draft.act, draft.memory_key) == (Act.WITHDRAW, "allergy:codeine")


def test_one_allergy_for_another_in_one_conversation_is_told_once() -> None:
    draft = only("I'm allergic to ibuprofen.", "No wait, not ibuprofen, naproxen.")
    assert (draft.memory_key, draft.act, draft.negated) == ("allergy:naproxen", Act.STATE, False)


@pytest.mark.parametrize(
    "words",
    [
        "I don't have high cholesterol, they mixed up the charts",
        "I don't have high cholesterol. It was someone else's.",
    ],
)
def test_a_mix_up_takes_back_what_is_denied(words: str) -> None:
    draft = only(words, known=(CHOLESTEROL,))
    assert (draft.act, draft.memory_key) == (Act.WITHDRAW, "condition:high-cholesterol")


def test_a_bare_denial_takes_nothing_back() -> None:
    assert only("I don't have high cholesterol", known=(CHOLESTEROL,)).act is Act.STATE
