"""A closed session becomes facts once, whatever fails on the way."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory import distilling, erasure, queueing, transcript, upkeep
from memory.distilling import Retry
from memory.door import Actor, silo
from memory.drafts import Draft, Quote, Transcript, Value
from memory.engine import BadOutput, EngineRefused, EngineUnavailable, Purpose, RateLimited, Vector
from memory.models import Fact, HeldDraft, Session
from memory.vocabulary import SessionState, Speaker, Tag, address
from tests.memory.rows import note

DAY = datetime(2026, 9, 1, 12, tzinfo=UTC)
OPENING = transcript.Opening("patient-advocate", "1")
WORDS = "I take metoprolol 25 mg twice daily."


class FakeEngine:
    """Drafts one dose from a turn that holds WORDS; raises what it is told to, first."""

    name, prompt_version, embedding_model, remote = "fake", "1", "fake-model", False

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.asked = 0

    def distil(self, given: Transcript) -> list[Draft]:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        return [_dose(turn.id) for turn in given.turns if turn.text == WORDS and turn.speaker is Speaker.PATIENT]

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        return [[1.0, *[0.0] * 767] for _ in texts]


def _dose(turn: uuid.UUID) -> Draft:
    return Draft(
        tag=Tag.MEDICATION,
        text="metoprolol 25 mg twice daily",
        quotes=(Quote(turn, WORDS[:-1]),),
        source="patient",
        attribute="metoprolol",
        keys=("metoprolol",),
        memory_key=address(Tag.MEDICATION, "metoprolol"),
        value=Value("25", "mg", "twice daily"),
    )


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would have gone to the broker."""
    messages: list[Any] = []

    def send(*call: Any, **how: Any) -> bool:
        messages.append((*call, how.get("countdown", 0)))
        return True

    monkeypatch.setattr(queueing, "send", send)
    return messages


def _closed(key: str, by: Actor, *messages: str) -> uuid.UUID:
    for message in messages or (WORDS,):
        session, _ = transcript.hear(
            key, speaker=Speaker.PATIENT, text=message, at=DAY, zone="America/New_York", opening=OPENING, by=by
        )
    transcript.close(key, session, by=by)
    return session


def _row(key: str, session: uuid.UUID, by: Actor) -> Session:
    with silo(key, by=by, why="look"):
        return Session.objects.get(public_id=session)


def _time_passes(key: str, session: uuid.UUID, by: Actor) -> None:
    """The retry, or the lease, is due."""
    with silo(key, by=by, why="time passes"):
        Session.objects.filter(public_id=session).update(due_at=timezone.now() - timedelta(seconds=1))


def _facts(key: str, by: Actor) -> list[str]:
    with silo(key, by=by, why="look"):
        return list(Fact.objects.values_list("fact", flat=True))


def test_a_closed_session_becomes_facts(alice: str, committed: None, tester: Actor) -> None:
    session = _closed(alice, tester)
    assert distilling.distil(session, engine=FakeEngine(), by=tester) == SessionState.DONE
    assert _facts(alice, tester) == ["metoprolol 25 mg twice daily"]
    assert _row(alice, session, tester).distilled_seq == 1


def test_the_same_task_three_times_is_the_same_as_once(alice: str, committed: None, tester: Actor) -> None:
    session, engine = _closed(alice, tester), FakeEngine()
    ends = [distilling.distil(session, engine=engine, by=tester) for _ in range(3)]
    assert ends == [SessionState.DONE, None, None]
    assert engine.asked == 1
    assert len(_facts(alice, tester)) == 1


def test_nothing_found_is_a_state_of_its_own(alice: str, committed: None, tester: Actor) -> None:
    session = _closed(alice, tester, "Good morning!")
    assert distilling.distil(session, engine=FakeEngine(), by=tester) == SessionState.NOTHING_FOUND


