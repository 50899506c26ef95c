"""An old and a new wording side by side, with the words marked in which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from advocate.showing.facts import ShownFact


@dataclass(frozen=True, slots=True)
class Run:
    """Some words in a row; `differs` where the other wording has not got them."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """What stood, and what stands in its place, each as runs of words."""

    old: ShownFact
    new: ShownFact
    before: tuple[Run, ...]
    after: tuple[Run, ...]


def side_by_side(old: ShownFact, new: ShownFact) -> Pair:
    """Return two wordings word by word."""
    left, right = old.text.split(), new.text.split()
    steps = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    before = [_run(left[first:last], same=step == "equal") for step, first, last, _, _ in steps]
    after = [_run(right[first:last], same=step == "equal") for step, _, _, first, last in steps]
    return Pair(old, new, tuple(filter(None, before)), tuple(filter(None, after)))


def _run(words: Sequence[str], *, same: bool) -> Run | None:
    return Run(" ".join(words), not same) if words else None
