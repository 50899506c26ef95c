"""What a denial reaches: the few words after "no", "never", "without"."""

from __future__ import annotations

import re

from advocate.grounding import stance
from memory.numbers import canonical_unit
from memory.numbers.units import SYMBOLS

_DENIES = re.compile(
    r"\b(?:no(?! longer\b| more than\b| less than\b| doubt\b| later\b| one\b)|not(?! only\b| just\b| yet\b"
    r"| sure\b)|never"
    r"|without|neither|denies|denied|nunca|sin|ningun[oa]?)\b|(?<!ca)n't\b"
)
_REACH_ENDS = re.compile(
    r"[,;:.()!?\n—–]|\b(?:but|because|since|until|till|when|while|if|for|before|after|unless|so|that|which|than|apart"
    r"|except|besides|other than|at|to|with|on|in|from|pero|hasta|porque|and (?:you|your|i|he|she|it|the))\b"
)
_TROUBLE = re.compile(r"\s+(?:\w+ )?(?:any )?(?:trouble|problems?|issues?)(?: with)?(?: your| the)?(?= )")
_OF_WORDS = re.compile(r"\s+(?:mention|say|tell|ask|write|name|list|know|have to|need to)\b")
_LIGHT = frozenset(
    "want need have had has take taken get got see feel felt know any been ever go use using seem mean say said"
    " tell told"
    " mention think sure change new other more less same reason way much many back yet also really quite very longer"
    " allow allowed record recorded only look show sign matter just far all enough right problem let long make"
    " made keep"
    " kept give gave given put find found lately so else help hurt come came due done happen quiere tomar tiene bear"
    " double halve skip stop start increase raise reduce allergic allergy allergies clear safe good bad better worse"
    " high low higher lower above below over under still drop rise risen fallen fell"
    " number value reading result level dose day week month year time morning night hour today yesterday".split()
)
_LIGHT_STEMS = stance.content(" ".join(_LIGHT)) | _LIGHT | stance.GENERIC
_REACH = 4


def denied_things(plain: str) -> list[frozenset[str]]:
    """Return what each denial of a plain text reaches: its telling words, roughly stemmed."""
    found = []
    for denial in _DENIES.finditer(plain):
        if _OF_WORDS.match(plain, denial.end()):
            continue
        trouble = _TROUBLE.match(plain, denial.end())
        begin = trouble.end() if trouble else denial.end()
        end = _REACH_ENDS.search(plain, begin)
        words = plain[begin : end.start() if end else len(plain)].split()[:_REACH]
        things = frozenset(word for word in stance.content(" ".join(words)) if _is_a_thing(word)) - _LIGHT_STEMS
        if things:
            found.append(things)
    return found


def _is_a_thing(word: str) -> bool:
    return word.isalpha() and canonical_unit(word) not in SYMBOLS
