"""What an agent's configuration may let weigh in the order of what was found: importance, and how long ago it was.

Both are off unless a configuration switches them on. They move a row among its like and never across: what answers
stays an answer, what stands beside stays beside, what is pinned is placed whatever it weighs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from memory.recall.ranking import ANSWERS, Match

_USUAL, _STEPS = 3, 2  # importance runs from 1 to 5
_BELOW = 0.999  # of what separates an answer from context


@dataclass(frozen=True, slots=True)
class Weights:
    """How much importance and age weigh.

    importance      0 to 1: by this share the most important rows gain and the least important lose; 0: not at all
    half_life_days  after so many days a point of a series, or what is past, weighs half; None: age does not count.
                    What holds does not fade, however long it has held.
    """

    importance: float = 0.0
    half_life_days: int | None = None

    def applied(self, ranked: Sequence[Match], day: date) -> list[Match]:
        """Return the matches in the order that follows; the scores and the reasons with them."""
        if not self.importance and self.half_life_days is None:
            return [*ranked]
        for match in ranked:
            self._weigh(match, day)
        return sorted(ranked, key=lambda match: -match.score)  # stable: equals stay in their order

    def _weigh(self, match: Match, day: date) -> None:
        base = ANSWERS if match.answers else 0.0
        gain = 1 + self.importance * (match.row.importance - _USUAL) / _STEPS
        faded = self._faded(match, day)
        match.score = base + min((match.score - base) * gain * faded, _BELOW)
        match.why = (*match.why, *self._reasons(match, faded))

    def _faded(self, match: Match, day: date) -> float:
        dated = match.fact.date
        if self.half_life_days is None or dated is None or _holds(match):
            return 1.0
        return float(0.5 ** (max(0, (day - dated.last).days) / self.half_life_days))

    def _reasons(self, match: Match, faded: float) -> Iterable[str]:
        if self.importance and match.row.importance != _USUAL:
            yield f"importance: {match.row.importance}"
        if faded < 1:
            yield f"age: weighs {faded:.2f}"


def _holds(match: Match) -> bool:
    return match.fact.tag.is_state and match.row.successor is None and match.row.until is None


EVENLY = Weights()
