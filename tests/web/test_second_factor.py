"""A second factor: needed by staff where people are real, there for everyone; and a session that is left alone ends."""

from __future__ import annotations

import re
import time
import uuid
from dataclasses import replace

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web.conftest import Visitor
from tests.web.looking import look
from tests.web.stack import PASSWORD, Client, Stack, free_port, listens, wait

IDLE = 3


@pytest.fixture(scope="module")
def strict(stack: Stack) -> int:
    """The port of a web process as on a server of one's own: staff needs a second factor, and idles briefly."""
    port = free_port()
    more = {"STAFF_SECOND_FACTOR": "1", "STAFF_IDLE_SECONDS": str(IDLE)}
    stack.start("-m", "config.serving", "--host", "127.0.0.1", "--workers", "1", "--port", str(port), more=more)
    wait(lambda: listens(port), 60)
    return port


def _staff(stack: Stack, port: int, role: str = "clinician") -> tuple[str, Client]:
    [(name, (_, client))] = stack.accounts(**{f"s{uuid.uuid4().hex[:6]}": role}).items()
    return f"{name}@example.org", replace(client, port=port)


def _code(secret: str) -> str:
    code: str = format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))
    return code


def _set_up(client: Client) -> str:
    """Set up codes, and return their secret."""
    client.confirm()
    page = client.get("/accounts/2fa/totp/activate/").text
    secret: str
    [secret] = re.findall(r'Secret: <span class="code">(\w+)</span>', page)
    assert client.post("/accounts/2fa/totp/activate/", code=_code(secret)).status == 302
    return secret


def test_staff_without_one_is_sent_to_set_it_up_and_then_let_in(stack: Stack, strict: int) -> None:
    _, client = _staff(stack, strict)
    for path in ("/admin/patients/", "/admin/memory/user/"):
        assert client.get(path).where == "/accounts/2fa/"
    assert "Staff needs a second factor" in client.get("/accounts/2fa/").text
    _set_up(client)
    assert client.get("/admin/patients/").status == 200


def test_a_password_alone_does_not_log_in_who_has_one(stack: Stack, strict: int) -> None:
    email, client = _staff(stack, strict)
    secret = _set_up(client)
    fresh = Client(strict)
    fresh.get("/accounts/login/")
    assert fresh.post("/accounts/login/", login=email, password=PASSWORD).where == "/accounts/2fa/authenticate/"
    assert fresh.get("/admin/patients/").where == "/accounts/login/"
    assert fresh.post("/accounts/2fa/authenticate/", code="000000").status == 200
    assert fresh.get("/admin/patients/").where == "/accounts/login/"
    wait(lambda: fresh.post("/accounts/2fa/authenticate/", code=_code(secret)).status == 302, 40)  # no code twice
    assert fresh.get("/admin/patients/").status == 200


def test_a_session_that_is_left_alone_ends_and_one_in_use_does_not(stack: Stack, strict: int) -> None:
    _, client = _staff(stack, strict)
    _set_up(client)
    for _ in range(4):
        assert client.get("/admin/patients/").status == 200
        time.sleep(IDLE / 2)
    time.sleep(IDLE + 1)
    assert client.get("/admin/patients/").where == "/accounts/login/"


def test_the_secret_is_not_in_the_database(stack: Stack, strict: int) -> None:
    _, client = _staff(stack, strict)
    secret = _set_up(client)
    script = "from allauth.mfa.models import Authenticator; print([a.data for a in Authenticator.objects.all()])"
    told = stack.home.run("shell", "--verbosity", "0", "-c", script).stdout
    assert "secret" in told
    assert secret not in told


def test_the_pages_of_it_are_for_everyone(stack: Stack, strict: int, chromium: Browser) -> None:
    _, client = _staff(stack, strict)
    client.confirm()
    visitor, axe = Visitor(chromium, stack, base_url=f"http://127.0.0.1:{strict}"), Axe()
    page = visitor.signed_in(client.cookies)
    found = look(page, "/accounts/2fa/", axe, name="mfa")
    found += look(page, "/accounts/2fa/totp/activate/", axe, name="mfa-activate")
    assert page.locator(".qr svg").count() == 1
    assert found == []
    assert visitor.faults == []
    visitor.context.close()
