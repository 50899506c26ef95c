"""After a conversation has ended: what was remembered, replaced, contradicted and held, and how far it has come."""

from __future__ import annotations

import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import Visitor, say
from tests.web.engines import readable
from tests.web.looking import look
from tests.web.stack import Client, Stack

SINCE = "Dr. Osei put the metoprolol up to 50 mg twice daily today."


@pytest.fixture
def alice(stack: Stack) -> Client:
    """Somebody with a dose and an allergy in her record."""
    client = stack.patient()
    client.converse("I take metoprolol tartrate 25 mg twice daily.", "I am allergic to penicillin.")
    return client


def _parts(page: Page) -> dict[str, str]:
    """What stands under each heading of the card."""
    told = page.evaluate(
        "[...document.querySelectorAll('#card h3')].map(h => { let told = '';"
        " for (let n = h.nextElementSibling; n && n.tagName != 'H3'; n = n.nextElementSibling) told += n.innerText;"
        " return [h.textContent, told] })"
    )
    return dict(told)


def test_old_and_new_contradictions_and_what_was_held_stand_on_it_and_survive_a_reload(
    alice: Client, visitor: Visitor
) -> None:
    page = visitor.signed_in(alice.cookies)
    page.goto("/")
    for words in (SINCE, "My creatinine was 1.3 mg/dL yesterday.", "I have no allergies."):
        say(page, words)
    say(page, "My sister Elena takes warfarin 5 mg daily.")
    page.click("text=End conversation")
    page.wait_for_selector("#outcome[data-ready]")
    assert page.locator(".steps .done").count() == 4
    card = _parts(page)
    assert "creatinine 1.3 mg/dL" in card["New in your record"]
    assert "no allergies" in card["New in your record"]
    old, _, new = card["Replaced"].partition("→")
    assert "metoprolol tartrate 25 mg" in old
    assert "metoprolol" in new
    assert "50 mg" in new
    assert "it was so until then" in new
    assert "penicillin" in card["What contradicts"]
    assert "Ask my doctor" in card["What contradicts"]
    assert "warfarin 5 mg daily" in card["Held back"]
    assert "about someone else" in card["Held back"]
    before = page.inner_text("#card")
    page.reload()
    assert page.inner_text("#card") == before
    assert look(page, page.url, Axe(), name="closing-card") == []
    page.click("text=Fix this >> nth=-1")
    assert page.input_value("#id_words") == "metoprolol 50 mg twice daily"


def test_what_was_told_again_or_taken_back_is_told_so(alice: Client) -> None:
    session = alice.converse("I am allergic to penicillin.", "I never took metoprolol.")
    card = alice.get(f"/conversations/{session}/").text
    again, taken = card.index("In your record already"), card.index("Taken back")
    assert "allergic to penicillin" in card[again : again + 600]
    assert "metoprolol tartrate 25 mg" in card[taken : taken + 600]


def test_a_reading_that_failed_is_tried_again_by_its_person(stack: Stack, visitor: Visitor) -> None:
    page = visitor.signed_in(stack.patient().cookies)
    page.goto("/")
    say(page, "I take metformin 500 mg twice daily, though my writing is illegible.")
    page.click("text=End conversation")
    page.wait_for_selector("#card button:text-is('Try again')")
    assert "you can try again" in page.inner_text("#state")
    assert "failed" in (page.locator(".steps .failed").text_content() or "")
    with readable(stack.home.var):
        page.dblclick("#card button:text-is('Try again')")
        page.wait_for_selector("#outcome[data-ready]")
    assert "metformin 500 mg twice daily" in _parts(page)["New in your record"]


def test_a_conversation_left_alone_ends_by_itself_and_says_so(stack: Stack, visitor: Visitor) -> None:
    email = f"idle{uuid.uuid4().hex[:8]}"
    account, client = stack.accounts(**{email: "patient"})[email]
    page = visitor.signed_in(client.cookies)
    page.goto("/")
    assert "left alone for 30 minutes" in page.inner_text(".foot")
    say(page, "I take metformin 500 mg twice daily.")
    stack.home.run("shell", "--verbosity", "0", "-c", _LEAVE_ALONE.format(key=stack.key_of(account)))
    page.evaluate("window.dispatchEvent(new Event('focus'))")  # she comes back to the tab
    page.wait_for_selector("#talk .told")
    assert page.locator(".turn").count() == 0
    page.click("text=See what was remembered")
    page.wait_for_selector("#outcome[data-ready]")
    assert "You wrote nothing for 30 minutes" in page.inner_text("#card")
    assert "metformin 500 mg twice daily" in page.inner_text("#card")


_LEAVE_ALONE = """
from memory.door import Actor, silo
from memory.models import Session
from memory.upkeep import sweep
by = Actor("tester", "test")
with silo({key!r}, by=by, why="half an hour goes by"):
    session = Session.objects.get(status="open")
    Session.objects.update(last_update_time=session.last_update_time - 1801)
assert sweep(by=by)["close"] == 1
"""
