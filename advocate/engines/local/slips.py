"""A slip set right within one breath: "25, sorry, 50 mg" says 50."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.numbers import Quantity

_SET_RIGHT = re.compile(
    r"[\s,.–—-]*(?:(?:no|oh|er|um|uh|ah|wait|well)[\s,.]+)*"
    r"(?:sorry|i\s+mean|i\s+meant|no|wait|make\s+that|or\s+rather|rather|actually|correction|scratch\s+that|excuse\s+me|perdón|digo)"
    r"[\s,.–—-]*(?:(?:no|it['’]s|it\s+was|it\s+is|that['’]s|i\s+mean)[\s,]*)*(?:to\s+|at\s+)?",
    re.IGNORECASE,
)


def without_slips(numbers: Sequence[Quantity], text: str) -> list[Quantity]:
    """The numbers of a clause without those that the next one takes back."""
    return [
        q
        for at, q in enumerate(numbers)
        if at + 1 == len(numbers) or not _SET_RIGHT.fullmatch(text, q.end, numbers[at + 1].start)
    ]
