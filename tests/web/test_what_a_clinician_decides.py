"""What a clinician does with her patient's facts, in a real browser: confirm, retract, settle, undo, read again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.conftest import Visitor
from tests.web.engines import readable
from tests.web.looking import look
from tests.web.stack import Stack, wait
from tests.web.staff import Clinic, clinic, only

# Visits are half an hour apart.
_AN_HOUR_PASSES = """
from tests.memory.rows import superuser
with superuser() as server:
    server.execute("UPDATE memory_access_log SET at = at - interval '1 hour'")
"""


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Clinic:
    """Alice's dose went up, by her own word."""
    found = clinic(stack)
    found.people["alice"].converse("My metformin went up to 10 mg twice daily.")
    return found


@pytest.fixture
def bob(stack: Stack, cast: Clinic, chromium: Browser) -> Iterator[Page]:
    """Dr. Bob at a wide screen, on Alice's record; no page had a fault but for forms that were not taken."""
    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(cast.people["bob"].cookies)
    page.goto(_here(cast))
    yield page
    visitor.context.close()
    assert [fault for fault in visitor.faults if "400" not in fault] == []


def _here(cast: Clinic) -> str:
    return f"/admin/patients/{cast.ids['care']}/"


def test_a_confirmation_stands_in_the_chain_with_who_and_when_and_is_taken_back(cast: Clinic, bob: Page) -> None:
    bob.click(".kinds a.fact:has-text('10 mg')")
    fact = bob.url
    bob.click("a.button:text-is('Confirm')")
    assert "can only dispute it" in bob.inner_text("#content")
    assert "metformin 10 mg" in bob.inner_text("blockquote")
    assert "Confirmed" not in cast.people["alice"].get(_hers(fact)).text, "nothing is done before the second press"
    bob.click("button:text-is('Confirm it')")
    assert bob.url == fact
    deed = bob.inner_text(".chain > li[aria-current] .deeds li")
    assert f"Confirmed by account {cast.accounts['bob']}, clinician" in deed
    assert "Confirmed" in cast.people["alice"].get(_hers(fact)).text
    bob.click("a.button:text-is('Confirm')")
    assert "You confirmed it already" in bob.inner_text("#content")
    bob.goto(fact)
    bob.click(".deeds a:has-text('Undo')")
    bob.fill("#id_reason", "the chart was another's")
    bob.click("button:text-is('Undo it')")
    told = bob.inner_text(".chain > li[aria-current] .deeds")
    assert "undone since" in told
    assert "Confirmation taken back" in told
    assert "the chart was another's" in told
    assert "History verified" in bob.inner_text("#content")


def test_a_retraction_needs_a_reason_and_what_was_replaced_stands_again_until_it_is_undone(
    cast: Clinic, bob: Page
) -> None:
    alice = cast.people["alice"]
    bob.click(".kinds a.fact:has-text('10 mg')")
    fact = bob.url
    bob.click("a.button:text-is('Retract')")
    bob.fill("#id_reason", "  ")
    bob.click("button:text-is('Retract it')")
    assert "required" in bob.inner_text("#id_reason_error")
    assert "10 mg" in alice.get("/record/").text
    bob.fill("#id_reason", "it was never prescribed")
    bob.click("button:text-is('Retract it')")
    assert "it was never prescribed" in bob.inner_text(".deeds")
    assert "withdrawn" in bob.inner_text("dl.about")
    assert bob.locator("a.button:text-is('Confirm'), a.button:text-is('Retract')").count() == 0
    bob.locator(".audit summary").last.click()
    assert "retract a fact" in bob.locator(".audit tbody").last.inner_text()
    record = alice.get("/record/").text
    assert ("5 mg" in record, "10 mg" in record.split("History")[0]) == (True, False)
    assert "never prescribed" in alice.get(_hers(fact)).text
    bob.click(".deeds a:has-text('Undo')")
    undo = bob.url
    bob.fill("#id_reason", "it was, by letter")
    bob.click("button:text-is('Undo it')")
    assert bob.url != fact, "it is written anew"
    assert "Written anew" in bob.inner_text(".deeds")
    assert "10 mg" in alice.get("/record/").text.split("History")[0]
    bob.goto(undo)
    assert "undone already" in bob.inner_text("#content")
    assert cast.people["bob"].post(undo[undo.index("/admin") :], reason="again").status == 400


