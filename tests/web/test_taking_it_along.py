"""A person takes her record along: a sheet for an appointment on screen, on paper and as PDF; everything as a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tests import fhir
from tests.web.conftest import SHOTS, Visitor
from tests.web.looking import look
from tests.web.stack import PASSWORD, Client, Stack

PAPER = {"width": 718, "height": 1040}  # A4 between its margins, in CSS pixels


@pytest.fixture(scope="module")
def alice(stack: Stack) -> Client:
    """Somebody who has something for every part of the sheet."""
    client = stack.patient()
    client.converse(
        "I take metoprolol tartrate 25 mg twice daily and lisinopril 10 mg once a day.",
        "My creatinine was 1.4 mg/dL on 31 August 2026. My blood pressure was 148/92 on 2 September 2026.",
        "My cardiologist Dr. Osei said to hold the metoprolol and call if my pulse is under 55.",
        "I am allergic to penicillin. I have chronic kidney disease.",
        "My sister takes warfarin 5 mg daily.",
    )
    client.converse(
        "Dr. Osei put the metoprolol tartrate up to 50 mg twice daily today. My creatinine was 1.6 mg/dL today.",
        "I have no allergies. I have an appointment with Dr. Haddad on 3 March 2099.",
        "Dr. Osei wants me to take lisinopril 20 mg once daily from 1 March 2099.",
        "If my pressure stays high I might take 40 mg of lisinopril.",
    )
    return client


@pytest.fixture
def browsing(stack: Stack, chromium: Browser) -> Iterator[Visitor]:
    """A browser."""
    visitor = Visitor(chromium, stack)
    yield visitor
    visitor.context.close()


def _confirmed(page: Page) -> None:
    page.fill("#id_password", PASSWORD)
    page.click("main button[type=submit]")


def test_the_sheet_is_two_clicks_away_and_reads_in_plain_words(alice: Client, browsing: Visitor) -> None:
    page = browsing.signed_in(alice.cookies)
    page.goto("/")
    page.click("text=My record")
    page.click("text=Summary for an appointment")
    told = page.inner_text("main")
    wanted = (
        "tartrate 50 mg",
        "Dr. Osei",
        "before: metoprolol tartrate 25 mg",
        "up by 0.2 mg/dL",
        "penicillin",
        "in question",
        "What contradicts",
        "Dr. Haddad",
        "Planned changes",
        "40 mg of lisinopril",
    )
    for words in wanted:
        assert words in told, words
    assert "MEDICATION" not in told
    assert "warfarin" not in told, "her sister's"
    assert look(page, "/record/visit/", Axe(), name="visit") == []


def test_on_paper_it_is_a_sheet_or_two_in_black_without_what_is_clicked(alice: Client, browsing: Visitor) -> None:
    page = browsing.signed_in(alice.cookies)
    page.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
    page.goto("/record/visit/")
    page.emulate_media(media="print", color_scheme="dark")
    page.screenshot(path=SHOTS / "visit-on-paper.png", full_page=True)
    for gone in (".top", ".foot", ".off-paper", ".crumb"):
        assert not page.locator(gone).first.is_visible(), gone
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.sheet li')).color") == "rgb(0, 0, 0)"
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    (SHOTS / "visit-printed.pdf").write_bytes(printed)
    assert len(PdfReader(BytesIO(printed)).pages) <= 2


def test_the_pdf_holds_what_the_page_says(alice: Client, browsing: Visitor, tmp_path: Path) -> None:
    page = browsing.signed_in(alice.cookies)
    page.goto("/record/visit/")
    with page.expect_download() as started:
        page.click("text=Download as PDF")
    started.value.save_as(SHOTS / "visit.pdf")
    assert started.value.suggested_filename.startswith("summary-20")
    sheets = PdfReader(SHOTS / "visit.pdf").pages
    assert len(sheets) <= 2
    told = " ".join("".join(sheet.extract_text() for sheet in sheets).split())
    for line in page.locator(".sheet li").all():
        assert " ".join((line.text_content() or "").split()).replace(" ", "") in told.replace(" ", "")
    assert "summary for an appointment as PDF" in alice.get("/record/looks/").text


def test_everything_is_given_after_the_password_and_noted(alice: Client, browsing: Visitor) -> None:
    page = browsing.signed_in(alice.cookies)
    page.goto("/record/")
    page.click("text=Take everything along")
    _confirmed(page)
    assert "not locked" in page.inner_text("main")
    found = {}
    for button in ("Download everything", "Download as FHIR"):
        with page.expect_download() as started:
            page.click(f"text={button}")
        found[button] = json.loads(Path(started.value.path()).read_text())
    record, bundle = found["Download everything"], found["Download as FHIR"]
    assert record["format"] == "anamnesis record 1"
    assert fhir.faults(bundle) == []
    facts = {fact["id"] for fact in record["facts"]}
    assert facts
    assert facts == {entry["resource"]["id"] for entry in bundle["entry"] if "meta" in entry["resource"]}
    page.goto("/record/looks/")
    told = page.inner_text("main")
    assert "you · export\n" in told + "\n"
    assert "you · export as FHIR" in told


def test_without_the_password_nothing_is_given(stack: Stack) -> None:
    client = stack.patient()
    client.converse("I take metformin 500 mg twice daily.")
    for path in ("/record/take/everything/", "/record/take/fhir/"):
        answer = client.get(path)
        assert (answer.status, answer.where) == (302, "/record/take/")
        assert "metformin" not in answer.text
    assert client.get("/record/take/").where == "/accounts/reauthenticate/"
    client.confirm()
    answer = client.get("/record/take/everything/")
    assert "metformin" in answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="record-20')
    assert answer.headers["cache-control"] == "no-store"
    assert client.get("/record/take/fhir/").headers["content-type"] == "application/fhir+json"


def test_a_file_is_of_its_owner_alone(stack: Stack, alice: Client) -> None:
    charlie = stack.patient()
    charlie.converse("I take sertraline 50 mg once daily.")
    charlie.confirm()
    for path in ("/record/visit/", "/record/take/everything/", "/record/take/fhir/"):
        told = charlie.get(path).text
        assert "sertraline" in told
        assert "metoprolol" not in told


def test_what_is_forgotten_is_in_no_file(stack: Stack) -> None:
    client = stack.patient()
    session = client.converse("I take sertraline 50 mg once daily.", "I am allergic to penicillin.")
    remembered = client.get(f"/conversations/{session}/progress/").json["remembered"]
    fact = next(f["id"] for f in remembered if "sertraline" in f["about"])
    client.confirm()
    client.post(f"/record/facts/{fact}/forget/")
    for path in ("/record/visit/", "/record/take/everything/", "/record/take/fhir/"):
        told = client.get(path).text
        assert "penicillin" in told
        assert "sertraline" not in told


def test_somebody_without_a_record_is_told_what_comes_next(stack: Stack) -> None:
    client = stack.patient()
    assert "Nothing stands here yet" in client.get("/record/visit/").text
    assert "nothing to take" in client.get("/record/take/").text
    client.confirm()
    for path in ("/record/visit/summary.pdf", "/record/take/everything/", "/record/take/fhir/"):
        assert client.get(path).status == 404
