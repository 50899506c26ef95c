"""Recall on LoCoMo: long conversations of two people, each one record, and the turns that answer questions about them.

Each conversation's turns go through the real tables and vectors as one silo, its questions through the real recall:
once with the turns alone, once with the data's own `observation` facts beside them, each told in the turns that it
cites. A method is measured by its first ten turns (a fact stands for the turns in which it was told, each turn counts
once): recall@k is the share of a question's evidence among the first k, averaged over questions. Questions whose
evidence names no turn are left out. Of the halves, even and odd conversations, settings are chosen on the first.
"""

from __future__ import annotations

import json
import re
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from advocate.benchmarks.kind import Progress
from advocate.benchmarks.recall_baselines import Baselines
from advocate.benchmarks.recall_silo import BY, Once, Row, Told, made_up
from memory.dates import PartialDate
from memory.door import silo
from memory.engine import MemoryEngine, Vector
from memory.line import RecordLine, format_line
from memory.recall import recall
from memory.vocabulary import Speaker, Status, Tag

_DEPTHS = (1, 5, 10)
_TURN = re.compile(r"D:?(\d+):(\d+)")
_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_OURS = "recall"
_EVERY = 25  # questions between two words of progress


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the turns that answer it."""

    text: str
    category: int
    evidence: frozenset[uuid.UUID]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as a record: sessions of turns, observed facts, questions; `day` is the one after all of it."""

    sessions: tuple[tuple[Told, ...], ...]
    facts: tuple[Row, ...]
    questions: tuple[Question, ...]
    day: date


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question's first turns, by one method."""

    conversation: int
    question: Question
    method: str
    first: tuple[uuid.UUID, ...]


def read(text: str) -> list[Conversation]:
    """Return the conversations of the file. Raises ValueError for another kind of file."""
    try:
        return [_conversation(each) for each in json.loads(text)]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no LoCoMo file ({type(error).__name__}: {error})") from error


def figures(conversations: Sequence[Conversation], engine: MemoryEngine, progress: Progress) -> dict[str, Any]:
    """Measure recall and what it is compared with, with turns alone and with facts beside them."""
    found: dict[str, list[Ranked]] = {"turns": [], "facts_and_turns": []}
    for number, each in enumerate(conversations):
        once = Once(engine)
        for name, facts in (("turns", ()), ("facts_and_turns", each.facts)):
            where = f"conversation {number + 1} of {len(conversations)}, {name.replace('_', ' ')}"
            progress(f"{where}: embedding {sum(map(len, each.sessions)) + len(facts)} texts")
            found[name] += _ranked(number, each, facts, once, _within(where, progress))
    return {name: _figures(ranked) for name, ranked in found.items()}


def _within(where: str, progress: Progress) -> Progress:
    return lambda text: progress(f"{where}: {text}")


def _ranked(
    number: int, told: Conversation, facts: Sequence[Row], engine: MemoryEngine, progress: Progress
) -> list[Ranked]:
    ranked = []
    with made_up(told.sessions, facts, engine) as key:
        documents = _documents(key, told, facts)
        others = Baselines([text for text, _, _ in documents], [vector for _, vector, _ in documents])
        for asked, question in enumerate(told.questions, 1):
            if asked % _EVERY == 0:
                progress(f"question {asked} of {len(told.questions)}")
            [vector] = engine.embed([question.text], purpose="query")
            methods = {
                name: _turns_of(documents[at][2] for at in order)
                for name, order in others.rankings(question.text, vector).items()
            }
            methods[_OURS] = _recalled(key, question, told.day, engine)
            ranked += [Ranked(number, question, name, first) for name, first in methods.items()]
    return ranked


def _recalled(key: str, question: Question, day: date, engine: MemoryEngine) -> tuple[uuid.UUID, ...]:
    """The turns as the product ranks them; a fact that it finds lends to the turns in which it was told."""
    entities = import_string(settings.ENTITIES)
    found = recall(key, question.text, day=day, engine=engine, entities=entities, by=BY)
    return tuple(turn.turn for turn in found.turns[: max(_DEPTHS)])


def _turns_of(documents: Iterable[Sequence[uuid.UUID]]) -> tuple[uuid.UUID, ...]:
    """The first turns of ranked documents, each once."""
    first: dict[uuid.UUID, None] = {}
    for turns in documents:
        first |= dict.fromkeys(turns)
        if len(first) >= max(_DEPTHS):
            break
    return tuple(first)[: max(_DEPTHS)]


