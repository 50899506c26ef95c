"""All of it works as plain pages: chat, end, progress, record; errors keep the message."""

from __future__ import annotations

import uuid

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import Visitor
from tests.web.stack import Stack


def test_a_conversation_from_the_first_message_to_the_fact_without_javascript(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack, java_script_enabled=False)
    page = visitor.signed_in(stack.patient().cookies)
    page.goto("/")
    page.fill("#message", "I take metformin 500 mg twice daily.")
    page.click("button:text-is('Send')")
    assert "metformin" in page.inner_text(".turn.advocate")
    page.click("text=End conversation")
    for _ in range(100):
        if page.locator("#outcome[data-final]").count():
            break
        page.wait_for_timeout(100)
        page.click("text=Look again")
    assert "metformin 500 mg twice daily" in page.inner_text("#outcome")
    page.click("#outcome a.fact")
    assert "I take metformin 500 mg twice daily" in page.inner_text(".quote")
    visitor.context.close()


@pytest.mark.parametrize("words", ["   ", "too long " * 500])
def test_a_message_that_cannot_be_taken_is_kept_on_the_page(stack: Stack, words: str) -> None:
    client = stack.patient()
    answer = client.post("/", message=words, turn=str(uuid.uuid4()))
    assert answer.status == 400
    assert words.strip() in answer.text
    assert 'role="alert"' in answer.text
    assert client.turns() == []
    assert client.say(words).status == 400


def test_an_engine_that_fails_is_told_kindly_and_the_message_is_kept(stack: Stack) -> None:
    client = stack.patient()
    client.post("/", message="please break")
    (said, reply) = client.turns()
    assert said == ("person", "please break")
    assert reply[1].startswith("I am with you.")
    assert "Your message is kept" in reply[1]


def test_signs_of_an_emergency_put_the_number_at_the_top(stack: Stack) -> None:
    client = stack.patient()
    assert 'id="emergency" class="emergency" role="alert" hidden' in client.get("/").text
    client.post("/", message="I have crushing chest pain right now.")
    assert 'id="emergency" class="emergency" role="alert">' in client.get("/").text
    assert client.turns()[1][1].startswith("Call emergency services now")


def test_ending_twice_or_with_nothing_open_does_no_harm(stack: Stack) -> None:
    client = stack.patient()
    assert client.post("/end/").status in {302, 404}
    session = client.converse("Hello there.")
    assert client.post("/end/").where == "/conversations/"
    assert "Nothing in it belonged" in client.get(f"/conversations/{session}/").text
