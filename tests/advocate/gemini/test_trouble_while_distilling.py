"""Whatever the model does, a session ends in a state that tells the truth, and what was said is not lost."""

from __future__ import annotations

import json
import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from advocate.engines.gemini.engine import GeminiEngine
from memory import transcript
from memory.distilling import Retry
from memory.door import Actor, silo
from memory.models import Session
from memory.vocabulary import SessionState
from tests import gemini_answers as answers
from tests.advocate.gemini.holding import DOSE, closed, distilled, left, noted, retry_falls_due
from tests.gemini_answers import Answer, Json, drafts, says
from tests.gemini_server import GENERATE, GeminiServer

pytestmark = pytest.mark.usefixtures("committed", "broker")
FACT = "metoprolol tartrate 25 mg twice daily"
_WHOLE = json.dumps({"facts": [noted()]})

AGAIN: dict[str, Answer] = {
    **{f"an empty 200: {name}": answer for name, answer in answers.EMPTY.items()},
    "an error in a 200": Answer(raw=answers.INTERNAL.raw),
    "an empty body": Answer(),
    "cut at the limit": says(_WHOLE[: len(_WHOLE) // 2], finish="MAX_TOKENS"),
    "whole JSON, cut at the limit": says(_WHOLE, finish="MAX_TOKENS"),
    "half a JSON that ends well": says(_WHOLE[: len(_WHOLE) // 2]),
    "thoughts that eat the budget": answers.THOUGHTS_ATE_IT,
    "prose alone": says("There is nothing to note."),
    "JSON of another shape": says('{"drafts": []}'),
    "a list": says("[]"),
    "records of which none can be read": drafts({"text": "metoprolol"}, {"tag": "MEDICATION"}),
    "not JSON at all": Answer(raw=b"<html>busy</html>", content_type="text/html"),
    "429 without a delay": answers.QUOTA_SHORT,
    "500": answers.INTERNAL,
    "502 in HTML": answers.BAD_GATEWAY,
    "503": answers.OVERLOADED,
    "504": answers.DEADLINE,
    "a time-out": says(_WHOLE).but(wait=2.5),
    "a slow drip": says(_WHOLE).but(drip=0.4),
    "a reset": says(_WHOLE).but(end="reset"),
    "a cut": says(_WHOLE).but(end="cut"),
    "a missing signature": answers.NO_SIGNATURE,
}
NEVER: dict[str, Answer] = {
    "a blocked prompt": answers.PROMPT_BLOCKED,
    "a blocked answer": answers.ANSWER_BLOCKED,
    "a bad key": answers.BAD_KEY,
    "an invalid argument": answers.error(400, "INVALID_ARGUMENT", "Request contains an invalid argument."),
    "an unknown model": answers.error(404, "NOT_FOUND", "models/x is not found for API version v1."),
    "a place that is not served": answers.error(400, "FAILED_PRECONDITION", "User location is not supported."),
}
READ_ALL_THE_SAME: dict[str, Answer] = {
    "in fences": says(f"```json\n{_WHOLE}\n```"),
    "with prose around it": says(f"Here is {{what}} I noted:\n{_WHOLE}\nI hope this helps!"),
    "after a thought": Answer(
        (answers.response([{"text": "Let me think. {", "thought": True}, {"text": _WHOLE}], "STOP"),)
    ),
}


@pytest.mark.parametrize("answer", AGAIN.values(), ids=AGAIN)
def test_it_is_tried_again_and_nothing_is_lost(
    answer: Answer, model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    session = closed(alice, tester)
    model.script(GENERATE, answer, drafts(noted()))
    assert isinstance(distilled(session, engine, tester), Retry)
    stands = left(alice, session, tester)
    assert (stands.state, stands.distilled_to, stands.facts) == (SessionState.RETRYING, 0, [])
    assert stands.failure in {"BadOutput", "EmptyAnswer", "EngineUnavailable", "RateLimited"}
    retry_falls_due(alice, session, tester)
    assert distilled(session, engine, tester) == SessionState.DONE
    assert left(alice, session, tester).facts == [FACT]


@pytest.mark.parametrize("answer", NEVER.values(), ids=NEVER)
def test_what_will_not_change_waits_visibly_for_a_person(
    answer: Answer, model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    session = closed(alice, tester)
    model.script(GENERATE, answer, drafts(noted()))
    assert distilled(session, engine, tester) == SessionState.FAILED
    stands = left(alice, session, tester)
    assert (stands.state, stands.distilled_to, stands.failure) == (SessionState.FAILED, 0, "EngineRefused")
    assert transcript.requeue(alice, session, by=tester)
    assert distilled(session, engine, tester) == SessionState.DONE
    assert left(alice, session, tester).facts == [FACT]


@pytest.mark.parametrize("answer", READ_ALL_THE_SAME.values(), ids=READ_ALL_THE_SAME)
def test_what_can_be_read_is_read(
    answer: Answer, model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    session = closed(alice, tester)
    model.script(GENERATE, answer)
    assert distilled(session, engine, tester) == SessionState.DONE
    assert left(alice, session, tester).facts == [FACT]


_BAD_RECORDS: dict[str, Json] = {
    "of an unknown kind": noted(tag="MOOD"),
    "without quotes": noted(quotes=[]),
    "with a date that does not exist": noted(date="2026-02-31", date_phrase="yesterday"),
    "with a list for a text": noted(about=["metoprolol"]),
}


@pytest.mark.parametrize("bad", _BAD_RECORDS.values(), ids=_BAD_RECORDS)
def test_one_bad_record_among_ten_sinks_no_other_and_is_held(
    bad: Json, model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    said = [f"My weight was {60 + n} kg on August {n}." for n in range(1, 10)]
    session = closed(alice, tester, *said)
    good = [_weight(n, words) for n, words in enumerate(said, 1)]
    model.script(GENERATE, drafts(*good[:5], {**bad, "text": "what could not be read"}, *good[5:]))
    assert distilled(session, engine, tester) == SessionState.DONE
    stands = left(alice, session, tester)
    assert len(stands.facts) == 9, stands
    assert stands.held == [("what could not be read", "unreadable")]


def test_a_record_that_is_no_record_is_counted(
    model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    session = closed(alice, tester)
    model.script(GENERATE, says(json.dumps({"facts": [noted(), None, 7, {"text": 3}]})))
    with caplog.at_level(logging.WARNING):
        assert distilled(session, engine, tester) == SessionState.DONE
    assert "3 were lost" in caplog.text
    assert "metoprolol" not in caplog.text


def test_nothing_to_remember_is_said_only_by_an_answer_that_says_so(
    model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    session = closed(alice, tester, "Good morning!")
    model.script(GENERATE, drafts())
    assert distilled(session, engine, tester) == SessionState.NOTHING_FOUND


_DELAYS = {
    "in the details": (answers.quota("61.5s"), 61.5),
    "with nine decimals": (answers.quota("61.123456789s"), 61.1),
    "in the message": (answers.error(429, "RESOURCE_EXHAUSTED", "Please retry in 1m2.5s."), 62.5),
    "in milliseconds": (answers.error(429, "RESOURCE_EXHAUSTED", "Please retry in 850.3ms."), 0.85),
    "in a proxy's header": (answers.QUOTA_SHORT.but(headers={"Retry-After": "77"}), 77.0),
    "a quota by the day": (answers.quota("10s", quota_id="GenerateRequestsPerDayPerProjectPerModel"), 3000.0),
    "beyond all reason": (answers.quota("999999s"), 3000.0),
}


@pytest.mark.parametrize(("answer", "seconds"), _DELAYS.values(), ids=_DELAYS)
def test_the_delay_that_the_service_names_is_honoured(
    answer: Answer, seconds: float, model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    session = closed(alice, tester)
    model.script(GENERATE, answer)
    again = distilled(session, engine, tester)
    assert isinstance(again, Retry)
    assert seconds <= again.delay < max(seconds + 1, 20), "no less than asked; the usual back-off where that is more"
    with silo(alice, by=tester, why="look"):
        due = Session.objects.get(public_id=session).due_at
    assert due is not None
    assert due >= timezone.now() + timedelta(seconds=seconds - 5)


def _weight(day: int, words: str) -> Json:
    return noted(
        words=words[:-1],
        turn=f"t{day}",
        tag="VITAL",
        text=f"weight {60 + day} kg",
        about="weight",
        value=str(60 + day),
        unit="kg",
        frequency=None,
        date=f"2026-08-{day:02}",
        date_phrase=f"on August {day}",
        keys=["weight"],
        tense="past",
    )


def test_the_words_stay_in_the_transcript_whatever_happens(
    model: GeminiServer, engine: GeminiEngine, alice: str, tester: Actor
) -> None:
    session = closed(alice, tester)
    model.script(GENERATE, answers.ANSWER_BLOCKED)
    distilled(session, engine, tester)
    with silo(alice, by=tester, why="look"):
        turns = transcript.turns_of(session)
    assert [turn.text for turn in turns] == [DOSE]
