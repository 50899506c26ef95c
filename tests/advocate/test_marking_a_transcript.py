"""Words that became facts, and words that were held back, are marked where they stand; no word is lost."""

from __future__ import annotations

import pytest

from advocate.showing.marked import pieces

SAID = "Hello. I take\nmetoprolol 25 mg daily. Maybe aspirin?"


@pytest.mark.parametrize(
    ("became", "held", "shown"),
    [
        ([], [], SAID),
        (["I take metoprolol 25 mg daily"], [], "Hello. <I take\nmetoprolol 25 mg daily>. Maybe aspirin?"),
        (["metoprolol 25 mg"], ["Maybe aspirin?"], "Hello. I take\n<metoprolol 25 mg> daily. [Maybe aspirin?]"),
        (["Hello. I take", "take metoprolol"], [], "<Hello. I ><take><\nmetoprolol> 25 mg daily. Maybe aspirin?"),
        (["MAYBE ASPIRIN"], ["aspirin?"], "Hello. I take\nmetoprolol 25 mg daily. <Maybe >*aspirin*[?]"),
        (["(forgotten)", "", " "], ["25 kg"], SAID),
        (["25 mg daily. Maybe aspirin? And more"], [], SAID),
    ],
)
def test_each_quote_is_marked_where_it_stands(became: list[str], held: list[str], shown: str) -> None:
    found = pieces(SAID, became, held)
    signs = {(False, False): "{}", (True, False): "<{}>", (False, True): "[{}]", (True, True): "*{}*"}
    assert "".join(signs[piece.became, piece.held].format(piece.text) for piece in found) == shown
    assert "".join(piece.text for piece in found) == SAID


def test_nothing_said_is_no_piece() -> None:
    assert pieces("", ["a"], ["b"]) == ()
