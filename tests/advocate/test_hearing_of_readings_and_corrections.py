"""Laboratory values, vital signs, and what people take back."""

from __future__ import annotations

import pytest

from memory.dates import PartialDate
from memory.drafts import Act, Value
from memory.vocabulary import Tag
from tests.advocate.spoken import CREATININE, METOPROLOL, heard, only, row

ASPIRIN = row(Tag.MEDICATION, "aspirin 81 mg", "aspirin", memory_key="medication:aspirin", value="81", unit="mg")
ASTHMA = row(Tag.CONDITION, "asthma", "asthma", memory_key="condition:asthma")


@pytest.mark.parametrize(
    ("words", "attribute", "text", "value"),
    [
        ("My blood pressure was 128/82", "blood pressure", "blood pressure 128/82", Value("128/82")),
        ("blood pressure was 128 over 82", "blood pressure", "blood pressure 128/82", Value("128/82")),
        ("My A1c was 7.2 percent", "A1c", "A1c 7.2%", Value("7.2", "%")),
        ("my potassium came back at 5.1", "potassium", "potassium 5.1", Value("5.1")),
        ("HR 61", "pulse", "HR 61", Value("61")),
        ("I weigh 182 pounds", "weight", "weigh 182 lb", Value("182", "lb")),
        ("my fever was 101.5 degrees", "temperature", "fever 101.5°", Value("101.5", "°")),
        ("my cholesterol is high", "cholesterol", "cholesterol high", Value("high")),
        ("mi creatinina fue 1.4", "creatinine", "creatinina 1.4", Value("1.4")),
    ],
)
def test_a_reading_keeps_value_and_unit_as_said(words: str, attribute: str, text: str, value: Value) -> None:
    draft = only(words)
    assert (draft.attribute, draft.text, draft.value) == (attribute, text, value)
    assert draft.memory_key is None


def test_several_readings_in_one_sentence() -> None:
    drafts = heard("My blood pressure was 150/90 last night, pulse 88, oxygen 96%")
    assert [(d.attribute, d.value.value, str(d.date)) for d in drafts] == [
        ("blood pressure", "150/90", "2026-08-31"),
        ("pulse", "88", "2026-08-31"),
        ("oxygen saturation", "96", "2026-08-31"),
    ]


def test_a_reading_told_late_has_its_own_date() -> None:
    assert only("last winter my potassium was 5.1").date == PartialDate.parse("2025-12")


def test_numbers_with_dates_of_their_own_are_readings_of_their_own() -> None:
    drafts = heard("creatinine 1.2 in January, 1.3 in March and 1.4 yesterday")
    assert [(d.value.value, str(d.date)) for d in drafts] == [
        ("1.2", "2026-01"),
        ("1.3", "2026-03"),
        ("1.4", "2026-08-31"),
    ]


def test_from_one_value_to_another_is_the_other() -> None:
    assert only("My creatinine went from 1.4 to 1.6").value.value == "1.6"


@pytest.mark.parametrize(
    "words",
    [
        "My pulse should be above 55",
        "Call if my pulse is under 55",
        "the goal for my A1c is 7",
        "What was my creatinine, 1.4?",
        "My potassium was not checked",
        "I take potassium 20 mEq daily",
    ],
)
def test_thresholds_and_goals_are_no_readings(words: str) -> None:
    assert [d for d in heard(words) if d.tag in {Tag.LAB, Tag.VITAL}] == []


def test_a_corrected_reading_keeps_the_day_of_the_reading() -> None:
    draft = only("no, it was 1.3, not 1.4", known=(CREATININE,))
    assert (draft.act, draft.text, draft.value.value, draft.replaces) == (Act.CORRECT, "creatinine 1.3", "1.3", "1.4")
    assert (draft.attribute, draft.date, draft.date_phrase) == ("creatinine", PartialDate.parse("2026-08-31"), "")


