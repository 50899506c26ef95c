"""What people type is kept: only what no database can hold is removed, with a note; too long is refused whole."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory import transcript
from memory.door import Actor, silo
from memory.models import Session, Turn
from memory.text import MessageError
from memory.vocabulary import Speaker

DAY = datetime(2026, 9, 1, 12, tzinfo=UTC)
OPENING = transcript.Opening("patient-advocate", "1")


def _say(key: str, text: str, by: Actor) -> Turn:
    _, said = transcript.hear(key, speaker=Speaker.PATIENT, text=text, at=DAY, zone="UTC", opening=OPENING, by=by)
    with silo(key, by=by, why="look"):
        return Turn.objects.get(id=said.id)


@pytest.mark.parametrize(
    "text",
    [
        "my heart ❤️‍🔥 raced 🏃🏽‍♀️ today 👩‍⚕️",
        "אני לוקח מטפורמין 500 מ״ג",
        "أتناول الميتفورمين 500 ملغ \u200fيومياً",
        "血圧は128/82です",
        "tomo metformina, señora; não posso — às vezes…",
        "tabs\tand\nline breaks\r\nstay",
        "combining: e\u0301 and zero\u200bwidth",
    ],
)
def test_words_of_every_script_are_kept_as_they_are(alice: str, tester: Actor, text: str) -> None:
    turn = _say(alice, text, tester)
    assert turn.text == text
    assert turn.note == ""


@pytest.mark.parametrize(
    ("text", "kept", "note"),
    [
        ("pulse\0 72", "pulse 72", "1 character that cannot be stored removed"),
        ("💊\ud83d five \udc00mg", "💊 five mg", "2 characters that cannot be stored removed"),
    ],
)
def test_what_cannot_be_stored_is_removed_with_a_note(
    alice: str, tester: Actor, text: str, kept: str, note: str
) -> None:
    turn = _say(alice, text, tester)
    assert (turn.text, turn.note) == (kept, note)


def test_four_thousand_characters_are_a_message(alice: str, tester: Actor) -> None:
    assert len(_say(alice, "ä" * 4000, tester).text) == 4000


def test_one_more_is_refused_with_the_limit_named_and_nothing_saved(alice: str, tester: Actor) -> None:
    with pytest.raises(MessageError, match=r"4,001 characters.*4,000"):
        _say(alice, "x" * 4001, tester)
    with silo(alice, by=tester, why="look"):
        assert not Turn.objects.exists()
        assert not Session.objects.exists()


@pytest.mark.parametrize("text", ["", "   \n", "\0\0"])
def test_an_empty_message_is_refused(alice: str, tester: Actor, text: str) -> None:
    with pytest.raises(MessageError, match="empty"):
        _say(alice, text, tester)


def test_three_hundred_turns_stay_in_order_in_one_session(alice: str, tester: Actor) -> None:
    for number in range(300):
        _say(alice, f"message {number}", tester)
    with silo(alice, by=tester, why="look"):
        session = Session.objects.get()
        said = [event["content"]["parts"][0]["text"] for event in session.events]
        assert said == [f"message {number}" for number in range(300)]


def test_the_same_message_id_twice_is_one_turn(alice: str, tester: Actor) -> None:
    first = _say(alice, "hello", tester)
    with pytest.raises(transcript.HeardBefore) as before:
        transcript.hear(
            alice, speaker=Speaker.PATIENT, text="bye", at=DAY, zone="UTC", opening=OPENING, by=tester, turn_id=first.id
        )
    assert (before.value.turn.id, before.value.turn.text) == (first.id, "hello")
    with silo(alice, by=tester, why="look"):
        assert Turn.objects.count() == 1
