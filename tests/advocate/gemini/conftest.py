"""The Gemini engine with a stand-in for its service, by the real SDK over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from advocate.engines.gemini.engine import GeminiEngine
from tests.gemini_rules import KEY
from tests.gemini_server import GeminiServer, gemini


@pytest.fixture(autouse=True)
def _agents_are_published(request: pytest.FixtureRequest) -> None:
    """The engine reads what the agent keeps from the table of agents."""
    if "committed" not in request.fixturenames:
        request.getfixturevalue("db")


@pytest.fixture
def model(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    """The stand-in; the settings point to it, with a little patience."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    with gemini() as server:
        settings.GEMINI_API_KEY, settings.GEMINI_BASE_URL, settings.GEMINI_ON_VERTEX = KEY, server.url, False
        settings.ACCEPT_DEVELOPER_API_TERMS = True
        settings.GEMINI_READ_SECONDS, settings.GEMINI_TOTAL_SECONDS = 2.0, 3.0
        yield server


@pytest.fixture
def engine(model: GeminiServer) -> Iterator[GeminiEngine]:
    """An engine that speaks to the stand-in."""
    made = GeminiEngine()
    yield made
    made.close()


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is woken."""
    monkeypatch.setattr("memory.queueing.send", lambda *call, **how: True)
