"""An emergency is heard whatever the engine, and its sentence stands before everything else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from advocate.configuration import agents
from advocate.emergency import emergency_sentence, is_emergency, lead_with_emergency

HAPPENING = [
    "I have crushing chest pain",
    "Chest pain!",
    "there's this pressure in my chest and my arm feels odd",
    "It feels like an elephant on my chest",
    "I can't breathe",
    "I can’t breathe properly",
    "she can barely breathe, what do I do?",
    "My husband is not breathing",
    "he's choking",
    "My mother's face is drooping on one side",
    "her speech is slurred and she is confused",
    "suddenly I can't speak right",
    "I suddenly went numb on my left side",
    "the left side of my body is numb",
    "this is the worst headache of my life",
    "I think I'm having a heart attack",
    "Am I having a stroke?",
    "the bleeding won't stop",
    "I am bleeding heavily after the fall",
    "I'm vomiting blood",
    "Dad is unconscious on the floor",
    "she won't wake up",
    "My son is having a seizure",
    "my throat is closing after the shrimp",
    "my tongue is swelling",
    "I think I'm going into anaphylaxis",
    "I took too many pills",
    "I took all of my sleeping pills",
    "I overdosed on my metoprolol",
    "I want to kill myself",
    "I've been thinking about ending my life",
    "honestly I just want to die",
    "No fever, but I have crushing chest pain",
    "No, I have chest pain right now",
    "I've had chest pain since last night and it is not going away",
    "I have crushing chest pain, is it a side effect of metoprolol?",
    "Thank you for the list. Also, I can't breathe.",
    "My father had a heart attack in 2010. I have crushing chest pain now.",
    "I was diagnosed with asthma in 2010 and I can't breathe",
    "I can't believe it, this is crushing chest pain",
    "The aspirin is not helping my chest pain",
    "Tengo un dolor muy fuerte en el pecho",
    "no puedo respirar",
    "Mi esposo está inconsciente",
    "Quiero morirme",
    "me tomé una sobredosis",
    "se me está cerrando la garganta",
]

NOT_HAPPENING = [
    "my father had a heart attack in 2010",
    "no chest pain",
    "what are signs of a stroke?",
    "I have no chest pain or trouble breathing",
    "no chest pain, trouble breathing or slurred speech",
    "I don't have chest pain",
    "I haven't had chest pain since the stent",
    "I'm not suicidal",
    "Dr. Osei said to call if I have chest pain",
    "He told me to go to the ER if I can't breathe or pass out.",
    "What should I do if I get chest pain?",
    "Is chest pain a side effect of metoprolol?",
    "I had chest pain years ago",
    "I passed out once when I was a child",
    "My grandmother had a stroke",
    "She had a heart attack last year",
    "I am allergic to penicillin, it gives me a rash",
    "Penicillin caused anaphylaxis in 1998",
    "Dr. Osei put it up to 50 mg on the 28th.",
    "Has anything changed with my heart medicine?",
    "My pulse was 55 this morning",
    "I take the whole dose at night",
    "The chest X-ray was clear",
    "I get a bit short of breath on the stairs",
    "I can't remember the name of my pill",
    "I am dying to see my grandchildren",
    "no tengo dolor en el pecho",
    "¿cuáles son los síntomas de un infarto?",
    "mi padre tuvo un infarto hace diez años",
    "",
]


@pytest.mark.parametrize("words", HAPPENING)
def test_an_emergency_is_heard(words: str) -> None:
    assert is_emergency(words)


@pytest.mark.parametrize("words", NOT_HAPPENING)
def test_what_is_denied_past_conditional_or_general_is_none(words: str) -> None:
    assert not is_emergency(words)


def test_the_sentence_is_the_configuration_s() -> None:
    advocate = agents()["patient-advocate"]
    assert "911" in emergency_sentence(advocate)
    assert "112" in emergency_sentence(advocate)
    assert emergency_sentence(advocate, "GB") == advocate.emergency.countries["GB"]
    assert emergency_sentence(advocate, "ZZ") == advocate.emergency.default


def test_it_comes_first_and_once() -> None:
    async def reply() -> AsyncIterator[str]:
        for sentence in ("Call now.", " Your record holds an allergy."):
            yield sentence

    async def read() -> list[str]:
        return [piece async for piece in lead_with_emergency("Call now.", reply())]

    assert asyncio.run(read()) == ["Call now.\n\n", " Your record holds an allergy."]
