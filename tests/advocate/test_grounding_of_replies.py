"""A sentence is spoken only if what it claims stands in something; the sense must be the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from uuid import uuid4

import pytest

from advocate.grounding import WITHHELD, Grounding, Verdict, grounded
from memory.recollection import Placed, Quotation
from memory.vocabulary import Speaker
from tests.advocate import placing as alice

SAID = ("Has anything changed with my heart medicine?", "And what was my kidney number?")
ALLOWED = ("Today is 2026-11-01.", "Call emergency services now (911 in the United States, 112 in Europe).")


def grounding(
    *said: str, placed: tuple[Placed, ...] = alice.ALL, day: date = alice.DAY, quotations: tuple[Quotation, ...] = ()
) -> Grounding:
    return Grounding(placed=placed, quotations=quotations, said=said or SAID, allowed=ALLOWED, day=day)


GOOD = [
    "You take metoprolol tartrate 50 mg, per Dr. Osei, 2026-09-28.",
    "Your dose of Lopressor is 50 mg.",
    "Your metoprolol went from 25 mg to 50 mg on 28 September, per Dr. Osei.",
    "In September you were taking metoprolol tartrate 25 mg twice daily (you, 2026-09-01); since 2026-09-28 it is "
    "50 mg, per Dr. Osei.",
    "Your record held 25 mg (you, 2026-09-01).",
    "The 25 mg were replaced by 50 mg on 2026-09-28 by Dr. Osei.",
    "Dr. Osei told you on 2026-09-01 to hold the dose and call if the pulse is under 55.",
    "Dr. Osei's instruction: hold metoprolol below 55.",
    "Your creatinine was 1.4 mg/dL on 2026-08-31 and 1.6 on 2026-10-15.",
    "On 31 August creatinine was 1.4, and on 15 October it was 1.6 mg/dL.",
    "You are allergic to penicillin (Dr. Bob, 2026-03).",
    "Your penicillin allergy stands in your record since March 2026.",
    "Are you not allergic to penicillin any more?",
    "You do not take aspirin.",
    "Apixaban 5 mg is planned from 2026-12-01, per Dr. Osei.",
    "You take lisinopril 10 mg once daily and metoprolol 50 mg.",
    "Your record holds nothing on your blood type.",
    "I have one question: which of the two things is right?",
    "There are two sides to this.",
    "1. Lisinopril 10 mg",
    "Today is 2026-11-01.",
    "As of today, 2026-11-01, your record holds metoprolol 50 mg.",
    "Call emergency services now (911 in the United States, 112 in Europe).",
    "You can ask Dr. Osei: “Should my metoprolol stay at 50 mg?”",
    "Dr. Osei is your cardiologist.",
    "You may not drive at night, per Dr. Osei.",
    "You told me so.",
    "Your creatinine rose by 0.2 mg/dL.",
    "Two readings are not yet a trend.",
    "**Metoprolol tartrate**: 50 mg (per Dr. Osei, 2026-09-28)",
    "If your pulse is under 55, Dr. Osei's instruction is to hold the dose and call.",
    "Do not change the dose on your own; talk to Dr. Osei first.",
    "In September, you took 25 mg of metoprolol tartrate two times a day.",
    "Lopressor is the brand name of metoprolol.",
    "",
]
BAD = [
    ("You take metoprolol tartrate 75 mg.", "number"),
    ("You take metoprolol tartrate 50 mcg.", "unit"),
    ("You take lisinopril 50 mg.", "wrong drug"),
    ("You take metoprolol 10 mg.", "wrong drug"),
    ("You take fifty milligrams of lisinopril.", "wrong drug, in words"),
    ("You take metoprolol 50 mg and lisinopril 25 mg.", "wrong drug of two"),
    ("Your potassium was 1.4.", "wrong measure"),
    ("Your creatinine was 1.5 mg/dL.", "number"),
    ("Your creatinine was 1.4 mg/dL on 2026-10-15.", "date of another reading"),
    ("Your creatinine was 1.6 (2026-08-31), before that 1.4 (2026-10-15).", "swapped dates"),
    ("You take metoprolol 50 mg since 2026-09-27.", "date"),
    ("You take metoprolol 50 mg since 2 September.", "date"),
    ("You take metoprolol 50 mg since 2025.", "year"),
    ("Dr. Lee raised metoprolol to 50 mg.", "person"),
    ("You take lisinopril 10 mg, per Dr. Osei.", "provenance"),
    ("Consider adding warfarin.", "drug"),
    ("Some people take zoltipril instead.", "unknown drug"),
    ("You are not allergic to penicillin.", "negation"),
    ("You have no allergies.", "negation of the kind"),
    ("You are allergic to lisinopril.", "allergy made up"),
    ("You are allergic to peanuts.", "allergy made up"),
    ("You take aspirin.", "negation"),
    ("You no longer take lisinopril.", "negation"),
    ("You may drive at night.", "negation"),
    ("Dr. Osei told you to hold the dose and call if the pulse is over 55.", "threshold turned"),
    ("Hold the dose if the pulse is under 60.", "threshold"),
    ("You take metoprolol 25 mg twice daily.", "past as present"),
    ("You take metoprolol 50 mg twice daily.", "how often"),
    ("Your dose went from 50 mg to 25 mg.", "backwards"),
    ("Your creatinine fell from 1.6 to 1.4.", "backwards"),
    ("Your creatinine rose by 0.3 mg/dL.", "difference"),
    ("Your pulse was 55.", "threshold as reading"),
    ("Double the dose tonight.", "dose in words"),
    ("Stop taking lisinopril.", "instruction"),
    ("Penicillin is safe for you.", "against an allergy"),
    ("You have taken it for six months.", "duration"),
    ("You take four medicines.", "count"),
    ("You take apixaban 5 mg.", "planned as present"),
    ("Your left knee was replaced.", "side"),
    ("Take three tablets.", "number in words"),
    ("Your next visit is on 12 November.", "date"),
    ("About 30 percent of people feel dizzy.", "general number"),
]


@pytest.mark.parametrize("sentence", GOOD)
def test_what_stands_in_the_record_passes(sentence: str) -> None:
    verdict = grounding().check(sentence)
    assert verdict.supported, (verdict.why, verdict.missing)
    assert verdict.shown == sentence


@pytest.mark.parametrize(("sentence", "why"), BAD)
def test_what_stands_nowhere_is_withheld(sentence: str, why: str) -> None:
    verdict = grounding().check(sentence)
    assert not verdict.supported, why
    assert verdict.missing
    assert verdict.why
    assert verdict.shown == WITHHELD


SAYING = [
    (("I take metoprolol 25 mg and lisinopril 10 mg.",), "Noted: lisinopril 10 mg.", True),
    (("I take metoprolol 25 mg and lisinopril 10 mg.",), "Noted: lisinopril 25 mg.", False),
    (("I'm on Lopressor.", "Dr. Osei put it up to 50 mg on the 28th."), "Noted: metoprolol 50 mg, Dr. Osei.", True),
    (("I'm on Lopressor.", "Dr. Osei put it up to 50 mg on the 28th."), "Noted: lisinopril 50 mg, Dr. Osei.", False),
    (("It was five hundred milligrams of metformin.",), "Noted: metformin 500 mg (you, 2026-11-01).", True),
    (("My creatinine was 1.4 yesterday.",), "Noted: creatinine 1.4, 2026-10-31.", True),
    (("My creatinine was 1.4 yesterday.",), "Noted: creatinine 1.4 mg/dL, 2026-10-31.", False),
    (("My creatinine was 1.4 yesterday.",), "Noted: creatinine 1.4, 2026-10-30.", False),
    (("Penicillin gives me hives.",), "Noted: you are allergic to penicillin.", True),
    (("I have no allergies.",), "Noted: you told me that you have no allergies.", True),
    (("Is 100 mg of metoprolol too much?",), "You take metoprolol 100 mg.", False),
    (("Is 100 mg of metoprolol too much?",), "You can ask: “Is 100 mg of metoprolol too much?”", True),
    (("Am I allergic to peanuts?",), "You are allergic to peanuts.", False),
    (("Is ibuprofen fine?",), "Your record holds nothing on ibuprofen.", True),
    (("My mother takes warfarin 5 mg.",), "You take warfarin 5 mg.", False),
    (("My mother takes warfarin 5 mg.",), "Your mother takes warfarin 5 mg.", True),
    (("I take metoprolol 50 mg. What if I took 100 mg?",), "You take metoprolol 50 mg.", True),
    (("I take metoprolol 50 mg. What if I took 100 mg?",), "You take metoprolol 100 mg.", False),
    (("I fell on my left knee.",), "Noted: you hurt your right knee.", False),
]


@pytest.mark.parametrize(("said", "sentence", "supported"), SAYING)
def test_the_person_s_own_turns_support_a_sentence(said: tuple[str, ...], sentence: str, supported: bool) -> None:
    verdict = grounding(*said, placed=()).check(sentence)
    assert verdict.supported is supported, (verdict.why, verdict.missing)
    assert not supported or verdict.said == (len(said) - 1,)


def test_a_denial_told_today_does_not_overrule_a_recorded_allergy() -> None:
    today = grounding("I have no allergies.")
    assert not today.check("You have no allergies.").supported
    assert today.check("Today you said that you have no allergies.").supported


def test_another_person_s_record_supports_nothing() -> None:
    charlie = grounding("What do I take?", placed=())
    assert not charlie.check("You take metoprolol 50 mg.").supported


def test_a_quotation_supports_its_own_words_and_day() -> None:
    quotation = Quotation(uuid4(), Speaker.PATIENT, date(2026, 10, 3), "I walked 30 minutes without a pause.", 0.5)
    checked = grounding(quotations=(quotation,))
    assert checked.check("On 3 October 2026 you said: “I walked 30 minutes without a pause.”").supported
    assert not checked.check("On 4 October 2026 you said: “I walked 30 minutes without a pause.”").supported
    assert not checked.check("On 3 October 2026 you said: “I walked 45 minutes.”").supported
    assert not checked.check("On 3 October 2026 you said: “I am well.”").supported


def test_exact_words_of_the_past_make_no_claim_about_today() -> None:
    quotation = Quotation(uuid4(), Speaker.PATIENT, date(2026, 10, 3), "It was 1.6 on Monday. I felt well.", 0.5)
    checked = grounding(quotations=(quotation,))
    assert checked.check("On 3 October 2026 you said: “It was 1.6 on Monday. ").supported
    assert checked.check("I felt well.”").supported


def test_each_item_of_a_list_has_its_own_date() -> None:
    denial = alice.fact(
        "[ALLERGY | date: 2026-10-20 | source: patient | status: active | keys: allergies] no allergies",
        "allergies",
        memory_key="allergy:*",
        negated=True,
    )
    rows = (alice.placed(alice.PENICILLIN), alice.placed(denial))
    sides = "These disagree: allergic to penicillin, hives (Dr. Bob, 2026-03); no allergies (you, 2026-10-20)."
    assert grounding(placed=rows).check(sides).supported


def test_a_sentence_names_the_facts_that_it_draws_on() -> None:
    cited = grounding().check("Your creatinine was 1.4 mg/dL on 2026-08-31.").facts
    assert cited == (alice.CREATININE_14.id,)
    both = grounding().check("Your metoprolol went from 25 mg to 50 mg on 2026-09-28, per Dr. Osei.").facts
    assert set(both) == {alice.METOPROLOL_25.id, alice.METOPROLOL_50.id}
    held = grounding().check("Dr. Osei said to hold the dose and to call if the pulse is under 55.").facts
    assert held == (alice.HOLD.id,)
    assert grounding().check("Would you like to add something?").facts == ()


def test_a_successor_supports_and_is_cited() -> None:
    checked = grounding(placed=(alice.HISTORY,))
    verdict = checked.check("Since 2026-09-28 it is metoprolol 50 mg, per Dr. Osei.")
    assert verdict.supported
    assert verdict.facts == (alice.METOPROLOL_50.id,)


def _run(*pieces: str) -> list[Verdict]:
    async def stream() -> AsyncIterator[str]:
        for piece in pieces:
            yield piece

    async def read() -> list[Verdict]:
        return [verdict async for verdict in grounded(stream(), grounding())]

    return asyncio.run(read())


def test_a_stream_is_judged_sentence_by_sentence_and_put_together_again() -> None:
    text = "Dr. Osei raised it to 50 mg.\n\n- Creatinine was 1.4 mg/dL.\nIs that right? "
    verdicts = _run(*text)
    assert [v.sentence for v in verdicts] == [
        "Dr. Osei raised it to 50 mg.\n\n",
        "- Creatinine was 1.4 mg/dL.\n",
        "Is that right? ",
    ]
    assert "".join(v.shown for v in verdicts) == text


def test_several_withheld_in_a_row_are_told_once() -> None:
    verdicts = _run("Take 75 mg. Then take ", "80 mg. You take lisinopril 10 mg. Add warfarin.")
    assert "".join(v.shown for v in verdicts) == f"{WITHHELD} You take lisinopril 10 mg. {WITHHELD}"
    assert [v.supported for v in verdicts] == [False, False, True, False]


def test_the_honest_sentence_stands_by_itself() -> None:
    assert grounding().check(WITHHELD).supported


def test_no_text_breaks_the_check() -> None:
    for odd in ("\x00", "1" * 5000, "mg" * 2000, "2026-99-99", "—;:()", "½ ⅔ …", "\u202e"):
        grounding().check(odd)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "I take metformin 1000 mg in the morning and 500 mg at night.",
            "Noted: metformin 1000 mg in the morning and 500 mg at night.",
        ),
        ("La doctora Ruiz me recetó metformina 500 mg.", "Noted: metformina 500 mg (doctora Ruiz)."),
    ],
)
def test_a_regimen_in_parts_and_a_doctora_stand_in_what_was_said(said: str, sentence: str) -> None:
    grounding = Grounding(placed=[], quotations=[], said=[said], allowed=[], day=date(2026, 9, 1))
    assert grounding.check(sentence).supported, grounding.check(sentence).why
