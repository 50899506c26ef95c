"""The database or the engine fails inside a page: neither the page nor any log shows a word of the person."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from advocate.replies import FAILED
from tests.web.stack import Client, Stack


@pytest.fixture
def word() -> str:
    """A word that stands nowhere else."""
    return f"zq{secrets.token_hex(6)}"


def _owner(stack: Stack, *statements: str) -> None:
    script = (
        f"from django.db import connections; c = connections['owner'].cursor(); [c.execute(s) for s in {statements}]"
    )
    stack.home.run("shell", "--verbosity", "0", "-c", script)


@contextmanager
def _broken(stack: Stack, breaking: str, mending: str) -> Iterator[None]:
    """Break the database that web and worker use, and mend it again."""
    _owner(stack, breaking)
    try:
        yield
    finally:
        _owner(stack, mending)


def _logged(stack: Stack) -> dict[str, str]:
    """Every log there is, of web and worker, of the database's and the broker's server."""
    logs = [stack.home.var / "tests.log", *(stack.home.var / "log").iterdir()]
    return {path.name: path.read_text(errors="replace") for path in logs}


def _shown_in(stack: Stack, word: str) -> list[str]:
    return [name for name, log in _logged(stack).items() if word in log]


def test_a_database_error_that_quotes_the_message_is_told_without_it(stack: Stack, word: str) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.post("/", message="Hello there.")
    before = _logged(stack)["tests.log"].count("InvalidTextRepresentation")
    # The server's error quotes what it could not read as a number: the whole message.
    check = f"CHECK (text NOT LIKE '%{word}%' OR text::int > 0)"
    with _broken(
        stack,
        f"ALTER TABLE adk_session_events ADD CONSTRAINT failing {check}",
        "ALTER TABLE adk_session_events DROP CONSTRAINT failing",
    ):
        answers = [
            client.post("/", message=f"My secret is {word}.", turn=turn),
            client.say(f"My secret is {word}.", turn),
        ]
    assert [answer.status for answer in answers] == [500, 500]
    assert [answer.text for answer in answers if word in answer.text or "secret" in answer.text] == []
    assert "Something went wrong" in answers[0].text
    logged = _logged(stack)["tests.log"]
    assert logged.count("InvalidTextRepresentation") > before + 1, "the positive control: both failed, and are logged"
    assert _shown_in(stack, word) == []
    assert len(client.turns()) == 2, "nothing of it was kept"
    client.post("/", message=f"My secret is {word}.", turn=turn)
    assert [said for _, said in client.turns()][2:3] == [f"My secret is {word}."], "and it can be sent again"


def test_a_page_that_cannot_be_read_shows_nothing_of_the_record(stack: Stack, word: str) -> None:
    client = stack.patient()
    session = client.converse(f"I am allergic to {word}.")
    path = f"/conversations/{session}/"
    assert word in client.get(path).text
    table = "memory_held_draft"
    with _broken(
        stack,
        f"REVOKE SELECT ON {table} FROM anamnesis_silo",
        f"GRANT SELECT ON {table} TO anamnesis_silo",
    ):
        failed = client.get(path)
    assert failed.status == 500
    assert "Something went wrong" in failed.text
    assert word not in failed.text
    assert "InsufficientPrivilege" in _logged(stack)["tests.log"]
    assert _shown_in(stack, word) == []
    assert word in client.get(path).text


@pytest.mark.parametrize("streamed", [True, False])
def test_an_engine_that_fails_unforeseen_is_told_kindly_and_logged_without_words(
    stack: Stack, word: str, streamed: bool
) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.get("/")
    before = _logged(stack)["tests.log"].count("builtins.RuntimeError")
    words = f"Why did {word} collapse?"
    for _ in range(2):
        _send(client, words, turn, streamed)
        assert client.turns() == [("person", words), ("advocate", FAILED)]
    assert _logged(stack)["tests.log"].count("builtins.RuntimeError") == before + 1, "the engine was asked once"
    assert _shown_in(stack, word) == []


def _send(client: Client, words: str, turn: str, streamed: bool) -> None:
    if not streamed:
        assert client.post("/", message=words, turn=turn).status == 302
        return
    answer = client.say(words, turn)
    assert answer.status == 200
    assert FAILED in answer.text
