"""What privacy staff does beside erasing: requests with their clock, restriction, who looked, a second person."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.conftest import Visitor
from tests.web.looking import look
from tests.web.stack import PASSWORD, Client, Stack
from tests.web.staff import SECRET, Clinic, clinic, digest_of


@pytest.fixture(scope="module")
def cast(stack: Stack) -> Clinic:
    """Two patients, two clinicians, privacy staff, an administrator."""
    return clinic(stack)


@pytest.fixture
def browsing(stack: Stack, chromium: Browser) -> Iterator[Visitor]:
    """A browser in which no page had a fault."""
    visitor = Visitor(chromium, stack)
    yield visitor
    visitor.context.close()
    assert visitor.faults == []


@pytest.fixture
def someone(stack: Stack, cast: Clinic) -> tuple[Client, str, str]:
    """A patient with a record of their own: client, e-mail address, digest."""
    [(name, (_, client))] = stack.accounts(**{f"r{uuid.uuid4().hex[:6]}": "patient"}).items()
    client.converse("I take lisinopril 10 mg once a day.")
    email = f"{name}@example.org"
    return client, email, digest_of(cast.people["erin"], email)


def _confirm(page: Page) -> None:
    page.fill("#id_password", PASSWORD)
    page.click("button:text-is('Confirm')")


def test_a_restricted_record_takes_nothing_and_says_so_until_it_is_lifted(
    cast: Clinic, browsing: Visitor, someone: tuple[Client, str, str]
) -> None:
    client, _, digest = someone
    page = browsing.signed_in(cast.people["erin"].cookies)
    page.goto(f"/admin/silos/{digest}/")
    page.click("text=Restrict it")
    _confirm(page)
    page.select_option("#id_ground", "the person contests that it is right")
    page.fill("#id_reference", "2026/44")
    page.click("button:text-is('Restrict it')")
    assert "Restricted: kept, not used." in page.inner_text("#content-start, #content")

    refused = client.say("Is the lisinopril right? I have crushing chest pain.")
    assert refused.status == 409
    assert re.match(r"Call emergency services now.*Your record is restricted", refused.json["todo"])
    as_form = client.post("/", message="Is the lisinopril right?")
    assert (as_form.status, "Your record is restricted" in as_form.text) == (409, True)
    first = client.get("/")
    assert (first.status, "Your record is restricted" in first.text) == (409, True), "said before anything is typed"
    assert "lisinopril 10 mg" in client.get("/record/").text
    looked = client.get("/record/looks/").text
    assert "restricted the record (the person contests that it is right (2026/44))" in looked
    client.confirm()
    assert "lisinopril 10 mg" in client.get("/record/take/everything/").text

    page.click("text=Lift the restriction")
    page.select_option("#id_ground", "the reason has ended")
    page.click("button:text-is('Lift the restriction')")
    assert client.say("Is the lisinopril right?").status == 200


def test_a_clinician_hears_that_her_patient_s_record_is_restricted(cast: Clinic) -> None:
    erin, bob, digest = cast.people["erin"], cast.people["bob"], cast.ids["digest"]
    erin.confirm()
    path = f"/admin/silos/{digest}/restrict/"
    assert erin.post(path, ground="needed by the person for a claim", reference="").status == 302
    told = bob.get(f"/admin/patients/{cast.ids['care']}/")
    assert (told.status, "This record is restricted" in told.text, SECRET in told.text) == (403, True, False)
    assert cast.people["dana"].get(f"/admin/patients/{cast.ids['care']}/").status == 404
    assert erin.post(path, ground="the reason has ended", reference="for Mrs. Smith").status == 400
    assert erin.post(path, ground="the reason has ended", reference="").status == 302
    assert bob.get(f"/admin/patients/{cast.ids['care']}/").status == 200


def test_a_request_is_kept_extended_once_and_closed_and_outlives_the_record(
    cast: Clinic, browsing: Visitor, someone: tuple[Client, str, str]
) -> None:
    _, _, digest = someone
    page = browsing.signed_in(cast.people["erin"].cookies)
    long_ago = datetime.now(UTC).date() - timedelta(days=40)
    page.goto(f"/admin/silos/{digest}/requests/new/")
    page.select_option("#id_kind", "erasure")
    page.fill("#id_received_on", long_ago.isoformat())
    page.fill("#id_reference", "E-2026/7")
    page.click("button:text-is('Keep it')")
    assert "overdue" in page.inner_text("#content")
    address = page.url
    page.goto("/admin/requests/")
    row = page.locator("tr", has_text="E-2026/7")
    assert "Overdue since" in row.inner_text()
    row.locator("a").click()
    page.click("button:text-is('Extend by two months')")
    assert "extended" in page.inner_text("#content")
    assert "overdue" not in page.inner_text("#content")
    assert page.locator("button:text-is('Extend by two months')").count() == 0

    erin = cast.people["erin"]
    erin.confirm()
    erased = erin.post(
        f"/admin/silos/{digest}/erase/",
        basis="request of the person",
        reference="E-2026/7",
        confirmation=f"erase {digest[:8]}",
    )
    assert erased.status == 302
    receipt = erin.get(erased.where).text
    assert re.search(r"0 rows in \d+ tables, 0 queued jobs, 0 entries of broker and cache", receipt)
    page.goto(address)
    assert "(erased)" in page.inner_text("#content")
    page.select_option("#id_outcome", "record erased")
    page.click("button:text-is('Close it')")
    page.click("a:text-is('Closed')")
    assert "record erased" in page.locator("tr", has_text="E-2026/7").inner_text()
    assert erin.post(_path(address), extend="1").where == _path(address), "what is closed stays as it is"


def _path(address: str) -> str:
    return "/admin" + address.partition("/admin")[2]


def test_who_looked_is_shown_without_a_word_and_the_look_at_it_is_in_it(cast: Clinic) -> None:
    erin, digest = cast.people["erin"], cast.ids["digest"]
    cast.people["bob"].get(f"/admin/patients/{cast.ids['care']}/facts/{cast.ids['fact']}/")
    shown = erin.get(f"/admin/silos/{digest}/looks/").text
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', shown)
    assert "read who looked, as privacy staff" in rows[0]
    assert any(f"account {cast.accounts['bob']}" in row and "entered as clinician" in row for row in rows)
    assert SECRET not in shown
    assert "read who looked, as privacy staff" in cast.people["alice"].get("/record/looks/").text


def test_where_two_are_needed_one_asks_and_another_erases(stack: Stack, someone: tuple[Client, str, str]) -> None:
    client, _, digest = someone
    port, process = stack.serve(more={"ERASURE_NEEDS_SECOND": "1"})
    made = stack.accounts(**{f"{name}{uuid.uuid4().hex[:6]}": "privacy staff" for name in ("eva", "eli")})
    eva, eli = (Client(port, dict(each.cookies)) for _, each in made.values())
    path, typed = f"/admin/silos/{digest}/erase/", f"erase {digest[:8]}"
    for each in (eva, eli):
        each.confirm()
    assert eva.post(path, basis="consent withdrawn", reference="", confirmation=typed).where == path
    assert "lisinopril" in client.get("/record/").text, "nothing is erased yet"
    assert "Withdraw it" in eva.get(path).text
    assert eva.post(path, basis="consent withdrawn", reference="", confirmation=typed).status == 400, (
        "who asked does not approve"
    )
    assert "lisinopril" in client.get("/record/").text
    assert digest[:12] in eli.get("/admin/requests/").text
    receipt = eli.post(path, confirmation=typed).where
    assert "/memory/erasurereceipt/" in receipt
    told = eli.get(receipt).text
    first, second = (account for account, _ in made.values())
    assert f"account {first}, approved by account {second}" in told
    assert digest[:12] not in eli.get("/admin/requests/").text
    process.terminate()


def test_no_page_of_the_office_has_a_violation(stack: Stack, cast: Clinic, chromium: Browser) -> None:
    erin, digest, axe = cast.people["erin"], cast.ids["digest"], Axe()
    erin.confirm()
    kept = erin.post(
        f"/admin/silos/{digest}/requests/new/", kind="access", received_on="2026-01-31", reference="A-1"
    ).where
    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(erin.cookies)
    paths = [
        f"/admin/silos/{digest}/",
        f"/admin/silos/{digest}/restrict/",
        f"/admin/silos/{digest}/looks/",
        f"/admin/silos/{digest}/requests/new/",
        f"/admin/silos/{digest}/erase/",
        "/admin/requests/",
        kept,
        "/admin/retention/",
    ]
    found = [
        fault
        for place, path in enumerate(paths)
        for fault in look(page, path, axe, name=f"office-{place}-{path.strip('/').split('/')[-1][:12]}")
    ]
    visitor.context.close()
    assert found == []