def test_a_correction_of_this_conversation_quotes_both() -> None:
    slip, right = heard("The creatinine was 1.4 yesterday.", ("advocate", "Noted: 1.4."), "No, it was 1.3, not 1.4.")
    assert (slip.value.value, right.value.value, right.act) == ("1.4", "1.3", Act.CORRECT)
    assert [quote.text for quote in right.quotes] == ["The creatinine was 1.4 yesterday", "it was 1.3, not 1.4"]
    assert (right.date, right.date_phrase) == (PartialDate.parse("2026-08-31"), "yesterday")


def test_a_corrected_dose_keeps_the_rest_of_what_was_said() -> None:
    _, right = heard("I take metoprolol 25 mg twice daily. No, actually it's 50 mg.")
    assert (right.text, right.act, right.replaces) == ("metoprolol 50 mg twice daily", Act.CORRECT, "25")
    assert right.value == Value("50", "mg", "twice daily")


@pytest.mark.parametrize("words", ["actually it's 50 mg", "The 50 mg is right", "Sorry, I take 50 mg of metoprolol"])
def test_a_recorded_dose_is_corrected(words: str) -> None:
    draft = only(words, known=(METOPROLOL,))
    assert (draft.act, draft.attribute, draft.value.value, draft.replaces) == (Act.CORRECT, "metoprolol", "50", "25")


def test_no_before_a_change_is_still_a_change() -> None:
    draft = only("No, Dr. Osei raised it to 50 mg on the 28th", day="2026-10-01", known=(METOPROLOL,))
    assert (draft.act, draft.replaces) == (Act.CHANGE, "")


def test_nothing_is_corrected_where_nothing_was_said() -> None:
    assert heard("it was 1.3, not 1.4") == []


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("I never took aspirin", "medication:aspirin"),
        ("That was wrong, I don't have asthma", "condition:asthma"),
        ("I never had asthma", "condition:asthma"),
    ],
)
def test_what_never_was_is_withdrawn(words: str, key: str) -> None:
    draft = only(words, known=(ASPIRIN, ASTHMA))
    assert (draft.act, draft.memory_key, draft.negated) == (Act.WITHDRAW, key, True)


def test_one_drug_for_another_withdraws_the_wrong_one() -> None:
    wrong, right = heard("It's ibuprofen, not aspirin", known=(ASPIRIN,))
    assert (wrong.act, wrong.memory_key) == (Act.WITHDRAW, "medication:aspirin")
    assert (right.act, right.text) == (Act.STATE, "ibuprofen")


def test_a_denial_of_what_was_never_recorded_is_only_a_denial() -> None:
    draft = only("I never took aspirin")
    assert (draft.act, draft.negated) == (Act.STATE, True)


@pytest.mark.parametrize(
    "words",
    [
        "The lab says normal for potassium is 3.5-5.1 mmol/L",
        "The normal range for sodium is 135 to 145.",
        "The reference value of creatinine is 0.7 to 1.2 mg/dL.",
    ],
)
def test_what_is_normal_is_no_reading(words: str) -> None:
    assert heard(words) == []


def test_a_corrected_pressure_keeps_both_numbers() -> None:
    says = ("My blood pressure was 151 over 94.", "Sorry, my blood pressure was 131 over 84, not 151 over 94.")
    right = heard(*says)[-1]
    assert (right.act, right.value.value, right.text) == (Act.CORRECT, "131/84", "blood pressure 131/84")


def test_a_reading_asked_to_be_taken_out_is_withdrawn() -> None:
    known = (row(Tag.LAB, "Triglycerides 310", "triglycerides", value="310"),)
    draft = only("Please take the triglycerides of 310 out of my record", known=known)
    assert (draft.act, draft.replaces) == (Act.WITHDRAW, "310")


def test_a_test_done_again_has_the_day_on_which_it_was() -> None:
    draft = only("Had it repeated on August 20 and the eGFR is 52.")
    assert (draft.value.value, str(draft.date)) == ("52", "2026-08-20")
