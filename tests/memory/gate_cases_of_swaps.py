"""Whose number, whose drug, whose word: what is filed under another thing is held. The tables of `test_the_gate`."""

from __future__ import annotations

from dataclasses import replace

from memory.drafts import Act, Draft, Value
from memory.gate import Reason
from memory.vocabulary import Speaker, Tag, address
from tests.memory.gate_cases import METOPROLOL, RECORD, Heard
from tests.memory.ledger_cases import OSEI, allergy, lab, med, stop

_TWO = "I take metoprolol 25 mg twice daily and lisinopril 10 mg once daily"
_LEADING = "I take 25 mg of metoprolol and 10 mg of lisinopril"
_LABS = "my creatinine was 1.4 and my potassium was 5.1"


def _filed(draft: Draft, name: str) -> Draft:
    return replace(draft, attribute=name, memory_key=address(draft.tag, name))


_SWAPPED = [
    Heard("a dose beside another drug's", _TWO, med("metoprolol 25 mg twice daily")),
    Heard("the other dose beside it", _TWO, med("lisinopril 10 mg once daily")),
    Heard("the neighbour's dose", _TWO, med("metoprolol 10 mg twice daily"), Reason.NUMBER),
    Heard("the dose of the drug before", _TWO, med("lisinopril 25 mg once daily"), Reason.NUMBER),
    Heard(
        "the neighbour's dose in the value alone",
        _TWO,
        replace(med("metoprolol 25 mg twice daily"), value=Value("10", "mg", "twice daily")),
        Reason.NUMBER,
    ),
    Heard("the neighbour's frequency", _TWO, med("metoprolol 25 mg once daily"), Reason.NUMBER),
    Heard("a dose before its drug", _LEADING, med("metoprolol 25 mg")),
    Heard("another dose before its drug", _LEADING, med("lisinopril 10 mg")),
    Heard("the dose before the other drug", _LEADING, med("metoprolol 10 mg"), Reason.NUMBER),
    Heard("the dose before the first drug", _LEADING, med("lisinopril 25 mg"), Reason.NUMBER),
    Heard(
        "a regimen beside a drug",
        "metoprolol 25 mg in the morning and 50 mg at night, lisinopril 10 mg",
        med("metoprolol 25 mg in the morning and 50 mg at night"),
    ),
    Heard("one dose for both", "I take metoprolol and lisinopril, both 10 mg", med("metoprolol 10 mg")),
    Heard("a reading beside another", _LABS, lab("potassium 5.1")),
    Heard("the neighbour's reading", _LABS, lab("creatinine 5.1"), Reason.NUMBER),
    Heard(
        "two vital signs in one breath",
        "blood pressure 128 over 88 respiratory rate 16",
        lab("pressure 128/88", tag=Tag.VITAL, thing="blood pressure"),
    ),
]
_THINGS = [
    Heard("a brand under its generic", "I take Lopressor 25 mg", med("Lopressor 25 mg")),
    Heard("another drug's name", "I take metoprolol 25 mg", _filed(METOPROLOL, "metformin"), Reason.THING),
    Heard("another drug that was named, too", _TWO, _filed(med("metoprolol 25 mg"), "lisinopril"), Reason.THING),
    Heard(
        "another drug's address",
        _TWO,
        replace(med("metoprolol 25 mg"), memory_key="medication:lisinopril"),
        Reason.THING,
    ),
    Heard(
        "a brand under another generic",
        "I take Lopressor 25 mg",
        med("Lopressor 25 mg", thing="metformin"),
        Reason.THING,
    ),
    Heard("another measure's name", _LABS, replace(lab("creatinine 1.4"), attribute="potassium"), Reason.THING),
    Heard(
        "another allergen's address",
        "I'm allergic to penicillin",
        replace(allergy("penicillin"), attribute="sulfa", memory_key="allergy:sulfa"),
        Reason.THING,
    ),
]
_SOURCES = [
    Heard(
        "a clinician who was named", "Dr. Osei put me on metoprolol 25 mg", med("metoprolol 25 mg", source="Dr. Osei")
    ),
    Heard(
        "a clinician whom nobody named",
        "I take metoprolol 25 mg",
        med("metoprolol 25 mg", source="Dr. House"),
        Reason.SOURCE,
    ),
    Heard(
        "another clinician",
        "Dr. Osei put me on metoprolol 25 mg",
        med("metoprolol 25 mg", source="Dr. Lind"),
        Reason.SOURCE,
    ),
    Heard("a role made up", "Dr. Osei put me on metoprolol 25 mg", med("metoprolol 25 mg", source=OSEI), Reason.SOURCE),
    Heard(
        "a role of the record", "he put the metoprolol up to 50 mg", med("metoprolol 50 mg", source=OSEI), known=RECORD
    ),
    Heard("a doctor without a name", "my doctor put me on metoprolol 25 mg", med("metoprolol 25 mg", source="doctor")),
    Heard(
        "a doctor of whom nobody spoke",
        "I take metoprolol 25 mg",
        med("metoprolol 25 mg", source="doctor"),
        Reason.SOURCE,
    ),
    Heard(
        "the patient's word as a clinician's",
        "I take metoprolol 25 mg",
        med("metoprolol 25 mg", source="clinician"),
        Reason.SOURCE,
    ),
    Heard(
        "a clinician's word as the patient's",
        "You take metoprolol 25 mg",
        METOPROLOL,
        Reason.SOURCE,
        speaker=Speaker.CLINICIAN,
    ),
    Heard(
        "a relative's word as the patient's",
        "She takes metoprolol 25 mg",
        METOPROLOL,
        Reason.SOURCE,
        speaker=Speaker.FAMILY,
    ),
    Heard(
        "the patient's word as a relative's",
        "I take metoprolol 25 mg",
        med("metoprolol 25 mg", source="caregiver"),
        Reason.SOURCE,
    ),
    Heard(
        "a relative who was named",
        "My daughter says I take metoprolol 25 mg",
        med("metoprolol 25 mg", source="caregiver (daughter)"),
    ),
    Heard(
        "a relative whom nobody named",
        "She takes metoprolol 25 mg",
        med("metoprolol 25 mg", source="caregiver (Ana, daughter)"),
        Reason.SOURCE,
        speaker=Speaker.FAMILY,
    ),
]
_NEGATED = [
    Heard("an end that was said", "I stopped metoprolol", stop("metoprolol", act=Act.STOP)),
    Heard("an end that was not said", "I take metoprolol 25 mg", stop("metoprolol", act=Act.STOP), Reason.NEGATED),
    Heard("a negative that was not said", "I take metoprolol 25 mg", stop("metoprolol"), Reason.NEGATED),
    Heard(
        "a withdrawal that was not said",
        "I take metoprolol 25 mg",
        replace(METOPROLOL, act=Act.WITHDRAW),
        Reason.NEGATED,
    ),
    Heard(
        "a negative told of a list",
        "She takes none of these: zofran, metoprolol",
        stop("metoprolol", source="caregiver"),
        quote="metoprolol",
        speaker=Speaker.FAMILY,
    ),
]

CASES = [*_SWAPPED, *_THINGS, *_SOURCES, *_NEGATED]
