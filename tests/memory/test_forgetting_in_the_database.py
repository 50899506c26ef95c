"""Forgetting one fact leaves no word of it and all of the others; retention takes turns and leaves quotes."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from memory.door import silo
from memory.models import (
    AuditRow,
    Conflict,
    Evidence,
    Fact,
    HeldDraft,
    RecallTrace,
    Session,
    Turn,
    TurnEmbedding,
)
from tests.memory.rows import (
    SOMEONE,
    VECTOR,
    Rows,
    ask,
    faults,
    fill,
    note,
    open_session,
    retired,
    say,
    silo_tables,
    sqlstate,
    trace,
)

both = pytest.mark.django_db(databases=["default", "owner"])
REMOVED = "[a sentence was removed at the person's request]"


@pytest.fixture
def told(alice: str) -> Rows:
    """Alice's silo, not committed, with an episode that rests on the same turn and a fact that does not."""
    rows = fill(alice)
    with silo(alice, by=SOMEONE, why="test"):
        question = Turn.objects.get(id=rows.question)
        episode = note(alice, "spoke of 50 mg", tag="EPISODE", turn=question, quote=question.text)
        elsewhere = open_session(alice, app_name="other")
        note(alice, "spoke of the garden", tag="EPISODE", turn=say(elsewhere, "my garden"), quote="my garden")
        ask_, said = say(elsewhere, "what did we say?"), say(elsewhere, "We spoke of 50 mg.", speaker="advocate")
        trace(ask_, said, [("We spoke of 50 mg.", [episode])])
    return rows


def _forget(rows: Rows, fact: uuid.UUID) -> int:
    with silo(rows.key, by=SOMEONE, why="forget"):
        ((gone,),) = ask("SELECT guard.forget_fact(%s)", [fact])
    return int(gone)


def _words(key: str, word: str) -> set[str]:
    """The tables in which a row of the silo still says a word."""
    with silo(key, by=SOMEONE, why="look"):
        found = {
            t: ask(f"SELECT count(*) FROM {t} t WHERE to_jsonb(t)::text LIKE %s", [f"%{word}%"]) for t in silo_tables()
        }
    return {table for table, ((count,),) in found.items() if count}


@both
def test_forgetting_one_fact_leaves_no_word_of_it_and_all_of_the_others(told: Rows) -> None:
    spoken = {"adk_memory_facts", "memory_evidence", "adk_session_events", "memory_held_draft", "memory_conflict"}
    assert _words(told.key, "50 mg") == spoken | {"memory_audit", "memory_recall_trace"}
    assert _forget(told, told.fact) == 2
    assert _words(told.key, "50 mg") == set()
    assert _words(told.key, str(told.fact)) == {"memory_audit", "memory_recall_trace"}  # that something was there
    with silo(told.key, by=SOMEONE, why="look"):
        question, reply = Turn.objects.get(id=told.question), Turn.objects.get(id=told.reply)
        assert question.text == f"I took 25 mg. {REMOVED} Or was it 75 mg?"
        assert reply.text == f"{REMOVED} Rest well."
        assert (question.removed, reply.removed) == (True, True)
        assert not TurnEmbedding.objects.exists()
        assert not HeldDraft.objects.exists()
        kept = RecallTrace.objects.get(id=told.trace)
        assert (kept.placed, kept.shortlist, kept.query) == ([], [], REMOVED)
        assert [sentence["text"] for sentence in kept.sentences] == [REMOVED, "Rest well."]
        assert set(Fact.objects.filter(tag="EPISODE").values_list("fact", flat=True)) == {"spoke of the garden"}
        quotes = dict(Evidence.objects.values_list("fact_id", "quote"))
        assert (quotes[told.old], quotes[told.rival]) == ("I took 25 mg.", "Or was it 75 mg?")
        forgotten = AuditRow.objects.filter(row_id=str(told.fact))
        assert {(row.payload, row.salt) for row in forgotten} == {(None, None)}
        assert list(forgotten.order_by("seq").values_list("op", flat=True)) == ["INSERT", "DELETE"]
    assert faults(told.key) == []


@both
def test_the_other_side_of_a_conflict_stands_alone_again(told: Rows) -> None:
    _forget(told, told.fact)
    with silo(told.key, by=SOMEONE, why="look"):
        assert not Conflict.objects.exists()
        assert not Fact.objects.get(id=told.rival).contested


@both
@pytest.mark.parametrize(("why", "status"), [("changed", "historical"), ("corrected", "retracted")])
def test_what_a_forgotten_head_replaced_stays_as_what_it_was(alice: str, why: str, status: str) -> None:
    head = uuid.uuid4()
    with silo(alice, by=SOMEONE, why="test"):
        old = note(alice, "old", **retired(head, why))
        note(alice, "head", id=head)
        ask("SELECT guard.forget_fact(%s)", [head])
        row = Fact.objects.get(id=old)
    assert (row.status, row.superseded_by_id, row.retired_at is None) == (status, None, why == "changed")
    assert faults(alice) == []


