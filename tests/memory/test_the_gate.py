"""What passes the gate and what is held, promise by promise. The tables stand in `gate_cases*`."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from memory.dates import PartialDate
from memory.drafts import Draft, Quote, Said, Transcript
from memory.gate import EXPLANATIONS, Held, Reason, judge
from memory.vocabulary import Speaker
from tests.memory import gate_cases, gate_cases_of_dates, gate_cases_of_swaps
from tests.memory.gate_cases import METOPROLOL, MORNING, NEW_YORK, Heard
from tests.memory.ledger_cases import lab


def _judge(case: Heard) -> Draft | Held:
    turn = Said(uuid.uuid4(), 1, case.speaker, case.said, case.at, case.zone)
    draft = replace(case.draft, quotes=(Quote(turn.id, case.quote or case.said),))
    return judge(draft, Transcript("patient-advocate", "1", (turn,), case.known, subject=case.subject))


@pytest.mark.parametrize(
    "case",
    [*gate_cases.CASES, *gate_cases_of_dates.CASES, *gate_cases_of_swaps.CASES],
    ids=lambda case: case.name,
)
def test_what_passes_and_what_is_held(case: Heard) -> None:
    judged = _judge(case)
    assert (judged.reason if isinstance(judged, Held) else None) == case.reason
    if case.dated is not None:
        assert isinstance(judged, Draft)
        assert str(judged.date or "") == case.dated


def test_the_time_of_distilling_changes_nothing() -> None:
    """The gate knows no clock: every date follows from the turn."""
    case = Heard("", "yesterday creatinine 1.4", lab("creatinine 1.4", on="2020-02-28", phrase="yesterday"))
    judged = _judge(replace(case, at=datetime(2020, 2, 29, 12, tzinfo=UTC)))
    assert isinstance(judged, Draft)
    assert judged.date == PartialDate(date(2020, 2, 28))


def test_a_quote_of_a_turn_that_is_not_there_is_held() -> None:
    turn = Said(uuid.uuid4(), 1, Speaker.PATIENT, "metoprolol 25 mg", MORNING, NEW_YORK)
    for quotes, reason in (((), Reason.UNREADABLE), ((Quote(uuid.uuid4(), turn.text),), Reason.NOT_SAID)):
        judged = judge(replace(METOPROLOL, quotes=quotes), Transcript("a", "1", (turn,)))
        assert isinstance(judged, Held)
        assert judged.reason is reason


def test_a_clinicians_question_and_the_patients_yes_make_a_fact() -> None:
    asked = Said(uuid.uuid4(), 1, Speaker.CLINICIAN, "You take metoprolol 25 mg?", MORNING, NEW_YORK)
    answered = Said(uuid.uuid4(), 2, Speaker.PATIENT, "Yes.", MORNING + timedelta(minutes=1), NEW_YORK)
    draft = replace(METOPROLOL, quotes=(Quote(asked.id, asked.text), Quote(answered.id, answered.text)))
    assert isinstance(judge(draft, Transcript("a", "1", (asked, answered))), Draft)
    advocate = replace(asked, speaker=Speaker.ADVOCATE)
    held = judge(draft, Transcript("a", "1", (advocate, answered)))
    assert isinstance(held, Held)
    assert held.reason is Reason.ADVOCATE


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        ("What was the creatinine?", "It was 1.9.", None),
        ("A value of 1.2 is usual. What was the creatinine?", "It was 1.9.", None),
        ("The creatinine is a kidney test.", "It was 1.9.", Reason.THING),
        ("Was it the creatinine or the potassium?", "It was 1.9.", Reason.THING),
        ("What was the potassium?", "It was 1.9.", Reason.THING),
        ("Was the creatinine 1.9?", "Yes.", Reason.NUMBER),
    ],
)
def test_a_value_counts_as_what_the_advocate_asked_for(question: str, answer: str, reason: Reason | None) -> None:
    """Of the advocate's words only the name of the one thing asked for; the value is the person's own."""
    asked = Said(uuid.uuid4(), 1, Speaker.ADVOCATE, question, MORNING, NEW_YORK)
    told = Said(uuid.uuid4(), 2, Speaker.PATIENT, answer, MORNING + timedelta(minutes=1), NEW_YORK)
    draft = replace(lab("creatinine 1.9"), quotes=(Quote(told.id, told.text),))
    judged = judge(draft, Transcript("a", "1", (asked, told)))
    assert (judged.reason if isinstance(judged, Held) else None) == reason


def test_letters_that_were_spelt_out_name_their_thing() -> None:
    turn = Said(uuid.uuid4(), 1, Speaker.PATIENT, "My L D L cholesterol was 146", MORNING, NEW_YORK)
    draft = replace(lab("LDL cholesterol 146", thing="LDL"), keys=("ldl",), quotes=(Quote(turn.id, turn.text),))
    assert isinstance(judge(draft, Transcript("a", "1", (turn,))), Draft)


def test_every_reason_is_told_in_a_patients_words() -> None:
    assert set(EXPLANATIONS) == set(Reason)
