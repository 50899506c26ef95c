"""A clinician confirms, retracts, settles and undoes, each by a function of hers; what she undoes is written anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from uuid import UUID

import pytest

from memory.acts import clinician, patient
from memory.acts.hand import Kind, NoSuchThing, NotPossible
from memory.acts.shown import Choice, confirmations, decisions
from memory.door import silo
from memory.drafts import Act, Draft, Tense
from memory.models import Evidence, Fact, Session
from memory.reading import known
from memory.vocabulary import SessionState, Tag
from tests.memory import ledger_cases as told
from tests.memory.acting import (
    ALICE,
    DOCTOR,
    a_doctor,
    audited,
    conflicts,
    fact_called,
    hand,
    hers,
    last_audit,
    open_conflict,
    play,
    standing,
)
from tests.memory.ledger_cases import allergy, lab, med, none_of, on, says
from tests.memory.rows import faults

FIRST, LATER = "2026-09-01", "2026-10-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_50 = on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE)))
_BARE_50 = on(LATER, says(med("metoprolol 50 mg")))
WHY = "mixed up with another chart"


def _plan(dose: str) -> Draft:
    return med(f"metoprolol {dose}", on="2026-12-07", phrase="December 7", tense=Tense.PLANNED)


def _decisions(key: str) -> list[Choice]:
    with silo(key, by=ALICE, why="test"):
        return decisions()


def test_a_confirmation_bears_her_name_role_and_date_and_can_be_taken_back(alice: str) -> None:
    play(alice, _25)
    bob, fact = a_doctor(alice), fact_called(alice, "metoprolol 25 mg")
    before = last_audit(alice)
    made = clinician.confirm(fact, into=hers(bob, alice, "confirm a fact"))
    assert audited(alice, before) == {(f"account {bob}", "admin", "confirm a fact")}
    with silo(alice, by=ALICE, why="test"):
        ((choice,),) = confirmations([fact]).values()
    assert (choice.id, choice.name, choice.role, choice.by) == (made, DOCTOR, "clinician", f"account {bob}")
    assert choice.can_undo
    clinician.undo(made, reason="not yet seen", into=hers(bob, alice))
    with silo(alice, by=ALICE, why="test"):
        assert confirmations([fact]) == {}
    assert [(c.kind, c.reason, c.can_undo) for c in _decisions(alice)] == [
        ("unconfirmed", "not yet seen", False),
        ("confirmed", "", False),
    ]
    assert standing(alice) == ["metoprolol 25 mg | active"]
    assert faults(alice) == []


def test_what_she_confirmed_a_patient_can_only_dispute(alice: str) -> None:
    play(alice, _25)
    fact = fact_called(alice, "metoprolol 25 mg")
    bob = a_doctor(alice)
    made = clinician.confirm(fact, into=hers(bob, alice))
    assert patient.withdraw(hand(alice), fact).kind is Kind.DISPUTED
    clinician.settle(open_conflict(alice), winner=fact, reason=WHY, into=hers(bob, alice))
    clinician.undo(made, reason=WHY, into=hers(bob, alice))
    assert patient.withdraw(hand(alice), fact).kind is Kind.WITHDRAWN


def test_a_retraction_has_her_reason_and_reopens_what_was_replaced(alice: str) -> None:
    play(alice, _25, _50)
    bob, before = a_doctor(alice), last_audit(alice)
    clinician.retract(
        fact_called(alice, "metoprolol 50 mg"), reason=f" {WHY} ", into=hers(bob, alice, "retract a fact")
    )
    assert standing(alice) == ["metoprolol 25 mg | active", "metoprolol 50 mg | retracted"]
    with silo(alice, by=ALICE, why="test"):
        row = Fact.objects.get(fact="metoprolol 50 mg")
    assert (row.retired_by, row.retired_note) == (f"{DOCTOR}, clinician", WHY)
    assert audited(alice, before) == {(f"account {bob}", "admin", "retract a fact")}
    assert faults(alice) == []


RECORDS = {
    "one value": [_25],
    "a changed dose": [_25, _50],
    "a replaced dose": [_25, _50, on("2026-10-20", says(med("metoprolol 75 mg", act=Act.CHANGE)))],
    "a stop": [_25, on(LATER, says(told.stop("metoprolol", act=Act.STOP)))],
    "a refined value": [_25, on(LATER, says(med("metoprolol 25 mg twice daily")))],
    "a correction": [_25, on(LATER, says(med("metoprolol 20 mg", act=Act.CORRECT, replaces="25 mg")))],
    "a reading set right": [
        on(FIRST, says(lab("creatinine 1.4 mg/dL"))),
        on(LATER, says(lab("creatinine 1.3 mg/dL", act=Act.CORRECT, replaces="1.4"))),
    ],
    "a plan": [_25, on(LATER, says(_plan("50 mg")))],
    "a plan that was changed": [on(FIRST, says(_plan("50 mg"))), on(LATER, says(_plan("75 mg")))],
    "a first allergy": [
        on(FIRST, says(none_of(Tag.ALLERGY, "no allergies"))),
        on(LATER, says(allergy("penicillin allergy", act=Act.CHANGE))),
    ],
}


@pytest.mark.parametrize("sittings", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("which", [0, 1])
def test_her_retraction_does_to_a_chain_what_a_patient_s_withdrawal_does(
    alice: str, charlie: str, sittings: list[told.Sitting], which: int
) -> None:
    for key in (alice, charlie):
        play(key, *sittings)
    words = [line.split(" | ")[0] for line in standing(alice)]
    which = min(which, len(words) - 1)
    clinician.retract(fact_called(alice, words[which]), reason=WHY, into=hers(a_doctor(alice), alice))
    patient.withdraw(hand(charlie), fact_called(charlie, words[which]))
    assert standing(alice) == standing(charlie)
    assert f"{words[which]} | retracted" in standing(alice)


@pytest.mark.parametrize("sittings", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("which", [0, 1])
def test_undoing_a_retraction_writes_the_fact_anew_where_it_stood(
    alice: str, sittings: list[told.Sitting], which: int
) -> None:
    play(alice, *sittings)
    bob, before = a_doctor(alice), standing(alice)
    words = before[min(which, len(before) - 1)].split(" | ")[0]
    old = fact_called(alice, words)
    made = clinician.retract(old, reason=WHY, into=hers(bob, alice))
    clinician.undo(made, reason="it was hers after all", into=hers(bob, alice))
    after = standing(alice)
    assert f"{words} | retracted" in after
    after.remove(f"{words} | retracted")
    assert sorted(after) == sorted(before)
    new = fact_called(alice, words)
    with silo(alice, by=ALICE, why="test"):
        quotes = [set(Evidence.objects.filter(fact=id).values_list("turn", "quote")) for id in (old, new)]
    assert quotes[0] == quotes[1] != set()
    (restored, retracted) = _decisions(alice)
    assert (restored.kind, restored.fact, restored.restores) == ("restored", new, old)
    assert retracted.undone_by == restored.id
    with pytest.raises(NotPossible, match="undone already"):
        clinician.undo(made, reason=WHY, into=hers(bob, alice))
    assert faults(alice) == []


def test_what_came_to_stand_meanwhile_is_contradicted_never_overwritten(alice: str) -> None:
    play(alice, _25)
    bob = a_doctor(alice)
    made = clinician.retract(fact_called(alice, "metoprolol 25 mg"), reason=WHY, into=hers(bob, alice))
    play(alice, _50)
    clinician.undo(made, reason=WHY, into=hers(bob, alice))
    assert conflicts(alice) == [("metoprolol 50 mg", "metoprolol 25 mg")]
    assert standing(alice) == [
        "metoprolol 25 mg | retracted",
        "metoprolol 50 mg | active, contested",
        "metoprolol 25 mg | active, contested",
    ]


def test_retracting_one_side_of_a_contradiction_lets_the_other_stand_and_undoing_opens_it_again(alice: str) -> None:
    play(alice, _25, _BARE_50)
    bob = a_doctor(alice)
    made = clinician.retract(fact_called(alice, "metoprolol 50 mg"), reason=WHY, into=hers(bob, alice))
    assert standing(alice) == ["metoprolol 25 mg | active", "metoprolol 50 mg | retracted"]
    assert conflicts(alice) == []
    clinician.undo(made, reason=WHY, into=hers(bob, alice))
    assert conflicts(alice) == [("metoprolol 25 mg", "metoprolol 50 mg")]


def test_she_settles_a_contradiction_with_a_reason_and_opens_it_again_with_another(alice: str) -> None:
    play(alice, _25, _BARE_50)
    bob, before = a_doctor(alice), last_audit(alice)
    winner = fact_called(alice, "metoprolol 50 mg")
    made = clinician.settle(open_conflict(alice), winner=winner, reason=WHY, into=hers(bob, alice, "settle"))
    assert standing(alice) == [
        "metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg",
        "metoprolol 50 mg | active",
    ]
    assert audited(alice, before) == {(f"account {bob}", "admin", "settle")}
    (settled,) = _decisions(alice)
    assert (settled.kind, settled.fact, settled.reason, settled.name) == ("settled", winner, WHY, DOCTOR)
    clinician.undo(made, reason="the pharmacy says otherwise", into=hers(bob, alice))
    assert conflicts(alice) == [("metoprolol 50 mg", "metoprolol 25 mg")]
    assert standing(alice)[0] == "metoprolol 25 mg | superseded, corrected -> metoprolol 50 mg"
    assert standing(alice)[2] == "metoprolol 25 mg | active, contested"
    assert faults(alice) == []


def test_a_settlement_whose_winner_was_replaced_since_is_not_undone(alice: str) -> None:
    play(alice, _25, _BARE_50)
    bob = a_doctor(alice)
    winner = fact_called(alice, "metoprolol 50 mg")
    made = clinician.settle(open_conflict(alice), winner=winner, reason=WHY, into=hers(bob, alice))
    play(alice, on("2026-10-20", says(med("metoprolol 75 mg", act=Act.CHANGE))))
    with pytest.raises(NotPossible, match="replaced since"):
        clinician.undo(made, reason=WHY, into=hers(bob, alice))


@pytest.mark.parametrize("reason", ["", "  "])
def test_without_a_reason_nothing_is_done(alice: str, reason: str) -> None:
    play(alice, _25, _BARE_50)
    bob, fact, conflict = a_doctor(alice), fact_called(alice, "metoprolol 25 mg"), open_conflict(alice)
    made = clinician.confirm(fact, into=hers(bob, alice))
    before = standing(alice)
    acts: tuple[Callable[[], object], ...] = (
        lambda: clinician.retract(fact, reason=reason, into=hers(bob, alice)),
        lambda: clinician.settle(conflict, winner=fact, reason=reason, into=hers(bob, alice)),
        lambda: clinician.undo(made, reason=reason, into=hers(bob, alice)),
    )
    for act in acts:
        with pytest.raises(NotPossible, match="reason"):
            act()
    assert standing(alice) == before
    assert len(_decisions(alice)) == 1


def test_what_is_done_is_not_done_twice_and_what_is_not_hers_is_not_there(alice: str, charlie: str) -> None:
    play(alice, _25, _BARE_50)
    play(charlie, _25, _BARE_50)
    bob = a_doctor(alice, charlie)
    fact, conflict = fact_called(alice, "metoprolol 25 mg"), open_conflict(alice)
    theirs, other = fact_called(charlie, "metoprolol 25 mg"), open_conflict(charlie)
    there = clinician.confirm(theirs, into=hers(bob, charlie))
    acts: tuple[Callable[[], object], ...] = (
        lambda: clinician.confirm(theirs, into=hers(bob, alice)),
        lambda: clinician.retract(theirs, reason=WHY, into=hers(bob, alice)),
        lambda: clinician.settle(other, winner=theirs, reason=WHY, into=hers(bob, alice)),
        lambda: clinician.undo(there, reason=WHY, into=hers(bob, alice)),
    )
    for act in acts:
        with pytest.raises(NoSuchThing):
            act()
    with pytest.raises(NotPossible):
        clinician.settle(conflict, winner=theirs, reason=WHY, into=hers(bob, alice))
    clinician.retract(fact, reason=WHY, into=hers(bob, alice))
    with pytest.raises(NotPossible, match="withdrawn already"):
        clinician.retract(fact, reason=WHY, into=hers(bob, alice))
    with pytest.raises(NotPossible, match="cannot be confirmed"):
        clinician.confirm(fact, into=hers(bob, alice))
    with pytest.raises(NotPossible, match="settled already"):
        clinician.settle(conflict, winner=fact, reason=WHY, into=hers(bob, alice))


def test_she_has_a_failed_conversation_of_her_patient_read_again_and_no_other(alice: str, charlie: str) -> None:
    bob = a_doctor(alice, charlie)
    failed = {key: _failed_session(key) for key in (alice, charlie)}
    assert not clinician.read_again(failed[charlie], into=hers(bob, alice)), "another patient's is not there"
    assert clinician.read_again(failed[alice], into=hers(bob, alice))
    assert not clinician.read_again(failed[alice], into=hers(bob, alice)), "it has not failed now"
    states = {key: _state(key, session) for key, session in failed.items()}
    assert states == {alice: (SessionState.CLOSING, 0), charlie: (SessionState.FAILED, 8)}


def _failed_session(key: str) -> UUID:
    play(key, _25)
    with silo(key, by=ALICE, why="test"):
        session = Session.objects.get()
        Session.objects.update(status=SessionState.FAILED, attempts=8)
    return session.public_id


def _state(key: str, session: UUID) -> tuple[str, int]:
    with silo(key, by=ALICE, why="test"):
        row = Session.objects.get(public_id=session)
    return row.status, row.attempts


def test_a_confirmed_fact_is_official_to_the_ledger_and_to_who_speaks_of_it(alice: str) -> None:
    play(alice, _25)
    fact = fact_called(alice, "metoprolol 25 mg")
    bob = a_doctor(alice)
    made = clinician.confirm(fact, into=hers(bob, alice))
    with silo(alice, by=ALICE, why="test"):
        assert [(row.official, row.as_said) for row in known(date(2026, 10, 1))] == [(True, True)]
    play(alice, on(LATER, says(med("metoprolol 20 mg", act=Act.CORRECT))))
    assert conflicts(alice) == [("metoprolol 25 mg", "metoprolol 20 mg")]
    clinician.undo(made, reason=WHY, into=hers(bob, alice))
    with silo(alice, by=ALICE, why="test"):
        assert {row.official for row in known(date(2026, 10, 1))} == {False}
