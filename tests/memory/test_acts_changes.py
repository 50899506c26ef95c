"""What changed since a moment, whatever wrote it, and since a clinician's last look."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import erasure
from memory.acts import clinician, patient
from memory.acts.changes import Changes, changes_since, last_look
from memory.acts.marks import pin
from memory.door import silo
from memory.drafts import Act, Tense
from memory.ledger import settle_due
from memory.recollection import FactView
from memory.vocabulary import Tag
from tests.memory.acting import ALICE, a_doctor, fact_called, hand, hers, open_conflict, play
from tests.memory.ledger_cases import allergy, fact, lab, med, on, says
from tests.memory.rows import superuser

FIRST, LATER = "2026-09-01", "2026-10-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_50 = on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE)))


def _since(key: str, moment: datetime) -> Changes:
    with silo(key, by=ALICE, why="test"):
        return changes_since(moment)


def _texts(views: tuple[FactView, ...]) -> list[str]:
    return [view.text for view in views]


def test_nothing_changed(alice: str) -> None:
    play(alice, _25)
    assert _since(alice, timezone.now()).is_empty


def test_new_and_replaced_facts(alice: str) -> None:
    play(alice, _25)
    moment = timezone.now()
    play(
        alice,
        _50,
        on("2026-10-02", says(med("metoprolol 75 mg", act=Act.CHANGE))),
        on(LATER, says(lab("creatinine 1.4"))),
    )
    found = _since(alice, moment)
    assert _texts(found.new) == ["metoprolol 75 mg", "creatinine 1.4"]
    assert [(old.text, new.text) for old, new in found.replaced] == [("metoprolol 25 mg", "metoprolol 50 mg")]
    assert (found.retracted, found.reopened, found.effective, found.forgotten) == ((), (), (), 0)


def test_what_was_withdrawn_and_what_stands_again(alice: str) -> None:
    play(alice, _25, _50)
    moment = timezone.now()
    patient.withdraw(hand(alice), fact_called(alice, "metoprolol 50 mg"))
    found = _since(alice, moment)
    assert (_texts(found.retracted), _texts(found.reopened), found.new) == (
        ["metoprolol 50 mg"],
        ["metoprolol 25 mg"],
        (),
    )


def test_a_plan_that_took_effect(alice: str) -> None:
    plan = med("metoprolol 50 mg", on="2026-10-07", phrase="October 7", tense=Tense.PLANNED)
    play(alice, _25, on(LATER, says(plan)))
    moment = timezone.now()
    with silo(alice, by=ALICE, why="test"):
        settle_due(alice, hand(alice).day)
    found = _since(alice, moment)
    assert _texts(found.effective) == ["metoprolol 50 mg"]
    assert [(old.text, new.text) for old, new in found.replaced] == [("metoprolol 25 mg", "metoprolol 50 mg")]


def test_contradictions_held_drafts_and_decisions(alice: str) -> None:
    play(alice, _25)
    moment = timezone.now()
    play(alice, on(LATER, says(med("metoprolol 50 mg"), fact(Tag.FACT, "75 mg", "dose"))))
    opened = _since(alice, moment)
    assert [(c.older.text, c.newer.text, c.settled_at) for c in opened.opened] == [
        ("metoprolol 25 mg", "metoprolol 50 mg", None)
    ]
    assert opened.settled == ()
    assert [draft.text for draft in opened.held] == ["75 mg"]
    later = timezone.now()
    winner = fact_called(alice, "metoprolol 50 mg")
    clinician.settle(open_conflict(alice), winner=winner, reason="seen", into=hers(a_doctor(alice), alice))
    pin(hand(alice), winner)
    settled = _since(alice, later)
    assert (settled.opened, settled.held) == ((), ())
    assert [(c.winner, c.newer.text) for c in settled.settled] == [(winner, "metoprolol 50 mg")]
    assert [choice.kind for choice in settled.decisions] == ["settled", "pinned"]


def test_what_was_forgotten_is_a_count_without_words(alice: str) -> None:
    play(alice, _25, on(FIRST, says(allergy("penicillin allergy"))))
    moment = timezone.now()
    erasure.forget(alice, fact_called(alice, "metoprolol 25 mg"), by=ALICE)
    found = _since(alice, moment)
    assert found.forgotten == 1
    assert (found.new, found.replaced, found.retracted) == ((), (), ())


def test_a_clinician_reads_it_in_five_queries_whatever_changed(alice: str, charlie: str) -> None:
    taken = set()
    for key, count in ((alice, 1), (charlie, 20)):
        moment = timezone.now()
        play(key, _25, _50, *(on(FIRST, says(fact(Tag.SOCIAL, f"note{n}", f"note{n}"))) for n in range(count)))
        with hers(a_doctor(key), key), CaptureQueriesContext(connection) as queries:
            assert len(changes_since(moment).new) == count + 1
        taken.add(len(queries))
    assert taken == {5}


@pytest.mark.usefixtures("committed")
def test_the_last_look_is_the_end_of_the_last_visit(alice: str, charlie: str) -> None:
    bob, carol = a_doctor(alice, charlie), a_doctor(alice)

    def look(doctor: int = bob) -> datetime | None:
        with hers(doctor, alice):
            return last_look()

    with hers(bob, charlie):
        pass
    assert look() is None
    assert look() is None  # the same visit goes on
    _let_pass(alice, minutes=20)
    assert look() is None
    ended = _last_entry(alice)
    for key in (alice, charlie):
        _let_pass(key, minutes=45)
    look(carol)
    with hers(bob, charlie):
        pass
    for key in (alice, charlie):
        _let_pass(key, minutes=45)
    assert look() == ended - timedelta(minutes=90)
    assert look() == ended - timedelta(minutes=90)


def _let_pass(key: str, *, minutes: int) -> None:
    with superuser() as server:
        server.execute(
            "UPDATE memory_access_log SET at = at - make_interval(mins => %s) WHERE user_key = %s", [minutes, key]
        )


def _last_entry(key: str) -> datetime:
    with superuser() as server:
        row = server.execute("SELECT max(at) FROM memory_access_log WHERE user_key = %s", [key]).fetchone()
    assert row
    found: datetime = row[0]
    return found
