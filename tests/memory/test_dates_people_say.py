"""Dates, the way people say them, resolved against the day on which they were said."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.dates import DateMention, PartialDate, local_day, mentions, resolve
from memory.dates.calendar_days import HOLIDAYS, add_months, easter

SAID_ON = date(2026, 10, 1)  # a Thursday
ANY_TEXT = st.text(st.characters(exclude_categories=()))  # surrogates and control characters too
DATE_TALK = st.lists(
    st.sampled_from(
        "on the 28th 31st second Monday Fridays last next this past week weekends month year ago in March may July "
        "2019 '98 2026-02-30 7/3/2026 30/2 Thanksgiving winter fall day before after yesterday tomorrow two a few "
        "couple 9999 years of since until from by every end early late nineties for been I've will hace tres días el "
        "lunes pasado de julio mañana há dias".split()
    ),
    max_size=10,
).map(" ".join)
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))


def only(text: str, said_on: date = SAID_ON) -> DateMention:
    (mention,) = mentions(text, said_on)
    return mention


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I feel dizzy today", "2026-10-01"),
        ("I slept badly last night", "2026-09-30"),
        ("I fell yesterday morning", "2026-09-30"),
        ("the day before yesterday it was fine", "2026-09-29"),
        ("three days before yesterday", "2026-09-27"),
        ("nine days ago", "2026-09-22"),
        ("a couple of weeks ago", "2026-09-17"),
        ("a fortnight ago", "2026-09-17"),
        ("four months ago", "2026-06"),
        ("two and a half years ago", "2024-04"),
        ("year and a half ago", "2025-04"),
        ("seven years ago", "2019"),
        ("a year ago today", "2025-10-01"),
        ("a month and 2 weeks ago", "2026-08-18"),
        ("I saw her on Monday", "2026-09-28"),
        ("it started this past Saturday", "2026-09-26"),
        ("Tuesday of last week", "2026-09-22"),
        ("three Wednesdays ago", "2026-09-16"),
        ("a week ago Monday", "2026-09-21"),
        ("I fell a week ago yesterday", "2026-09-23"),
        ("it was the Tuesday before last", "2026-09-22"),
        ("this time last year I was well", "2025-10"),
        ("it is 100 mg a day from today", "2026-10-01"),
        ("Dr. Osei put it up to 50 mg on the 28th.", "2026-09-28"),
        ("on the third I fell", "2026-09-03"),
        ("on the 30th", "2026-09-30"),
        ("the 9th of last month", "2026-09-09"),
        ("Thursday the 24th", "2026-09-24"),
        ("September 9", "2026-09-09"),
        ("on December 5 I had a scan", "2025-12-05"),
        ("the nineteenth of August", "2026-08-19"),
        ("14 February 2025", "2025-02-14"),
        ("Feb. 14th, 2025", "2025-02-14"),
        ("4/11/2026", "2026-04-11"),
        ("25/4/2026", "2026-04-25"),
        ("2026-04-25", "2026-04-25"),
        ("it was high on 4/11", "2026-04-11"),
        ("February 29", "2024-02-29"),
        ("in July I was on 12.5", "2026-07"),
        ("back in November", "2025-11"),
        ("last March", "2026-03"),
        ("May of 2022", "2022-05"),
        ("last year in May", "2025-05"),
        ("in 2011", "2011"),
        ("in two thousand eleven", "2011"),
        ("back in nineteen eighty seven", "1987"),
        ("in '87", "1987"),
        ("last month", "2026-09"),
        ("last year", "2025"),
        ("last winter my potassium was 5.1", "2025-12"),
        ("in the summer of 2023", "2023-06"),
        ("early 2021", "2021-01"),
        ("over the weekend", "2026-09-26"),
        ("last week", "2026-09-21"),
        ("on Easter", "2026-04-05"),
        ("the Fourth of July", "2026-07-04"),
        ("on Halloween 2024", "2024-10-31"),
        ("the day after Thanksgiving", "2025-11-28"),
        ("two days before Labor Day", "2026-09-05"),
        ("the Monday after Christmas", "2025-12-29"),
        ("hoy", "2026-10-01"),
        ("anteayer me caí", "2026-09-29"),
        ("hace cinco días", "2026-09-26"),
        ("hace dos meses", "2026-08"),
        ("el martes pasado", "2026-09-29"),
        ("el 12 de agosto", "2026-08-12"),
        ("en febrero", "2026-02"),
        ("la semana pasada", "2026-09-21"),
        ("ontem", "2026-09-30"),
        ("há quatro dias", "2026-09-27"),
    ],
)
def test_what_lies_behind(said: str, expected: str) -> None:
    assert str(only(said).date) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I start it tomorrow", "2026-10-02"),
        ("the day after tomorrow", "2026-10-03"),
        ("I will see him on Monday", "2026-10-05"),
        ("my appointment is on Friday", "2026-10-02"),
        ("they moved my visit to Tuesday", "2026-10-06"),
        ("I was told to come back on the 28th", "2026-10-28"),
        ("I have surgery on November 12th", "2026-11-12"),
        ("next Tuesday", "2026-10-06"),
        ("next month", "2026-11"),
        ("come back in ten days", "2026-10-11"),
        ("in three months", "2027-01"),
        ("two weeks from now", "2026-10-15"),
        ("a week from Monday I go in", "2026-10-12"),
        ("I'm going to stop it in March", "2027-03"),
        ("we will meet at Christmas", "2026-12-25"),
        ("mañana tengo cita", "2026-10-02"),
        ("el próximo lunes", "2026-10-05"),
        ("amanhã", "2026-10-02"),
        ("voy a verla el 5 de noviembre", "2026-11-05"),
    ],
)
def test_what_lies_ahead(said: str, expected: str) -> None:
    assert str(only(said).date) == expected


@pytest.mark.parametrize(
    ("said", "kind", "expected"),
    [
        ("I've had it since 2018", "since", "2018"),
        ("I'm off lisinopril since Monday", "since", "2026-09-28"),
        ("desde 2018 tomo metformina", "since", "2018"),
        ("from Monday, 50 mg", "from", "2026-10-05"),
        ("starting Monday I take two", "from", "2026-10-05"),
        ("starting Monday I felt sick", "from", "2026-09-28"),
        ("take it until Friday", "until", "2026-10-02"),
        ("I took it until Friday", "until", "2026-09-25"),
        ("by the end of the month", "until", "2026-10-31"),
        ("I've been coughing for three weeks", "for", "2026-09-10"),
        ("over the past five days", "for", "2026-09-26"),
        ("the past two to four weeks", "for", "2026-09"),
        ("it has been two weeks.", "for", "2026-09-17"),
        ("on Monday", "point", "2026-09-28"),
    ],
)
def test_how_a_date_is_meant(said: str, kind: str, expected: str) -> None:
    mention = only(said)
    assert (mention.kind, str(mention.date)) == (kind, expected)


@pytest.mark.parametrize(
    "said",
    [
        "a while ago",
        "the other day",
        "when I was young",
        "I may need a second pill",
        "the march went on and on",
        "I sat in the sun",
        "three times a day",
        "every Tuesday I walk",
        "on Tuesdays and Thursdays",
        "Monday, Wednesday and Friday",
        "in the morning and at night",
        "131 over 84",
        "I take 1/2 tablet",
        "take it for 7 days",
        "he gave me pills for a week",
        "she is 72 years old",
        "25 mg of it",
        "my sugars were in the nineties",
        "I had a fall",
        "on the second floor",
        "my niece June came with May",
        "I lost ten pounds in two weeks",
        "February 30",
        "2026-13-40",
        "99999 years ago",
        "9999 years ago",
        "cada mañana",
        "todos los lunes",
    ],
)
def test_what_is_no_date(said: str) -> None:
    assert mentions(said, SAID_ON) == []


def test_each_clause_has_its_own_tense() -> None:
    found = mentions("I saw Dr. Osei on Monday, and I will see the nurse on Friday.", SAID_ON)
    assert [str(each.date) for each in found] == ["2026-09-28", "2026-10-02"]


def test_the_caller_may_say_the_tense() -> None:
    assert [str(mentions("Friday", SAID_ON, tense=tense)[0].date) for tense in ("past", "future")] == [
        "2026-09-25",
        "2026-10-02",
    ]


def test_from_and_to_lie_in_one_week() -> None:
    found = mentions("I was in hospital from Monday to Friday", SAID_ON)
    assert [(each.kind, str(each.date)) for each in found] == [("from", "2026-09-21"), ("until", "2026-09-25")]


def test_a_span_says_how_far_it_reaches() -> None:
    assert only("last week").through == date(2026, 9, 27)
    assert only("last weekend").through == date(2026, 9, 27)
    assert only("last winter").through == date(2026, 2, 28)


def test_a_coarse_date_still_points_at_a_day() -> None:
    mention = only("a month ago", date(2026, 3, 31))
    assert (str(mention.date), mention.likely) == ("2026-02", date(2026, 2, 28))


def test_a_bare_month_said_in_that_month_is_this_one() -> None:
    assert only("in July", date(2026, 7, 1)).date == PartialDate.parse("2026-07")


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("July", "2026-07"),
        ("the second", "2026-09-02"),
        ("2014", "2014"),
        ("for two weeks", "2026-09-17"),
        ("not a date", None),
        ("Monday and Friday", None),
    ],
)
def test_one_phrase_is_resolved(phrase: str, expected: str | None) -> None:
    found = resolve(phrase, SAID_ON)
    assert (found and str(found)) == expected


@given(ANY_TEXT | DATE_TALK, DAYS)
def test_no_text_is_too_strange(text: str, said_on: date) -> None:
    for mention in mentions(text, said_on):
        assert mention.phrase == text[mention.start : mention.end]
        assert mention.date.first <= mention.through
        assert mention.date.first <= mention.likely <= max(mention.through, mention.date.last)
    resolve(text, said_on)


@given(ANY_TEXT | DATE_TALK, DAYS)
def test_mentions_stand_in_order_and_apart(text: str, said_on: date) -> None:
    found = mentions(text, said_on)
    assert all(first.end <= second.start for first, second in pairwise(found))


@given(DAYS, st.sampled_from(["day", "month", "year"]))
def test_a_partial_date_is_parsed_as_it_is_written(day: date, precision: str) -> None:
    partial = PartialDate.of(day, precision)  # type: ignore[arg-type]
    assert PartialDate.parse(str(partial)) == partial
    assert partial.contains(day)
    assert partial.contains(partial.last)
    assert partial.last == date.max or not partial.contains(partial.last + timedelta(days=1))


@pytest.mark.parametrize(
    "written", ["", "26", "2026-1", "2026-13", "2026-02-30", "2026-09-28T00:00", " 2026", "２０２６"]
)
def test_what_is_no_partial_date_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is no date"):
        PartialDate.parse(written)


def test_a_month_begins_on_its_first_day() -> None:
    with pytest.raises(ValueError, match="first day"):
        PartialDate(date(2026, 9, 28), "month")


def test_partial_dates_are_ordered_by_their_first_day() -> None:
    written = ["2027", "2026-09-28", "2026-09", "2026"]
    assert [str(each) for each in sorted(map(PartialDate.parse, written))] == ["2026", "2026-09", "2026-09-28", "2027"]


def test_a_moment_has_its_day_in_the_persons_zone() -> None:
    moment = datetime(2026, 10, 1, 3, 30, tzinfo=UTC)
    assert local_day(moment, "America/New_York") == date(2026, 9, 30)
    assert local_day(moment, "Asia/Tokyo") == date(2026, 10, 1)


def test_a_naive_moment_or_an_unknown_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        local_day(datetime(2026, 10, 1), "UTC")  # noqa: DTZ001
    for zone in ("Mars/Olympus", "", "../etc/passwd", "\x00"):
        with pytest.raises(ValueError, match="no known time zone"):
            local_day(datetime(2026, 10, 1, tzinfo=UTC), zone)


def test_month_ends_are_clamped() -> None:
    assert add_months(date(2026, 3, 31), -1) == date(2026, 2, 28)
    assert add_months(date(2024, 3, 31), -1) == date(2024, 2, 29)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My visit is Tuesday week.", "2026-10-13"),
        ("They see me a week on Friday.", "2026-10-09"),
        ("My scan is the Monday after next.", "2026-10-12"),
        ("I begin two weeks from tomorrow.", "2026-10-16"),
    ],
)
def test_a_week_further_ahead(said: str, expected: str) -> None:
    assert str(only(said).date) == expected


def test_both_years_of_a_stretch_are_read() -> None:
    found = mentions("I was on Zoloft from 2018 to 2020", SAID_ON)
    assert [(str(m.date), m.kind) for m in found] == [("2018", "from"), ("2020", "until")]


def test_holidays_fall_where_they_do() -> None:
    assert [easter(year) for year in (2024, 2025, 2026)] == [date(2024, 3, 31), date(2025, 4, 20), date(2026, 4, 5)]
    assert HOLIDAYS["thanksgiving"](2026) == date(2026, 11, 26)
    assert HOLIDAYS["memorial day"](2026) == date(2026, 5, 25)
    assert HOLIDAYS["mother's day"](2026) == date(2026, 5, 10)
