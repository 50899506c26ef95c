"""A clinician's pages of a patient cost a fixed number of queries, whatever stands in the record and was decided."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from advocate.showing.changed import SHOWN, changed_since
from memory import transcript
from memory.door import Actor, registrar, silo
from memory.models import CareRelationship, Conflict, User
from memory.models.account import CLINICIAN
from memory.vocabulary import SessionState
from tests.memory import rows

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
BEFORE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def care(tester: Actor) -> tuple[str, str, Client]:
    """The key of a new record, where its clinician finds it, and her browser."""
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", name="Dr. Reyes", time_zone="UTC")
    user.take_role(CLINICIAN)
    key = f"patient-advocate/{uuid.uuid4().hex}"
    transcript.register(key, by=tester, time_zone="UTC")
    with registrar(by=tester, why="test"):
        began = timezone.now() - timedelta(days=1)
        relationship = CareRelationship.objects.create(user_key=key, clinician=user, began=began)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user, backend=BACKEND)
    return key, f"/admin/patients/{relationship.pk}/", client


def _live(key: str, first: int, count: int) -> list[tuple[str, str]]:
    """Hold conversations, each with a dose that replaced one and is in conflict, and a held draft.

    Returns the addresses of the facts and of the contradictions.
    """
    found = []
    with silo(key, by=rows.SOMEONE, why="live"):
        for number in range(first, first + count):
            session = rows.open_session(key, status=SessionState.DONE, closed_at=rows.SAID_AT)
            turn = rows.say(session, f"My drug{number} is now 20 mg, it was 10 mg.")
            new, old = uuid.uuid4(), uuid.uuid4()
            at: dict[str, Any] = {"turn": turn, "tag": "MEDICATION", "memory_key": f"medication:drug{number}"}
            rows.note(key, f"drug{number} 10 mg", id=old, fact_date=date(2026, 1, 3), **at, **rows.retired(new))
            rows.note(key, f"drug{number} 20 mg", id=new, fact_date=date(2026, 2, 3), contested=True, **at)
            rival = rows.note(key, f"drug{number} 30 mg", contested=True, **at)
            conflict = Conflict.objects.create(user_key=key, older_id=new, newer_id=rival, note="20 mg / 30 mg")
            rows.note(key, f"Discussed: drug{number}.", turn=turn, tag="EPISODE")
            rows._held(turn, f"perhaps 15 mg of drug{number}", "it was 10 mg")
            found.append((f"facts/{new}/", f"conflicts/{conflict.id}/"))
    return found


def _costs(client: Client, here: str, fact: str, conflict: str) -> dict[str, int]:
    found = {}
    days = "on/?day=2026-01-10&other=2026-11-01&by="
    for path in (
        "",
        "timeline/",
        f"{days}valid",
        f"{days}recorded",
        fact,
        f"{fact}confirm/",
        f"{fact}retract/",
        conflict,
    ):
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(f"{here}{path}")
        assert answer.status_code == 200, path
        found[path] = len(captured)
    return found


def test_thirty_conversations_cost_what_one_does(care: tuple[str, str, Client]) -> None:
    key, here, client = care
    [(fact, conflict)] = _live(key, 0, 1)
    client.post(f"{here}{fact}confirm/")
    one = _costs(client, here, fact, conflict)
    for more, _ in _live(key, 1, 29):
        client.post(f"{here}{more}confirm/")
    assert _costs(client, here, fact, conflict) == one


def test_a_long_transcript_costs_what_a_short_one_does(care: tuple[str, str, Client]) -> None:
    key, here, client = care
    costs = []
    for count in (1, 20):
        with silo(key, by=rows.SOMEONE, why="live"):
            session = rows.open_session(key, status=SessionState.DONE, closed_at=rows.SAID_AT)
            for number in range(count):
                turn = rows.say(session, f"I take drug{number} 20 mg, perhaps drug{number} 30 mg.")
                rows.note(key, f"drug{number} 20 mg", turn=turn, quote=f"I take drug{number} 20 mg")
                rows._held(turn, f"drug{number} 30 mg", f"perhaps drug{number} 30 mg")
        with CaptureQueriesContext(connection) as captured:
            shown = client.get(f"{here}conversations/{session.public_id}/").content.decode()
        assert shown.count('<mark class="became">') == shown.count('<mark class="held">') == count
        costs.append(len(captured))
    assert costs[0] == costs[1]


def test_what_changed_costs_the_same_and_is_no_endless_list(care: tuple[str, str, Client]) -> None:
    key, costs = care[0], []
    for first, count in ((0, 1), (1, SHOWN)):
        _live(key, first, count)
        with silo(key, by=rows.SOMEONE, why="test"), CaptureQueriesContext(connection) as captured:
            found = changed_since(BEFORE, "UTC")
        costs.append(len(captured))
    assert costs[0] == costs[1]
    [new] = found.lists
    assert (new.heading, len(new.facts), new.left) == ("New", SHOWN, 2 * (SHOWN + 1) - SHOWN)
    assert "Discussed" not in " ".join(fact.text for fact in new.facts), "a summary is no news"
