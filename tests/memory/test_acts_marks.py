"""Pinned facts are always placed, muted ones never, and both stay on the record; marks follow the chain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from uuid import UUID

import pytest

from memory.acts.hand import Hand, NoSuchThing
from memory.acts.marks import marks, mute, pin, unmute, unpin
from memory.door import silo
from memory.drafts import Act, Tense, Value
from memory.models import AuditRow, Decision
from memory.reading import record_on
from memory.recall import recall
from memory.recollection import Recollection
from memory.vocabulary import Tag
from tests.memory.acting import ALICE, a_doctor, fact_called, hand, hers
from tests.memory.recall_cast import SilentEngine, Told, tell
from tests.memory.rows import ask as query

DAY, LATER, NOVEMBER = date(2026, 9, 1), date(2026, 10, 1), date(2026, 11, 1)
BIOTIN = Told("biotin 5 mg", Tag.MEDICATION, "biotin", ("biotin",), value=Value("5", "mg"))
MORE = Told("biotin 10 mg", Tag.MEDICATION, "biotin", ("biotin",), act=Act.CHANGE, value=Value("10", "mg"))
PLAN = Told(
    "biotin 20 mg", Tag.MEDICATION, "biotin", ("biotin",), tense=Tense.PLANNED, on="2026-12-07", phrase="December 7"
)
GARDEN = Told("my garden has roses", Tag.SOCIAL, "garden", ("garden",))
FACTS = [Told(f"zinc{i} 5 mg", Tag.MEDICATION, f"zinc{i}", (f"zinc{i}", "zinc")) for i in range(12)]


def _asked(key: str, question: str, limit: int = 12, explain: UUID | None = None) -> Recollection:
    return recall(
        key, question, day=NOVEMBER, engine=SilentEngine(), by=ALICE, limit=limit, explain=explain, with_known=True
    )


def _placed(key: str, question: str, limit: int = 12) -> list[str]:
    return [each.fact.text for each in _asked(key, question, limit).placed]


def _marked(key: str) -> tuple[set[str], set[str]]:
    with silo(key, by=ALICE, why="test"):
        record = record_on(NOVEMBER)
        found = marks(record)
        assert found == marks()
    return tuple({record[id].fact.text for id in ids} for ids in (found.pinned, found.muted))  # type: ignore[return-value]


def test_a_pinned_fact_is_placed_whatever_is_asked_and_says_why(alice: str) -> None:
    tell(alice, DAY, BIOTIN, GARDEN)
    fact = fact_called(alice, "biotin 5 mg")
    assert _placed(alice, "my garden?") == ["my garden has roses"]
    pin(hand(alice), fact)
    found = _asked(alice, "my garden?", explain=fact)
    assert [each.fact.text for each in found.placed] == ["my garden has roses", "biotin 5 mg"]
    assert found.explained is not None
    assert (found.explained.stage, found.explained.reason) == ("placed", "pinned by its person")
    assert _asked(alice, "how much biotin?", explain=fact).explained.reason.endswith("pinned by its person")  # type: ignore[union-attr]
    assert _asked(alice, "what is my blood type?").silent
    unpin(hand(alice), fact)
    assert _placed(alice, "my garden?") == ["my garden has roses"]


def test_a_new_dose_inherits_the_pin_and_so_does_a_plan(alice: str) -> None:
    tell(alice, DAY, BIOTIN, GARDEN)
    pin(hand(alice), fact_called(alice, "biotin 5 mg"))
    tell(alice, LATER, MORE, PLAN)
    assert _marked(alice) == ({"biotin 5 mg", "biotin 10 mg", "biotin 20 mg"}, set())
    assert set(_placed(alice, "my garden?")) == {"my garden has roses", "biotin 10 mg", "biotin 20 mg"}


def test_the_last_mark_of_a_chain_counts(alice: str) -> None:
    tell(alice, DAY, BIOTIN)
    pin(hand(alice), fact_called(alice, "biotin 5 mg"))
    tell(alice, LATER, MORE)
    unpin(hand(alice), fact_called(alice, "biotin 10 mg"))
    assert _marked(alice) == (set(), set())
    pin(hand(alice), fact_called(alice, "biotin 10 mg"))
    assert _marked(alice) == ({"biotin 5 mg", "biotin 10 mg"}, set())


def test_pins_take_at_most_half_of_the_room_and_the_latest_come_first(alice: str) -> None:
    tell(alice, DAY, *FACTS, GARDEN)
    for fact in FACTS:
        pin(hand(alice), fact_called(alice, fact.text))
    placed = _placed(alice, "my garden?", limit=6)
    assert placed[0] == "my garden has roses"
    assert set(placed[1:]) == {"zinc9 5 mg", "zinc10 5 mg", "zinc11 5 mg"}
    assert len(_placed(alice, "which zinc do I take?", limit=6)) <= 6
    left_out = _asked(alice, "my garden?", limit=6, explain=fact_called(alice, "zinc0 5 mg")).explained
    assert left_out is not None
    assert (left_out.stage, left_out.reason.split(",")[0]) == ("placing", "pinned")


def test_a_muted_fact_is_neither_placed_nor_quoted_nor_known_whatever_is_asked(alice: str) -> None:
    tell(alice, DAY, BIOTIN, GARDEN)
    fact = fact_called(alice, "biotin 5 mg")
    assert _placed(alice, "biotin?") == ["biotin 5 mg"]
    mute(hand(alice), fact)
    tell(alice, LATER, MORE)
    for question in ("biotin?", "what changed with my biotin?", "what did I take in September?", "all my medicines?"):
        found = _asked(alice, question, explain=fact)
        assert {each.fact.text for each in found.placed} <= {"my garden has roses"}
        assert [quote.text for quote in found.quotations if "biotin" in quote.text] == []
        assert [known.text for known in found.known] == ["my garden has roses"]
        assert found.explained is not None
        assert (found.explained.stage, found.explained.reason) == ("record", "its person asked never to bring it up")
    assert _marked(alice) == (set(), {"biotin 5 mg", "biotin 10 mg"})
    unmute(hand(alice), fact_called(alice, "biotin 10 mg"))
    assert _placed(alice, "biotin?") == ["biotin 10 mg"]


def test_muting_wins_over_pinning(alice: str) -> None:
    tell(alice, DAY, BIOTIN)
    fact = fact_called(alice, "biotin 5 mg")
    mute(hand(alice), fact)
    pin(hand(alice), fact)
    assert _placed(alice, "biotin?") == []


def test_of_a_contradiction_with_a_muted_side_neither_side_is_placed(alice: str) -> None:
    tell(alice, DAY, Told("amoxicillin gives me a rash", Tag.ALLERGY, "amoxicillin", ("amoxicillin",)), GARDEN)
    tell(alice, LATER, Told("no allergies", Tag.ALLERGY, "*", ("allergies",), negated=True))
    mute(hand(alice), fact_called(alice, "amoxicillin gives me a rash"))
    found = _asked(alice, "am I allergic to anything?")
    assert found.placed == ()
    assert found.conflicts == ()


def test_a_summary_of_the_conversation_in_which_a_muted_fact_was_told_is_not_placed(alice: str) -> None:
    summary = Told("we spoke of biotin 5 mg", Tag.EPISODE, "conversation", ("biotin",))
    tell(alice, DAY, BIOTIN, GARDEN)
    tell(alice, LATER, summary)
    with silo(alice, by=ALICE, why="test"):
        query(
            "INSERT INTO memory_evidence (id, user_key, fact_id, turn_id, session_id, quote, speaker, said_at,"
            " time_zone, created_at) SELECT gen_random_uuid(), e.user_key, %s, e.turn_id, e.session_id, e.quote,"
            " e.speaker, e.said_at, e.time_zone, now() FROM memory_evidence e WHERE e.fact_id = %s",
            [fact_called(alice, summary.text), fact_called(alice, BIOTIN.text)],
        )
    question = "what did we talk about last time?"
    assert summary.text in _placed(alice, question)
    mute(hand(alice), fact_called(alice, BIOTIN.text))
    assert summary.text not in _placed(alice, question)


def test_a_fact_written_anew_keeps_the_marks_of_what_it_restores(alice: str) -> None:
    reading = Told("creatinine was 1.4", Tag.LAB, "creatinine", ("creatinine",), value=Value("1.4"))
    tell(alice, DAY, reading)
    fact = fact_called(alice, reading.text)
    mute(hand(alice), fact)
    bob = a_doctor(alice)
    with hers(bob, alice):
        ((made,),) = query("SELECT guard.retract_fact(%s, 'why')", [fact])
        query("SELECT guard.undo_decision(%s, 'why')", [made])
    new = fact_called(alice, reading.text)
    assert new != fact
    with silo(alice, by=ALICE, why="test"):
        assert marks().muted == {fact, new}


MARKS: dict[str, Callable[[Hand, UUID], UUID]] = {"pinned": pin, "unpinned": unpin, "muted": mute, "unmuted": unmute}


@pytest.mark.parametrize("kind", MARKS)
def test_a_mark_is_a_row_of_its_own_and_audited(alice: str, charlie: str, kind: str) -> None:
    tell(alice, DAY, BIOTIN)
    fact = fact_called(alice, BIOTIN.text)
    made = MARKS[kind](hand(alice), fact)
    with silo(alice, by=ALICE, why="test"):
        row = Decision.objects.get(id=made)
        audit = AuditRow.objects.get(row_id=str(made))
    assert (row.kind, row.fact_id, row.by, row.door) == (kind, fact, "account 7", "web")
    assert (audit.table_name, audit.op, audit.by, audit.door) == ("memory_decision", "INSERT", "account 7", "web")
    assert audit.why
    with pytest.raises(NoSuchThing):
        MARKS[kind](hand(charlie), fact)
