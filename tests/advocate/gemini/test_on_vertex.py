"""Through Vertex AI the same engine speaks to a project in a place, with a token of Google Cloud and no key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from google.auth.exceptions import DefaultCredentialsError, TransportError
from google.genai import _api_client
from google.oauth2.credentials import Credentials
from pytest_django.fixtures import Settings

from advocate.engines.gemini.engine import GeminiEngine
from memory.engine import EngineRefused, EngineUnavailable
from tests.advocate.gemini.holding import noted, transcript_of
from tests.advocate.placing import DAY, Case, prompt_of
from tests.gemini_answers import drafts
from tests.gemini_server import GENERATE, GeminiServer

PLACE = "/v1beta1/projects/clinic/locations/eu/publishers/google/models"
DOSE = "I take metoprolol tartrate 25 mg twice daily"


@pytest.fixture
def cloud(model: GeminiServer, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiEngine]:
    """The engine, set up for a project, with credentials at hand."""
    settings.GEMINI_ON_VERTEX, settings.GOOGLE_CLOUD_PROJECT, settings.GOOGLE_CLOUD_LOCATION = True, "clinic", "eu"
    credentials = Credentials(token="cloud-token")  # type: ignore[no-untyped-call]
    monkeypatch.setattr(_api_client, "load_auth", lambda **how: (credentials, "clinic"))
    made = GeminiEngine()
    yield made
    made.close()


def test_every_verb_goes_to_the_project(cloud: GeminiEngine, model: GeminiServer) -> None:
    model.script(GENERATE, drafts(noted(DOSE)))
    assert [draft.attribute for draft in cloud.distil(transcript_of(DOSE))] == ["metoprolol"]
    assert [len(vector) for vector in cloud.embed(["a", "b", "c"], purpose="query")] == [768] * 3

    async def spoken() -> str:
        return "".join([piece async for piece in cloud.reply(prompt_of(Case(["Good morning"], DAY)))])

    assert asyncio.run(spoken())
    told = [request.path.split("?")[0].removeprefix(PLACE) for request in model.requests]
    one_by_one = ["/gemini-embedding-001:embedContent"] * 3
    assert told == [
        "/gemini-3.8-flash:generateContent", *one_by_one, "/gemini-3.8-flash:streamGenerateContent",
    ]  # fmt: skip
    assert all("x-goog-api-key" not in request.headers for request in model.requests)
    assert {request.headers["authorization"] for request in model.requests} == {"Bearer cloud-token"}


@pytest.mark.parametrize(
    ("kind", "retryable", "error"),
    [(DefaultCredentialsError, False, EngineRefused), (TransportError, True, EngineUnavailable)],
)
def test_without_credentials_it_says_so(
    kind: Callable[..., Exception],
    retryable: bool,
    error: type[Exception],
    cloud: GeminiEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(**how: object) -> None:
        raise kind("no luck", retryable=retryable)

    monkeypatch.setattr(_api_client, "load_auth", refuse)
    with pytest.raises(error, match="Google Cloud gave no credentials"):
        cloud.embed(["a"], purpose="query")
