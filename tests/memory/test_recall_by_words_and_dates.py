"""Recall by names, words, kinds and dates: what likeness of meaning must not decide."""

from __future__ import annotations

from datetime import date

from django.db import connection

from memory.door import Actor, silo
from memory.drafts import Act, Value
from memory.embedding import embed_pending
from memory.recall import recall
from memory.recall.tracing import add_trace
from memory.recollection import Recollection, Slot
from memory.usage import Usage, usage_of
from memory.vocabulary import Speaker, Tag
from tests.memory.recall_cast import SilentEngine, Told, WordsEngine, tell

DAY = date(2026, 9, 1)
NOVEMBER = date(2026, 11, 1)
METFORMIN = Told("metformin 500 mg", Tag.MEDICATION, "metformin", ("metformin", "diabetes"), value=Value("500", "mg"))
PENICILLIN = Told("penicillin gives me a rash", Tag.ALLERGY, "penicillin", ("penicillin", "rash"))
NO_ALLERGIES = Told("no allergies", Tag.ALLERGY, "*", ("allergies",), negated=True)
CREATININE = Told("creatinine was 1.4", Tag.LAB, "creatinine", ("creatinine",), value=Value("1.4"))
RIGHT_READING = Told(
    "creatinine was 1.3", Tag.LAB, "creatinine", ("creatinine",), act=Act.CORRECT, replaces="1.4", value=Value("1.3")
)


class OtherEngine(WordsEngine):
    """Another embedding model."""

    embedding_model = "words-2"


def ask(user_key: str, question: str, by: Actor, **more: object) -> Recollection:
    options: dict[str, object] = {"day": NOVEMBER, "engine": WordsEngine(), **more}
    return recall(user_key, question, by=by, **options)  # type: ignore[arg-type]


def texts(found: Recollection) -> list[str]:
    return [each.fact.text for each in found.placed]


def test_facts_without_a_vector_are_found_by_their_keys(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN, CREATININE)
    found = ask(alice, "what do I take for diabetes?", tester)
    assert texts(found)[0] == "metformin 500 mg"
    assert found.shortlist[0].similarity is None
    assert "words: diabetes" in found.placed[0].why


def test_without_an_engine_recall_goes_on_by_words_and_dates(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN)
    embed_pending(alice, engine=WordsEngine(), by=tester)
    found = ask(alice, "what do I take for diabetes?", tester, engine=SilentEngine())
    assert not found.silent
    assert texts(found) == ["metformin 500 mg"]


def test_vectors_of_another_model_are_never_compared(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN)
    embed_pending(alice, engine=OtherEngine(), by=tester)
    found = ask(alice, "metformin", tester)
    assert [candidate.similarity for candidate in found.shortlist] == [None]
    assert texts(found) == ["metformin 500 mg"]


def test_names_that_the_caller_found_reach_the_record(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN)
    assert ask(alice, "is Glucophage on my list?", tester).silent
    assert not ask(alice, "is Glucophage on my list?", tester, entities=("metformin",)).silent


def test_a_word_inside_another_is_no_match(alice: str, tester: Actor) -> None:
    tell(alice, DAY, Told("a calm environment helps me", Tag.PREFERENCE, "environment", ("environment",)))
    assert ask(alice, "iron?", tester).silent


def test_part_of_a_name_is_no_answer(alice: str, tester: Actor) -> None:
    tell(alice, DAY, Told("blood pressure was 130/80", Tag.VITAL, "blood pressure", ("blood pressure", "heart")))
    assert ask(alice, "what is my blood type?", tester).silent
    assert not ask(alice, "what was my blood pressure?", tester).silent


def test_a_kind_that_is_asked_for_is_not_answered_by_another(alice: str, tester: Actor) -> None:
    hold = Told("rest after lunch", Tag.DIRECTIVE, "rest", ("rest", "osei"), source="Dr. Osei")
    tell(alice, DAY, hold)
    assert ask(alice, "when is my appointment with Osei?", tester).silent
    assert not ask(alice, "what did Osei say?", tester).silent


def test_allergies_are_always_placed_as_context(alice: str, tester: Actor) -> None:
    tell(alice, DAY, PENICILLIN)
    found = ask(alice, "what is my blood type?", tester, engine=SilentEngine())
    assert found.silent
    assert [each.why for each in found.placed] == [("pinned: allergies are always placed",)]


def test_a_denial_of_the_whole_kind_answers_for_each_of_it(alice: str, tester: Actor) -> None:
    tell(alice, DAY, NO_ALLERGIES)
    assert not ask(alice, "am I allergic to latex?", tester).silent


