"""Headings of what people paste: a name that stands under "Allergies:" or "Current medications" is one.

A heading begins a line or a sentence and ends in a colon, or has a line of its own. What follows stands under it until
the next.
"""

from __future__ import annotations

import re
from enum import Enum

from advocate.engines.local.sentences import Clause


class Under(Enum):
    """What a heading announces."""

    ALLERGIES = "allergies"
    MEDICINES = "medicines"
    STOPPED = "stopped medicines"
    OTHER = "anything else"


_STOPPED = r"(?:stop(?:ped)?(?:\s+taking)?|discontinued?|do\s+not\s+take|no\s+longer\s+taking)"
_MEDICINES = r"(?:medications?|medicines?|meds|prescriptions?|medicamentos|medicinas)"
_HEADING = re.compile(
    rf"""(?:^|(?<=[.;]\ )|(?<=\n))[^\w\n]*(?:
      (?P<stopped>(?:{_STOPPED}\b(?:\ the\ following)?(?:\ {_MEDICINES})?
        |{_MEDICINES}\ (?:to\ stop|stopped|discontinued))\ *(?::|(?=\n)))
      | (?P<allergies>(?:[\w/&-]+\ ){{0,4}}?(?:allergy|allergies|intolerances?|alergias)
        (?:\ (?:list|and\ \w+))?\ *(?:\([^)\n]*\))?\ *(?::|(?=\n)|\ -\ ))
      | (?P<medicines>(?:[\w/&-]+\ ){{0,4}}?{_MEDICINES}
        (?:\ (?:list|on\ \w+|at\ \w+|and\ \w+))?\ *(?:\([^)\n]*\))?\ *(?::|(?=\n)|\ -\ ))
      | (?P<other>[A-Z][\w/&'’-]*(?:\ [\w/&'’-]+){{0,5}}\ *:(?!\d))
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_ONE = re.compile(
    r"\b(?:i|my|you|we|he|she|no|any|is|are|was|take|takes|told|said|says|and\s+then)\b", re.IGNORECASE
)


def under(clause: Clause) -> Under | None:
    """What the last heading before the end of a clause announces, in its turn; None where there is none."""
    text = clause.turn.text
    if ":" not in text and "\n" not in text:
        return None
    begun = (match for match in _HEADING.finditer(text) if match.start() < clause.end)
    found = [match for match in begun if not _NOT_ONE.search(match[0])]
    return Under[(found[-1].lastgroup or "other").upper()] if found else None
