"""Vital signs and laboratory values as they are read out in a visit."""

from __future__ import annotations

import pytest

from memory.vocabulary import Tag
from tests.advocate.test_hearing_of_transcribed_visits import DOCTOR, kept

_READINGS = {Tag.LAB, Tag.VITAL}


def _readings(*says: str | tuple[str, str]) -> list[tuple[str, str | None]]:
    return [(draft.attribute, draft.value.value) for draft in kept(*says) if draft.tag in _READINGS]


def test_what_is_read_out_in_one_breath_is_told_apart() -> None:
    said = (
        "your vital signs look good today your blood pressure was one twenty eight over eighty eight your heart rate "
        "was sixty eight respirations were sixteen you don't have a fever your temperature is ninety eight . four and "
        "your oxygenation is ninety seven percent on room air"
    )
    assert _readings((DOCTOR, said)) == [
        ("blood pressure", "128/88"),
        ("pulse", "68"),
        ("respiratory rate", "16"),
        ("temperature", "98.4"),
        ("oxygen saturation", "97"),
    ]


@pytest.mark.parametrize(
    ("says", "reading"),
    [
        (((DOCTOR, "Do you know what that P S A value was?"), "It was eleven point six."), ("PSA", "11.6")),
        (((DOCTOR, "This is the hemoglobin. It's low at 8.2, okay?"),), ("hemoglobin", "8.2")),
        (((DOCTOR, "Show me the hemoglobin a1c. It says 8.1."),), ("A1c", "8.1")),
        (("My sugar shot up to over three hundred.",), ("glucose", "300")),
        (((DOCTOR, "Your blood pressure is one ninety five by eighty three."),), ("blood pressure", "195/83")),
        (((DOCTOR, "You have a low pumping function of your heart at 45 %."),), ("ejection fraction", "45")),
    ],
)
def test_a_value_finds_its_measure(says: tuple[str | tuple[str, str], ...], reading: tuple[str, str]) -> None:
    assert reading in _readings(*says)


def test_no_fever_with_a_temperature_is_told_as_no_fever() -> None:
    [draft] = [d for d in kept((DOCTOR, "You're not running a fever, so 97.9.")) if d.tag in _READINGS]
    assert (draft.attribute, draft.text) == ("temperature", "no fever 97.9")


def test_a_number_that_nobody_can_have_is_no_reading() -> None:
    assert _readings("I measured my blood pressure at 830 this morning.") == []


def test_a_decimal_comma_is_kept_in_words_and_read_as_a_number() -> None:
    [draft] = kept("Mi creatinina fue de 1,4 mg/dL.")
    assert ("1,4 mg/dL" in draft.text, draft.value.value) == (True, "1.4")
