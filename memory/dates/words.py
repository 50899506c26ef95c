"""The English words of dates: patterns of them, and what one of them means."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from memory.dates.calendar_days import HOLIDAYS
from memory.dates.rules import Context, Unit, Which
from memory.numbers.words import read_number

WEEKDAYS = {
    name: place
    for place, names in enumerate(("monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thur thurs",
                                   "friday fri", "saturday sat", "sunday sun"))
    for name in names.split()
}  # fmt: skip
MONTHS = {
    name: place
    for place, names in enumerate(("january jan", "february feb", "march mar", "april apr", "may", "june jun",
                                   "july jul", "august aug", "september sept sep", "october oct", "november nov",
                                   "december dec"), 1)
    for name in names.split()
}  # fmt: skip
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
ORDINALS = {word: place for place, word in enumerate(_ORDINALS, 1)} | {"thirtieth": 30}
DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
           "nineties": 90}  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30}
_WHICH: dict[str, Which] = {
    "last": "last", "past": "last", "previous": "last", "this past": "last", "this last": "last", "just past": "last",
    "this": "this", "current": "this", "next": "next", "following": "next",
    "coming": "coming", "this coming": "coming", "upcoming": "coming", "this upcoming": "coming",
}  # fmt: skip

WEEKDAY = "(?:" + "|".join(sorted(WEEKDAYS, key=len, reverse=True)) + ")"
FULL_WEEKDAY = "(?:" + "|".join(name for name in WEEKDAYS if name.endswith("day")) + ")"
MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")(?:(?<=\b[a-z]{3})\.|(?<=\bsept)\.)?"
WHICH = "(?:" + "|".join(sorted(_WHICH, key=len, reverse=True)) + ")"
ORDINAL = rf"(?:(?:twenty|thirty)[ -](?:{'|'.join(_ORDINALS[:9])})|{'|'.join(sorted(ORDINALS, key=len, reverse=True))})"
DAY = rf"(?:(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?(?![0-9:/%]|[.,][0-9])|{ORDINAL})"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TWO_DIGITS = (
    rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:{_ONES}))?|{_TEENS}"
    rf"|(?:oh|o|hundred(?: and)?)[ -](?:{_ONES}))"
)
YEAR = (
    rf"(?:(?:19|20)[0-9]{{2}}(?![0-9]|[.,:/-][0-9])|['’][0-9]{{2}}\b|"
    rf"two thousand(?: (?:and )?(?:{_TWO_DIGITS}|{_ONES}))?|(?:nineteen|twenty)[ -]{_TWO_DIGITS})"
)
SHORT_YEAR = rf"(?:{YEAR}|(?:oh|o)[ -](?:{_ONES}))"
RELATIVE_YEAR = r"(?:last|this|next) year"
COUNT = (
    r"(?:[0-9]{1,4}|an? couple(?: of)?|couple(?: of)?|a few|few|an?|"
    rf"(?:(?:twenty|thirty|forty|fifty|sixty)(?:[ -](?:{_ONES}))?|{_ONES}|{_TEENS}))"
)
UNIT = r"(?:days?|nights?|weeks?|weekends?|fortnights?|months?|years?|decades?|yrs?|wks?|mos?)"
TIME_OF_DAY = r"(?: (?:morning|afternoon|evening|night|noon))?"
HOLIDAY_PATTERNS = {
    r"new year['’]?s eve": "new year's eve", r"new year['’]?s(?: day)?": "new year's day",
    r"(?:martin luther king|mlk)(?: jr\.?)? day": "martin luther king day", r"groundhog day": "groundhog day",
    r"(?:saint )?valentine['’]?s?['’]? day": "valentine's day", r"president['’]?s?['’]? day": "presidents' day",
    r"(?:saint|st\.?) patrick['’]?s? day": "saint patrick's day", r"ash wednesday": "ash wednesday",
    r"palm sunday": "palm sunday", r"good friday": "good friday", r"easter monday": "easter monday",
    r"easter(?: sunday| day)?": "easter", r"cinco de mayo": "cinco de mayo", r"mother['’]?s?['’]? day": "mother's day",
    r"memorial day": "memorial day", r"juneteenth": "juneteenth", r"father['’]?s?['’]? day": "father's day",
    r"(?:independence day|(?:the )?fourth of july)": "independence day", r"labou?r day": "labor day",
    r"(?:columbus|indigenous peoples?['’]?s?) day": "columbus day", r"halloween": "halloween",
    r"veteran['’]?s?['’]? day": "veterans day", r"thanksgiving"
                                                r"(?: day)?": "thanksgiving", r"black friday": "black friday",
    r"(?:christmas|xmas) eve": "christmas eve", r"(?:christmas"
                                                r"|xmas)(?: day)?": "christmas", r"boxing day": "boxing day",
}  # fmt: skip
HOLIDAY = "(?:" + "|".join(HOLIDAY_PATTERNS) + ")"
_HOLIDAYS_BY_PATTERN = [(re.compile(pattern, re.IGNORECASE), name) for pattern, name in HOLIDAY_PATTERNS.items()]


def following(*words: str) -> str:
    """The pattern of a place right after one of these words."""
    return "(?:" + "|".join(rf"(?<=\b{word} )" for word in words) + ")"


def weekday_number(word: str) -> int:
    return WEEKDAYS[word.lower().rstrip(".")]


def month_number(word: str) -> int:
    return MONTHS[word.lower().rstrip(".")]


def day_number(written: str) -> int:
    """ "28th", "twenty-eighth", "3"."""
    words = written.lower().replace("-", " ").split()
    if words[0] in _TENS and len(words) == 2:
        return _TENS[words[0]] + ORDINALS[words[1]]
    return ORDINALS.get(words[0]) or int(re.sub(r"\D", "", words[0]))


def year_number(written: str | None, context: Context) -> int | None:
    """ "2019", "'98", "twenty nineteen", "O four", "last year"; None for nothing."""
    if written is None:
        return None
    words = written.lower().replace("-", " ").split()
    if words[-1] == "year":
        return context.said_on.year + {"last": -1, "this": 0, "next": 1}[words[0]]
    if words[0][-1].isdigit():
        return full_year(int(words[0].lstrip("'’")), context)
    if words[0] in {"o", "oh"}:
        words = ["two", "thousand", *words[1:]]
    if words[1] in {"o", "oh", "hundred"}:
        return {"nineteen": 1900, "twenty": 2000}[words[0]] + _ones(words[-1])
    read = read_number([word for word in words if word != "and"])
    return int(read.value) if read else None


def _ones(word: str) -> int:
    return _ONES.split("|").index(word) + 1


def full_year(number: int, context: Context) -> int:
    """Two digits name the latest such year that is at most ten years ahead."""
    if number >= 100:
        return number
    year = context.said_on.year // 100 * 100 + number
    return year - 100 if year > context.said_on.year + 10 else year


def count_of(written: str) -> tuple[int, bool]:
    """A small number, and whether it was vague ("a few" is taken as three, which is vague; "a couple" as two)."""
    words = written.lower().replace("-", " ").split()
    if words[0].isdigit():
        return int(words[0]), False
    if "few" in words:
        return 3, True
    if "couple" in words:
        return 2, False
    read = read_number(words)
    return (int(read.value), False) if read else (1, False)


def count_between(low: str | None, high: str) -> tuple[int, bool]:
    """The middle of "two or three" and "six to eight", which is vague; or just the number."""
    count, vague = count_of(high)
    return (count, vague) if low is None else ((count_of(low)[0] + count) // 2, True)


def unit_of(written: str) -> tuple[Unit, int]:
    """The unit and how many of it the word means: a fortnight is two weeks."""
    word = written.lower().rstrip("s")
    if word == "fortnight":
        return "week", 2
    if word == "decade":
        return "year", 10
    units: dict[str, Unit] = {"night": "day", "weekend": "weekend", "month": "month", "mo": "month", "yr": "year",
                              "year": "year", "wk": "week", "week": "week"}  # fmt: skip
    return units.get(word, "day"), 1


def which_of(written: str | None) -> Which:
    return _WHICH[" ".join(written.lower().split())] if written else None


def holiday(written: str) -> Callable[[int], date]:
    """The day of each year on which a holiday, as written, falls."""
    return HOLIDAYS[next(name for pattern, name in _HOLIDAYS_BY_PATTERN if pattern.fullmatch(written))]


_HOW_OFTEN = re.compile(
    r"(?:[0-9]|\b(?:mg|mcg|g|ml|units?|iu|milligrams?|micrograms?|tablets?|pills?|capsules?|puffs?|drops?|once|twice"
    r"|times?))[ ]$",
    re.IGNORECASE,
)


_EACH = re.compile(r"(?:an?|per|each|every)\b", re.IGNORECASE)  # "14.2 two days ago" is no rate


def is_how_often(text: str, at: int) -> bool:
    """True where what begins at `at` goes on with an amount: of "100 mg a day from today" only "today" is a date."""
    return _EACH.match(text, at) is not None and _HOW_OFTEN.search(text, max(0, at - 16), at) is not None
