"""What the tests of commands need: a record with rows in it, and a command run with its answer."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import UTC, date, datetime
from io import StringIO
from typing import Any

from django.core.management import call_command

from memory import transcript
from memory.door import Actor, silo
from memory.models import Evidence, Fact, Session
from memory.transcript import Opening
from memory.vocabulary import Speaker

NOON = datetime(2026, 9, 1, 16, 0, tzinfo=UTC)
OPENING = Opening(agent="patient-advocate", agent_version="1")


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that was said, and the fact that rests on it."""

    fact: uuid.UUID
    turn: uuid.UUID
    session: uuid.UUID


def tell(user_key: str, words: str, *, by: Actor, turn: str = "", **columns: Any) -> Told:
    """Say `turn` (else the words) in the record's conversation, and keep the words as a fact that rests on it."""
    said = turn or words
    session, heard = transcript.hear(
        user_key, speaker=Speaker.PATIENT, text=said, at=NOON, zone="America/New_York", opening=OPENING, by=by
    )
    row = {
        "tag": "MEDICATION",
        "fact": words,
        "fact_date": date(2026, 9, 1),
        "date_precision": "day",
        "source": "patient",
        "keys": ["medicine"],
        "attribute": "medicine",
        **columns,
    }
    with silo(user_key, by=by, why="test"):
        held = Session.objects.get(public_id=session)
        fact = Fact.objects.create(user_key=user_key, session=held, engine="test", **row)
        Evidence.objects.create(
            user_key=user_key,
            fact=fact,
            turn_id=heard.id,
            session=held,
            quote=words if words in said else said,
            speaker="patient",
            said_at=NOON,
            time_zone="America/New_York",
        )
    return Told(fact.id, heard.id, session)


def run(*words: str, **options: Any) -> list[dict[str, Any]]:
    """Run a command with `--json` and return its events."""
    return [json.loads(line) for line in text_of(*words, "--json", **options).splitlines()]


def text_of(*words: str, **options: Any) -> str:
    """Run a command and return what it printed."""
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()
