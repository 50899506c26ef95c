"""The local engine says back, cites, names contradictions, admits silence, and never says what it cannot trace."""

from __future__ import annotations

import asyncio
from datetime import date
from uuid import uuid4

import pytest

from advocate.engines.base import Prompt
from advocate.engines.local.reply import reply
from advocate.grounding import Grounding
from advocate.trends import put_there_by_code, trends
from memory.recollection import OpenConflict, Quotation, Slot
from memory.vocabulary import Speaker
from tests.advocate import placing as alice
from tests.advocate.placing import Case, placed, prompt_of

SEPTEMBER, OCTOBER, NOVEMBER = date(2026, 9, 1), date(2026, 10, 1), date(2026, 11, 1)


def _spoken(prompt: Prompt) -> list[str]:
    async def read() -> list[str]:
        return [piece async for piece in reply(prompt)]

    return asyncio.run(read())


CONFLICT = OpenConflict(uuid4(), alice.METOPROLOL_25_CURRENT, alice.METOPROLOL_50, "two doses")
WALK = Quotation(uuid4(), Speaker.PATIENT, date(2026, 10, 3), "I walked 30 minutes. It felt good.", 0.5)
FIRST_VISIT = (
    "I take metoprolol tartrate 25 mg twice daily. My creatinine was 1.4 mg/dL yesterday. "
    "Dr. Osei said to hold the dose and call if the pulse is under 55."
)

