"""The record line: formatting and parsing are exact inverses, and a fault is named by its part."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.dates import PartialDate
from memory.line import LineError, RecordLine, format_line, parse_line
from memory.vocabulary import Status, Tag

STORY = RecordLine(
    Tag.MEDICATION,
    PartialDate(date(2026, 9, 1)),
    "patient",
    Status.ACTIVE,
    ("metoprolol", "dose"),
    "metoprolol tartrate 25 mg twice daily",
)
STORY_LINE = (
    "[MEDICATION | date: 2026-09-01 | source: patient | status: active | keys: metoprolol, dose]"
    " metoprolol tartrate 25 mg twice daily"
)

_words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
_awkward = st.text(st.sampled_from("a \\|],:\n\r[né"), max_size=8)
_dates = st.builds(PartialDate.of, st.dates(), st.sampled_from(["day", "month", "year"]))
lines = st.builds(
    RecordLine,
    tag=st.sampled_from(Tag),
    date=st.none() | _dates,
    source=_words | _awkward,
    status=st.sampled_from(Status),
    keys=st.lists((_words | _awkward).filter(bool), min_size=1, max_size=5).map(tuple),
    fact=_words | _awkward,
)


def test_the_line_of_the_story() -> None:
    assert format_line(STORY) == STORY_LINE
    assert parse_line(STORY_LINE) == STORY


@given(lines)
def test_parsing_is_the_inverse_of_formatting(line: RecordLine) -> None:
    assert parse_line(format_line(line)) == line


@given(lines)
def test_formatting_is_the_inverse_of_parsing(line: RecordLine) -> None:
    text = format_line(line)
    assert format_line(parse_line(text)) == text


@given(lines)
def test_the_header_stands_in_one_line(line: RecordLine) -> None:
    header = format_line(line)[: -len(line.fact)] if line.fact else format_line(line)
    assert "\n" not in header


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("a|b", r"a\|b"),
        ("a]b", r"a\]b"),
        ("a,b", r"a\,b"),
        ("a\\b", r"a\\b"),
        ("a\nb", r"a\nb"),
        ("a\\nb", r"a\\nb"),
        ("Dr. Osei, cardiologist", r"Dr. Osei\, cardiologist"),
    ],
)
def test_a_backslash_escapes_what_separates(source: str, written: str) -> None:
    line = RecordLine(Tag.FACT, None, source, Status.ACTIVE, ("k",), "x")
    assert f"source: {written} |" in format_line(line)
    assert parse_line(format_line(line)).source == source


@pytest.mark.parametrize("written", ["2026", "2026-09", "2026-09-01"])
def test_a_date_keeps_its_precision(written: str) -> None:
    line = RecordLine(Tag.FACT, PartialDate.parse(written), "patient", Status.ACTIVE, ("k",), "x")
    assert f"date: {written} |" in format_line(line)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("metoprolol", r"begins with"),
        ("", r"begins with"),
        (STORY_LINE.replace("] ", " "), r"closed"),
        (STORY_LINE.replace("] ", "]"), r"space"),
        (STORY_LINE.replace(" | source: patient", ""), r"five parts"),
        (STORY_LINE.replace("MEDICATION", "PILL"), r"tag"),
        (STORY_LINE.replace("2026-09-01", "2026-02-30"), r"date"),
        (STORY_LINE.replace("date:", "day:"), r"date:"),
        (STORY_LINE.replace("source:", "from:"), r"source:"),
        (STORY_LINE.replace("active", "alive"), r"status"),
        (STORY_LINE.replace("keys:", "tags:"), r"keys:"),
    ],
)
def test_an_error_names_the_part(text: str, named: str) -> None:
    with pytest.raises(LineError, match=f"(?i){named}"):
        parse_line(text)


@pytest.mark.parametrize("part", ["MEDICATION", "2026-09-01", "active", "keys:", "source:"])
def test_an_error_never_quotes_a_part(part: str) -> None:
    with pytest.raises(LineError) as refused:
        parse_line(STORY_LINE.replace(part, "zqneedle"))
    assert "zqneedle" not in str(refused.value)
