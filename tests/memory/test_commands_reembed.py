"""An operator moves the store to another embedding model."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.core.management import CommandError
from django.db import connection

from memory.door import Actor, silo
from memory.drafts import Draft, Transcript
from memory.engine import EngineError, Purpose, RateLimited, Vector
from memory.models import AuditRow, Fact, TurnEmbedding
from memory.operations import reembedding
from tests.memory.commanding import run, tell

pytestmark = pytest.mark.usefixtures("committed")


class Engine:
    """Embeds by the length of the text; fails from the batch `fails_at` on."""

    name, prompt_version, remote = "test", "1", False

    def __init__(self, model: str, *, fails_at: int = 0, error: EngineError | None = None) -> None:
        self.embedding_model, self.fails_at, self.error = model, fails_at, error or EngineError("no")
        self.asked: list[list[str]] = []
        self.in_transaction: list[bool] = []

    def distil(self, transcript: Transcript) -> list[Draft]:
        return []

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        assert purpose == "document"
        self.in_transaction.append(connection.in_atomic_block)
        self.asked.append(list(texts))
        if self.fails_at and len(self.asked) >= self.fails_at:
            self.fails_at = 0
            raise self.error
        return [[float(len(text)), *[0.0] * 767] for text in texts]


def _old_vectors(user_key: str, by: Actor, count: int = 3) -> None:
    for n in range(count):
        told = tell(user_key, f"metoprolol {n} mg", by=by, embedding=[1.0, *[0.0] * 767], embedding_model="old")
        with silo(user_key, by=by, why="test"):
            TurnEmbedding.objects.create(
                id=told.turn, user_key=user_key, embedding=[1.0, *[0.0] * 767], embedding_model="old"
            )


def _models(user_key: str, by: Actor) -> list[tuple[str | None, str]]:
    with silo(user_key, by=by, why="test"):
        facts = list(Fact.objects.order_by("created_at").values_list("embedding_model", flat=True))
        turns = list(TurnEmbedding.objects.order_by("created_at").values_list("embedding_model", flat=True))
    return list(zip(facts, turns, strict=True))


def test_facts_and_turns_of_another_model_move_to_the_engines(alice: str, tester: Actor) -> None:
    _old_vectors(alice, tester)
    engine = Engine("new")
    done = reembedding.reembed(engine)
    assert done.model == "new"
    assert _models(alice, tester) == [("new", "new")] * 3
    lines = {text for batch in engine.asked for text in batch if "metoprolol 1 mg" in text}
    assert any(line.startswith("[MEDICATION | date: 2026-09-01") for line in lines), "the whole line is embedded"
    assert "(2026-09-01) patient: metoprolol 1 mg" in lines
    assert not any(engine.in_transaction), "no transaction waits for an engine"
    again = reembedding.reembed(engine)
    assert (again.facts, again.turns) == (0, 0)


def test_a_fact_without_a_vector_gets_one(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    reembedding.reembed(Engine("new"))
    with silo(alice, by=tester, why="test"):
        fact = Fact.objects.get(id=told.fact)
    assert fact.embedding_model == "new"
    assert fact.embedding is not None


def test_it_is_audited_as_the_owners_upkeep_and_the_chain_verifies(alice: str, tester: Actor) -> None:
    _old_vectors(alice, tester, 1)
    reembedding.reembed(Engine("new"))
    with silo(alice, by=tester, why="test"):
        row = AuditRow.objects.order_by("-seq")[0]
    assert (row.op, row.by, row.why) == ("UPDATE", "owner", "upkeep")
    assert row.payload
    assert row.payload["new"]["embedding_model"] == "new"
    assert run("audit", "verify", silo=alice)[-1]["whole"]


def test_when_the_engine_fails_what_was_done_stays_and_the_rest_follows(
    alice: str, tester: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    reembedding.reembed(Engine("old"))  # what other tests left
    _old_vectors(alice, tester, 4)
    moved = Fact.objects.using("owner").filter(embedding_model="new")
    everything = Fact.objects.using("owner").count()
    monkeypatch.setattr(reembedding, "BATCH", 2)
    monkeypatch.setattr(reembedding, "ATTEMPTS", 1)
    with pytest.raises(EngineError):
        reembedding.reembed(Engine("new", fails_at=2))
    assert moved.count() == 2
    assert reembedding.reembed(Engine("new")).facts == everything - 2
    assert _models(alice, tester) == [("new", "new")] * 4


def test_a_rate_limit_is_waited_for(alice: str, tester: Actor) -> None:
    _old_vectors(alice, tester, 1)
    engine = Engine("new", fails_at=1, error=RateLimited("slow down", retry_after=0.01))
    reembedding.reembed(engine)
    assert _models(alice, tester) == [("new", "new")]


def test_the_command_tells_what_it_did_and_how_to_go_on(
    alice: str, tester: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory.management.commands import memory as command

    _old_vectors(alice, tester, 2)
    monkeypatch.setattr(reembedding, "ATTEMPTS", 1)
    engine = Engine("new", fails_at=1)
    monkeypatch.setattr(command, "load_engine", lambda: engine)
    with pytest.raises(CommandError, match="what it had embedded is kept: run it again to go on"):
        run("memory", "reembed")
    (event,) = run("memory", "reembed")
    assert event["event"] == "reembedded"
    assert event["model"] == "new"
    assert event["facts"] >= 2
