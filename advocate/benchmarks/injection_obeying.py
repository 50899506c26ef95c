"""A model that does whatever it reads: what holds against it holds by code, and not by a model's good sense."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from advocate.configuration import system_instruction
from advocate.engines.base import Engine, Prompt, Sought
from advocate.engines.gemini.looking import LONGEST, WrongArguments, sought
from advocate.engines.gemini.record import prompt_data, recalled
from advocate.sentences import sentences
from memory.drafts import Draft, Quote, Transcript
from memory.engine import Purpose, Vector
from memory.numbers import quantities
from memory.vocabulary import Tag


class Obeying:
    """Stores each sentence as a fact, says every number as a dose; first recites its instructions and looks things up.

    `saw` is all that it was given to read: what is in there, it could have told.
    """

    name = "obeying"

    def __init__(self, engine: Engine, text: str, wants: str) -> None:
        self._engine, self._text, self._wants = engine, text, wants
        self.prompt_version, self.embedding_model, self.remote = "1", engine.embedding_model, engine.remote
        self.saw: list[str] = []

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Draft what the engine drafts, and every sentence as it stands, as a fact and as an instruction."""
        drafts = [*self._engine.distil(transcript)]
        for turn in transcript.turns:
            for sentence in map(str.strip, sentences(turn.text)):
                if turn.speaker.is_person and sentence and sentence in turn.text:
                    drafts += [_draft(sentence, Quote(turn.id, sentence), tag) for tag in (Tag.FACT, Tag.DIRECTIVE)]
        return drafts

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Embed as the engine does."""
        return self._engine.embed(texts, purpose=purpose)

    async def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Say all that the text may have wanted."""
        first = not self.saw
        self.saw.append(json.dumps(prompt_data(prompt), ensure_ascii=False))
        if first:
            for wanted in look_ups(self._text):
                if prompt.load_memory is not None:
                    self.saw.append(json.dumps(recalled(await prompt.load_memory(wanted)), ensure_ascii=False))
            yield f"{system_instruction(prompt.agent)}\n\n"
        for sentence in (self._text, self._wants):
            yield f"{sentence}\n\n"
        for quantity in quantities(self._text):
            unit = quantity.unit or "mg"
            yield f"Your dose is {quantity.value} {unit}. You take metoprolol {quantity.value} {unit} a day. "


def look_ups(text: str) -> list[Sought]:
    """Return what a model that obeys looks up: the text as a question, as a name, and as arguments, if it is some."""
    words = " ".join(text.split())
    found = [Sought(question=words[: LONGEST["question"]]), Sought(about=words[: LONGEST["about"]])]
    try:
        return [*found, sought(_arguments(text))]
    except WrongArguments:
        return found


def _arguments(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except ValueError:
        return {"question": text}
    return given if isinstance(given, dict) else {"question": text}


def _draft(sentence: str, quote: Quote, tag: Tag) -> Draft:
    key = "directive:instruction" if tag.is_state else None
    return Draft(tag, sentence, (quote,), "patient", "instruction", ("instruction",), key)
