"""Numbers, units and schedules, the way people say them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.numbers import Quantity, as_digits, canonical_unit, numbers_in, quantities, stands_in
from memory.numbers.dosing import as_needed, duration, frequency, route

ANY_TEXT = st.text(st.characters(exclude_categories=()))  # surrogates and control characters too
NUMBER_TALK = st.lists(
    st.sampled_from(
        "one two five seven ten twelve nineteen twenty fifty ninety hundred thousand million point and a half oh zero "
        "mg milligrams M G tablet tablets daily to or over / . , - 5 25 120 2.5 28th 1/2 ½ percent hours veinte y dos "
        "coma mil quinientos once media pastilla the no of fourth".split()
    ),
    max_size=12,
).map(" ".join)


def values(text: str) -> list[str]:
    return [f"{each.value.normalize():f}" for each in quantities(text)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("twenty-five", ["25"]),
        ("three hundred and ten", ["310"]),
        ("six fifty", ["650"]),
        ("one oh two point five", ["102.5"]),
        ("three oh one", ["301"]),
        ("one thirty four", ["134"]),
        ("eighteen hundred", ["1800"]),
        ("fourteen thousand", ["14000"]),
        ("a hundred", ["100"]),
        ("a thousand two hundred", ["1200"]),
        ("three point seven five", ["3.75"]),
        ("point zero five", ["0.05"]),
        ("zero point one two five", ["0.125"]),
        ("four . two", ["4.2"]),
        ("three and a half", ["3.5"]),
        ("2 and a half", ["2.5"]),
        ("six and a quarter", ["6.25"]),
        ("6 and three quarters", ["6.75"]),
        ("the small one . five milligrams", ["5"]),
        ("half a tablet", ["0.5"]),
        ("1½ tablets", ["1.5"]),
        ("1/2 tablet", ["0.5"]),
        ("1,250", ["1250"]),
        (".5", ["0.5"]),
        ("6 point 8", ["6.8"]),
        ("two or three", ["2", "3"]),
        ("forty, sixty", ["40", "60"]),
        ("five hundred five hundred", ["500", "500"]),
        ("118/76", ["118", "76"]),
        ("one eighteen over seventy six", ["118", "76"]),
        ("nineteen eighty four", ["1984"]),
        ("twenty thirty minutes", ["20", "30"]),
        ("the 17th", ["17"]),
        ("the twenty first", ["21"]),
        ("treinta y seis", ["36"]),
        ("veintidós", ["22"]),
        ("cuatrocientos cincuenta", ["450"]),
        ("uno coma cinco", ["1.5"]),
        ("quarenta e duas", ["42"]),
        ("mil doscientos", ["1200"]),
    ],
)
def test_a_number_is_read_in_digits_and_in_words(said: str, expected: list[str]) -> None:
    assert values(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "no one told me",
        "that one helps, the other one does not",
        "one of them",
        "once or twice",
        "on 2026-09-14",
        "on 3/14/2026",
        "my A1c and my B12",
        "COVID-19",
        "at that point",
    ],
)
def test_what_only_looks_like_a_number_is_none(said: str) -> None:
    assert quantities(said) == []


@pytest.mark.parametrize(
    ("said", "value", "unit"),
    [
        ("forty M G", "40", "mg"),
        ("40mg", "40", "mg"),
        ("80 milligrams", "80", "mg"),
        ("88 micrograms", "88", "mcg"),
        ("88 µg", "88", "mcg"),
        ("a hundred m c g", "100", "mcg"),
        ("12 U", "12", "units"),
        ("12u", "12", "units"),
        ("1000 IU", "1000", "IU"),
        ("one fifty milligrams per deciliter", "150", "mg/dL"),
        ("4.4 milliequivalents per liter", "4.4", "mEq/L"),
        ("92 percent", "92", "%"),
        ("58 beats per minute", "58", "bpm"),
        ("100.4 F", "100.4", "°F"),
        ("181 pounds", "181", "lb"),
        ("one puff", "1", "puff"),
        ("dos pastillas", "2", "tablet"),
        ("once miligramos", "11", "mg"),
        ("10-mg tablet", "10", "mg"),
        ("q6h", "6", "hours"),
        ("3x", "3", "times"),
    ],
)
def test_a_unit_is_read_with_its_number(said: str, value: str, unit: str) -> None:
    assert [(each.value, each.unit) for each in quantities(said)] == [(Decimal(value), unit)]


def test_the_exact_words_are_kept() -> None:
    assert quantities("I take Fifty  mg.") == [Quantity(Decimal(50), "mg", 7, 16, "Fifty  mg")]


def test_both_ends_of_a_range_have_the_unit() -> None:
    assert [(each.value, each.unit) for each in quantities("10 to 20 mg")] == [(Decimal(10), "mg"), (Decimal(20), "mg")]
    assert [each.unit for each in quantities("131 over 84 mmHg")] == ["mmHg", "mmHg"]
    assert [each.unit for each in quantities("131 over 84")] == [None, None]


def test_a_word_that_is_no_unit_has_none() -> None:
    assert canonical_unit("Milligrams") == "mg"
    assert canonical_unit("mercury") is None
    assert [each.unit for each in quantities("5 grapes")] == [None]


def test_numbers_compare_by_value() -> None:
    assert numbers_in("1.0 and one hundred") == {Decimal(1), Decimal(100)}


@pytest.mark.parametrize(
    ("quantity", "said", "stands"),
    [
        ("250 mg", "I take two hundred fifty milligrams", True),
        ("250 mg", "I take 250", False),
        ("250 mg", "I take 250 mcg", False),
        ("250", "I take 250 mg", True),
        ("1 mg", "1.0 mg", True),
        ("10 mg", "10 to 20 mg", True),
        ("5 mg", "25 mg", False),
        ("aspirin", "nothing", True),
        ("20 mg twice daily, 2 tablets", "twenty milligrams, two tablets in the morning", True),
    ],
)
def test_a_quantity_stands_only_in_words_that_hold_it(quantity: str, said: str, stands: bool) -> None:
    assert stands_in(quantity, said) is stands


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("five hundred milligrams every eight hours", "500 mg every 8 hours"),
        ("Forty M G, twice a day!", "40 mg, twice a day!"),
        ("ninety two percent", "92%"),
        ("half a tablet", "0.5 tablet"),
        ("dos pastillas", "2 pastillas"),
        ("the twenty second", "the 22nd"),
        ("No one knows, not one", "No one knows, not one"),
    ],
)
def test_spoken_numbers_are_written_as_digits(said: str, written: str) -> None:
    assert as_digits(said) == written


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("two times a day", "twice daily"),
        ("BID", "twice daily"),
        ("2x/day", "twice daily"),
        ("dos veces al día", "twice daily"),
        ("every day", "once daily"),
        ("one pill a day", "once daily"),
        ("TID", "three times daily"),
        ("q6h", "every 6 hours"),
        ("every four to six hours", "every 4 to 6 hours"),
        ("cada doce horas", "every 12 hours"),
        ("every other day", "every other day"),
        ("nightly", "at bedtime"),
        ("each morning", "in the morning"),
        ("every morning and evening", "every morning and evening"),
        ("10 mg in the morning and 20 mg at night", "in the morning and at night"),
        ("once a week", "once weekly"),
        ("on Tuesdays", "every Tuesday"),
        ("every Monday, Wednesday and Friday", "every Monday, Wednesday and Friday"),
        ("three times a week", "three times weekly"),
        ("5 mg a day", None),
        ("I took it once", None),
    ],
)
def test_how_often(said: str, expected: str | None) -> None:
    assert frequency(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("by mouth", "oral"),
        ("two puffs", "inhaled"),
        ("I inject it under the skin", "subcutaneous"),
        ("a shot every month", "injection"),
        ("the patch", "patch"),
        ("one drop in each eye", "eye drops"),
        ("a tablet", None),
    ],
)
def test_by_which_way(said: str, expected: str | None) -> None:
    assert route(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("PRN", True),
        ("only when I need it", True),
        ("if needed for pain", True),
        ("cuando lo necesito", True),
        ("I need it daily", False),
    ],
)
def test_whether_as_needed(said: str, expected: bool) -> None:
    assert as_needed(said) is expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("for ten days", "for 10 days"),
        ("for a week", "for 1 week"),
        ("a 7-day course", "for 7 days"),
        ("durante dos semanas", "for 2 weeks"),
        ("I've been taking it for two weeks", None),
        ("for the past month", None),
    ],
)
def test_for_how_long(said: str, expected: str | None) -> None:
    assert duration(said) == expected


@given(ANY_TEXT | NUMBER_TALK)
def test_no_text_is_too_strange(text: str) -> None:
    for each in quantities(text):
        assert each.text == text[each.start : each.end]
    frequency(text), route(text), as_needed(text), duration(text)
    assert stands_in(text, text)


@given(ANY_TEXT | NUMBER_TALK)
def test_written_numbers_are_not_written_again(text: str) -> None:
    assert as_digits(as_digits(text)) == as_digits(text)


SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spelled(number: int) -> str:
    if number >= 1000:
        return f"{spelled(number // 1000)} thousand" + (f" {spelled(number % 1000)}" if number % 1000 else "")
    if number >= 100:
        return f"{SMALL[number // 100]} hundred" + (f" and {spelled(number % 100)}" if number % 100 else "")
    if number >= 20:
        return TENS[number // 10 - 2] + (f"-{SMALL[number % 10]}" if number % 10 else "")
    return SMALL[number]


@given(st.integers(0, 999_999))
def test_any_number_is_read_as_it_is_spelled(number: int) -> None:
    said = f"take {spelled(number)} mg"
    assert values(said) == [str(number)]
    assert as_digits(said) == f"take {number} mg"


@given(st.integers(0, 999_999))
def test_digits_are_read_as_they_stand(number: int) -> None:
    assert values(f"take {number:,} mg") == [str(number)]
