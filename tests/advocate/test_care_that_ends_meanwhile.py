"""A care relationship that ends between looking it up and entering the silo answers like one that never was."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memory import care
from memory.care import PatientInCare
from memory.door import Actor, registrar
from memory.models import CareRelationship, User
from memory.models.account import CLINICIAN

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.mark.parametrize("page", ["", "conversations/", f"facts/{uuid.uuid4()}/"])
def test_it_is_not_found(alice: str, tester: Actor, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    bob = User.objects.create_user(f"{uuid.uuid4().hex}@example.org")
    bob.take_role(CLINICIAN)
    with registrar(by=tester, why="care"):
        began = timezone.now() - timedelta(days=2)
        row = CareRelationship.objects.create(user_key=alice, clinician=bob, began=began)
    looked_up = care.patient

    def ending(account: int, relationship: uuid.UUID, *, by: Actor) -> PatientInCare | None:
        found = looked_up(account, relationship, by=by)
        with registrar(by=tester, why="care ends"):
            CareRelationship.objects.filter(pk=row.pk).update(ended=timezone.now() - timedelta(days=1))
        return found

    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(bob, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(f"/admin/patients/{row.pk}/").status_code == 200
    monkeypatch.setattr("memory.care.patient", ending)
    assert client.get(f"/admin/patients/{row.pk}/{page}").status_code == 404
