"""Whether a sentence looks back or ahead, read from its own words, clause by clause.

Patients mostly tell what happened, so a clause without any cue looks back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Literal

Tense = Literal["past", "future"]

_CLAUSE_END = re.compile(
    r"[;!?\n]+|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\b[A-Z])\.(?=\s)|, |\b(?:and|but|then|so|because|y|pero|mas)\b"
)
_SENTENCE_END = re.compile(r"[;!?\n]|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\b[A-Z])\.(?=\s)")

_WILL = re.compile(
    r"""\b(?: will|won't|shall | going\ to(?!\ the) | gonna | (?:i|you|he|she|it|we|they|that)['’]ll
    | (?:told|asked|want|wants|wanted|advised|supposed|scheduled|needs?|plan|plans|planning|like|due|set|have|has|got
       |agreed|booked|asking|telling)\ (?:(?:me|us|him|her|you|them)\ )?to(?=\ [a-z])(?!\ the)
    | (?:told|tells?|says?|said)\ (?:(?:me|us|him|her|them)\ )?(?:that\ )?(?:i|we|he|she|they)
      \ (?:stop|start|take|begin|go|get|come|hold)s?
    | (?:re)?scheduled\ (?:for|on)
    | (?:moved|pushed|postponed|changed|brought|booked|set)\b[^.,;]{0,60}\ (?:to|back|for|till|until)
    | upcoming | coming\ up | no\ later\ than
    | voy\ a | vas\ a | va\ a | vamos\ a | van\ a | vou | vai | vamos | tengo\ que | tiene\ que | tenho\ que | preciso
    | empezaré | iré | veré | tendré | será | tomaré | começarei )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_VISIT = (
    r"(?:surger(?:y|ies)|operation|procedure|scan|mri|ct|x-ray|colonoscopy|biopsy|visit|check-?up|physical|screening)"
)
_AHEAD = re.compile(
    rf"""\b(?: appointments?|appt | (?:is|are|it's|that's)\ (?:on|scheduled|set|due|coming|in|at) | next | tomorrow
    | due | see\ (?:you|me) | come\ (?:back|in) | follow[\ -]?up
    | {_VISIT}\ is | (?:have|has|having)\ [^.,;]{{0,30}}\b{_VISIT}
    | (?:i|we|you|he|she|they)\ (?:see|go|get|start|begin|meet|leave|fly|move|travel)(?:e?s)?
    | i'm\ (?:seeing|having|getting|starting|going) | cita | consulta )\b
    | ^\s*(?:please\ )?(?:start|stop|take|come|call|repeat|finish|begin|return|check|schedule|hold
       |continue|increase)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_PAST_VERBS = (
    "was were wasn't weren't had hadn't did didn't been "
    "ate became began bit bled blew bought broke brought built came caught chose dealt drank drew drove fell felt flew "
    "forgot fought found froze gave got grew heard held hit hurt kept knew laid lay led left lost made met paid put "
    "quit ran rode rose said sat saw sent shook shot slept sold spent spoke stole stood stuck swelled swung taught "
    "thought threw told took tore underwent understood upset went woke won wore wrote "
    "fui fue fueron tuve tuvo estuve estuvo vi vio empecé empezó dejé dejó tomé tomó dio dijo caí hice hizo comencé "
    "estava estive tive teve comecei tomei parei foi disse deu fiz"
)
_PAST = re.compile(
    rf"\b(?:{'|'.join(_PAST_VERBS.split())}|['’]ve|haven't|hasn't|last|ago|ya|pasad[oa]|passad[oa]"
    r"|(?!(?:need|bed|red|med|feed|bleed|speed|seed|indeed|exceed|succeed|scheduled|supposed|planned|rescheduled)\b)"
    r"[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
_UP_TO_NOW = re.compile(
    r"""(?:\b(?:i|you|he|she|it|we|they|there|that|pain|who)?['’](?:ve|s)
     |\b(?:have|has|haven't|hasn't|having)(?:\ n['’]t)?)
    (?:\ (?:also|always|just|really|not|only|now|i|you|he|she|it|they|we|actually|probably|never|still))*\s+
    (?:been|had|felt|kept|taken|gone|done|known|seen|lost|gotten|got|slept|eaten|lived|hurt|worn|smoked|lasted|noticed
      |gained|bothered|stayed|used|suffered|struggled|tried|worked|stopped|started|wanted|persisted|experienced)\b
    | \bbeen\b | \b(?:estado|llevo|tengo|tenho|estou)\b""",
    re.IGNORECASE | re.VERBOSE,
)


class Direction:
    """Answers for any place of a text whether it speaks of the past or the future.

    `tense` overrides what the words say, but not what stands directly before a date ("since Monday" looks back).
    """

    def __init__(self, text: str, tense: Tense | None = None) -> None:
        self._text = text
        self._tense = tense
        self._seen: dict[tuple[int, int], Tense | None] = {}

    @cached_property
    def _clauses(self) -> list[int]:
        return _starts(_CLAUSE_END, self._text)

    @cached_property
    def _sentences(self) -> list[int]:
        return _starts(_SENTENCE_END, self._text)

    def is_future(self, at: int) -> bool:
        """True when the words around offset `at` look ahead."""
        tense = self._tense or self._of(self._clauses, at) or self._of(self._sentences, at)
        return tense == "future"

    def is_past(self, at: int) -> bool:
        """True only when the words say so; without a cue neither this nor `is_future` holds."""
        tense = self._tense or self._of(self._clauses, at) or self._of(self._sentences, at)
        return tense == "past"

    def reaches_now(self, at: int) -> bool:
        """True where the clause says what has been going on ("I've been dizzy …")."""
        start, end = _around(self._clauses, at, len(self._text))
        return _UP_TO_NOW.search(self._text, start, end) is not None

    def _of(self, starts: list[int], at: int) -> Tense | None:
        around = _around(starts, at, len(self._text))
        if around not in self._seen:
            self._seen[around] = _tense_of(self._text[around[0] : around[1]])
        return self._seen[around]


def _tense_of(clause: str) -> Tense | None:
    if _WILL.search(clause):
        return "future"
    if _PAST.search(clause):
        return "past"
    return "future" if _AHEAD.search(clause) else None


def _starts(boundary: re.Pattern[str], text: str) -> list[int]:
    return [0, *(match.end() for match in boundary.finditer(text))]


def _around(starts: list[int], at: int, length: int) -> tuple[int, int]:
    place = bisect_right(starts, at)
    return starts[place - 1], starts[place] if place < len(starts) else length