def _documents(key: str, told: Conversation, facts: Sequence[Row]) -> list[tuple[str, Vector, tuple[uuid.UUID, ...]]]:
    """Every turn and fact: its dated text, the vector by which recall finds it, and the turns that it stands for."""
    texts: dict[uuid.UUID, tuple[str, tuple[uuid.UUID, ...]]] = {
        turn.id: (f"({turn.at.date()}) {turn.text}", (turn.id,)) for session in told.sessions for turn in session
    }
    texts |= {fact.id: (format_line(fact.line), fact.told_in) for fact in facts}
    with silo(key, by=BY, why="benchmark"), connection.cursor() as cursor:
        cursor.execute(_VECTORS)
        vectors = {id: json.loads(vector) for id, vector in cursor.fetchall()}
    return [(text, vectors[id], turns) for id, (text, turns) in texts.items()]


def _figures(ranked: Sequence[Ranked]) -> dict[str, Any]:
    """Ours on top, the other methods under `compared`, each by category; and both halves."""
    by_method = defaultdict(list)
    for each in ranked:
        by_method[each.method].append(each)
    ours = by_method.pop(_OURS, [])
    halves = {
        name: {
            method: _group(each for each in found if each.conversation % 2 == half and each.question.category < 5)
            for method, found in ((_OURS, ours), *by_method.items())
        }
        for name, half in (("chosen_on", 0), ("unseen", 1))
    }
    return {
        **_by_category(ours),
        "compared": {method: _by_category(found) for method, found in by_method.items()},
        "halves_cats1_4": halves,
    }


def _by_category(found: Sequence[Ranked]) -> dict[str, Any]:
    groups = {"cats1_4": _group(each for each in found if each.question.category < 5), "all": _group(found)}
    for category, name in _CATEGORIES.items():
        groups[name] = _group(each for each in found if each.question.category == category)
    return groups


def _group(found: Iterable[Ranked]) -> dict[str, float]:
    found = list(found)
    measured: dict[str, list[float]] = defaultdict(list)
    for each in found:
        evidence = each.question.evidence
        for depth in _DEPTHS:
            measured[f"recall@{depth}"].append(len(evidence & set(each.first[:depth])) / len(evidence))
        places = [place for place, turn in enumerate(each.first, 1) if turn in evidence]
        measured["any@10"].append(float(bool(places)))
        measured["mrr"].append(1 / places[0] if places else 0.0)
    return {"questions": len(found), **{name: round(sum(of) / len(of), 4) for name, of in measured.items()}}


def _conversation(told: Mapping[str, Any]) -> Conversation:
    talk, ids = told["conversation"], defaultdict[str, uuid.UUID](uuid.uuid4)
    numbers = sorted(int(name.split("_")[1]) for name in talk if re.fullmatch(r"session_\d+", name))
    sessions = [_session(talk[f"session_{n}"], _moment(talk[f"session_{n}_date_time"]), talk, ids) for n in numbers]
    known = set(ids)
    facts = [
        _fact(who, text, cited, _moment(talk[f"session_{n}_date_time"]).date(), ids, known)
        for n in numbers
        for who, observed in (told.get("observation") or {}).get(f"session_{n}_observation", {}).items()
        for text, cited in observed
    ]
    questions = [
        Question(each["question"], int(each["category"]), frozenset(ids[name] for name in cited))
        for each in told["qa"]
        if (cited := _cited(each["evidence"], known))
    ]
    last = max(turn.at for session in sessions for turn in session)
    return Conversation(tuple(sessions), tuple(facts), tuple(questions), last.date() + timedelta(days=1))


def _session(
    turns: Sequence[Mapping[str, str]], begins: datetime, talk: Mapping[str, str], ids: defaultdict[str, uuid.UUID]
) -> tuple[Told, ...]:
    """A recorded talk: one of the two is whom the record is about, and who speaks is named as in a transcript."""
    return tuple(
        Told(
            ids[turn["dia_id"]],
            Speaker.PATIENT if turn["speaker"] == talk["speaker_a"] else Speaker.FAMILY,
            begins + timedelta(seconds=at),
            f"{turn['speaker']}: {turn['text']}" + (f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""),
        )
        for at, turn in enumerate(turns)
    )


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _fact(who: str, text: str, cited: object, day: date, ids: Mapping[str, uuid.UUID], known: Iterable[str]) -> Row:
    line = RecordLine(Tag.FACT, PartialDate(day), who, Status.ACTIVE, (who.lower(),), text)
    return Row(uuid.uuid4(), line, told_in=tuple(ids[name] for name in _cited(cited, known)))


def _cited(told: object, known: Iterable[str]) -> list[str]:
    """The turns that an evidence names, however it is written: "D8:6; D9:17", ["D3:9", "D3:11"]."""
    found = (f"D{int(session)}:{int(turn)}" for session, turn in _TURN.findall(json.dumps(told)))
    present = set(known)
    return [name for name in dict.fromkeys(found) if name in present]


_VECTORS = """
    SELECT id, embedding::text FROM memory_turn_embedding UNION ALL
    SELECT id, embedding::text FROM adk_memory_facts WHERE embedding IS NOT NULL"""
