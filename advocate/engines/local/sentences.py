"""Segments of meaning: a turn in sentences and clauses, each with its exact place in the turn.

A clause is the smallest piece that carries a fact of its own, since a person may ask to forget just that piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from advocate.engines.local.assertions import is_interrogative, is_request, tag_of
from memory.drafts import Said
from memory.numbers import quantities

_END = re.compile(r"[.!?…]+[\"”’')\]]*(?=\s|$)|[\r\n]+|;|\s[-–—]{1,2}\s|—")
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|dra|mr|mrs|ms|st|prof|sr|sra|vs|approx|no|tel|ext|dept|e\.g|i\.e|jan|feb|mar|apr|jun|jul|aug|sept?|oct"
    r"|nov|dec)|(?P<hour>\b[ap]\.?\s?m))$",
    re.IGNORECASE,
)
_SUBJECT = r"(?:I|i|I'm|i'm|I've|i've|I'd|I'll|i'll|he|she|they|we|it|it's|he's|she's|they're|you|you're|yo|él|ella)\b"
_VERB = (
    r"(?:is|was|are|were|has|had|have|said|says|told|takes?|took|came|went|put|puts|started|stopped|wants|wanted|uses|gave"
    r"|increased|lowered|raised|changed|hurts?|feels?|runs?|died|lives?|got|gets|prescribed|es|está|era|toma|tiene|dijo)"
)
_NOUN_AND_VERB = (
    r"(?:(?:my|his|her|our|the|mi|el|la|su)\s+(?:[\w'’-]+\s+){1,4}?"
    rf"|(?:[Dd]r|[Dd]ra|[Dd]octor|[Nn]urse)\.?\s+\w+\s+){_VERB}\b"
)
_TIME = r"(?:now|today|yesterday|last\s+night|last\s+week|this\s+morning|currently|then|these\s+days|ahora)"
_START = rf"(?:{_TIME}\s+)?(?:{_SUBJECT}|{_NOUN_AND_VERB})"
_QUESTION = (
    r"(?:(?:is|are|was|should|can|could|do|does|did|will|would|may)\s+(?:that|this|it|i|my|you|there|he|she|the|we)"
    r"|(?:what|why|how|when|which|who)\s+(?:is|are|was|do|does|did|should|can|could|about|much|many|often|will|would))\b"
)
_ADVICE = r"(?:please\s|don't\s|do\s+not\s|no\s+puedo\b)"
_JOINT = re.compile(
    rf",?\s+(?:and\s+then|and\s+also|and|but|so|because|although|though|whereas|while|y|pero|porque|e)\s+(?={_START})"
    rf"|,\s+(?:and\s+|but\s+|so\s+)?(?={_START}|(?i:{_QUESTION}|{_ADVICE}))"
    rf"|,?\s+(?:and|but)\s+(?=(?:have|has)\s+(?:no|had\s+no)\s)"
    rf"|\s+(?:and|but|so)\s+(?=(?i:{_QUESTION})|(?:told|asked|instructed|advised)\s+(?:me|us|her|him)\b|(?:stopped|started|(?<!go\sahead\sand\s)take\b(?!\s+it)|was\s+diagnosed|am\s+allergic|live|smoke|soy\s+alérgic|tomo)\b)"
)
# Speech that was transcribed without stops: where a new statement begins.
_RUN_ON_WORDS = 22
_RUN_ON = re.compile(
    r"""\s+(?:(?:and|but|so|okay|ok|alright|all\s+right|yeah|now|then|well|also|because)[\s,]+)*
    (?<!\bif\s)(?<!\bwhen\s)(?<!\bthat\s)(?<!\bwhat\s)(?<!\bwhich\s)(?<!\bwho\s)(?<!\bhow\s)(?<!\bwhere\s)(?<!\bthan\s)
    (?<!\bunless\s)(?<!\bwhy\s)(?<!\buntil\s)(?<!\bas\s)(?<!\bwhenever\s)(?<!\bthink\s)(?<!\bknow\s)(?<!\bthe\s)
    (?=(?:i|we|you|he|she|they|it|there)(?:['’](?:m|s|re|ve|ll|d))?\s+
        (?:am|are|is|was|were|have|has|had|will|want|wan\s?na|do|don['’]?t|did|didn['’]?t|would|could|can|can['’]?t|should|need
        |take|took|use|got|get|see|saw|think|know|also|just|still|wanted|going|gonna|go|recommend|reviewed|checked|tried|feel
        |started|stopped|continue|looked|put|gave|give|increase|started|start|order|noticed|went|might|may|ordered|mean)\b
        |(?:i|we|you|he|she|they|it|there)['’](?:m|s|re|ve|ll|d)\s
        |(?:your|my|his|her)\s+(?:[\w'’]+\s+){1,3}?(?:is|was|are|were|looks?|has)\b
        |let['’]s\b|let\s+me\b|(?:i|we)\s+(?:talked|told|said)\b|go\s+ahead\s+and\b|(?:how|what)\s+(?:are|is|about|do|did)\b|(?:do|are|(?<!\bwe\s)(?<!\bi\s)(?<!\bthey\s)have)\s+you\b|does\s+(?:it|that|this)\b|any\s)
    | \s+(?=however\b|(?:right\s+)?(?:no|oh)\s+actually\b|actually\s+(?:it|i|we|no)\b|no\s+wait\b)
    | \s+(?=(?:okay|alright)\s) | (?<=\bokay)\s+ | (?<=\balright)\s+""",
    re.IGNORECASE | re.VERBOSE,
)
_DENIAL_FIRST = re.compile(
    r"\W*(?:no|nope)\b(?:\s+[\w'’-]+){0,5}?(?=\s+[Ii]\s+(?:(?:only|just|do)\s+)?(?:take|use)\b)", re.IGNORECASE
)
_OPENING = re.compile(
    r"\s*(?:and\s+|but\s+|so\s+)?(?:when|whenever|if|since|after|before|while|because|although|until|once|as\s+soon|cuando"
    r"|si|desde|unless)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\S.*\b(?:if|unless|whenever)\b", re.IGNORECASE | re.DOTALL)
_HAS_SUBJECT = re.compile(
    rf"(?<!\w)(?:{_SUBJECT}|{_VERB}\b|(?:[Dd]ra?|[Nn]urse)\.?\s+\w+\s+\w{{3,}}(?:ed|es)\b)|^\s*(?:yes|no|sí|well|ok|okay|oh)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` is exactly `turn.text[start:end]`. `asked` where it is (part of) a question; `sentence` counts from 0."""

    turn: Said
    start: int
    end: int
    sentence: int
    asked: bool

    @property
    def text(self) -> str:
        """The words."""
        return self.turn.text[self.start : self.end]


def clauses(turn: Said) -> list[Clause]:
    """Every clause of a turn, in order, without the blanks and stops around it."""
    return [
        Clause(turn, start, end, number, asked)
        for number, (first, last) in enumerate(sentence_spans(turn.text))
        for start, end, asked in _clause_spans(turn.text, first, last)
    ]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a text as (start, end), end marks included. Never cuts a number or an abbreviation."""
    inside = [(q.start, q.end) for q in quantities(text)]
    spans, start = [], 0
    for mark in _END.finditer(text):
        if any(first < mark.start() < last for first, last in inside) or _is_abbreviation(text, mark):
            continue
        spans.append((start, mark.end()))
        start = mark.end()
    return [span for span in [*spans, (start, len(text))] if text[span[0] : span[1]].strip(" \t\r\n.!?;-–—")]


def _is_abbreviation(text: str, mark: re.Match[str]) -> bool:
    if mark[0] != ".":
        return False
    before = _ABBREVIATION.search(text, max(0, mark.start() - 8), mark.start())
    if before is None:
        return False
    following = text[mark.end() :].lstrip()[:1]
    if before[0].lower() == "no":  # "no. 3", but "no and no. Well, …"
        return following.isdigit()
    return not (before["hour"] and (not following or following.isupper()))


def _clause_spans(text: str, first: int, last: int) -> Iterator[tuple[int, int, bool]]:
    tag = tag_of(text[first:last])
    questioned = "?" in text[first:last][-4:] and tag <= 0
    last = first + tag if tag > 0 else last
    pieces = [part for piece in _pieces(text, first, last) for part in _statements(text, *piece)]
    for number, (start, end) in enumerate(pieces):
        is_last = number == len(pieces) - 1
        asked = ((questioned and is_last) or is_interrogative(text[start:end])) and not is_request(text[first:last])
        first_word, last_word = _trimmed(text, start, end)
        if first_word < last_word:
            yield first_word, last_word, asked


def _pieces(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    start = first
    for joint in _JOINT.finditer(text, first, last):
        left = text[start : joint.start()]
        if joint.start() <= start or not _stands_alone(left, joint[0], text, joint.end()):
            continue
        yield start, joint.start()
        start = joint.end()
    yield start, last


def _statements(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a piece too long to be one statement, each beginning where someone begins to say something."""
    if denial := _DENIAL_FIRST.match(text[start:end]):  # "no no Advil I take only Tylenol"
        yield start, start + denial.end()
        start += denial.end()
    if len(text[start:end].split()) > _RUN_ON_WORDS:
        for joint in _RUN_ON.finditer(text, start, end):
            if len(text[start : joint.start()].split()) > 3:
                yield start, joint.start()
                start = joint.end()
    yield start, end


def _stands_alone(left: str, joint: str, text: str, following: int) -> bool:
    """ "In July, I was on 12.5" and "if it is low, I call" stay whole; "I take warfarin, can I eat …" does not."""
    if _IF.search(left):
        return re.match(rf"(?i:{_QUESTION})", text[following:]) is not None
    if joint.strip() == "," or _OPENING.match(left):
        if re.match(rf"(?i:{_QUESTION})", text[following:]):
            return True
        return not _OPENING.match(left) and _HAS_SUBJECT.search(left) is not None
    return _HAS_SUBJECT.search(left) is not None or len(left.split()) > 3


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in ' \t\r\n,;-–—"“”':
        start += 1
    while start < end and text[end - 1] in ' \t\r\n,;.!?…-–—"“”':
        end -= 1
    return start, end
