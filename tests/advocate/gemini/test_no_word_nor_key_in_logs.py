"""Every library at DEBUG, a service whose errors quote what it was sent: no log carries words, or the key."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from dataclasses import replace

import pytest

from advocate.engines.gemini.engine import GeminiEngine
from memory.engine import EngineError
from tests.advocate.gemini.holding import transcript_of
from tests.gemini_answers import Answer, Json, error
from tests.gemini_brain import by_rules
from tests.gemini_rules import KEY
from tests.gemini_server import GENERATE, GeminiServer, gemini
from tests.installation import Installation, installed

WORD = f"zq{secrets.token_hex(6)}"


class _Quoting:
    """Quotes what it was sent in its first refusal of each verb, then plays a good model."""

    def __init__(self) -> None:
        self.refused: set[str] = set()

    def __call__(self, verb: str, body: Json) -> Answer:
        if verb in self.refused:
            return by_rules(verb, body)
        self.refused.add(verb)
        return error(503, "UNAVAILABLE", f"Could not answer: {body}", [{"@type": "x", "quoted": str(body)}])


@pytest.fixture
def service() -> Iterator[GeminiServer]:
    with gemini(_Quoting()) as server:
        yield server


@pytest.fixture
def home(service: GeminiServer) -> Iterator[Installation]:
    with installed() as installation:
        loud = {"LOG_LEVEL": "DEBUG", "DISTIL_BACKOFF_SECONDS": "1", **service.environment}
        yield replace(installation, environment={**installation.environment, **loud})


def test_a_whole_conversation_at_debug_leaves_no_word_and_no_key_in_any_log(
    home: Installation, service: GeminiServer
) -> None:
    spoken = f"I am allergic to {WORD}.\nMy daughter {WORD} says hello. What is {WORD}?\nexit\n"
    done = home.run("advocate", "--json", words=spoken)
    assert WORD in done.stdout, "the positive control: the word was really said, and answered"
    assert any(WORD in request.raw for request in service.of(GENERATE)), "and it went to the service"
    assert '"state": "done"' in done.stdout, "the refused distilling was tried again"
    assert "DEBUG" in done.stderr
    logs = {path.name: path.read_bytes() for path in (home.var / "log").iterdir()}
    assert b"DEBUG" in logs["worker.log"]
    told = {**logs, "standard error": done.stderr.encode()}
    assert [name for name, log in told.items() if WORD.encode() in log or KEY.encode() in log] == []


def test_no_error_carries_a_word_or_the_key(
    model: GeminiServer, engine: GeminiEngine, caplog: pytest.LogCaptureFixture
) -> None:
    quoting = error(400, "INVALID_ARGUMENT", f"Invalid value {WORD} with key {KEY}", [{"@type": "x", "value": WORD}])
    broken = (Answer(raw=f'{{"text": "{WORD}"'.encode()), Answer(raw=f"<p>{WORD}".encode(), status=502))
    odd_status = Answer(raw=f'{{"error": {{"status": "{WORD}", "message": "{WORD}"}}}}'.encode(), status=409)
    for answer in (quoting, odd_status, *broken, Answer(({"candidates": WORD},))):
        model.script(GENERATE, answer)
        with caplog.at_level(logging.DEBUG), pytest.raises(EngineError) as raised:
            engine.distil(transcript_of(f"I take {WORD}."))
        error_and_reasons = [raised.value, raised.value.__cause__, raised.value.__context__]
        assert error_and_reasons[1:] == [None, None]
        assert WORD not in repr(raised.value) + str(raised.value)
        assert KEY not in repr(raised.value)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("google_genai", "http"))]
    assert not any(WORD in message or KEY in message for message in ours)
