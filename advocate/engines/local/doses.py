"""Which numbers of a clause are doses of its drugs, and where the words about each drug begin."""

from __future__ import annotations

import re
from dataclasses import dataclass

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import DrugMention, find_terms
from advocate.engines.local.regimens import Piece
from advocate.engines.local.sentences import Clause
from advocate.engines.local.slips import without_slips
from memory.numbers import Quantity

_OLD_DOSE = re.compile(
    r"(?:\bfrom|\binstead\s+of|\brather\s+than|\bnot|\bnever|\bwas|\bde)\s+(?:the\s+)?$", re.IGNORECASE
)
_BARE_DOSE = re.compile(
    r"(?:\bto|\bat|\bon|\bis|\bit['’]?s|\bnow|\bonly|\bjust|\ba|\btake|\bof)\s+$|\d\s*/\s*$", re.IGNORECASE
)
_FILLING = re.compile(r"[\s,]+(?:the|like|maybe|about|around|i\s+think|over\s+the\s+counter\W+the)\W*$", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:\d(?:st|nd|rd|th)|[a-z](?:rst|cond|hird|th))$", re.IGNORECASE)
_LEAD = re.compile(
    r"\s*(?:tablets?|pills?|capsules?)?\s*(?P<of>of|de)?\s*(?:my|the|oral|generic|daily)?\s*", re.IGNORECASE
)
_OF_SOMETHING = re.compile(r"\s+(?:of\s+(?:the|them|those|these|my)|or\s+so|dollars?|bucks)\b", re.IGNORECASE)
_BLANKS = 2  # between a bare number and the words that tell how often


def segment_start(mention: DrugMention, mentions: list[DrugMention], parts: list[Piece], text: str) -> int:
    """Where the words about a drug begin: at its dose, if that stands before it, else at its name."""
    doses = [p for p in parts if p.kind == "dose"]
    doses_lead = bool(doses) and doses[0].start < mentions[0].start
    for dose in reversed([p for p in doses if p.end <= mention.start]):
        lead = _LEAD.fullmatch(text[dose.end : mention.start])
        if lead and (lead["of"] or doses_lead):
            return dose.start
    return mention.start


def doses_only(parts: list[Piece], clause: Clause, hearing: Hearing, mentions: list[DrugMention]) -> list[Piece]:
    """Without old doses ("from 25"), numbers of dates, and bare numbers that nothing makes a dose."""
    kept = without_slips([p.quantity for p in parts if p.quantity], clause.text)
    parts = [p for p in parts if p.quantity is None or p.quantity in kept]
    around = _Around(clause.text, [(m.start, m.end) for m in hearing.all_dates(clause)], mentions, parts)
    return [p for p in parts if p.quantity is None or around.makes_a_dose(p, p.quantity)]


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around the numbers of a clause: its dates, its drugs, and the words that tell how often."""

    text: str
    dated: list[tuple[int, int]]
    mentions: list[DrugMention]
    parts: list[Piece]

    def makes_a_dose(self, piece: Piece, quantity: Quantity) -> bool:
        inside = [*self.dated, *((m.start, m.end) for m in self.mentions)]
        if any(start <= piece.start < end for start, end in inside) or self._is_old(piece):
            return False
        return quantity.unit is not None or self._makes_a_bare_one(piece, quantity)

    def _is_old(self, piece: Piece) -> bool:
        before, after = self.text[: piece.start], self.text[piece.end :]
        of_it = re.search(r"\bde\s+$", before, re.IGNORECASE) and not re.match(r"(?:\s*\w+)?\s+a\s+\d", after)
        old = _OLD_DOSE.search(before) and not before.lower().rstrip().endswith("was")
        return bool(old) and not of_it

    def _makes_a_bare_one(self, piece: Piece, quantity: Quantity) -> bool:
        before, after = self.text[: piece.start], self.text[piece.end :]
        starts, ends = {m.start for m in self.mentions}, {m.end for m in self.mentions}
        if quantity.value < 1 and piece.end + 1 in starts:
            return True  # "a point one Tazorac cream"
        if _ORDINAL.search(quantity.text) or _OF_SOMETHING.match(after) or self._is_of_a_measure(piece, ends):
            return False
        told = [p for p in self.parts if p.kind == "regimen"] if self.mentions else []
        if any(piece.end < p.start <= piece.end + _BLANKS for p in told):
            return True  # "fifty in the morning"
        led = re.match(r"\s+(?:mg\s+)?of\s+", after)
        if any("+" in m.name for m in self.mentions):  # "the twenty four twenty six" of a combination
            ends |= {p.end for p in self.parts if p.kind == "dose" and p.end + 1 == piece.start}
        leads = led is not None and piece.end + led.end() in starts
        ends |= {p.end for p in told} if re.match(r"\s*(?:$|[,.;])", after) else set()
        return leads or len(_FILLING.sub("", before).rstrip(" ,")) in ends or bool(_BARE_DOSE.search(before))

    def _is_of_a_measure(self, piece: Piece, drug_ends: set[int]) -> bool:
        """ "The Aleve, heart rate is ninety four"."""
        last = max((end for end in drug_ends if end <= piece.start), default=0)
        return any(last < term.start < piece.start for term in find_terms(self.text, "lab", "vital"))
