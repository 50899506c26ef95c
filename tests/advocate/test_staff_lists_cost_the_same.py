"""The staff's lists cost a fixed number of queries, whatever their length, and are shown a page at a time."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import erasure, transcript
from memory.door import Actor, registrar
from memory.models import CareRelationship, RecordAccess, User
from memory.models.account import ADMINISTRATOR, CLINICIAN, PATIENT, PRIVACY_STAFF

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def _account(role: str) -> User:
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", name=f"P {uuid.uuid4().hex[:6]}")
    user.take_role(role)
    return user


def _patients(number: int, clinician: User, tester: Actor) -> None:
    for _ in range(number):
        key = f"patient-advocate/{uuid.uuid4().hex}"
        transcript.register(key, by=tester, time_zone="UTC")
        with registrar(by=tester, why="test"):
            RecordAccess.objects.create(user_key=key, account=_account(PATIENT))
            began = timezone.now() - timedelta(days=1)
            CareRelationship.objects.create(user_key=key, clinician=clinician, began=began)


def _cost(user: User, path: str) -> tuple[int, str]:
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user, backend=BACKEND)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(captured), answer.content.decode()


@pytest.mark.parametrize(
    ("role", "path"),
    [
        (CLINICIAN, "/admin/patients/"),
        (PRIVACY_STAFF, "/admin/silos/"),
        (ADMINISTRATOR, "/admin/memory/user/"),
        (ADMINISTRATOR, "/admin/memory/carerelationship/"),
    ],
)
def test_thirty_cost_what_one_does(tester: Actor, role: str, path: str) -> None:
    staff, bob = _account(role), _account(CLINICIAN)
    carer = staff if role == CLINICIAN else bob
    _patients(1, carer, tester)
    one, _ = _cost(staff, path)
    _patients(29, carer, tester)
    thirty, _ = _cost(staff, path)
    assert thirty == one


def test_receipts_cost_the_same(tester: Actor) -> None:
    erin, costs = _account(PRIVACY_STAFF), []
    for number in (1, 5):
        for _ in range(number):
            key = f"patient-advocate/{uuid.uuid4().hex}"
            transcript.register(key, by=tester, time_zone="UTC")
            erasure.erase(key, by=tester, basis="test")
        costs.append(_cost(erin, "/admin/memory/erasurereceipt/")[0])
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("role", "path"),
    [
        (CLINICIAN, "/admin/patients/"),
        (PRIVACY_STAFF, "/admin/silos/"),
        (PRIVACY_STAFF, "/admin/requests/"),
        (PRIVACY_STAFF, "/admin/retention/"),
        (PRIVACY_STAFF, "/admin/memory/erasurereceipt/"),
        (ADMINISTRATOR, "/admin/memory/user/"),
        (ADMINISTRATOR, "/admin/memory/user/?q=example&role=patient"),
        (ADMINISTRATOR, "/admin/memory/carerelationship/"),
        (ADMINISTRATOR, "/admin/advocate/agentconfiguration/"),
    ],
)
def test_no_list_counts_its_table(tester: Actor, role: str, path: str) -> None:
    _patients(1, _account(CLINICIAN), tester)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(_account(role), backend=BACKEND)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    assert [query["sql"] for query in captured if "COUNT(" in query["sql"].upper()] == []


def test_a_hundred_thousand_accounts_are_shown_a_page_at_a_time(tester: Actor) -> None:
    ada = _account(ADMINISTRATOR)
    few, _ = _cost(ada, "/admin/memory/user/?q=many")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memory_user (password, is_superuser, email, name, time_zone, is_active, is_staff, joined_at)"
            " SELECT '', false, 'many' || n || '@example.org', '', 'UTC', true, false, now()"
            " FROM generate_series(1, 100000) n"
        )
    for page, links in (("", {"next"}), ("&p=3", {"prev", "next"}), ("&p=2000", {"prev"})):
        cost, shown = _cost(ada, f"/admin/memory/user/?q=many{page}")
        assert cost <= few + 1, "the roles of those that are shown"
        assert shown.count('class="field-joined_at') == 50
        assert set(re.findall(r'rel="(next|prev)"', shown)) == links
    _, whole = _cost(ada, "/admin/memory/user/?q=many&all=")
    assert whole.count('class="field-joined_at') == 50, "nobody asks for all of it"


def test_a_long_list_comes_a_page_at_a_time_and_is_searched(tester: Actor) -> None:
    bob = _account(CLINICIAN)
    _patients(51, bob, tester)
    _, first = _cost(bob, "/admin/patients/")
    _, second = _cost(bob, "/admin/patients/?page=2")
    assert (first.count('<th scope="row">'), second.count('<th scope="row">')) == (50, 1)
    assert 'rel="next"' in first
    assert 'rel="next"' not in second
    name = first.split('<th scope="row"><a href="')[1].split(">")[1].split("<")[0]
    _, found = _cost(bob, f"/admin/patients/?q={name[2:]}")
    assert found.count('<th scope="row">') == 1
    for wrong in ("0", "-1", "x", "²", "99999999999"):
        assert _cost(bob, f"/admin/patients/?page={wrong}")[0]
