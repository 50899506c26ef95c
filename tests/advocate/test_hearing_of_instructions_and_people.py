"""What clinicians ordered, who they are, visits, wishes and the life around the person."""

from __future__ import annotations

import pytest

from memory.dates import PartialDate
from memory.drafts import Act, Tense
from memory.vocabulary import Tag
from tests.advocate.spoken import METOPROLOL, heard, only, row

CARDIOLOGIST = row(
    Tag.CARE_TEAM, "cardiologist is Dr. Osei", "cardiologist", memory_key="care_team:cardiologist", keys="cardiologist"
)
VISIT = row(
    Tag.APPOINTMENT, "see Dr. Osei at 9", "cardiologist", memory_key="appointment:cardiologist", keys="dr. osei"
)


@pytest.mark.parametrize(
    ("words", "key", "text", "source", "negated"),
    [
        ("Dr. Osei told me not to drive for a week", "directive:driving", "not to drive for a week", "Dr. Osei", True),
        ("Dr. Osei put me on a low salt diet", "directive:salt", "low salt diet", "Dr. Osei", False),
        (
            "Dr. Osei wants me to weigh myself every day",
            "directive:weight",
            "weigh myself every day",
            "Dr. Osei",
            False,
        ),
        (
            "The diabetes nurse told me to check my blood sugar every morning",
            "directive:blood-sugar.check",
            "check my blood sugar every morning",
            "diabetes nurse",
            False,
        ),
        (
            "Dr. Osei said I should not lift anything with my left arm",
            "directive:lifting.left",
            "should not lift anything with my left arm",
            "Dr. Osei",
            True,
        ),
        ("I'm not supposed to drive", "directive:driving", "not supposed to drive", "patient", True),
        (
            "Dr. Osei said to hold the metoprolol if my pulse is below 50",
            "directive:metoprolol.hold",
            "hold the metoprolol if my pulse is below 50",
            "Dr. Osei",
            False,
        ),
    ],
)
def test_an_instruction_is_kept_word_for_word(words: str, key: str, text: str, source: str, *, negated: bool) -> None:
    draft = only(words)
    assert (draft.tag, draft.memory_key, draft.text) == (Tag.DIRECTIVE, key, text)
    assert (draft.source, draft.negated) == (source, negated)


def test_the_dose_is_the_drug_on_record() -> None:
    draft = only("Dr. Osei said to hold the dose if I feel faint", known=(METOPROLOL,))
    assert draft.memory_key == "directive:metoprolol.hold"


def test_a_second_order_goes_on_with_the_same_clinician() -> None:
    drafts = heard("Dr. Osei said I should avoid grapefruit, and I should weigh myself daily")
    assert [(draft.text, draft.source) for draft in drafts] == [
        ("avoid grapefruit", "Dr. Osei"),
        ("weigh myself daily", "Dr. Osei"),
    ]


def test_a_regimen_and_an_instruction_in_one_order() -> None:
    taken, call = heard("Dr. Osei told me to take furosemide 40 mg every morning and call if I gain 3 pounds")
    assert (taken.tag, taken.text) == (Tag.MEDICATION, "furosemide 40 mg every morning")
    assert (call.tag, call.memory_key) == (Tag.DIRECTIVE, "directive:weight.call")


def test_a_clinician_orders_in_a_visit() -> None:
    order, advice = heard(
        (
            "clinician",
            "I'm going to put you on lisinopril 10 milligrams once a day. I want you to weigh yourself daily.",
        )
    )
    assert (order.text, order.source, order.act, order.tense) == (
        "lisinopril 10 mg once a day",
        "clinician",
        Act.CHANGE,
        Tense.NOW,
    )
    assert (advice.tag, advice.text) == (Tag.DIRECTIVE, "weigh yourself daily")


@pytest.mark.parametrize(
    ("says", "source"),
    [
        (("My cardiologist, Dr. Osei, started me on Eliquis 5 mg",), "Dr. Osei, cardiologist"),
        (("My cardiologist started me on Eliquis 5 mg",), "Dr. Osei, cardiologist"),
        (("Dr. Osei started me on Eliquis 5 mg",), "Dr. Osei, cardiologist"),
        (("The kidney doctor started me on Eliquis 5 mg",), "nephrologist"),
        (("I saw Dr. Osei yesterday. She started me on Eliquis 5 mg",), "Dr. Osei, cardiologist"),
        (("I take Eliquis 5 mg",), "patient"),
    ],
)
def test_the_source_is_named_with_the_role_that_the_record_knows(says: tuple[str, ...], source: str) -> None:
    drafts = [d for d in heard(*says, known=(CARDIOLOGIST,)) if d.tag is Tag.MEDICATION]
    assert [draft.source for draft in drafts] == [source]


