"""The local engine, made slow or broken by a word in the message, and counting what it is asked.

`slowly`: as slow as a model. `endlessly`: longer than anybody waits. `break`: an error of the engine in the middle.
`ponder`: slow before the first word. `collapse`: an error that nobody foresaw, which quotes the message.
`illegible`: a conversation that cannot be read, until its day has come (`readable`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from advocate.engines.base import Prompt
from advocate.engines.local.engine import LocalEngine
from memory.drafts import Draft, Transcript
from memory.engine import EngineRefused, EngineUnavailable, Purpose, Vector

SENTENCES = ("I am with you. ", "I am still here. ", "I go on. ", "There is more. ", "Here is the end. ")
PAUSE = 0.3  # seconds
PONDERING = 1.5  # seconds


def asked_file(var: Path) -> Path:
    """Where an installation's engine notes each message that it was asked to answer, one a line."""
    return var / "asked"


@contextmanager
def readable(var: Path) -> Iterator[None]:
    """For as long as the block, an illegible conversation can be read."""
    file = _readable_file(var)
    file.touch()
    try:
        yield
    finally:
        file.unlink()


def _readable_file(var: Path) -> Path:
    return var / "readable"


class SlowEngine(LocalEngine):
    """Speaks at the pace of a model where it is asked to."""

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Embed; late, or not at all, where a question has the word for it."""
        if purpose == "query" and any("ponder" in text for text in texts):
            time.sleep(PONDERING)
        if purpose == "query" and any("collapse" in text for text in texts):
            raise RuntimeError(f"cannot embed {texts}")
        return super().embed(texts, purpose=purpose)

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Draft; refuse, so that asking again is up to a person, where the conversation has the word for it."""
        if any("illegible" in turn.text for turn in transcript.turns) and not _readable_file(settings.VAR_DIR).exists():
            raise EngineRefused("as the test asked")
        return super().distil(transcript)

    async def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Yield the reply; slowly, or with a fault in the middle, where the message has the word for it."""
        words = prompt.turns[-1].text
        with asked_file(settings.VAR_DIR).open("a") as asked:
            asked.write(f"{words}\n")
        if not any(word in words for word in ("slowly", "endlessly", "break")):
            async for piece in super().reply(prompt):
                yield piece
            return
        for place, sentence in enumerate(SENTENCES * (20 if "endlessly" in words else 1)):
            if "break" in words and place == 2:
                raise EngineUnavailable("as the test asked")
            await asyncio.sleep(PAUSE)
            yield sentence
