"""An operator deletes: success is said only where something is gone, and a dry run says exactly what would go."""

from __future__ import annotations

import uuid

import pytest
from django.core.cache import cache
from django.core.management import CommandError

from memory import erasure, queueing
from memory.door import Actor, silo
from memory.models import Evidence, Fact, Turn, TurnEmbedding
from memory.operations import verification
from tests.memory.commanding import run, tell, text_of

pytestmark = pytest.mark.usefixtures("committed")


def _facts(user_key: str, by: Actor) -> set[str]:
    with silo(user_key, by=by, why="test"):
        return {str(id) for id in Fact.objects.values_list("id", flat=True)}


def _turn(user_key: str, turn: uuid.UUID, by: Actor) -> str:
    with silo(user_key, by=by, why="test"):
        return Turn.objects.get(id=turn).text


def test_a_dry_run_says_what_would_go_and_deletes_nothing(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester, turn="I take metoprolol 25 mg. I like tea.")
    with silo(alice, by=tester, why="test"):
        TurnEmbedding.objects.create(id=told.turn, user_key=alice, embedding=[1.0, *[0.0] * 767], embedding_model="x")
    (event,) = run("memory", "delete", str(told.fact), silo=alice)
    assert event == {
        "event": "would delete",
        "silo": alice,
        "ids": [str(told.fact)],
        "rows": {"adk_memory_facts": 1, "memory_evidence": 1, "memory_turn_embedding": 1},
        "turns": 1,
        "deleted": 0,
    }
    assert _facts(alice, tester) == {str(told.fact)}
    assert _turn(alice, told.turn, tester) == "I take metoprolol 25 mg. I like tea."
    printed = text_of("memory", "delete", str(told.fact), silo=alice)
    assert printed.startswith("Nothing was deleted. With --yes, this would go:")
    assert "metoprolol 25 mg" in printed


def test_with_yes_the_fact_and_its_words_are_gone_and_the_chain_still_verifies(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester, turn="I take metoprolol 25 mg. I like tea.")
    other = tell(alice, "tea in the morning", by=tester)
    (event,) = run("memory", "delete", str(told.fact), silo=alice, yes=True)
    assert (event["event"], event["id"], event["deleted"]) == ("deleted", str(told.fact), 1)
    assert _facts(alice, tester) == {str(other.fact)}
    assert "metoprolol" not in _turn(alice, told.turn, tester)
    assert "I like tea." in _turn(alice, told.turn, tester)
    assert run("audit", "verify", silo=alice)[-1]["whole"]


