"""A patient's pages cost a fixed number of queries, whatever stands in the record."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory import registry
from memory.door import Actor, silo
from memory.models import Conflict, User
from memory.models.account import PATIENT
from memory.vocabulary import SessionState
from tests.memory import rows

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
PATHS = (
    "/",
    "/conversations/",
    "/record/",
    "/record/readings/",
    "/record/timeline/",
    "/record/on/?day=2026-09-02&by=valid",
    "/record/on/?day=2026-09-02&by=recorded",
)


@pytest.fixture
def patient(tester: Actor) -> tuple[str, Client]:
    """The key of a new record, and a browser of its person."""
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", time_zone="UTC")
    user.take_role(PATIENT)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user, backend=BACKEND)
    return registry.record_for(user.pk, agent="patient-advocate", time_zone="UTC", by=tester), client


def _live(key: str, first: int, count: int) -> list[str]:
    """Hold conversations; each leaves a reading, a dose that replaced one, a contradiction, a summary and a held draft.

    Returns the addresses of their cards.
    """
    cards = []
    with silo(key, by=rows.SOMEONE, why="live"):
        for number in range(first, first + count):
            session = rows.open_session(key, status=SessionState.DONE, closed_at=rows.SAID_AT)
            turn = rows.say(session, f"My drug{number} is now 20 mg, it was 10 mg, and my creatinine {number}.4 mg/dL.")
            lab: dict[str, Any] = {"attribute": "creatinine", "value": f"{number}.4", "unit": "mg/dL"}
            rows.note(key, f"creatinine {number}.4 mg/dL", turn=turn, fact_date=date(2026, 1 + number % 8, 3), **lab)
            at: dict[str, Any] = {"turn": turn, "tag": "MEDICATION", "memory_key": f"medication:drug{number}"}
            new, old = uuid.uuid4(), uuid.uuid4()
            rows.note(key, f"drug{number} 10 mg", id=old, **at, **rows.retired(new))
            rows.note(key, f"drug{number} 20 mg", id=new, contested=True, **at)
            rival = rows.note(key, f"drug{number} 30 mg", contested=True, **at)
            Conflict.objects.create(user_key=key, older_id=new, newer_id=rival, note="20 mg / 30 mg")
            rows.note(key, f"Discussed: drug{number}.", turn=turn, tag="EPISODE")
            rows._held(turn, f"perhaps 15 mg of drug{number}", "it was 10 mg")
            cards.append(f"/conversations/{session.public_id}/")
    return cards


def _costs(client: Client, *more: str) -> dict[str, int]:
    found = {}
    for path in (*PATHS, *more):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        found["card" if path in more else path] = len(captured)
    with CaptureQueriesContext(connection) as captured:
        assert b"drug1" in client.post("/search/", {"wanted": "drug1"}).content
    return found | {"search": len(captured)}


def test_one_conversation_and_thirty_cost_the_same(patient: tuple[str, Client]) -> None:
    key, client = patient
    [card] = _live(key, 1, 1)
    client.get("/")  # reads the agent's configuration, once a process
    one = _costs(client, card)
    _live(key, 2, 29)
    assert _costs(client, card) == one


def test_a_long_list_comes_a_page_at_a_time(patient: tuple[str, Client]) -> None:
    key, client = patient
    _live(key, 1, 51)
    first = client.get("/conversations/").content.decode()
    second = client.get("/conversations/?page=2").content.decode()
    assert (first.count("1 message "), second.count("1 message ")) == (50, 1)
    assert ('rel="next"' in first, 'rel="next"' in second, 'rel="prev"' in second) == (True, False, True)
    assert client.get("/conversations/?page=9").content.decode().count("1 message ") == 0
