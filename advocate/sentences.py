"""A stream of text cut into sentences, each as soon as it is whole; put together again they are the text.

A full stop ends a sentence where white space and then something other than a lower-case letter follows. That of an
abbreviation, an initial, a list number or a decimal ends none. A line break always does.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

_ABBREVIATIONS = re.compile(
    r"dra?|sra?|srta|mrs?|ms|prof|st|mt|jr|fig|approx|ca|cf|vs|incl|esp|resp|e\.g|i\.e|p\.ej"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_ENDS = re.compile(r"(?P<mark>[.!?…]+)[\"'”’»)\]*_]*(?P<space>[ \t]+)|(?P<lines>[ \t]*\n\s*)")
_LAST_WORD = re.compile(r"[\w.]+$")
_OPENERS = "\"'“‘«([*_"


class Splitter:
    """Takes a text in pieces and gives back its sentences with the white space that follows each."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, piece: str) -> list[str]:
        """Return the sentences that this piece completes."""
        self._rest += piece
        return self._take(finished=False)

    def flush(self) -> list[str]:
        """Return what is left at the end of the text."""
        last = self._take(finished=True)
        rest, self._rest = self._rest, ""
        return [*last, rest] if rest else last

    def _take(self, *, finished: bool) -> list[str]:
        sentences, start, searched = [], 0, 0
        while match := _ENDS.search(self._rest, searched):
            if match.end() == len(self._rest) and not finished:
                break  # what follows decides
            searched = match.end()
            if self._ends_here(match, start):
                sentences.append(self._rest[start : match.end()])
                start = match.end()
        self._rest = self._rest[start:]
        return sentences

    def _ends_here(self, match: re.Match[str], start: int) -> bool:
        if match["lines"] is not None or set(match["mark"]) & set("!?"):
            return True
        following = self._rest[match.end() : match.end() + 2].lstrip(_OPENERS)
        if following and following[0].islower():
            return False
        return match["mark"] != "." or not self._abbreviates(self._rest[start : match.start()])

    @staticmethod
    def _abbreviates(before: str) -> bool:
        word = _LAST_WORD.search(before)
        if word is None:
            return False
        alone = not before[: word.start()].strip(" \t-*•#" + _OPENERS)
        is_initial = len(word[0]) == 1 and word[0].isalpha() and word[0].isupper()
        is_list_number = alone and word[0].isdigit()
        return is_initial or is_list_number or _ABBREVIATIONS.fullmatch(word[0].lower()) is not None


def sentences(text: str) -> list[str]:
    """Return the sentences of a whole text, each with the white space that follows it."""
    splitter = Splitter()
    return [*splitter.feed(text), *splitter.flush()]


async def sentences_of(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the sentences of a stream, each as soon as it is whole."""
    splitter = Splitter()
    async for piece in pieces:
        for sentence in splitter.feed(piece):
            yield sentence
    for sentence in splitter.flush():
        yield sentence
