"""Medicines in ordinary words: dose, how often, started, changed, stopped, past and to come."""

from __future__ import annotations

import pytest

from memory.dates import PartialDate
from memory.drafts import Act, Tense, Value
from memory.vocabulary import Tag
from tests.advocate.spoken import METOPROLOL, heard, only, row

LISINOPRIL = row(Tag.MEDICATION, "lisinopril 10 mg", "lisinopril", memory_key="medication:lisinopril", value="10")


@pytest.mark.parametrize(
    ("words", "text", "value", "unit"),
    [
        ("I'm on 500 mg of metformin two times a day", "500 mg of metformin 2 times a day", "500", "mg"),
        ("I take twenty-five milligrams of metoprolol", "25 mg of metoprolol", "25", "mg"),
        ("I take metoprolol 25, sorry, 50 mg", "metoprolol 50 mg", "50", "mg"),
        ("I take one tablet of metformin", "1 tablet of metformin", "1", "tablet"),
        ("Take lisinopril-hctz 20/12.5 daily.", "lisinopril-hctz 20/12.5 daily", "20/12.5", None),
        ("I take metformin", "metformin", None, None),
        ("I am taking 40 of lasix", "40 of lasix", "40", None),
        ("Tomo metformina 500 mg dos veces al día", "metformina 500 mg 2 veces al día", "500", "mg"),
    ],
)
def test_a_dose_is_kept_as_said(words: str, text: str, value: str | None, unit: str | None) -> None:
    draft = only(words)
    assert (draft.tag, draft.text, draft.value.value, draft.value.unit) == (Tag.MEDICATION, text, value, unit)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("I take Lopressor 25 mg", "medication:metoprolol"),
        ("I take Toprol-XL 25 mg", "medication:metoprolol"),
        ("I take Zestoretic", "medication:hydrochlorothiazide+lisinopril"),
        ("I take lisinopril/hydrochlorothiazide 20", "medication:hydrochlorothiazide+lisinopril"),
        ("I take metoprolo 25 mg", "medication:metoprolol"),
        ("tomo omeprazol", "medication:omeprazole"),
    ],
)
def test_the_address_is_the_ingredients(words: str, key: str) -> None:
    assert only(words).memory_key == key


def test_a_regimen_of_two_doses_is_one_row() -> None:
    draft = only("I take metoprolol 25 mg in the morning and 50 mg at night")
    assert draft.text == "metoprolol 25 mg in the morning and 50 mg at night"
    assert (draft.value.value, draft.value.unit) == ("25 + 50", "mg")


def test_several_medicines_in_one_sentence_stay_apart() -> None:
    drafts = heard("I take aspirin 81 mg, lisinopril 10 mg daily and 500 mg of metformin twice a day.")
    assert [(d.attribute, d.value.value, d.quotes[0].text) for d in drafts] == [
        ("aspirin", "81", "I take aspirin 81 mg"),
        ("lisinopril", "10", "lisinopril 10 mg daily"),
        ("metformin", "500", "500 mg of metformin twice a day"),
    ]


def test_a_list_of_lines_is_a_list_of_medicines() -> None:
    drafts = heard("Medications:\n- metoprolol 25 mg BID\n- lisinopril 10 mg daily")
    assert [(d.text, d.value.frequency) for d in drafts] == [
        ("metoprolol 25 mg BID", "twice daily"),
        ("lisinopril 10 mg daily", "once daily"),
    ]


def test_as_needed_is_part_of_the_value() -> None:
    assert only("I take two puffs of albuterol every four hours as needed").value == Value(
        "2", "puff", "every 4 hours", None, True
    )


@pytest.mark.parametrize(
    ("words", "text", "source"),
    [
        ("Dr. Osei increased it to 50 mg twice a day", "metoprolol tartrate 50 mg twice a day", "Dr. Osei"),
        ("They lowered my metoprolol from 50 to 25 mg", "metoprolol 25 mg", "patient"),
        ("I'm now taking 50 mg", "metoprolol tartrate 50 mg", "patient"),
        ("It's 50 mg now", "metoprolol tartrate 50 mg", "patient"),
        ("My heart medicine went up to 50 mg", "metoprolol tartrate 50 mg", "patient"),
        ("My cardiologist, Dr. Osei, raised it to 50 mg", "metoprolol tartrate 50 mg", "Dr. Osei, cardiologist"),
        ("Dr. Bob cut my metoprolol back to 25 mg", "metoprolol 25 mg", "Dr. Bob"),
        ("Dr. Osei started me on Eliquis 5 mg", "Eliquis 5 mg", "Dr. Osei"),
    ],
)
def test_a_change_says_so(words: str, text: str, source: str) -> None:
    draft = only(words, known=(METOPROLOL,))
    assert (draft.act, draft.text, draft.source, draft.negated) == (Act.CHANGE, text, source, False)


def test_it_means_nothing_where_two_medicines_could_be_meant() -> None:
    assert heard("Dr. Osei put it up to 50 mg.", known=(METOPROLOL, LISINOPRIL)) == []


