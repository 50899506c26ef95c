"""The access log: who looked at whose record, written in the same transaction, signed by the pass."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from memory.door import Actor, NotInCare, clinic, clinician, registrar, silo
from memory.models import AccessLog, CareRelationship, Fact, User

BOB = Actor("Dr. Bob", "web")


def _cared_for(*keys: str) -> int:
    bob = User.objects.create_user(f"bob{timezone.now().timestamp()}@example.org")
    with registrar(by=Actor("registrar", "command"), why="care begins"):
        for key in keys:
            CareRelationship.objects.create(user_key=key, clinician_id=bob.pk, began=timezone.now() - timedelta(days=1))
    return bob.pk


def _looks(key: str, tester: Actor) -> list[tuple[str, str, str]]:
    with silo(key, by=tester, why="look"):
        return list(AccessLog.objects.order_by("at").values_list("by", "door", "what"))


def test_a_clinician_who_enters_is_written_down(alice: str, charlie: str, tester: Actor) -> None:
    bob = _cared_for(alice)
    with clinician(bob, by=BOB, why="visit", user_key=alice):
        assert not Fact.objects.exists()
    assert _looks(alice, tester) == [("Dr. Bob", "web", "entered as clinician")]
    assert _looks(charlie, tester) == []


def test_a_look_at_one_patient_is_written_for_her_alone(alice: str, charlie: str, tester: Actor) -> None:
    bob = _cared_for(alice, charlie)
    with clinician(bob, by=BOB, why="visit", user_key=alice):
        pass
    assert len(_looks(alice, tester)) == 1
    assert _looks(charlie, tester) == []


def test_the_list_of_ones_patients_is_no_look_at_a_record(alice: str, charlie: str, tester: Actor) -> None:
    bob = _cared_for(alice)
    with clinic(bob, by=BOB, why="my patients"), connection.cursor() as cursor:
        cursor.execute("SELECT user_key FROM guard.my_patients()")
        assert cursor.fetchall() == [(alice,)]
        assert not Fact.objects.exists()
    assert _looks(alice, tester) == []


def test_who_is_not_in_care_is_not_entered_and_nothing_is_written(alice: str, charlie: str, tester: Actor) -> None:
    bob = _cared_for(alice)
    for key in (charlie, "patient-advocate/never-existed"):
        with pytest.raises(NotInCare), clinician(bob, by=BOB, why="visit", user_key=key):
            pytest.fail("entered")
    assert _looks(charlie, tester) == []


def test_no_one_signs_with_another_name(alice: str, tester: Actor) -> None:
    with silo(alice, by=tester, why="forge"):
        AccessLog.objects.create(user_key=alice, by="someone else", door="web", what="placed")
    assert _looks(alice, tester) == [("tester", "test", "placed")]
