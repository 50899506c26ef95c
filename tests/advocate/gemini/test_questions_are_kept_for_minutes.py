"""On the Gemini engine the vector of a question is kept for minutes: for one record, without words, gone with it."""

from __future__ import annotations

import uuid
from datetime import date

import pytest
import redis
from django.conf import settings as configured
from django.db import DatabaseError
from pytest_django.fixtures import Settings

from advocate.engines.gemini.engine import GeminiEngine
from advocate.engines.local.engine import LocalEngine
from memory import erasure, query_cache
from memory.door import Actor
from memory.engine import MemoryEngine
from memory.operations.verification import verify_erased
from memory.query_cache import MOST, SECONDS, QueryCache, name_of
from memory.recall import lookup, recall
from tests.gemini_server import EMBED, GeminiServer

pytestmark = pytest.mark.usefixtures("committed")
NOVEMBER = date(2026, 11, 1)
QUESTION = "what do I take for my heart?"


@pytest.fixture
def store() -> redis.Redis:
    """The broker and cache of these tests."""
    return redis.Redis.from_url(configured.REDIS_URL)


def ask(key: str, engine: MemoryEngine, by: Actor, question: str = QUESTION) -> None:
    recall(key, question, day=NOVEMBER, engine=engine, by=by)


def asked(model: GeminiServer, question: str = QUESTION) -> int:
    """How often the service was asked to embed this question."""
    return sum(question in str(request.body) for request in model.of(EMBED))


def everything(store: redis.Redis) -> bytes:
    """Every byte that the store gives away: names, and values as they are dumped."""
    return b"".join(name + (store.dump(name) or b"") for name in store.scan_iter())


def test_the_same_question_costs_one_round_trip(
    alice: str, tester: Actor, engine: GeminiEngine, model: GeminiServer
) -> None:
    for _ in range(3):
        ask(alice, engine, tester)
    assert asked(model) == 1


def test_what_is_kept_is_what_the_service_gave(alice: str, engine: GeminiEngine) -> None:
    first, again = lookup.probe(QUESTION, engine, alice), lookup.probe(QUESTION, engine, alice)
    assert again.vector == pytest.approx(first.vector, abs=1e-7)


def test_another_record_asks_anew(
    alice: str, charlie: str, tester: Actor, engine: GeminiEngine, model: GeminiServer
) -> None:
    for key in (alice, charlie):
        ask(key, engine, tester)
    assert asked(model) == 2
    assert name_of(alice) != name_of(charlie)


def test_it_is_kept_for_minutes_however_often_it_is_asked(
    alice: str, tester: Actor, engine: GeminiEngine, store: redis.Redis
) -> None:
    ask(alice, engine, tester)
    store.expire(name_of(alice), 60)
    ask(alice, engine, tester, "and my kidneys?")
    assert 0 < int(store.ttl(name_of(alice))) <= 60
    assert SECONDS <= 600


def test_no_word_no_key_and_no_number_of_a_record_stands_there(
    alice: str, tester: Actor, engine: GeminiEngine, store: redis.Redis
) -> None:
    ask(alice, engine, tester, "is Zanahoria good for my heart?")
    there = everything(store)
    assert name_of(alice).encode() in there
    for word in (b"Zanahoria", b"zanahoria", b"heart", alice.encode(), alice.partition("/")[2].encode()):
        assert word not in there


def test_who_does_not_know_the_secret_cannot_tell_whose_it_is(alice: str, settings: Settings) -> None:
    before = name_of(alice)
    settings.SECRET_KEY = "another"
    assert name_of(alice) != before


def test_it_goes_with_the_record(alice: str, tester: Actor, engine: GeminiEngine, store: redis.Redis) -> None:
    ask(alice, engine, tester)
    assert store.exists(name_of(alice))
    erasure.erase(alice, by=tester, basis="test")
    assert not store.exists(name_of(alice))
    assert verify_erased(alice, by=tester).cached == 0


def test_what_is_left_of_it_is_seen_by_the_proof_of_an_erasure(alice: str, tester: Actor, engine: GeminiEngine) -> None:
    ask(alice, engine, tester)
    assert verify_erased(alice, by=tester).cached == 1


def test_a_question_under_way_while_the_record_is_erased_leaves_nothing(
    alice: str, tester: Actor, engine: GeminiEngine, store: redis.Redis
) -> None:
    erasure.erase(alice, by=tester, basis="test")
    with pytest.raises(DatabaseError):
        ask(alice, engine, tester)
    assert not store.exists(name_of(alice))


def test_the_local_engine_keeps_nothing(alice: str, tester: Actor, store: redis.Redis) -> None:
    ask(alice, LocalEngine(), tester)
    assert not store.exists(name_of(alice))


def test_a_store_that_does_not_answer_costs_nothing_but_the_cache(
    alice: str, tester: Actor, engine: GeminiEngine, model: GeminiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    gone = QueryCache("redis://127.0.0.1:1/0", clock=lambda: now[0])
    tried: list[str] = []
    real = gone._store.hget

    def counted(name: str, field: str) -> object:
        tried.append(field)
        return real(name, field)

    monkeypatch.setattr(gone._store, "hget", counted)
    monkeypatch.setattr("memory.recall.lookup.query_cache", lambda: gone)
    for _ in range(3):
        ask(alice, engine, tester)
    assert (asked(model), len(tried)) == (3, 1), "asked once, then left alone"
    now[0] += query_cache._PAUSE
    ask(alice, engine, tester)
    assert len(tried) == 2


def test_no_record_fills_the_store(alice: str, store: redis.Redis) -> None:
    cache = QueryCache(configured.REDIS_URL)
    for n in range(MOST + 5):
        cache.put(alice, "model", f"question {n} {uuid.uuid4()}", [0.0] * 768)
    assert store.hlen(name_of(alice)) == MOST
    cache.drop(alice)
