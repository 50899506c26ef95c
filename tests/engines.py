"""Engines for tests: the local one, made to stop, wait or fail where a test wants it.

`HANG_AT` (distil, write or embed) names the phase in which a worker process stops for ever, once: it writes the
file named by `HANG_FILE` and sleeps; when the file exists already, it goes on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from advocate.engines.local.engine import LocalEngine
from memory.drafts import Draft, Transcript
from memory.engine import Purpose, Vector


class _StopsWhenRead(list[Draft]):
    """Drafts that stop the process when the ledger reads them: inside the writing transaction."""

    def __iter__(self) -> Iterator[Draft]:
        _hang("write")
        return super().__iter__()


class StoppableEngine(LocalEngine):
    """The local engine, stopped once in one phase of distilling."""

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Stop before drafting, or hand out drafts that stop the ledger."""
        _hang("distil")
        return _StopsWhenRead(super().distil(transcript))

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Stop before embedding documents."""
        if purpose == "document":
            _hang("embed")
        return super().embed(texts, purpose=purpose)


def _hang(phase: str) -> None:
    marker = Path(os.environ.get("HANG_FILE", "/nonexistent"))
    if os.environ.get("HANG_AT") != phase or marker.exists():
        return
    marker.touch()
    time.sleep(3600)
