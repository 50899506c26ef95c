"""Made-up records for measuring recall: given turns and facts through the real tables and vectors, rolled back after.

Nothing of it stays and nothing reaches the broker: one record is one transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.db import transaction
from django.utils import timezone

from memory import transcript
from memory.door import Actor, silo
from memory.drafts import Draft, Transcript, Value
from memory.embedding import embed_pending
from memory.engine import MemoryEngine, Purpose, Vector
from memory.line import RecordLine
from memory.models import Conflict, Evidence, Fact, Session, Turn
from memory.numbers import quantities
from memory.vocabulary import Retired, SessionState, Speaker, Status, Tag

BY = Actor("benchmark", "command")
_ZONE = "UTC"
_NEGATIONS = ("no ", "not ", "never ", "stopped ", "does not ", "doesn't ")


@dataclass(frozen=True, slots=True)
class Told:
    """One turn of a conversation. `at` is aware."""

    id: uuid.UUID
    speaker: Speaker
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One fact as it is to stand, with the turns in which it was told (none: its evidence quotes the fact itself)."""

    id: uuid.UUID
    line: RecordLine
    memory_key: str | None = None
    superseded_by: uuid.UUID | None = None
    conflicts_with: uuid.UUID | None = None
    told_in: tuple[uuid.UUID, ...] = ()


class Once:
    """An engine that embeds each text once: the same turns stand in a record with and without facts beside them."""

    def __init__(self, engine: MemoryEngine) -> None:
        """Ask `engine` for what was not asked before."""
        self._engine = engine
        self._vectors: dict[tuple[Purpose, str], Vector] = {}
        self.name, self.prompt_version = engine.name, engine.prompt_version
        self.embedding_model, self.remote = engine.embedding_model, engine.remote

    def distil(self, transcript: Transcript) -> list[Draft]:
        """As the engine does."""
        return self._engine.distil(transcript)

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """As the engine does, each text once."""
        new = [text for text in dict.fromkeys(texts) if (purpose, text) not in self._vectors]
        if new:
            found = self._engine.embed(new, purpose=purpose)
            self._vectors |= {(purpose, text): vector for text, vector in zip(new, found, strict=True)}
        return [self._vectors[purpose, text] for text in texts]


@contextmanager
def made_up(sessions: Sequence[Sequence[Told]], rows: Sequence[Row], engine: MemoryEngine) -> Iterator[str]:
    """Fill a new record, embed what it holds, and give its key; all of it is rolled back on leaving."""
    with transaction.atomic():
        key = f"benchmark/{uuid.uuid4().hex}"
        transcript.register(key, by=BY, time_zone=_ZONE)
        with silo(key, by=BY, why="benchmark"):
            for told in sessions:
                _hold(key, told)
            _write(key, rows)
        embed_pending(key, engine=engine, by=BY)
        yield key
        transaction.set_rollback(True)


def _hold(key: str, told: Sequence[Told]) -> None:
    """A conversation that is over and distilled."""
    session = transcript.begin_session(key, transcript.Opening("benchmark", "1"))
    Turn.objects.bulk_create(
        Turn(
            id=turn.id,
            user_key=key,
            session=session,
            seq=seq,
            speaker=turn.speaker.value,
            said_at=turn.at,
            time_zone=_ZONE,
            text=turn.text,
        )
        for seq, turn in enumerate(told, 1)
    )
    Session.objects.filter(id=session.id).update(status=SessionState.DONE, distilled_seq=len(told))


def _write(key: str, rows: Sequence[Row]) -> None:
    """The rows in order of their date, as if each had been written on its day."""
    rows = sorted(rows, key=lambda row: row.line.date.first.toordinal() if row.line.date else 0)
    contested = {id for row in rows if row.conflicts_with for id in (row.id, row.conflicts_with)}
    facts = [_fact(key, row, contested=row.id in contested) for row in rows]
    Fact.objects.bulk_create(facts)
    Evidence.objects.bulk_create(
        Evidence(user_key=key, fact_id=row.id, turn_id=turn, quote=row.line.fact, **_said(row.line))
        for row in rows
        for turn in row.told_in or (None,)
    )
    Conflict.objects.bulk_create(
        Conflict(user_key=key, older_id=row.conflicts_with, newer_id=row.id, note=row.line.fact)
        for row in rows
        if row.conflicts_with
    )


def _fact(key: str, row: Row, *, contested: bool) -> Fact:
    line, value = row.line, _value(row.line)
    return Fact(
        id=row.id,
        user_key=key,
        fact=line.fact,
        tag=line.tag.value,
        fact_date=line.date.first if line.date else None,
        date_precision=line.date.precision if line.date else None,
        source=line.source,
        status=line.status.value,
        keys=list(line.keys),
        memory_key=row.memory_key,
        attribute=_attribute(row),
        value=value.value,
        unit=value.unit,
        negated=line.fact.lower().startswith(_NEGATIONS),
        contested=contested,
        superseded_by_id=row.superseded_by,
        retired_at=timezone.now() if line.status in {Status.SUPERSEDED, Status.RETRACTED} else None,
        retired_why=_why(line).value if line.status is Status.SUPERSEDED else "",
    )


def _why(line: RecordLine) -> Retired:
    """A state that was replaced was true until then; a point of a series is replaced by its correction only."""
    return Retired.CHANGED if line.tag.is_state else Retired.CORRECTED


def _attribute(row: Row) -> str:
    if row.memory_key is None:
        return row.line.keys[0]
    return row.memory_key.partition(":")[2].partition(".")[0].replace("-", " ")


def _value(line: RecordLine) -> Value:
    """The number of a reading or a dose; a pair ("152/88") stays in the words."""
    found = quantities(line.fact) if line.tag in {Tag.LAB, Tag.VITAL, Tag.MEDICATION} else []
    return Value(str(found[0].value), found[0].unit) if len(found) == 1 else Value()


def _said(line: RecordLine) -> dict[str, object]:
    day = line.date.first if line.date else timezone.now().date()
    by = Speaker.FAMILY if line.source.startswith("caregiver") else Speaker.PATIENT
    return {"speaker": by.value, "said_at": datetime.combine(day, time(12), tzinfo=UTC), "time_zone": _ZONE}
