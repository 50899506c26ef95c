"""A person's own hand on her record: correct, take back, pin, never bring up; settle, ask, complete, drop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import Visitor, say
from tests.web.stack import Client, Stack

ID = r"[0-9a-f-]{36}"


def _fact(client: Client, words: str) -> str:
    """The address of the fact on the record page that says this."""
    found = re.search(rf'href="(/record/facts/{ID}/)">[^<]*{re.escape(words)}', client.get("/record/").text)
    assert found, words
    return found[1]


def _only(client: Client, what: str, where: str = "/record/") -> str:
    """The one address of this kind on a page."""
    [found] = set(re.findall(rf"/record/{what}/{ID}/", client.get(where).text))
    return str(found)


@pytest.fixture
def alice(stack: Stack) -> Client:
    """Somebody with a dose that went up, on her own word."""
    client = stack.patient()
    client.converse("I take metoprolol tartrate 25 mg twice daily.")
    client.converse("My metoprolol went up to 50 mg twice daily.")
    return client


def test_a_fact_is_corrected_without_javascript_and_its_old_wording_stays(
    alice: Client, stack: Stack, chromium: Browser
) -> None:
    visitor = Visitor(chromium, stack, java_script_enabled=False)
    page = visitor.signed_in(alice.cookies)
    page.goto("/record/")
    page.click("a.fact:has-text('50 mg')")
    page.click("text=Correct it")
    page.fill("#id_words", "")
    page.click("button:text-is('Correct it')")
    assert "required" in page.inner_text(".error")
    page.fill("#id_words", "metoprolol 75 mg twice daily")
    page.click("button:text-is('Correct it')")
    assert "Corrected" in page.inner_text(".told")
    assert page.inner_text("h1") == "metoprolol 75 mg twice daily"
    assert "corrected: it was not so" in page.inner_text(".chain")
    assert "25 mg" in page.inner_text(".chain")
    assert "metoprolol 75 mg twice daily" in page.inner_text(".quote"), "it rests on her own words"
    page.go_back()
    page.fill("#id_words", "metoprolol 80 mg twice daily")
    page.click("button:text-is('Correct it')")
    assert "correct what holds now" in page.inner_text(".error"), "the form of a page that was gone back to"
    visitor.context.close()


def test_what_was_never_true_is_taken_back_and_what_it_had_replaced_stands_again(alice: Client) -> None:
    fact = _fact(alice, "50 mg")
    assert "If it had replaced something, that stands again" in alice.get(f"{fact}withdraw/").text
    assert alice.post(f"{fact}withdraw/").where == fact
    assert "withdrawn" in alice.get(fact).text
    assert "25 mg twice daily" in alice.get("/record/").text
    assert "50 mg" not in alice.get("/record/").text
    assert alice.post(f"{fact}withdraw/").status == 302, "a second click does no harm"


def test_what_a_clinician_said_can_only_be_disputed(alice: Client) -> None:
    alice.converse("Dr. Osei put the metoprolol up to 100 mg twice daily today.")
    fact = _fact(alice, "100 mg")
    answer = alice.post(f"{fact}withdraw/")
    assert re.fullmatch(rf"/record/conflicts/{ID}/", answer.where)
    page = alice.get(answer.where).text
    assert "not simply replaced" in page
    assert "Which of these is right?" in page
    assert "What contradicts" in alice.get("/record/").text


def test_a_pin_is_shown_and_what_is_not_to_be_brought_up_stays_out_of_replies(alice: Client, visitor: Visitor) -> None:
    page = visitor.signed_in(alice.cookies)
    page.goto(_fact(alice, "50 mg"))
    page.click("button:text-is('Pin it')")
    assert "pinned" in page.inner_text(".about")
    page.goto("/record/")
    assert "pinned" in page.inner_text("li:has(a.fact:has-text('50 mg'))")
    page.goto(_fact(alice, "50 mg"))
    page.click("button:text-is('Never bring this up')")
    assert "never brought up" in page.inner_text(".about")
    page.goto("/")
    assert "50 mg" not in say(page, "Which metoprolol do I take?")
    page.goto(_fact(alice, "50 mg"))
    page.dblclick("button:text-is('Bring it up again')")
    page.wait_for_selector("button:text-is('Never bring this up')")
    page.goto("/")
    assert "50 mg" in say(page, "Which metoprolol do I take?")


def test_a_contradiction_is_kept_for_the_doctor_or_settled_on_the_record_page(stack: Stack, visitor: Visitor) -> None:
    client = stack.patient()
    client.converse("I am allergic to penicillin.")
    client.converse("I have no allergies.")
    page = visitor.signed_in(client.cookies)
    page.goto("/record/")
    page.click("button:has-text('Ask my doctor')")
    assert "stays open" in page.inner_text(".told")
    assert "Marked as a question for your doctor" in page.inner_text(".conflicts")
    assert page.locator("button:has-text('Ask my doctor')").count() == 0
    page.dblclick(".side:has-text('penicillin') button")
    page.wait_for_selector(".told:has-text('Settled')")
    assert "penicillin" in page.inner_text("h1")
    page.goto("/record/")
    assert page.locator(".conflicts").count() == 0
    assert "no allergies" not in page.inner_text("#allergies")


def test_what_was_held_back_is_completed_or_dropped(stack: Stack) -> None:
    client = stack.patient()
    session = client.converse("My sister Elena takes warfarin 5 mg daily.")
    held = _only(client, "held")
    assert "about someone else" in client.get(held).text
    assert client.post(held, words="").status == 400
    where = client.post(held, words="I take warfarin 5 mg daily myself.").where
    completed = where.split("/")[2]
    assert completed != session
    for _ in range(100):
        if client.get(f"/conversations/{completed}/progress/").json["final"]:
            break
    assert "warfarin 5 mg" in client.get("/record/").text
    assert "/record/held/" not in client.get("/record/").text
    assert "answered this already" in client.get(held).text
    client.converse("My brother Tom takes apixaban 5 mg daily.")
    other = _only(client, "held")
    assert client.post(other, drop="1").where == "/record/"
    assert "/record/held/" not in client.get("/record/").text
    assert client.post(other, drop="1").status == 400