def test_both_sides_of_a_conflict_are_placed_or_neither(alice: str, tester: Actor) -> None:
    tell(alice, DAY, PENICILLIN, METFORMIN)
    tell(alice, date(2026, 10, 1), NO_ALLERGIES)
    found = ask(alice, "does penicillin give me a rash?", tester)
    assert {each.fact.text for each in found.placed if each.slot is Slot.CONFLICT} == {
        "penicillin gives me a rash",
        "no allergies",
    }
    [conflict] = found.conflicts
    assert (conflict.older.text, conflict.newer.text) == ("penicillin gives me a rash", "no allergies")


def test_what_was_corrected_is_never_placed(alice: str, tester: Actor) -> None:
    tell(alice, DAY, CREATININE)
    tell(alice, date(2026, 9, 2), RIGHT_READING)
    found = ask(alice, "what was my creatinine before, has it changed?", tester)
    assert texts(found) == ["creatinine was 1.3"]
    assert all("1.4" not in quotation.text for quotation in found.quotations)


def test_what_was_withdrawn_is_never_placed(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN)
    tell(alice, date(2026, 9, 2), Told("not metformin", Tag.MEDICATION, "metformin", ("metformin",), act=Act.WITHDRAW))
    found = ask(alice, "was I taking metformin in September?", tester)
    assert texts(found) == []
    assert found.silent


def test_a_window_finds_what_held_in_it_not_only_what_is_dated_in_it(alice: str, tester: Actor) -> None:
    tell(alice, date(2026, 3, 1), METFORMIN)
    tell(alice, date(2026, 10, 1), Told("biotin", Tag.MEDICATION, "biotin", ("biotin",)))
    found = ask(alice, "what was I taking in June?", tester, engine=SilentEngine())
    assert [each.fact.text for each in found.placed if each.score >= 1] == ["metformin 500 mg"]


def test_a_question_that_points_back_takes_its_thing_from_the_turn_before(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN, CREATININE)
    assert ask(alice, "and since when?", tester).silent
    found = ask(alice, "and since when?", tester, before=("hello", "do I take metformin?"))
    assert not found.silent
    assert texts(found)[0] == "metformin 500 mg"


def test_who_is_cared_for_is_no_thing_that_was_spoken_of_before(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN, PENICILLIN)
    found = ask(alice, "what is she allergic to?", tester, before=("how much metformin does she take?",))
    assert texts(found)[0] == "penicillin gives me a rash"
    assert not found.silent


def test_a_number_alone_is_of_what_was_spoken_of_before(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN, CREATININE)
    found = ask(alice, "is 1.6 too high?", tester, before=("how is my creatinine?",))
    assert texts(found)[0] == CREATININE.text


def test_a_doctor_without_a_name_is_any_clinician(alice: str, tester: Actor) -> None:
    order = Told(
        "weigh yourself every morning",
        Tag.DIRECTIVE,
        "weight",
        ("weight",),
        source="clinician",
        speaker=Speaker.CLINICIAN,
    )
    tell(alice, DAY, METFORMIN, order)
    assert texts(ask(alice, "what did the doctor tell me to do?", tester))[0] == order.text


def test_a_summary_is_no_context(alice: str, tester: Actor) -> None:
    talk = Told("Discussed: metformin.", Tag.EPISODE, "episode", ("metformin",))
    tell(alice, DAY, METFORMIN, talk)
    assert talk.text not in texts(ask(alice, "how much metformin do I take?", tester))
    assert talk.text in texts(ask(alice, "what did we talk about last time?", tester))


def test_a_general_question_brings_what_is_current(alice: str, tester: Actor) -> None:
    tell(alice, DAY, METFORMIN, CREATININE, PENICILLIN)
    found = ask(alice, "what do you know about me?", tester)
    assert not found.silent
    assert len(found.placed) == 3


def test_the_limit_bounds_what_is_chosen(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *(Told(f"note about topic{i}", Tag.FACT, f"topic{i}", (f"topic{i}",)) for i in range(8)))
    assert len(ask(alice, "what do you know about me?", tester, limit=5).placed) == 5


def test_every_placing_is_logged_and_counted_with_its_reply(alice: str, tester: Actor) -> None:
    [fact] = tell(alice, DAY, METFORMIN)
    for _ in range(2):
        found = ask(alice, "metformin?", tester)
    with silo(alice, by=tester, why="test"), connection.cursor() as cursor:
        assert usage_of(fact) == Usage(), "only asked about so far"
        for _ in range(2):
            add_trace(alice, found, session=None, question_turn=None, reply_turn=None, sentences=[])
        cursor.execute("SELECT id, times_placed FROM memory_fact_usage")
        assert cursor.fetchall() == [(fact, 2)]
        cursor.execute("SELECT what, by, facts FROM memory_access_log ORDER BY at")
        logged = cursor.fetchall()
    assert [(what, by) for what, by, _ in logged] == [("placed", "tester")] * 2
    assert str(fact) in str(logged[0][2])
