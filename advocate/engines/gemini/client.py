"""The one module that touches the vendor's SDK.

What never leaks out of it: the SDK's types (see `messages`), its exceptions and those of its HTTP library (see
`memory.engine`), the key, and any text of a request or of an error body, which may quote a person. Errors are raised
outside of the handler that caught the SDK's, so that not even their context keeps it. Nothing is retried here: the SDK
would ignore the delay that the service names; distilling and the sweep own the retry.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

import httpx2
from django.conf import settings
from google import genai
from google.auth.exceptions import GoogleAuthError
from google.genai import errors, types

from advocate.engines.gemini.background import background
from advocate.engines.gemini.faults import EmptyAnswer, blocked_prompt, ending_fault, fault_of
from advocate.engines.gemini.messages import Ask, Call, Part
from memory.engine import DIMENSIONS, BadOutput, EngineError, EngineRefused, EngineUnavailable, Vector

T = TypeVar("T")
BATCH = 100  # texts in one request, at most
_AT_ONCE = 4  # requests of one call under way
_SHORTEST = 10  # seconds: the service refuses a shorter deadline, whatever we wait ourselves


class Client:
    """The model's service, by API key or through Vertex AI. Every call has a time-out by read and one in all."""

    @cached_property
    def _sdk(self) -> genai.Client:
        # On first use: never before a fork. The reference is kept: an SDK client that is collected closes itself.
        cloud = settings.GEMINI_ON_VERTEX
        if not cloud and not settings.GEMINI_API_KEY:
            raise EngineRefused("no key: set GEMINI_API_KEY, or GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION")
        seconds = settings.GEMINI_READ_SECONDS
        options = types.HttpOptions(
            base_url=settings.GEMINI_BASE_URL or None,
            api_version="v1beta1" if cloud else "v1",
            timeout=math.ceil(seconds * 1000),
            headers={"X-Server-Timeout": str(max(_SHORTEST, math.ceil(seconds)))},
        )
        place: dict[str, Any] = {"vertexai": False, "api_key": settings.GEMINI_API_KEY}
        if cloud:
            where = {"project": settings.GOOGLE_CLOUD_PROJECT, "location": settings.GOOGLE_CLOUD_LOCATION}
            place = {"vertexai": True, **where}
        try:
            return genai.Client(http_options=options, **place)
        except (GoogleAuthError, ValueError) as error:
            fault = EngineRefused(f"no client can be made of these settings ({type(error).__name__})")
        raise fault

    def embed(self, texts: Sequence[str], *, task: str, seconds: float) -> list[Vector]:
        """Return one vector for each text, as the model gives it, within so many seconds. Raises EngineError."""
        # Vertex AI documents one text a request for this model.
        size = 1 if settings.GEMINI_ON_VERTEX else BATCH
        pieces = [texts[start : start + size] for start in range(0, len(texts), size)]
        found = background().run(_side_by_side([self._embed(piece, task) for piece in pieces]), seconds=seconds)
        return [vector for vectors in found for vector in vectors]

    def write(self, asks: Sequence[Ask]) -> list[str]:
        """Return the whole answer to each ask. Raises EngineError where one was cut, blocked or is empty."""
        asked = _side_by_side([self._write(ask) for ask in asks])
        return background().run(asked, seconds=settings.GEMINI_TOTAL_SECONDS)

    def stream(self, ask: Ask) -> AsyncIterator[Part]:
        """Yield the answer's parts as they come, thoughts left out. Raises EngineError, also in mid-stream.

        At its end, an answer that ended in any other way than well, or that holds nothing, raises.
        """
        return background().stream(self._stream(ask), seconds=settings.GEMINI_TOTAL_SECONDS)

    def close(self) -> None:
        """Close the connections, where any were made. A process need not: this is for tests and for tools."""
        if "_sdk" in self.__dict__:
            background().run(self._sdk.aio.aclose(), seconds=_SHORTEST)
            self._sdk.close()
            del self._sdk

    async def _embed(self, texts: Sequence[str], task: str) -> list[Vector]:
        config = types.EmbedContentConfig(task_type=task, output_dimensionality=DIMENSIONS)
        # One content a text: of a list of strings, newer models make a single vector.
        contents = cast(Any, [types.Content(role="user", parts=[types.Part(text=text)]) for text in texts])
        asked = self._sdk.aio.models.embed_content(
            model=settings.GEMINI_EMBEDDING_MODEL, contents=contents, config=config
        )
        found = (await _answer(asked)).embeddings or []
        vectors = [[float(number) for number in each.values or ()] for each in found]
        if len(vectors) != len(texts):
            raise BadOutput(f"{len(texts)} texts came back as {len(vectors)} vectors")
        return vectors

    async def _write(self, ask: Ask) -> str:
        asked = self._sdk.aio.models.generate_content(
            model=settings.GEMINI_CHAT_MODEL, contents=_contents(ask), config=_config(ask)
        )
        reading = _Reading()
        parts = reading.parts(await _answer(asked))
        reading.finish()
        return "".join(part.text for part in parts)

    async def _stream(self, ask: Ask) -> AsyncGenerator[Part, None]:
        reading = _Reading()
        asked = self._sdk.aio.models.generate_content_stream(
            model=settings.GEMINI_CHAT_MODEL, contents=_contents(ask), config=_config(ask)
        )
        async with aclosing(
            cast("AsyncGenerator[types.GenerateContentResponse, None]", await _answer(asked))
        ) as chunks:
            while (chunk := await _answer(anext(chunks, None))) is not None:
                for part in reading.parts(chunk):
                    yield part
        reading.finish()


