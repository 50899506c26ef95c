"""What staff does, in a real browser: a clinician reads a chain, privacy staff erases, an administrator sets up."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from advocate.configuration import agents
from tests.web.conftest import Visitor
from tests.web.looking import look
from tests.web.stack import PASSWORD, Stack
from tests.web.staff import Clinic, clinic, digest_of


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Clinic:
    """Two patients, two clinicians, privacy staff, an administrator; Alice's dose was put up, and she contradicts."""
    found = clinic(stack)
    found.people["alice"].converse("Dr. Osei put the metformin up to 10 mg today.", "I am allergic to penicillin.")
    found.people["alice"].converse("I have no allergies.", "Maybe I should take aspirin?")
    return found


@pytest.fixture
def browsing(stack: Stack, chromium: Browser) -> Iterator[Visitor]:
    """A browser in which no page had a fault."""
    visitor = Visitor(chromium, stack)
    yield visitor
    visitor.context.close()
    assert visitor.faults == []
    assert visitor.hosts <= {stack.address.split("//")[1]}, "asked another host"


def _log_in(page: Page, email: str) -> None:
    page.goto("/admin/")
    page.fill("#id_login", email)
    page.fill("#id_password", PASSWORD)
    page.click("button:text-is('Log in')")
    page.wait_for_url("**/admin/**")


def test_a_clinician_reads_how_a_dose_came_to_be(cast: Clinic, browsing: Visitor) -> None:
    page = browsing.page()
    _log_in(page, cast.emails["bob"])
    page.click(f"#content a:has-text('{cast.emails['alice']}')")
    assert page.locator("#conflicts + .conflict a.fact:has-text('allerg')").count() == 2
    page.click("a.fact:has-text('metformin 10 mg')")
    links = page.locator("ol.chain > li")
    assert links.count() == 2
    assert "metformin 5 mg" in links.nth(0).inner_text()
    assert "replaced" in links.nth(0).inner_text()
    assert "Dr. Osei" in links.nth(1).inner_text()
    assert "put the metformin up to 10 mg" in links.nth(1).locator("blockquote").inner_text()
    links.nth(0).locator("summary").click()
    audit = links.nth(0).locator("tbody tr")
    assert "written" in audit.first.inner_text()
    assert "active → superseded" in " ".join(audit.last.inner_text().split())
    assert "worker" in audit.last.inner_text()
    assert "History verified" in page.inner_text("#content")
    page.click("ol.chain blockquote + figcaption a >> nth=1")
    assert "Dr. Osei put the metformin up" in page.inner_text("ol.turns")
    assert page.locator("#content form").count() == 0, "there is nothing to change"


def test_privacy_staff_erases_a_person_with_preview_confirmation_and_receipt(
    stack: Stack, cast: Clinic, browsing: Visitor
) -> None:
    erin, made = cast.people["erin"], stack.accounts(**{f"x{uuid.uuid4().hex[:6]}": "patient"})
    [(name, (account, client))] = made.items()
    email = f"{name}@example.org"
    client.converse("I take lisinopril 10 mg once a day.")
    digest = digest_of(erin, email)
    page = browsing.page()
    _log_in(page, cast.emails["erin"])
    page.fill("#q", email)
    page.click("button:text-is('Find')")
    page.click("th a")
    assert "lisinopril" not in page.content()
    page.click("text=Erase this record")
    page.fill("#id_password", PASSWORD)
    page.click("button:text-is('Confirm')")
    assert "What would go" in page.inner_text("#content")
    page.fill("#id_confirmation", "erase")
    page.fill("#id_reference", "for Mrs. Smith")
    page.click("button:text-is('Erase it')")
    assert "Nothing was erased" in page.inner_text("#content")
    assert "no names" in page.inner_text("#id_reference_error")
    browsing.faults.clear()  # the console tells of the 400
    page.fill("#id_confirmation", f"erase {digest[:8]}")
    page.fill("#id_reference", "2026/17")
    page.select_option("#id_basis", "request of the person")
    page.check("#id_close_account")
    page.click("button:text-is('Erase it')")
    page.wait_for_url("**/memory/erasurereceipt/**")
    told = page.inner_text("#content-start")
    assert "request of the person (2026/17)" in told
    assert digest in told
    assert f"Account {account} is closed" in told
    assert erin.get(f"/admin/silos/{digest}/").status == 404
    assert client.get("/record/").where == "/accounts/login/", "the account is gone, too"


