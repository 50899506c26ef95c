"""Compaction: what was erased or forgotten leaves the disk too.

A deleted row's words stay in its table's file, in planner statistics and in the write-ahead log. Here every table is
written anew (VACUUM FULL) and analysed; where the server is embedded the statistics' own tables too, then the log
written so far is thrown away, and receipts learn the moment at which no byte of the data directory held the person.
Elsewhere the host keeps what we cannot reach: the report names it, and no receipt is stamped.

A row version survives VACUUM FULL while some open transaction might still see it, and a table that is not ours is
skipped without an error: the first is read from the server's report and waited for, the second shows in the table's
file, which must be another one afterwards.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connections
from psycopg import sql
from psycopg.errors import DeadlockDetected, LockNotAvailable

PATIENCE = 60.0  # seconds, for each table
LOCK_SECONDS = 3  # others queue behind a waiting VACUUM FULL: wait briefly, then let them pass
STATISTICS = ("pg_statistic", "pg_statistic_ext_data")

LEFT_TO_THE_HOST = (
    "planner statistics (pg_statistic): VACUUM FULL them as a superuser, or wait until autovacuum has reused the space",
    "the write-ahead log on the server: gone once it is recycled and overwritten",
    "archives of the write-ahead log, and replicas' copies of it: until their retention ends",
    "backups and snapshots: until their retention ends; one that is restored must be made to forget again",
)

Progress = Callable[[str, int, int], None]
Connection = psycopg.Connection[tuple[Any, ...]]


class CompactionError(Exception):
    """Bytes of deleted rows may remain; the message says where, why and what to do. No receipt was stamped."""


@dataclass(frozen=True, slots=True)
class Compaction:
    """What a compaction did. `left_to_host` names what the host still has to do; empty where embedded."""

    tables: int
    bytes_before: int
    bytes_after: int
    seconds: float
    stamped: tuple[UUID, ...]
    left_to_host: tuple[str, ...]


def compact(*, progress: Progress = lambda what, done, total: None, patience: float = PATIENCE) -> Compaction:
    """Write every table anew, and where the server is embedded leave no byte of what was deleted before.

    Runs beside web and worker: each table is locked while it is written. Raises CompactionError.
    """
    started = time.monotonic()
    with _log_in() as owner:
        _alone(owner)
        receipts = _receipts_without_bytes_gone(owner)
        names = _tables(owner)
        before = _size(owner)
        for done, name in enumerate(names):
            progress("tables", done, len(names))
            _rewrite(owner, "public", name, patience)
        owner.execute("ANALYZE")
        if settings.EMBEDDED:
            with _log_in(user="postgres") as administrator:
                _forget_statistics(administrator, patience)
                _drop_log(administrator, patience)
            _stamp(owner, receipts)
        progress("tables", len(names), len(names))
        return Compaction(
            tables=len(names),
            bytes_before=before,
            bytes_after=_size(owner),
            seconds=time.monotonic() - started,
            stamped=tuple(receipts) if settings.EMBEDDED else (),
            left_to_host=() if settings.EMBEDDED else LEFT_TO_THE_HOST,
        )


@contextmanager
def _log_in(**other: Any) -> Iterator[Connection]:
    """Give a connection of our own to the owner's database: session settings and locks end with it."""
    wrapper = connections["owner"]
    parameters = {**wrapper.get_connection_params(), "cursor_factory": psycopg.Cursor, "context": None, **other}
    with psycopg.connect(**parameters, autocommit=True) as connection:
        connection.execute("SELECT set_config('lock_timeout', %s, false)", [f"{LOCK_SECONDS}s"])
        yield connection


def _alone(owner: Connection) -> None:
    if not _value(owner, "SELECT pg_try_advisory_lock(hashtext('anamnesis'), hashtext('compact'))"):
        raise CompactionError("another compaction is running: wait for it")


def _receipts_without_bytes_gone(owner: Connection) -> list[UUID]:
    """Return the receipts that this compaction may stamp: those of erasures committed before it began."""
    rows = owner.execute(
        "SELECT id FROM public.memory_erasure_receipt WHERE bytes_gone_at IS NULL ORDER BY rows_gone_at"
    )
    return [row[0] for row in rows]


