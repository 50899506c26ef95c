"""Medicines that are not: none at all, and a change that was planned and is not to come."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import referents
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import DrugMention, drug_keys, find_drugs
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import cold
from memory.drafts import Act, Draft
from memory.vocabulary import ANY, Tag, address

_NONE_AT_ALL = re.compile(
    r"""\b(?:(?:no|not\s+(?:on|taking)(?:\s+any)?|(?:do|does)(?:n[’']?t|\s+not)\s+(?:currently\s+|really\s+)?(?:take|have|use)\s+any|without)
    \s+(?:other\s+|regular\s+|daily\s+|current\s+|prescription\s+|home\s+)*(?:medications?|medicines?|meds|pills|prescriptions|drugs)
    |(?:do|does)(?:n[’']?t|\s+not)\s+take\s+any(?:thing|\s*$)|not\s+taking\s+anything|take\s+nothing
    |no\s+tomo\s+(?:ningún\s+|ninguna\s+)?(?:medicament\w+|medicin\w+|nada))\b(?!\s+(?:allerg|for\s+(?:my|the)))""",
    re.IGNORECASE | re.VERBOSE,
)
_CALLED_OFF = re.compile(
    r"\b(?:cancel(?:l?ed|s)?|call(?:ed)?\s+off|forget|scrap(?:ped)?|decided\s+against|not\s+going\s+ahead\s+with)\b.{0,40}"
    r"\b(?:change|increase|decrease|raise|switch|higher\s+dose|new\s+dose|plan)\b"
    r"|\b(?:change|increase|decrease|raise|switch|higher\s+dose|new\s+dose|plan)\s+(?:(?:of|in|to|for|with)\s+[^,;]{1,40}?\s+)?(?:is|was|has\s+been|got|['’]s)\s+(?:now\s+)?"
    r"(?:cancel(?:l?ed)|called\s+off|off|not\s+(?:happening|going\s+ahead)|scrapped)\b",
    re.IGNORECASE,
)


def none_at_all(clause: Clause, hearing: Hearing) -> list[Draft]:
    """The denial of medicines as a whole ("I take no medicines"), where a clause is one."""
    denial = _NONE_AT_ALL.search(clause.text)
    if denial is None or find_drugs(clause.text[: denial.start()]):
        return []
    base = hearing.draft(
        clause, Tag.MEDICATION, denial[0].strip(), "medications", ("medication", "none"), at=denial.start()
    )
    return [replace(base, memory_key=address(Tag.MEDICATION, ANY), negated=True, importance=4)]


def is_called_off(text: str) -> bool:
    """True where a change that was planned is called off."""
    return _CALLED_OFF.search(text) is not None


def called_off(clause: Clause, hearing: Hearing, mentions: list[DrugMention]) -> list[Draft]:
    """ "Dr. Osei called off the increase": what was planned for a drug is not to come."""
    name = mentions[0].name if mentions else ""
    target = None if name else referents.drug_meant(clause, hearing)
    name = name or (target.name if target else "")
    if not name:
        return []
    base = hearing.draft(clause, Tag.MEDICATION, cold(clause, hearing), name, drug_keys(name))
    return [replace(base, memory_key=address(Tag.MEDICATION, name), act=Act.CANCEL, date=None, date_phrase="")]
