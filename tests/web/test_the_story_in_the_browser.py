"""The story that must always work, in a real browser against the real stack, over three months."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page

from tests.web.conftest import SHOTS, Visitor, say
from tests.web.stack import PASSWORD, Stack, listens, wait


@dataclass
class Months:
    """A browser, and the same installation on three days."""

    visitor: Visitor
    page: Page
    days: dict[str, str]
    email: str
    engine: str

    def begin(self, day: str) -> Page:
        """Go to the conversation on a day."""
        self.page.goto(self.days[day])
        return self.page

    def end(self) -> str:
        """End the conversation, and return what was remembered."""
        self.page.click("text=End conversation")
        self.page.wait_for_selector("#outcome[data-state=done], #outcome[data-state='nothing found']")
        return self.page.inner_text("#outcome")

    def shoot(self, name: str) -> None:
        """Keep a picture, for those who want to look."""
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"story-{self.engine}-{name}.png", full_page=True)


@pytest.fixture(scope="module")
def engine() -> str:
    """Who speaks, by the name on the page."""
    return "local"


@pytest.fixture(scope="module")
def months(stack: Stack, chromium: Browser, engine: str) -> Iterator[Months]:
    """Somebody who has just signed up on 1 September."""
    ports = {day: stack.begin_serving(day=day)[0] for day in ("2026-09-01", "2026-10-01", "2026-11-01")}
    wait(lambda: all(map(listens, ports.values())), 60)
    days = {day: f"http://127.0.0.1:{port}/" for day, port in ports.items()}
    visitor = Visitor(chromium, stack)
    page, email = visitor.page(), f"alice-{uuid.uuid4().hex[:6]}@example.org"
    sign_up(page, days["2026-09-01"], email)
    yield Months(visitor, page, days, email, engine)
    visitor.context.close()
    assert visitor.faults == []


def sign_up(page: Page, address: str, email: str) -> None:
    """Make an account in the browser, and arrive at the conversation."""
    page.goto(address)
    page.click("text=Sign up")
    page.fill("#id_email", email)
    page.fill("#id_password1", PASSWORD)
    page.fill("#id_password2", PASSWORD)
    page.click("button:text-is('Sign up')")
    page.wait_for_selector("#message")


def account_of(stack: Stack, email: str) -> int:
    """The id of an account."""
    script = f"from memory.models import User; print(User.objects.get(email={email!r}).pk)"
    return int(stack.home.run("shell", "--verbosity", "0", "-c", script).stdout)


def test_step_1_three_facts_stand_dated_and_sourced(months: Months) -> None:
    page = months.begin("2026-09-01")
    assert "America/New_York" in page.inner_text(".foot")
    assert f"Answered by the engine “{months.engine}”." in page.inner_text(".foot")
    say(page, "I take metoprolol tartrate 25 mg twice daily.")
    say(page, "My creatinine was 1.4 mg/dL yesterday.")
    say(page, "Dr. Osei said to hold the dose and call if my pulse is under 55.")
    remembered = months.end()
    assert "metoprolol tartrate 25 mg twice daily" in remembered
    assert "Medicine · you, 1 September 2026" in remembered
    assert "you, 31 August 2026" in remembered
    assert "Dr. Osei, 1 September 2026" in remembered
    assert page.locator("#outcome .facts li").count() == 3


def test_step_2_an_oblique_question_is_answered_with_dose_date_and_source(months: Months) -> None:
    page = months.begin("2026-10-01")
    answer = say(page, "Has anything changed with my heart medicine?")
    assert "metoprolol" in answer
    assert "25 mg" in answer
    chip = page.locator(".turn").last.locator(".chip").first
    assert "you, 1 September 2026" in chip.inner_text()
    assert "/record/facts/" in (chip.get_attribute("href") or "")
    months.shoot("answer")


def test_step_3_a_change_supersedes_and_touches_nothing_else(months: Months) -> None:
    answer = say(months.page, "Dr. Osei put it up to 50 mg on the 28th.")
    assert "25 mg" in answer
    assert "50 mg" in answer
    assert "50 mg" in months.end()
    page = months.page
    page.click("text=My record")
    current = page.inner_text("main")
    assert "Dr. Osei, 28 September 2026" in current
    assert "creatinine 1.4 mg/dL" in current
    assert "hold the dose" in current
    page.click("a.fact:has-text('50 mg')")
    chain = page.locator(".chain li")
    assert chain.count() == 2
    months.shoot("chain")
    assert "replaced" in chain.first.inner_text()
    assert "holds now" in chain.last.inner_text()
    chain.first.locator("a").click()
    assert "25 mg" in page.inner_text("h1")
    page.click("text=read the conversation")
    assert "I take metoprolol tartrate 25 mg twice daily." in page.inner_text("main")


def test_step_4_and_5_history_is_spoken_as_past_and_silence_is_admitted(months: Months) -> None:
    page = months.begin("2026-11-01")
    history = say(page, "What was I taking in September?")
    assert "25 mg" in history
    assert "50 mg" in history
    silence = say(page, "What is my blood type?")
    assert "nothing" in silence
    assert not any(char.isdigit() for char in silence)
    months.end()


def test_step_6_and_7_a_conflict_has_two_sides_and_another_person_gets_nothing(
    months: Months, stack: Stack, chromium: Browser
) -> None:
    other = Visitor(chromium, stack)
    ann = Months(other, other.page(), months.days, "", months.engine)
    sign_up(ann.page, months.days["2026-09-01"], f"ann-{uuid.uuid4().hex[:6]}@example.org")
    assert "metoprolol" not in say(ann.page, "Has anything changed with my heart medicine?")
    say(ann.page, "I am allergic to penicillin.")
    ann.end()
    denial = say(ann.begin("2026-10-01"), "I have no allergies.")
    assert "penicillin" in denial
    assert "?" in denial
    ann.end()
    ann.page.click("text=My record")
    assert "penicillin" in ann.page.inner_text(".conflicts")
    assert "no allergies" in ann.page.inner_text(".conflicts").lower()
    other.context.close()


def test_step_8_erase_everything_leaves_nothing_but_a_receipt(months: Months, stack: Stack) -> None:
    account = account_of(stack, months.email)
    key = stack.key_of(account)
    page = months.begin("2026-11-01")
    page.click("text=My record")
    page.click("text=Erase everything")
    page.fill("#id_password", PASSWORD)
    page.click("button:text-is('Confirm')")
    assert "facts" in page.inner_text(".counts")
    page.fill("#confirmation", "erase everything")
    page.click("button:text-is('Erase everything')")
    receipt = page.inner_text("main")
    assert "Everything was erased" in receipt
    assert "metoprolol" not in receipt
    stack.home.run("memory", "verify-erased", "--silo", key)
    page.click("text=My record")
    assert "Nothing stands here yet" in page.inner_text("main")
    assert stack.key_of(account) == "None", "looking at empty pages makes no record"
