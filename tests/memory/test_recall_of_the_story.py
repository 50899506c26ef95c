"""The story of the design's first page, asked of the local engine's own vectors."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from advocate.engines.local.engine import LocalEngine
from advocate.engines.local.questions import entities
from memory.door import Actor
from memory.drafts import Act, Value
from memory.embedding import embed_pending
from memory.engine import Purpose, Vector
from memory.recall import recall
from memory.recollection import Recollection, Slot
from memory.vocabulary import Tag
from tests.memory.recall_cast import TESTER, Told, tell

OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)


class Remembering(LocalEngine):
    """The local engine, asked once for each text."""

    def __init__(self) -> None:
        self._vectors: dict[tuple[str, str], Vector] = {}

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Embed what is new."""
        new = [text for text in texts if (purpose, text) not in self._vectors]
        for text, vector in zip(new, super().embed(new, purpose=purpose), strict=True):
            self._vectors[purpose, text] = vector
        return [self._vectors[purpose, text] for text in texts]


ENGINE = Remembering()
HEART = ("metoprolol", "heart", "beta blocker", "dose")
STARTED = Told(
    "metoprolol tartrate 25 mg twice daily", Tag.MEDICATION, "metoprolol", HEART, value=Value("25", "mg", "twice daily")
)
READING = Told(
    "creatinine was 1.4 mg/dL", Tag.LAB, "creatinine", ("creatinine", "kidneys"), on="2026-08-31", phrase="yesterday"
)
HOLD = Told(
    "hold the dose and call if the pulse is under 55",
    Tag.DIRECTIVE,
    "metoprolol",
    ("metoprolol", "pulse", "hold"),
    source="Dr. Osei",
    aspect="hold",
)
RAISED = Told(
    "Dr. Osei put it up to 50 mg",
    Tag.MEDICATION,
    "metoprolol",
    HEART,
    source="Dr. Osei",
    act=Act.CHANGE,
    on="2026-09-28",
    phrase="on the 28th",
    value=Value("50", "mg"),
)


@pytest.fixture
def told(alice: str, tester: Actor) -> str:
    """Alice's record after the first of September and the first of October."""
    tell(alice, date(2026, 9, 1), STARTED, READING, HOLD)
    tell(alice, OCTOBER, RAISED)
    embed_pending(alice, engine=ENGINE, by=tester)
    return alice


def ask(user_key: str, question: str, day: date) -> Recollection:
    return recall(user_key, question, day=day, engine=ENGINE, entities=entities, by=TESTER)


def slots(found: Recollection, word: str) -> set[Slot]:
    return {each.slot for each in found.placed if word in each.fact.text}


def test_a_change_of_the_heart_medicine_is_found_though_the_question_names_nothing(alice: str, tester: Actor) -> None:
    tell(alice, date(2026, 9, 1), STARTED, READING, HOLD)
    embed_pending(alice, engine=ENGINE, by=tester)
    found = ask(alice, "has anything changed with my heart medicine?", OCTOBER)
    assert not found.silent
    assert found.placed[0].fact.attribute == "metoprolol"
    assert found.placed[0].slot is Slot.CURRENT


def test_after_the_change_both_doses_come_back_in_their_slots(told: str) -> None:
    found = ask(told, "has anything changed with my heart medicine?", NOVEMBER)
    assert slots(found, "50 mg") == {Slot.CURRENT}
    assert slots(found, "25 mg") == {Slot.HISTORY}


def test_september_brings_the_old_dose_as_history_with_its_successor(told: str) -> None:
    found = ask(told, "what was I taking in September?", NOVEMBER)
    assert not found.silent
    first = found.placed[0]
    assert first.slot is Slot.HISTORY
    assert "25 mg" in first.fact.text
    assert first.successor is not None
    assert "50 mg" in first.successor.text
    assert slots(found, "50 mg") == {Slot.CURRENT}


def test_what_is_taken_now_is_the_new_dose_alone(told: str) -> None:
    found = ask(told, "what do I take now?", NOVEMBER)
    assert slots(found, "50 mg") == {Slot.CURRENT}
    assert slots(found, "25 mg") == set()
    assert [each.fact.tag for each in found.placed if each.score >= 1] == [Tag.MEDICATION]


@pytest.mark.parametrize(
    "question",
    [
        "What is my blood type?",
        "What's my cholesterol?",
        "When is my appointment with Dr. Osei?",
        "Am I allergic to latex?",
        "When did I start lisinopril?",
        "What was I taking in January?",
    ],
)
def test_what_was_never_said_leaves_the_record_silent(told: str, question: str) -> None:
    found = ask(told, question, NOVEMBER)
    assert found.silent
    assert all(each.score < 1 for each in found.placed)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what's my Lopressor dose?", "50 mg"),
        ("how are my kidneys doing?", "creatinine"),
        ("what did Dr. Osei say about my pulse?", "under 55"),
        ("when should I hold the pill?", "under 55"),
        ("was I ever on 25 mg?", "25 mg"),
    ],
)
def test_what_was_said_is_among_the_first_placed(told: str, question: str, words: str) -> None:
    found = ask(told, question, NOVEMBER)
    assert not found.silent
    assert any(words in each.fact.text for each in found.placed[:3])
