"""The statements of a sentence, and how each is meant: told of the person, asked, urged, supposed, or of no record.

"Your pulse was 54 on Monday, so please ring them today" tells one thing and urges another; only what is told is a
claim. A statement is longer than a clause: it ends where a new subject or a new thought begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise


class Mood(Enum):
    """How a statement is meant."""

    TOLD = auto()
    ASKED = auto()
    URGED = auto()
    SUPPOSED = auto()
    SILENT = auto()
    WORDS = auto()
    """Words that the person may say to someone."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A part of a sentence in plain words, where it begins, and how it is meant."""

    plain: str
    start: int
    mood: Mood

    @property
    def end(self) -> int:
        return self.start + len(self.plain)


_NEW_SUBJECT = (
    r"(?=(?:you|your|i|he|she|they|it|we|that|there|the|please|this|these|usted|su|el|la|es)\b|(?:dr|mr|mrs|ms)\.? )"
)
_STOP = re.compile(
    r"[;\n—–]|:(?=\s)|(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bms)(?<!\bst)(?<!\bprof)[.?!](?=[\s\"”]|$)|\s-\s"
    r"|\b(?:but|whereas|although|though|pero|aunque)\b|,? while (?!on\b)|,? (?:since|as) (?=(?:you|your|i|he|she|it)\b)"
    r"|,? (?:so|because|and|which means) " + _NEW_SUBJECT + r"|, (?:so|because|y|which|where|compared) "
)
_QUOTE = re.compile(r"[“\"«](?P<words>[^“”\"«»]*)(?:[”\"»]|$)")
_SPEAKS_OF_SAYING = re.compile(
    r"\b(?:you (?:can|could|might|may|would|should)|say|saying|ask|asking|tell|telling|question|sentence|words|line|out"
    r"|opening|to say|script|decir\w*|pregunt\w*|to their office|bring up)\b"
)
_SILENT = re.compile(
    r"\b(?:i|we) (?:do not|don't|can't|cannot|can not|could not|couldn't|did not|didn't)(?: \w+)? (?:have|see|find|know"
    r"|hold|show|say|tell)\b"
    r"|\bi (?:have|hold|see|find|know) (?:no\b|none|nothing|neither)|\bi(?:'m| am) not (?:sure|certain|able)\b"
    r"|\b(?:nothing|no one|nobody|none)\b (?:in|on|about|from|here|there|for|that|else|yet|recorded|is (?:on|in|noted"
    r"|recorded|written)|has (?:been|come)|was (?:noted|recorded|said)|says?|shows?|tells?|of (?:it|that|them|the))\b"
    r"|\b(?:is|are|was|were)(?:n't| not)(?: \w+)? (?:in|on|part of) (?:your|the|her|his|this|my) (?:record|file|list"
    r"|notes?)\b"
    r"|\bno (?:\w+ ){0,5}(?:on|in) (?:your |the |her |his |this |my )?(?:record|file|notes?|list)\b"
    r"|\b(?:record|file|list|notes?) (?:\w+ )?(?:holds?|has|shows?|contains?|says?|names?|lists?|mentions?"
    r"|gives?) (?:no"
    r"|nothing|none)\b"
    r"|\b(?:record|file|list|notes?|it) (?:does not|doesn't|do not|don't) (?:hold|have|show|contain|say|name|list"
    r"|mention|give|tell|include)\b"
    r"|\bno (?:\w+ ){0,3}?(?:instructions?|readings?|results?|values?|records?|entr(?:y|ies)|thresholds?|limits?|notes?"
    r"|numbers?|mention|dates?|reasons?|measurements?)\b"
    r"|\bhas(?:n't| not)(?: \w+)? been (?:recorded|noted|mentioned|written|entered|told|saved)\b"
    r"|\b(?:not|never|isn't|wasn't|aren't) (?:recorded|noted|mentioned|written|entered|documented|told me)\b"
    r"|\byou (?:have not|haven't|never|did not|didn't)(?: \w+)? (?:told|mentioned|said|given|shared)\b"
    r"|\bno (?:tengo|consta|veo|hay|figura|encuentro|aparece)\b|\bnada sobre\b|\bmissing\b|\bnot known\b"
)
_CONTACT = (
    r"(?:ring|call|phone|contact|ask|tell|mention|show|bring|write|note|check with|speak|talk|raise|bring up|say"
    r"|let|see"
    r"|go over|keep an eye|keep a|jot|read|message|book|get help|get medical|seek|describe|remind)"
)
_URGED = re.compile(
    rf"^\W*(?:(?:so|then|and|but|please|also|first|for now|if you can|in the meantime|until then|today"
    rf"|meanwhile|do|just|best|now|or|better)\b[,:]?\W*)*{_CONTACT}\b(?! (?:is|was|has|says)\b)"
    rf"|\bplease\b|\b(?:worth|useful to|helpful to|good to|wise to|important to|safest to|fair to|time to) ?\w*"
    rf"|\b(?:you|we|i|they|he|she) (?:could|can|may|might|should|would|will)(?: also| then| always| just| still)? "
    rf"{_CONTACT}\b"
    rf"|\b(?:i'd|i would|i'll|i will|we'd|let's|let us|shall we|we can|we could|i (?:can|could) (?:put|add|write"
    rf"|make|help|keep|note|go))\b"
    rf"|\b(?:needs?|deserves?|calls for|warrants?) (?:an? |your |to be )?(?:doctor|call|nurse|proper|look"
    rf"|clinician|mention"
    rf"|professional|check|medical|urgent|pharmacist|\w+'s|looked|checked|seen|mentioned|discussed|raised)"
    rf"|\b(?:pharmacist|doctor|nurse|team|office|clinic|clinician|surgery) (?:there |also )?(?:can|could|will"
    rf"|would|should)\b"
    rf"|\bone to (?:ask|raise|bring)|\bcall \w+ (?:emergency|straight)|\b(?:something|one) (?:to|for) (?:phone"
    rf"|call|ask|ring|tell|mention|raise|bring|show)"
    rf"|\bought to (?:hear|know|see)\b|\b(?:should|ought to) (?:decide|hear|know|see|judge|look|be told|be asked)\b"
    rf"|\b(?:llame|pregunte|diga|digale|lleve|anote|consulte|comente|podria|conviene)\b"
)
_SUPPOSED = re.compile(
    r"^\W*(?:and |or |but |so |that )?(?:if|whether|when(?:ever)?|in case|unless|should you|as long as|once|si"
    r"|cuando)\b"
    r"|\b(?:if|whether|unless|in case) (?:you|your|it|the|he|she|that|they|any|this|there)\b"
    r"|\bcan (?:also )?(?:cause|happen|be|bring|make|come|mean|lead|affect|raise|lower|show|have|give|go"
    r"|interact|irritate"
    r"|hide|occur)\b"
    r"|\b(?:might|could|may) (?!\d)(?:also |well |still |have )*\w+"
    r"|\b(?:perhaps|maybe|possibl[ey]|signs? of|puede|podria|quizas?)\b"
)


