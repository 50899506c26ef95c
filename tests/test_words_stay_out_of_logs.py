"""Logs of every library at DEBUG, the server's log and its activity view carry ids, never words."""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.utils import DatabaseError

from memory.door import Actor, silo
from memory.models import Record, Turn
from tests.installation import ROOT, Installation, installed


@pytest.fixture(scope="module")
def home() -> Iterator[Installation]:
    with installed() as installation:
        yield installation


@pytest.mark.parametrize("debug", ["0", "1"])
def test_a_whole_conversation_at_debug_leaves_no_word_in_any_log(home: Installation, debug: str) -> None:
    word = f"zq{secrets.token_hex(6)}"
    spoken = f"I am allergic to {word}.\nMy daughter {word} says hello. What is {word}?\nexit\n"
    loud = {**home.environment, "LOG_LEVEL": "DEBUG", "DEBUG": debug}
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore", "manage.py", "advocate", "--user", f"u{debug}", "--json"],
        input=spoken,
        cwd=ROOT,
        env=loud,
        capture_output=True,
        text=True,
        check=True,
    )
    assert word in done.stdout, "the positive control: the word was really said, and answered"
    assert "DEBUG" in done.stderr, "the libraries do log at DEBUG"
    assert word not in done.stderr
    told = {path.name: path.read_bytes() for path in (home.var / "log").iterdir()}
    assert b"DEBUG" in told["worker.log"]
    assert [name for name, log in told.items() if word.encode() in log] == []


def test_the_activity_view_shows_no_word_while_a_statement_runs(committed: None, alice: str, tester: Actor) -> None:
    word = f"zq{secrets.token_hex(6)}"
    with silo(alice, by=tester, why="look"):
        list(Turn.objects.filter(text__contains=word))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid = cursor.fetchone()[0]
            cursor.execute("SELECT %s::text", [word])
            with _superuser() as other:
                shown = other.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone()
    assert shown is not None
    assert "SELECT" in shown[0], "the positive control: the statement is seen"
    assert word not in shown[0]


def test_a_statement_that_fails_leaves_no_word_in_the_servers_log(
    committed: None, alice: str, charlie: str, tester: Actor
) -> None:
    word = f"zq{secrets.token_hex(6)}"
    with pytest.raises(DatabaseError) as refused, silo(alice, by=tester, why="forge"):
        Record.objects.create(user_key=charlie, label=word)
    assert word not in str(refused.value)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT %s::text::int", [word])
    logs = Path(settings.VAR_DIR, "log")
    assert [path.name for path in logs.iterdir() if word.encode() in path.read_bytes()] == []


def _superuser() -> psycopg.Connection[tuple[str]]:
    found = settings.DATABASES["default"]
    return psycopg.connect(
        host=found["HOST"], port=found["PORT"], dbname=found["NAME"], user="postgres", autocommit=True
    )
