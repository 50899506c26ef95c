"""A row answers where it is of the very thing, people, side, kind and time asked for; a near miss is silence."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from advocate.benchmarks.recall_silo import Row, Told, made_up
from advocate.engines.local.questions import entities
from memory.door import Actor
from memory.line import parse_line
from memory.recall import recall
from memory.recall.ranking import ANSWERS
from memory.recollection import Recollection, Slot
from memory.vocabulary import Speaker, Status
from tests.memory.recall_cast import SilentEngine, WordsEngine

NOVEMBER = date(2026, 11, 1)
BY_DR = "Dr. Moreau\\, ophthalmologist"
DAUGHTER = "caregiver (Lucía\\, daughter)"
ROWS = {
    name: (f"[{tag} | date: {day} | source: {source} | status: active | keys: {keys}] {text}", address)
    for name, tag, day, source, keys, address, text in (
        ("torsemide", "MEDICATION", "2026-08-18", "patient", "torsemide", "medication:torsemide", "torsemide 10 mg"),
        ("gaba", "MEDICATION", "2026-03-04", "patient", "gabapentin, feet", "medication:gabapentin", "gabapentin"),
        ("shot", "MEDICATION", "2026-05-20", "patient", "prolia", "medication:denosumab", "Prolia 60 mg injection"),
        ("metformin", "MEDICATION", "2026-05-13", "patient", "metformin", "medication:metformin", "metformin 500 mg"),
        ("mtx", "MEDICATION", "2026-03-17", "patient", "methotrexate", "medication:methotrexate", "methotrexate 10 mg"),
        ("echo", "PROCEDURE", "2024-12-05", "patient", "ejection fraction", None, "echo: ejection fraction 32 %"),
        ("hf", "CONDITION", "2024-12-03", "patient", "heart failure, ejection fraction", "condition:heart failure",
         "heart failure with reduced ejection fraction"),
        ("knee", "PROCEDURE", "2026-07-21", "patient", "steroid injection", None, "steroid injection in the left knee"),
        ("dark", "DIRECTIVE", "2026-09-23", BY_DR, "driving", "directive:driving.dark", "may not drive after dark"),
        ("pressure", "VITAL", "2026-09-11", "patient", "blood pressure", None, "blood pressure 118/70 at home"),
        ("tsh", "LAB", "2026-10-14", "patient", "tsh, thyroid", None, "TSH 2.9 mIU/L"),
        ("father", "FAMILY_HISTORY", "2024-11-19", "patient", "father", None, "father died of a heart attack at 61"),
        ("cpr", "PREFERENCE", "2025-12-30", "patient", "resuscitation", "preference:cpr", "she wants CPR tried"),
    )
}  # fmt: skip
TURNS = (
    "The shot in my knee was wonderful for the pain.",
    "I sleep on three pillows since my legs swelled up.",
    "Me mareo cuando me levanto de la cama.",
)


def row(line: str, address: str | None = None, conflicts_with: uuid.UUID | None = None) -> Row:
    return Row(uuid.uuid4(), parse_line(line), memory_key=address, conflicts_with=conflicts_with)


def record(*more: Row) -> Iterator[str]:
    at = datetime(2026, 8, 11, 9, tzinfo=UTC)
    told = [Told(uuid.uuid4(), Speaker.PATIENT, at, text) for text in TURNS]
    with made_up([told], [*(row(*each) for each in ROWS.values()), *more], WordsEngine()) as key:
        yield key


@pytest.fixture
def hers(db: None) -> Iterator[str]:
    """A record of hers."""
    yield from record()


@pytest.fixture
def kept(db: None) -> Iterator[str]:
    """The same, which her daughter keeps, too."""
    fall = f"[SYMPTOM | date: 2026-01-12 | source: {DAUGHTER} | status: active | keys: fall] fell and bruised her hip"
    yield from record(row(fall))


def asked(key: str, question: str, *before: str) -> Recollection:
    by = Actor("tester", "test")
    return recall(key, question, day=NOVEMBER, engine=SilentEngine(), entities=entities, by=by, before=before)


def answers(key: str, question: str, *before: str) -> set[str]:
    """Return what answers, rows by their names above; the record is silent where nothing does."""
    found = asked(key, question, *before)
    names = {parse_line(line).fact: name for name, (line, _) in ROWS.items()}
    texts = [each.fact.text for each in found.placed if each.score >= ANSWERS] + [q.text for q in found.quotations]
    assert found.silent is not bool(texts)
    return {names.get(text, text) for text in texts}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("my water pill, how much is it now", "torsemide"),
        ("the shot for my bones, how often is it?", "shot"),
        ("How well is the pump working, the squeezing percent?", "echo"),
        ("Can I drive home from choir at nine?", "dark"),
        ("What did the eye guy say about driving?", "dark"),
        ("was my left knee ever injected", "knee"),
        ("what did my dad die of", "father"),
        ("la pastilla del agua, ¿cuánto tomo?", "torsemide"),
        ("¿De qué murió mi papá?", "father"),
        ("What was I on before the torsemide?", "torsemide"),
        ("how many pillows was I sleeping on when I swelled up", TURNS[1]),
        ("¿cuándo dije que me mareaba al levantarme?", TURNS[2]),
    ],
)
def test_what_is_named_by_other_words_is_found(hers: str, question: str, name: str) -> None:
    assert name in answers(hers, question)


@pytest.mark.parametrize(
    "question",
    [
        "Did we try Lyrica for my feet?",  # another medicine for the same
        "What dose of furosemide do I take?",  # another of the class
        "has my right knee ever been injected?",  # the other side, of a row and of a turn
        "When was my knee operated on?",  # an injection is no operation
        "What was the ejection fraction on the 2025 echo?",  # another year; a state that held then tells none
        "Did the ultrasound of my thyroid show lumps?",  # another test of the same part
        "did they check me for hepatitis B before the methotrexate",  # named only beside what is asked
        "What did the kidney doctor tell me about driving?",  # another clinician
        "Did my brother have a heart attack?",  # another relative
        "how often should I check my blood pressure?",  # a reading is no instruction
        "Should I skip the metformin when I'm sick?",  # a dose is no leave to skip it
        "Would Mom want CPR?",  # nobody else keeps this record
    ],
)
def test_a_near_miss_is_silence(hers: str, question: str) -> None:
    assert answers(hers, question) == set()


def test_a_daughters_mother_may_be_whom_the_record_is_about(kept: str) -> None:
    assert answers(kept, "Would Mom want CPR?") == {"cpr"}
    assert answers(kept, "Would Dad want CPR?") == set()  # the record speaks of "her"


def test_what_does_not_agree_is_told_where_it_is_asked(db: None) -> None:
    head = "date: 2026-01-05 | source: patient | status: active | keys: penicillin"
    yes = row(f"[ALLERGY | {head}] penicillin gives a rash", "allergy:penicillin")
    no = row(f"[ALLERGY | {head}] not allergic to penicillin", "allergy:penicillin", conflicts_with=yes.id)
    for key in record(yes, no):
        assert answers(key, "Which things in my record don't agree with each other?") == {yes.line.fact, no.line.fact}
        assert yes.line.fact not in answers(key, "Which medicines didn't agree with me?")


def test_what_was_withdrawn_is_told_as_the_records_own_history_alone(db: None) -> None:
    line = "[MEDICATION | date: 2026-01-05 | source: patient | status: retracted | keys: turmeric] turmeric capsules"
    for key in record(row(line, "medication:turmeric")):
        assert answers(key, "Do I take turmeric?") == set()
        [placed] = [p for p in asked(key, "Didn't I once have turmeric in my list?").placed if p.score >= ANSWERS]
        assert (placed.fact.status, placed.slot) == (Status.RETRACTED, Slot.HISTORY)


def test_what_happened_on_a_day_is_no_state_that_held_then(hers: str) -> None:
    assert answers(hers, "what happened on September 20?") == set()
    assert answers(hers, "what happened on September 11?") == {"pressure"}


@pytest.mark.parametrize(
    ("question", "before", "name"),
    [
        ("Did it get better after they changed the pill?", "My TSH was high last year", "tsh"),
        ("and the left one?", "Was my right knee ever injected?", "knee"),
        ("what was it at home?", "My blood pressure worries me", "pressure"),
    ],
)
def test_a_follow_up_is_of_what_was_spoken_of(hers: str, question: str, before: str, name: str) -> None:
    assert name in answers(hers, question, before)
