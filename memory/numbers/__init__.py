"""Numbers and quantities in what people say or write, in digits or in words, in English, Spanish or Portuguese.

What is deliberately no number here: ISO and slashed dates (`memory.dates` reads them), names that hold digits
("A1c", "B12", "COVID-19"), frequency words ("twice daily", see `memory.numbers.dosing`), and "one" unless something
countable follows it. Signs are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from memory.numbers.units import SYMBOLS, canonical_unit, unit_ahead, written_after_number
from memory.numbers.words import (
    AMBIGUOUS_ONE,
    AMBIGUOUS_SPANISH,
    CARDINAL_WORDS,
    LARGE_SCALES,
    ORDINAL_WORDS,
    SpokenNumber,
    fraction_after,
    part_after,
    read_number,
    whole,
)

__all__ = ["Quantity", "as_digits", "canonical_unit", "numbers_in", "quantities", "stands_in"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit in canonical spelling, if it has one; `text` is exactly `said[start:end]`.

    The first end of a range has the unit of the second ("25 to 50 mg"), though its `text` does not hold it.
    """

    value: Decimal
    unit: str | None
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """A number where it stands: `end` is where its digits or words end, `unit_end` where its unit does."""

    value: Decimal
    start: int
    end: int
    spoken: bool
    ordinal: bool = False
    unit: str | None = None
    unit_end: int = 0


# A word that stands apart from digits: writing it as digits must not make one number of the two.
_WORD = r"[^\W\d_]+(?![\w½¼¾⅓⅔]|[.,/:-][0-9])"
_DIGITS = r"""
    (?P<digits>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?!,?[0-9])
             | [0-9]+,[0-9]{1,2}(?!,?[0-9]) | [0-9]+(?:\.[0-9]+)? | (?<![0-9])\.[0-9]+)
    (?P<suffix>(?:st|nd|rd|th)(?!\w))?
"""
_PLAIN_DIGITS = re.compile(_DIGITS, re.VERBOSE)
_SCAN = re.compile(
    rf"""
    (?P<date>(?<![\w/-])(?:(?:19|20)[0-9]{{2}}-[0-9]{{2}}(?:-[0-9]{{2}})?
        | [0-9]{{1,2}}/[0-9]{{1,2}}/(?:[0-9]{{4}}|[0-9]{{2}}))(?![\w/-]))
    | (?P<code>(?:[A-Z]{{1,6}}|[Oo]mega)-[0-9]\w* | (?![qQxX][0-9])[^\W\d_]+[0-9]\w*)
    | (?P<fraction>(?:(?P<whole>[0-9]{{1,4}})[ \t-]?)?
        (?:(?<![0-9/])(?P<over>[1-3])/(?P<under>[2-4])(?![\w/])|(?P<sign>[½¼¾⅓⅔])))
    | {_DIGITS}
    | (?<![\w.,/:])(?<![0-9]-)(?P<word>{_WORD})
    """,
    re.VERBOSE,
)
_NEXT_WORD = re.compile(r"(?P<link>[ \t]+\.[ \t]+|[ \t]+|-)" + f"(?P<word>{_WORD})")
_SPELT_POINT_IS_A_FULL_STOP = re.compile(r"[ \t]+(?:times?|days?|weeks?|months?|hours?|of them)\b")
_DIGITS_AFTER_POINT = re.compile(r"[ \t]+(?:point|\.|coma|punto|ponto)[ \t]+([0-9]{1,4})(?![\w,.])")
_PART = re.compile(
    r"(?:(?:an?|one)[ -])?(?P<part>half|quarter)(?:[ ]of)?(?:[ ]an?)?(?=[ ])|(?P<media>medi[oa]|mei[oa])(?=[ ])", re.I
)
_RANGE = re.compile(r"[ \t]*(?:-|–|—|to|or|and|through|a|o|y|ou|e)[ \t]*", re.IGNORECASE)
_RANGE_TO_A_NUMBER = re.compile(r"[ \t]*(?:-|–|to|or|o|ou)[ \t]*(?P<next>[0-9]|[^\W\d_]+)", re.IGNORECASE)
_OVER = re.compile(r"[ \t]*(?:/|over|sobre)[ \t]*", re.IGNORECASE)
_NOT_A_DECIMAL_POINT = re.compile(
    r"\b(?:a|any|at|every|good|her|his|my|no|one|some|that|the|this|what|which|your|starting)[ \t]+$", re.IGNORECASE
)
_NO_ONE = re.compile(r"\b(?:no|this|that|the|small|big|little|large|other|new|old|same|white)[ \t]+$", re.I)
# A text with neither a digit nor one of these words holds no number; "a" begins one only before another of them.
_HOLDS_DIGITS = re.compile("[0-9½¼¾⅓⅔]")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER_WORDS = CARDINAL_WORDS | ORDINAL_WORDS | {"half", "quarter", "media", "medio", "meia", "meio", "point"}
_BEGIN_A_NUMBER = _NUMBER_WORDS | {"a", "an"}
_SIGNS = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75"), "⅓": Decimal("0.333"), "⅔": Decimal("0.667")}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "mil": 1000}