def _tables(connection: Connection) -> list[str]:
    rows = connection.execute(
        "SELECT c.relname::text FROM pg_catalog.pg_class c WHERE c.relkind IN ('r', 'm')"
        " AND c.relnamespace = 'public'::regnamespace ORDER BY 1"
    )
    return [row[0] for row in rows]


def _size(connection: Connection) -> int:
    size: int = _value(connection, "SELECT pg_database_size(current_database())")
    return size


def _rewrite(connection: Connection, schema: str, name: str, patience: float) -> None:
    """Write one table anew, without a row version that was deleted before. Raises CompactionError."""
    end = time.monotonic() + patience
    table = sql.Identifier(schema, name)
    while True:
        file = _file(connection, table)
        kept = _vacuum_full(connection, table)
        if kept == 0:
            break
        if time.monotonic() > end:
            raise CompactionError(_why(name, kept))
        time.sleep(0.5)
    if _file(connection, table) == file:
        raise CompactionError(
            f"the table {name} was skipped: it does not belong to the role of OWNER_DATABASE_URL; give it to that role"
        )


def _vacuum_full(connection: Connection, table: sql.Identifier) -> int | None:
    """Return how many deleted row versions had to be kept for open transactions; None: the table was in use."""
    kept: list[int] = []

    def hear(said: psycopg.errors.Diagnostic) -> None:
        """The detail begins with their number, in any language; it holds no words of a row."""
        number = re.search(r"\d+", said.message_detail or "")
        if number:
            kept.append(int(number[0]))

    connection.add_notice_handler(hear)
    try:
        connection.execute(sql.SQL("VACUUM (FULL, VERBOSE) {}").format(table))
    except (LockNotAvailable, DeadlockDetected):
        return None
    finally:
        connection.remove_notice_handler(hear)
    return max(kept, default=0)


def _why(name: str, kept: int | None) -> str:
    if kept is None:
        return (
            f"the table {name} is in use: another process keeps it locked; end what it does, or stop it, and try again"
        )
    return (
        f"an open transaction may still see {kept:,} deleted rows of the table {name}: end it (pg_stat_activity shows"
        " since when each is open), and try again"
    )


def _file(connection: Connection, table: sql.Identifier) -> int:
    query = sql.SQL("SELECT pg_relation_filenode({}::regclass)").format(sql.Literal(table.as_string(connection)))
    file: int = _value(connection, query)
    return file


def _forget_statistics(administrator: Connection, patience: float) -> None:
    """Leave no statistics of deleted rows: ANALYZE keeps the old ones of a table that has become empty."""
    for name in _tables(administrator):
        table = sql.Identifier("public", name)
        if not _value(administrator, sql.SQL("SELECT EXISTS (SELECT FROM {})").format(table)):
            of_it = sql.Literal(table.as_string(administrator))
            query = sql.SQL("DELETE FROM pg_catalog.pg_statistic WHERE starelid = {}::regclass").format(of_it)
            administrator.execute(query)
    for name in STATISTICS:
        _rewrite(administrator, "pg_catalog", name, patience)


def _drop_log(administrator: Connection, patience: float) -> None:
    """Go on in a new file of the write-ahead log until no file written so far is left (`wal_recycle` is off)."""
    last = _value(administrator, "SELECT pg_walfile_name(pg_current_wal_insert_lsn())")
    end = time.monotonic() + patience
    while True:
        administrator.execute("SELECT pg_switch_wal()")
        administrator.execute("CHECKPOINT")
        left = _value(
            administrator, "SELECT count(*) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' AND name <= %s", last
        )
        if not left:
            return
        if time.monotonic() > end:
            raise CompactionError(
                f"{left} files of the write-ahead log stay: a replication slot or an archiver holds them"
            )
        time.sleep(0.1)


def _stamp(owner: Connection, receipts: list[UUID]) -> None:
    owner.execute(
        "UPDATE public.memory_erasure_receipt SET bytes_gone_at = clock_timestamp()"
        " WHERE id = ANY (%s) AND bytes_gone_at IS NULL",
        [receipts],
    )


def _value(connection: Connection, query: str | sql.Composed, *parameters: Any) -> Any:
    row = connection.execute(query, parameters).fetchone()
    assert row
    return row[0]
