"""Drugs that are named without a verb of intake, where the words leave no doubt that they are taken.

"Metoprolol, lisinopril and a baby aspirin." · "The lisinopril has been helping." · "doing well on the metformin". A
clinician who asks how a medicine works takes it for granted that the person takes it: the answer confirms it.
"""

from __future__ import annotations

import re

from advocate.engines.local.assertions import is_negated
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.intakes import Intake, intakes
from advocate.engines.local.lexicon import DrugMention
from advocate.engines.local.regimens import pieces
from advocate.engines.local.sentences import Clause

_LED_BY = re.compile(
    r"\b(?:(?:do|does|did|doing|done|fine|well|okay|good|better|great|stable|controlled|managed|treated|maintained|control|compliant|continue|continuing|stay|staying|keep"
    r"|relief|relieved|help|helped|success|improve\w*|respond\w*|bridged|loaded|covered)\s+(?:\w+\s+)?(?:on|with|by|from|to)|(?:course|dose|doses|use|trial|refills?)\s+of"
    r"|(?:along|together)\s+with|in\s+addition\s+to|as\s+well\s+as|history\s+of\s+taking|including|includes?|such\s+as)\s+"
    r"(?:(?:the|your|my|his|her|some|a|an|that|this|daily|low\s+dose)\s+){0,2}$",
    re.IGNORECASE,
)
_FOLLOWED_BY = re.compile(
    r"\s*(?:(?:and|plus)\s+\S+\s+)?(?:(?:which|that|really|also|still|does|do|did|has|have|is|was|are|seems?\s+to(?:\s+be)?|been|actually)\s+){0,4}"
    r"(?:help(?:s|ed|ing)?|work(?:s|ed|ing)|controll\w*|reliev\w*|did(?:n['’]t)?\s+(?:help|work)|does\s+the\s+trick|keeps?|kept|takes?\s+care|for\s+(?:my|your|the|his|her)\s)",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"\b(?:your|my|his|her)\s+(?:[\w-]+\s+)?$", re.IGNORECASE)
_OWNED_IN_A_QUESTION = re.compile(
    r"\b(?:doing|going|working|help\w*|tolerat\w*|side\s+effects?|problems?|trouble|issues?|relief|react\w*|respond\w*|feel\w*|miss\w*|remember\w*|regularly|refills?)\b",
    re.IGNORECASE,
)
_NO_LISTING = re.compile(
    r"\b(?:allerg\w*|react\w*|interact\w*|avoid\w*|versus|vs|instead|compared|differen\w*|called|generic|brand|same\s+as|is\s+an?|are|"
    r"level|levels|test\w*|could|might|may|maybe|if|would|heard|read|article|study|studies|people|patients)\b",
    re.IGNORECASE,
)
_FEW_WORDS_A_DRUG = 4
_CALLED = re.compile(
    r"\W*(?:and\s+)?(?:it|that|this|the\s+(?:name|medication|medicine))(?:['’]s|\s+is|\s+was)?\s+(?:called|named|is)\b",
    re.I,
)
_A_MEDICINE = re.compile(
    r"\b(?:prescri\w+|medic\w+|pills?|drug|tablets?|something|stimulant|antibiotics?|steroid|cream|inhaler"
    r"|anti[- ]?inflammator\w+|relaxer|relaxant)\b",
    re.IGNORECASE,
)


def understood(text: str, mentions: list[DrugMention]) -> list[Intake]:
    """The intakes that a clause without a verb of intake implies: one that governs all its drugs, or none."""
    if not mentions or is_negated(text):
        return []
    first = mentions[0]
    if any(_LED_BY.search(text[: m.start]) or _FOLLOWED_BY.match(text, m.end) for m in mentions):
        return [Intake("take", first.start, first.start)]
    return [Intake("take", first.start, first.start)] if _is_a_list(text, mentions) else []


def _is_a_list(text: str, mentions: list[DrugMention]) -> bool:
    """Two drugs or more, and hardly anything beside them and their doses."""
    if len(mentions) < 2 or _NO_LISTING.search(text):
        return False
    covered = [*((m.start, m.end) for m in mentions), *((p.start, p.end) for p in pieces(text))]
    rest = "".join(c if not any(s <= at < e for s, e in covered) else " " for at, c in enumerate(text))
    return len(rest.split()) <= _FEW_WORDS_A_DRUG * len(mentions)


def taken_for_granted(question: str, mentions: list[DrugMention]) -> list[DrugMention]:
    """The drugs that a question holds to be taken: "how are you doing with your lisinopril?"."""
    if not _OWNED_IN_A_QUESTION.search(question):
        return []
    owned = [
        m for m in mentions if _ADDRESSED.search(question[: m.start]) or re.search(r"\bthe\s+$", question[: m.start])
    ]
    return mentions if owned else []


def is_called_so(clause: Clause, hearing: Hearing) -> bool:
    """ "I'm writing you a prescription for a stimulant. It is called Cylert." """
    before = hearing.previous
    if before is None or before.turn.id != clause.turn.id or not _CALLED.match(clause.text):
        return False
    return not before.asked and bool(intakes(before.text)) and _A_MEDICINE.search(before.text) is not None
