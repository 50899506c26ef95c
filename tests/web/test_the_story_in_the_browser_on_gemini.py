"""The same story in the same browser on the Gemini engine: the real SDK over HTTP, the stand-in on the other side."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from advocate.configuration import agents, system_instruction
from advocate.engines.gemini.messages import DATA_LABEL
from advocate.engines.gemini.prompts import drafting_instruction
from tests.gemini_brain import by_rules
from tests.gemini_rules import KEY
from tests.gemini_server import EMBED, GENERATE, STREAM, GeminiServer, Request, gemini
from tests.web.conftest import Visitor, say
from tests.web.stack import Stack, standing
from tests.web.test_the_story_in_the_browser import (  # noqa: F401 - the same steps, told to another engine
    Months,
    account_of,
    months,
    sign_up,
    test_step_1_three_facts_stand_dated_and_sourced,
    test_step_2_an_oblique_question_is_answered_with_dose_date_and_source,
    test_step_3_a_change_supersedes_and_touches_nothing_else,
    test_step_4_and_5_history_is_spoken_as_past_and_silence_is_admitted,
    test_step_6_and_7_a_conflict_has_two_sides_and_another_person_gets_nothing,
    test_step_8_erase_everything_leaves_nothing_but_a_receipt,
)

pytestmark = pytest.mark.timeout(300)  # the first test also waits for a stack of its own

AGENT = "patient-advocate"
ALICES = re.compile(r"tartrate|creatinine|1\.4|Osei|50 mg|blood type", re.IGNORECASE)
ANNS = re.compile(r"penicillin|allerg", re.IGNORECASE)


@pytest.fixture(scope="module")
def model() -> Iterator[GeminiServer]:
    """The stand-in, playing a good model."""
    with gemini(by_rules) as server:
        yield server


@pytest.fixture(scope="module")
def stack(model: GeminiServer) -> Iterator[Stack]:
    """Web and worker with a key, for whom the address of the service is the stand-in's."""
    with standing(model.environment) as stack:
        yield stack


@pytest.fixture(scope="module")
def engine() -> str:
    """Who speaks, by the name on the page."""
    return "gemini"


def test_it_was_the_model_that_spoke_drafted_and_embedded(months: Months, model: GeminiServer) -> None:  # noqa: F811
    assert [len(model.of(verb)) > 0 for verb in (STREAM, GENERATE, EMBED)] == [True, True, True]
    assert {request.headers["x-goog-api-key"] for request in model.requests} == {KEY}
    assert {request.headers["user-agent"].split("/")[0] for request in model.requests} == {"google-genai-sdk"}
    tools = [part for request in model.of(STREAM) for part in _parts(request) if "functionResponse" in part]
    assert tools, "it looked things up"


def test_the_record_goes_out_as_labelled_data_and_the_instruction_is_the_same_for_everyone(
    months: Months,  # noqa: F811
    model: GeminiServer,
) -> None:
    assert {request.instruction for request in model.of(STREAM)} == {system_instruction(agents()[AGENT])}
    assert {request.instruction for request in model.of(GENERATE)} == {
        drafting_instruction(agents()[AGENT].memory_extraction_rules)
    }
    for request in model.of(STREAM):
        roles = [content["role"] for content in request.body["contents"]]
        labelled = [text for text in request.parts if text.startswith(DATA_LABEL)]
        assert len(labelled) == 1
        assert _role_of(request, labelled[0]) == "user"
        assert set(roles) <= {"user", "model"}
    held = [json.loads(text.partition("\n")[2])["facts"] for r in model.of(STREAM) for text in r.parts[:-1]
            if text.startswith(DATA_LABEL)]  # fmt: skip
    assert any("metoprolol tartrate 25 mg" in fact["text"] for facts in held for fact in facts), "the positive control"


def test_no_words_of_one_person_go_out_with_those_of_another(months: Months, model: GeminiServer) -> None:  # noqa: F811
    bodies = [json.dumps(request.body.get("contents") or request.body["requests"]) for request in model.requests]
    alices, anns = ([body for body in bodies if of_hers.search(body)] for of_hers in (ALICES, ANNS))
    assert len(alices) > 10
    assert len(anns) > 5
    assert [body for body in alices if ANNS.search(body)] == []


def test_no_key_no_address_and_no_id_goes_out(
    months: Months,  # noqa: F811
    stack: Stack,
    chromium: Browser,
    model: GeminiServer,
) -> None:
    visitor, email = Visitor(chromium, stack), f"zoe-{uuid.uuid4().hex[:6]}@example.org"
    zoe = Months(visitor, visitor.page(), months.days, email, months.engine)
    sign_up(zoe.page, months.days["2026-09-01"], email)
    say(zoe.page, "I take lisinopril 10 mg daily.")
    zoe.end()
    say(zoe.begin("2026-10-01"), "What do I take?")
    account = account_of(stack, email)
    key = stack.key_of(account)
    assert _engines_of(stack, key) == {"gemini"}
    sent = [f"{request.path} {request.raw}" for request in model.requests]
    assert any("lisinopril" in words for words in sent), "the positive control: hers did go out"
    for hidden in (key, key.partition("/")[2], f"account {account}", email, months.email, "@example.org", KEY):
        assert [words for words in sent if hidden in words] == []
    ids = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}")
    assert ids.search(key), "the positive control: this is what an id looks like"
    assert [found[0] for words in sent if (found := ids.search(words))] == []
    told = " ".join(f"{value}" for request in model.requests for value in request.headers.values())
    assert not any(hidden in told for hidden in (email, months.email, key))
    visitor.context.close()
    assert visitor.faults == []


def _engines_of(stack: Stack, key: str) -> set[str]:
    """Who drafted the facts of a record."""
    script = f"""
from memory.door import Actor, silo
from memory.models import Fact
with silo({key!r}, by=Actor("tester", "test"), why="look"):
    print(*set(Fact.objects.values_list("engine", flat=True)))
"""
    return set(stack.home.run("shell", "--verbosity", "0", "-c", script).stdout.split())


def _parts(request: Request) -> list[dict[str, object]]:
    return [part for content in request.body["contents"] for part in content["parts"]]


def _role_of(request: Request, text: str) -> str:
    (role,) = {c["role"] for c in request.body["contents"] for part in c["parts"] if part.get("text") == text}
    return str(role)