def test_a_clinician_who_names_themselves_is_the_source() -> None:
    (draft,) = heard(("clinician", "Hello, I'm Dr. Bob. Your creatinine was 1.4."))
    assert draft.source == "Dr. Bob"


@pytest.mark.parametrize(
    ("words", "tag", "key", "text"),
    [
        ("My cardiologist is Dr. Osei", Tag.CARE_TEAM, "care_team:cardiologist", "cardiologist is Dr. Osei"),
        ("Dr. Osei's phone number is 555-0134", Tag.CONTACT, "contact:dr-osei", "Dr. Osei's phone number is 555-0134"),
        ("My insurance is Aetna", Tag.INSURANCE, "insurance:plan", "insurance is Aetna"),
        ("My blood type is O positive", Tag.FACT, None, "blood type is O positive"),
        ("I live alone", Tag.SOCIAL, "social:living", "live alone"),
        ("I have never smoked", Tag.SOCIAL, "social:smoking", "have never smoked"),
        ("please write short answers", Tag.PREFERENCE, "preference:writing.style", "write short answers"),
        ("Please call me in the morning", Tag.PREFERENCE, "preference:contact.time", "call me in the morning"),
        ("Call me Al", Tag.PREFERENCE, "preference:name", "Call me Al"),
        ("I prefer liquid medicine", Tag.PREFERENCE, "preference:medicine.form", "prefer liquid medicine"),
    ],
)
def test_people_and_circumstances_have_addresses(words: str, tag: Tag, key: str | None, text: str) -> None:
    draft = only(words)
    assert (draft.tag, draft.memory_key, draft.text) == (tag, key, text)


def test_a_visit_has_the_day_of_the_visit() -> None:
    draft = only("I see Dr. Osei on October 12 at 9")
    assert (draft.tag, draft.memory_key) == (Tag.APPOINTMENT, "appointment:dr-osei")
    assert draft.date == PartialDate.parse("2026-10-12")
    assert only("I see Dr. Osei on October 12", known=(CARDIOLOGIST,)).memory_key == "appointment:cardiologist"


def test_a_visit_is_moved_or_called_off_at_its_address() -> None:
    moved = only("My appointment with Dr. Osei was moved to October 15", known=(VISIT,))
    assert (moved.act, moved.memory_key, str(moved.date)) == (Act.CHANGE, "appointment:cardiologist", "2026-10-15")
    off = only("Dr. Osei cancelled my appointment", known=(VISIT,))
    assert (off.act, off.memory_key) == (Act.CANCEL, "appointment:cardiologist")


@pytest.mark.parametrize(
    ("words", "tag", "attribute", "text", "date"),
    [
        ("I've been dizzy since Tuesday", Tag.SYMPTOM, "dizziness", "dizzy", "2026-08-25"),
        ("My left knee hurts a lot", Tag.SYMPTOM, "left knee pain", "left knee hurts a lot", ""),
        ("I got my flu shot last week", Tag.IMMUNIZATION, "flu vaccine", "got my flu shot", "2026-08-24"),
        (
            "I had my gallbladder removed in 2015",
            Tag.PROCEDURE,
            "gallbladder removal",
            "had my gallbladder removed in 2015",
            "2015",
        ),
    ],
)
def test_what_happened_is_a_point_in_a_series(words: str, tag: Tag, attribute: str, text: str, date: str) -> None:
    draft = only(words)
    assert (draft.tag, draft.attribute, draft.text, str(draft.date or "")) == (tag, attribute, text, date)
    assert draft.memory_key is None


@pytest.mark.parametrize("words", ["I'm tired of waiting", "I fell asleep early", "no chest pain", "call 911"])
def test_idioms_and_denied_symptoms_are_no_facts(words: str) -> None:
    assert heard(words) == []
