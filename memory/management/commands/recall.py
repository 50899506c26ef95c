"""`recall --silo KEY QUESTION`: what the record would give to an answer, and why."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import date
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.module_loading import import_string

from memory.dates import local_day
from memory.door import Actor, silo
from memory.engine import load_engine
from memory.management.output import by_prefix, id_prefix, short
from memory.models import Record
from memory.operations.preview import fact_ids
from memory.recall import recall
from memory.recall.question import Entities
from memory.recall.tracing import shortlist_json
from memory.recollection import Placed, Recollection, WhyNot
from memory.usage import Usage, in_words, usage_of

_OPERATOR = Actor("operator", "command")


class Command(BaseCommand):
    """Print the shortlist with its scores, what was placed in which slot, and whether the record is silent."""

    help = "Ask a record a question; shows what would be placed and why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("question")
        parser.add_argument("--silo", required=True, metavar="KEY", help="the record, <app>/<id>")
        parser.add_argument("--today", metavar="DATE", help="the day of the conversation, YYYY-MM-DD")
        parser.add_argument("--as-of", metavar="DATE", help="read the record as it stood on this day, YYYY-MM-DD")
        parser.add_argument("--why", metavar="ID", type=id_prefix, help="say why this row was placed, or why not")
        parser.add_argument("--timezone", metavar="ZONE", help="decides which day it is; else the record's own")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError for an unknown silo, a bad date or zone, an empty question."""
        if not options["question"].strip():
            raise CommandError("the question is empty: write a few words")
        found = recall(
            options["silo"],
            options["question"],
            day=_today(options),
            as_of=_day(options["as_of"], "--as-of"),
            engine=load_engine(),
            entities=_entities(),
            by=_OPERATOR,
            explain=_row(options["silo"], options["why"]) if options["why"] else None,
        )
        used = _usage(options["silo"], found.explained) if found.explained else Usage()
        self.stdout.write(json.dumps(as_json(found, used)) if options["json"] else _readable(found, used))


def as_json(found: Recollection, used: Usage) -> dict[str, Any]:
    """Return the recollection in the shape of the command's JSON; `used` is the usage of the row that is explained."""
    return {
        "shortlist": shortlist_json(found),
        "placed": [_placed_json(each) for each in found.placed],
        "quotations": [{"turn": str(q.turn), "said_on": str(q.said_on), "text": q.text} for q in found.quotations],
        "conflicts": [{"a": str(c.older.id), "b": str(c.newer.id), "note": c.note} for c in found.conflicts],
        "silent": found.silent,
        "turns": [
            {"id": str(t.turn), "similarity": t.similarity, "score": t.score, "why": [*t.why]} for t in found.turns
        ],
        "stages": [{"stage": stage.name, "note": stage.note} for stage in found.stages],
        "why": _why_json(found.explained, used) if found.explained else None,
    }


def _why_json(why: WhyNot, used: Usage) -> dict[str, Any]:
    last = used.last.isoformat() if used.last else None
    placed = {"times_placed": used.times, "last_placed": last}
    return {"id": str(why.fact), "stage": why.stage, "reason": why.reason, **placed}


def _usage(user_key: str, why: WhyNot) -> Usage:
    with silo(user_key, by=_OPERATOR, why="recall"):
        return usage_of(why.fact)


def _placed_json(each: Placed) -> dict[str, Any]:
    return {
        "id": str(each.fact.id),
        "slot": each.slot.value,
        "line": each.fact.line,
        "score": each.score,
        "successor": str(each.successor.id) if each.successor else None,
        "why": list(each.why),
    }


def _readable(found: Recollection, used: Usage) -> str:
    lines = [f"{each.slot.value:8} {each.fact.line}\n         {'; '.join(each.why)}" for each in found.placed]
    lines += [f"quoted   {q.said_on}, {q.speaker.value}: {q.text}" for q in found.quotations]
    lines.append("The record holds nothing on this." if found.silent else "The record answers this.")
    lines += [f"{stage.name:10} {stage.note}" for stage in found.stages]
    if found.explained:
        lines.append(f"{short(found.explained.fact)}  {found.explained.stage}: {found.explained.reason}")
        lines.append(f"{' ' * 10}{in_words(used)}")
    return "\n".join(lines)


def _row(user_key: str, prefix: str) -> UUID:
    """Return the one row whose id begins so. Raises CommandError."""
    found = by_prefix(prefix, fact_ids(user_key, by=_OPERATOR))
    if len(found) != 1:
        raise CommandError(f"{len(found)} rows of {user_key} have an id that begins with {prefix}")
    return found[0]


def _today(options: dict[str, Any]) -> date:
    zone = options["timezone"] or _zone_of(options["silo"])
    try:
        now = local_day(timezone.now(), zone)
    except ValueError as error:
        raise CommandError(str(error)) from None
    return _day(options["today"], "--today") or now


def _zone_of(user_key: str) -> str:
    if not user_key:
        raise CommandError("no silo named: give its key, <app>/<record>")
    with silo(user_key, by=_OPERATOR, why="recall"):
        record = Record.objects.filter(user_key=user_key).first()
    if record is None:
        raise CommandError(f"there is no record {user_key!r}: `memory list` shows the keys")
    return record.time_zone


def _day(text: str | None, option: str) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{option} {text!r} is no date: write it as YYYY-MM-DD, for example 2026-11-01") from None


def _entities() -> Entities:
    path = getattr(settings, "ENTITIES", "")
    try:
        return import_string(path) if path else ()
    except ImportError:
        return ()