def quantities(text: str) -> list[Quantity]:
    """Every number in `text`, in order, each with the unit that follows it directly."""
    return [
        Quantity(reading.value, reading.unit, reading.start, end, text[reading.start : end])
        for reading in _readings(text)
        for end in [max(reading.end, reading.unit_end)]
    ]


def numbers_in(text: str) -> set[Decimal]:
    """The values of all numbers in `text`."""
    return {reading.value for reading in _readings(text)}


def stands_in(quantity_text: str, said: str) -> bool:
    """True when every number of `quantity_text` is said, with the same unit where it has one.

    Spelling does not matter ("five hundred milligrams" holds "500 mg"); a unit that was not said does. A text without
    numbers stands in anything.
    """
    heard = [(reading.value, reading.unit) for reading in _readings(said)]
    return all(
        any(value == wanted.value and wanted.unit in {None, unit} for value, unit in heard)
        for wanted in _readings(quantity_text)
    )


def as_digits(text: str) -> str:
    """`text` with spoken numbers in digits and unit symbols in canonical spelling; all else is untouched.

    >>> as_digits("five hundred milligrams every eight hours")
    '500 mg every 8 hours'
    """
    written = _once_as_digits(text)
    return written if written == text else as_digits(written)  # "a quarter thousand" takes two readings


def _once_as_digits(text: str) -> str:
    parts, position = [], 0
    for reading in _readings(text):
        parts += [text[position : reading.start], _number_written(reading, text), _unit_written(reading, text)]
        position = max(reading.end, reading.unit_end)
    return "".join([*parts, text[position:]])


def _number_written(reading: _Reading, text: str) -> str:
    if not reading.spoken:
        return text[reading.start : reading.end]
    digits = f"{reading.value:f}"
    return digits + _ordinal_suffix(int(reading.value)) if reading.ordinal else digits


def _unit_written(reading: _Reading, text: str) -> str:
    if reading.unit_end and reading.unit in SYMBOLS:
        return written_after_number(reading.unit)
    return text[reading.end : reading.unit_end]


def _ordinal_suffix(number: int) -> str:
    return "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _readings(text: str) -> list[_Reading]:
    if not _HOLDS_DIGITS.search(text) and _NUMBER_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return []
    found = [_with_unit(reading, text) for reading in _bare_readings(text)]
    for at in range(len(found) - 2, -1, -1):
        first, second = found[at], found[at + 1]
        if first.unit is None and second.unit and not first.ordinal:
            between = text[first.end : second.start]
            if _RANGE.fullmatch(between) or (second.unit == "mmHg" and _OVER.fullmatch(between)):
                found[at] = replace(first, unit=second.unit)
    return found


def _with_unit(reading: _Reading, text: str) -> _Reading:
    ahead = None if reading.ordinal else unit_ahead(text, reading.end)
    return replace(reading, unit=ahead[0], unit_end=ahead[1]) if ahead else reading


def _bare_readings(text: str) -> Iterator[_Reading]:
    position = 0
    while match := _SCAN.search(text, position):
        is_other_word = match.lastgroup == "word" and match["word"].lower() not in _BEGIN_A_NUMBER
        reading = None if is_other_word else _reading_at(match, text)
        if reading:
            yield reading
        position = reading.end if reading else match.end()


def _reading_at(match: re.Match[str], text: str) -> _Reading | None:
    if match["fraction"] is not None:
        return _fraction(match, text) or _digits(_PLAIN_DIGITS.match(text, match.start()), text)
    if match["digits"] is not None:
        return _digits(match, text)
    if match["word"] is not None:
        return _part(text, match.start()) or _spoken(text, match.start(), match["word"].lower())
    return None


def _fraction(match: re.Match[str], text: str) -> _Reading | None:
    """ "1½", and "1/2" where something countable follows; "1/2" alone may be a date or a score."""
    part = _SIGNS[match["sign"]] if match["sign"] else _divided(int(match["over"]), int(match["under"]))
    if not match["sign"] and (part >= 1 or unit_ahead(text, match.end()) is None):
        return None
    return _Reading(Decimal(match["whole"] or 0) + part, match.start(), match.end(), spoken=True)


def _divided(over: int, under: int) -> Decimal:
    return whole(round(Decimal(over) / under, 3)) if under == 3 else Decimal(over) / under


