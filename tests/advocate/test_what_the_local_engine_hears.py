"""The story of the product, and what no sentence may ever do to the distiller."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advocate.engines.local.distiller import distil
from memory.dates import PartialDate
from memory.drafts import Act, Assertion, Tense, Value
from memory.numbers import stands_in
from memory.vocabulary import Tag
from tests.advocate.spoken import METOPROLOL, heard, only, transcript

FIRST_VISIT = (
    "I take metoprolol tartrate 25 mg twice daily; the creatinine was 1.4 mg/dL yesterday; "
    "Dr. Osei said to hold the dose and call if the pulse is under 55."
)
REPLY = ("advocate", "You take metoprolol tartrate 25 mg twice daily, per your own words of 2026-09-01.")


def test_the_first_conversation_holds_three_facts() -> None:
    dose, lab, hold = heard(FIRST_VISIT)
    assert (dose.tag, dose.text, dose.memory_key) == (
        Tag.MEDICATION,
        "metoprolol tartrate 25 mg twice daily",
        "medication:metoprolol",
    )
    assert dose.value == Value("25", "mg", "twice daily")
    assert {"metoprolol", "dose", "heart"} <= set(dose.keys)
    assert (lab.tag, lab.text, lab.attribute, lab.memory_key) == (Tag.LAB, "creatinine 1.4 mg/dL", "creatinine", None)
    assert (lab.date, lab.date_phrase, lab.value) == (
        PartialDate.parse("2026-08-31"),
        "yesterday",
        Value("1.4", "mg/dL"),
    )
    assert (hold.tag, hold.text) == (Tag.DIRECTIVE, "hold the dose and call if the pulse is under 55")
    assert (hold.memory_key, hold.source) == ("directive:metoprolol.hold", "Dr. Osei")
    assert {"metoprolol", "hold", "pulse"} <= set(hold.keys)


def test_each_fact_quotes_its_own_clause_only() -> None:
    assert [draft.quotes[0].text for draft in heard(FIRST_VISIT)] == [
        "I take metoprolol tartrate 25 mg twice daily",
        "the creatinine was 1.4 mg/dL yesterday",
        "Dr. Osei said to hold the dose and call if the pulse is under 55",
    ]


@pytest.mark.parametrize(
    "says",
    [
        ("Has anything changed with my heart medicine?", REPLY, "Dr. Osei put it up to 50 mg on the 28th."),
        ("Dr. Osei put it up to 50 mg on the 28th.",),
    ],
)
def test_it_is_the_drug_of_the_reply_or_the_only_one_on_record(says: tuple[str | tuple[str, str], ...]) -> None:
    change = only(*says, day="2026-10-01", known=(METOPROLOL,))
    assert (change.text, change.act, change.source) == ("metoprolol tartrate 50 mg", Act.CHANGE, "Dr. Osei")
    assert (change.date, change.date_phrase) == (PartialDate.parse("2026-09-28"), "the 28th")
    assert change.value == Value("50", "mg"), "the frequency was not said again"
    assert change.memory_key == "medication:metoprolol"


@pytest.mark.parametrize(
    "chat",
    [
        "Thanks so much!",
        "Good morning, how are you?",
        "I'm running late, the parking was full.",
        "The weather is nice and I made soup.",
        "I'm 54 years old and I have two kids.",
        "The environment is important to me.",
        "Dr. Osei is very kind.",
        "See you next week!",
        "I forgot to take my metoprolol 25 mg this morning",
        "I need a refill of lisinopril 10 mg",
        "Should I take aspirin?",
        "can I take ibuprofen with metoprolol 25 mg",
        "What is my blood type?",
        "My blood pressure should be under 140 over 90",
        "I don't think my metoprolol is working",
        "it went up to 50 mg",
    ],
)
def test_chat_logistics_and_questions_hold_no_fact(chat: str) -> None:
    assert [d.text for d in heard(chat) if d.assertion is Assertion.ASSERTED] == []


def test_the_advocates_own_words_never_become_facts() -> None:
    assert heard(("advocate", FIRST_VISIT), "Thank you.") == []


def test_a_question_after_a_fact_leaves_the_fact() -> None:
    assert only("My creatinine was 1.4 yesterday, is that bad?").text == "creatinine 1.4"
    assert only("Since I take warfarin, can I eat spinach?").attribute == "warfarin"


@pytest.mark.parametrize("words", ["If I took aspirin 81 mg, would it help?", "I might start Ozempic next month"])
def test_what_is_only_supposed_is_marked_so(words: str) -> None:
    assert [draft.assertion for draft in heard(words)] == [Assertion.HYPOTHETICAL]


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("My mother takes warfarin 5 mg", "mother"),
        ("A friend of mine takes Ozempic 1 mg", "friend"),
        ("Charlie takes warfarin 5 mg", "Charlie"),
        ("My son is allergic to peanuts", "son"),
    ],
)
def test_what_is_said_of_others_is_not_the_patients(words: str, subject: str) -> None:
    assert only(words).subject == subject


def test_a_husbands_dose_and_ones_own_stay_apart() -> None:
    his, mine = heard("My husband is on metformin 1000 mg, and I take lisinopril 10 mg")
    assert (his.subject, mine.subject) == ("husband", "self")


def test_in_the_record_of_a_mother_she_is_the_subject() -> None:
    (hers,) = heard("She takes warfarin 5 mg every evening", subject="mother", subject_name="Rosa")
    assert (hers.subject, hers.source) == ("self", "caregiver")
    (ones_own,) = heard("I take aspirin", subject="mother", subject_name="Rosa")
    assert ones_own.subject == "caregiver"


def test_a_daughter_speaks_of_the_patient() -> None:
    (told,) = heard(("family", "I'm her daughter. She takes warfarin 5 mg."))
    assert (told.subject, told.source, told.text) == ("self", "caregiver (daughter)", "warfarin 5 mg")


def test_the_episode_says_what_was_discussed_in_words_that_were_said() -> None:
    episode = distil(transcript(FIRST_VISIT, "What is my blood type?"))[-1]
    assert (episode.tag, episode.attribute, episode.memory_key) == (Tag.EPISODE, "episode", None)
    assert episode.text.startswith("Discussed: metoprolol tartrate 25 mg twice daily; creatinine 1.4 mg/dL; ")
    assert episode.text.endswith("Asked: What is my blood type?")
    assert stands_in(episode.text, " ".join(quote.text for quote in episode.quotes))


def test_a_conversation_about_nothing_leaves_nothing() -> None:
    assert distil(transcript("Hello!", ("advocate", "Hello. How can I help?"), "Just saying hi. Bye.")) == []


_WORDS = st.sampled_from(
    "I take took my mother Dr. Osei said metoprolol 25 50 mg twice daily creatinine was 1.4 mg/dL yesterday not "
    "allergic to penicillin , . ; ? and if it stopped since Monday twenty-five no actually sorry over 128/82 "
    "blood pressure hold the dose call me appointment on October 12 at 9 555-0134 I'm don't 🙂 \n is should".split(" ")
)
_TALK = st.lists(
    st.tuples(
        st.sampled_from(["patient", "advocate", "family", "clinician"]),
        st.one_of(st.lists(_WORDS, max_size=18).map(" ".join), st.text(max_size=60)),
    ),
    max_size=5,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(says=_TALK)
def test_whatever_is_said_quotes_and_numbers_are_true(says: list[tuple[str, str]]) -> None:
    talk = transcript(*says, known=(METOPROLOL,))
    turns = {turn.id: turn for turn in talk.turns}
    for draft in distil(talk):
        assert draft.text.strip()
        assert 1 <= len(draft.keys) <= 5
        assert all(key == key.lower() for key in draft.keys)
        assert draft.tag.is_state == (draft.memory_key is not None)
        for quote in draft.quotes:
            assert quote.text in turns[quote.turn].text
            assert turns[quote.turn].speaker.is_person
        quoted = " \n ".join(quote.text for quote in draft.quotes)
        assert stands_in(draft.text, quoted)
        assert not draft.date_phrase or draft.date_phrase in quoted
        assert draft.tense is not Tense.PLANNED or draft.tag is not Tag.EPISODE
