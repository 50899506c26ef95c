"""Reader gone, server gone, two tabs, double submit, reload: one message, one reply or one honest mark."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser

from advocate.replies import INTERRUPTED
from tests.web.conftest import Visitor, say
from tests.web.engines import SENTENCES
from tests.web.stack import PATIENCE, Client, Stack, wait

WHOLE = "".join(SENTENCES).strip()


def _events(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_reply_comes_sentence_by_sentence(stack: Stack) -> None:
    client = stack.patient()
    connection, answer = client.open("POST", "/say/", form={"message": "Go slowly.", "turn": str(uuid.uuid4())})
    moments = [(json.loads(line)["event"], time.monotonic()) for line in answer]
    connection.close()
    assert [event for event, _ in moments] == ["heard", *["say"] * len(SENTENCES), "end"]
    assert moments[-1][1] - moments[0][1] > 1, "it was not held back to the end"
    assert client.turns() == [("person", "Go slowly."), ("advocate", WHOLE)]


def test_a_reader_who_leaves_in_mid_stream_finds_the_reply_so_far_with_a_mark(stack: Stack) -> None:
    client = stack.patient()
    connection, answer = client.open("POST", "/say/", form={"message": "Go slowly.", "turn": str(uuid.uuid4())})
    assert [answer.readline() for _ in range(2)][1]
    answer.close()
    connection.close()
    wait(lambda: len(client.turns()) == 2, 3)
    said, reply = client.turns()
    assert reply[1].startswith(SENTENCES[0].strip())
    assert reply[1].endswith(INTERRUPTED)
    time.sleep(0.5)
    assert client.turns() == [said, reply]


def test_a_reader_who_leaves_a_page_without_javascript_finds_one_reply_or_the_mark(stack: Stack) -> None:
    client = stack.patient()
    client.get("/")
    body = "message=Go+slowly."
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=30)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookies, "X-CSRFToken": client.cookies["csrftoken"]}
    connection.request("POST", "/", body, {**headers, "Content-Type": "application/x-www-form-urlencoded"})
    time.sleep(0.8)
    connection.close()
    wait(lambda: len(client.turns()) == 2, PATIENCE + 3)
    assert client.turns()[1][1] in {WHOLE, INTERRUPTED}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_that_stops_in_mid_stream_leaves_one_honest_mark(stack: Stack, how: signal.Signals) -> None:
    client = stack.patient()
    port, process = stack.serve()
    doomed = Client(port, client.cookies)
    connection, answer = doomed.open("POST", "/say/", form={"message": "Go slowly.", "turn": str(uuid.uuid4())})
    assert answer.readline()
    os.killpg(process.pid, how)
    if how == signal.SIGTERM:
        _closes(process)
        assert client.turns()[1][1] in {WHOLE, f"{SENTENCES[0].strip()} {INTERRUPTED}"}
    connection.close()
    wait(lambda: len(client.turns()) == 2, PATIENCE + 3)
    ended = client.turns()[1][1]
    assert ended == WHOLE or ended.endswith(INTERRUPTED)
    time.sleep(1)
    assert len(client.turns()) == 2


def _closes(process: subprocess.Popen[bytes]) -> None:
    process.wait(15)


def test_the_same_message_sent_at_the_same_time_is_one_message_with_one_reply(stack: Stack) -> None:
    client, turn = stack.patient(), str(uuid.uuid4())
    client.get("/")
    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(lambda _: client.say("Go slowly.", turn), range(4)))
    assert {answer.status for answer in answers} <= {200, 409}
    assert client.turns() == [("person", "Go slowly."), ("advocate", WHOLE)]
    assert client.say("Go slowly.", turn).status == 409
    client.post("/", message="Go slowly.", turn=turn)
    assert len(client.turns()) == 2


def test_two_tabs_at_once_open_one_record_and_one_conversation(stack: Stack) -> None:
    client = stack.patient()
    client.get("/accounts/logout/")
    with ThreadPoolExecutor(2) as tabs:
        list(tabs.map(client.say, ["I take metformin 500 mg daily.", "My pulse is 60."]))
    turns = client.turns()
    assert sorted(kind for kind, _ in turns) == ["advocate", "advocate", "person", "person"]
    assert client.get("/conversations/").text.count("4 messages") == 1


def test_a_double_click_and_a_reload_in_the_browser(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack)
    client = stack.patient()
    page = visitor.signed_in(client.cookies)
    page.goto("/")
    page.fill("#message", "Go slowly.")
    page.dblclick("button:text-is('Send')")
    page.wait_for_selector(f".turn.advocate:has-text('{SENTENCES[-1].strip()}')")
    page.wait_for_selector("#composer button:enabled")
    assert page.locator("#error").is_hidden()
    assert "Your advocate" in page.inner_text("#live", timeout=1000) or page.locator("#live").text_content()
    page.reload()
    assert page.locator(".turn").count() == 2
    assert client.turns() == [("person", "Go slowly."), ("advocate", WHOLE)]
    say(page, "Thank you.")
    page.reload()
    assert page.locator(".turn").count() == 4
    visitor.context.close()


def test_a_page_that_is_reloaded_in_mid_stream_ends_with_the_mark(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack)
    client = stack.patient()
    page = visitor.signed_in(client.cookies)
    page.goto("/")
    page.fill("#message", "Go slowly.")
    page.click("button:text-is('Send')")
    page.wait_for_selector(f".turn.advocate:has-text('{SENTENCES[0].strip()}')")
    page.reload()
    page.wait_for_selector(f".turn.advocate:has-text('{INTERRUPTED}')")
    assert page.locator(".turn").count() == 2
    visitor.context.close()


def test_a_message_too_long_is_counted_and_kept(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(stack.patient().cookies)
    page.goto("/")
    words = "word " * 900
    page.fill("#message", words)
    assert "500 characters too many" in page.inner_text("#count")
    page.click("button:text-is('Send')")
    page.wait_for_selector("#error:visible")
    assert page.input_value("#message") == words
    visitor.context.close()


def test_twenty_streams_on_a_pool_of_four(stack: Stack) -> None:
    clients = [stack.patient() for _ in range(20)]
    with ThreadPoolExecutor(20) as at_once:
        answers = list(at_once.map(lambda client: client.say("Go slowly."), clients))
    assert [answer.status for answer in answers] == [200] * 20
    assert all(_events(answer.text)[-1] == {"event": "end"} for answer in answers)
    assert all(client.turns() == [("person", "Go slowly."), ("advocate", WHOLE)] for client in clients)