def test_an_episode_that_tells_of_the_fact_goes_with_it_and_the_dry_run_says_so(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    episode = tell(alice, "They spoke of metoprolol.", by=tester, tag="EPISODE")
    with silo(alice, by=tester, why="test"):
        Evidence.objects.create(
            user_key=alice, fact_id=episode.fact, turn_id=told.turn, quote="metoprolol 25 mg", speaker="patient",
            said_at="2026-09-01T16:00:00Z", time_zone="UTC",
        )  # fmt: skip
    (dry,) = run("memory", "delete", str(told.fact), silo=alice)
    assert set(dry["ids"]) == {str(told.fact), str(episode.fact)}
    assert dry["rows"]["adk_memory_facts"] == 2
    (done,) = run("memory", "delete", str(told.fact), silo=alice, yes=True)
    assert done["deleted"] == 2
    assert _facts(alice, tester) == set()


def test_the_beginning_of_an_id_is_enough(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    run("memory", "delete", str(told.fact)[:10], silo=alice, yes=True)
    assert _facts(alice, tester) == set()


def test_an_ambiguous_id_is_refused_with_the_candidates(alice: str, tester: Actor) -> None:
    ids = [uuid.UUID(f"abcd{n}{uuid.uuid4().hex[5:]}") for n in (1, 2)]
    for id in ids:
        tell(alice, "metoprolol 25 mg", by=tester, id=id)
    with pytest.raises(CommandError) as refused:
        run("memory", "delete", "abcd", silo=alice, yes=True)
    assert all(str(id) in str(refused.value) for id in ids)
    assert "nothing was deleted" in str(refused.value)
    assert "metoprolol" not in str(refused.value), "an error never quotes the record"
    assert len(_facts(alice, tester)) == 2


@pytest.mark.parametrize("yes", [False, True])
def test_an_unknown_id_says_so(alice: str, yes: bool) -> None:
    with pytest.raises(CommandError, match=r"nothing was deleted: no fact of .* has an id that begins with"):
        run("memory", "delete", str(uuid.uuid4()), silo=alice, yes=yes)


def test_somebody_elses_fact_is_as_unknown_as_one_that_never_was(alice: str, charlie: str, tester: Actor) -> None:
    told = tell(charlie, "ramipril 5 mg", by=tester)
    with pytest.raises(CommandError, match="nothing was deleted: no fact of"):
        run("memory", "delete", str(told.fact), silo=alice, yes=True)
    assert _facts(charlie, tester) == {str(told.fact)}


@pytest.mark.parametrize("id", ["", "xyz", "--", "0" * 33])
def test_what_no_id_begins_with_is_refused(id: str) -> None:
    with pytest.raises(CommandError):
        text_of("memory", "delete", "--silo", "a/b", "--yes", "--", id)


def test_neither_an_id_nor_all_is_refused() -> None:
    with pytest.raises(CommandError, match="one of the arguments ID --all is required"):
        text_of("memory", "delete", "--silo", "a/b", "--yes")


def test_deleting_from_a_record_that_is_not_there_is_no_success() -> None:
    for what in (["abcd"], ["--all"]):
        for yes in ([], ["--yes"]):
            with pytest.raises(CommandError, match="nothing was deleted: no record has the key"):
                text_of("memory", "delete", "--silo", "patient-advocate/nobody", *what, *yes)


def test_all_without_yes_counts_and_deletes_nothing(alice: str, tester: Actor) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    (event,) = run("memory", "delete", "--all", silo=alice)
    assert event["event"] == "would erase"
    assert event["deleted"] == 0
    assert event["rows"]["adk_memory_facts"] == 1
    assert event["rows"]["memory_record"] == 1
    assert _facts(alice, tester) == {str(told.fact)}


def test_all_with_yes_erases_and_hands_over_a_receipt_without_words_or_key(alice: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    rows = run("memory", "delete", "--all", silo=alice)[0]["rows"]
    (event,) = run("memory", "delete", "--all", silo=alice, yes=True)
    assert event["event"] == "erased"
    assert {table: n for table, n in event["counts"].items() if n} == rows | {
        "memory_access_log": event["counts"]["memory_access_log"]
    }
    assert event["bytes_gone_at"] is None
    assert not any(erasure.remaining(alice).values())
    (verified,) = run("memory", "verify-erased", silo=alice)
    assert verified["erased"]
    assert [receipt["receipt"] for receipt in verified["receipts"]] == [event["receipt"]]
    assert alice not in str(verified["receipts"])
    with pytest.raises(CommandError, match="nothing was deleted"):
        run("memory", "delete", "--all", silo=alice, yes=True)


def test_a_record_that_was_never_erased_fails_the_proof_in_other_words_than_one_of_which_something_is_left(
    alice: str, tester: Actor
) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    with pytest.raises(CommandError, match=r"was never erased: there is no receipt, and it holds .* rows"):
        run("memory", "verify-erased", silo=alice)
    with pytest.raises(CommandError, match=r"was never erased: .* is the key right"):
        run("memory", "verify-erased", silo="patient-advocate/nobody")
    erasure.erase(alice, by=tester, basis="test")
    cache.set(f"seen:{alice}", 1, 60)
    with pytest.raises(CommandError, match=r"something remains: .*1 entries of broker and cache"):
        run("memory", "verify-erased", silo=alice)
    cache.delete(f"seen:{alice}")
    queueing.send("memory.distil", told.session)
    try:
        with pytest.raises(CommandError, match="something remains: 1 queued jobs"):
            run("memory", "verify-erased", silo=alice)
    finally:
        queueing.withdraw([told.session])
    assert run("memory", "verify-erased", silo=alice)[0]["erased"]


def test_the_proof_shows_both_moments(alice: str, tester: Actor) -> None:
    erasure.erase(alice, by=tester, basis="test")
    printed = text_of("memory", "verify-erased", silo=alice)
    assert "rows gone:  20" in printed
    assert "bytes gone: not yet: run `manage.py db compact`" in printed


def test_words_in_a_value_of_any_kind_are_found_in_broker_and_cache(alice: str) -> None:
    import redis
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.set("t:string", alice)
        client.rpush("t:list", alice)
        client.sadd("t:set", alice)
        client.zadd("t:zset", {alice: 1.0})
        client.hset("t:hash", "field", alice)
        try:
            assert verification._holding(alice.encode()) == 5
        finally:
            client.delete("t:string", "t:list", "t:set", "t:zset", "t:hash")
