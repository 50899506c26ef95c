"""Recall on a written record: what a patient and a clinician ask of it, what must come back, and what it must not hold.

One JSON object: `{"facts": [{"ref", "line", "memory_key"?, "superseded_by"?: ref, "conflicts_with"?: ref}],
"turns"?: [{"ref", "at", "text"}], "questions": [{"id", "text", "today", "before"?: [text, …], "expects": [ref, …],
"must_not_be_current"?: [ref, …], "answerable", "kind"}]}`; `conflicts_with` stands on the newer row.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from advocate.benchmarks.kind import Progress
from advocate.benchmarks.recall_silo import BY, Row, Told, made_up
from memory.engine import MemoryEngine
from memory.line import parse_line
from memory.recall import recall
from memory.recollection import Recollection, Slot
from memory.vocabulary import Speaker

_FIRST = 5


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what it must bring: `expects` and `past` are ids; `past` may be spoken of as past only."""

    id: str
    kind: str
    text: str
    today: date
    before: tuple[str, ...]
    expects: tuple[uuid.UUID, ...]
    past: tuple[uuid.UUID, ...]
    answerable: bool

    @property
    def unseen(self) -> bool:
        """True for a third, by the id alone: what is tuned is not tuned to these."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 3 == 0


@dataclass(frozen=True, slots=True)
class Clinical:
    """A record and its questions; `names` gives back the refs."""

    rows: tuple[Row, ...]
    sessions: tuple[tuple[Told, ...], ...]
    questions: tuple[Question, ...]
    names: Mapping[uuid.UUID, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a question brought. `found`: the share of what it expects among the first five placed and the quotations."""

    question: Question
    found: float
    silent: bool
    as_current: tuple[uuid.UUID, ...]
    first: tuple[uuid.UUID, ...]


def read(text: str) -> Clinical:
    """Return a record and its questions. Raises ValueError, which names what cannot be read."""
    try:
        told = json.loads(text)
        ids = {each["ref"]: uuid.uuid4() for each in (*told["facts"], *(told.get("turns") or ()))}
        return Clinical(
            rows=tuple(_row(fact, ids) for fact in told["facts"]),
            sessions=_sessions(told.get("turns") or (), ids),
            questions=tuple(_question(each, ids) for each in told["questions"]),
            names={id: ref for ref, id in ids.items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no clinical record ({type(error).__name__}: {error})") from error


def figures(record: Clinical, engine: MemoryEngine, progress: Progress) -> dict[str, Any]:
    """Ask all questions of the record in a silo of its own; the figures of all, and of the unseen third apart."""
    outcomes = []
    with made_up(record.sessions, record.rows, engine) as key:
        for number, question in enumerate(record.questions, 1):
            outcomes.append(_ask(key, question, engine))
            progress(f"{number} of {len(record.questions)}")
    unseen = [each for each in outcomes if each.question.unseen]
    return {
        **_figures(outcomes),
        "unseen": _figures(unseen),
        "kinds": {kind: _of_kind(found) for kind, found in _by_kind(outcomes)},
        "failed": [_told(each, record.names) for each in outcomes if not _held(each)],
    }


def _ask(key: str, question: Question, engine: MemoryEngine) -> Outcome:
    found = recall(
        key,
        question.text,
        day=question.today,
        engine=engine,
        entities=import_string(settings.ENTITIES),
        before=question.before,
        by=BY,
    )
    first = (*(each.fact.id for each in found.placed[:_FIRST]), *(quotation.turn for quotation in found.quotations))
    expected = question.expects
    share = len(set(expected) & set(first)) / len(expected) if expected else 1.0
    return Outcome(question, share, found.silent, tuple(_as_current(question, found)), first)


def _as_current(question: Question, found: Recollection) -> list[uuid.UUID]:
    return [p.fact.id for p in found.placed if p.fact.id in question.past and p.slot is not Slot.HISTORY]


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """`recall@5` over what can be answered; silence as the class "the record holds nothing on it"."""
    expecting = [each.found for each in outcomes if each.question.expects]
    silent = [each for each in outcomes if each.silent]
    unanswerable = [each for each in outcomes if not each.question.answerable]
    right = sum(not each.question.answerable for each in silent)
    precision, recalled = _share(right, len(silent)), _share(right, len(unanswerable))
    f1 = 2 * precision * recalled / (precision + recalled) if right else 0.0
    return {
        "questions": len(outcomes),
        "recall@5": round(_share(sum(expecting), len(expecting)), 4),
        "silence": {"precision": round(precision, 4), "recall": round(recalled, 4), "f1": round(f1, 4)},
        "superseded_as_current": round(_share(sum(bool(each.as_current) for each in outcomes), len(outcomes)), 4),
    }


def _of_kind(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    expecting = [each.found for each in outcomes if each.question.expects]
    rightly = sum(each.silent is not each.question.answerable for each in outcomes)
    found = {"recall@5": round(_share(sum(expecting), len(expecting)), 4)} if expecting else {}
    return {"questions": len(outcomes), **found, "silence_right": round(rightly / len(outcomes), 4)}


def _by_kind(outcomes: Sequence[Outcome]) -> list[tuple[str, list[Outcome]]]:
    ordered = sorted(outcomes, key=lambda each: each.question.kind)
    return [(kind, list(found)) for kind, found in groupby(ordered, key=lambda each: each.question.kind)]


def _held(outcome: Outcome) -> bool:
    return outcome.found == 1 and outcome.silent is not outcome.question.answerable and not outcome.as_current


def _told(outcome: Outcome, names: Mapping[uuid.UUID, str]) -> dict[str, Any]:
    question = outcome.question
    return {
        "id": question.id,
        "unseen": question.unseen,
        "text": question.text,
        "expects": [names[id] for id in question.expects],
        "first": [names[id] for id in outcome.first],
        "silent": outcome.silent,
        "answerable": question.answerable,
        "as_current": [names[id] for id in outcome.as_current],
    }


def _share(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _row(told: Mapping[str, Any], ids: Mapping[str, uuid.UUID]) -> Row:
    after, against = told.get("superseded_by"), told.get("conflicts_with")
    return Row(
        id=ids[told["ref"]],
        line=parse_line(told["line"]),
        memory_key=told.get("memory_key"),
        superseded_by=ids[after] if after else None,
        conflicts_with=ids[against] if against else None,
    )


def _sessions(told: Sequence[Mapping[str, Any]], ids: Mapping[str, uuid.UUID]) -> tuple[tuple[Told, ...], ...]:
    """The patient's turns, one conversation a day. A moment without a zone is UTC."""
    turns = [Told(ids[each["ref"]], Speaker.PATIENT, _moment(each["at"]), each["text"]) for each in told]
    turns.sort(key=lambda turn: turn.at)
    return tuple(tuple(of_a_day) for _, of_a_day in groupby(turns, key=lambda turn: turn.at.date()))


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _question(told: Mapping[str, Any], ids: Mapping[str, uuid.UUID]) -> Question:
    return Question(
        id=str(told["id"]),
        kind=str(told["kind"]),
        text=told["text"],
        today=date.fromisoformat(told["today"]),
        before=tuple(told.get("before") or ()),
        expects=tuple(ids[ref] for ref in told["expects"]),
        past=tuple(ids[ref] for ref in told.get("must_not_be_current") or ()),
        answerable=bool(told["answerable"]),
    )
