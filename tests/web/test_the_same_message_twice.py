"""Sent twice, in two tabs, to two processes, again after the line broke: the engine is asked once, and all see it."""

from __future__ import annotations

import json
import os
import signal
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser

from advocate.replies import FAILED, INTERRUPTED
from tests.web.conftest import Visitor
from tests.web.engines import SENTENCES, asked_file
from tests.web.stack import PATIENCE, POOL, Answer, Client, Stack, wait

WHOLE = "".join(SENTENCES).strip()


@pytest.fixture
def words() -> str:
    """A message that takes its time, and that nobody else sends."""
    return f"Go slowly, {uuid.uuid4().hex}."


def _asked(stack: Stack, words: str) -> int:
    """How often the engine was asked to answer this message."""
    asked = asked_file(stack.home.var)
    return asked.read_text().splitlines().count(words) if asked.exists() else 0


def _reply(answer: Answer) -> str:
    """What a stream told, once it was whole."""
    assert answer.status == 200, answer.text
    events = [json.loads(line) for line in answer.text.splitlines()]
    assert (events[0]["event"], events[-1]["event"]) == ("heard", "end")
    return "".join(event["text"] for event in events[1:-1]).strip()


def test_four_at_once_in_two_processes_are_one_message_and_one_reply(stack: Stack, words: str) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.get("/")
    other = Client(stack.serve()[0], client.cookies)
    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(lambda who: who.say(words, turn), [client, other] * 2))
    assert [_reply(answer) for answer in answers] == [WHOLE] * 4
    assert client.turns() == [("person", words), ("advocate", WHOLE)]
    assert _asked(stack, words) == 1


def test_sent_again_later_the_stored_reply_comes_with_its_sources(stack: Stack) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.converse("I take metoprolol tartrate 25 mg twice daily.")
    asked = "Has anything changed with my heart medicine?"
    before = _asked(stack, asked)
    first, second = client.say(asked, turn), client.say(asked, turn)
    assert "25 mg" in _reply(first)
    assert " ".join(_reply(second).split()) == " ".join(_reply(first).split())
    chips = [
        [source for line in answer.text.splitlines() for source in json.loads(line).get("sources", [])]
        for answer in (first, second)
    ]
    assert len(chips[0]) > 0
    assert chips[1] == chips[0]
    assert _asked(stack, asked) == before + 1
    assert len(client.turns()) == 2


def test_a_form_sent_twice_comes_back_when_its_one_reply_stands(stack: Stack, words: str) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.get("/")
    other = Client(stack.serve()[0], client.cookies)
    with ThreadPoolExecutor(1) as meanwhile:
        first = meanwhile.submit(client.post, "/", message=words, turn=turn)
        wait(lambda: _asked(stack, words))
        assert other.post("/", message=words, turn=turn).status == 302
        assert other.turns() == [("person", words), ("advocate", WHOLE)]
        assert first.result().status == 302
    assert _asked(stack, words) == 1


def test_a_double_click_without_javascript_shows_the_whole_reply(stack: Stack, chromium: Browser, words: str) -> None:
    visitor = Visitor(chromium, stack, java_script_enabled=False)
    page = visitor.signed_in(stack.patient().cookies)
    page.goto("/")
    page.fill("#message", words)
    page.dblclick("button:text-is('Send')")
    page.wait_for_selector(".turn.advocate")
    assert " ".join(page.inner_text(".turn.advocate .words").split()) == WHOLE
    assert page.locator(".turn").count() == 2
    assert _asked(stack, words) == 1
    visitor.context.close()


def test_the_line_breaks_before_the_first_word_and_the_message_is_sent_again(stack: Stack) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.get("/")
    words = f"Let me ponder, {turn}."
    with pytest.raises(TimeoutError):
        client.open("POST", "/say/", form={"message": words, "turn": turn}, seconds=0.5)
    begun = time.monotonic()
    told = _reply(client.say(words, turn))
    assert time.monotonic() - begun < PATIENCE, "it was marked as soon as the reader had gone"
    said, kept = client.turns()
    assert said == ("person", words)
    assert " ".join(told.split()) == kept[1]
    assert _asked(stack, words) <= 1


def test_the_server_dies_and_the_message_is_sent_again_to_another(stack: Stack, words: str) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    port, process = stack.serve()
    connection, answer = Client(port, client.cookies).open("POST", "/say/", form={"message": words, "turn": turn})
    assert [answer.readline() for _ in range(2)][1], "the engine was asked"
    os.killpg(process.pid, signal.SIGKILL)
    connection.close()
    assert client.get(f"/say/{turn}/").json == {"state": "waiting"}
    with ThreadPoolExecutor(3) as at_once:
        told = [_reply(answer) for answer in at_once.map(lambda _: client.say(words, turn), range(3))]
    assert told == [INTERRUPTED] * 3
    client.say("Thank you.")
    assert client.turns()[:3] == [("person", words), ("advocate", INTERRUPTED), ("person", "Thank you.")]
    assert client.get(f"/say/{turn}/").json == {"state": "settled"}
    assert _asked(stack, words) == 1


def test_a_page_that_waits_for_a_dead_server_finds_the_mark_by_itself(stack: Stack, chromium: Browser) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    port, process = stack.serve()
    form = {"message": "Go slowly.", "turn": turn}
    connection, answer = Client(port, client.cookies).open("POST", "/say/", form=form)
    assert answer.readline()
    os.killpg(process.pid, signal.SIGKILL)
    connection.close()
    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(client.cookies)
    page.goto("/")
    assert page.locator("[data-waiting]").count() == 1
    page.wait_for_selector(f".turn.advocate:has-text('{INTERRUPTED}')")
    assert page.locator(".turn").count() == 2
    visitor.context.close()


def test_a_crowd_that_waits_for_one_reply_holds_no_connection(stack: Stack, words: str) -> None:
    client, turn, neighbour = stack.patient(), str(uuid.uuid4()), stack.patient()
    client.get("/")
    with ThreadPoolExecutor(4 * POOL) as at_once:
        crowd = [at_once.submit(client.say, words, turn) for _ in range(4 * POOL)]
        wait(lambda: _asked(stack, words))
        assert neighbour.get("/conversations/").status == 200
        assert {_reply(answer.result()) for answer in crowd} == {WHOLE}
    assert _asked(stack, words) == 1


def test_other_words_under_an_id_that_was_used_are_a_message_of_their_own(stack: Stack) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.post("/", message="I take metformin 500 mg daily.", turn=turn)
    for _ in range(2):
        client.post("/", message="My pulse is 60.", turn=turn)
    assert _reply(client.say("My pulse is 60.", turn)) == client.turns()[3][1]
    assert [words for kind, words in client.turns() if kind == "person"] == [
        "I take metformin 500 mg daily.",
        "My pulse is 60.",
    ]


def test_a_reply_without_end_is_cut_while_it_is_still_waited_for(stack: Stack) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    words = f"Go on endlessly, {turn}."
    told = _reply(client.say(words, turn))
    assert told.startswith(WHOLE)
    assert told.endswith(FAILED)
    assert [kind for kind, _ in client.turns()] == ["person", "advocate"]
    assert client.turns()[1][1] == " ".join(told.split())
    time.sleep(0.3 * PATIENCE)
    assert len(client.turns()) == 2, "no mark beside the reply"
