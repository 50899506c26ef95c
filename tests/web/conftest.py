"""One stack and one Chromium for all tests of the pages; a missing browser is a failure that says what to install."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.stack import Stack, standing

# Where pictures of the pages go, for those who want to look at them.
SHOTS = Path(os.environ.get("SCREENSHOTS") or tempfile.mkdtemp(prefix="shots"))
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 320, "height": 640}


@pytest.fixture(scope="package")
def stack() -> Iterator[Stack]:
    """Web, worker, PostgreSQL and Valkey, each a real process."""
    with standing() as stack:
        yield stack


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A real browser. It ends with this package: its event loop would be in the way of other tests."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("the pages are tested in a real browser, and there is none: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitor:
    """One person at a browser: pages, and what went wrong in them."""

    def __init__(self, browser: Browser, stack: Stack, **how: Any) -> None:
        self.context: BrowserContext = browser.new_context(
            **{"viewport": WIDE, "timezone_id": "America/New_York", "base_url": stack.address, **how}
        )
        self.context.set_default_timeout(15000)
        self.faults: list[str] = []
        self.hosts: set[str] = set()

    def page(self) -> Page:
        """Open a tab that notes faults and requests."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        return page

    def signed_in(self, cookies: dict[str, str]) -> Page:
        """Open a tab with the session of an account."""
        self.context.add_cookies(
            [{"name": "sessionid", "value": cookies["sessionid"], "domain": "127.0.0.1", "path": "/"}]
        )
        return self.page()


@pytest.fixture
def visitor(chromium: Browser, stack: Stack) -> Iterator[Visitor]:
    """A person at a wide screen; their pages had no fault."""
    visitor = Visitor(chromium, stack)
    yield visitor
    visitor.context.close()
    assert visitor.faults == []


def say(page: Page, words: str) -> str:
    """Send a message in the browser and return the whole reply."""
    before = page.locator(".turn").count()
    page.fill("#message", words)
    page.click("button:text-is('Send')")
    page.wait_for_function(
        "n => document.querySelectorAll('.turn').length == n + 2"
        " && !document.querySelector('#composer button').disabled",
        arg=before,
    )
    return page.locator(".turn .words").last.inner_text()
