"""A person takes a sheet to an appointment: what holds, since when and from whom, what contradicts, what is planned."""

from __future__ import annotations

import logging
import uuid
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from advocate.showing import visit
from advocate.showing.visit import Line, Part, Summary, blank, summary
from advocate.showing.visit_pdf import pdf, printable
from memory import transcript
from memory.door import Actor, silo
from memory.gate import Reason
from memory.models import Conflict, HeldDraft
from tests.memory.rows import note, retired

DAY = date(2026, 11, 1)
SPANISH = "¿Tomo ácido fólico? Sí, mañana; Peña-Łukasz Ñandú, Ελένη, Щукина"


def sheet(key: str, tester: Actor, day: date = DAY) -> dict[str, list[Line]]:
    with silo(key, by=tester, why="test"):
        found = summary(day, account="Alice Example")
    return {part.heading: list(part.lines) for part in found.parts}


def words_of(content: bytes) -> str:
    return " ".join("\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


def story(key: str, tester: Actor) -> None:
    """A record that has something for every part of the sheet."""
    with silo(key, by=tester, why="test"):
        new = uuid.uuid4()
        medicine: dict[str, Any] = {"tag": "MEDICATION", "attribute": "metoprolol"}
        note(key, "metoprolol 25 mg twice daily", **medicine, **retired(new))
        changed: dict[str, Any] = {"id": new, "fact_date": date(2026, 9, 28), "source": "Dr. Osei"}
        note(key, "metoprolol 50 mg twice daily", memory_key="medication:metoprolol", **medicine, **changed)
        note(key, "off lisinopril", tag="MEDICATION", negated=True)
        older = note(key, "allergic to penicillin", tag="ALLERGY", contested=True)
        newer = note(key, "no known allergies", tag="ALLERGY", negated=True, contested=True)
        Conflict.objects.create(user_key=key, older_id=older, newer_id=newer, note="x")
        note(key, "kidney disease", tag="CONDITION", fact_date=date(2019, 1, 1), date_precision="year")
        for day, value in (("2026-08-31", "1.4"), ("2026-10-15", "1.6")):
            row: dict[str, Any] = {"attribute": "creatinine", "value": value, "unit": "mg/dL"}
            note(key, f"creatinine {value} mg/dL", fact_date=date.fromisoformat(day), **row)
        note(key, "call if the pulse is under 55", tag="DIRECTIVE", source="Dr. Osei")
        note(key, "visit with Dr. Haddad", tag="APPOINTMENT", fact_date=date(2026, 11, 12))
        note(key, "visit with Dr. Lind", tag="APPOINTMENT", fact_date=date(2026, 10, 2))
        note(key, "visit with Dr. Wu", tag="APPOINTMENT", fact_date=date(2026, 10, 3), contested=True)
        note(key, "lisinopril 20 mg", tag="MEDICATION", status="planned", fact_date=date(2026, 12, 1))
        why = {"tag": "MEDICATION", "reason": Reason.ASKED, "explanation": "It was a question."}
        HeldDraft.objects.create(user_key=key, text="perhaps double the dose", **why)
        other = {**why, "reason": Reason.SUBJECT, "explanation": "It is about someone else."}
        HeldDraft.objects.create(user_key=key, text="warfarin 5 mg", **other)


def test_a_medicine_says_since_when_from_whom_and_what_it_was_before(alice: str, tester: Actor) -> None:
    story(alice, tester)
    found = sheet(alice, tester)
    assert found["Medicines"] == [
        Line(
            "metoprolol 50 mg twice daily", "since 28 September 2026 · Dr. Osei · before: metoprolol 25 mg twice daily"
        )
    ]
    assert [line.text for line in found["Stopped, or not taken"]] == ["off lisinopril"]


def test_a_medicine_that_is_dated_only_by_its_telling_claims_no_beginning(alice: str, tester: Actor) -> None:
    with silo(alice, by=tester, why="test"):
        note(alice, "metformin 500 mg", tag="MEDICATION", memory_key="medication:metformin")
    assert sheet(alice, tester)["Medicines"] == [Line("metformin 500 mg", "told on 1 September 2026 · patient")]


def test_both_sides_of_a_contradiction_are_marked_and_asked(alice: str, tester: Actor) -> None:
    story(alice, tester)
    found = sheet(alice, tester)
    assert {line.text for line in found["Allergies"]} == {"allergic to penicillin", "no known allergies"}
    assert all(line.disputed and "in question" in line.more for line in found["Allergies"])
    (asked,) = found["What contradicts: please ask me"]
    assert asked.text == (
        "“allergic to penicillin” (patient, 1 September 2026) or “no known allergies” (patient, 1 September 2026)?"
    )


def test_readings_come_with_the_computed_trend_the_newest_measure_first(alice: str, tester: Actor) -> None:
    story(alice, tester)
    with silo(alice, by=tester, why="test"):
        note(alice, "pulse 60", tag="VITAL", attribute="pulse", value="60", fact_date=date(2026, 10, 30))
    pulse, creatinine = sheet(alice, tester)["Recent results and readings"]
    assert pulse.text == "pulse 60"
    assert creatinine.text == "creatinine 1.6 mg/dL"
    assert "up by 0.2 mg/dL" in creatinine.more


def test_readings_in_words_are_listed_since_they_have_no_trend(alice: str, tester: Actor) -> None:
    with silo(alice, by=tester, why="test"):
        for day, value in ((3, "negative"), (9, "positive")):
            note(alice, f"antibodies {value}", attribute="antibodies", value=value, fact_date=date(2026, 10, day))
    (line,) = sheet(alice, tester)["Recent results and readings"]
    assert line.text == "antibodies positive"
    assert "before: antibodies negative (patient, 3 October 2026)" in line.more


def test_instructions_plans_what_is_held_and_what_lies_ahead(alice: str, tester: Actor) -> None:
    story(alice, tester)
    found = sheet(alice, tester)
    assert found["Instructions from clinicians"] == [
        Line("call if the pulse is under 55", "Dr. Osei, 1 September 2026")
    ]
    assert found["Next appointments"] == [Line("visit with Dr. Haddad", "on 12 November 2026 · patient")]
    assert found["Planned changes"] == [Line("lisinopril 20 mg", "from 1 December 2026 · patient")]
    assert found["Asked, or not certain"] == [Line("perhaps double the dose", "It was a question.")]
    assert found["Conditions"] == [Line("kidney disease", "patient, 2019")]


def test_what_is_somebody_else_s_is_not_on_the_sheet(alice: str, tester: Actor) -> None:
    story(alice, tester)
    assert "warfarin" not in str(sheet(alice, tester))


def test_what_has_no_room_is_counted_but_no_medicine_is_left_out(alice: str, tester: Actor) -> None:
    with silo(alice, by=tester, why="test"):
        for n in range(visit.MEASURES + 3):
            note(alice, f"value {n}", attribute=f"measure {n}", value=str(n))
        for n in range(30):
            note(alice, f"medicine {n}", tag="MEDICATION")
    with silo(alice, by=tester, why="test"):
        found = {part.heading: part for part in summary(DAY, account="Alice").parts}
    readings = found["Recent results and readings"]
    assert (len(readings.lines), readings.left) == (visit.MEASURES, 3)
    assert len(found["Medicines"].lines) == 30
    printed = words_of(pdf(Summary("A", "", "d", tuple(found.values()))))
    assert all(f"medicine {n} since" in printed for n in range(30))
    assert "And 3 more in the record." in printed


def test_an_empty_record_says_that_it_holds_nothing_rather_than_that_there_is_nothing(
    alice: str, tester: Actor
) -> None:
    with silo(alice, by=tester, why="test"):
        none = summary(DAY, account="Alice")
    assert none.parts == blank(DAY, account="Alice").parts
    assert [part.empty for part in none.parts] == [
        "The record holds nothing on allergies.",
        "The record holds no medicine.",
    ]


def test_the_sheet_of_somebody_who_is_cared_for_says_who_keeps_it(db: None, tester: Actor) -> None:
    key = f"patient-advocate/{uuid.uuid4().hex}"
    transcript.register(key, by=tester, subject="mother", subject_name="Rosa Example")
    with silo(key, by=tester, why="test"):
        found = summary(DAY, account="Alice")
    assert (found.whose, found.teller) == ("Rosa Example", "Alice")
    assert "Kept by Alice" in words_of(pdf(found))


def test_the_pdf_holds_every_fact_on_a_sheet_or_two(alice: str, tester: Actor) -> None:
    story(alice, tester)
    with silo(alice, by=tester, why="test"):
        found = summary(DAY, account="Alice Example")
    content = pdf(found)
    told = words_of(content)
    for part in found.parts:
        for line in part.lines:
            assert " ".join(line.text.split()) in told
            assert line.more in told
    assert "Alice Example · 1 November 2026" in told
    assert len(PdfReader(BytesIO(content)).pages) <= 2
    assert "cannot print" not in told


def test_spanish_and_names_are_printed_and_what_cannot_be_says_so() -> None:
    part = Part("Allergies", (Line(SPANISH, "½ tablet ≥ 1 µg"),))
    assert printable(SPANISH) == SPANISH
    told = words_of(pdf(Summary("Peña", "", "1 November 2026", (part,))))
    assert SPANISH in told
    assert "½ tablet ≥ 1 µg" in told
    assert "cannot print" not in told
    other = words_of(pdf(Summary("Peña", "", "1 November 2026", (Part("x", (Line("漢字 and H₂O", ""),)),))))
    assert "�� and H2O" in other
    assert "cannot print" in other


def test_markup_is_text_and_a_long_name_stays_on_the_sheet() -> None:
    words = f'<b>not bold</b> & <para> <img src="file:///etc/hosts"/> {"x" * 200}'
    told = words_of(pdf(Summary("A", "", "d", (Part("Medicines", (Line(words, words),)),))))
    assert '<b>not bold</b> & <para> <img src="file:///etc/hosts"/>' in told
    assert told.count("x") >= 400, "a long word is broken, not lost"


def test_no_word_is_in_a_log_or_in_what_the_file_says_of_itself(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    content = pdf(Summary("Alice", "", "d", (Part("Medicines", (Line("metoprolol 漢", ""),)),)))
    assert "metoprolol" not in caplog.text
    assert "Alice" not in str(PdfReader(BytesIO(content)).metadata)
