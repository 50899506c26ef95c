"""A clause as it reads cold: without the speaker's "I", small words, and days that only make sense today."""

from __future__ import annotations

import re

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.sentences import Clause
from memory.numbers import as_digits, quantities

_OPENING = re.compile(
    r"""^\W*(?:(?:and|but|so|also|well|oh|yes|yeah|no|okay|ok|um|uh|hi|hello|then|because|that|just|y|pero|actually|please|remember|by\s+the\s+way)\b[,:\s]*)*
    (?:(?:I|i)\b(?:['’](?:m|ve|d|ll))?\s*(?:am\s+|have\s+been\s+|was\s+|been\s+)?|(?:he|she|they|my|mi|yo|we|you)\b(?:['’](?:s|ve|re))?\s+)?""",
    re.VERBOSE | re.IGNORECASE,
)
_ABSOLUTE = re.compile(
    r"\d{3,}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)\w*\b", re.IGNORECASE
)
_TRAILING = re.compile(
    r"[\s,]+(?:so\s+(?:yeah|yes|there)|you\s+know|i\s+(?:think|guess|suppose|believe)|or\s+so(?:mething)?|anyway|if\s+that\s+helps|by\s+the\s+way|for\s+what\s+it['’]s\s+worth)\W*$",
    re.IGNORECASE,
)
_LEFT_OVER = re.compile(r"\s+(?:on|in|at|since|from|for|starting|the|last|until|and|to|,)\s*$", re.IGNORECASE)


def cold(clause: Clause, hearing: Hearing, *, keep_subject: bool = False) -> str:
    """The words of a clause as a record keeps them, numbers in digits."""
    text = clause.text
    for mention in sorted(hearing.dates(clause), key=lambda m: -m.start):
        if not _ABSOLUTE.search(mention.phrase):
            text = f"{_LEFT_OVER.sub('', text[: mention.start])} {text[mention.end :].lstrip(' ,')}"
    text = _TRAILING.sub("", text)
    words = text if keep_subject else _OPENING.sub("", text)
    return in_digits(" ".join(words.split())).strip(" ,;.") or in_digits(clause.text)


def in_digits(words: str) -> str:
    """The words with spoken numbers in digits; what was written in digits keeps its unit as said ("3 pounds")."""
    spoken = [q for q in quantities(words) if not q.text[0].isdigit()]
    for quantity in reversed(spoken):
        words = f"{words[: quantity.start]}{as_digits(quantity.text)}{words[quantity.end :]}"
    return words
