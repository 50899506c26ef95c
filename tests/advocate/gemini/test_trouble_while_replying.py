"""Whatever the model does, the chat says so kindly, keeps the message, and shows no half a reply as a whole one."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from advocate.engines.gemini.engine import GeminiEngine
from memory.door import Actor
from tests import gemini_answers as answers
from tests.advocate.gemini.holding import DOSE, Talk
from tests.gemini_answers import Answer, calls, response, says
from tests.gemini_server import STREAM, GeminiServer

_LONG = says("You take metoprolol as you said. " * 5, pieces=5)
_MID_ERROR = response([{"text": "I have "}])
TROUBLE: dict[str, Answer] = {
    **{f"an empty 200: {name}": answer for name, answer in answers.EMPTY.items()},
    "cut at the limit": says("I have noted that you", finish="MAX_TOKENS"),
    "thoughts that eat the budget": answers.THOUGHTS_ATE_IT,
    "429 with a delay": answers.quota(),
    "429 without one": answers.QUOTA_SHORT,
    "500": answers.INTERNAL,
    "502 in HTML": answers.BAD_GATEWAY,
    "503": answers.OVERLOADED,
    "504": answers.DEADLINE,
    "a time-out": says("Too late.").but(wait=4.0),
    "a slow drip": _LONG.but(drip=1.0),
    "a reset": _LONG.but(end="reset", responses=()),
    "a reset in mid-stream": _LONG.but(end="reset", responses=_LONG.responses[:2]),
    "a cut in mid-stream": _LONG.but(end="cut", responses=_LONG.responses[:2]),
    "an error in mid-stream": Answer((_MID_ERROR,), raw=b"data: " + answers.OVERLOADED.raw + b"\r\n\r\n"),
    "a bare error after the chunks": Answer((_MID_ERROR,), raw=answers.INTERNAL.raw),
    "half a chunk": Answer((_MID_ERROR,), raw=b'data: {"candidates":[{"content"'),
    "an unreadable line": Answer((_MID_ERROR,), raw=b"event: end\r\n\r\n"),
    "a stream without an end": answers.NEVER_ENDS_WELL,
    "a blocked prompt": answers.PROMPT_BLOCKED,
    "a blocked answer": answers.ANSWER_BLOCKED,
    "a bad key": answers.BAD_KEY,
    "a missing signature": answers.NO_SIGNATURE,
    "an invalid argument": answers.error(400, "INVALID_ARGUMENT", "Request contains an invalid argument."),
}


@pytest.mark.parametrize("answer", TROUBLE.values(), ids=TROUBLE)
def test_the_chat_says_so_and_keeps_the_message(
    answer: Answer, model: GeminiServer, engine: GeminiEngine, committed: None, alice: str, tester: Actor
) -> None:
    model.script(STREAM, answer, answer)
    talk = Talk(alice, engine, tester)
    assert talk.say(DOSE) == ""
    assert "cannot answer just now" in talk.err.getvalue()
    assert "your message is kept" in talk.err.getvalue()
    assert talk.turns() == [("patient", DOSE)]
    model._scripts[STREAM].clear()
    model.script(STREAM, says("You told me of metoprolol tartrate 25 mg twice daily."))
    assert "25 mg twice daily" in talk.say("Are you there?"), "the next message is answered, with all that was said"
    said = [part for part in model.of(STREAM)[-1].parts if not part.startswith("stored record")]
    assert said == [DOSE, "Are you there?"]


def test_an_answer_that_nobody_has_read_is_asked_for_once_more(
    model: GeminiServer, engine: GeminiEngine, committed: None, alice: str, tester: Actor
) -> None:
    model.script(STREAM, answers.EMPTY["an empty text"], says("Good morning. What would you like to look up?"))
    assert "Good morning" in Talk(alice, engine, tester).say("Good morning!")
    assert len(model.of(STREAM)) == 2


@pytest.mark.filterwarnings("ignore:.* is not a valid FinishReason")
def test_a_reason_that_is_not_known_yet_ends_no_answer_well(
    model: GeminiServer, engine: GeminiEngine, committed: None, alice: str, tester: Actor
) -> None:
    odd = says("I have noted", finish="MOON_PHASE")
    model.script(STREAM, odd, odd)
    assert Talk(alice, engine, tester).say(DOSE) == ""


def test_a_call_without_a_signature_is_refused_by_the_service_and_told(
    model: GeminiServer, engine: GeminiEngine, committed: None, alice: str, tester: Actor
) -> None:
    model.script(STREAM, calls(("load_memory", {"question": "metoprolol"}), signed=False))
    talk = Talk(alice, engine, tester)
    assert talk.say(DOSE) == ""
    assert "BadOutput" in talk.err.getvalue()


def test_the_settings_patience_is_ours_and_the_services_deadline_its_least(
    model: GeminiServer, engine: GeminiEngine, settings: Settings
) -> None:
    engine.embed(["a"], purpose="query")
    assert model.requests[-1].headers["x-server-timeout"] == "10"
