"""A document is handed in, by its person or by her clinician, as a file or pasted, and becomes facts with a source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests import pdf
from tests.web.conftest import Visitor
from tests.web.looking import look
from tests.web.stack import Stack
from tests.web.staff import Clinic, clinic

PAPER = "Lisinopril 10 mg by mouth once daily.\nCreatinine 1.3 mg/dL."


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Clinic:
    """Two patients, two clinicians."""
    return clinic(stack)


@pytest.fixture
def browsing(stack: Stack, chromium: Browser) -> Iterator[Visitor]:
    """A browser."""
    visitor = Visitor(chromium, stack)
    yield visitor
    visitor.context.close()


def _fill(page: Page, title: str, file: Path | None = None, text: str = "") -> None:
    page.fill("#id_title", title)
    page.fill("#id_dated", "2026-07-03")
    if file:
        page.set_input_files("#id_file", file)
    page.fill("#id_text", text)
    page.click("button:text-is('Hand it in')")


def test_a_patient_hands_in_a_pdf_and_sees_what_came_of_it(cast: Clinic, browsing: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "papers.pdf"
    file.write_bytes(pdf.with_text("Summary", PAPER))
    page = browsing.signed_in(cast.people["alice"].cookies)
    page.goto("/conversations/")
    page.click("text=Hand in a document")
    _fill(page, "Discharge papers", file)
    page.wait_for_selector("#outcome[data-state=done]")
    assert "Lisinopril 10 mg" in page.inner_text("#outcome")
    assert "Discharge papers, 2026-07-03" in page.inner_text("#outcome")
    assert "Page 2" in page.inner_text("main")
    assert look(page, page.url, Axe(), name="document") == []
    page.click("#outcome a.fact >> nth=0")
    page.click("text=read the conversation")
    assert "Discharge papers" in page.inner_text("h1")
    page.goto("/conversations/")
    assert "Discharge papers, handed in" in page.inner_text("main")
    assert browsing.faults == []


def test_a_scan_is_refused_and_what_was_typed_stays(cast: Clinic, browsing: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "scan.pdf"
    file.write_bytes(pdf.scanned())
    page = browsing.signed_in(cast.people["alice"].cookies)
    page.goto("/documents/new/")
    _fill(page, "Old letter", file)
    assert "a scan cannot be read" in page.inner_text("main")
    assert page.input_value("#id_title") == "Old letter"
    _fill(page, "Old letter", file, text="and pasted")
    assert "one of the two" in page.inner_text("main")


def test_a_clinician_hands_in_for_her_patient_who_sees_it(cast: Clinic, browsing: Visitor) -> None:
    page = browsing.signed_in(cast.people["bob"].cookies)
    page.goto(f"/admin/patients/{cast.ids['care']}/conversations/")
    page.click("text=Hand in a document")
    _fill(page, "Clinic letter", text="Atorvastatin 20 mg at bedtime.")
    assert "Clinic letter" in page.inner_text("h1")
    page.wait_for_function("() => { if (document.body.innerText.includes('Atorvastatin 20 mg')) return true }")
    alice = cast.people["alice"]
    assert "Clinic letter, handed in" in alice.get("/conversations/").text
    assert "hand in a document" in alice.get("/record/looks/").text
    assert cast.people["dana"].post(f"/admin/patients/{cast.ids['care']}/documents/new/", title="x").status == 404
