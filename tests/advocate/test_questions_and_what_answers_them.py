"""Questions that people ask of their record, and the reply that each must get."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest

from memory.drafts import Value
from memory.recollection import Quotation, Slot
from memory.vocabulary import Retired, Speaker
from tests.advocate import placing as alice
from tests.advocate.placing import Case, fact, placed
from tests.advocate.replying import check_reply, check_traced

NOVEMBER = date(2026, 11, 1)
MRI = fact(
    "[APPOINTMENT | date: 2026-11-20 | source: patient | status: active | keys: mri, appointment] MRI on November 20",
    "mri",
    memory_key="appointment:mri",
)
DOSE_100 = fact(
    "[MEDICATION | date: 2026-10-15 | source: Dr. Osei | status: active | keys: metoprolol, dose] metoprolol 100 mg",
    "metoprolol",
    memory_key="medication:metoprolol",
    value=Value("100", "mg"),
)
DOSE_50 = replace(alice.METOPROLOL_50, status=alice.METOPROLOL_25.status, superseded_by=DOSE_100.id)
STOPPED = fact(
    "[MEDICATION | date: 2026-10-05 | source: patient | status: active | keys: sertraline] stopped sertraline",
    "sertraline",
    memory_key="medication:sertraline",
    negated=True,
)
TALK = fact(
    "[EPISODE | date: 2026-10-01 | source: patient | status: active | keys: metoprolol] Discussed: metoprolol 50 mg.",
    "episode",
)
ZOLOFT = Quotation(uuid4(), Speaker.PATIENT, date(2026, 3, 2), "I used to take Zoloft 50 mg years ago.", 0.5)

CASES = {
    "a value between two others is not spoken of as current": Case(
        ["what was I taking in September?"],
        NOVEMBER,
        [
            placed(replace(alice.METOPROLOL_25, superseded_by=DOSE_50.id), Slot.HISTORY, DOSE_50),
            placed(DOSE_50, Slot.HISTORY, DOSE_100),
            placed(DOSE_100),
        ],
        holds=[
            "until 2026-09-28, when it became metoprolol tartrate 50 mg",
            "since 2026-10-15 it is metoprolol 100 mg",
        ],
        lacks=["since 2026-09-28 it is"],
    ),
    "a visit that was moved never took place": Case(
        ["When was my MRI?"],
        NOVEMBER,
        [
            placed(replace(MRI, status=alice.METOPROLOL_25.status, retired_why=Retired.CHANGED), Slot.HISTORY, TALK),
            placed(replace(MRI, id=uuid4(), text="MRI at noon"), Slot.HISTORY),
        ],
        holds=["Past appointment: MRI at noon"],
        lacks=["November 20"],
    ),
    "what was stopped stands apart from what is taken": Case(
        ["What medicines do I take?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_50), placed(STOPPED)],
        holds=["Your record holds metoprolol tartrate 50 mg", "Your record also holds: stopped sertraline"],
        lacks=["- stopped"],
    ),
    "who prescribed it is answered with the source": Case(
        ["Who prescribed the metoprolol?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_50)],
        holds=["metoprolol tartrate 50 mg (Dr. Osei, 2026-09-28)"],
        lacks=["does not say"],
    ),
    "who prescribed it is admitted not to be known": Case(
        ["Who prescribed the metoprolol?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_25_CURRENT)],
        holds=["It does not say who prescribed it."],
    ),
    "before a drug is taken, allergies are told": Case(
        ["Is it ok to take amoxicillin?"],
        NOVEMBER,
        [placed(alice.PENICILLIN)],
        holds=["allergic to penicillin", "a decision for"],
    ),
    "a treatment is asked about beside what is told": Case(
        ["My pulse was 58 today. Should I skip tonight's dose?"],
        NOVEMBER,
        silent=True,
        holds=["Noted: pulse 58", "That is a decision for your clinician"],
    ),
    "when to hold a dose is an instruction, not a prescription": Case(
        ["when should I hold the dose?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_50), placed(alice.HOLD)],
        holds=["Dr. Osei's instruction (2026-09-01): hold the dose and call if the pulse is under 55."],
    ),
    "the last conversation is told from its summary": Case(
        ["what did we talk about last time?"],
        NOVEMBER,
        [placed(TALK)],
        holds=["Our last conversation was on 2026-10-01.", "Discussed: metoprolol 50 mg."],
    ),
    "what only a quotation holds is quoted": Case(
        ["Am I on Zoloft?"], NOVEMBER, quotations=[ZOLOFT], holds=["“I used to take Zoloft 50 mg years ago.”"]
    ),
    "forgetting is not done by talking": Case(
        ["Please forget my metoprolol."],
        NOVEMBER,
        [placed(alice.METOPROLOL_50)],
        holds=["I remove nothing by talking."],
        lacks=["metoprolol"],
    ),
    "how are you is small talk": Case(
        ["How are you today?"], NOVEMBER, silent=True, holds=["Hello."], lacks=["nothing"]
    ),
    "what was told today is listed": Case(
        ["I started amlodipine 5 mg today.", "I'm allergic to sulfa.", "What have I told you today?"],
        NOVEMBER,
        silent=True,
        holds=["amlodipine 5 mg", "allergic to sulfa"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_reply(name: str) -> None:
    check_reply(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_of_it_can_be_traced(name: str) -> None:
    check_traced(CASES[name])
