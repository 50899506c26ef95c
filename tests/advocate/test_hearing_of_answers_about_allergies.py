"""How allergies come out in answers: named, denied, offered by the one who asks, told by what happened."""

from __future__ import annotations

import pytest

from memory.drafts import Draft
from memory.vocabulary import Tag
from tests.advocate.test_hearing_of_transcribed_visits import DOCTOR, kept


def _allergies(*says: str | tuple[str, str]) -> list[Draft]:
    return [draft for draft in kept(*says) if draft.tag is Tag.ALLERGY]


@pytest.mark.parametrize(
    ("says", "named"),
    [
        (((DOCTOR, "Any allergies to medications?"), "Yes. Codeine."), ["codeine"]),
        (((DOCTOR, "Any allergies?"), "Yes.", (DOCTOR, "To what?"), "Codeine."), ["codeine"]),
        (((DOCTOR, "Any other allergies besides codeine?"), "No."), ["codeine"]),
        (((DOCTOR, "What happens when you take codeine?"), "I get a rash."), ["codeine"]),
        (((DOCTOR, "Any drug allergies?"), "Oh yes. I can't take codeine."), ["codeine"]),
        (((DOCTOR, "Any drug allergies?"), "Yes, it's called Napro-", (DOCTOR, "Naprosyn?"), "Yes."), ["naproxen"]),
        (((DOCTOR, "You suffer from itching with the codeine?"), "That's correct."), ["codeine"]),
        (("I've reacted poorly to codeine, iodine and latex.",), ["codeine", "iodine", "latex"]),
        (("I'm allergic to kiwi and starfruit.",), ["kiwi", "starfruit"]),
    ],
)
def test_an_allergy_is_heard_however_it_comes_out(says: tuple[str | tuple[str, str], ...], named: list[str]) -> None:
    found = _allergies(*says)
    assert [draft.attribute for draft in found] == named
    assert not any(draft.negated for draft in found)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Any drug allergies?", "Nope, none whatsoever."),
        ("Any medication intolerances?", "No."),
        ("Did you have an allergic reaction to any medication?", "Nope."),
        ("And you are not allergic to anything, right?", "That's right."),
        ("Any allergies?", "Not that I'm aware of."),
    ],
)
def test_a_denial_is_heard_however_it_comes_out(question: str, answer: str) -> None:
    assert {draft.memory_key for draft in _allergies((DOCTOR, question), answer)} == {"allergy:*"}


@pytest.mark.parametrize("says", ["I have no allergies to food.", "No tengo alergias a la comida."])
def test_a_denial_of_food_denies_no_drug(says: str) -> None:
    assert [draft.memory_key for draft in _allergies(says)] == ["allergy:food"]


def test_no_to_other_allergies_denies_none_that_was_named() -> None:
    found = _allergies("I'm allergic to codeine.", (DOCTOR, "Any other allergies?"), "No.")
    assert [(draft.attribute, draft.negated) for draft in found] == [("codeine", False)]
