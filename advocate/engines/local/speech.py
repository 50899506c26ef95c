"""Transcribed speech as one would have written it: without fillers and stutters, its words and marks joined.

Recognisers write "i , i do n't take , uh , any" for "I don't take any". The rules of hearing read the mended words;
whatever they quote is given back as it stands in the turn, so that a quote is always exactly what was transcribed.
Mending only leaves characters out; text that was written and not transcribed comes through as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from memory.drafts import Draft, Quote, Said, Transcript
from memory.numbers.words import CARDINAL_WORDS

_NUMBER = rf"(?:\d|(?:oh|{'|'.join(sorted(CARDINAL_WORDS))})\b)"
_FILLER = r"(?:(?i:u+h+|u+m+|h+mm+|erm+)|(?:er|ah)(?=,))"
_LEADS_ON = (
    rf"(?:a|an|the|my|your|his|her|of|on|for|to|at|with|by|take|takes|taking|use|using|about|is|am|are|was|be|have|has|had|that"
    rf"|just|also|{_NUMBER})"
)
_JOINED = re.compile(
    rf"""
    (?<=\w)[ ]+(?=n['’]t\b|['’](?:s|m|re|ve|ll|d)\b)      # "do n't", "i 'm"
    | (?<=\bwan)[ ](?=na\b) | (?<=\bgon)[ ](?=na\b) | (?<=\bgot)[ ](?=ta\b)
    | (?<=\S)[ ]+(?=[,?!;:](?:\s|$))                        # "okay ? so , yes"
    | (?<=\w)[ ]+(?=\.(?:\s|$))(?!\.[ ]+{_NUMBER})           # "yes ."; but "two . five" is a number
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SPELT = re.compile(
    r"(?<![\w'’.])(?:[A-HJ-Z]|I(?= [A-HJ-Z] [A-Z]\b))(?: [A-HJ-Z]| [A-Z](?= ?[A-Z]\b)|(?<=[A-Z] [A-Z]) I)+(?![\w'’])"
)  # "M G", "U T I"
_FILLED = re.compile(
    rf"""
    (?<=,)[ ](?:what(?:['’]s|[ ](?:was|is))[ ](?:it|that)(?:[ ]called)?
      |how[ ]do[ ]you[ ]say(?:[ ]it)?|what[ ]do[ ](?:you|they)[ ]call[ ]it)[ ]?,
    | (?<=[\s,])you[ ]know,?[ ]+(?={_NUMBER}) | (?<=,)[ ]you[ ]know(?=,)
    | (?<![\w'’-]){_FILLER}(?![\w'’-])(?:\.{{3}}|…)?[, ]*
    """,
    re.VERBOSE,
)
_HANGING = re.compile(rf"(?<=[\s,]){_LEADS_ON}(?P<comma>,)(?=\s)", re.IGNORECASE)
_STUTTER = re.compile(
    rf"""
    (?<![\w'’-])(?!{_NUMBER})(?P<said>[\w'’]+(?:[ ][\w'’]+)?)(?:,[ ]*|[ ]*-+[ ]+)(?=(?P=said)(?![\w'’-]))
    | (?<![\w'’-])(?P<small>i|the|a|my|to|and|is|it|it['’]s|you|we|of|in|so|i['’]m|i['’]ve)[ ]+(?=(?P=small)(?![\w'’-]))
    | (?<![\w'’-])(?P<cut>[^\W\d]+)-[, ]+(?=(?P=cut))          # "lis- lisinopril"
    """,
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with the place in the original of each of its characters."""

    text: str
    at: Sequence[int]

    def without(self, pattern: re.Pattern[str], group: int | str = 0) -> Mended:
        """The same without what a pattern finds."""
        return self._dropping(
            {place for match in pattern.finditer(self.text) for place in range(match.start(group), match.end(group))}
        )

    def joined(self, pattern: re.Pattern[str]) -> Mended:
        """The same without the blanks in what a pattern finds."""
        found = [place for match in pattern.finditer(self.text) for place in range(*match.span())]
        return self._dropping({place for place in found if self.text[place] == " "})

    def _dropping(self, dropped: set[int]) -> Mended:
        if not dropped:
            return self
        kept = [place for place in range(len(self.text)) if place not in dropped]
        return Mended("".join(self.text[place] for place in kept), [self.at[place] for place in kept])

    def span(self, words: str) -> tuple[int, int] | None:
        """Where `words` of the mended text stand in the original, as (start, end)."""
        start = self.text.find(words)
        return None if start < 0 or not words else (self.at[start], self.at[start + len(words) - 1] + 1)


def mend(text: str) -> Mended:
    """Mend one text."""
    mended = Mended(text, range(len(text))).joined(_SPELT)
    for pattern in (_JOINED, _FILLED):
        mended = mended.without(pattern)
    if "," in mended.text and _FILLED.search(text):  # a comma that stood before a filler
        mended = mended.without(_HANGING, "comma")
    return mended.without(_STUTTER).without(_STUTTER)


def spelt_out(text: str) -> tuple[str, Sequence[int]]:
    """A text with letters that were spelt one by one joined ("L D L"), and where each of its characters stood."""
    mended = Mended(text, range(len(text))).joined(_SPELT)
    return mended.text, mended.at


class Speech:
    """A transcript with its turns mended, and the way back."""

    def __init__(self, transcript: Transcript) -> None:
        """Mend every turn."""
        self._said: Mapping[UUID, Said] = {turn.id: turn for turn in transcript.turns}
        self._mended = {turn.id: mend(turn.text) for turn in transcript.turns}
        self.transcript = replace(
            transcript, turns=tuple(replace(turn, text=self._mended[turn.id].text) for turn in transcript.turns)
        )

    def restored(self, draft: Draft) -> Draft:
        """The same draft with its quotes and its date's words as they were transcribed."""
        quotes = tuple(Quote(quote.turn, self._original(quote.turn, quote.text)) for quote in draft.quotes)
        phrases = [self._original(quote.turn, draft.date_phrase) for quote in reversed(draft.quotes)]
        found = next(
            (p for p, q in zip(phrases, reversed(quotes), strict=True) if p and p in self._said[q.turn].text), ""
        )
        return replace(draft, quotes=quotes, date_phrase=found or draft.date_phrase)

    def _original(self, turn: UUID, words: str) -> str:
        span = self._mended[turn].span(words)
        return self._said[turn].text[span[0] : span[1]] if span else words
