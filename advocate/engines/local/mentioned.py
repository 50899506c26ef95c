"""Which drugs of a clause are somebody's medicines: not another's, nor one that is only spoken of."""

from __future__ import annotations

import re

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.intakes import intakes
from advocate.engines.local.lexicon import DrugMention, find_classes, find_drugs
from advocate.engines.local.regimens import STRENGTHS
from advocate.engines.local.sentences import Clause
from memory.drafts import SELF
from memory.numbers import quantities
from memory.vocabulary import Tag

_NOT_TAKEN = re.compile(  # somebody else's, or only spoken of
    r"^\W*(?:some|other|most|many|all|lots\s+of|a\s+lot\s+of)\s+(?:\w+\s+)?(?:kids|people|patients|guys|women|men|folks|doctors|friends)\b.*"
    r"|\bnormally\s+(?:i|we)(?:['’]d|\s+would)\b.*|\basked\s+for\s+$|\bthere(?:['’]?s|\s+is|\s+are)\s+(?:[\w-]+\s+(?:and|or)\s+)?$|\bthere['’]?s\s+(?:this|a)\s+(?:medicine|drug|pill)(?:\s+called)?\s+$"
    r"|\b(?:because\s+of|due\s+to)\s+(?:the|your|my)\s+$|\b(?:tried|trying)\s+to\s+(?:go|cut|come|get|stop|quit|take|wean)\b.*|\bsomething\s+like\s+(?:\w+\s+or\s+)?$"
    r"|\b(?:talked|talk|spoke|asked|told|read|heard|wonder\w*|thought|mention\w*|discuss\w*)\s+(?:\w+\s+){0,2}?about\s+(?:the\s+|some\s+)?$|\b(?:one|some|a\s+(?:few|couple)|any|half|two)\s+of\s+(?:his|her|their|my\s+\w+['’]s)\s+$|\b(?:my|a|his|her)\s+\w+['’]s\s+(?:old\s+|leftover\s+)?$",
    re.IGNORECASE,
)
_NEVER_TAKEN = re.compile(
    r"\W*(?:(?:but|and|so)\W+)?(?:it\s+was\s+expired\W+)?(?:so\s+)?i\W+(?:never|did\s?n['’]?t|have\s?n['’]?t)"
    r"(?:\s+(?:end\s+up\s+|actually\s+|even\s+)?(?:fill\w*|pick\w*|start\w*|take|took|taken|taking|tried|try|use\w*)\b(?!.{0,20}\b(?:in|for|since)\b)|\s*[.,!?]|\s*$)",
    re.IGNORECASE,
)
_WARNED = re.compile(r"\b(?:stay(?:ing)?\s+away|avoid\w*|steer\s+clear|keep\s+(?:you\s+)?off)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:I|i|me|my|mine|we|our)\b")
_NEAR = 60  # characters after a clause
_GIVEN = re.compile(
    r"\b(?:gave|give|gives|giving|given|put|puts|putting|rub\w*|use|using|have|had|got|keep|kept)\s+(?:\w+\s+){0,2}?(?:him|her|them|it|on|my\s+\w+)\b|\bwe(?:['’](?:ve|re))?\s+\w+",
    re.IGNORECASE,
)


def mentions(text: str) -> list[DrugMention]:
    """The drugs of a clause; a class of drugs counts where it is taken and no drug is named."""
    drugs = [drug for drug in find_drugs(text) if not _NOT_TAKEN.search(text[: drug.start])]
    if drugs:
        return drugs
    verbs = intakes(text)
    classes = [c for c in find_classes(text) if not re.search(r"\b(?:my|the|your)\s+$", text[: c.start], re.IGNORECASE)]
    return [c for c in classes if any(v.end <= c.start for v in verbs)] if verbs else []


def is_an_allergy(name: str, hearing: Hearing) -> bool:
    """What was told of as an allergy and is only named once more is not taken."""
    return any(d.tag is Tag.ALLERGY and d.attribute == name and not d.negated for d in hearing.drafts)


def is_dosed(text: str) -> bool:
    """True where words name a strength."""
    return any(q.unit in STRENGTHS for q in quantities(text))


def is_warned_of(clause: Clause) -> bool:
    """ "That includes doxycycline and minocycline, I'd stay away from those too"."""
    return _WARNED.search(clause.turn.text[clause.start : clause.end + _NEAR]) is not None


def is_not_meant(clause: Clause, hearing: Hearing) -> bool:
    """True for names in a warning, or in a list of somebody else's medicines."""
    return is_warned_of(clause) or _is_of_another(clause, hearing)


def _is_of_another(clause: Clause, hearing: Hearing) -> bool:
    """ "My husband had a whole shoebox. Lasix, digoxin, you name it": a list after words of another is the other's."""
    before = hearing.previous
    if before is None or before.turn.id != clause.turn.id or _OWN.search(clause.text):
        return False
    return hearing.whose(before, len(before.text)) not in {SELF, "caregiver"}


def is_never_taken(clause: Clause) -> bool:
    """ "They gave me Provera once, but I didn't fill it"."""
    return _NEVER_TAKEN.match(clause.turn.text[clause.end : clause.end + _NEAR]) is not None


def gives_it(before: str) -> bool:
    """ "I gave him the Motrin", "we have the cream for it": what a carer gives is not the carer's."""
    return _GIVEN.search(before) is not None
