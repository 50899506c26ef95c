"""Drugs, measures and people by name; sentences and clauses; what a question is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advocate.engines.local.lexicon import find_drugs, find_terms, fold, systems_of
from advocate.engines.local.lexicon.spelling import edits, misspelt_drug
from advocate.engines.local.people import find_people
from advocate.engines.local.questions import entities, is_question
from advocate.engines.local.sentences import clauses, sentence_spans
from tests.advocate.spoken import transcript


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Lopressor and Toprol-XL", ["metoprolol", "metoprolol"]),
        ("metoprolol tartrate 25 mg", ["metoprolol"]),
        ("lisinopril-hctz", ["hydrochlorothiazide+lisinopril"]),
        ("lisinopril and hydrochlorothiazide", ["lisinopril", "hydrochlorothiazide"]),
        ("paracetamol, aspirina", ["acetaminophen", "aspirin"]),
        ("I take iron and potassium", ["iron", "potassium"]),
        ("My potassium was 4.1 and iron is low", []),
        ("The environment has iron in it", []),
        ("I went to a concert and read the lyrics", []),
        ("She is well versed in it", []),
        ("singular ambient creator reflex systolic", []),
        ("metoprolo, lisinoprl", ["metoprolol", "lisinopril"]),
    ],
)
def test_drugs_are_found_by_whole_words(text: str, names: list[str]) -> None:
    assert [drug.name for drug in find_drugs(text)] == names


def test_a_salt_is_part_of_what_was_said() -> None:
    assert [d.as_said for d in find_drugs("metoprolol succinate ER 50 mg")] == ["metoprolol succinate ER"]


def test_a_misspelling_that_could_be_two_drugs_is_neither() -> None:
    assert misspelt_drug("prednisolne") is None
    assert misspelt_drug("metoprolo") == "metoprolol"


@given(st.text(alphabet="abcd", max_size=6), st.text(alphabet="abcd", max_size=6))
def test_edits_are_a_distance(a: str, b: str) -> None:
    assert edits(a, b, 9) == edits(b, a, 9)
    assert (edits(a, b, 9) == 0) == (a == b)
    assert edits(a, b, 1) == min(edits(a, b, 9), 2)


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text())
def test_mentions_stand_where_they_say(text: str) -> None:
    for drug in find_drugs(text):
        assert text[drug.start : drug.end] == drug.as_said
    for term in find_terms(text):
        assert text[term.start : term.end] == term.as_said


def test_a_drug_knows_what_it_is_for() -> None:
    assert "heart" in systems_of("metoprolol")
    assert set(systems_of("hydrochlorothiazide+lisinopril")) == {"blood pressure"}


def test_measures_and_their_synonyms() -> None:
    text = "blood sugar, BP, A1c and creatinina"
    found = [term.name for term in find_terms(text, "lab", "vital")]
    assert found == ["glucose", "blood pressure", "A1c", "creatinine"]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("Dr. Osei said so", ["Dr. Osei"]),
        ("my cardiologist, Dr. Osei, said so", ["Dr. Osei, cardiologist"]),
        ("Dr. Osei, my cardiologist", ["Dr. Osei, cardiologist"]),
        ("the diabetes nurse", ["diabetes nurse"]),
        ("the doctor said", ["doctor"]),
        ("Doctor said no", []),
    ],
)
def test_clinicians_by_name_and_role(text: str, sources: list[str]) -> None:
    assert [person.source for person in find_people(text)] == sources


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Dr. Osei saw me. I am fine.", 2),
        ("The creatinine was 1.4 mg/dL. Fine.", 2),
        ("It was two . five milligrams", 1),
        ("At 9 a.m. on Monday", 1),
        ("one\ntwo", 2),
        ("...", 0),
    ],
)
def test_sentences_do_not_cut_numbers_or_names(text: str, count: int) -> None:
    assert len(sentence_spans(text)) == count


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("I take aspirin, and my creatinine was 1.4", ["I take aspirin", "my creatinine was 1.4"]),
        ("In July, I was on 12.5", ["In July, I was on 12.5"]),
        ("hold the dose and call if the pulse is under 55", ["hold the dose and call if the pulse is under 55"]),
        ("I take warfarin, can I eat spinach?", ["I take warfarin", "can I eat spinach"]),
    ],
)
def test_clauses_are_the_smallest_piece_that_carries_a_fact(text: str, pieces: list[str]) -> None:
    assert [clause.text for clause in clauses(transcript(text).turns[0])] == pieces


@given(st.text())
def test_clauses_stand_in_their_turn(text: str) -> None:
    turn = transcript(text).turns[0]
    ends = [0]
    for clause in clauses(turn):
        assert clause.text == turn.text[clause.start : clause.end] != ""
        assert clause.start >= ends[-1]
        ends.append(clause.end)


@pytest.mark.parametrize("text", ["What is my dose?", "should I take aspirin", "tell me what I take", "¿Qué tomo?"])
def test_questions_are_known_without_their_mark(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", ["I take aspirin.", "When I was young I smoked", "My pulse was 55"])
def test_statements_are_no_questions(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("has anything changed with my heart medicine?", {"heart", "heart medicine"}),
        ("what about Lopressor", {"metoprolol", "heart", "beta blocker"}),
        ("my latest BP", {"blood pressure"}),
        ("what did my cardiologist say", {"cardiologist"}),
        ("do I take Zestoretic", {"hydrochlorothiazide+lisinopril", "lisinopril", "blood pressure"}),
    ],
)
def test_entities_are_the_names_that_keys_use(text: str, expected: set[str]) -> None:
    assert expected <= set(entities(text))