def test_of_several_in_a_reply_the_one_asked_about_is_meant() -> None:
    reply = ("advocate", "You take metoprolol tartrate 25 mg and metformin 500 mg.")
    change = only("What about my heart medicine?", reply, "She put it up to 50 mg.", known=(METOPROLOL, LISINOPRIL))
    assert change.attribute == "metoprolol"


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("I'm off lisinopril since Monday", "2026-08-31"),
        ("I stopped taking lisinopril", None),
        ("I no longer take lisinopril", None),
        ("I don't take lisinopril anymore", None),
        ("Dr. Osei took me off lisinopril", None),
        ("Dr. Osei told me to stop taking lisinopril", None),
        ("I stopped it", None),
    ],
)
def test_a_stop_is_a_negated_fact(words: str, date: str | None) -> None:
    draft = only(words, known=(LISINOPRIL,))
    assert (draft.act, draft.negated, draft.text) == (Act.STOP, True, "stopped lisinopril")
    assert draft.memory_key == "medication:lisinopril"
    assert str(draft.date or "") == (date or "")


@pytest.mark.parametrize(
    "words",
    [
        "Dr. Osei switched me from lisinopril to losartan 50 mg last week",
        "Dr. Osei changed lisinopril to losartan 50 mg last week",
        "Dr. Osei took me off lisinopril and started losartan 50 mg",
    ],
)
def test_a_switch_stops_the_one_and_starts_the_other(words: str) -> None:
    old, new = heard(words)
    assert (old.act, old.text, old.source) == (Act.STOP, "stopped lisinopril", "Dr. Osei")
    assert (new.act, new.text, new.source) == (Act.CHANGE, "losartan 50 mg", "Dr. Osei")


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("In July I was on 12.5", "2026-07"),
        ("I was on 12.5 mg of metoprolol in July", "2026-07"),
        ("I used to take 12.5 mg", ""),
    ],
)
def test_an_old_dose_told_late_is_past(words: str, date: str) -> None:
    draft = only(words, known=(METOPROLOL,))
    assert (draft.tense, draft.act, draft.value.value) == (Tense.PAST, Act.STATE, "12.5")
    assert str(draft.date or "") == date


def test_a_planned_change_is_called_off() -> None:
    draft = only("Dr. Osei called off the increase", known=(METOPROLOL,))
    assert (draft.act, draft.memory_key) == (Act.CANCEL, "medication:metoprolol")


@pytest.mark.parametrize("words", ["From Monday, 50 mg", "Starting next week I take 50 mg of metoprolol"])
def test_a_dose_for_later_is_planned(words: str) -> None:
    draft = only(words, known=(METOPROLOL,))
    assert (draft.tense, draft.date) == (Tense.PLANNED, PartialDate.parse("2026-09-07"))


def test_then_and_now_in_one_sentence() -> None:
    then, now = heard("I used to take 25 mg but now I take 50 mg", known=(METOPROLOL,))
    assert (then.tense, now.tense, now.act) == (Tense.PAST, Tense.NOW, Act.CHANGE)


@pytest.mark.parametrize(
    ("words", "key", "text"),
    [
        ("I don't take aspirin", "medication:aspirin", "does not take aspirin"),
        ("I can't take ibuprofen", "medication:ibuprofen", "can't take ibuprofen"),
        ("I don't take any medicines", "medication:*", "don't take any medicines"),
        ("I'm not on any medications", "medication:*", "not on any medications"),
    ],
)
def test_a_negative_is_kept_as_a_negative(words: str, key: str, text: str) -> None:
    draft = only(words)
    assert (draft.memory_key, draft.text, draft.negated, draft.act) == (key, text, True, Act.STATE)


def test_a_clinicians_question_and_a_bare_answer_make_one_fact() -> None:
    draft = only(("clinician", "You're taking lisinopril 10 mg?"), "Yes.")
    assert (draft.text, draft.source, [q.text for q in draft.quotes]) == (
        "lisinopril 10 mg",
        "patient",
        ["You're taking lisinopril 10 mg", "Yes"],
    )


def test_the_advocates_numbers_do_not_come_in_through_a_yes() -> None:
    draft = only(("advocate", "Are you still taking lisinopril 10 mg?"), "Yes", known=(LISINOPRIL,))
    assert (draft.text, draft.value) == ("lisinopril", Value())


def test_a_bare_dose_answers_the_question_for_it() -> None:
    draft = only(("clinician", "What dose of metformin do you take?"), "500 mg twice a day")
    assert (draft.text, draft.value.frequency) == ("metformin 500 mg twice a day", "twice daily")


def test_a_list_answers_the_question_for_medicines() -> None:
    drafts = heard(("clinician", "Which medications are you taking?"), "Metformin and lisinopril")
    assert [draft.text for draft in drafts] == ["Metformin", "lisinopril"]


def test_no_answers_the_question_for_any_medicines_but_not_for_new_ones() -> None:
    assert only(("clinician", "Do you take any medications?"), "No.").memory_key == "medication:*"
    assert heard(("clinician", "Any new medications?"), "No.") == []


@pytest.mark.parametrize("thing", ["it", "the metoprolol", "my metoprolol", "metoprolol", "the dose"])
def test_a_dose_put_up_is_a_change_whatever_it_is_called(thing: str) -> None:
    draft = heard("I take metoprolol 25 mg.", f"Dr. Osei put {thing} up to 50 mg today.")[-1]
    assert (draft.attribute, draft.act, draft.value.value) == ("metoprolol", Act.CHANGE, "50")