def _digits(match: re.Match[str] | None, text: str) -> _Reading | None:
    if match is None:
        return None
    written = match["digits"]
    value = Decimal(written.replace(",", "") if "," not in written[-3:] else written.replace(",", "."))
    if match["suffix"]:
        return _Reading(value, match.start(), match.end(), spoken=False, ordinal=True)
    return _digits_and_words(text, match, value) or _Reading(value, match.start(), match.end(), spoken=False)


def _digits_and_words(text: str, match: re.Match[str], value: Decimal) -> _Reading | None:
    """ "2 and a half", "7 point 2", "5 hundred", "1.5 million"."""
    words, ends = _words_from(text, match.end())
    is_whole = value.as_tuple().exponent == 0
    if is_whole and (after := _DIGITS_AFTER_POINT.match(text, match.end())):
        return _Reading(Decimal(f"{value:f}.{after[1]}"), match.start(), after.end(), spoken=True)
    if is_whole and (fraction := fraction_after(words)):
        return _Reading(value + fraction[0], match.start(), ends[fraction[1] - 1], spoken=True)
    if is_whole and (part := part_after(words)):
        return _Reading(value + part[0], match.start(), ends[part[1] - 1], spoken=True)
    scale = (_SCALES if is_whole else LARGE_SCALES).get(words[0], 0) if words else 0
    if 0 < value < min(scale, 1000) and (words[0] != "mil" or unit_ahead(text, ends[0])):
        return _Reading(whole(value * scale), match.start(), ends[0], spoken=True)
    return None


def _part(text: str, start: int) -> _Reading | None:
    """ "half a tablet", "a quarter tablet", "media pastilla": only before something countable."""
    match = _PART.match(text, start)
    if match is None or unit_ahead(text, match.end()) is None:
        return None
    value = Decimal("0.25") if (match["part"] or "").lower() == "quarter" else Decimal("0.5")
    return _Reading(value, start, match.end(), spoken=True)


def _spoken(text: str, start: int, first: str) -> _Reading | None:
    if not _may_begin_a_number(text, start, first):
        return None
    words, ends = _words_from(text, start)
    read = read_number(words)
    if read is None:
        return None
    if read.is_year and unit_ahead(text, ends[read.words - 1]):  # "twenty thirty minutes" are two numbers
        read = SpokenNumber(Decimal(20 if first == "twenty" else 19), 1)
    end = ends[read.words - 1]
    if read.words == 1 and not _is_meant_as_number(text, first, end):
        return None
    if read.value.as_tuple().exponent == 0 and not read.ordinal and (after := _DIGITS_AFTER_POINT.match(text, end)):
        return _Reading(Decimal(f"{read.value:f}.{after[1]}"), start, after.end(), spoken=True)
    return _Reading(read.value, start, end, spoken=True, ordinal=read.ordinal)


def _may_begin_a_number(text: str, start: int, first: str) -> bool:
    if first == "point":
        return _NOT_A_DECIMAL_POINT.search(text, max(0, start - 12), start) is None
    return first in CARDINAL_WORDS or first in ORDINAL_WORDS or first in {"a", "an"}


def _is_meant_as_number(text: str, word: str, end: int) -> bool:
    """ "one tablet" and "one to two tablets" hold a number; "no one", "that one" and "once" do not."""
    if word in AMBIGUOUS_ONE and (upper := _RANGE_TO_A_NUMBER.match(text, end)):
        following = upper["next"].lower()
        return following.isdigit() or (following in CARDINAL_WORDS and following not in AMBIGUOUS_ONE)
    return word not in AMBIGUOUS_ONE | AMBIGUOUS_SPANISH or unit_ahead(text, end) is not None


def _words_from(text: str, start: int) -> tuple[list[str], list[int]]:
    """Up to a dozen words that follow each other from `start`, lower case, with the offset where each ends.

    A full stop between blanks counts as "point": transcripts write "two . five" for what was said as 2.5.
    """
    words: list[str] = []
    ends: list[int] = []
    first = _SCAN.match(text, start)
    position = start
    if first and first["word"]:
        words, ends, position = [first["word"].lower()], [first.end()], first.end()
    while len(words) < 12 and (match := _NEXT_WORD.match(text, position)):
        word = match["word"].lower()
        if "." in match["link"]:
            if words == ["one"] and _NO_ONE.search(text, 0, start):
                break  # "the small one . five milligrams"
            if word not in CARDINAL_WORDS or _SPELT_POINT_IS_A_FULL_STOP.match(text, match.end()):
                break
            words, ends = [*words, "point"], [*ends, match.start("word")]
        words, ends, position = [*words, word], [*ends, match.end()], match.end()
    return words, ends
