"""Reader gone, server gone, two tabs, double submit, reload: one message, one reply or one honest mark."""

from __future__ import annotations

import http.client
import json
import os
import signal
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser

from advocate.replies import INTERRUPTED
from tests.web.conftest import Visitor, say
from tests.web.engines import SENTENCES
from tests.web.stack import PATIENCE, POOL, Client, Stack, wait

WHOLE = "".join(SENTENCES).strip()


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


def test_a_reader_who_leaves_a_page_without_javascript_finds_the_whole_reply(stack: Stack) -> None:
    client = stack.patient()
    client.get("/")
    with pytest.raises(TimeoutError):
        client.open("POST", "/", form={"message": "Go slowly."}, seconds=0.8)
    assert client.turns() == [("person", "Go slowly.")], "it had not come yet"
    wait(lambda: len(client.turns()) == 2, PATIENCE - 1)
    assert client.turns()[1] == ("advocate", WHOLE)


def test_a_server_that_is_killed_in_mid_stream_leaves_one_honest_mark(stack: Stack) -> None:
    client = stack.patient()
    port, process = stack.serve()
    connection = _begun(Client(port, client.cookies), "Go slowly.")
    os.killpg(process.pid, signal.SIGKILL)
    connection.close()
    assert client.turns() == [("person", "Go slowly.")], "nothing of a reply is stored before its end"
    wait(lambda: len(client.turns()) == 2, PATIENCE + 3)
    time.sleep(1)
    assert client.turns() == [("person", "Go slowly."), ("advocate", INTERRUPTED)]


def test_a_server_that_is_told_to_stop_lets_a_reply_come_to_its_end(stack: Stack) -> None:
    client = stack.patient()
    port, process = stack.serve()
    connection = _begun(Client(port, client.cookies), "Go slowly.")
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(15)
    connection.close()
    assert client.turns() == [("person", "Go slowly."), ("advocate", WHOLE)]


def test_a_server_that_is_told_to_stop_marks_a_reply_that_takes_too_long(stack: Stack) -> None:
    client = stack.patient()
    port, process = stack.serve(more={"REPLY_PATIENCE_SECONDS": "60"})
    connection = _begun(Client(port, client.cookies), "Go on endlessly.")
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(15)
    connection.close()
    wait(lambda: len(client.turns()) == 2, 1)
    reply = client.turns()[1]
    assert reply[1].startswith(WHOLE), "as far as it came"
    assert reply[1].endswith(INTERRUPTED)


def _begun(client: Client, words: str) -> http.client.HTTPConnection:
    """Send a message, and wait for the first sentence."""
    connection, answer = client.open("POST", "/say/", form={"message": words, "turn": str(uuid.uuid4())})
    assert [json.loads(answer.readline())["event"] for _ in range(2)] == ["heard", "say"]
    return connection


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
    clients, neighbour = [stack.patient() for _ in range(5 * POOL)], stack.patient()
    with ThreadPoolExecutor(len(clients)) as at_once:
        opened = list(at_once.map(_opened, clients))
        assert neighbour.get("/conversations/").status == 200, "no stream holds a connection"
        ends = list(at_once.map(lambda each: json.loads(each[1].readlines()[-1]), opened))
    for connection, _ in opened:
        connection.close()
    assert [end["event"] for end in ends] == ["end"] * len(clients)
    assert all(client.turns() == [("person", "Go slowly."), ("advocate", WHOLE)] for client in clients)


def _opened(client: Client) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    """Send a message, and read no further than that it was heard."""
    connection, answer = client.open("POST", "/say/", form={"message": "Go slowly.", "turn": str(uuid.uuid4())})
    assert json.loads(answer.readline())["event"] == "heard"
    return connection, answer
