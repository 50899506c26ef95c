"""A person's own turns come back word for word, as quotations of their day."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime

from memory.door import Actor, silo
from memory.drafts import Act, Value
from memory.embedding import embed_pending
from memory.models import Session
from memory.recall import recall
from memory.recollection import Quotation
from memory.transcript import close, hear
from memory.vocabulary import SessionState, Speaker, Tag
from tests.memory.recall_cast import OPENING, TESTER, Told, WordsEngine, tell

NOVEMBER = date(2026, 11, 1)


def say(user_key: str, text: str, day: date, speaker: Speaker = Speaker.PATIENT, *, end: bool = True) -> uuid.UUID:
    at = datetime(day.year, day.month, day.day, 15, tzinfo=UTC)
    session, _ = hear(user_key, speaker=speaker, text=text, at=at, zone="America/New_York", opening=OPENING, by=TESTER)
    if end:
        close(user_key, session, by=TESTER)
    return session


def quoted(user_key: str, question: str, exclude: uuid.UUID | None = None) -> list[Quotation]:
    engine = WordsEngine()
    found = recall(user_key, question, day=NOVEMBER, engine=engine, by=TESTER, exclude_session=exclude)
    assert found.silent == (not found.quotations and not any(each.score >= 1 for each in found.placed))
    return list(found.quotations)


def test_what_the_distiller_missed_comes_back_as_said(alice: str) -> None:
    say(alice, "The bamboo flute calms me. Is that odd?", date(2026, 10, 3))
    [quotation] = quoted(alice, "what did I say about the flute?")
    assert quotation.text == "The bamboo flute calms me. Is that odd?"
    assert quotation.said_on == date(2026, 10, 3)
    assert quotation.speaker is Speaker.PATIENT


def test_a_question_asked_before_is_no_answer(alice: str) -> None:
    say(alice, "What is my blood type?", date(2026, 10, 3))
    assert quoted(alice, "what is my blood type?") == []


def test_the_advocates_words_are_never_quoted(alice: str) -> None:
    say(alice, "Your flute is bamboo.", date(2026, 10, 3), Speaker.ADVOCATE)
    assert quoted(alice, "what about the flute?") == []


def test_the_present_conversation_is_not_quoted_back(alice: str) -> None:
    session = say(alice, "My flute is bamboo.", NOVEMBER, end=False)
    assert quoted(alice, "what about the flute?", exclude=session) == []
    assert len(quoted(alice, "what about the flute?")) == 1


def test_a_quotation_stays_in_the_time_that_is_asked_for(alice: str) -> None:
    say(alice, "My flute is bamboo.", date(2026, 10, 3))
    assert len(quoted(alice, "what did I say about the flute in October?")) == 1
    assert quoted(alice, "what did I say about the flute in August?") == []


def test_a_replaced_value_is_quoted_to_questions_of_the_past_only(alice: str) -> None:
    old = Told("biotin 5 mg", Tag.MEDICATION, "biotin", ("biotin",), value=Value("5", "mg"))
    new = Told("biotin 10 mg", Tag.MEDICATION, "biotin", ("biotin",), act=Act.CHANGE, value=Value("10", "mg"))
    tell(alice, date(2026, 9, 1), old)
    tell(alice, date(2026, 10, 1), new)
    say_drug = "how much biotin, which dose?"
    assert all("5 mg" not in quotation.text for quotation in quoted(alice, say_drug))


def test_turns_are_found_by_meaning_once_embedded(alice: str, tester: Actor) -> None:
    session = say(alice, "I like rain", date(2026, 9, 1))
    with silo(alice, by=tester, why="test"):
        Session.objects.filter(public_id=session).update(status=SessionState.DONE, distilled_seq=1)
    assert embed_pending(alice, engine=WordsEngine(), by=tester) == 1
    [quotation] = quoted(alice, "do I like rain?")
    assert quotation.text == "I like rain"


def test_the_evidence_of_a_fact_that_answers_is_not_quoted_beside_it(alice: str) -> None:
    tell(alice, date(2026, 9, 1), Told("the flute is bamboo", Tag.PREFERENCE, "flute", ("flute",)))
    say(alice, "My flute fell down.", date(2026, 10, 3))
    assert [quotation.text for quotation in quoted(alice, "what about the flute?")] == ["My flute fell down."]