@pytest.mark.parametrize("error", [EngineUnavailable("down"), BadOutput("cut"), RateLimited("busy"), OSError("reset")])
def test_a_failure_is_never_nothing_to_remember(alice: str, committed: None, tester: Actor, error: Exception) -> None:
    session, engine = _closed(alice, tester), FakeEngine(error)
    assert isinstance(distilling.distil(session, engine=engine, by=tester), Retry)
    row = _row(alice, session, tester)
    assert (row.status, row.distilled_seq, row.failure) == (SessionState.RETRYING, 0, type(error).__name__)
    _time_passes(alice, session, tester)
    assert distilling.distil(session, engine=engine, by=tester) == SessionState.DONE
    assert len(_facts(alice, tester)) == 1


def test_the_delay_that_a_rate_limit_names_is_honoured(alice: str, committed: None, tester: Actor) -> None:
    session = _closed(alice, tester)
    again = distilling.distil(session, engine=FakeEngine(RateLimited("busy", retry_after=61)), by=tester)
    assert isinstance(again, Retry)
    assert again.delay >= 61
    due = _row(alice, session, tester).due_at
    assert due is not None
    assert due >= timezone.now() + timedelta(seconds=55)


def test_a_message_that_comes_before_the_retry_is_due_costs_no_attempt(
    alice: str, committed: None, tester: Actor
) -> None:
    session, engine = _closed(alice, tester), FakeEngine(EngineUnavailable("down"))
    distilling.distil(session, engine=engine, by=tester)
    assert distilling.distil(session, engine=engine, by=tester) is None
    assert (engine.asked, _row(alice, session, tester).attempts) == (1, 1)
    _time_passes(alice, session, tester)
    assert distilling.distil(session, engine=engine, by=tester) == SessionState.DONE


def test_the_attempts_last_beyond_the_window_of_a_rate_limit(settings: Settings) -> None:
    waits = [distilling.backoff(attempt, None) for attempt in range(1, settings.DISTIL_ATTEMPTS)]
    assert waits == sorted(waits)
    assert sum(waits) > 10 * 60


def test_it_fails_visibly_in_the_end_and_can_be_run_again(
    alice: str, committed: None, tester: Actor, settings: Settings
) -> None:
    settings.DISTIL_ATTEMPTS = 3
    session, engine = _closed(alice, tester), FakeEngine(*[EngineUnavailable("down")] * 3)
    for _ in range(2):
        assert isinstance(distilling.distil(session, engine=engine, by=tester), Retry)
        _time_passes(alice, session, tester)
    assert distilling.distil(session, engine=engine, by=tester) == SessionState.FAILED
    assert distilling.distil(session, engine=engine, by=tester) is None, "failed waits for a person"
    assert transcript.requeue(alice, session, by=tester)
    assert distilling.distil(session, engine=engine, by=tester) == SessionState.DONE


def test_what_will_not_change_is_not_tried_again(alice: str, committed: None, tester: Actor) -> None:
    session = _closed(alice, tester)
    assert distilling.distil(session, engine=FakeEngine(EngineRefused("key")), by=tester) == SessionState.FAILED


def test_a_running_session_belongs_to_its_worker_until_the_lease_ends(
    alice: str, committed: None, tester: Actor, settings: Settings
) -> None:
    session = _closed(alice, tester)
    assert distilling._claim(alice, session, tester) is not None
    assert distilling.distil(session, engine=FakeEngine(), by=tester) is None
    _time_passes(alice, session, tester)
    assert distilling.distil(session, engine=FakeEngine(), by=tester) == SessionState.DONE


def test_two_workers_on_one_range_write_it_once(alice: str, committed: None, tester: Actor) -> None:
    session, engine = _closed(alice, tester), FakeEngine()
    slow = distilling._claim(alice, session, tester)
    assert slow is not None
    _time_passes(alice, session, tester)
    assert distilling.distil(session, engine=engine, by=tester) == SessionState.DONE
    assert distilling._write(slow, engine.distil(slow.transcript), engine, tester) is None
    assert len(_facts(alice, tester)) == 1


def test_what_was_in_flight_writes_nothing_after_an_erasure(alice: str, committed: None, tester: Actor) -> None:
    session = _closed(alice, tester)

    class Erases(FakeEngine):
        def distil(self, given: Transcript) -> list[Draft]:
            erasure.erase_own(alice, by=tester)
            return super().distil(given)

    assert distilling.distil(session, engine=Erases(), by=tester) is None
    assert set(erasure.remaining(alice).values()) == {0}


