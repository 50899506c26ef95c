"""The check on replies, sentence by sentence as a reply meets it: are false ones withheld, do true ones pass?

An item is one JSON object a line: `{"id", "placed": [record line, …], "said": [the person's turns, …], "today",
"sentences": [{"text", "bad", "why"?}, …]}`. A bad sentence must be withheld, a good one must pass.
"""

from __future__ import annotations

import hashlib
import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from advocate.benchmarks.kind import Kind, Progress
from advocate.configuration import Agent, agents
from advocate.engines.naming import named_in
from advocate.grounding import Grounding, Verdict
from advocate.trends import put_there_by_code
from memory.drafts import Value
from memory.line import parse_line
from memory.naming import Kind as Named
from memory.numbers import dosing, quantities
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Retired, Status, Tag

_NEGATIONS = ("no ", "not ", "never ", "stopped ", "does not ", "doesn't ", "may not ", "none", "dejó ")
_SLOTS = {Status.SUPERSEDED: Slot.HISTORY, Status.HISTORICAL: Slot.HISTORY, Status.PLANNED: Slot.PLANNED}
_NAMED: dict[Tag, Sequence[Named]] = {
    Tag.LAB: ("lab", "vital"),
    Tag.VITAL: ("vital", "lab"),
    Tag.MEDICATION: ("drug",),
    Tag.ALLERGY: ("drug",),
    Tag.DIRECTIVE: ("drug",),
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an item, with the verdict expected; `why` says what is wrong with it, in a word or two."""

    text: str
    bad: bool
    why: str


@dataclass(frozen=True, slots=True)
class Item:
    """A record as placed, what the person said, and sentences about it."""

    id: str
    placed: tuple[Placed, ...]
    said: tuple[str, ...]
    today: date
    sentences: tuple[Sentence, ...]

    @property
    def unseen(self) -> bool:
        """True for a third, by the id alone: the check is not tuned to these."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 3 == 0


Judged = tuple[Item, Sentence, Verdict]


def read(lines: Iterable[str]) -> list[Item]:
    """Return the items of JSON lines. Raises ValueError, which names what cannot be read."""
    try:
        return [_item(json.loads(line)) for line in lines if line.strip()]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no item of grounding ({type(error).__name__}: {error})") from error


def judge(item: Item, agent: Agent) -> list[Judged]:
    """Check an item's sentences as a reply of the agent over this record would be."""
    emergency = agent.emergency
    grounding = Grounding(
        placed=item.placed,
        quotations=(),
        said=item.said,
        allowed=put_there_by_code(agent, item.today, item.placed),
        configured={emergency.default, *emergency.countries.values()},
        day=item.today,
    )
    return [(item, sentence, grounding.check(sentence.text)) for sentence in item.sentences]


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """The shares, what is caught of each kind, and what failed; of the unseen third apart."""
    unseen = [each for each in judged if each[0].unseen]
    return {**_figures(judged), "unseen": _shares(unseen)}


def _figures(judged: Sequence[Judged]) -> dict[str, Any]:
    bad = [(sentence.why or "bad", not verdict.supported) for _, sentence, verdict in judged if sentence.bad]
    kinds = {why: [caught for kind, caught in bad if kind == why] for why in sorted({why for why, _ in bad})}
    return {
        **_shares(judged),
        "why": {why: {"caught": sum(found), "all": len(found)} for why, found in kinds.items()},
        "failed": [_told(*each) for each in judged if each[1].bad is each[2].supported],
    }


def _shares(judged: Sequence[Judged]) -> dict[str, Any]:
    caught = [not verdict.supported for _, sentence, verdict in judged if sentence.bad]
    withheld = [not verdict.supported for _, sentence, verdict in judged if not sentence.bad]
    return {
        "recall": round(sum(caught) / max(len(caught), 1), 4),
        "false_alarms": round(sum(withheld) / max(len(withheld), 1), 4),
        "bad": len(caught),
        "good": len(withheld),
    }


def _told(item: Item, sentence: Sentence, verdict: Verdict) -> dict[str, Any]:
    return {
        "id": item.id,
        "unseen": item.unseen,
        "text": sentence.text,
        "bad": sentence.bad,
        "expected": sentence.why,
        "withheld": verdict.why,
        "missing": list(verdict.missing),
    }


def _item(told: Mapping[str, Any]) -> Item:
    return Item(
        id=told["id"],
        placed=_placed([_fact(line, n, told["id"]) for n, line in enumerate(told["placed"])]),
        said=tuple(told["said"]),
        today=date.fromisoformat(told["today"]),
        sentences=tuple(Sentence(s["text"], s["bad"], s.get("why", "")) for s in told["sentences"]),
    )


def _placed(facts: Sequence[FactView]) -> tuple[Placed, ...]:
    """Place rows as recall does: what was replaced with what holds now, where the record has that."""
    return tuple(
        Placed(replace(fact, superseded_by=now.id, retired_why=Retired.CHANGED), slot, 1.0, ("given",), now)
        if (slot := _SLOTS.get(fact.status, Slot.CURRENT)) is Slot.HISTORY and (now := _successor(fact, facts))
        else Placed(fact, slot, 1.0, ("given",))
        for fact in facts
    )


def _successor(fact: FactView, among: Sequence[FactView]) -> FactView | None:
    if fact.status is not Status.SUPERSEDED:
        return None
    same = [f for f in among if f.status is Status.ACTIVE and (f.tag, f.attribute) == (fact.tag, fact.attribute)]
    return same[0] if same else None


def _fact(line: str, number: int, item: str) -> FactView:
    parts = parse_line(line)
    day = parts.date.first if parts.date else date.min
    return FactView(
        id=uuid5(NAMESPACE_OID, f"{item} {number}"),
        tag=parts.tag,
        text=parts.fact,
        date=parts.date,
        source=parts.source,
        status=parts.status,
        keys=parts.keys,
        attribute=_attribute(parts.tag, parts.fact, parts.keys),
        memory_key=None,
        value=_value(parts.tag, parts.fact),
        negated=parts.fact.lower().startswith(_NEGATIONS),
        contested=False,
        superseded_by=None,
        retired_why=None,
        created_at=datetime.combine(day, time(12), tzinfo=UTC),
    )


def _attribute(tag: Tag, text: str, keys: Sequence[str]) -> str:
    """What a row is of, by its one name, which a line does not hold."""
    named = [found.name for kind in _NAMED.get(tag, ()) for found in named_in(text, kind)]
    return named[0] if named else keys[0] if keys else ""


def _value(tag: Tag, text: str) -> Value:
    """The structured value, which a line does not hold: of a reading or a medicine with one number."""
    if tag not in {Tag.LAB, Tag.VITAL, Tag.MEDICATION}:
        return Value()
    found = quantities(text)
    often = dosing.frequency(text) if tag is Tag.MEDICATION else None
    if len(found) != 1:
        pair = "/".join(f"{each.value}" for each in found) if len(found) == 2 and "/" in text else None
        return Value(pair if tag is Tag.VITAL else None, None, often)
    return Value(f"{found[0].value:f}", found[0].unit, often)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--items", nargs="+", type=Path, required=True, metavar="FILE", help="items, one JSON a line")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    items = [item for path in options["items"] for item in read(path.read_text("utf-8").split("\n"))]
    agent = agents()["patient-advocate"]
    began = perf_counter()
    judged = [each for item in items for each in judge(item, agent)]
    spent = (perf_counter() - began) * 1000 / max(len(judged), 1)
    progress(f"{spent:.2f} ms a sentence")
    return figures(judged)


KIND = Kind("grounding", "sentences of replies, true and false, against the check", _arguments, _measure)
