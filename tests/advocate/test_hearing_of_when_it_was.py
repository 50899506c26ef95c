"""Days told beside what they date: after it, before it, and now."""

from __future__ import annotations

import pytest

from memory.drafts import Act
from memory.vocabulary import Tag
from tests.advocate.spoken import METOPROLOL, heard, only

DAY = "2026-10-15"  # a Thursday


@pytest.mark.parametrize("when", ["That was on the 12th.", "That was this Monday.", "It started on October 12."])
def test_a_day_told_after_dates_what_was_told(when: str) -> None:
    draft = only(f"They brought the metoprolol down to 12.5 mg. {when}", day=DAY, known=(METOPROLOL,))
    assert (draft.act, str(draft.date)) == (Act.CHANGE, "2026-10-12")
    assert draft.date_phrase in when


def test_a_day_told_after_does_not_move_a_day_that_was_told() -> None:
    draft = only("They lowered it to 12.5 mg on the 5th. I called on the 12th.", day=DAY, known=(METOPROLOL,))
    assert str(draft.date) == "2026-10-05"


def test_it_was_not_then_dates_nothing() -> None:
    assert only("They lowered it to 12.5 mg. It wasn't on the 12th.", day=DAY, known=(METOPROLOL,)).date is None


def test_what_a_clinician_did_was_on_the_day_of_the_call() -> None:
    words = "Dr. Lindqvist rang me Tuesday. She's put the metoprolol up to 50 mg."
    draft = only(words, day=DAY, known=(METOPROLOL,))
    assert (draft.source, draft.act, str(draft.date)) == ("Dr. Lindqvist", Act.CHANGE, "2026-10-13")


def test_what_is_taken_today_is_not_dated_by_a_visit() -> None:
    seen = "I saw Dr. Osei on Monday. My blood pressure was 150 over 90. I take aspirin 81 mg."
    assert {d.attribute: str(d.date) for d in heard(seen, day=DAY)} == {
        "blood pressure": "2026-10-12",
        "aspirin": "None",
    }


def test_the_last_of_several_readings_is_of_now() -> None:
    drafts = heard("My eGFR was 58 in January, then 52 in May and now 49", day=DAY)
    assert [(d.value.value, str(d.date)) for d in drafts] == [("58", "2026-01"), ("52", "2026-05"), ("49", "None")]


def test_a_dose_a_day_from_today_begins_today() -> None:
    draft = only("Metoprolol is 100 mg a day from today", day=DAY, known=(METOPROLOL,))
    assert (draft.act, str(draft.date)) == (Act.CHANGE, DAY)


def test_the_end_of_a_stretch_is_no_dose() -> None:
    draft = only("I was on Zoloft from 2018 to 2020", day=DAY)
    assert (draft.text, draft.value.value) == ("Zoloft", None)


def test_two_clauses_may_tell_one_new_dose() -> None:
    words = "My GP has doubled the metoprolol, so it's 50 mg now, since Monday."
    draft = only(words, day=DAY, known=(METOPROLOL,))
    assert (draft.source, draft.value.value, str(draft.date)) == ("primary care doctor", "50", "2026-10-12")


def test_how_long_a_symptom_lasted_belongs_to_it() -> None:
    draft = only("I had chest tightness this morning, it lasted 15 minutes.", day=DAY)
    assert draft.tag is Tag.SYMPTOM
    assert "lasted 15 minutes" in draft.text
