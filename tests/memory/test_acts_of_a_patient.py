"""A patient sets her record right by hand: withdraw, correct, settle; nothing is edited, all of it is audited."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest

from memory import transcript
from memory.acts import patient
from memory.acts.hand import Kind, NoSuchThing, NotPossible, NotTaken
from memory.acts.shown import asked_doctor
from memory.dates import PartialDate
from memory.door import silo
from memory.drafts import Act, Tense
from memory.gate import Reason
from memory.models import Decision, Evidence, Fact, Session, Turn
from memory.vocabulary import Tag
from tests.memory.acting import (
    ALICE,
    OPENING,
    audited,
    conflicts,
    fact_called,
    hand,
    last_audit,
    open_conflict,
    play,
    row_of,
    standing,
)
from tests.memory.ledger_cases import allergy, clinician, lab, med, none_of, on, paper, says
from tests.memory.rows import faults

FIRST, LATER = "2026-09-01", "2026-10-01"
_25 = on(FIRST, says(med("metoprolol 25 mg")))
_50 = on(LATER, says(med("metoprolol 50 mg", act=Act.CHANGE)))
_DOCTORS = on(FIRST, clinician(med("metoprolol 25 mg")))


def test_what_was_never_so_is_retracted_and_reopens_what_it_replaced(alice: str) -> None:
    play(alice, _25, _50)
    before = last_audit(alice)
    done = patient.withdraw(hand(alice), fact_called(alice, "metoprolol 50 mg"))
    assert done.kind is Kind.WITHDRAWN
    assert standing(alice) == ["metoprolol 25 mg | active", "metoprolol 50 mg | retracted"]
    assert audited(alice, before) == {("account 7", "web", "withdraw a fact: it was never so")}
    assert faults(alice) == []


def test_withdrawing_twice_changes_nothing(alice: str) -> None:
    play(alice, _25)
    fact = fact_called(alice, "metoprolol 25 mg")
    patient.withdraw(hand(alice), fact)
    assert patient.withdraw(hand(alice), fact).kind is Kind.UNCHANGED
    with silo(alice, by=ALICE, why="test"):
        assert Session.objects.filter(state__written="by hand").count() == 1


def test_the_words_of_a_withdrawal_are_evidence_in_a_conversation_of_one_turn(alice: str) -> None:
    play(alice, _25)
    patient.withdraw(hand(alice), fact_called(alice, "metoprolol 25 mg"), words="My sister takes it, not I.")
    with silo(alice, by=ALICE, why="test"):
        session = Session.objects.get(state__written="by hand")
        (turn,) = Turn.objects.filter(session=session)
        quotes = set(Evidence.objects.filter(turn=turn).values_list("quote", "speaker"))
    assert session.status == "done"
    assert (session.app_name, session.agent_version) == (OPENING.agent, OPENING.agent_version)
    assert quotes == {("That was never so: metoprolol 25 mg", "patient"), ("My sister takes it, not I.", "patient")}


def test_a_replaced_value_that_never_was_leaves_the_chain_whole(alice: str) -> None:
    play(alice, _25, _50, on("2026-10-20", says(med("metoprolol 75 mg", act=Act.CHANGE))))
    patient.withdraw(hand(alice), fact_called(alice, "metoprolol 50 mg"))
    assert standing(alice) == [
        "metoprolol 25 mg | superseded, changed -> metoprolol 75 mg",
        "metoprolol 50 mg | retracted",
        "metoprolol 75 mg | active",
    ]


@pytest.mark.parametrize("told", [_DOCTORS, paper(FIRST, med("metoprolol 25 mg"))], ids=["a clinician", "a document"])
def test_what_a_clinician_or_a_document_said_is_disputed(alice: str, told: object) -> None:
    play(alice, told)  # type: ignore[arg-type]
    fact = fact_called(alice, "metoprolol 25 mg")
    done = patient.withdraw(hand(alice), fact)
    again = patient.withdraw(hand(alice), fact)
    assert (done.kind, again.kind) == (Kind.DISPUTED, Kind.DISPUTED)
    assert (again.fact, again.conflict) == (done.fact, done.conflict) == (done.fact, open_conflict(alice))
    assert standing(alice) == [
        "metoprolol 25 mg | active, contested",
        "never so: metoprolol 25 mg | active, contested",
    ]
    assert conflicts(alice) == [("metoprolol 25 mg", "never so: metoprolol 25 mg")]


def test_a_bare_dispute_never_wins_over_a_clinician_by_the_patient_s_own_choice(alice: str) -> None:
    play(alice, _DOCTORS)
    done = patient.withdraw(hand(alice), fact_called(alice, "metoprolol 25 mg"))
    assert done.conflict
    assert done.fact
    with pytest.raises(NotPossible, match="only a clinician"):
        patient.settle(hand(alice), done.conflict, winner=done.fact)
    patient.settle(hand(alice), done.conflict, winner=fact_called(alice, "metoprolol 25 mg"))
    assert standing(alice) == [
        "metoprolol 25 mg | active",
        "never so: metoprolol 25 mg | superseded, corrected -> metoprolol 25 mg",
    ]


def test_a_correction_is_a_new_row_with_the_patient_as_source_and_words_of_her_own_as_evidence(alice: str) -> None:
    play(alice, _25)
    before = last_audit(alice)
    done = patient.correct(hand(alice), fact_called(alice, "metoprolol 25 mg"), words="metoprolol 12.5 mg  twice daily")
    assert done.kind is Kind.CORRECTED
    assert standing(alice) == [
        "metoprolol 25 mg | superseded, corrected -> metoprolol 12.5 mg twice daily",
        "metoprolol 12.5 mg twice daily | active",
    ]
    new = row_of(alice, done.fact)
    (quote,) = [evidence.quote for evidence in new.evidence.all()]
    assert quote == "metoprolol 12.5 mg twice daily"
    assert (new.source, str(new.fact_date), new.memory_key) == ("patient", FIRST, "medication:metoprolol")
    assert (new.value, new.unit, new.frequency, new.engine) == ("12.5", "mg", "twice daily", "by hand")
    assert audited(alice, before) == {("account 7", "web", "correct a fact")}
    assert faults(alice) == []


@pytest.mark.parametrize("day", ["2026-08-20", "2026-08", "2025"])
def test_a_correction_may_give_another_day(alice: str, day: str) -> None:
    play(alice, on(FIRST, says(lab("creatinine 1.4 mg/dL"))))
    date = PartialDate.parse(day)
    fact = fact_called(alice, "creatinine 1.4 mg/dL")
    done = patient.correct(hand(alice), fact, words="creatinine 1.3 mg/dL", date=date)
    new = row_of(alice, done.fact)
    assert (new.fact_date, new.date_precision, new.value) == (date.first, date.precision, "1.3")
    assert standing(alice)[0] == "creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.3 mg/dL"


def test_only_the_reading_that_is_pointed_at_is_corrected(alice: str) -> None:
    reading = "creatinine 1.4 mg/dL"
    play(alice, on(FIRST, says(lab(reading))), on(LATER, says(lab(reading))))
    with silo(alice, by=ALICE, why="test"):
        older = Fact.objects.get(fact=reading, fact_date=FIRST)
    patient.correct(hand(alice), older.id, words="creatinine 1.1 mg/dL")
    assert standing(alice) == [
        "creatinine 1.4 mg/dL | superseded, corrected -> creatinine 1.1 mg/dL",
        "creatinine 1.4 mg/dL | active",
        "creatinine 1.1 mg/dL | active",
    ]


def test_a_plan_is_corrected_as_a_plan_and_history_as_history(alice: str) -> None:
    plan = med("metoprolol 50 mg", on="2026-12-07", phrase="December 7", tense=Tense.PLANNED)
    past = med("metoprolol 12.5 mg", on="2026-07", phrase="July 2026", tense=Tense.PAST)
    play(alice, on("2026-11-30", says(plan), says(past)))
    patient.correct(hand(alice), fact_called(alice, "metoprolol 50 mg"), words="metoprolol 75 mg")
    patient.correct(hand(alice), fact_called(alice, "metoprolol 12.5 mg"), words="metoprolol 6.25 mg")
    with silo(alice, by=ALICE, why="test"):
        new = {row.fact: (row.status, str(row.fact_date)) for row in Fact.objects.filter(engine="by hand")}
    assert new == {
        "metoprolol 75 mg": ("planned", "2026-12-07"),
        "metoprolol 6.25 mg": ("historical", "2026-07-01"),
    }


def test_a_correction_of_what_a_document_holds_is_a_contradiction(alice: str) -> None:
    play(alice, paper(FIRST, lab("creatinine 1.4 mg/dL")))
    done = patient.correct(hand(alice), fact_called(alice, "creatinine 1.4 mg/dL"), words="creatinine 1.3 mg/dL")
    assert done.kind is Kind.DISPUTED
    assert conflicts(alice) == [("creatinine 1.4 mg/dL", "creatinine 1.3 mg/dL")]
    assert str(row_of(alice, done.fact).fact_date) == FIRST


def test_a_correction_that_says_the_same_changes_nothing(alice: str) -> None:
    play(alice, _25)
    fact = fact_called(alice, "metoprolol 25 mg")
    done = patient.correct(hand(alice), fact, words=" metoprolol  25 mg ", date=PartialDate.parse(FIRST))
    assert (done.kind, done.fact) == (Kind.UNCHANGED, fact)
    assert standing(alice) == ["metoprolol 25 mg | active"]


REFUSED = {
    "a question": ("metoprolol 50 mg?", Reason.ASKED),
    "a dose of another drug": ("metoprolol, no, lisinopril 50 mg", Reason.NUMBER),
}


@pytest.mark.parametrize(("words", "reason"), REFUSED.values(), ids=REFUSED)
def test_the_gate_holds_a_correction_and_nothing_is_written(alice: str, words: str, reason: Reason) -> None:
    play(alice, _25)
    with pytest.raises(NotTaken) as held:
        patient.correct(hand(alice), fact_called(alice, "metoprolol 25 mg"), words=words)
    assert held.value.reason is reason
    assert standing(alice) == ["metoprolol 25 mg | active"]
    with silo(alice, by=ALICE, why="test"):
        assert not Session.objects.filter(state__written="by hand").exists()


def test_a_correction_names_its_thing_holds_now_and_is_of_a_day_that_has_come(alice: str) -> None:
    play(alice, _25, _50)
    old, now = fact_called(alice, "metoprolol 25 mg"), fact_called(alice, "metoprolol 50 mg")
    with pytest.raises(NotPossible, match="in full"):
        patient.correct(hand(alice), now, words="75 mg twice daily")
    with pytest.raises(NotPossible, match="what holds now"):
        patient.correct(hand(alice), old, words="metoprolol 12.5 mg")
    with pytest.raises(NotPossible, match="lies ahead"):
        patient.correct(hand(alice), now, words="metoprolol 75 mg", date=PartialDate.parse("2026-12-07"))
    assert len(standing(alice)) == 2


def test_a_stop_is_corrected_to_what_is_taken(alice: str) -> None:
    stopped = med("stopped metoprolol", thing="metoprolol", negated=True, act=Act.STOP)
    play(alice, _25, on(LATER, says(stopped)))
    done = patient.correct(hand(alice), fact_called(alice, "stopped metoprolol"), words="metoprolol 25 mg")
    assert row_of(alice, done.fact).negated is False


def test_a_chosen_side_wins_and_the_words_are_its_evidence(alice: str) -> None:
    play(alice, on(FIRST, says(allergy("penicillin allergy"))), on(LATER, says(none_of(Tag.ALLERGY, "no allergies"))))
    winner = fact_called(alice, "penicillin allergy")
    before = last_audit(alice)
    conflict = open_conflict(alice)
    assert patient.settle(hand(alice), conflict, winner=winner).kind is Kind.SETTLED
    assert standing(alice) == [
        "penicillin allergy | active",
        "no allergies | superseded, corrected -> penicillin allergy",
    ]
    with silo(alice, by=ALICE, why="test"):
        quotes = set(Evidence.objects.filter(fact=winner).values_list("quote", flat=True))
    assert "This is right: penicillin allergy" in quotes
    assert audited(alice, before) == {("account 7", "web", "settle a contradiction")}
    with pytest.raises(NotPossible, match="settled already"):
        patient.settle(hand(alice), conflict, winner=winner)
    assert faults(alice) == []


def test_a_question_for_the_doctor_stays_open_and_is_marked_once(alice: str) -> None:
    play(alice, _25, on(LATER, says(med("metoprolol 50 mg"))))
    conflict = open_conflict(alice)
    assert patient.ask_doctor(hand(alice), conflict) == patient.ask_doctor(hand(alice), conflict)
    with silo(alice, by=ALICE, why="test"):
        assert asked_doctor() == {conflict}
        (row,) = Decision.objects.all()
    assert (row.by, row.door, row.role, row.kind) == ("account 7", "web", "patient", "asked doctor")
    assert open_conflict(alice) == conflict


def test_what_lies_in_another_silo_is_not_there(alice: str, charlie: str) -> None:
    play(charlie, _25, on(LATER, says(med("metoprolol 50 mg"))))
    fact, conflict = fact_called(charlie, "metoprolol 25 mg"), open_conflict(charlie)
    acts: tuple[Callable[[], object], ...] = (
        lambda: patient.withdraw(hand(alice), fact),
        lambda: patient.correct(hand(alice), fact, words="metoprolol 12 mg"),
        lambda: patient.settle(hand(alice), conflict, winner=fact),
        lambda: patient.ask_doctor(hand(alice), conflict),
        lambda: patient.complete(hand(alice), uuid.uuid4(), words="metoprolol 12 mg"),
        lambda: patient.drop(hand(alice), uuid.uuid4()),
    )
    for act in acts:
        with pytest.raises(NoSuchThing):
            act()
    assert standing(alice) == []


def test_in_a_record_that_a_caregiver_keeps_the_source_is_the_caregiver(db: None) -> None:
    key = f"patient-advocate/{uuid.uuid4().hex}"
    transcript.register(key, by=ALICE, subject="mother")
    play(key, _25)
    fact = fact_called(key, "metoprolol 25 mg")
    done = patient.correct(hand(key), fact, words="metoprolol 12.5 mg")
    assert row_of(key, done.fact).source == "caregiver"
    assert patient.withdraw(hand(key), done.fact or fact).kind is Kind.WITHDRAWN


def test_the_words_are_kept_as_long_as_a_conversation_s(alice: str) -> None:
    play(alice, _25)
    kept = replace(hand(alice), opening=replace(OPENING, keep_days=30))
    patient.withdraw(kept, fact_called(alice, "metoprolol 25 mg"))
    with silo(alice, by=ALICE, why="test"):
        session = Session.objects.get(state__written="by hand")
    assert session.expire_at is not None
    assert session.closed_at is not None
    assert (session.expire_at - session.closed_at).days in {29, 30}