def test_a_draft_from_the_advocates_words_is_held(alice: str, committed: None, tester: Actor) -> None:
    session, _ = transcript.hear(
        alice, speaker=Speaker.ADVOCATE, text=WORDS, at=DAY, zone="UTC", opening=OPENING, by=tester
    )
    transcript.close(alice, session, by=tester)

    class Repeats(FakeEngine):
        def distil(self, given: Transcript) -> list[Draft]:
            return [_dose(turn.id) for turn in given.turns]

    assert distilling.distil(session, engine=Repeats(), by=tester) == SessionState.NOTHING_FOUND
    with silo(alice, by=tester, why="look"):
        assert list(HeldDraft.objects.values_list("reason", flat=True)) == ["advocate's words"]


def test_an_idle_session_is_closed_by_the_sweep_and_queued(
    alice: str, committed: None, tester: Actor, sent: list[Any]
) -> None:
    session, _ = transcript.hear(
        alice, speaker=Speaker.PATIENT, text=WORDS, at=DAY, zone="UTC", opening=OPENING, by=tester
    )
    upkeep.sweep(by=tester)
    assert _row(alice, session, tester).status == SessionState.OPEN, "not idle long enough"
    with silo(alice, by=tester, why="half an hour passes"):
        Session.objects.filter(public_id=session).update(last_update_time=int(timezone.now().timestamp()) - 1801)
    upkeep.sweep(by=tester)
    assert _row(alice, session, tester).status == SessionState.QUEUED
    assert ("memory.distil", session, 0) in sent


@pytest.mark.parametrize(
    "status", [SessionState.CLOSING, SessionState.QUEUED, SessionState.RETRYING, SessionState.RUNNING]
)
def test_the_sweep_picks_up_what_a_crash_dropped(
    alice: str, committed: None, tester: Actor, sent: list[Any], settings: Settings, status: SessionState
) -> None:
    settings.SWEEP_PATIENCE_SECONDS = 0
    session = _closed(alice, tester)
    with silo(alice, by=tester, why="a crash"):
        Session.objects.filter(public_id=session).update(status=status, due_at=timezone.now() - timedelta(seconds=1))
    sent.clear()
    upkeep.sweep(by=tester)
    assert ("memory.distil", session, 0) in sent


def test_the_sweep_writes_down_a_plan_whose_day_has_come(alice: str, committed: None, tester: Actor) -> None:
    today = timezone.now().date()
    with silo(alice, by=tester, why="plan"):
        with patch("django.utils.timezone.now", return_value=timezone.now() - timedelta(days=3)):
            in_time = note(alice, "50 mg", status="planned", fact_date=today - timedelta(days=1))
        ahead = note(alice, "100 mg", status="planned", fact_date=today + timedelta(days=3))
    upkeep.sweep(by=tester)
    with silo(alice, by=tester, why="look"):
        assert Fact.objects.get(id=in_time).status == "active"
        assert Fact.objects.get(id=ahead).status == "planned"


def test_a_plan_told_under_another_clock_waits_for_its_conversation(alice: str, committed: None, tester: Actor) -> None:
    with silo(alice, by=tester, why="plan"):
        told = note(alice, "75 mg", status="planned", fact_date=timezone.now().date() - timedelta(days=60))
    upkeep.sweep(by=tester)
    with silo(alice, by=tester, why="look"):
        assert Fact.objects.get(id=told).status == "planned"


def test_a_message_after_the_end_opens_a_new_session(alice: str, committed: None, tester: Actor) -> None:
    first = _closed(alice, tester)
    second, said = transcript.hear(
        alice, speaker=Speaker.PATIENT, text="One more thing.", at=DAY, zone="UTC", opening=OPENING, by=tester
    )
    assert second != first
    assert said.seq == 1


def test_without_a_broker_the_session_waits_for_the_sweep(
    alice: str, committed: None, tester: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queueing, "send", lambda *call, **how: False)
    session = _closed(alice, tester)
    assert _row(alice, session, tester).status == SessionState.CLOSING