CASES = {
    "new facts are said back with value, unit, date and source": Case(
        [FIRST_VISIT],
        SEPTEMBER,
        silent=True,
        holds=[
            "Noted: metoprolol tartrate 25 mg twice daily (you, 2026-09-01).",
            "Noted: creatinine 1.4 mg/dL (you, 2026-08-31).",
            "Dr. Osei's instruction, in your words: hold the dose and call if the pulse is under 55",
        ],
    ),
    "a question that names no drug is answered with drug, dose, date and source": Case(
        ["has anything changed with my heart medicine?"],
        OCTOBER,
        [placed(alice.METOPROLOL_25_CURRENT), placed(alice.HOLD), placed(alice.PENICILLIN)],
        holds=["no change", "metoprolol tartrate 25 mg twice daily (you, 2026-09-01)"],
        lacks=["penicillin", "50"],
    ),
    "a change names what the record held and what replaces it": Case(
        ["has anything changed with my heart medicine?", "Dr. Osei put it up to 50 mg on the 28th."],
        OCTOBER,
        [placed(alice.METOPROLOL_25_CURRENT), placed(alice.HOLD)],
        holds=[
            "Your record held metoprolol tartrate 25 mg twice daily (you, 2026-09-01); "
            "metoprolol tartrate 50 mg, per Dr. Osei, 2026-09-28, replaces it."
        ],
        lacks=["hold the dose"],
    ),
    "history is spoken as history, with what came after": Case(
        ["what was I taking in September?"],
        NOVEMBER,
        [alice.HISTORY, placed(alice.METOPROLOL_50), placed(alice.HOLD)],
        holds=[
            "In September you were taking metoprolol tartrate 25 mg twice daily (you, 2026-09-01); "
            "since 2026-09-28 it is metoprolol tartrate 50 mg, per Dr. Osei."
        ],
    ),
    "what never stood in the record is admitted, and asked for": Case(
        ["What is my blood type?"],
        NOVEMBER,
        [placed(alice.PENICILLIN)],
        silent=True,
        holds=["Your record holds nothing on your blood type.", "Do you know it"],
        lacks=["penicillin"],
    ),
    "a statement against the record names both sides and asks": Case(
        ["I have no allergies."],
        NOVEMBER,
        [placed(alice.PENICILLIN)],
        holds=["allergic to penicillin, hives (Dr. Bob, 2026-03)", "“I have no allergies”", "Which is right?"],
        lacks=["Noted"],
    ),
    "an open contradiction comes with every answer": Case(
        ["What is my dose?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_25_CURRENT, Slot.CONFLICT), placed(alice.METOPROLOL_50, Slot.CONFLICT)],
        conflicts=[CONFLICT],
        holds=["25 mg twice daily (you, 2026-09-01)", "50 mg (Dr. Osei, 2026-09-28)", "Which is right?"],
    ),
    "a treatment is never prescribed: the question goes to the clinician": Case(
        ["Should I take more metoprolol tonight?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_50), placed(alice.HOLD)],
        holds=[
            "a decision for Dr. Osei",
            "“Should I take more metoprolol tonight?”",
            "under 55 (Dr. Osei, 2026-09-01)",
        ],
        lacks=["you should", "You can take"],
    ),
    "a threshold is quoted with name and date": Case(
        ["When should I call about my pulse?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_50), placed(alice.HOLD)],
        holds=["Dr. Osei's instruction (2026-09-01): hold the dose and call if the pulse is under 55."],
    ),
    "a threshold that no one gave is said to be missing": Case(
        ["Is my blood sugar too high?"],
        NOVEMBER,
        [placed(alice.CREATININE_14)],
        silent=True,
        holds=["holds no threshold", "“Is my blood sugar too high?”"],
    ),
    "a series is told as a trend": Case(
        ["How are my kidneys doing?"],
        NOVEMBER,
        [placed(alice.CREATININE_14), placed(alice.CREATININE_16)],
        holds=["Creatinine over time: 1.4 mg/dL (31 August 2026), 1.6 mg/dL (15 October 2026), up by 0.2 mg/dL."],
    ),
    "a list of medicines tells what is planned apart": Case(
        ["Which medicines do I take?"],
        NOVEMBER,
        [placed(f) for f in (alice.METOPROLOL_50, alice.LISINOPRIL, alice.APIXABAN_PLANNED, alice.PENICILLIN)],
        holds=[
            "- metoprolol tartrate 50 mg (Dr. Osei, 2026-09-28)",
            "- lisinopril 10 mg once daily (Dr. Bob, 2026-03-02)",
            "Planned: apixaban 5 mg twice daily (Dr. Osei, 2026-12-01).",
        ],
        lacks=["penicillin"],
    ),
    "a quotation is told as one": Case(
        ["Did I tell you about my walks?"],
        NOVEMBER,
        quotations=[WALK],
        holds=["On 3 October 2026 you said: “I walked 30 minutes. It felt good.”"],
    ),
    "a stop says what it ends": Case(
        ["I'm off lisinopril since Monday."],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=["Your record held lisinopril 10 mg once daily (Dr. Bob, 2026-03-02)", "2026-10-26"],
    ),
    "a plan is noted as one": Case(
        ["From Monday I will take 75 mg of metoprolol."],
        NOVEMBER,
        [placed(alice.METOPROLOL_50)],
        holds=["Noted as planned", "75 mg", "2026-11-02", "Until then your record holds metoprolol tartrate 50 mg"],
    ),
    "what is known already is not noted again": Case(
        ["I take metoprolol 50 mg."],
        NOVEMBER,
        [placed(alice.METOPROLOL_50)],
        holds=["Your record already holds this: metoprolol tartrate 50 mg (Dr. Osei, 2026-09-28)."],
        lacks=["replaces", "Noted"],
    ),
    "what is told of another person stays out": Case(
        ["My mother takes warfarin 5 mg."], NOVEMBER, silent=True, holds=["your mother"], lacks=["Noted", "warfarin"]
    ),
    "an allergy asked about that is not recorded is said to be missing": Case(
        ["Is it true that I am allergic to peanuts?"],
        NOVEMBER,
        [placed(alice.PENICILLIN)],
        holds=["nothing on peanuts", "allergic to penicillin"],
    ),
    "in an emergency only what helps is told": Case(
        ["I have crushing chest pain"],
        NOVEMBER,
        [placed(alice.PENICILLIN), placed(alice.METOPROLOL_50), placed(alice.CREATININE_14)],
        holds=["allergic to penicillin", "metoprolol tartrate 50 mg"],
        lacks=["?", "creatinine"],
    ),
    "a greeting is answered shortly": Case(
        ["Good morning!"], NOVEMBER, [placed(alice.PENICILLIN)], holds=["Hello."], lacks=["penicillin"]
    ),
    "thanks are answered shortly": Case(["thank you so much!"], NOVEMBER, holds=["You are welcome."]),
    "small talk leaves the record alone": Case(
        ["I feel a bit lonely today."], NOVEMBER, silent=True, lacks=["Noted", "nothing on"]
    ),
    "a slip set right in the same breath is told once": Case(
        ["My creatinine was 1.8 yesterday. It was 1.6, not 1.8."],
        NOVEMBER,
        [placed(alice.CREATININE_14)],
        holds=["creatinine 1.6 (you, 2026-10-31)", "1.4 mg/dL (you, 2026-08-31)"],
        lacks=["Noted: creatinine 1.8"],
    ),
    "a corrected reading names both values": Case(
        ["Actually it was 1.3, not 1.4."],
        NOVEMBER,
        [placed(alice.CREATININE_14)],
        holds=["Your record held creatinine 1.4 mg/dL (you, 2026-08-31); creatinine 1.3, as you said, replaces it."],
    ),
    "naming one side settles a contradiction": Case(
        ["50 mg is right"],
        NOVEMBER,
        [placed(alice.METOPROLOL_25_CURRENT, Slot.CONFLICT), placed(alice.METOPROLOL_50, Slot.CONFLICT)],
        conflicts=[CONFLICT],
        holds=["Noted that this is right: metoprolol tartrate 50 mg (Dr. Osei, 2026-09-28)."],
        lacks=["These disagree", "25 mg"],
    ),
    "a worry gets no false comfort": Case(
        ["My blood pressure was 150/90, should I be worried?"],
        NOVEMBER,
        holds=["Noted: blood pressure 150/90 (you, 2026-11-01).", "holds no threshold"],
        lacks=["normal", "fine", "nothing on"],
    ),
    "everything is everything": Case(
        ["can you list everything you know about me"],
        NOVEMBER,
        alice.ALL,
        holds=[
            "lisinopril 10 mg",
            "allergic to penicillin",
            "does not take aspirin",
            "Planned: apixaban",
            "Creatinine over time",
        ],
        lacks=["25 mg"],
    ),
    "the other way round, a first allergy is noted": Case(
        ["I'm allergic to sulfa."],
        NOVEMBER,
        [placed(alice.PENICILLIN)],
        holds=["Noted: allergic to sulfa (you, 2026-11-01)."],
    ),
    "two statements of one conversation that cannot both be are named": Case(
        ["I have no allergies.", "I am allergic to penicillin."],
        NOVEMBER,
        silent=True,
        holds=["Before, you said: no allergies; now: allergic to penicillin.", "Which is right?"],
    ),
    "a record of a person cared for is named so": Case(
        ["What does she take?"],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=["The record of your mother"],
        subject="mother",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_reply(name: str) -> None:
    case = CASES[name]
    spoken = "".join(_spoken(prompt_of(case)))
    for words in case.holds:
        assert words in spoken
    for words in case.lacks:
        assert words not in spoken
    assert spoken.count("?") - spoken.count("?”") <= 1, "one question at most"
    assert len(spoken.split()) < 120


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_of_it_can_be_traced(name: str) -> None:
    prompt = prompt_of(CASES[name])
    grounding = Grounding(
        placed=prompt.recollection.placed,
        quotations=prompt.recollection.quotations,
        said=[turn.text for turn in prompt.turns],
        allowed=put_there_by_code(prompt.agent, prompt.day, prompt.recollection.placed),
        day=prompt.day,
        subject=prompt.subject,
    )
    for sentence in _spoken(prompt):
        verdict = grounding.check(sentence)
        assert verdict.supported, (sentence, verdict.why, verdict.missing)


def test_the_same_words_over_an_empty_record_say_nothing_of_alice() -> None:
    charlie = "".join(_spoken(prompt_of(Case(["has anything changed with my heart medicine?"], NOVEMBER, silent=True))))
    assert "holds nothing" in charlie
    assert "metoprolol" not in charlie


def test_the_same_prompt_gives_the_same_reply() -> None:
    prompt = prompt_of(CASES["a series is told as a trend"])
    assert _spoken(prompt) == _spoken(prompt)


def test_a_trend_needs_two_readings_in_one_unit() -> None:
    assert trends([placed(alice.CREATININE_14)]) == []
    assert len(trends([placed(alice.CREATININE_14), placed(alice.CREATININE_16)])) == 1
