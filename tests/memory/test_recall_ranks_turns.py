"""Which earlier turns come first: by words, by what stands beside them, by who spoke, and by what was told in them."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta

from memory.door import Actor
from memory.recall import recall
from memory.recollection import Recollection
from memory.transcript import close, hear
from memory.vocabulary import Speaker, Tag
from tests.memory.recall_cast import OPENING, TESTER, SilentEngine, Told, tell

NOVEMBER = date(2026, 11, 1)
PATIENT, FAMILY, CLINICIAN = Speaker.PATIENT, Speaker.FAMILY, Speaker.CLINICIAN


def talk(key: str, day: date, *said: tuple[Speaker, str]) -> list[uuid.UUID]:
    """Hold a conversation; return its turns."""
    at, turns = datetime(day.year, day.month, day.day, 15, tzinfo=UTC), []
    for i, (who, text) in enumerate(said):
        session, turn = hear(
            key, speaker=who, text=text, at=at + timedelta(minutes=i), zone="UTC", opening=OPENING, by=TESTER
        )
        turns.append(turn.id)
    close(key, session, by=TESTER)
    return turns


def ask(key: str, question: str) -> Recollection:
    return recall(key, question, day=NOVEMBER, engine=SilentEngine(), by=TESTER)


def order(key: str, question: str) -> list[uuid.UUID]:
    return [turn.turn for turn in ask(key, question).turns]


def test_a_rare_word_counts_for_more_than_a_common_one(alice: str) -> None:
    said = ("The garden is wet.", "The garden is full.", "The flute is here.", "The garden is dry.")
    turns = talk(alice, date(2026, 9, 1), *((PATIENT, text) for text in said))
    assert order(alice, "Was the flute in the garden?")[0] == turns[2]


def test_an_answer_is_found_beside_the_words_that_it_answers(alice: str) -> None:
    said = ("It rained.", "About the bamboo flute of my aunt:", "Sold, for ten.", "The train was late.", "I slept.")
    turns = talk(alice, date(2026, 9, 1), *((PATIENT, text) for text in said))
    found = ask(alice, "bamboo flute?").turns
    assert [found[0].turn, found[1].turn] in ([turns[1], turns[0]], [turns[1], turns[2]])
    places = [turn.turn for turn in found]
    assert places.index(turns[2]) < places.index(turns[3])
    assert any(why.startswith("beside") for turn in found if turn.turn == turns[2] for why in turn.why)


def test_the_words_of_whom_the_question_names_come_first(alice: str) -> None:
    said = ((CLINICIAN, "The flute helps breathing."), (FAMILY, "The flute helps breathing."), (PATIENT, "So it does."))
    by_doctor, by_daughter, _ = talk(alice, date(2026, 9, 1), *said)
    assert order(alice, "What did my daughter say of the flute?")[0] == by_daughter
    assert order(alice, "What did the doctor say of the flute?")[0] == by_doctor


def test_a_transcript_that_names_its_speakers_is_read_so(alice: str) -> None:
    said = (
        (CLINICIAN, "Nurse Tamsin: keep the pens cool."),
        (CLINICIAN, "Dr. Rao: keep the pens cool, as Tamsin says."),
    )
    by_nurse, by_doctor = talk(alice, date(2026, 9, 1), *said)
    assert order(alice, "Where did Tamsin want the pens?")[0] == by_nurse
    assert order(alice, "Where did Rao want the pens?")[0] == by_doctor


def test_a_turn_is_found_by_what_was_distilled_from_it(alice: str, tester: Actor) -> None:
    talk(alice, date(2026, 8, 1), *((PATIENT, text) for text in ("It rained.", "The train was late.", "I slept.")))
    tell(alice, date(2026, 9, 1), Told("ten drops at noon", Tag.FACT, "valerian", ("valerian",)))
    found = ask(alice, "valerian?")
    assert "facts: told what the question finds" in found.turns[0].why
    assert found.quotations == ()  # it says nothing that its fact does not


def test_the_advocates_words_and_another_record_never_come(alice: str, charlie: str) -> None:
    talk(charlie, date(2026, 9, 1), (PATIENT, "My flute is bamboo."))
    [mine, _] = talk(alice, date(2026, 9, 1), (PATIENT, "It is wet."), (Speaker.ADVOCATE, "Your flute is bamboo."))
    assert order(alice, "flute?") == [mine]
