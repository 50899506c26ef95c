"""Who is "you" in a reply: what a relative said beside the patient is not cited as the patient's own words."""

from __future__ import annotations

import asyncio
from datetime import date

from advocate.engines.local.engine import LocalEngine
from tests.advocate.placing import Case, fact, placed, prompt_of

LINE = "[MEDICATION | date: 2026-09-01 | source: caregiver | status: active | keys: metoprolol, dose] metoprolol 25 mg"


def _reply(subject: str) -> str:
    row = placed(fact(LINE, "metoprolol", memory_key="medication:metoprolol"))
    prompt = prompt_of(Case(["What is the metoprolol dose?"], date(2026, 10, 1), [row], subject=subject))

    async def read() -> list[str]:
        return [piece async for piece in LocalEngine().reply(prompt)]

    return "".join(asyncio.run(read()))


def test_a_relative_beside_the_patient_is_not_the_patient() -> None:
    said = _reply("self")
    assert "your caregiver" in said
    assert "(you," not in said


def test_who_keeps_their_mothers_record_is_addressed_as_you() -> None:
    said = _reply("mother")
    assert "you" in said
    assert "your caregiver" not in said
