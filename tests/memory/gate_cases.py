"""What passes the gate and what is held, promise by promise: the tables of `test_the_gate`."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memory.dates import PartialDate
from memory.drafts import SELF, Act, Assertion, Draft, Known, Value
from memory.gate import Reason
from memory.vocabulary import Speaker, Tag
from tests.memory.ledger_cases import OSEI, allergy, fact, hold, lab, med, none_of, stop, visit

MORNING = datetime(2026, 10, 1, 14, 0, tzinfo=UTC)  # ten in the morning in New York, a Thursday
NEW_YORK = "America/New_York"


@dataclass(frozen=True, slots=True)
class Heard:
    """A draft of one turn's words, and why it is held; None where it passes. The draft quotes `quote`, else all."""

    name: str
    said: str
    draft: Draft
    reason: Reason | None = None
    quote: str = ""
    speaker: Speaker = Speaker.PATIENT
    at: datetime = MORNING
    zone: str = NEW_YORK
    subject: str = SELF
    known: tuple[Known, ...] = ()
    dated: str | None = None


def _known(text: str, thing: str, day: str = "2026-09-01", source: str = OSEI) -> Known:
    key = f"medication:{thing}"
    return Known(uuid.uuid4(), Tag.MEDICATION, text, thing, key, source, Value(), PartialDate.parse(day), (thing,))


