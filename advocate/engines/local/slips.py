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
_SET_RIGHT_IN_SPANISH = re.compile(
    r"[\s,.–—-]*(?:perdón|digo|mejor\s+dicho|quiero\s+decir|no,)[\s,.–—-]*", re.IGNORECASE
)
_SPANISH = re.compile(r"\b(?:el|la|los|las|mi|fue|era|salió|está|es|tomo|una?|con|del?|en|hoy|ayer)\b", re.IGNORECASE)


def without_slips(numbers: Sequence[Quantity], text: str) -> list[Quantity]:
    """The numbers of a clause without those that the next one takes back; Spanish "11,8, no 10,8" denies the last."""
    set_right = _SET_RIGHT_IN_SPANISH if _SPANISH.search(text) else _SET_RIGHT
    return [
        q
        for at, q in enumerate(numbers)
        if at + 1 == len(numbers) or not set_right.fullmatch(text, q.end, numbers[at + 1].start)
    ]