def test_an_administrator_makes_an_account_begins_care_and_ends_it(cast: Clinic, browsing: Visitor) -> None:
    email = f"dr{uuid.uuid4().hex[:6]}@example.org"
    page = browsing.page()
    _log_in(page, cast.emails["ada"])
    page.click("text=Add account")
    page.fill("#id_email", email)
    page.fill("#id_name", "Dr. New")
    page.check("#id_role >> text=Clinician")
    page.fill("#id_password1", PASSWORD)
    page.fill("#id_password2", PASSWORD)
    page.click("input[name=_save]")
    page.click("nav.pages >> text=Care")
    page.click("text=Add care relationship")
    page.fill("#id_patient", "nobody@example.org")
    page.select_option("#id_clinician", label="Dr. New")
    page.click("input[name=_save]")
    assert "has a record yet" in page.inner_text("#content")
    page.fill("#id_patient", cast.emails["alice"])
    page.click("input[name=_save]")
    assert "Dr. New" in page.inner_text("#result_list")
    page.click("#result_list tbody tr:has-text('Dr. New') a")
    assert page.locator("#id_patient, #id_clinician, .deletelink").count() == 0, "a relationship is ended, never moved"
    page.fill("#id_ended", "2020-01-01T00:00")
    page.click("input[name=_save]")
    assert "after it began" in page.inner_text("#content")


def test_an_administrator_cannot_lock_herself_out(cast: Clinic) -> None:
    ada = cast.people["ada"]
    path = f"/admin/memory/user/{cast.accounts['ada']}/change/"
    assert 'name="role"' not in ada.get(path).text
    assert ada.post(path, name="Ada", time_zone="UTC", role="patient").status == 302
    assert ada.get(path).status == 200


def test_a_new_version_of_an_agent_is_validated_before_it_is_kept(cast: Clinic) -> None:
    ada, path = cast.people["ada"], "/admin/advocate/agentconfiguration/add/"
    for text, told in (
        ("name: [", "not YAML"),
        ("name: patient-advocate", "Field required"),
        (_version(1), "a published version never changes"),
    ):
        answer = ada.post(path, text=text)
        assert answer.status == 200
        assert told in answer.text
    assert ada.post(path, text=_version(2)).status == 302
    assert "patient-advocate 2" in ada.get("/admin/advocate/agentconfiguration/").text


def test_no_staff_page_has_a_violation(stack: Stack, cast: Clinic, chromium: Browser) -> None:
    care, digest, axe = cast.ids["care"], cast.ids["digest"], Axe()
    fact, session = cast.ids["fact"], cast.ids["session"]
    cast.people["erin"].confirm()
    pages = {
        "bob": [
            "/admin/patients/",
            f"/admin/patients/{care}/",
            f"/admin/patients/{care}/facts/{fact}/",
            f"/admin/patients/{care}/conversations/",
            f"/admin/patients/{care}/conversations/{session}/",
            f"/admin/patients/{care}/documents/new/",
            "/admin/silos/",
        ],
        "erin": [
            "/admin/silos/",
            f"/admin/silos/{digest}/",
            f"/admin/silos/{digest}/erase/",
            "/admin/memory/erasurereceipt/",
        ],
        "ada": [
            "/admin/memory/user/",
            "/admin/memory/user/add/",
            f"/admin/memory/user/{cast.accounts['alice']}/change/",
            f"/admin/memory/user/{cast.accounts['alice']}/password/",
            f"/admin/memory/user/{cast.accounts['alice']}/history/",
            "/admin/memory/carerelationship/",
            "/admin/memory/carerelationship/add/",
            f"/admin/memory/carerelationship/{care}/change/",
            "/admin/advocate/agentconfiguration/",
            "/admin/advocate/agentconfiguration/add/",
            "/admin/advocate/agentconfiguration/1/change/",
        ],
    }
    found = []
    for who, paths in pages.items():
        visitor = Visitor(chromium, stack)
        page = visitor.signed_in(cast.people[who].cookies)
        found += [fault for path in paths for fault in look(page, path, axe, name=f"{who}-{path.strip('/')[6:30]}")]
        assert visitor.hosts == {stack.address.split("//")[1]}
        visitor.context.close()
    assert found == []


def _version(number: int) -> str:
    text: str = yaml.safe_dump({**agents()["patient-advocate"].model_dump(mode="json"), "version": number})
    return text
