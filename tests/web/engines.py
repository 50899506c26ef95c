"""The local engine, made slow or broken by a word in the message: `slowly`, `break`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from advocate.engines.base import Prompt
from advocate.engines.local.engine import LocalEngine
from memory.engine import EngineUnavailable

SENTENCES = ("I am with you. ", "I am still here. ", "I go on. ", "There is more. ", "Here is the end. ")
PAUSE = 0.3  # seconds


class SlowEngine(LocalEngine):
    """Speaks at the pace of a model where it is asked to."""

    async def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Yield the reply; slowly, or with a fault in the middle, where the message has the word for it."""
        words = prompt.turns[-1].text
        if "slowly" not in words and "break" not in words:
            async for piece in super().reply(prompt):
                yield piece
            return
        for place, sentence in enumerate(SENTENCES):
            if "break" in words and place == 2:
                raise EngineUnavailable("as the test asked")
            await asyncio.sleep(PAUSE)
            yield sentence
