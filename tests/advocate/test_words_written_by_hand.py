"""What a person writes on the record page is kept as a conversation of the agent: its version, and its retention."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from advocate import registry as agents
from memory import registry
from memory.door import Actor, silo
from memory.models import Session, User
from memory.models.account import PATIENT
from tests.memory import rows


@pytest.mark.django_db(databases=["default", "owner"])
def test_it_is_of_the_agent_s_version_and_kept_as_long_as_other_words(
    tester: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", time_zone="UTC")
    user.take_role(PATIENT)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    key = registry.record_for(user.pk, agent="patient-advocate", time_zone="UTC", by=tester)
    with silo(key, by=tester, why="test"):
        turn = rows.say(rows.open_session(key, status="done"), "I take aspirin 81 mg daily.")
        fact = rows.note(key, "aspirin 81 mg daily", turn=turn, tag="MEDICATION", memory_key="medication:aspirin")
    agent = agents.agent("patient-advocate").model_copy(update={"transcript_days": 30})
    monkeypatch.setattr(agents, "agent", lambda name: agent)
    assert client.post(f"/record/facts/{fact}/withdraw/").status_code == 302
    with silo(key, by=tester, why="test"):
        written = Session.objects.get(state__written="by hand")
    assert written.agent_version == str(agent.version)
    assert written.expire_at is not None
    assert (written.expire_at - written.created_at).days in {29, 30}
