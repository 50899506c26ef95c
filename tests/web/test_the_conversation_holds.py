"""Stopping, asking again, drafts, two tabs, emergencies without a network, and logging out elsewhere."""

from __future__ import annotations

import uuid

import pytest
from playwright.sync_api import Page, expect

from advocate.emergency import is_emergency
from advocate.replies import INTERRUPTED
from tests.advocate.test_emergency_comes_first import HAPPENING, NOT_HAPPENING
from tests.web.conftest import Visitor, say
from tests.web.engines import SENTENCES
from tests.web.stack import Client, Stack


@pytest.fixture
def client(stack: Stack) -> Client:
    """Somebody new."""
    return stack.patient()


@pytest.fixture
def page(visitor: Visitor, client: Client) -> Page:
    """Their conversation."""
    page = visitor.signed_in(client.cookies)
    page.goto("/")
    return page


def test_a_reply_is_stopped_and_asked_for_again(page: Page, client: Client) -> None:
    page.fill("#message", "Go slowly.")
    page.click("#send")
    page.wait_for_selector(f".turn.advocate:has-text('{SENTENCES[0].strip()}')")
    page.fill("#message", "typed meanwhile")
    page.click("#stop")
    page.wait_for_selector(f".turn.advocate:has-text('{INTERRUPTED}')")
    assert SENTENCES[-1].strip() not in page.inner_text(".turn.advocate")
    assert page.input_value("#message") == "typed meanwhile"
    page.dblclick("button:text-is('Ask again')")
    page.wait_for_selector(f".turn.advocate:has-text('{SENTENCES[-1].strip()}')")
    expect(page.locator("#stop")).to_be_hidden()
    assert [kind for kind, _ in client.turns()] == ["person", "advocate"] * 2
    assert page.locator("button:text-is('Ask again')").count() == 0
    assert page.input_value("#message") == "typed meanwhile"


def test_a_reply_that_failed_keeps_the_message_and_offers_to_ask_again(page: Page, client: Client) -> None:
    page.fill("#message", "please break")
    page.click("#send")
    page.wait_for_selector("button:text-is('Ask again')")
    assert "Your message is kept" in page.inner_text(".turn.advocate")
    without = client.get("/").text
    assert 'data-again><input type="hidden" name="csrfmiddlewaretoken"' in without, "it works without JavaScript, too"
    assert ">please break</textarea>" in without


def test_offline_keeps_the_message_and_back_online_it_is_sent_once(
    page: Page, client: Client, visitor: Visitor
) -> None:
    visitor.context.set_offline(True)
    page.fill("#message", "I take metformin 500 mg daily.")
    page.click("#send")
    page.wait_for_selector("#error:visible")
    assert "Your message is still here" in page.inner_text("#error")
    assert page.input_value("#message") == "I take metformin 500 mg daily."
    visitor.context.set_offline(False)
    visitor.faults.clear()
    page.click("#send")
    page.wait_for_selector(".turn.advocate:has-text('metformin')")
    assert len(client.turns()) == 2


def test_signs_of_an_emergency_show_the_number_before_anything_is_sent(page: Page, visitor: Visitor) -> None:
    page.wait_for_load_state("networkidle")
    visitor.context.set_offline(True)
    page.fill("#message", "I have crushing chest pain right now.")
    page.click("#send")
    expect(page.locator("#emergency")).to_be_visible()
    assert "911" in page.inner_text("#emergency")
    visitor.context.set_offline(False)
    visitor.faults.clear()


def test_the_browser_reads_signs_of_an_emergency_as_the_server_does(page: Page) -> None:
    spoken = [*HAPPENING, *NOT_HAPPENING]
    read = page.evaluate(
        "async words => { const {isEmergency, loadSigns} = await import(document.querySelector"
        "('script[src*=\"/chat\"]').src.replace(/chat[^/]*$/, 'emergency.js'));"
        " const signs = await loadSigns('/signs/'); return words.map(said => isEmergency(said, signs)) }",
        spoken,
    )
    assert read == [is_emergency(said) for said in spoken]
    assert read.count(True) >= len(HAPPENING)


def test_a_draft_survives_a_reload_and_goes_when_it_is_sent_or_its_person_logs_out(page: Page) -> None:
    page.fill("#message", "not sent yet")
    page.reload()
    assert page.input_value("#message") == "not sent yet"
    say(page, "Hello.")
    page.reload()
    assert page.input_value("#message") == ""
    page.fill("#message", "mine alone")
    page.goto("/accounts/logout/")
    page.click("button:text-is('Log out')")
    page.wait_for_url("**/accounts/login/**")
    assert page.evaluate("sessionStorage.length") == 0


def test_two_tabs_show_the_same_conversation_and_its_end(page: Page, visitor: Visitor) -> None:
    other = visitor.page()
    other.goto("/")
    other.fill("#message", "half a thought")
    say(page, "I take metformin 500 mg twice daily.")
    other.wait_for_selector(".turn.advocate:has-text('metformin')")
    assert other.locator(".turn").count() == 2
    assert other.input_value("#message") == "half a thought"
    page.click("text=End conversation")
    page.wait_for_selector("#outcome")
    other.wait_for_selector("#welcome")
    assert other.locator(".turn").count() == 0
    assert other.locator("#ending").is_hidden()


def test_logging_out_in_one_tab_clears_the_other(page: Page, visitor: Visitor) -> None:
    word = uuid.uuid4().hex
    say(page, f"My code word is {word}.")
    page.fill("#message", "and a draft")
    leaving = visitor.page()
    leaving.goto("/accounts/logout/")
    leaving.click("button:text-is('Log out')")
    page.wait_for_url("**/accounts/login/**")
    assert page.evaluate("sessionStorage.length") == 0
    page.go_back()
    page.wait_for_timeout(500)
    assert word not in page.inner_text("body")
