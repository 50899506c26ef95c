"""What is current is decided when reading: from dates and the day of the conversation."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime

from memory.door import Actor, silo
from memory.drafts import Act, Tense, Value
from memory.models import Evidence, Fact
from memory.reading import chain, current_facts, known, open_conflicts
from memory.recall import recall
from memory.recollection import Recollection, Slot
from memory.vocabulary import Tag
from tests.memory.recall_cast import TESTER, Told, WordsEngine, tell

OLD = Told("losartan 25 mg", Tag.MEDICATION, "losartan", ("losartan", "dose"), value=Value("25", "mg"))
PLANNED = Told(
    "losartan 50 mg",
    Tag.MEDICATION,
    "losartan",
    ("losartan", "dose"),
    tense=Tense.PLANNED,
    on="2026-09-14",
    phrase="from September 14, which is next Monday, I will take it",
    value=Value("50", "mg"),
)
RAISED = Told(
    "losartan 50 mg", Tag.MEDICATION, "losartan", ("losartan", "dose"), act=Act.CHANGE, value=Value("50", "mg")
)
VISIT = Told(
    "I have an appointment with Dr. Osei",
    Tag.APPOINTMENT,
    "cardiologist",
    ("cardiologist", "appointment"),
    on="2026-10-12",
    phrase="on October 12",
)


def slots(user_key: str, question: str, day: date, as_of: date | None = None) -> dict[str, Slot]:
    found = ask(user_key, question, day, as_of)
    return {each.fact.text: each.slot for each in found.placed}


def ask(user_key: str, question: str, day: date, as_of: date | None = None) -> Recollection:
    return recall(user_key, question, day=day, engine=WordsEngine(), by=TESTER, as_of=as_of)


def test_a_planned_change_is_coming_until_its_day(alice: str) -> None:
    tell(alice, date(2026, 9, 7), OLD, PLANNED)
    assert slots(alice, "what do I take?", date(2026, 9, 13)) == {
        "losartan 25 mg": Slot.CURRENT,
        "losartan 50 mg": Slot.PLANNED,
    }


def test_on_its_day_it_is_current_and_the_old_row_is_history_with_it_as_successor(alice: str) -> None:
    tell(alice, date(2026, 9, 7), OLD, PLANNED)
    found = ask(alice, "what was I taking before?", date(2026, 9, 14))
    old = next(each for each in found.placed if each.slot is Slot.HISTORY)
    assert old.fact.text == "losartan 25 mg"
    assert old.successor is not None
    assert old.successor.text == "losartan 50 mg"
    assert slots(alice, "what do I take now?", date(2026, 9, 14)) == {"losartan 50 mg": Slot.CURRENT}


def test_the_nightly_job_changes_nothing_of_the_answer(alice: str, tester: Actor) -> None:
    tell(alice, date(2026, 9, 7), OLD, PLANNED)
    before = slots(alice, "what was I taking before?", date(2026, 9, 20))
    tell(alice, date(2026, 9, 20), Told("biotin", Tag.MEDICATION, "biotin", ("biotin",)))
    after = slots(alice, "what losartan was I taking before?", date(2026, 9, 20))
    assert {text: after[text] for text in before} == before


def test_an_appointment_is_coming_then_past(alice: str) -> None:
    tell(alice, date(2026, 10, 1), VISIT)
    assert slots(alice, "when is my next appointment?", date(2026, 10, 2)) == {VISIT.text: Slot.PLANNED}
    assert slots(alice, "do I have an appointment today?", date(2026, 10, 12)) == {VISIT.text: Slot.CURRENT}
    assert ask(alice, "when is my next appointment?", date(2026, 10, 20)).silent
    assert slots(alice, "when was my appointment?", date(2026, 10, 20)) == {VISIT.text: Slot.HISTORY}


def test_as_of_an_earlier_day_what_held_then_is_current(alice: str) -> None:
    tell(alice, date(2026, 9, 1), OLD)
    tell(alice, date(2026, 9, 28), RAISED)
    day = date(2026, 11, 1)
    then = slots(alice, "what do I take?", day, as_of=date(2026, 9, 15))
    assert then["losartan 25 mg"] is Slot.CURRENT
    assert then.get("losartan 50 mg") is not Slot.CURRENT
    assert slots(alice, "what do I take?", day) == {"losartan 50 mg": Slot.CURRENT}


def test_an_expired_row_is_not_placed(alice: str, tester: Actor) -> None:
    [first] = tell(alice, date(2026, 9, 1), OLD)
    with silo(alice, by=tester, why="test"):
        proof = Evidence.objects.get(fact_id=first)
        expiring = Fact.objects.create(
            user_key=alice,
            fact="parking code",
            tag=Tag.FACT,
            source="patient",
            keys=["code"],
            expires_at=datetime(2026, 10, 1, tzinfo=UTC),
        )
        copied = {"quote": "code", "speaker": "patient", "said_at": proof.said_at, "time_zone": "UTC"}
        Evidence.objects.create(user_key=alice, fact=expiring, turn_id=proof.turn_id, **copied)
    assert "parking code" in slots(alice, "code?", date(2026, 9, 30))
    assert "parking code" not in slots(alice, "code?", date(2026, 10, 1))


def test_a_plan_that_gave_way_to_another_never_took_effect(alice: str) -> None:
    tell(alice, date(2026, 9, 7), OLD, PLANNED)
    later = Told(
        "losartan 100 mg",
        Tag.MEDICATION,
        "losartan",
        ("losartan", "dose"),
        tense=Tense.PLANNED,
        on="2026-09-21",
        phrase="from September 21, which is coming, I will take it",
        value=Value("100", "mg"),
    )
    tell(alice, date(2026, 9, 8), later)
    found = slots(alice, "has my losartan changed?", date(2026, 9, 16))
    assert found == {"losartan 25 mg": Slot.CURRENT, "losartan 100 mg": Slot.PLANNED}


def test_known_rows_are_those_that_hold_or_lie_ahead(alice: str, tester: Actor) -> None:
    tell(alice, date(2026, 9, 1), OLD)
    tell(alice, date(2026, 9, 28), RAISED, Told("talked about losartan", Tag.EPISODE, "session", ("losartan",)))
    tell(alice, date(2026, 10, 1), VISIT)
    with silo(alice, by=tester, why="test"):
        day = date(2026, 10, 2)
        assert [row.text for row in known(day)] == ["losartan 50 mg", VISIT.text]
        assert [row.text for row in current_facts(day)] == ["losartan 50 mg"]


def test_a_chain_runs_from_the_oldest_to_the_newest(alice: str, tester: Actor) -> None:
    [first] = tell(alice, date(2026, 9, 1), OLD)
    tell(alice, date(2026, 9, 28), RAISED)
    again = Told("losartan 75 mg", Tag.MEDICATION, "losartan", ("losartan",), act=Act.CHANGE, value=Value("75", "mg"))
    [last] = tell(alice, date(2026, 10, 28), again)
    with silo(alice, by=tester, why="test"):
        for id in (first, last):
            assert [row.text for row in chain(id)] == ["losartan 25 mg", "losartan 50 mg", "losartan 75 mg"]
        assert chain(uuid.uuid4()) == []


def test_open_conflicts_name_both_sides(alice: str, tester: Actor) -> None:
    tell(alice, date(2026, 9, 1), OLD)
    tell(
        alice,
        date(2026, 9, 2),
        Told("losartan 75 mg", Tag.MEDICATION, "losartan", ("losartan",), value=Value("75", "mg")),
    )
    with silo(alice, by=tester, why="test"):
        [conflict] = open_conflicts()
    assert (conflict.older.text, conflict.newer.text) == ("losartan 25 mg", "losartan 75 mg")
