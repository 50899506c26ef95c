"""What was withdrawn or corrected is told as the record's own history, where that is asked; never as what was so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from memory.recollection import Slot
from memory.vocabulary import Retired
from tests.advocate.placing import Case, fact, placed
from tests.advocate.replying import check_reply, check_traced

DAY = date(2026, 11, 1)
TURMERIC = fact(
    "[MEDICATION | date: 2026-09-01 | source: patient | status: retracted | keys: turmeric] turmeric capsules",
    "turmeric",
    memory_key="medication:turmeric",
)
RIGHT = fact("[LAB | date: 2026-09-15 | source: patient | status: active | keys: glucose] sugar 168 mg/dL", "glucose")
WRONG = replace(
    fact("[LAB | date: 2026-09-15 | source: patient | status: superseded | keys: glucose] sugar 186 mg/dL", "glucose"),
    retired_why=Retired.CORRECTED,
    superseded_by=RIGHT.id,
)
CASES = {
    "withdrawn": Case(
        ["Didn't I once have turmeric in my list?"],
        DAY,
        [placed(TURMERIC, Slot.HISTORY)],
        holds=["once held: turmeric capsules", "withdrawn"],
        lacks=["you were taking", "You take"],
    ),
    "corrected": Case(
        ["What did my record say of my sugar before I corrected it?"],
        DAY,
        [placed(WRONG, Slot.HISTORY, RIGHT), placed(RIGHT)],
        holds=["once held: sugar 186 mg/dL", "corrected to"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_reply(name: str) -> None:
    check_reply(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_of_it_can_be_traced(name: str) -> None:
    check_traced(CASES[name])
