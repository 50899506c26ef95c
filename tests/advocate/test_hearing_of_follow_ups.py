"""A question about one drug and its answer: the dose, the end, or that it is taken, though the answer names nothing."""

from __future__ import annotations

import pytest

from memory.drafts import Act, Draft
from memory.vocabulary import Tag
from tests.advocate.test_hearing_of_transcribed_visits import DOCTOR, kept

_SON = ("family", "I help my mother with her medicines, she takes warfarin.")


def _medicines(*says: str | tuple[str, str]) -> list[Draft]:
    return [draft for draft in kept(*says) if draft.tag is Tag.MEDICATION]


@pytest.mark.parametrize(
    ("question", "answer", "drug", "value", "frequency"),
    [
        ("And the carvedilol?", "Six and a quarter, twice a day.", "carvedilol", "6.25", "twice daily"),
        ("And the carvedilol?", "Twelve, with breakfast.", "carvedilol", "12", None),
        ("and the thyroid pill the levothyroxine", "uh-huh ninety at night", "levothyroxine", "90", "at bedtime"),
        ("The fluticasone spray?", "The small bottle. Two sprays.", "fluticasone", "2", None),
        ("Pravastatin, thirty milligrams at night?", "Yes, sir.", "pravastatin", "30", "at bedtime"),
        ("How about the digoxin?", "Point one two five.", "digoxin", "0.125", None),
        ("Are you still taking the sertraline?", "I am. Seventy-five milligrams.", "sertraline", "75", None),
    ],
)
def test_an_answer_is_of_the_drug_that_was_asked_about(
    question: str, answer: str, drug: str, value: str | None, frequency: str | None
) -> None:
    told = [draft for draft in _medicines((DOCTOR, question), answer) if draft.attribute == drug]
    assert told
    assert value in {None, *(draft.value.value for draft in told)}
    assert frequency is None or frequency in {draft.value.frequency for draft in told}


def test_how_much_and_how_often_are_of_the_drug_named_last() -> None:
    says = ((DOCTOR, "What do you take?"), "Pregabalin.", (DOCTOR, "How much?"), "Seventy-five.")
    assert [(draft.attribute, draft.value.value) for draft in _medicines(*says)] == [
        ("pregabalin", None),
        ("pregabalin", "75"),
    ]


@pytest.mark.parametrize(
    "answer",
    ["I gave it up in the spring.", "No, the kidney doctor took me off that.", "Not anymore.", "They stopped it."],
)
def test_what_is_over_is_over(answer: str) -> None:
    told = _medicines((DOCTOR, "Are you still taking the naproxen?"), answer)
    assert {(draft.attribute, draft.act, draft.negated) for draft in told} == {("naproxen", Act.STOP, True)}


def test_what_is_over_may_be_two_drugs() -> None:
    told = _medicines(
        (DOCTOR, "Are you still on the valganciclovir?"), "No, they took me off that, and the Bactrim too."
    )
    assert [(draft.attribute, draft.act) for draft in told] == [
        ("valganciclovir", Act.STOP),
        ("sulfamethoxazole+trimethoprim", Act.STOP),
    ]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("And the carvedilol?", "My cousin had that."),
        ("Should we try carvedilol?", "Yes."),
        ("Do you know about carvedilol?", "Yes."),
        ("And the carvedilol?", "Two years ago."),
        ("Any fever on the carvedilol?", "The highest was ninety nine two."),
    ],
)
def test_an_answer_that_tells_of_no_dose_makes_none(question: str, answer: str) -> None:
    assert _medicines((DOCTOR, question), answer) == []


def test_an_answer_goes_on_to_the_next_drug() -> None:
    told = _medicines((DOCTOR, "The ticagrelor?"), "Ninety, and a baby aspirin along with it.")
    assert [(draft.attribute, draft.value.value) for draft in told] == [("ticagrelor", "90"), ("aspirin", None)]


@pytest.mark.parametrize(
    ("question", "answer", "drugs"),
    [
        ("What are you putting on it?", "The mometasone. And Vaseline after the bath.", ["mometasone", "petrolatum"]),
        ("Anything over the counter?", "Just melatonin, three milligrams.", ["melatonin"]),
        ("Which inhalers do you have?", "The one with the counter, um, tiotropium.", ["tiotropium"]),
        ("Anything you take for pain?", "Naproxen. When it's bad.", ["naproxen"]),
        ("any meds", "uh yeah losartan and uh ezetimibe, don't know the doses", ["losartan", "ezetimibe"]),
    ],
)  # fmt: skip
def test_where_medicines_are_listed_a_name_is_enough(question: str, answer: str, drugs: list[str]) -> None:
    assert [draft.attribute for draft in _medicines((DOCTOR, question), answer)] == drugs


