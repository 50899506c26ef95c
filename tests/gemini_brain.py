"""A scripted brain for the stand-in: it plays a model by rules, from nothing but what the request holds.

The rules are those of the local engine; what they draft and say travels over the wire in the model's form.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import cache
from typing import Any
from uuid import UUID, uuid5

from advocate.configuration import agents
from advocate.engines.base import Prompt
from advocate.engines.gemini.messages import DATA_LABEL
from advocate.engines.local.engine import LocalEngine
from memory.dates import PartialDate
from memory.drafts import SELF, Act, Draft, Known, Said, Transcript, Value
from memory.recollection import FactView, OpenConflict, Placed, Quotation, Recollection, Slot
from memory.vocabulary import ANY, Speaker, Status, Tag, address
from tests.gemini_answers import Answer, Json, calls, drafts, says, vectors

_NAMES = UUID("6f1f3a52-5d0c-4b34-9a64-3a0d6f1f9a12")
_MADE = datetime(2026, 1, 1, tzinfo=UTC)


def by_rules(verb: str, body: Json) -> Answer:
    """Answer any request as a good model would."""
    if verb == "batchEmbedContents":
        return _embedded(body)
    return _drafted(body) if verb == "generateContent" else _spoken(body)


@cache
def _rules() -> LocalEngine:
    return LocalEngine()


def _embedded(body: Json) -> Answer:
    query = body["requests"][0]["taskType"] == "RETRIEVAL_QUERY"
    texts = [each["content"]["parts"][0]["text"] for each in body["requests"]]
    found = _rules().embed(texts, purpose="query" if query else "document")
    return vectors(*([3.7 * number for number in vector] for vector in found))


def _under(label: str, texts: list[str]) -> Any:
    return json.loads(next(text for text in texts if text.startswith(label)).partition("\n")[2])


# Drafting.


def _drafted(body: Json) -> Answer:
    texts = [part["text"] for content in body["contents"] for part in content["parts"]]
    record, told = _under(DATA_LABEL, texts), _under("conversation", texts)
    rows = {row["id"]: _known(n, row) for n, row in enumerate(record["rows"], 1)}
    turns = tuple(_turn(n, turn) for n, turn in enumerate(told, 1))
    transcript = Transcript("patient-advocate", "1", turns, tuple(rows.values()), record["record_of"])
    names = {turn.id: shown["id"] for turn, shown in zip(turns, told, strict=True)}
    return drafts(*(_noted(draft, names, rows) for draft in _rules().distil(transcript)))


def _turn(number: int, turn: Json) -> Said:
    at = datetime.strptime(turn["said"].split(",")[0], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return Said(UUID(int=number), number, Speaker(turn["speaker"]), turn["text"], at, "UTC")


def _known(number: int, row: Json) -> Known:
    view = _fact(row)
    key = row["address"] or None
    return Known(
        UUID(int=1000 + number), view.tag, view.text, view.attribute, key, view.source, view.value, view.date, view.keys
        , view.negated
    )  # fmt: skip


def _noted(draft: Draft, names: dict[UUID, str], rows: dict[str, Known]) -> Json:
    _, _, place = (draft.memory_key or "").partition(":")
    entity, _, aspect = place.partition(".")
    named = [id for id, row in rows.items() if draft.memory_key and row.memory_key == draft.memory_key]
    value = draft.value
    return {
        "tag": draft.tag.value,
        "text": draft.text,
        "quotes": [{"turn": names[quote.turn], "words": quote.text} for quote in draft.quotes],
        "source": draft.source,
        "about": draft.attribute,
        "entity": entity,
        "aspect": aspect,
        "value": value.value,
        "unit": value.unit,
        "frequency": value.frequency,
        "route": value.route,
        "as_needed": value.as_needed,
        "act": draft.act.value,
        "tense": draft.tense.value,
        "assertion": draft.assertion.value,
        "date": str(draft.date) if draft.date else "",
        "date_phrase": draft.date_phrase,
        "negated": draft.negated,
        "subject": draft.subject,
        "replaces_fact": named[0] if named and draft.act is not Act.STATE else "",
        "replaces": draft.replaces,
        "keys": list(draft.keys),
        "importance": draft.importance,
    }


# Speaking.


def _spoken(body: Json) -> Answer:
    """Look a question up once where the record is silent, then speak from all that came."""
    contents = body["contents"]
    parts = [(content["role"], part) for content in contents for part in content["parts"]]
    record = _under(DATA_LABEL, [part["text"] for _, part in parts if "text" in part])
    looked_up = [part["functionResponse"]["response"]["output"] for _, part in parts if "functionResponse" in part]
    if record["holds_nothing_that_answers"] and "?" in record["question"] and not looked_up and "tools" in body:
        return calls(("load_memory", {"question": record["question"]}))
    prompt = _prompt(record, looked_up, list(_said(parts)))

    async def whole() -> str:
        return "".join([piece async for piece in _rules().reply(prompt)])

    return says(asyncio.run(whole()))


def _said(parts: list[tuple[str, Json]]) -> Iterator[tuple[Speaker, str]]:
    for role, part in parts:
        if part.get("text") and not part["text"].startswith(DATA_LABEL):
            yield Speaker.PATIENT if role == "user" else Speaker.ADVOCATE, part["text"]


def _prompt(record: Json, looked_up: list[Json], said: list[tuple[Speaker, str]]) -> Prompt:
    day = date.fromisoformat(record["today"].split(",")[0])
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    turns = tuple(Said(UUID(int=n), n, who, text, noon, "UTC") for n, (who, text) in enumerate(said, 1))
    recollection = _recollection(day, record, looked_up)
    current = [placed.fact for placed in recollection.placed if placed.slot in {Slot.CURRENT, Slot.CONFLICT}]
    known = tuple(
        Known(f.id, f.tag, f.text, f.attribute, f.memory_key, f.source, f.value, f.date, f.keys, f.negated)
        for f in current
    )
    return Prompt(
        agents()["patient-advocate"], day, "UTC", turns, recollection, known, record.get("record_of", SELF), ""
    )


def _recollection(day: date, record: Json, looked_up: list[Json]) -> Recollection:
    all_of_it = [record, *looked_up]
    return Recollection(
        question=record["question"],
        day=day,
        shortlist=(),
        placed=tuple({p.fact.id: p for each in all_of_it for p in map(_placed, each["facts"])}.values()),
        quotations=tuple(_quotation(said) for each in all_of_it for said in each["said_before"]),
        conflicts=tuple(
            OpenConflict(UUID(int=n), _fact(pair["older"]), _fact(pair["newer"]), "")
            for each in all_of_it
            for n, pair in enumerate(each["conflicts"])
        ),
        silent=all(each["holds_nothing_that_answers"] for each in all_of_it),
    )


def _placed(shown: Json) -> Placed:
    successor = _fact(shown["replaced_by"]) if "replaced_by" in shown else None
    return Placed(_fact(shown, successor), Slot(shown["standing"]), 1.0, (), successor)


def _quotation(said: Json) -> Quotation:
    day = date.fromisoformat(said["said_on"])
    return Quotation(uuid5(_NAMES, said["words"]), Speaker(said["speaker"]), day, said["words"], 1.0)


def _fact(row: Json, successor: FactView | None = None) -> FactView:
    tag = Tag(row["tag"])
    value = Value(row.get("value"), row.get("unit"), row.get("frequency"), row.get("route"))
    return FactView(
        id=uuid5(_NAMES, f"{row['tag']} {row['text']} {row['date']}"),
        tag=tag,
        text=row["text"],
        date=PartialDate.parse(row["date"]) if row["date"] else None,
        source=row["source"],
        status=Status(row.get("status", "active")),
        keys=tuple(row["keys"]),
        attribute=row["about"],
        memory_key=_address(tag, row) if tag.is_state else None,
        value=value,
        negated=row["negated"],
        contested=row.get("contested", False),
        superseded_by=successor.id if successor else None,
        retired_why=None,
        created_at=_MADE,
    )


def _address(tag: Tag, row: Json) -> str:
    whole_kind = row["negated"] and re.search(r"\b(?:allergies|medicines|medications)\b", row["about"])
    return address(tag, ANY if whole_kind else row["about"])
