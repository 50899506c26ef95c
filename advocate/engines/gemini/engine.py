"""The Gemini engine: replies as a stream, drafts as structured output, embeddings made unit vectors here."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from django.conf import settings

from advocate.checks import refuse_unfit_service
from advocate.engines.gemini import drafting, replying
from advocate.engines.gemini.client import Client
from advocate.engines.gemini.prompts import PROMPT_VERSION
from memory.engine import DIMENSIONS, BadOutput, Purpose, Vector

if TYPE_CHECKING:
    from advocate.engines.base import Prompt
    from memory.drafts import Draft, Transcript

_TASKS: dict[Purpose, str] = {"document": "RETRIEVAL_DOCUMENT", "query": "RETRIEVAL_QUERY"}
QUERY_SECONDS = 10.0  # someone waits for the answer: beyond this, recall goes by names, words and dates alone
_LONGEST = 6000  # bytes of a text: below the 2,048 tokens that the model reads, whatever the script


class GeminiEngine:
    """Google's models, by API key for development, through Vertex AI for real patients."""

    name = "gemini"
    prompt_version = PROMPT_VERSION
    remote = True

    def __init__(self) -> None:
        """Refuse a service that the settings do not fit. Raises ImproperlyConfigured."""
        refuse_unfit_service()
        self.embedding_model: str = settings.GEMINI_EMBEDDING_MODEL
        self._client = Client()

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Draft by structured output. Raises EngineError."""
        return drafting.distil(transcript, self._client) if transcript.turns else []

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Embed in requests of at most 100 texts; one unit vector of 768 numbers each. Raises EngineError."""
        seconds = min(settings.GEMINI_TOTAL_SECONDS, QUERY_SECONDS if purpose == "query" else math.inf)
        vectors = self._client.embed([_readable(text) for text in texts], task=_TASKS[purpose], seconds=seconds)
        return [_unit(vector) for vector in vectors]

    def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Speak from what was placed and what the model looks up. Raises EngineError, also in mid-stream."""
        return replying.reply(prompt, self._client)

    def close(self) -> None:
        """Close what connections there are; the next call makes new ones."""
        self._client.close()


def _readable(text: str) -> str:
    """The service refuses an empty text, and reads no more than the beginning of a long one."""
    return text.encode(errors="ignore")[:_LONGEST].decode(errors="ignore").strip() or "-"


def _unit(vector: Vector) -> Vector:
    """At 768 dimensions the model's vectors are no unit vectors."""
    length = math.sqrt(sum(number * number for number in vector))
    if len(vector) != DIMENSIONS or not math.isfinite(length) or length == 0:
        raise BadOutput(f"a vector of {len(vector)} numbers has no direction, or not {DIMENSIONS} numbers")
    return [number / length for number in vector]
