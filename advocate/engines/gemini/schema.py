"""The shape of the drafts that the model is asked for, and how one of them is read.

Only keywords that the service documents stand in the schema; what it does not hold to is caught in reading.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from memory.dates import PartialDate
from memory.drafts import Act, Assertion, Tense
from memory.engine import BadOutput
from memory.vocabulary import Tag

_TEXT: dict[str, Any] = {"type": "string"}
_MAYBE: dict[str, Any] = {"type": ["string", "null"]}


def _one_of(names: type[Tag] | type[Act] | type[Tense] | type[Assertion]) -> dict[str, Any]:
    return {"type": "string", "enum": [name.value for name in names]}


_QUOTE = {"type": "object", "properties": {"turn": _TEXT, "words": _TEXT}, "required": ["turn", "words"]}
_FACT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "tag": _one_of(Tag),
        "text": _TEXT,
        "quotes": {"type": "array", "items": _QUOTE, "minItems": 1},
        "source": _TEXT,
        "about": _TEXT,
        "entity": _TEXT,
        "aspect": _TEXT,
        "value": _MAYBE,
        "unit": _MAYBE,
        "frequency": _MAYBE,
        "route": _MAYBE,
        "as_needed": {"type": ["boolean", "null"]},
        "act": _one_of(Act),
        "tense": _one_of(Tense),
        "assertion": _one_of(Assertion),
        "date": _TEXT,
        "date_phrase": _TEXT,
        "negated": {"type": "boolean"},
        "subject": _TEXT,
        "replaces_fact": _TEXT,
        "replaces": _TEXT,
        "keys": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 5},
        "importance": {"type": "integer", "minimum": 1, "maximum": 5},
    },
    "required": ["tag", "text", "quotes", "source", "about", "act", "tense", "assertion", "subject", "keys"],
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": _FACT}},
    "required": ["facts"],
}

# "" and null both say that nothing was said of it.
_Maybe = Annotated[str | None, BeforeValidator(lambda said: said if said not in {"", "null"} else None)]
_Word = Annotated[str, BeforeValidator(lambda said: said or "")]
_Day = Annotated[PartialDate | None, BeforeValidator(lambda said: PartialDate.parse(said.strip()) if said else None)]


class Words(BaseModel):
    """Words of one turn, by its short id."""

    turn: str
    words: str


class Noted(BaseModel):
    """One fact as the model notes it."""

    model_config = ConfigDict(coerce_numbers_to_str=True, arbitrary_types_allowed=True)

    tag: Tag
    text: str
    quotes: tuple[Words, ...] = Field(min_length=1)
    source: _Word = ""
    about: str
    entity: _Word = ""
    aspect: _Word = ""
    value: _Maybe = None
    unit: _Maybe = None
    frequency: _Maybe = None
    route: _Maybe = None
    as_needed: bool | None = None
    act: Act
    tense: Tense
    assertion: Assertion
    date: _Day = None
    date_phrase: _Word = ""
    negated: bool = False
    subject: str
    replaces_fact: _Word = ""
    replaces: _Word = ""
    keys: tuple[str, ...]
    importance: Annotated[int, BeforeValidator(lambda given: min(max(int(given), 1), 5))] = 3


def read_facts(answer: str) -> tuple[list[Noted], list[str], int]:
    """Return the facts of an answer, the texts of records that are no fact, and how many records hold not even a text.

    Fences and prose around the JSON are passed over. Raises BadOutput where there is no JSON of this shape, or where
    there are records and not one can be read.
    """
    records = _records(answer)
    facts, unreadable, lost = [], [], 0
    for record in records:
        fact = _fact(record)
        if fact is not None:
            facts.append(fact)
        elif isinstance(record, dict) and isinstance(record.get("text"), str) and record["text"].strip():
            unreadable.append(record["text"])
        else:
            lost += 1
    if records and not facts:
        raise BadOutput(f"none of {len(records)} records can be read")
    return facts, unreadable, lost


def _fact(record: object) -> Noted | None:
    try:
        return Noted.model_validate(record)
    except (ValidationError, ValueError, TypeError, AttributeError, OverflowError):
        return None


def _records(answer: str) -> list[Any]:
    decoder, start = json.JSONDecoder(), answer.find("{")
    while start >= 0:
        try:
            found, _ = decoder.raw_decode(answer, start)
        except (json.JSONDecodeError, RecursionError):
            found = None
        if isinstance(found, dict) and isinstance(found.get("facts"), list):
            return list(found["facts"])
        start = answer.find("{", start + 1)
    raise BadOutput("the answer holds no drafts that can be read")
