"""The privacy office in the database: requests with their clock, two hands for an erasure, who looked, retention."""

from __future__ import annotations

import json
import uuid
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from memory import erasure, forgotten
from memory.checks import _FAULTS
from memory.door import Actor, privacy_office, registrar, silo
from memory.erasure import NothingToErase, SameHand
from memory.models import AccessLog, ClosedAccount, ErasureReceipt, Session, User
from memory.models.privacy import Asked
from memory.operations import office, orders, preview, requests, standing, verification
from memory.operations.listing import NoSuchRecord
from memory.registry import close_account
from tests.memory.commanding import tell
from tests.memory.rows import REFUSED, SOMEONE, ask, attempt, fill, note, open_session, say

both = pytest.mark.django_db(databases=["default", "owner"])
ERIN, EVA = Actor("account 3", "admin"), Actor("account 4", "admin")
DAY = date(2026, 3, 10)


def _digest(key: str) -> str:
    return forgotten.digest_of(key)


@both
@pytest.mark.parametrize(
    ("received", "due", "extended"),
    [
        (date(2026, 1, 31), date(2026, 2, 28), date(2026, 4, 30)),
        (date(2026, 2, 10), date(2026, 3, 10), date(2026, 5, 10)),
    ],
)
def test_a_request_is_due_after_a_month_and_extended_once(
    alice: str, received: date, due: date, extended: date
) -> None:
    id = requests.keep(_digest(alice), Asked.ACCESS, received_on=received, reference="A/1", by=ERIN)
    [kept] = requests.of_silo(_digest(alice), by=ERIN, day=DAY)
    assert (kept.due_on, kept.opened_by, kept.overdue, kept.days_left) == (due, ERIN.name, due < DAY, (due - DAY).days)
    requests.extend(id, by=EVA)
    longer = requests.one(id, by=ERIN, day=DAY)
    assert longer is not None
    assert (longer.due_on, longer.overdue) == (extended, False)
    with pytest.raises(requests.NotOpen):
        requests.extend(id, by=EVA)


@both
def test_a_request_is_closed_once_with_what_its_kind_allows(alice: str) -> None:
    id = requests.keep(_digest(alice), Asked.EXPORT, received_on=DAY, reference="", by=ERIN)
    with pytest.raises(ValueError, match="does not close"):
        requests.close(id, "record erased", by=EVA)
    requests.close(id, "export handed over", by=EVA)
    kept = requests.one(id, by=ERIN, day=DAY)
    assert kept is not None
    assert (kept.closed_by, kept.outcome, kept.overdue) == (EVA.name, "export handed over", False)
    with pytest.raises(requests.NotOpen):
        requests.close(id, "export handed over", by=ERIN)


@both
def test_nobody_backdates_forges_or_rewrites_a_request_and_no_name_comes_into_it(alice: str) -> None:
    id = requests.keep(_digest(alice), Asked.ACCESS, received_on=DAY, reference="A/1", by=ERIN)
    requests.close(id, "pointed to their own pages", by=ERIN)
    table = "memory_privacy_request"
    with privacy_office(by=EVA, why="test"):
        assert attempt(f"UPDATE {table} SET outcome = ''") == REFUSED
        assert attempt(f"UPDATE {table} SET due_on = '2030-01-01'") == REFUSED
        assert attempt(f"UPDATE {table} SET received_on = '2030-01-01'") == REFUSED
        assert attempt(f"DELETE FROM {table}") == REFUSED
        columns = f"INSERT INTO {table} (id, silo_digest, kind, reference, received_on, opened_by, closed_by, outcome)"
        assert (
            attempt(f"{columns} VALUES (gen_random_uuid(), 'd', 'access', 'Mrs. Smith', now(), '', '', '')") == "23514"
        )
        forged = (
            f"{columns} VALUES (gen_random_uuid(), 'd', 'access', '', now(), 'account 9', '', '') RETURNING opened_by"
        )
        assert ask(forged) == [(EVA.name,)], "who keeps it is written from the pass"
    for door in (silo(alice, by=SOMEONE, why="test"), registrar(by=SOMEONE, why="test")):
        with door:
            assert attempt(f"SELECT * FROM {table}") == REFUSED
            assert attempt("SELECT * FROM memory_erasure_order") == REFUSED


@pytest.mark.usefixtures("committed")
def test_an_erasure_that_two_order_is_carried_out_by_the_second_alone(alice: str, charlie: str) -> None:
    fill(alice)
    orders.ask(_digest(alice), basis="consent withdrawn", close_account=False, by=ERIN)
    with pytest.raises(orders.AlreadyAsked):
        orders.ask(_digest(alice), basis="consent withdrawn", close_account=False, by=EVA)
    [order] = orders.waiting(by=EVA, silo_digest=_digest(alice))
    with pytest.raises(SameHand):
        erasure.carry_out(alice, order.id, by=ERIN)
    with privacy_office(by=ERIN, why="test"):
        assert attempt("SELECT guard.erase_ordered(%s, %s)", [alice, order.id]) == REFUSED, "not in Python alone"
        assert attempt("UPDATE memory_erasure_order SET decision = 'erased'") == REFUSED
    with pytest.raises(NothingToErase):
        erasure.carry_out(charlie, order.id, by=EVA)
    receipt = erasure.carry_out(alice, order.id, by=EVA)
    assert (receipt.by, receipt.basis) == ("account 3, approved by account 4", "consent withdrawn")
    assert orders.waiting(by=EVA, silo_digest=_digest(alice)) == []
    with pytest.raises(NothingToErase):
        erasure.carry_out(alice, order.id, by=EVA)


