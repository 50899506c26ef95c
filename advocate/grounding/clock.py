"""The times of day of a text, by the clock: "at 2:15 p.m.", "half past nine", "a las diez de la mañana"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_HORAS = "una dos tres cuatro cinco seis siete ocho nueve diez once doce".split()
_HOUR = {name: n for names in (_HOURS, _HORAS) for n, name in enumerate(names, 1)}
_WORDED = rf"\d{{1,2}}|{'|'.join(_HOUR)}"
_HALF = (
    r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|(?:in|de|por) (?:the|la) (?:morning|mañana|afternoon|tarde|evening|noche)"
    r"|at night)"
)
_CLOCK = re.compile(
    rf"\b(?P<h>\d{{1,2}}):(?P<m>\d\d)(?:[ ]?{_HALF})?"
    rf"|\b(?P<part>half past|quarter past|quarter to)[ ](?P<ph>{_WORDED})\b(?:[ ]?{_HALF.replace('half', 'phalf')})?"
    r"|(?:(?<=\bat )|(?<=\bby )|(?<=\baround )|(?<=\buntil ))(?P<min>five|ten|twenty|twenty[- ]five)[ ](?P<way>past|to)"
    rf"[ ](?P<mh>{_WORDED})\b"
    rf"|\b(?:at|a las?|around)[ ](?P<wh>{_WORDED})(?P<y> y media| y cuarto| thirty| fifteen| forty[- ]five"
    rf"| o'?clock)?(?:[ ]?{_HALF.replace('half', 'whalf')}|(?<= thirty)|(?<= fifteen)|(?<=[ -]five))"
    rf"|\b(?P<bh>\d{{1,2}})[ ]?(?P<bhalf>a\.?m\b\.?|p\.?m\b\.?)|\b(?P<noon>noon|midday|mediodía)\b"
    rf"|\b(?P<midnight>midnight)\b",
    re.IGNORECASE,
)
_MINUTES = {"half past": 30, "quarter past": 15, "quarter to": -15, " y media": 30, " y cuarto": 15, " thirty": 30}
_MINUTES |= {" fifteen": 15, " forty five": 45, " forty-five": 45}
_SPOKEN = {"five": 5, "ten": 10, "twenty": 20, "twenty five": 25}
_AFTER_NOON = re.compile(r"p|.*(?:afternoon|tarde|evening|noche|night)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day where it stands; `minutes` after midnight, both where morning or evening is left open."""

    minutes: frozenset[int]
    start: int
    end: int

    @property
    def likely(self) -> frozenset[int]:
        """Where morning or evening is left open, the one in working hours."""
        return frozenset(m for m in self.minutes if 7 * 60 <= m < 19 * 60) or self.minutes


def clocks_in(text: str) -> list[Clock]:
    """Return the times of day that a text names by the clock."""
    return [Clock(found, match.start(), match.end()) for match in _CLOCK.finditer(text) if (found := _minutes(match))]


def _minutes(match: re.Match[str]) -> frozenset[int]:
    if match["noon"] or match["midnight"]:
        return frozenset({12 * 60 if match["noon"] else 0})
    said = match["h"] or match["ph"] or match["wh"] or match["bh"] or match["mh"]
    hour = int(said) if said.isdigit() else _HOUR[said.lower()]
    minute = int(match["m"] or 0) + _MINUTES.get((match["part"] or match["y"] or "").lower(), 0)
    if match["min"]:
        minute = _SPOKEN[match["min"].lower().replace("-", " ")] * (1 if match["way"].lower() == "past" else -1)
    if hour > 24 or minute > 59:
        return frozenset()
    half = match["half"] or match["phalf"] or match["whalf"] or match["bhalf"]
    if hour > 12 or (match["h"] and len(match["h"]) == 2 and match["h"].startswith("0")):
        return frozenset({hour * 60 + minute})
    both = {(hour % 12) * 60 + minute, (hour % 12 + 12) * 60 + minute}
    if not half:
        return frozenset(both)
    return frozenset({max(both) if _AFTER_NOON.match(half) else min(both)})
