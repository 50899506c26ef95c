"""What a conversation has told holds at once: nothing that it changed is spoken of as current in its later replies."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest

from advocate.engines.local.reply import compose
from memory.drafts import Said
from memory.recollection import Placed, Slot
from memory.vocabulary import Speaker
from tests.advocate import placing as alice
from tests.advocate.placing import Case, fact, placed, prompt_of
from tests.advocate.replying import check_reply, check_traced

NOVEMBER = date(2026, 11, 1)
MRI = fact(
    "[APPOINTMENT | date: 2026-11-20 | source: patient | status: active | keys: mri, appointment] MRI on November 20",
    "mri",
    memory_key="appointment:mri",
)
SULFA = fact(
    "[ALLERGY | date: 2026-09-01 | source: patient | status: active | keys: sulfa, allergy] allergic to sulfa drugs",
    "sulfa",
    memory_key="allergy:sulfa",
)
NO_MEDICINES = fact(
    "[MEDICATION | date: 2026-05-04 | source: patient | status: active | keys: medication, none] no medicines",
    "medications",
    memory_key="medication:*",
    negated=True,
)

CASES = {
    "what was stopped is not current any more": Case(
        ["I stopped lisinopril last week.", "Do I still take lisinopril?"],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=["Your record held lisinopril 10 mg once daily (Dr. Bob, 2026-03-02); noted that this changed"],
        lacks=["Your record holds lisinopril"],
    ),
    "what was changed answers, and the rest of the list stands": Case(
        ["I stopped lisinopril last week.", "Which medicines am I taking?"],
        NOVEMBER,
        [placed(alice.LISINOPRIL), placed(alice.METOPROLOL_50)],
        holds=["Your record held lisinopril 10 mg", "Your record holds metoprolol tartrate 50 mg"],
        lacks=["- lisinopril"],
    ),
    "what was told new answers": Case(
        ["I started amlodipine 5 mg today.", "What do I take?"],
        NOVEMBER,
        silent=True,
        holds=["You told me today: amlodipine 5 mg"],
        lacks=["holds nothing"],
    ),
    "what has no kind of its own answers, too": Case(
        ["My blood type is O positive.", "what's my blood type?"],
        NOVEMBER,
        silent=True,
        holds=["You told me today: blood type is O positive"],
    ),
    "a withdrawn entry is not current any more": Case(
        ["I never took metoprolol, that was wrong.", "do I take metoprolol?"],
        NOVEMBER,
        [placed(alice.METOPROLOL_25_CURRENT)],
        holds=["never was so"],
        lacks=["Your record holds metoprolol"],
    ),
    "a corrected reading is told in its right form": Case(
        ["My creatinine was 1.3, not 1.4.", "what was my creatinine?"],
        NOVEMBER,
        [placed(alice.CREATININE_14)],
        holds=["Your record held creatinine 1.4 mg/dL (you, 2026-08-31); creatinine 1.3, as you said, replaces it."],
        lacks=["Your record holds creatinine 1.4"],
    ),
    "a slip set right is told without a day that was not said with it": Case(
        ["My creatinine was 1.6 yesterday.", "actually it was 1.5, not 1.6"],
        NOVEMBER,
        silent=True,
        holds=["Before, you said creatinine 1.6; creatinine 1.5, as you said, replaces it."],
    ),
    "two bare values of one conversation are asked about": Case(
        ["I take warfarin 5 mg daily.", "I take warfarin 6 mg daily."],
        NOVEMBER,
        silent=True,
        holds=["Before, you said: warfarin 5 mg daily; now: warfarin 6 mg daily.", "Which is right?"],
        lacks=["replaces"],
    ),
    "going back to what the record holds settles it": Case(
        ["I take metoprolol 75 mg.", "The 50 mg of metoprolol is right."],
        NOVEMBER,
        [placed(alice.METOPROLOL_50)],
        holds=["Noted that this is right: metoprolol tartrate 50 mg (Dr. Osei, 2026-09-28)."],
        lacks=["Which is right?"],
    ),
    "a first medicine changes that there were none": Case(
        ["I started lisinopril 5 mg last Tuesday.", "What do I take now?"],
        NOVEMBER,
        [placed(NO_MEDICINES)],
        holds=["Your record held: no medicines (you, 2026-05-04); lisinopril 5 mg"],
        lacks=["Your record holds: no medicines"],
    ),
    "what to avoid is answered from what was just told": Case(
        ["I'm allergic to amoxicillin.", "which antibiotic must I avoid?"],
        NOVEMBER,
        silent=True,
        holds=["allergic to amoxicillin"],
    ),
    "more of the same is no change": Case(
        ["I take amlodipine.", "5 mg of amlodipine"],
        NOVEMBER,
        silent=True,
        holds=["Noted: 5 mg of amlodipine"],
        lacks=["Before", "replaces"],
    ),
    "a moved visit names both days": Case(
        ["The MRI got moved to November 25."],
        NOVEMBER,
        [placed(MRI, Slot.PLANNED)],
        holds=["MRI moved to November 25 (you, 2026-11-25).", "It replaces: MRI on November 20 (you, 2026-11-20)."],
        lacks=["already holds"],
    ),
    "a week is said back as a week": Case(
        ["My A1c was 7.2 last week."], NOVEMBER, silent=True, holds=["Noted: A1c 7.2 (you, last week)."]
    ),
    "a season is said back as a season": Case(
        ["Last winter my potassium was 5.1."], NOVEMBER, silent=True, holds=["potassium 5.1 (you, last winter)."]
    ),
    "a denial of a class that no drug list names is held against the record": Case(
        ["no known drug allergies"],
        NOVEMBER,
        [placed(SULFA)],
        holds=[
            "allergic to sulfa drugs (you, 2026-09-01).",
            "Today you said: “no known drug allergies”.",
            "Which is right?",
        ],
    ),
    "two medicines of one sentence keep how often each is taken": Case(
        ["I take lisinopril 10 mg daily and atorvastatin 20 mg at night."],
        NOVEMBER,
        silent=True,
        holds=["“lisinopril 10 mg daily”", "“atorvastatin 20 mg at night”"],
    ),
    "a switch is told in the words in which it was said": Case(
        ["Dr. Patel switched me from lisinopril to losartan 50 mg yesterday."],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=["Your record held lisinopril", "“Dr. Patel switched me from lisinopril", "Noted: losartan 50 mg"],
    ),
    "a planned stop is told in the words in which it was said": Case(
        ["I will stop lisinopril on December 1st."],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=[
            "Noted as planned: “I will stop lisinopril on December 1st”.",
            "Until then your record holds lisinopril",
        ],
    ),
    "it after a measure is told in the words in which it was said": Case(
        ["Is there any news about my blood pressure pill?", "Dr. Patel bumped it up to 20 mg."],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=["Your record held lisinopril 10 mg", "“Dr. Patel bumped it up to 20 mg”"],
    ),
    "the record of a person cared for is named when it is said back": Case(
        ["Dr. Bob lowered her lisinopril to 5 mg yesterday."],
        NOVEMBER,
        [placed(alice.LISINOPRIL)],
        holds=["The record of your mother held lisinopril 10 mg"],
        lacks=["Your record"],
        subject="mother",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_reply(name: str) -> None:
    check_reply(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_of_it_can_be_traced(name: str) -> None:
    check_traced(CASES[name])


def _after(advocate: str, *says: str, rows: tuple[Placed, ...] = ()) -> str:
    """The reply to the last of these after the advocate said something to the first."""
    prompt = prompt_of(Case(says, NOVEMBER, rows, silent=not rows))
    first, *rest = prompt.turns
    answer = Said(uuid4(), 1, Speaker.ADVOCATE, advocate, first.at, first.zone)
    later = [replace(turn, seq=turn.seq + 1) for turn in rest]
    return compose(replace(prompt, turns=(first, answer, *later)))


CHECKED = "Noted: amlodipine 5 mg (you, 2026-11-01).\n\nDid I get that right?"


def test_yes_and_no_to_the_check_are_understood() -> None:
    assert "it stands" in _after(CHECKED, "I take amlodipine 5 mg.", "Yes, that's right.")
    assert _after(CHECKED, "I take amlodipine 5 mg.", "No.").endswith("How should it read?")


def test_the_check_is_not_made_after_every_message() -> None:
    assert "Did I get that right?" not in _after(CHECKED, "I take amlodipine 5 mg.", "My pulse was 60 today.")
    stopped = _after(CHECKED, "I take amlodipine 5 mg.", "I stopped lisinopril.", rows=(placed(alice.LISINOPRIL),))
    assert stopped.endswith("Did I get that right?"), "a change of the record is checked"
