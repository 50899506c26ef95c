"""Decisions go with what they speak of: marks pass to what stands, reasons and copies leave with the words."""

from __future__ import annotations

from uuid import UUID

import pytest

from memory import erasure
from memory.acts import clinician, patient
from memory.acts.marks import marks, mute, pin, unpin
from memory.door import silo
from memory.drafts import Act, Tense
from memory.models import Decision, Fact, HeldDraft
from memory.vocabulary import Tag
from tests.memory.acting import ALICE, a_doctor, fact_called, hand, hers, open_conflict, play, standing
from tests.memory.commanding import run
from tests.memory.ledger_cases import fact, lab, med, on, says
from tests.memory.rows import ask, faults, silo_tables

FIRST, LATER = "2026-09-01", "2026-10-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_50 = on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE)))
_READING = on(FIRST, says(lab("creatinine 1.4 mg/dL")))
SECRET = "the night nurse mistyped it"


def _everything(key: str) -> str:
    """All rows of the silo, as text."""
    with silo(key, by=ALICE, why="test"):
        return "\n".join(str(row) for table in silo_tables() for row in ask(f"SELECT to_jsonb(t)::text FROM {table} t"))


def _marked(key: str) -> tuple[set[str], set[str]]:
    with silo(key, by=ALICE, why="test"):
        found = marks()
        texts = dict(Fact.objects.values_list("id", "fact"))
    return {texts[id] for id in found.pinned}, {texts[id] for id in found.muted}


def _kinds(key: str) -> list[str]:
    with silo(key, by=ALICE, why="test"):
        return list(Decision.objects.order_by("at").values_list("kind", flat=True))


def test_a_mark_on_a_forgotten_dose_passes_to_what_replaced_it(alice: str) -> None:
    play(alice, _25, _50)
    old = fact_called(alice, "metoprolol 25 mg")
    mute(hand(alice), old)
    pin(hand(alice), old)
    unpin(hand(alice), old)
    erasure.forget(alice, old, by=ALICE)
    assert _marked(alice) == (set(), {"metoprolol 50 mg"})
    assert faults(alice) == []


def test_a_mark_on_the_forgotten_last_dose_passes_to_the_plan_at_its_address(alice: str) -> None:
    plan = med("metoprolol 75 mg", on="2026-12-07", phrase="December 7", tense=Tense.PLANNED)
    play(alice, _25, on("2026-11-01", says(plan)))
    mute(hand(alice), fact_called(alice, "metoprolol 25 mg"))
    erasure.forget(alice, fact_called(alice, "metoprolol 25 mg"), by=ALICE)
    assert _marked(alice) == (set(), {"metoprolol 75 mg"})


def test_a_mark_on_what_leaves_nothing_behind_goes_with_it(alice: str) -> None:
    play(alice, _READING)
    pin(hand(alice), fact_called(alice, "creatinine 1.4 mg/dL"))
    erasure.forget(alice, fact_called(alice, "creatinine 1.4 mg/dL"), by=ALICE)
    assert _kinds(alice) == []
    assert "1.4" not in _everything(alice)
    assert faults(alice) == []


@pytest.mark.parametrize("which", ["the row that was retracted", "the row that was written anew"])
def test_what_was_retracted_and_written_anew_is_forgotten_with_its_reasons(alice: str, which: str) -> None:
    play(alice, _READING, _25)
    bob, old = a_doctor(alice), fact_called(alice, "creatinine 1.4 mg/dL")
    made = clinician.retract(old, reason=SECRET, into=hers(bob, alice))
    clinician.undo(made, reason=f"no: {SECRET}", into=hers(bob, alice))
    new = fact_called(alice, "creatinine 1.4 mg/dL")
    assert {"1.4", SECRET} <= {word for word in ("1.4", SECRET) if word in _everything(alice)}
    gone = erasure.forget(alice, old if which.endswith("retracted") else new, by=ALICE)
    assert gone == 2
    left = _everything(alice)
    assert "creatinine" not in left
    assert SECRET not in left
    assert standing(alice) == ["metoprolol 25 mg | active"]
    assert _kinds(alice) == []
    assert faults(alice) == []


def test_forgetting_a_side_of_a_contradiction_takes_what_was_decided_about_it(alice: str) -> None:
    play(alice, _25, on(LATER, says(med("metoprolol 50 mg"))))
    conflict = open_conflict(alice)
    patient.ask_doctor(hand(alice), conflict)
    made = clinician.settle(
        conflict, winner=fact_called(alice, "metoprolol 50 mg"), reason=SECRET, into=hers(a_doctor(alice), alice)
    )
    clinician.undo(made, reason=f"no: {SECRET}", into=hers(a_doctor(alice), alice))
    erasure.forget(alice, _superseded(alice), by=ALICE)
    assert SECRET not in _everything(alice)
    assert _kinds(alice) == []
    assert standing(alice) == ["metoprolol 50 mg | active"]
    assert faults(alice) == []


def _superseded(key: str) -> UUID:
    with silo(key, by=ALICE, why="test"):
        return Fact.objects.get(status="superseded").id


def test_forgetting_takes_a_held_draft_of_its_words_with_what_was_decided_about_it(alice: str) -> None:
    play(alice, on(FIRST, says(med("metoprolol 25 mg"), fact(Tag.FACT, "50 mg", "dose"))))
    with silo(alice, by=ALICE, why="test"):
        held = HeldDraft.objects.get().id
    patient.drop(hand(alice), held)
    erasure.forget(alice, fact_called(alice, "metoprolol 25 mg"), by=ALICE)
    assert _kinds(alice) == []
    assert faults(alice) == []


def test_a_withdrawal_is_forgotten_with_the_words_of_its_own(alice: str) -> None:
    play(alice, _READING, _25)
    fact = fact_called(alice, "creatinine 1.4 mg/dL")
    patient.withdraw(hand(alice), fact, words=SECRET)
    erasure.forget(alice, fact, by=ALICE)
    left = _everything(alice)
    assert "creatinine" not in left
    assert SECRET not in left


def test_the_rehearsal_of_a_forgetting_tells_of_the_copy_too(alice: str) -> None:
    play(alice, _READING)
    bob, old = a_doctor(alice), fact_called(alice, "creatinine 1.4 mg/dL")
    clinician.undo(clinician.retract(old, reason=SECRET, into=hers(bob, alice)), reason=SECRET, into=hers(bob, alice))
    (event,) = run("memory", "delete", str(old), silo=alice)
    assert len(event["ids"]) == 2
    assert event["rows"]["memory_decision"] == 2


def test_an_erasure_takes_every_decision_and_counts_it(alice: str, charlie: str) -> None:
    for key in (alice, charlie):
        play(key, _25, on(LATER, says(med("metoprolol 50 mg"))))
        patient.ask_doctor(hand(key), open_conflict(key))
        pin(hand(key), fact_called(key, "metoprolol 25 mg"))
        clinician.confirm(fact_called(key, "metoprolol 25 mg"), into=hers(a_doctor(key), key))
    receipt = erasure.erase_own(alice, by=ALICE)
    assert receipt.counts["memory_decision"] == 3
    assert len(_kinds(charlie)) == 3
    assert faults(charlie) == []