def test_a_contradiction_is_settled_with_a_reason_and_opened_again(cast: Clinic, bob: Page) -> None:
    alice = cast.people["alice"]
    alice.converse("I am allergic to penicillin.")
    alice.converse("I have no allergies.")
    assert alice.post(f"/record/conflicts/{only(alice, '/record/', 'conflicts')}/", ask="1").status == 302
    bob.reload()
    assert "marked it as a question for you" in bob.inner_text(".conflicts")
    bob.click(".conflicts a:has-text('Say which is right')")
    conflict = bob.url
    bob.fill("#id_reason", "seen in the chart")
    bob.click("button:text-is('Settle it')")
    assert "required" in bob.inner_text(".sides")
    bob.check("label:has-text('penicillin')")
    bob.click("button:text-is('Settle it')")
    assert "penicillin" in bob.inner_text("h1")
    assert "settled for it" in bob.inner_text(".deeds")
    assert "What contradicts" not in alice.get("/record/").text
    bob.goto(conflict)
    assert bob.locator("#content form").count() == 0
    assert "seen in the chart" in bob.inner_text(".deeds")
    bob.click(".deeds a:has-text('Undo')")
    bob.fill("#id_reason", "she says otherwise")
    bob.click("button:text-is('Undo it')")
    assert "Which of these is right?" in bob.inner_text("h1")
    assert bob.url != conflict
    assert "What contradicts" in alice.get("/record/").text


def test_a_reading_that_failed_is_tried_again(stack: Stack, cast: Clinic, bob: Page) -> None:
    alice = cast.people["alice"]
    session = alice.converse("I take lisinopril 10 mg daily, an illegible note says.")
    path = f"{_here(cast)}conversations/{session}/"
    bob.goto(path)
    assert "failed" in bob.inner_text(".lead")
    bob.click("text=Have it read again")
    with readable(stack.home.var):
        bob.click("button:text-is('Read it again')")
        wait(lambda: "State: done" in cast.people["bob"].get(path).text)
    assert "lisinopril" in cast.people["bob"].get(path).text
    bob.goto(f"{path}again/")
    assert "has not failed" in bob.inner_text("#content")
    assert bob.locator("#content form").count() == 0


def test_the_words_that_became_facts_and_those_that_were_held_are_marked(cast: Clinic, bob: Page) -> None:
    alice = cast.people["alice"]
    session = alice.converse("Good morning! I take apixaban 5 mg daily.", "My sister Elena takes warfarin 5 mg daily.")
    bob.goto(f"{_here(cast)}conversations/{session}/")
    became = " ".join(bob.locator("mark.became").all_inner_texts())
    assert "apixaban 5 mg daily" in became
    assert "Good morning" not in became
    assert "warfarin" in bob.inner_text("mark.held")
    assert "about someone else" in bob.inner_text(".turn:has(mark.held)")
    said = alice.turns(f"/conversations/{session}/")
    shown = [" ".join(words.split()) for words in bob.locator("p.said").all_inner_texts()]
    assert shown == [words for _, words in said], "marking loses no word"
    assert "Discussed" not in bob.inner_text("ol.turns"), "a summary is not what a sentence became"
    bob.click(".turn .source a:has-text('apixaban')")
    assert "apixaban 5 mg" in bob.inner_text("h1")


def test_dr_dana_s_hand_reaches_nothing_of_alice_s(cast: Clinic) -> None:
    dana, here = cast.people["dana"], _here(cast)
    for path in (f"facts/{cast.ids['fact']}/confirm/", f"facts/{cast.ids['fact']}/retract/"):
        assert dana.post(f"{here}{path}", reason="x").status == 404
        mixed = f"/admin/patients/{cast.theirs['care']}/{path}"
        assert dana.post(mixed, reason="x").status == 404
    assert dana.post(f"{here}conversations/{cast.ids['session']}/again/").status == 404


def test_no_page_of_hers_has_a_violation(stack: Stack, cast: Clinic, chromium: Browser) -> None:
    here, axe = _here(cast), Axe()
    alice, bob = cast.people["alice"], cast.people["bob"]
    alice.converse("I am allergic to latex.")
    alice.converse("Actually I have no allergies at all.")
    bob.post(f"{here}facts/{cast.ids['fact']}/confirm/")
    stack.home.run("shell", "--verbosity", "0", "-c", _AN_HOUR_PASSES)
    assert "What changed since" in bob.get(here).text
    conflicts = sorted({part for part in bob.get(here).text.split('"') if "/conflicts/" in part})
    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(bob.cookies)
    paths = [
        here,
        conflicts[0],
        f"{here}facts/{cast.ids['fact']}/",
        f"{here}facts/{cast.ids['fact']}/confirm/",
        f"{here}facts/{cast.ids['fact']}/retract/",
        f"{here}conversations/{cast.ids['session']}/",
        f"{here}timeline/",
        f"{here}timeline/?kind=medication",
        f"{here}on/",
        f"{here}on/?day=2026-01-01&other=2025-01-01&by=valid",
        f"{here}on/?day=2026-01-01&by=recorded",
    ]
    found = [fault for path in paths for fault in look(page, path, axe, name=f"bob{path[45:].replace('/', '-')[:60]}")]
    visitor.context.close()
    assert found == []


def _hers(url: str) -> str:
    """The same fact on the patient's own pages."""
    return f"/record/facts/{url.rstrip('/').rsplit('/', 1)[1]}/"