@pytest.mark.usefixtures("committed")
def test_a_withdrawn_order_erases_nothing(alice: str) -> None:
    orders.ask(_digest(alice), basis="consent withdrawn", close_account=False, by=ERIN)
    [order] = orders.waiting(by=EVA, silo_digest=_digest(alice))
    assert orders.withdraw(order.id, by=ERIN)
    assert not orders.withdraw(order.id, by=ERIN)
    with pytest.raises(NothingToErase):
        erasure.carry_out(alice, order.id, by=EVA)


@both
def test_reading_who_looked_is_itself_in_the_log_and_says_no_word(alice: str) -> None:
    fill(alice)
    seen = office.looks(alice, by=ERIN, why="complaint")
    assert [(look.by, look.what, look.why) for look in seen[:2]] == [
        (ERIN.name, "read who looked, as privacy staff", "complaint"),
        (SOMEONE.name, "read", ""),
    ]
    assert office.looks(alice, by=ERIN, why="complaint", size=1, skip=1)[0].why == "complaint"
    with silo(alice, by=SOMEONE, why="test"):
        assert AccessLog.objects.filter(by=ERIN.name).count() == 2
    with pytest.raises(NoSuchRecord):
        office.looks("patient-advocate/nobody", by=ERIN, why="complaint")


@both
def test_retention_tells_what_goes_when_and_what_holds_it_back(alice: str) -> None:
    now = timezone.now()
    with silo(alice, by=SOMEONE, why="test"):
        for days, status in ((3, "done"), (1, "failed"), (2, "nothing found")):
            session = open_session(alice, status=status, expire_at=now + timedelta(days=days))
            say(session, "I take tea.")
        Session.objects.filter(status="done").exists()
    found = office.to_be_purged(by=ERIN, of=alice)
    assert [(each.held_by, each.turns, each.digest) for each in found] == [
        ("failed", 1, _digest(alice)),
        ("", 1, _digest(alice)),
        ("", 1, _digest(alice)),
    ]
    assert [each.at for each in found] == sorted(each.at for each in found)
    assert office.to_be_purged(by=ERIN, of=alice, size=1, skip=2) == found[2:]


@both
def test_rows_that_say_the_same_again_are_counted(alice: str) -> None:
    fill(alice)
    assert office.duplicates(alice, by=ERIN) == office.Duplicates(0, 0)
    with silo(alice, by=SOMEONE, why="test"):
        for _ in range(3):
            note(alice, "penicillin causes hives", tag="FACT", memory_key=None)
        note(alice, "penicillin causes a rash", tag="FACT", memory_key=None)
    assert office.duplicates(alice, by=ERIN) == office.Duplicates(1, 2)


@pytest.mark.usefixtures("committed")
def test_what_was_found_afterwards_stays_with_the_receipt(alice: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    receipt = erasure.erase(alice, by=ERIN, basis="test")
    found = verification.verify_own(receipt, alice, by=ERIN)
    assert found is not None
    assert not found.remains
    [kept] = erasure.receipts_of(alice, by=ERIN)
    assert kept.verification is not None
    assert (kept.verification["rows"], kept.verification["jobs"], kept.verification["tables"]) == (0, 0, found.tables)
    with privacy_office(by=EVA, why="test"):
        ask("SELECT guard.note_verification(%s, %s::jsonb)", [receipt.id, json.dumps({"rows": 9})])
        assert ErasureReceipt.objects.get(id=receipt.id).verification == kept.verification, "kept once"


@pytest.mark.usefixtures("committed")
def test_what_goes_is_appended_to_the_list_outside_and_a_rehearsal_is_not(
    alice: str, tester: Actor, settings: LazySettings, tmp_path: Path
) -> None:
    settings.FORGET_AGAIN = tmp_path / "list.jsonl"
    told = tell(alice, "metoprolol 25 mg", by=tester)
    preview.forgetting(alice, told.fact, by=tester)
    assert not settings.FORGET_AGAIN.exists()
    erasure.forget(alice, told.fact, by=tester)
    receipt = erasure.erase(alice, by=tester, basis="test")
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org")
    close_account(user.pk)
    entries = forgotten.read(settings.FORGET_AGAIN)
    assert [forgotten.identity(entry)[0] for entry in entries] == ["forgot", "erased", "closed"]
    assert entries[1]["receipt"] == str(receipt.id)
    assert ClosedAccount.objects.using("owner").filter(digest=entries[2]["closed"]).exists()
    whole = settings.FORGET_AGAIN.read_text()
    assert not any(word in whole for word in ("metoprolol", alice, alice.partition("/")[2], user.email))


@pytest.mark.usefixtures("committed")
def test_a_list_that_cannot_be_written_stops_no_erasure(
    alice: str, settings: LazySettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.FORGET_AGAIN = tmp_path / "no such directory" / "list.jsonl"
    assert erasure.erase(alice, by=ERIN, basis="test").counts["memory_record"] == 1
    assert "memory reerase --write" in caplog.text


@both
def test_the_administrator_sees_states_and_models_and_no_silo(alice: str) -> None:
    fill(alice)
    with silo(alice, by=SOMEONE, why="test"):
        open_session(alice, status="failed", failure="EngineUnavailable")
    seen = standing.standing(by=SOMEONE)
    assert {(each.state, each.failure) for each in seen.states} >= {("failed", "EngineUnavailable")}
    assert {check.code for check in seen.checks} == set(standing.CHECKS)
    assert all(not check.faults for check in seen.checks)
    with silo(alice, by=SOMEONE, why="test"):
        assert attempt("SELECT * FROM guard.work_states()") == REFUSED
        assert attempt("SELECT * FROM guard.vector_sample()") == REFUSED


def test_every_check_of_the_guard_has_its_sentence() -> None:
    assert {*_FAULTS, "memory.E000"} == set(standing.CHECKS)
