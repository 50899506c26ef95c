"""A series is computed in code: its dates, which way it goes, how often in a row, and where nothing was measured."""

from __future__ import annotations

from decimal import Decimal

import pytest

from advocate.trends import computed, trends
from memory.drafts import Value
from memory.recollection import Placed, Slot
from tests.advocate.placing import fact, placed


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
        "creatinine: 1.4 mg/dL (2026-08-31), 1.6 mg/dL (2026-10-15), up by 0.2 mg/dL."
    )


def test_rises_in_a_row_are_counted() -> None:
    rising = [reading(f"2026-0{n}-01", value) for n, value in enumerate(("1.1", "1.2", "1.4", "1.6"), 1)]
    assert told(*rising).endswith("up by 0.5 mg/dL; the third rise in a row.")
    assert told(*rising[:3]).endswith("; the second rise in a row.")


def test_a_run_that_ends_is_no_run() -> None:
    trend = told(reading("2026-01-01", "1.1"), reading("2026-02-01", "1.5"), reading("2026-03-01", "1.3"))
    assert "in a row" not in trend
    assert "up by 0.2 mg/dL in all; from the last but one to the last down by 0.2 mg/dL" in trend


@pytest.mark.parametrize(("other", "named"), [("2026-07-01", True), ("2026-04-30", False)])
def test_a_quarter_without_a_reading_is_named(other: str, named: bool) -> None:
    trend = told(reading("2026-03-10", "1.1"), reading(other, "1.2"))
    assert (f"no reading between 2026-03-10 and {other}" in trend) is named


def test_readings_of_every_quarter_leave_no_gap() -> None:
    quarterly = [reading(f"2026-{month}-01", value) for month, value in (("01", "1.1"), ("04", "1.2"), ("08", "1.3"))]
    assert "no reading" not in told(*quarterly)
    assert "no reading between 2026-08-01 and 2027-03-01" in told(*quarterly, reading("2027-03-01", "1.4"))


def test_a_blood_pressure_is_a_pair() -> None:
    falling = [
        reading(f"2026-04-{day}", value, "mmHg", "blood pressure")
        for day, value in (("01", "152/94"), ("28", "138/84"))
    ]
    assert told(*falling).endswith("152/94 mmHg (2026-04-01), 138/84 mmHg (2026-04-28), down by 14/10 mmHg.")


def test_the_numbers_of_a_pair_that_part_ways_are_told_one_by_one() -> None:
    apart = [
        reading(f"2026-04-{day}", value, "", "blood pressure") for day, value in (("01", "140/80"), ("28", "130/85"))
    ]
    assert told(*apart).endswith("the first number down by 10, the second up by 5.")


def test_two_units_are_two_series() -> None:
    mixed = [reading("2026-01-01", "6.1", "mmol/L", "glucose"), reading("2026-02-01", "110", "mg/dL", "glucose")]
    assert trends(mixed) == []
    assert len(computed([*mixed, reading("2026-03-01", "6.4", "mmol/L", "glucose")])) == 1


def test_a_reading_whose_unit_was_not_said_goes_with_the_others_as_it_was_said() -> None:
    trend = told(reading("2026-01-01", "1.4"), reading("2026-02-01", "1.6", ""))
    assert "1.6 (2026-02-01), up by 0.2 mg/dL" in trend


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
