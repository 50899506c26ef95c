"""A contradiction that nobody asks about is named once a conversation, after the answer; what is asked comes first."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from advocate.engines.base import Prompt
from advocate.engines.local.reply import compose
from memory.recollection import OpenConflict, Slot
from memory.vocabulary import Speaker
from tests.advocate import placing as alice
from tests.advocate.placing import DAY, Case, fact, placed, prompt_of

NO_ALLERGIES = fact(
    "[ALLERGY | date: 2026-10-20 | source: patient | status: active | keys: allergies] no allergies",
    "allergies",
    memory_key="allergy:*",
    negated=True,
)
CONFLICT = OpenConflict(uuid4(), alice.PENICILLIN, NO_ALLERGIES, "allergic, and not")
SIDES = [placed(each, Slot.CONFLICT) for each in (alice.PENICILLIN, NO_ALLERGIES)]
BESIDE = [replace(each, why=("context",)) for each in SIDES]
CREATININE = placed(alice.CREATININE_16)


def _asked(question: str, *rows: object, before: str = "") -> str:
    case = Case([question], DAY, rows, conflicts=[CONFLICT])  # type: ignore[arg-type]
    return compose(_after(prompt_of(case), before) if before else prompt_of(case))


def _after(prompt: Prompt, told: str) -> Prompt:
    """The same question, later in a conversation in which the advocate has said something."""
    [now] = prompt.turns
    earlier = replace(now, id=uuid4(), text="Hello.", seq=0)
    reply = replace(now, id=uuid4(), text=told, seq=1, speaker=Speaker.ADVOCATE)
    return replace(prompt, turns=(earlier, reply, replace(now, seq=2)))


def test_what_is_asked_comes_before_what_contradicts_beside_it() -> None:
    told = _asked("What was my creatinine?", CREATININE, *BESIDE)
    assert told.index("creatinine 1.6") < told.index("These disagree")
    assert told.endswith("Which is right?")


def test_it_is_not_named_again_in_the_same_conversation() -> None:
    first = _asked("What was my creatinine?", CREATININE, *BESIDE)
    again = _asked("What was my creatinine?", CREATININE, *BESIDE, before=first)
    assert "creatinine 1.6" in again
    assert "disagree" not in again
    assert "Which is right?" not in again


def test_who_asks_about_it_hears_it_first_every_time() -> None:
    first = _asked("Am I allergic to anything?", *SIDES)
    assert first.startswith("These disagree")
    assert _asked("Am I allergic to anything?", *SIDES, before=first) == first
