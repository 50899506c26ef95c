"""The talk of allergies: after the question a name is enough, and so is what a thing does; what is fine is none."""

from __future__ import annotations

import pytest

from memory.drafts import Draft
from memory.vocabulary import Tag
from tests.advocate.test_hearing_of_transcribed_visits import DOCTOR, kept

_ASKED = (DOCTOR, "Do you react to any medicines or foods?")


def _allergies(*says: str | tuple[str, str]) -> list[Draft]:
    return [draft for draft in kept(*says) if draft.tag is Tag.ALLERGY]


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("Wasps. My arm blew up. And Band-Aids.", ["bees", "adhesive tape"]),
        ("vancomycin i turned red as a lobster", ["vancomycin"]),
        ("Tramadol makes me throw up every time, so they say I'm allergic to it.", ["tramadol"]),
        ("The dye for the CT scan, I had a rash.", ["contrast dye"]),
        ("I can't have shellfish.", ["shellfish"]),
        ("Yes, to the egg and to the cashew.", ["eggs", "tree nuts"]),
    ],
)
def test_after_the_question_a_name_or_what_it_does_is_enough(answer: str, named: list[str]) -> None:
    assert list(dict.fromkeys(draft.attribute for draft in _allergies(_ASKED, answer))) == named


@pytest.mark.parametrize(
    "answer",
    [
        "Sulfa's fine, I had it two years ago.",
        "Strawberries give me a rash, but the doctor says it is not a real allergy.",
        "She's the one with the EpiPen.",
        "Plasters take my skin off, but I don't think it's a real allergy.",
        "Peanuts are too dear for me.",
    ],
)
def test_what_does_no_harm_is_no_allergy(answer: str) -> None:
    assert _allergies((DOCTOR, "Any allergies?"), answer) == []


def test_a_name_offered_that_is_fine_is_no_allergy() -> None:
    says = ((DOCTOR, "Any allergies?"), "Amoxicillin.", (DOCTOR, "And sulfa?"), "Sulfa's fine.")
    assert [draft.attribute for draft in _allergies(*says)] == ["amoxicillin"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you have any allergies, food, latex, anything?", "Not a one."),
        ("And still no allergies to any drugs?", "Still none, knock on wood."),
        ("Allergies?", "Denies."),
        ("Has any drug ever given you a rash or swelling?", "No, never, nothing like that."),
        ("Are you allergic to penicillin?", "No, no allergies."),
        ("Has that changed?", "I never reacted to a thing."),
        ("Allergic to anything?", "That's a no."),
    ],
)
def test_a_denial_has_many_words(question: str, answer: str) -> None:
    assert [(draft.memory_key, draft.negated) for draft in _allergies((DOCTOR, question), answer)] == [
        ("allergy:*", True)
    ]


def test_a_clinician_s_last_words_ask_where_the_answer_names_something() -> None:
    told = _allergies((DOCTOR, "okay and no allergy to any medicine"), "aspirin my stomach bleed")
    assert [(draft.attribute, draft.negated) for draft in told] == [("aspirin", False)]


def test_an_allergy_of_the_daughter_is_not_affirmed_of_the_mother() -> None:
    assert _allergies((DOCTOR, "And your daughter, she has the peanut allergy?"), "Right, not me.") == []


def test_what_the_chart_lists_is_an_allergy() -> None:
    assert [d.attribute for d in _allergies((DOCTOR, "I see penicillin on your allergy list."), "Okay.")] == [
        "penicillin"
    ]


def test_what_one_is_allergic_to_is_not_taken_when_it_is_named_again() -> None:
    drafts = kept((DOCTOR, "Any drug allergies?"), "Cefaclor and Reglan.", (DOCTOR, "Okay, so cefaclor and Reglan."))
    assert not [draft for draft in drafts if draft.tag is Tag.MEDICATION]


def test_what_is_listed_after_a_denial_is_no_allergy() -> None:
    told = _allergies((DOCTOR, "Any allergies?"), "I have none. Iodine, latex, penicillin, all of it was tried on me.")
    assert [(draft.memory_key, draft.negated) for draft in told] == [("allergy:*", True)]


def test_second_thoughts_after_a_denial_are_heard() -> None:
    told = _allergies((DOCTOR, "Any allergies?"), "No allergies. Oh, wait, penicillin.")
    assert "penicillin" in {draft.attribute for draft in told if not draft.negated}


@pytest.mark.parametrize(
    "asked",
    ["And tetracycline, are you taking any?", "And penicillin, sulfa, those are okay?"],
)
def test_a_clinician_s_question_is_no_allergy_though_the_talk_is_of_them(asked: str) -> None:
    told = _allergies((DOCTOR, "Any allergies?"), "Codeine. Hives.", (DOCTOR, asked), "They're okay.")
    assert {draft.attribute for draft in told} == {"codeine"}


def test_an_allergy_that_papers_claim_is_denied_in_the_next_breath() -> None:
    (told,) = _allergies("The old clinic wrote that I'm allergic to naproxen. I'm not.")
    assert (told.attribute, told.negated, told.text) == ("naproxen", True, "not allergic to naproxen")


def test_a_reaction_told_in_answer_to_a_question_is_an_allergy_and_no_medicine() -> None:
    drafts = kept((DOCTOR, "You had trouble with something, it says here cefdinir?"), "I got hives with cefdinir.")
    assert [(draft.tag, draft.attribute) for draft in drafts] == [(Tag.ALLERGY, "cefdinir")]


def test_what_a_clinician_has_listed_is_an_allergy() -> None:
    assert [d.attribute for d in _allergies((DOCTOR, "The allergies I have here are codeine and latex."), "Yes.")] == [
        "codeine",
        "latex",
    ]
