"""Every page at 320 and 1280 pixels, in light and dark: no violation found by axe, no other host, little weight."""

from __future__ import annotations

import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web.conftest import Visitor
from tests.web.looking import look
from tests.web.stack import PASSWORD, Client, Stack

SISTER = "My sister Elena takes hydrochlorothiazide/triamterene-hydroxypropylmethylcellulose 12.5/25 mg daily."
SIGNED_OUT = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]


@pytest.fixture(scope="module")
def rich(stack: Stack) -> Client:
    """Somebody with a record that shows all there is to show."""
    client = stack.patient()
    client.converse(
        "I take metoprolol tartrate 25 mg twice daily. My creatinine was 1.4 mg/dL yesterday.",
        "Dr. Osei said to hold the dose and call if my pulse is under 55.",
        "I am allergic to penicillin.",
        "My creatinine was 1.2 mg/dL on 20 August 2026. My blood pressure was 148/92 on 20 August 2026.",
        "Dr. Osei said to keep my creatinine between 0.7 and 1.3 mg/dL. My blood pressure was 134/84 this morning.",
    )
    client.converse("Dr. Osei put the metoprolol up to 50 mg today.", "I have no allergies.", SISTER)
    client.post("/", message="What about my heart medicine?")
    client.post("/", message="I have crushing chest pain right now.")
    return client


@pytest.fixture(scope="module")
def pages(rich: Client) -> dict[str, list[str]]:
    """All addresses of a patient by what they are for, with ids that she has."""
    sessions = [part.split("/")[0] for part in rich.get("/conversations/").text.split('href="/conversations/')[1:]]
    ended = next(session for session in sessions if len(session) == 36)
    record = rich.get("/record/").text
    fact, conflict, held = (record.split(f"/record/{what}/")[1][:36] for what in ("facts", "conflicts", "held"))
    rich.confirm()
    talking = [
        "/",
        "/conversations/",
        f"/conversations/{ended}/",
        "/documents/new/",
        "/search/",
    ]
    reading = [
        "/record/",
        "/record/readings/",
        "/record/timeline/",
        "/record/on/?day=2026-09-01&by=valid",
        "/record/looks/",
        "/record/visit/",
    ]
    acting = [
        f"/record/facts/{fact}/",
        f"/record/facts/{fact}/correct/",
        f"/record/facts/{fact}/withdraw/",
        f"/record/facts/{fact}/forget/",
        f"/record/conflicts/{conflict}/",
        f"/record/held/{held}/",
    ]
    account = [
        "/record/take/",
        "/record/erase/",
        "/settings/",
        "/accounts/logout/",
        "/accounts/reauthenticate/",
        "/accounts/email/",
        "/accounts/password/change/",
        f"/record/facts/{uuid.uuid4()}/",
    ]
    return {"talking": talking, "reading": reading, "acting": acting, "account": account, "signed out": SIGNED_OUT}


@pytest.mark.parametrize("part", ["talking", "reading", "acting", "account", "signed out"])
def test_no_page_has_a_violation(
    stack: Stack, chromium: Browser, rich: Client, pages: dict[str, list[str]], part: str
) -> None:
    visitor, axe = Visitor(chromium, stack), Axe()
    page = visitor.page() if part == "signed out" else visitor.signed_in(rich.cookies)
    assert [fault for path in pages[part] for fault in look(page, path, axe)] == []
    assert visitor.hosts == {stack.address.split("//")[1]}, "asked another host"
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert page.evaluate("axe.run().then(r => r.violations.map(v => v.id))") == ["image-alt"], "axe sees nothing"
    visitor.context.close()


def test_the_first_page_is_light_and_comes_from_here(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack)
    page, sizes = visitor.page(), []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto("/", wait_until="networkidle")
    assert len(sizes) >= 3
    assert sum(sizes) < 100_000
    page = visitor.signed_in(stack.patient().cookies)
    sizes.clear()
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto("/", wait_until="networkidle")
    assert sum(sizes) < 100_000
    assert visitor.hosts == {stack.address.split("//")[1]}
    visitor.context.close()


def test_the_policy_allows_nothing_inline_and_no_other_host(stack: Stack) -> None:
    policy = Client(stack.port).get("/accounts/login/").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "http" not in policy.replace("https://127", "")


def test_a_conversation_with_the_keyboard_alone(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(stack.patient().cookies)
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    while page.evaluate("document.activeElement.id") != "message":
        page.keyboard.press("Tab")
    page.keyboard.type("I take metformin 500 mg twice daily.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn.advocate:has-text('metformin')")
    page.wait_for_function("() => document.activeElement.id == 'message'")
    assert "metformin" in (page.locator("#live").text_content() or "")
    visitor.context.close()


def test_the_time_zone_comes_from_the_browser_and_can_be_changed(stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack, timezone_id="Asia/Kolkata")
    page = visitor.page()
    page.goto("/accounts/signup/")
    page.fill("#id_email", f"zone{uuid.uuid4().hex[:6]}@example.org")
    page.fill("#id_password1", PASSWORD)
    page.fill("#id_password2", PASSWORD)
    page.click("button:text-is('Sign up')")
    assert "Asia/Kolkata" in page.inner_text(".foot") or "Asia/Calcutta" in page.inner_text(".foot")
    page.click("text=Settings")
    page.select_option("#id_time_zone", "Europe/Madrid")
    page.click("button:text-is('Save')")
    assert "Time zone changed" in page.inner_text("main")
    page.click("text=Log out")
    page.click("button:text-is('Log out')")
    assert "/accounts/login/" in page.url
    visitor.context.close()
