"""What was erased or forgotten leaves the disk: shown by a raw search over every byte of VAR_DIR."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import DatabaseError, connection, connections

from config import compaction, tasks
from memory import erasure
from memory.door import Actor, silo
from memory.models import ErasureReceipt, HeldDraft, RecallTrace, Session, TurnEmbedding
from tests.memory.commanding import NOON, Told, run, tell

BLOCK = 1 << 20
VECTOR = [1.0, *[0.0] * 767]


def needle() -> str:
    """A short word that stands nowhere else, and that no compression shortens."""
    return f"zq{uuid.uuid4().hex}"


def on_disk(words: Iterable[str], beneath: Path | None = None) -> dict[str, list[str]]:
    """Return which of the words stand in which files, byte for byte."""
    wanted = {word: word.encode() for word in words}
    found: dict[str, list[str]] = {}
    for path in sorted((beneath or settings.VAR_DIR).rglob("*")):
        if path.is_file():
            for word in _words_in(path, wanted):
                found.setdefault(word, []).append(str(path.relative_to(settings.VAR_DIR)))
    return found


def _words_in(path: Path, wanted: dict[str, bytes]) -> set[str]:
    found: set[str] = set()
    overlap = b""
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                found |= {word for word, raw in wanted.items() if raw in overlap + block}
                overlap = block[-256:]
    except FileNotFoundError:  # the server threw it away meanwhile
        pass
    return found


@contextmanager
def administrator() -> Iterator[psycopg.Connection[Any]]:
    parameters = connections["owner"].get_connection_params() | {"user": "postgres", "cursor_factory": psycopg.Cursor}
    with psycopg.connect(**{**parameters, "context": None}, autocommit=True) as found:
        yield found


def write_down() -> None:
    """Let the server write everything to its files, statistics too."""
    with administrator() as server:
        server.execute("ANALYZE")
        server.execute("CHECKPOINT")


def fill(user_key: str, word: dict[str, str], by: Actor) -> Told:
    """Put a word of its own into everything that holds words."""
    told = tell(
        user_key,
        word["quote"],
        by=by,
        turn=f"{word['turn']}, {word['quote']}",
        memory_key=f"medication:{word['address']}",
        value=word["value"],
        source=word["source"],
        keys=[word["key"]],
    )
    with silo(user_key, by=by, why="test"):
        session = Session.objects.get(public_id=told.session)
        HeldDraft.objects.create(
            user_key=user_key,
            session=session,
            text=word["held"],
            tag="LAB",
            reason="asked",
            explanation="It was asked.",
        )
        RecallTrace.objects.create(
            user_key=user_key, session=session, query=word["trace"], day=NOON.date(), silent=False,
            sentences=[{"text": word["sentence"], "facts": [str(told.fact)], "turns": [], "withheld": ""}],
        )  # fmt: skip
        TurnEmbedding.objects.create(id=told.turn, user_key=user_key, embedding=VECTOR, embedding_model="test")
    return told


def fail_with(user_key: str, words: str, by: Actor) -> None:
    """Let a statement fail whose values, and whose own text, hold the words."""
    for query in ("SELECT %s::int", f"SELECT '{words}'::int"):
        with pytest.raises(DatabaseError), silo(user_key, by=by, why="test"), connection.cursor() as cursor:
            cursor.execute(query, [words] if "%s" in query else None)


KINDS = ("quote", "turn", "address", "value", "source", "key", "held", "trace", "sentence", "failed")


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_after_an_erasure_and_a_compaction_no_byte_holds_the_person(alice: str, charlie: str, tester: Actor) -> None:
    word = {kind: needle() for kind in KINDS}
    fill(alice, word, tester)
    fail_with(alice, word["failed"], tester)
    kept = needle()
    tell(charlie, kept, by=tester)
    everything = {alice.partition("/")[2], *word.values()} - {word["failed"]}
    write_down()
    before = on_disk([*everything, word["failed"], kept])
    assert set(before) == {*everything, kept}, "the positive control: these can be found, the failed statement cannot"
    assert any("pg_wal" in path for path in before[word["quote"]])
    assert not any(path.startswith("log/") for paths in before.values() for path in paths)

    receipt = erasure.erase(alice, by=tester, basis="test")
    assert not any(erasure.remaining(alice).values()), "the rows are gone at once"
    assert receipt.bytes_gone_at is None
    assert on_disk([word["quote"]]), "the bytes are not: this is what a compaction is for"

    done = compaction.compact()
    assert on_disk(everything | {word["failed"]}) == {}
    assert receipt.id in done.stamped
    (complete,) = erasure.receipts_of(alice, by=tester)
    assert complete.bytes_gone_at is not None
    assert complete.bytes_gone_at > complete.rows_gone_at
    write_down()
    assert list(on_disk([kept])) == [kept], "what was not erased is still there"


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_a_forgotten_fact_leaves_the_disk_and_the_others_stay(alice: str, tester: Actor) -> None:
    gone, other = needle(), needle()
    told = tell(alice, gone, by=tester, turn=f"I take {gone} at night.", memory_key=f"medication:{gone}")
    tell(alice, other, by=tester)
    write_down()
    assert set(on_disk([gone, other])) == {gone, other}

    erasure.forget(alice, told.fact, by=tester)
    compaction.compact()
    write_down()
    assert set(on_disk([gone, other])) == {other}


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_statistics_of_a_table_that_became_empty_go_too(tester: Actor) -> None:
    word = needle()
    with administrator() as server:
        server.execute("CREATE TABLE public.trial (user_key text)")
        server.execute("ALTER TABLE public.trial OWNER TO anamnesis_owner")
        try:
            server.execute("INSERT INTO public.trial SELECT %s FROM generate_series(1, 50)", [word])
            server.execute("ANALYZE public.trial")
            server.execute("DELETE FROM public.trial")
            compaction.compact()
            assert on_disk([word]) == {}
        finally:
            server.execute("DROP TABLE public.trial")


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_a_compaction_waits_for_a_process_that_is_at_work(alice: str, tester: Actor) -> None:
    word = needle()
    tell(alice, word, by=tester)
    held = threading.Event()

    def work() -> None:
        try:
            with silo(alice, by=tester, why="test"), connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM adk_memory_facts")
                held.set()
                time.sleep(4)  # longer than one wait for a lock
        finally:
            connections.close_all()

    worker = threading.Thread(target=work)
    worker.start()
    held.wait(5)
    erasure_receipt = erasure.erase(alice, by=tester, basis="test")
    assert compaction.compact(patience=30).stamped[-1] == erasure_receipt.id
    worker.join()
    assert on_disk([word]) == {}


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_rows_that_an_open_transaction_may_still_see_are_no_success(alice: str, tester: Actor) -> None:
    tell(alice, needle(), by=tester)
    with administrator() as reader:
        reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT 1 FROM pg_catalog.pg_class LIMIT 1")
        erasure.erase(alice, by=tester, basis="test")
        with pytest.raises(compaction.CompactionError, match="an open transaction may still see"):
            compaction.compact(patience=0.1)
        (receipt,) = erasure.receipts_of(alice, by=tester)
        assert receipt.bytes_gone_at is None
        reader.execute("ROLLBACK")


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_a_table_in_use_for_too_long_is_named() -> None:
    with administrator() as other:
        other.execute("BEGIN")
        other.execute("LOCK TABLE memory_document IN ACCESS SHARE MODE")
        with pytest.raises(compaction.CompactionError, match="the table memory_document is in use"):
            compaction.compact(patience=0.1)
        other.execute("ROLLBACK")


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_a_table_that_was_skipped_is_named() -> None:
    """The server skips a table of another role with a warning only."""
    skipped = pytest.raises(compaction.CompactionError, match="the table memory_document was skipped")
    with compaction._log_in(user="anamnesis_app") as stranger, skipped:
        compaction._rewrite(stranger, "public", "memory_document", 0.1)


@pytest.mark.usefixtures("committed")
def test_two_compactions_do_not_run_at_once() -> None:
    with compaction._log_in() as owner:
        compaction._alone(owner)
        with pytest.raises(compaction.CompactionError, match="another compaction is running"):
            compaction.compact()


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_elsewhere_no_receipt_is_completed_and_the_host_is_told_what_to_do(
    alice: str, tester: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = erasure.erase(alice, by=tester, basis="test")
    monkeypatch.setattr(settings, "EMBEDDED", False)
    (event,) = run("db", "compact")
    assert event["stamped"] == []
    assert any("backups" in what for what in event["left_to_host"])
    assert ErasureReceipt.objects.using("owner").get(id=receipt.id).bytes_gone_at is None


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_the_command_says_how_many_receipts_it_completed(alice: str, tester: Actor) -> None:
    receipt = erasure.erase(alice, by=tester, basis="test")
    (event,) = run("db", "compact")
    assert event["event"] == "compacted"
    assert str(receipt.id) in event["stamped"]
    assert event["left_to_host"] == []


def test_the_clock_finds_the_task_by_its_name() -> None:
    assert settings.CELERY_BEAT_SCHEDULE["compact"]["task"] == tasks.compact.name


def test_the_task_survives_what_stands_in_the_way(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> None:
        raise psycopg.OperationalError("secret words")

    monkeypatch.setattr(compaction, "compact", refuse)
    tasks.compact.run()
    assert "compaction failed (OperationalError)" in caplog.text
    assert "secret" not in caplog.text
