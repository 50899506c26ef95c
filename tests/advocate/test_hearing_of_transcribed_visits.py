"""A recorded visit: fillers, stutters and split words, no stops, a clinician who asks, orders and sums up."""

from __future__ import annotations

import pytest

from advocate.engines.local.distiller import distil
from advocate.engines.local.speech import mend
from memory.drafts import Act, Draft, Tense
from memory.gate import Held, judge
from memory.vocabulary import Tag
from tests.advocate.spoken import heard, only, transcript

DOCTOR = "clinician"


def kept(*says: str | tuple[str, str]) -> list[Draft]:
    """What passes the gate, without the episode."""
    conversation = transcript(*says)
    judged = [judge(draft, conversation) for draft in distil(conversation)]
    return [draft for draft in judged if not isinstance(draft, Held) and draft.tag is not Tag.EPISODE]


@pytest.mark.parametrize(
    ("transcribed", "written"),
    [
        ("i , i do n't take , uh , any", "i don't take any"),
        ("um , the , the forty , uh , milligrams", "the forty milligrams"),
        ("two . five of norvasc . okay ?", "two . five of norvasc. okay?"),
        ("five hundred M G and my P S A", "five hundred MG and my PSA"),
        ("lis- lisinopril , i 'm gon na", "lisinopril, i'm gonna"),
        ("Vitamin B I take, and I went to the ER.", "Vitamin B I take, and I went to the ER."),
        ("I take 25 mg, twice a day.", "I take 25 mg, twice a day."),
    ],
)
def test_what_was_transcribed_is_read_as_it_would_be_written(transcribed: str, written: str) -> None:
    assert mend(transcribed).text == written


def test_quotes_are_what_was_transcribed() -> None:
    said = "i , i take , uh , lisinopril , twenty M G once a day ."
    draft = only(said)
    assert draft.quotes[0].text in said
    assert "uh" in draft.quotes[0].text
    assert draft.text == "lisinopril 20 mg once a day"


def test_a_dose_in_speech_without_stops_is_not_swallowed_by_an_if_far_away() -> None:
    said = (
        "if you gain three pounds in two days you call me i want you to continue the lisinopril twenty milligrams "
        "daily and we will see you again in a month to go over your labs"
    )
    [drug] = [draft for draft in kept((DOCTOR, said)) if draft.tag is Tag.MEDICATION]
    assert (drug.attribute, drug.value.value, drug.value.unit) == ("lisinopril", "20", "mg")


@pytest.mark.parametrize(
    ("question", "answer", "attribute", "value"),
    [
        ("Are you taking Diovan?", "Yes, eighty daily.", "valsartan", "80"),
        ("Have you been taking your Zocor?", "Yeah.", "simvastatin", None),
        ("Are you still on the Coreg 25 milligrams? Is that correct?", "Yes, I am.", "carvedilol", "25"),
        ("How are you doing with the Zocor?", "Pretty good, no muscle aches.", "simvastatin", None),
        ("Any side effects from the Zocor?", "No.", "simvastatin", None),
    ],
)
def test_an_answer_affirms_what_a_clinician_asks(question: str, answer: str, attribute: str, value: str | None) -> None:
    [drug] = [draft for draft in kept((DOCTOR, question), answer) if draft.tag is Tag.MEDICATION]
    assert (drug.attribute, drug.value.value, drug.negated) == (attribute, value, False)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How are you doing with the Zocor?", "I stopped it in May."),
        ("How are you doing with the Zocor?", "I never took it."),
        ("Should we talk about Zocor?", "Yes."),
    ],
)
def test_nothing_is_affirmed_that_the_answer_takes_back(question: str, answer: str) -> None:
    drugs = [draft for draft in kept((DOCTOR, question), answer) if draft.tag is Tag.MEDICATION]
    assert all(draft.negated for draft in drugs)


def test_a_stop_that_is_affirmed_is_a_stop() -> None:
    drugs = heard((DOCTOR, "And you're no longer taking Hytrin?"), "That's right.")
    assert [(draft.attribute, draft.act) for draft in drugs if draft.tag is Tag.MEDICATION] == [("terazosin", Act.STOP)]


def test_a_yes_makes_no_fact_of_the_advocates_words() -> None:
    assert kept(("advocate", "Are you taking Diovan 80 mg?"), "Yes.") == []


@pytest.mark.parametrize(
    ("says", "value"),
    [
        ("So what we'll do is give you some Naprosyn, 500 milligrams twice a day with food, okay?", "500"),
        ("Go ahead and take some Naprosyn, 500 milligrams twice a day with food.", "500"),
        ("I would like to start you on Naprosyn 500 milligrams twice a day.", "500"),
        ("I'm going to refill your Naprosyn 500 milligrams.", "500"),
        ("I want you to take Naprosyn 500 milligrams twice a day if it hurts.", "500"),
    ],
)
def test_what_a_clinician_orders_in_a_visit_is_taken(says: str, value: str) -> None:
    [drug] = [draft for draft in kept((DOCTOR, says)) if draft.tag is Tag.MEDICATION]
    assert (drug.attribute, drug.value.value) == ("naproxen", value)


@pytest.mark.parametrize(
    "says",
    [
        "We could try Naprosyn if the pain gets worse.",
        "If it hurts again we might start Naprosyn 500 milligrams.",
        "I'll be prescribing you thirty pills.",
    ],
)
def test_what_might_be_ordered_is_not_taken(says: str) -> None:
    assert [draft for draft in kept((DOCTOR, says)) if draft.tag is Tag.MEDICATION] == []


def test_a_list_needs_no_verb() -> None:
    drugs = kept("Lopressor, lisinopril, Zocor and a baby aspirin.")
    assert [draft.attribute for draft in drugs] == ["metoprolol", "lisinopril", "simvastatin", "aspirin"]


def test_what_it_is_called_comes_after_what_it_is() -> None:
    drugs = kept((DOCTOR, "I am writing you a prescription for a stimulant. It is called Cylert."))
    assert [draft.attribute for draft in drugs] == ["pemoline"]


def test_what_was_tried_is_history() -> None:
    [drug] = kept((DOCTOR, "She's tried Singulair."))
    assert (drug.attribute, drug.tense) == ("montelukast", Tense.PAST)
