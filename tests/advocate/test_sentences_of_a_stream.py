"""A stream is cut into whole sentences, and nothing of it is lost or moved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advocate.sentences import Splitter, sentences

CASES = [
    ("Dr. Osei said 50 mg. It was 1.4 before.", ["Dr. Osei said 50 mg. ", "It was 1.4 before."]),
    ("Take 25 mg. twice daily. Then rest.", ["Take 25 mg. twice daily. ", "Then rest."]),
    ("Ask about it, e.g. the dose. Yes?", ["Ask about it, e.g. the dose. ", "Yes?"]),
    ("At 8 p.m. you rest. Good.", ["At 8 p.m. you rest. ", "Good."]),
    ("Is it right? I held 25 mg.", ["Is it right? ", "I held 25 mg."]),
    ("Two rows:\n- 25 mg\n- 50 mg\n", ["Two rows:\n", "- 25 mg\n", "- 50 mg\n"]),
    ("1. Metoprolol 25 mg.\n2. Lisinopril", ["1. Metoprolol 25 mg.\n", "2. Lisinopril"]),
    ("You said: “I fell.” Then you rested.", ["You said: “I fell.” ", "Then you rested."]),
    ("J. Smith called. St. Mary's answered.", ["J. Smith called. ", "St. Mary's answered."]),
    ("It was 1.4. 50 mg is new.", ["It was 1.4. ", "50 mg is new."]),
    ("The answer is no. Is it?", ["The answer is no. ", "Is it?"]),
    ("See Dr. B. Osei (e.g. Monday). 1.4 was the last.", ["See Dr. B. Osei (e.g. Monday). ", "1.4 was the last."]),
    ("Wait... what?", ["Wait... what?"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_text_is_cut_at_its_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_it_is_cut_the_same_when_it_comes_letter_by_letter(text: str, expected: list[str]) -> None:
    splitter = Splitter()
    found = [sentence for letter in text for sentence in splitter.feed(letter)]
    assert [*found, *splitter.flush()] == expected


def test_a_sentence_comes_as_soon_as_the_next_one_begins() -> None:
    splitter = Splitter()
    assert splitter.feed("It was 1.") == []
    assert splitter.feed("4 on Monday. ") == []
    assert splitter.feed("N") == ["It was 1.4 on Monday. "]


@given(st.lists(st.text(alphabet="ab.!? \n1D“”", max_size=12)))
def test_nothing_is_lost(pieces: list[str]) -> None:
    splitter = Splitter()
    found = [sentence for piece in pieces for sentence in splitter.feed(piece)]
    assert "".join([*found, *splitter.flush()]) == "".join(pieces)