def statements_of(plain: str) -> list[Statement]:
    """Return the statements of a sentence in plain words (lower case, as long as the text), in order."""
    found: list[Statement] = []
    quotes = [(q.start(), q.end()) for q in _QUOTE.finditer(plain) if _is_to_say(plain, q)]
    stops = [0, *(stop.end() - (1 if stop[0].endswith(" ") else 0) for stop in _STOP.finditer(plain)), len(plain)]
    asks = plain.rstrip("\"'”’»)*_ ").endswith("?")
    for start, end in pairwise(sorted({*stops, *(at for quote in quotes for at in quote)})):
        words = plain[start:end]
        if words.strip(' .,;:!?"”“'):
            spoken = any(first <= start and end <= last for first, last in quotes)
            found.append(Statement(words, start, _mood(words, spoken=spoken, asks=asks and _is_last(plain, end))))
    return found


def _is_to_say(plain: str, quote: re.Match[str]) -> bool:
    """Tell whether words in quotation marks are for the person to say, and not what someone said."""
    return len(quote["words"].split()) > 3 and _SPEAKS_OF_SAYING.search(plain[: quote.start()]) is not None


def _is_last(plain: str, end: int) -> bool:
    return not plain[end:].strip(" .?!\"'”’»)*_")


def _mood(words: str, *, spoken: bool, asks: bool) -> Mood:
    if spoken:
        return Mood.WORDS
    if asks:
        return Mood.ASKED
    for mood, pattern in ((Mood.SILENT, _SILENT), (Mood.URGED, _URGED), (Mood.SUPPOSED, _SUPPOSED)):
        if pattern.search(words):
            return mood
    return Mood.TOLD
