"""Replies as they are spoken, and checked, in the tests of what may be said."""

from __future__ import annotations

import asyncio

from advocate.engines.base import Prompt
from advocate.engines.local.reply import reply
from advocate.grounding import Grounding
from advocate.trends import put_there_by_code
from tests.advocate.placing import Case, prompt_of


def spoken(prompt: Prompt) -> list[str]:
    """The sentences of the local engine's reply."""

    async def read() -> list[str]:
        return [piece async for piece in reply(prompt)]

    return asyncio.run(read())


def check_reply(case: Case) -> None:
    """The reply holds and lacks what the case says, and asks one question at most."""
    said = "".join(spoken(prompt_of(case)))
    for words in case.holds:
        assert words in said
    for words in case.lacks:
        assert words not in said
    assert said.count("?") - said.count("?”") <= 1, "one question at most"


def check_traced(case: Case) -> None:
    """Every sentence of the reply passes grounding."""
    prompt = prompt_of(case)
    grounding = Grounding(
        placed=prompt.recollection.placed,
        quotations=prompt.recollection.quotations,
        said=[turn.text for turn in prompt.turns],
        allowed=put_there_by_code(prompt.agent, prompt.day, prompt.recollection.placed),
        day=prompt.day,
        subject=prompt.subject,
    )
    for sentence in spoken(prompt):
        verdict = grounding.check(sentence)
        assert verdict.supported, (sentence, verdict.why, verdict.missing)
