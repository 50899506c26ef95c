"""Why a reply said what it said: what was looked for, what was found, placed, cited and withheld. Inside the silo.

The trace keeps ids and scores; the words come from the rows, so that what was forgotten since is shown as forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from advocate.showing import words
from advocate.showing.facts import ShownFact, by_ids
from memory.models import RecallTrace, Turn

_SLOTS = {
    "current": "as what holds now",
    "history": "as what is past",
    "planned": "as what lies ahead",
    "conflict": "as one side of a contradiction",
}


@dataclass(frozen=True, slots=True)
class Found:
    """One fact that was found. `how` is what led to it; `placed` how it was given to the advocate, "" where not."""

    fact: ShownFact
    how: tuple[str, ...]
    score: float | None
    similarity: float | None
    placed: str
    cited: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the reply with the facts that it rests on; `withheld` says why it was not shown, else ""."""

    text: str
    facts: tuple[ShownFact, ...]
    withheld: str


@dataclass(frozen=True, slots=True)
class Why:
    """How one reply came to be. `forgotten` counts found facts that are no longer there."""

    session: UUID
    question: str
    reply: str
    at: str
    silent: bool
    placed: tuple[Found, ...]
    left: tuple[Found, ...]
    quotations: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    forgotten: int


def why(turn: UUID) -> Why | None:
    """Return how a reply came to be, named by its own turn or by the one that it answers; None where there is none."""
    named = Q(reply_turn=turn) | Q(question_turn=turn, reply_turn__isnull=False)
    trace = RecallTrace.objects.filter(named).select_related("reply_turn", "session").first()
    if trace is None or trace.reply_turn is None or trace.session is None:
        return None
    given = {row["id"]: row for row in trace.placed}
    shortlist = {row["id"]: row for row in trace.shortlist}
    ids = {UUID(id) for id in [*shortlist, *given]}
    ids |= {UUID(id) for sentence in trace.sentences for id in sentence.get("facts", [])}
    facts = by_ids(ids)
    cited = {id for sentence in trace.sentences if not sentence.get("withheld") for id in sentence.get("facts", [])}
    found = [
        _found(facts[UUID(id)], shortlist.get(id, {}), given.get(id), id in cited)
        for id in dict.fromkeys([*given, *shortlist])
        if UUID(id) in facts
    ]
    said = Turn.objects.filter(id__in=[UUID(id) for id in trace.quotations]).order_by("said_at")
    reply = trace.reply_turn
    return Why(
        session=trace.session.public_id,
        question=trace.query,
        reply=reply.text.strip(),
        at=words.moment(reply.said_at, reply.time_zone),
        silent=trace.silent,
        placed=tuple(one for one in found if one.placed),
        left=tuple(one for one in found if not one.placed),
        quotations=tuple(f"{each.text.strip()} ({words.moment(each.said_at, each.time_zone)})" for each in said),
        sentences=tuple(_sentence(sentence, facts) for sentence in trace.sentences),
        forgotten=len({*shortlist, *given}) - len(found),
    )


def _found(fact: ShownFact, listed: Mapping[str, Any], given: Mapping[str, Any] | None, cited: bool) -> Found:
    how = (given or listed).get("why", [])
    placed = _SLOTS.get(given["slot"], given["slot"]) if given else ""
    return Found(fact, tuple(map(_plain, how)), listed.get("score"), listed.get("similarity"), placed, cited)


def _sentence(sentence: Mapping[str, Any], facts: Mapping[UUID, ShownFact]) -> Sentence:
    rests = [facts[UUID(id)] for id in sentence.get("facts", []) if UUID(id) in facts]
    return Sentence(sentence["text"].strip(), tuple(rests), sentence.get("withheld", ""))


def _plain(reason: str) -> str:
    kind, _, rest = reason.partition(": ")
    told = {
        "names": f"it is about {rest}",
        "words": f"the same words: {rest}",
        "kind": f"of the kind asked for: {rest}",
        "meaning": "close in meaning",
        "context": "always at hand, or near to it",
        "pinned": "always at hand",
    }
    return told.get(kind, reason)
