"""A reply: the conversation so far, the record as data beside the latest message, and a few rounds of tools.

The history is ours, made of the stored turns; what the model answers within a reply goes back to it as it came, ids
and signatures included.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal

from advocate.configuration import system_instruction
from advocate.engines.base import Prompt
from advocate.engines.gemini.client import Client
from advocate.engines.gemini.conversation import labelled
from advocate.engines.gemini.faults import EmptyAnswer
from advocate.engines.gemini.looking import WrongArguments, sought
from advocate.engines.gemini.messages import DATA_LABEL, Ask, Call, Message, Part, Result, Tool, as_model_message
from advocate.engines.gemini.prompts import LOAD_MEMORY, SAVE_MEMORY
from advocate.engines.gemini.record import prompt_data, recalled
from memory.drafts import Said
from memory.engine import BadOutput
from memory.vocabulary import Speaker

ROUNDS = 4  # answers that may call tools; the one after them may not
LOOKUPS = 6  # in one reply, at most: a model that asks on and on is told to stop
_LIMIT = 8192  # tokens of an answer, thoughts included


async def reply(prompt: Prompt, client: Client) -> AsyncIterator[str]:
    """Yield the reply in pieces as they come. Raises EngineError, also in mid-stream."""
    messages, tools, spoken, looked = _opening(prompt), _tools(prompt), False, 0
    for number in range(ROUNDS + 1):
        ask = Ask(system_instruction(prompt.agent), tuple(messages), _LIMIT, tools=tools, may_call=number < ROUNDS)
        parts: list[Part] = []
        async for part in _asked(ask, client, spoken=spoken):
            parts.append(part)
            if part.text:
                spoken = spoken or bool(part.text.strip())
                yield part.text
        calls = [part.call for part in parts if part.call]
        if not calls:
            return
        results = [Part(result=await _result(call, prompt, looked + n < LOOKUPS)) for n, call in enumerate(calls)]
        looked += len(calls)
        messages += [as_model_message(parts), Message("user", tuple(results))]
    raise BadOutput("the model called tools although it had been told not to")


async def _asked(ask: Ask, client: Client, *, spoken: bool) -> AsyncIterator[Part]:
    """Stream one answer; what was `spoken` before in this reply makes an empty one no fault.

    An empty or unreadable one is asked for once more, as long as nobody has read a word of this reply.
    """
    blank: list[Part] = []
    begun = spoken
    try:
        async for part in client.stream(ask):
            if not begun and not part.text and part.call is None:
                blank.append(part)
                continue
            for waiting in (*blank, part):
                yield waiting
            begun, blank = True, []
        return
    except BadOutput as fault:
        if spoken and isinstance(fault, EmptyAnswer):
            return
        if begun:
            raise
    async for part in client.stream(ask):
        yield part


def _opening(prompt: Prompt) -> list[Message]:
    """The session's turns as messages, one for each change of speaker; the record stands before the latest message."""
    messages: list[Message] = []
    for turn in prompt.turns:
        role = _role(turn)
        if messages and messages[-1].role == role:
            messages[-1] = Message(role, (*messages[-1].parts, _said(turn)))
        elif messages or role == "user":
            messages.append(Message(role, (_said(turn),)))
    record = labelled(DATA_LABEL, prompt_data(prompt))
    if not messages or messages[-1].role == "model":
        return [*messages, Message("user", (record,))]
    *before, latest = messages[-1].parts
    return [*messages[:-1], Message("user", (*before, record, latest))]


def _role(turn: Said) -> Literal["user", "model"]:
    return "model" if turn.speaker is Speaker.ADVOCATE else "user"


def _said(turn: Said) -> Part:
    alone = turn.speaker in {Speaker.PATIENT, Speaker.ADVOCATE}
    return Part(text=turn.text if alone else f"({turn.speaker.value} speaking) {turn.text}")


def _tools(prompt: Prompt) -> tuple[Tool, ...]:
    offered: Sequence[tuple[Tool, object]] = ((LOAD_MEMORY, prompt.load_memory), (SAVE_MEMORY, prompt.save_memory))
    return tuple(tool for tool, given in offered if given is not None)


async def _result(call: Call, prompt: Prompt, may_look: bool) -> Result:
    """Do what a tool promises. What cannot be done is told to the model: it goes on with what it has."""
    if call.name == SAVE_MEMORY.name and prompt.save_memory is not None:
        prompt.save_memory()
        return Result(call, {"output": "Marked. What was said is read for the record when the conversation ends."})
    if call.name != LOAD_MEMORY.name or prompt.load_memory is None:
        return Result(call, {"error": "There is no such tool."})
    if not may_look:
        return Result(call, {"error": "That was looked up often enough. Answer from what you have."})
    try:
        wanted = sought(call.arguments)
    except WrongArguments as error:
        return Result(call, {"error": str(error)})
    return Result(call, {"label": DATA_LABEL, "output": recalled(await prompt.load_memory(wanted))})
