"""How the installation stands: work, workers, vectors, the guard, compaction and backup. Counts, no content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from celery import current_app
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from memory import queueing
from memory.checks import hardening_faults
from memory.door import Actor, registrar

T = TypeVar("T")
PATIENCE = 1.0  # seconds that a worker has to answer
CHECKS = {
    "memory.E000": "The guard is in the database",
    "memory.E001": "The run-time log-in is no superuser and passes over no row security",
    "memory.E002": "The run-time log-in owns no table",
    "memory.E003": "The run-time log-in inherits nothing",
    "memory.E004": "The migrations' role is no superuser and passes over no row security",
    "memory.E005": "Nobody can log in as the eraser or take its role",
    "memory.E006": "Row security is forced on every table of the record",
    "memory.E007": "Every table of the record has its policies",
    "memory.E008": "Every key of the record begins with the silo's",
    "memory.E009": "Every table of the record hangs on the registry",
    "memory.E010": "A host's roles for browsers hold no privilege",
    "memory.E011": "No silo is read without entering it",
    "memory.E012": "The secret behind the pass is out of reach",
    "memory.E013": "No privileged function is open to every role",
    "memory.E014": "No policy opens a silo without a pass",
    "memory.E015": "No row can point into another silo",
    "memory.E016": "No trigger of the guard is off or missing",
    "memory.E017": "The run-time log-in makes no temporary tables",
    "memory.E018": "No record lies where an erasure does not look",
    "memory.E019": "The host hides no table by row security of its own",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the guard; it holds where nothing is at fault."""

    code: str
    what: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """How many conversations are in one state of work; `failure` names a kind of error, never words."""

    state: str
    failure: str
    sessions: int


@dataclass(frozen=True, slots=True)
class Share:
    """How many facts of the sample have a vector of this model; "" is none yet."""

    model: str
    facts: int
    percent: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What an administrator sees. None: nobody answers, or it is not known."""

    queues: tuple[tuple[str, int], ...] | None
    workers: tuple[str, ...] | None
    states: tuple[State, ...]
    shares: tuple[Share, ...]
    checks: tuple[Check, ...]
    compacted_at: datetime | None
    backup_at: datetime | None


def standing(*, by: Actor) -> Standing:
    """Ask database, broker and workers, each once; what does not answer is told as such."""
    with registrar(by=by, why="how the installation stands"), connection.cursor() as cursor:
        cursor.execute("SELECT state, failure, sessions FROM guard.work_states()")
        states = tuple(State(*row) for row in cursor.fetchall())
        cursor.execute("SELECT model, facts FROM guard.vector_sample()")
        sample = cursor.fetchall()
    whole = sum(facts for _, facts in sample)
    return Standing(
        queues=_answered(lambda: tuple(queueing.lengths().items())),
        workers=_answered(_workers),
        states=states,
        shares=tuple(Share(model, facts, round(100 * facts / whole, 1)) for model, facts in sample),
        checks=_checks(),
        compacted_at=_compacted_at(),
        backup_at=_touched(settings.BACKUP_MARK),
    )


def _answered(ask: Callable[[], T]) -> T | None:
    try:
        return ask()
    except (OperationalError, RedisError, OSError):
        return None


def _workers() -> tuple[str, ...]:
    """The names of the workers that answer in time; a host's name, no person's."""
    answers = current_app.control.ping(timeout=PATIENCE) or []
    return tuple(sorted(name for answer in answers for name in answer))


def _checks() -> tuple[Check, ...]:
    found: dict[str, list[str]] = {code: [] for code in CHECKS}
    for fault in hardening_faults():
        found.setdefault(str(fault.id), []).append(str(fault.msg))
    return tuple(Check(code, CHECKS.get(code, code), tuple(told)) for code, told in found.items())


def _compacted_at() -> datetime | None:
    """When the tables were last analysed by command, as each compaction does in its end; None where not known."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT last_analyze FROM pg_stat_all_tables WHERE relid = 'public.memory_record'::regclass")
        row = cursor.fetchone()
    found: datetime | None = row[0] if row else None
    return found


def _touched(mark: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(Path(mark).stat().st_mtime, UTC) if mark else None
    except OSError:
        return None