@both
def test_the_neighbours_of_a_forgotten_link_meet(alice: str) -> None:
    one, two, three = (uuid.uuid4() for _ in range(3))
    with silo(alice, by=SOMEONE, why="test"):
        note(alice, "one", id=one, **retired(two))
        note(alice, "two", id=two, **retired(three, "corrected"))
        note(alice, "three", id=three)
        ask("SELECT guard.forget_fact(%s)", [two])
        assert list(Fact.objects.filter(superseded_by=three).values_list("id", flat=True)) == [one]
    assert faults(alice) == []


@both
def test_a_settled_conflict_outlives_a_winner_that_was_neither_side(alice: str) -> None:
    rows = fill(alice)
    with silo(alice, by=SOMEONE, why="test"):
        third = note(alice, "third")
        Conflict.objects.update(winner_id=third, settled_at=timezone.now())
        ask("SELECT guard.forget_fact(%s)", [third])
    with silo(alice, by=SOMEONE, why="look"):
        assert Conflict.objects.get(older_id=rows.fact).winner_id is None


@both
def test_words_that_are_not_found_one_by_one_go_as_a_whole(alice: str) -> None:
    """A reply whose sentence was stored with another space, and one that was withheld and never said."""
    with silo(alice, by=SOMEONE, why="test"):
        session = open_session(alice)
        question, reply, silent = (
            say(session, text) for text in ("I take it", "You  take 50 mg. Rest.", "I am unsure.")
        )
        fact = note(alice, "50 mg")
        trace(question, reply, [("You take 50 mg.", [fact])])
        trace(question, silent, [("You take 50 mg.", [fact])], withheld="not in the record")
        ask("SELECT guard.forget_fact(%s)", [fact])
        texts = {turn.id: (turn.text, turn.removed) for turn in Turn.objects.all()}
    assert texts == {question.id: ("I take it", False), reply.id: (REMOVED, True), silent.id: ("I am unsure.", False)}


@both
def test_a_quoted_turn_leaves_search_traces_and_the_reply_that_rests_on_it_alone(alice: str) -> None:
    with silo(alice, by=SOMEONE, why="test"):
        session = open_session(alice)
        texts = ("Now it is 50 mg.", "Fifty, then.", "I sleep well.", "Good.")
        asked, reply, other, answer = (say(session, text) for text in texts)
        for turn in (asked, other):
            TurnEmbedding.objects.create(id=turn.id, user_key=alice, embedding=VECTOR, embedding_model="test")
        fact = note(alice, "50 mg", turn=asked, quote="Now it is 50 mg.")
        trace(asked, reply, [("Fifty, then.", [])], turns=[asked.id])
        trace(other, answer, [("Good.", [])])
        ask("SELECT guard.forget_fact(%s)", [fact])
        assert [turn.text for turn in Turn.objects.order_by("seq")] == [REMOVED, REMOVED, "I sleep well.", "Good."]
        assert [vector.id for vector in TurnEmbedding.objects.all()] == [other.id]
        assert set(RecallTrace.objects.values_list("query", flat=True)) == {REMOVED, "I sleep well."}


@both
def test_a_foreign_id_answers_like_one_that_never_existed(alice: str, charlie: str) -> None:
    theirs = fill(charlie)
    answers = []
    with silo(alice, by=SOMEONE, why="test"):
        for fact in (theirs.fact, uuid.uuid4()):
            with pytest.raises(DatabaseError) as refused, transaction.atomic():
                ask("SELECT guard.forget_fact(%s)", [fact])
            answers.append((sqlstate(refused.value), str(refused.value)))
        assert {ask("SELECT guard.purge_transcript(%s)", [s])[0] for s in (theirs.public_id, uuid.uuid4())} == {(0,)}
    assert answers[0] == answers[1]
    with silo(charlie, by=SOMEONE, why="look"):
        assert Fact.objects.filter(id=theirs.fact).exists()


def _retire(rows: Rows, days: int | None, status: str) -> int:
    with silo(rows.key, by=SOMEONE, why="retention"):
        ends = None if days is None else timezone.now() + timedelta(days=days)
        Session.objects.filter(id=rows.session).update(expire_at=ends, status=status)
        ((gone,),) = ask("SELECT guard.purge_transcript(%s)", [rows.public_id])
    return int(gone)


@both
@pytest.mark.parametrize(
    ("days", "status"), [(1, "done"), (None, "done"), (-1, "open"), (-1, "queued"), (-1, "failed")]
)
def test_a_transcript_is_not_purged_before_its_day_nor_undistilled(alice: str, days: int | None, status: str) -> None:
    assert _retire(fill(alice), days, status) == 0


@both
@pytest.mark.parametrize("status", ["done", "nothing found"])
def test_retention_takes_the_turns_and_the_facts_keep_their_quotes(told: Rows, status: str) -> None:
    assert _retire(told, -1, status) == 2
    with silo(told.key, by=SOMEONE, why="look"):
        assert not Turn.objects.filter(session_id=told.session).exists()
        assert not TurnEmbedding.objects.exists()
        assert not RecallTrace.objects.filter(id=told.trace).exists()
        kept = Evidence.objects.get(fact_id=told.fact)
        assert (kept.quote, kept.turn_id, kept.session_id) == ("Now it is 50 mg.", None, told.session)
        assert Turn.objects.count() == 3  # another session's
        assert Session.objects.get(id=told.session).expire_at is None
    assert faults(told.key) == []
    assert _forget(told, told.fact) == 2  # the episode is found without its turn
    assert _words(told.key, "50 mg") == set()
