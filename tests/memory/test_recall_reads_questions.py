"""How a question is read: whom it asks of, which time it means, and what it takes from the turns before it."""

from __future__ import annotations

from datetime import date

import pytest

from advocate.engines.local.questions import entities
from memory.recall.question import Asked, read
from memory.vocabulary import Speaker, Tag

DAY = date(2026, 11, 10)


def asked(question: str, *before: str) -> Asked:
    return read(question, DAY, entities=entities, before=before)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("¿A qué soy alérgica?", set()),  # "I am", and no bean
        ("Am I allergic to soy?", {"soy"}),
        ("What is my vitamin B12 level?", {"b12 level"}),
        ("Where do I fill my prescriptions?", {"pharmacy"}),
        ("How much furosemida?", {"furosemide"}),
        ("Do I take iron?", {"iron"}),
    ],
)
def test_things_are_read_by_their_one_name(question: str, names: set[str]) -> None:
    assert {term.said for term in asked(question).names} == names


def test_a_name_in_another_language_is_no_word_beside_it() -> None:
    assert asked("¿Cuánto tomo de furosemida?").words == ()
    assert [term.said for term in asked("¿Quién es mi nefrólogo?").people] == ["nephrologist"]
    assert not asked("¿Quién es mi nefrólogo?").has_topic


def test_a_person_is_found_under_any_title() -> None:
    [person] = asked("¿Cuándo veo a la doctora Lindqvist?").people
    assert person.within("dr. lindqvist, cardiologist")
    assert not person.within("dr. lind, cardiologist")


def test_a_clinic_is_its_clinician() -> None:
    assert [term.said for term in asked("What is the phone number of the heart clinic?").people] == ["cardiologist"]


def test_an_adjective_of_time_is_no_time() -> None:
    assert asked("What was my last three-month sugar?").windows == ()
    assert {term.said for term in asked("What was my last three-month sugar?").names} >= {"a1c"}
    assert asked("What was my sugar three months ago?").windows != ()


def test_relatives_are_asked_of_and_no_topic() -> None:
    question = asked("Did my mother have a stroke?")
    assert {term.said for term in question.relatives} == {"mother"}
    assert "mother" not in {term.said for term in (*question.names, *question.words)}
    assert question.of_record_about("mother").relatives == ()
    assert question.of_record_about("self").relatives == question.relatives


@pytest.mark.parametrize(
    ("question", "speakers"),
    [
        ("What did my daughter say?", {Speaker.FAMILY}),
        ("What did Dr. Rao tell me?", {Speaker.CLINICIAN}),
        ("What did I say about it?", {Speaker.PATIENT}),
        ("What is my dose?", set()),
    ],
)
def test_whose_words_are_asked_for(question: str, speakers: set[Speaker]) -> None:
    assert asked(question).speakers == speakers


def test_a_follow_up_takes_the_latest_thing_that_was_named() -> None:
    carried = asked("Do I still take that?", "They gave me furosemide.", "It made me run all night long.")
    assert {term.said for term in carried.names} == {"furosemide"}
    assert carried.asks_for(Tag.MEDICATION)


def test_a_relative_alone_is_a_topic_of_its_own() -> None:
    carried = asked("And my brother?", "Did my mother have a stroke?")
    assert {term.said for term in carried.relatives} == {"brother"}


def test_a_word_finds_its_other_forms_and_no_other_word() -> None:
    [died] = asked("Who died?").words
    assert died.within("he has died")
    [car] = asked("The car?").words
    assert not car.within("a card")
    [eyes] = asked("Both eyes?").words[-1:]
    assert eyes.within("the left eye")


def test_what_is_asked_of_the_world_is_marked() -> None:
    assert asked("What are the side effects of metoprolol?").general
    assert not asked("How much metoprolol do I take?").general
