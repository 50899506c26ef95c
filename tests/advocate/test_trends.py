"""A series is computed in code: its dates, which way it goes, how often in a row, and where nothing was measured."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from advocate.configuration import agents
from advocate.grounding import Grounding
from advocate.trends import computed, put_there_by_code, rests_on, trends
from memory.drafts import Value
from memory.recollection import Placed, Recollection, Slot
from tests.advocate.placing import fact, placed

NOVEMBER = date(2026, 11, 1)


def reading(
    day: str, value: str, unit: str = "mg/dL", measure: str = "creatinine", *, slot: Slot | None = None
) -> Placed:
    told = " ".join(filter(None, (measure, value, unit)))
    line = f"[LAB | date: {day} | source: patient | status: active | keys: {measure}] {told}"
    return placed(fact(line, measure, value=Value(value, unit or None)), slot)


def told(*readings: Placed) -> str:
    (trend,) = trends(readings)
    return trend


def test_readings_are_told_oldest_first_with_their_days_and_direction() -> None:
    assert told(reading("2026-10-15", "1.6"), reading("2026-08-31", "1.4")) == (
        "Creatinine over time: 1.4 mg/dL (31 August 2026), 1.6 mg/dL (15 October 2026), up by 0.2 mg/dL."
    )


def test_rises_in_a_row_are_counted() -> None:
    rising = [reading(f"2026-0{n}-01", value) for n, value in enumerate(("1.1", "1.2", "1.4", "1.6"), 1)]
    assert told(*rising).endswith("up by 0.5 mg/dL; the third rise in a row.")
    assert told(*rising[:3]).endswith("; the second rise in a row.")


def test_a_run_that_ends_is_no_run() -> None:
    trend = told(reading("2026-01-01", "1.1"), reading("2026-02-01", "1.5"), reading("2026-03-01", "1.3"))
    assert "in a row" not in trend
    assert "up by 0.2 mg/dL in all; from the last but one to the last down by 0.2 mg/dL" in trend


@pytest.mark.parametrize(
    ("other", "words", "named"), [("2026-07-01", "1 July 2026", True), ("2026-04-30", "30 April 2026", False)]
)
def test_a_quarter_without_a_reading_is_named(other: str, words: str, named: bool) -> None:
    trend = told(reading("2026-03-10", "1.1"), reading(other, "1.2"))
    assert (f"no reading between 10 March 2026 and {words}" in trend) is named


def test_readings_of_every_quarter_leave_no_gap() -> None:
    quarterly = [reading(f"2026-{month}-01", value) for month, value in (("01", "1.1"), ("04", "1.2"), ("08", "1.3"))]
    assert "no reading" not in told(*quarterly)
    assert "no reading between 1 August 2026 and 1 March 2027" in told(*quarterly, reading("2027-03-01", "1.4"))


def test_a_blood_pressure_is_a_pair() -> None:
    falling = [
        reading(f"2026-04-{day}", value, "mmHg", "blood pressure")
        for day, value in (("01", "152/94"), ("28", "138/84"))
    ]
    assert told(*falling).endswith("152/94 mmHg (1 April 2026), 138/84 mmHg (28 April 2026), down by 14/10 mmHg.")


def test_the_numbers_of_a_pair_that_part_ways_are_told_one_by_one() -> None:
    apart = [
        reading(f"2026-04-{day}", value, "", "blood pressure") for day, value in (("01", "140/80"), ("28", "130/85"))
    ]
    assert told(*apart).endswith("the first number down by 10, the second up by 5.")


def test_two_units_without_a_factor_are_two_series() -> None:
    mixed = [reading("2026-01-01", "6.5", "%", "A1c"), reading("2026-02-01", "48", "mmol/mol", "A1c")]
    assert trends(mixed) == []
    assert len(computed([*mixed, reading("2026-03-01", "6.9", "%", "A1c")])) == 1


def test_two_units_are_compared_by_the_factor_that_is_stated() -> None:
    trend = told(reading("2026-01-01", "6.1", "mmol/L", "glucose"), reading("2026-02-01", "118", "mg/dL", "glucose"))
    assert trend == (
        "Glucose over time: 6.1 mmol/L (1 January 2026), 118 mg/dL (1 February 2026), up by about 8 mg/dL; "
        "compared in mg/dL, where 1 mmol/L is 18.016 mg/dL."
    )


def test_the_last_reading_says_in_which_unit_two_are_compared() -> None:
    trend = told(reading("2026-01-01", "110", "mg/dL", "glucose"), reading("2026-02-01", "6.1", "mmol/L", "glucose"))
    assert "unchanged; compared in mmol/L" in trend


@pytest.mark.parametrize("spelt", ["mg/dl", "milligrams per deciliter"])
def test_one_unit_in_two_spellings_is_one_series(spelt: str) -> None:
    assert "up by 0.2 mg/dL" in told(reading("2026-01-01", "1.4", spelt), reading("2026-02-01", "1.6"))


def test_a_long_series_is_told_in_a_bounded_form() -> None:
    weeks = [date(2024, 1, 1) + timedelta(weeks=n) for n in range(120)]
    long = [reading(day.isoformat(), str(80 + n % 7), "kg", "weight") for n, day in enumerate(weeks)]
    trend = told(*long)
    assert "80 kg (1 January 2024), then 113 readings between 80 and 86 kg, then 82 kg (9 March 2026), " in trend
    assert trend.count("(") == 7
    assert len(trend) < 500


def test_readings_that_were_not_placed_count_too() -> None:
    whole = [reading(f"2026-0{n}-01", value).fact for n, value in enumerate(("1.1", "1.2", "1.4", "1.6"), 1)]
    last = reading("2026-04-01", "1.6")
    (trend,) = trends([last], whole)
    assert "1.1 mg/dL (1 January 2026)" in trend
    assert "the third rise in a row" in trend
    assert trends([reading("2026-04-01", "5.1", measure="potassium")], whole) == [], "another measure's do not"


def test_a_reading_whose_unit_was_not_said_goes_with_the_others_as_it_was_said() -> None:
    trend = told(reading("2026-01-01", "1.4"), reading("2026-02-01", "1.6", ""))
    assert "1.6 (1 February 2026), up by 0.2 mg/dL" in trend


def test_what_is_not_current_has_no_place_in_a_series() -> None:
    corrected = reading("2026-02-01", "9.9", slot=Slot.HISTORY)
    assert trends([reading("2026-01-01", "1.4"), corrected]) == []


def test_a_word_is_no_reading() -> None:
    assert trends([reading("2026-01-01", "normal", ""), reading("2026-02-01", "1.4")]) == []


def test_a_series_tells_its_moves() -> None:
    (series,) = computed([reading("2026-01-01", "1.4"), reading("2026-02-01", "1.4"), reading("2026-03-01", "1.2")])
    assert series.moves == (0, -1)
    assert series.run == 1
    assert series.values[-1] == (Decimal("1.2"),)


def test_a_computed_sentence_passes_and_rests_on_its_readings() -> None:
    whole = [reading(f"2026-{n:02}-01", f"1.{n:02}") for n in range(1, 13)]
    spoken = whole[-1:]
    recollection = Recollection(
        "creatinine?", NOVEMBER, (), tuple(spoken), (), (), silent=False, readings=tuple(p.fact for p in whole)
    )
    (sentence,) = trends(spoken, recollection.readings)
    grounding = Grounding(
        placed=spoken,
        quotations=(),
        said=(),
        allowed=put_there_by_code(agents()["patient-advocate"], NOVEMBER, spoken, recollection.readings),
        computed=rests_on(recollection),
        day=NOVEMBER,
    )
    verdict = grounding.check(sentence)
    assert verdict.supported
    assert set(verdict.facts) == {p.fact.id for p in whole}, "so that forgetting one takes the sentence with it"
    assert not grounding.check(sentence.replace("1.05", "1.55").replace("1.12", "2.12")).supported
