"""Numbers of ordinary language, which claim nothing: "one question", "the first two", "2." before an item."""

from __future__ import annotations

import re

from advocate.engines.local.lexicon import find_drugs
from memory.numbers import Quantity

_ORDINARY = re.compile(
    r"[\s-]*(?:(?:different|separate|important|good|quick|short|small) )?(?:questions?|things?|points?|sides?|steps?"
    r"|notes?|items?|ways?|lines?|sentences?|words?|options?|answers?|reasons?|topics?|more|others?|another|at a time"
    r"|of (?:them|these|those|us|the|your|which|both)|in one|by one|up|down|numbers?|parts?|kinds?|types?"
    r"|pages?|preguntas?|cosas?|puntos?)\b",
    re.IGNORECASE,
)
_ORDINARY_WORD = re.compile(r"[ ]+(?:that|which|is|or|be|are|from (?:this|that|the))\b")
_IN_ONE = re.compile(
    r"\b(?:in|missed|skipped) one (?:tablet|pill|capsule|product|go|dose)\b"
    r"|\bone (?:missed |extra |single )?(?:tablet|pill|dose)(?= (?:\w+n't|does|do|may|can|might|will|should)\b)",
    re.IGNORECASE,
)
_ORDINARY_AFTER = re.compile(r"\b(?:first|last|other|latest|these|those|which)[ ]+$", re.IGNORECASE)
_ORDINAL = re.compile(r"first|second|third|fourth|fifth|\d(?:st|nd|rd|th)", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:step|option|question|point|part|number|item)[ \t]+$", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"^[ \t]*(?:[-*•][ \t]*)?(\d{1,2})[.)](?=\s)", re.MULTILINE)
_OF_THE = re.compile(r"[ ]of (?:the|your|those|these|my) ")


def is_ordinary(amount: Quantity, text: str) -> bool:
    """Tell whether a number only counts words, questions or items, or numbers them."""
    if (_NUMBERED.search(text, 0, amount.start) and amount.unit is None) or any(
        item.start(1) == amount.start for item in _LIST_NUMBER.finditer(text)
    ):
        return True
    if any(found.start() <= amount.start < found.end() for found in _IN_ONE.finditer(text)):
        return True
    if amount.unit is not None or amount.value > 10 or amount.value % 1:
        return False
    if _OF_THE.match(text, amount.end) and find_drugs(text[amount.end : amount.end + 40]):
        return False  # "three of the oxycodone"
    if (
        _ORDINAL.fullmatch(amount.text)
        or _ORDINARY.match(text, amount.end)
        or _ORDINARY_AFTER.search(text, 0, amount.start)
    ):
        return True
    return amount.text.isalpha() and _ORDINARY_WORD.match(text, amount.end) is not None