RECORD = (_known("metoprolol tartrate 25 mg", "metoprolol"),)
METOPROLOL = med("metoprolol 25 mg")
BY_CLINICIAN = replace(METOPROLOL, source="clinician")
_WORDS = [
    Heard("a person's own words", "I take metoprolol 25 mg", METOPROLOL),
    Heard("a clinician's words in a visit", "You take metoprolol 25 mg", BY_CLINICIAN, speaker=Speaker.CLINICIAN),
    Heard(
        "a family member's words",
        "She takes metoprolol 25 mg",
        replace(METOPROLOL, source="caregiver"),
        speaker=Speaker.FAMILY,
    ),
    Heard("the advocate's words", "You take metoprolol 25 mg", METOPROLOL, Reason.ADVOCATE, speaker=Speaker.ADVOCATE),
    Heard("a quote not in the turn", "I take metoprolol", METOPROLOL, Reason.NOT_SAID, quote="metoprolol 25 mg"),
    Heard("an empty quote", "I take metoprolol 25 mg", METOPROLOL, Reason.NOT_SAID, quote=" "),
]
_NUMBERS = [
    Heard("spoken numbers", "I take metoprolol, twenty-five milligrams", METOPROLOL),
    Heard("a number changed", "I take metoprolol 50 mg", METOPROLOL, Reason.NUMBER),
    Heard("a unit changed", "I take levothyroxine 50 mcg", med("levothyroxine 50 mg"), Reason.NUMBER),
    Heard("a unit made up", "I take metoprolol 25", METOPROLOL, Reason.NUMBER),
    Heard("a unit left out", "I take metoprolol 25 mg", med("metoprolol 25")),
    Heard("a number elsewhere in the turn", "At 25 I married. I take metoprolol", METOPROLOL, Reason.NUMBER),
    Heard("a decimal changed", "my creatinine was 1.4", lab("creatinine 1.3"), Reason.NUMBER),
    Heard("half of a blood pressure changed", "pressure 120 over 80", lab("pressure 120/90"), Reason.NUMBER),
    Heard("a blood pressure", "my pressure was 120 over 80", lab("pressure 120/80", tag=Tag.VITAL)),
    Heard(
        "a frequency in Latin",
        "metformin 500 mg tid",
        replace(med("metformin 500 mg"), value=Value("500", "mg", "three times daily")),
    ),
    Heard(
        "a frequency changed",
        "metformin 500 mg every 8 hours",
        replace(med("metformin 500 mg"), value=Value("500", "mg", "every 6 hours")),
        Reason.NUMBER,
    ),
    Heard("a code", "I take vitamin B12", med("vitamin B12", thing="vitamin b12")),
    Heard("a code changed", "I take vitamin B6", med("vitamin B12", thing="vitamin b12"), Reason.THING),
    Heard(
        "a date written into the text",
        "I had a stroke",
        fact(Tag.CONDITION, "stroke on 10/3/2025", "stroke"),
        Reason.NUMBER,
    ),
]
_THINGS = [
    Heard("a drug that no one named", "I take something for my heart", med("metoprolol"), Reason.THING),
    Heard(
        '"it", resolved from the record',
        "Dr. Osei put it up to 50 mg",
        med("metoprolol tartrate 50 mg", source=OSEI),
        known=RECORD,
    ),
    Heard("a word in another form", "I have been having headaches", fact(Tag.SYMPTOM, "headache", "headache")),
    Heard(
        "a clinician by role", "the heart doctor said metoprolol 25 mg", med("metoprolol 25 mg", source="cardiologist")
    ),
    Heard("a clinician of the record", "he said metoprolol 50 mg", med("metoprolol 50 mg", source=OSEI), known=RECORD),
]
_ASSERTED = [
    Heard("a question", "Should I take metoprolol 25 mg?", METOPROLOL, Reason.ASKED),
    Heard(
        "a question quoted without its mark",
        "Should I take metoprolol 25 mg?",
        METOPROLOL,
        Reason.ASKED,
        quote="Should I take metoprolol 25 mg",
    ),
    Heard(
        "words out of a question",
        "Should I take metoprolol 25 mg, or stop?",
        METOPROLOL,
        Reason.ASKED,
        quote="take metoprolol 25 mg",
    ),
    Heard(
        "a question with a statement before it",
        "I take metoprolol 25 mg, should I stop?",
        METOPROLOL,
        quote="I take metoprolol 25 mg",
    ),
    Heard(
        "a statement that asks to be confirmed",
        "I take metoprolol 25 mg, right?",
        METOPROLOL,
        quote="I take metoprolol 25 mg",
    ),
    Heard(
        "a sentence before a question",
        "I take metoprolol 25 mg. Is that too much?",
        METOPROLOL,
        quote="I take metoprolol 25 mg",
    ),
    Heard(
        "a polite request", "Could you note that I take metoprolol 25 mg?", METOPROLOL, quote="I take metoprolol 25 mg"
    ),
    Heard(
        "what the engine calls asked", "metoprolol 25 mg", replace(METOPROLOL, assertion=Assertion.ASKED), Reason.ASKED
    ),
    Heard("what might be", "I might start metoprolol 25 mg", METOPROLOL, Reason.HYPOTHETICAL),
    Heard(
        "what might be, quoted short",
        "I might start metoprolol 25 mg",
        METOPROLOL,
        Reason.HYPOTHETICAL,
        quote="start metoprolol 25 mg",
    ),
    Heard("a condition", "If I took metoprolol 25 mg I would faint", METOPROLOL, Reason.HYPOTHETICAL),
    Heard("a thought", "I'm thinking about metoprolol 25 mg", METOPROLOL, Reason.HYPOTHETICAL),
    Heard(
        "what the engine calls hypothetical",
        "metoprolol 25 mg",
        replace(METOPROLOL, assertion=Assertion.HYPOTHETICAL),
        Reason.HYPOTHETICAL,
    ),
    Heard(
        "an instruction with its condition first",
        "If the pulse is under 55, hold the dose, Dr. Osei said",
        hold("hold the dose if the pulse is under 55", source="Dr. Osei"),
    ),
    Heard(
        "a drug taken as needed",
        "If I have a headache I take ibuprofen 200 mg",
        replace(med("ibuprofen 200 mg"), value=Value("200", "mg", as_needed=True)),
    ),
    Heard("what was negated", "I don't take metoprolol 25 mg", METOPROLOL, Reason.NEGATED),
    Heard("an allergy that was denied", "I'm not allergic to penicillin", allergy("penicillin"), Reason.NEGATED),
    Heard("a negative kept as a negative", "I don't take aspirin", stop("aspirin", act=Act.WITHDRAW)),
    Heard("no known allergies", "I have no known allergies", none_of(Tag.ALLERGY, "no known allergies")),
    Heard("another value denied beside it", "I don't take metoprolol 50 mg, I take metoprolol 25 mg", METOPROLOL),
    Heard("a no before the fact", "No, I take metoprolol 25 mg", METOPROLOL),
    Heard(
        "an instruction not to",
        "Dr. Osei said not to drive",
        fact(Tag.DIRECTIVE, "not to drive", "driving", source="Dr. Osei"),
    ),
]
_SUBJECTS = [
    Heard("a friend's fact", "My friend takes metoprolol 25 mg", METOPROLOL, Reason.SUBJECT),
    Heard(
        "a friend's fact, quoted short",
        "My friend takes metoprolol 25 mg",
        METOPROLOL,
        Reason.SUBJECT,
        quote="takes metoprolol 25 mg",
    ),
    Heard(
        "a friend's fact in the next sentence",
        "My friend is ill. She takes metoprolol 25 mg",
        METOPROLOL,
        Reason.SUBJECT,
        quote="She takes metoprolol 25 mg",
    ),
    Heard(
        "what the engine calls a friend's", "metoprolol 25 mg", replace(METOPROLOL, subject="friend"), Reason.SUBJECT
    ),
    Heard(
        "one's own beside a friend's",
        "My friend takes aspirin and I take metoprolol 25 mg",
        METOPROLOL,
        quote="I take metoprolol 25 mg",
    ),
    Heard("what a daughter reminds of", "My daughter reminds me to take metoprolol 25 mg", METOPROLOL),
    Heard("what a doctor did", "She put me on metoprolol 25 mg", METOPROLOL),
    Heard(
        "family history",
        "My mother had a stroke",
        fact(Tag.FAMILY_HISTORY, "mother had a stroke", "stroke", subject="mother"),
    ),
    Heard(
        "a friend is no family",
        "My friend had a stroke",
        fact(Tag.FAMILY_HISTORY, "friend had a stroke", "stroke", subject="friend"),
        Reason.SUBJECT,
    ),
    Heard("whom to call", "My daughter Ana is at 555 0101", fact(Tag.CONTACT, "daughter Ana 555 0101", "daughter")),
    Heard("she, in a mother's record", "She takes warfarin", med("warfarin"), subject="mother"),
    Heard("my mother, in a mother's record", "My mother takes warfarin", med("warfarin"), subject="mother"),
    Heard("mom, in a mother's record", "My mom takes warfarin", med("warfarin"), subject="mother"),
    Heard("I, in a mother's record", "I take warfarin", med("warfarin"), Reason.SUBJECT, subject="mother"),
    Heard("I give her, in a mother's record", "I give her warfarin", med("warfarin"), subject="mother"),
    Heard(
        "my father, in a mother's record", "My father takes warfarin", med("warfarin"), Reason.SUBJECT, subject="mother"
    ),
]
_LASTING = [
    Heard(
        "thanks",
        "Thank you for the metoprolol advice",
        fact(Tag.FACT, "thank you for the advice", "advice"),
        Reason.PASSING,
    ),
    Heard(
        "parking",
        "The parking at the clinic is full",
        fact(Tag.FACT, "parking at the clinic is full", "parking"),
        Reason.PASSING,
    ),
    Heard("lateness", "I was running late today", fact(Tag.FACT, "running late today", "lateness"), Reason.PASSING),
    Heard("a fragment", "It is 50 mg", med("50 mg", thing="metoprolol"), Reason.PASSING),
    Heard(
        "a fragment of a regimen",
        "It is 50 mg twice daily",
        med("50 mg twice daily", thing="metoprolol"),
        Reason.PASSING,
    ),
    Heard(
        "general knowledge",
        "Metoprolol is a beta blocker",
        fact(Tag.FACT, "metoprolol is a beta blocker", "metoprolol"),
        Reason.PASSING,
    ),
    Heard(
        "who someone is",
        "Dr. Osei is a cardiologist",
        fact(Tag.CARE_TEAM, "Dr. Osei is a cardiologist", "cardiologist"),
    ),
    Heard(
        "an appointment is no logistics",
        "appointment with Dr. Osei on October 10",
        visit("2026-10-10", "October 10"),
        dated="2026-10-10",
    ),
]

CASES = [*_WORDS, *_NUMBERS, *_THINGS, *_ASSERTED, *_SUBJECTS, *_LASTING]