def test_a_fragment_after_a_name_is_its_dose() -> None:
    told = _medicines(
        (DOCTOR, "What does he take?"), ("family", "Keppra. Five hundred in the morning and 750 at night.")
    )
    assert told[-1].value.value == "500 + 750"


def test_what_leads_before_the_next_drug_is_of_the_one_before() -> None:
    told = _medicines((DOCTOR, "I'll send in Breo, it's a powder, one puff a day, and prednisone, 20 mg for 5 days."))
    values = {(draft.attribute, draft.value.value) for draft in told}
    assert {("fluticasone+vilanterol", "1"), ("prednisone", "20")} <= values


def test_a_number_beside_a_frequency_does_not_grow_by_it() -> None:
    """ "Eight hundred, two times a day" was once written down as 802."""
    (told,) = _medicines("I take ibuprofen, eight hundred, like, two times a day.")
    assert (told.text, told.value.value) == ("ibuprofen 800 2 times a day", "800")


def test_what_a_carer_gives_is_the_patient_s() -> None:
    told = _medicines(("family", "I gave him the children's Motrin, five milliliters. And Tylenol this morning."))
    assert [draft.attribute for draft in told] == ["ibuprofen", "acetaminophen"]


@pytest.mark.parametrize(
    "says",
    [
        "I used my friend's Xanax once.",
        "Some people take Adderall for finals.",
        "We talked about insulin last time.",
        "I took one of his tramadols.",
        ("family", "His sister takes the guanfacine."),
        "My father had a whole drawer of them. Digoxin, warfarin, metoprolol, everything.",
        (DOCTOR, "There's Humira and Enbrel, which one injects."),
    ],
)
def test_what_is_another_s_or_only_spoken_of_is_not_taken(says: str | tuple[str, str]) -> None:
    assert _medicines(says) == []


def test_what_is_taken_when_something_happens_is_taken_as_needed() -> None:
    (told,) = _medicines("If I get a migraine I take rizatriptan 10 mg.")
    assert (told.value.value, told.value.as_needed) == ("10", True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("And the spironolactone?", "The kidney doctor took her off."),
        ("What happened to the spironolactone?", "My chest got sore. The doctor said so, so I stopped in June."),
    ],
)
def test_a_medicine_ends_by_whoever_ended_it(question: str, answer: str) -> None:
    (told,) = _medicines((DOCTOR, question), answer)
    assert (told.attribute, told.act) == ("spironolactone", Act.STOP)


def test_smoking_that_was_quit_ends_no_medicine() -> None:
    told = _medicines((DOCTOR, "And the metoprolol?"), "Every day with my coffee. I quit smoking, too.")
    assert not [draft for draft in told if draft.act is Act.STOP]


def test_how_much_is_of_the_one_whose_dose_is_still_to_be_told() -> None:
    says = ("They took me off sertraline. I'm on duloxetine now.", (DOCTOR, "How much of it?"), "Sixty.")
    assert ("duloxetine", "60") in {(draft.attribute, draft.value.value) for draft in _medicines(*says)}


def test_the_box_of_pills_is_asked_for_its_list() -> None:
    says = ((DOCTOR, "What's in her box?"), ("family", "Torsemide, forty. Magnesium, four hundred."))
    assert {(draft.attribute, draft.value.value) for draft in _medicines(*says)} >= {
        ("torsemide", "40"),
        ("magnesium", "400"),
    }


def test_a_combination_has_two_strengths_and_each_tablet_one() -> None:
    (both,) = _medicines("I take Entresto, the forty nine fifty one.")
    assert both.value.value == "49/51"
    (each,) = _medicines((DOCTOR, "I'll give you colchicine, two tablets today, and each one is point six."))
    assert each.value.value == "0.6"


def test_what_may_be_added_when_needed_is_ordered() -> None:
    (told,) = _medicines((DOCTOR, "If you need more for the pain you can take ibuprofen 400 mg."))
    assert (told.attribute, told.value.value) == ("ibuprofen", "400")
