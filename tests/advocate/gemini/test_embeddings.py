"""Vectors: counted, made unit vectors by us, asked for in requests of at most a hundred texts, by purpose."""

from __future__ import annotations

import math

import pytest

from advocate.engines.gemini.engine import GeminiEngine
from memory.engine import BadOutput, EngineRefused, EngineUnavailable, RateLimited
from tests import gemini_answers as answers
from tests.gemini_answers import Answer, vectors
from tests.gemini_server import EMBED, GeminiServer, rough_vector


def test_they_are_unit_vectors_in_the_order_of_the_texts(model: GeminiServer, engine: GeminiEngine) -> None:
    texts = [f"text {n}" for n in range(5)]
    found = engine.embed(texts, purpose="document")
    assert [len(vector) for vector in found] == [768] * 5
    for text, vector in zip(texts, found, strict=True):
        assert math.isclose(sum(number**2 for number in vector), 1.0)
        rough = rough_vector(text)
        assert math.isclose(vector[3] / vector[5], rough[3] / rough[5])


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (100, [100]), (101, [1, 100]), (250, [50, 100, 100])])
def test_at_most_a_hundred_go_in_one_request(
    count: int, sizes: list[int], model: GeminiServer, engine: GeminiEngine
) -> None:
    texts = [f"text {n}" for n in range(count)]
    found = engine.embed(texts, purpose="document")
    assert sorted(len(request.body["requests"]) for request in model.of(EMBED)) == sizes
    assert found == [each for text in texts for each in engine.embed([text], purpose="document")]


@pytest.mark.parametrize(("purpose", "task"), [("document", "RETRIEVAL_DOCUMENT"), ("query", "RETRIEVAL_QUERY")])
def test_the_purpose_names_the_task(purpose: str, task: str, model: GeminiServer, engine: GeminiEngine) -> None:
    engine.embed(["a", "b"], purpose=purpose)  # type: ignore[arg-type]
    asked = [
        (each["taskType"], each["outputDimensionality"], each["model"]) for each in model.requests[0].body["requests"]
    ]
    assert asked == [(task, 768, "models/gemini-embedding-001")] * 2


def test_no_text_is_empty_or_longer_than_the_model_reads(model: GeminiServer, engine: GeminiEngine) -> None:
    assert len(engine.embed(["", "  ", "心" * 4000, "a" * 4000], purpose="document")) == 4
    sent = [each["content"]["parts"][0]["text"] for each in model.requests[0].body["requests"]]
    assert all(text.strip() for text in sent)
    assert len(sent[2]) == 2000
    assert len(sent[3]) == 4000


_WRONG: dict[str, tuple[Answer, type[Exception]]] = {
    "too few": (vectors(rough_vector("a")), BadOutput),
    "too many": (vectors(*[rough_vector("a")] * 4), BadOutput),
    "none": (Answer(({},)), BadOutput),
    "too short": (vectors(*[[1.0] * 767] * 3), BadOutput),
    "without a direction": (vectors(*[[0.0] * 768] * 3), BadOutput),
    "an error in a 200": (Answer(raw=answers.INTERNAL.raw), BadOutput),
    "429": (answers.quota(), RateLimited),
    "500": (answers.INTERNAL, EngineUnavailable),
    "a time-out": (vectors().but(wait=2.5), EngineUnavailable),
    "a reset": (vectors().but(end="reset"), EngineUnavailable),
    "a bad key": (answers.BAD_KEY, EngineRefused),
}


@pytest.mark.parametrize(("answer", "error"), _WRONG.values(), ids=_WRONG)
def test_what_is_wrong_is_told(
    answer: Answer, error: type[Exception], model: GeminiServer, engine: GeminiEngine
) -> None:
    model.script(EMBED, answer)
    with pytest.raises(error) as raised:
        engine.embed(["a", "b", "c"], purpose="document")
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None, "nothing of the SDK's hangs on it: its errors hold bodies"


def test_one_batch_that_fails_fails_them_all(model: GeminiServer, engine: GeminiEngine) -> None:
    model.script(EMBED, answers.OVERLOADED)
    with pytest.raises(EngineUnavailable):
        engine.embed(["a"] * 150, purpose="document")


def test_a_question_waits_less_than_a_batch(
    model: GeminiServer, engine: GeminiEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advocate.engines.gemini.engine.QUERY_SECONDS", 0.2)
    slow = vectors(rough_vector("a")).but(wait=0.6)
    model.script(EMBED, slow, slow)
    with pytest.raises(EngineUnavailable):
        engine.embed(["a"], purpose="query")
    assert len(engine.embed(["a"], purpose="document")) == 1
