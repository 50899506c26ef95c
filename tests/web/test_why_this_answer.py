"""Why this answer: a patient, and a clinician who cares for her, see what a reply rests on; nobody else does."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web.conftest import Visitor, say
from tests.web.looking import look
from tests.web.stack import Stack
from tests.web.staff import Clinic, clinic


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Clinic:
    """Two patients, two clinicians."""
    return clinic(stack)


@pytest.fixture
def browsing(stack: Stack, chromium: Browser) -> Iterator[Visitor]:
    """A browser in which no page had a fault."""
    visitor = Visitor(chromium, stack)
    yield visitor
    visitor.context.close()


def test_a_patient_sees_what_an_answer_rests_on_at_once_and_later(cast: Clinic, browsing: Visitor) -> None:
    page = browsing.signed_in(cast.people["alice"].cookies)
    page.goto("/")
    assert "5 mg" in say(page, "What dose of metformin do I take?")
    page.click(".turn.advocate >> nth=-1 >> text=Why this answer")
    assert "metformin 5 mg twice daily" in page.inner_text("section[aria-labelledby=said]")
    assert "it is about metformin" in page.inner_text("section[aria-labelledby=given]")
    assert look(page, page.url, Axe(), name="why") == []
    page.goto("/")
    assert page.locator("text=Why this answer").count() >= 1, "a reload shows it, too"
    assert browsing.faults == []


def test_a_clinician_sees_the_trace_with_scores(cast: Clinic, browsing: Visitor) -> None:
    alice = cast.people["alice"]
    turn = str(uuid.uuid4())
    alice.say("Which metformin do I take?", turn)
    page = browsing.signed_in(cast.people["bob"].cookies)
    page.goto(f"/admin/patients/{cast.ids['care']}/replies/{turn}/")
    placed = page.locator("section.placed tbody tr").first.inner_text()
    assert "metformin 5 mg twice daily" in placed
    assert "as what holds now" in placed
    assert "yes" in placed, "cited"
    assert look(page, page.url, Axe(), name="trace") == []
    assert browsing.faults == []


def test_what_was_forgotten_since_is_not_shown_again(cast: Clinic) -> None:
    charlie, turn = cast.people["charlie"], str(uuid.uuid4())
    charlie.say("How much warfarin do I take?", turn)
    assert "warfarin 5 mg" in charlie.get(f"/replies/{turn}/").text
    charlie.confirm()
    assert charlie.post(f"/record/facts/{cast.theirs['fact']}/forget/").status == 302
    page = charlie.get(f"/replies/{turn}/").text
    assert "warfarin 5 mg" not in page


def test_enter_sends_and_shift_enter_breaks_the_line(cast: Clinic, browsing: Visitor) -> None:
    page = browsing.signed_in(cast.people["alice"].cookies)
    page.goto("/")
    page.focus("#message")
    page.keyboard.type("One line")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("and another")
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn.person:has-text('and another')")
    assert page.locator(".turn.person").last.inner_text().count("\n") >= 2
