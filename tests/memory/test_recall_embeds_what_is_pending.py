"""Facts and turns get their vectors after a conversation, piece by piece, and nothing is half done in silence."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from memory.door import Actor, silo
from memory.embedding import PIECE, embed_pending
from memory.engine import BadOutput, EngineUnavailable, Purpose, Vector
from memory.models import Fact, Session, TurnEmbedding
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

DAY = date(2026, 9, 1)


class Recorder(WordsEngine):
    """Keeps what it was asked; fails from the given call on."""

    def __init__(self, fails_at: int = 99) -> None:
        self.asked: list[str] = []
        self.sizes: list[int] = []
        self.fails_at = fails_at

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Embed, or raise EngineUnavailable."""
        assert purpose == "document"
        if len(self.sizes) >= self.fails_at:
            raise EngineUnavailable("no network")
        self.asked += texts
        self.sizes.append(len(texts))
        return super().embed(texts, purpose=purpose)


class Short(WordsEngine):
    """One vector too few."""

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Drop the last."""
        return super().embed(texts, purpose=purpose)[:-1]


class Narrow(WordsEngine):
    """Vectors of another dimension."""

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Cut each vector."""
        return [vector[:384] for vector in super().embed(texts, purpose=purpose)]


def notes(count: int) -> list[Told]:
    return [Told(f"note on topic{i}", Tag.FACT, f"topic{i}", (f"topic{i}",)) for i in range(count)]


def counts(user_key: str, by: Actor) -> tuple[int, int, int]:
    with silo(user_key, by=by, why="test"):
        embedded = Fact.objects.filter(embedding__isnull=False, embedding_model="words-1").count()
        return embedded, TurnEmbedding.objects.count(), Session.objects.get().embedded_seq


def test_the_whole_line_and_the_dated_turn_are_embedded(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(1))
    engine = Recorder()
    assert embed_pending(alice, engine=engine, by=tester) == 2
    line = "[FACT | date: 2026-09-01 | source: patient | status: active | keys: topic0] note on topic0"
    assert engine.asked == [line, "(2026-09-01) patient: note on topic0"]
    assert counts(alice, tester) == (1, 1, 1)


def test_asking_again_embeds_nothing(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(2))
    embed_pending(alice, engine=WordsEngine(), by=tester)
    assert embed_pending(alice, engine=SilentOnce(), by=tester) == 0


class SilentOnce(WordsEngine):
    """Must not be asked."""

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Fail the test."""
        raise AssertionError("nothing was left to embed")


def test_a_piece_that_fails_leaves_what_was_written_before_it(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(PIECE + 3))
    with pytest.raises(EngineUnavailable):
        embed_pending(alice, engine=Recorder(fails_at=1), by=tester)
    assert counts(alice, tester) == (PIECE, 0, 0)
    engine = Recorder()
    assert embed_pending(alice, engine=engine, by=tester) == 3 + PIECE + 3
    assert engine.sizes == [3, PIECE, 3]
    assert counts(alice, tester) == (PIECE + 3, PIECE + 3, PIECE + 3)


@pytest.mark.parametrize("engine", [Short(), Narrow()])
def test_a_wrong_number_or_dimension_is_an_error_not_a_success(alice: str, tester: Actor, engine: WordsEngine) -> None:
    tell(alice, DAY, *notes(2))
    with pytest.raises(BadOutput):
        embed_pending(alice, engine=engine, by=tester)
    assert counts(alice, tester) == (0, 0, 0)


def test_turns_wait_until_their_session_is_distilled(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(2))
    with silo(alice, by=tester, why="test"):
        Session.objects.update(distilled_seq=1)
    embed_pending(alice, engine=WordsEngine(), by=tester)
    assert counts(alice, tester) == (2, 1, 1)


def test_one_session_can_be_embedded_alone(alice: str, tester: Actor) -> None:
    tell(alice, DAY, *notes(1))
    tell(alice, date(2026, 9, 2), Told("another note on tea", Tag.FACT, "tea", ("tea",)))
    with silo(alice, by=tester, why="test"):
        first = Session.objects.order_by("created_at")[0]
    assert embed_pending(alice, engine=WordsEngine(), by=tester, session=first.public_id) == 3
    with silo(alice, by=tester, why="test"):
        assert list(Session.objects.order_by("created_at").values_list("embedded_seq", flat=True)) == [1, 0]


def test_another_record_is_left_alone(alice: str, charlie: str, tester: Actor) -> None:
    tell(charlie, DAY, *notes(1))
    assert embed_pending(alice, engine=WordsEngine(), by=tester) == 0
    assert counts(charlie, tester) == (0, 0, 0)
