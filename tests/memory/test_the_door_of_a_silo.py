"""The door opens one silo at a time, and leaves nothing behind."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest
from django.db import DatabaseError, connection

from memory.door import DoorError, clinic, clinician, privacy_office, silo
from memory.models import AccessLog, Fact
from tests.memory.rows import (
    REFUSED,
    SOMEONE,
    at_once,
    attempt,
    by_hand,
    note,
    state,
)

both = pytest.mark.django_db(databases=["default", "owner"])


@both
def test_a_silo_inside_another_is_refused_and_the_same_one_is_not(alice: str, charlie: str) -> None:
    with silo(alice, by=SOMEONE, why="outer"):
        before = state()
        with silo(alice, by=SOMEONE, why="inner"):
            assert state()[0] == "anamnesis_silo"
        assert state() == before
        for door in (silo(charlie, by=SOMEONE, why="x"), privacy_office(by=SOMEONE, why="x")):
            with pytest.raises(DoorError, match="already inside"), door:
                pytest.fail("entered")
        assert state() == before
    with clinic(7, by=SOMEONE, why="outer"):
        with clinic(7, by=SOMEONE, why="inner"):
            pass
        for other in (clinic(8, by=SOMEONE, why="x"), clinician(7, user_key=alice, by=SOMEONE, why="x")):
            with pytest.raises(DoorError, match="already inside"), other:
                pytest.fail("entered")
    with pytest.raises(DoorError, match="one patient"), clinician(7, user_key="", by=SOMEONE, why="x"):
        pytest.fail("entered")
    with pytest.raises(DoorError, match="no silo named"), silo("", by=SOMEONE, why="x"):
        pytest.fail("entered")


@both
def test_a_pass_set_by_hand_does_not_pass_for_an_open_silo(alice: str) -> None:
    for shown in ("0" * 64 + "no json", "0" * 64 + "[]", "short"):
        hand = by_hand("anamnesis_app", shown)
        with hand, pytest.raises(DoorError, match="set by hand"), silo(alice, by=SOMEONE, why="test"):
            pytest.fail("entered")


@both
def test_leaving_puts_role_and_pass_back(alice: str, charlie: str) -> None:
    with silo(alice, by=SOMEONE, why="test"):
        pass
    assert state() == ("anamnesis_app", "")
    with pytest.raises(ZeroDivisionError), silo(alice, by=SOMEONE, why="test"):
        1 / 0  # noqa: B018
    assert state() == ("anamnesis_app", "")
    with silo(charlie, by=SOMEONE, why="test"):
        assert not Fact.objects.exists()
    assert attempt("SELECT * FROM adk_memory_facts") == REFUSED


@both
def test_leaving_a_silo_inside_a_larger_transaction_checks_what_was_deferred(alice: str) -> None:
    with pytest.raises(DatabaseError, match="without evidence"), silo(alice, by=SOMEONE, why="test"):
        Fact.objects.create(user_key=alice, fact="x", tag="LAB", source="patient", keys=["x"])
    with silo(alice, by=SOMEONE, why="test"):
        assert not Fact.objects.exists()


def test_a_swallowed_database_error_is_raised_on_leaving(committed: None, alice: str, charlie: str) -> None:
    def swallow() -> None:
        with silo(alice, by=SOMEONE, why="test"):
            note(alice, "lost otherwise")
            with suppress(DatabaseError):
                AccessLog.objects.create(user_key=charlie, by="x", door="x", what="x")

    with pytest.raises(DoorError, match="swallowed"):
        swallow()
    with pytest.raises(DoorError, match="swallowed"), silo(alice, by=SOMEONE, why="larger"):
        swallow()
    assert state() == ("anamnesis_app", "")


def test_threads_and_the_connections_that_they_share_carry_nothing_over(
    committed: None, alice: str, charlie: str
) -> None:
    def work(key: str) -> None:
        for turn in range(20):
            try:
                with silo(key, by=SOMEONE, why="test"):
                    note(key, f"reading {turn}", tag="LAB")
                    assert set(Fact.objects.values_list("user_key", flat=True)) == {key}
                    if turn % 5 == 0:
                        raise ZeroDivisionError
            except ZeroDivisionError:
                pass
            assert state() == ("anamnesis_app", "")
            if turn % 4 == 0:
                connection.close()  # back to the pool, where there is one

    assert at_once(*[partial(work, key) for key in (alice, charlie, alice, charlie)]) == []
    with silo(alice, by=SOMEONE, why="test"):
        assert Fact.objects.count() == 32