@dataclass(slots=True)
class _Reading:
    """An answer while it is read, whole or in chunks."""

    reason: str = ""
    blocked: str = ""
    holds: bool = False

    def parts(self, response: types.GenerateContentResponse) -> list[Part]:
        """Return what a response adds."""
        feedback = response.prompt_feedback
        if feedback is not None and feedback.block_reason is not None:
            self.blocked = str(feedback.block_reason.value)
        candidate = response.candidates[0] if response.candidates else None
        if candidate is None:
            return []
        if candidate.finish_reason is not None:
            self.reason = str(candidate.finish_reason.value)
        content = candidate.content
        found = [_part(part) for part in (content.parts if content else None) or () if not part.thought]
        self.holds = self.holds or any(part.text.strip() or part.call for part in found)
        return found

    def finish(self) -> None:
        """Raise unless the answer is whole and holds something."""
        if self.blocked:
            raise blocked_prompt(self.blocked)
        fault = ending_fault(self.reason)
        if fault is not None:
            raise fault
        if not self.holds:
            raise EmptyAnswer("the answer is empty")


def _part(part: types.Part) -> Part:
    call = part.function_call
    asked = Call(call.id or "", call.name or "", dict(call.args or {})) if call else None
    return Part(text=part.text or "", call=asked, signature=part.thought_signature)


def _contents(ask: Ask) -> Any:
    return [
        types.Content(role=message.role, parts=[_as_sent(part) for part in message.parts]) for message in ask.messages
    ]


def _as_sent(part: Part) -> types.Part:
    if part.result is not None:
        call = part.result.call
        given = types.FunctionResponse(id=call.id or None, name=call.name, response=part.result.content)
        return types.Part(function_response=given)
    if part.call is not None:
        asked = types.FunctionCall(id=part.call.id or None, name=part.call.name, args=part.call.arguments)
        return types.Part(function_call=asked, thought_signature=part.signature)
    return types.Part(text=part.text, thought_signature=part.signature)


def _config(ask: Ask) -> types.GenerateContentConfig:
    level = settings.GEMINI_THINKING_LEVEL
    mode = types.FunctionCallingConfigMode.AUTO if ask.may_call else types.FunctionCallingConfigMode.NONE
    return types.GenerateContentConfig(
        system_instruction=ask.instruction,
        max_output_tokens=ask.limit,
        thinking_config=types.ThinkingConfig(thinking_level=types.ThinkingLevel(level)) if level else None,
        response_mime_type="application/json" if ask.schema else None,
        response_json_schema=ask.schema,
        tools=_tools(ask) or None,
        tool_config=types.ToolConfig(function_calling_config=types.FunctionCallingConfig(mode=mode))
        if ask.tools
        else None,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        automatic_continuation=False,
    )


def _tools(ask: Ask) -> list[Any]:
    declared = [
        types.FunctionDeclaration(name=tool.name, description=tool.description, parameters_json_schema=tool.parameters)
        for tool in ask.tools
    ]
    return [types.Tool(function_declarations=declared)] if declared else []


async def _side_by_side(works: Sequence[Awaitable[T]]) -> list[T]:
    """Do all, a few at once; the first fault ends them all."""
    free = asyncio.Semaphore(_AT_ONCE)

    async def one(work: Awaitable[T]) -> T:
        async with free:
            return await work

    tasks = [asyncio.ensure_future(one(work)) for work in works]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()


async def _answer(asked: Awaitable[T]) -> T:
    """Await what the SDK gives. Raises EngineError in the place of anything that the SDK raises."""
    try:
        return await asked
    except EngineError:
        raise
    except Exception as error:
        fault = _fault(error)
    raise fault


def _fault(error: Exception) -> EngineError:
    if isinstance(error, errors.APIError):
        headers = getattr(error.response, "headers", None) or {}
        return fault_of(error.code if isinstance(error.code, int) else 500, error.details, headers)
    if isinstance(error, httpx2.TransportError | OSError):
        return EngineUnavailable(f"the model's service was not reached, or broke off ({type(error).__name__})")
    if isinstance(error, GoogleAuthError):
        refused = EngineUnavailable if error.retryable else EngineRefused
        return refused(f"Google Cloud gave no credentials ({type(error).__name__})")
    return BadOutput(f"the answer could not be read ({type(error).__name__})")
