"""What "it", "the dose" and "my heart medicine" mean: a drug named before, or the only one that the record holds."""

from __future__ import annotations

import re

from advocate.engines.local.hearing import Focus, Hearing
from advocate.engines.local.lexicon import class_of, find_classes, find_drugs, find_terms, systems_of
from advocate.engines.local.sentences import Clause
from memory.drafts import Known, Tense
from memory.vocabulary import Tag

_PRONOUN = re.compile(
    r"\b(?:it|it['’]s|that|this|them|la\s+dosis|(?:the|my|that|this|her|his)\s+(?:new\s+)?(?:dose|dosage|amount))\b"
    r"|\b(?:me\s+la|me\s+lo)\b",
    re.IGNORECASE,
)
_MEDICINE = re.compile(
    r"\b(?:the|my|that|this|her|his|mi|la)\s+(?:[\w-]+\s+){0,3}?(?:medicine|medication|meds?|pills?|tablets?|drug|prescription"
    r"|medicina|pastilla)\b",
    re.IGNORECASE,
)


def may_mean_a_drug(text: str) -> bool:
    """False where the number clearly is something else: an age, a price, a time, a count of people."""
    return not re.search(r"\b(?:years?\s+old|dollars?|miles|minutes|o'clock|\$|pounds|birthday)\b", text, re.IGNORECASE)


def names_a_drug(text: str) -> bool:
    """True where a clause points at a drug without naming it: "it", "the dose", "my heart medicine"."""
    return _PRONOUN.search(text) is not None or _MEDICINE.search(text) is not None or bool(find_classes(text))


def drug_meant(clause: Clause, hearing: Hearing) -> Focus | None:
    """The drug that a clause without a drug's name speaks of; None where that is open."""
    wanted = _wanted(clause.text) if _MEDICINE.search(clause.text) or find_classes(clause.text) else set()
    rows = [row for row in hearing.known(Tag.MEDICATION) if not row.negated and row.memory_key != "medication:*"]
    if wanted:
        return _only(_fitting(hearing.focuses, wanted)) or _row_focus(_fitting_rows(rows, wanted))
    spoken = _spoken(clause, hearing)
    if spoken:
        return _with_the_records_words(spoken, rows)
    return None if any(f.kind == "drug" for f in hearing.focuses) else _row_focus(rows)


def words_for(name: str, hearing: Hearing) -> str:
    """How a drug was last called: in the record if it stands there, else in this conversation, else its one name."""
    focus = next((f for f in reversed(hearing.focuses) if f.kind == "drug" and f.name == name), None)
    rows = [row for row in hearing.known(Tag.MEDICATION) if not row.negated]
    return _with_the_records_words(focus or Focus("drug", name, name, -1), rows).words


def still_open(names: set[str], hearing: Hearing) -> set[str]:
    """Of drugs named together those whose dose is still to be told: neither ended nor dosed in this conversation."""
    told = [d for d in hearing.drafts if d.tag is Tag.MEDICATION and d.attribute in names]
    return names - {d.attribute for d in told if d.negated or d.tense is Tense.PAST or d.value.value}


def _spoken(clause: Clause, hearing: Hearing) -> Focus | None:
    """The drug of the last turn that named one; where it named several, the one that what was asked about fits."""
    drugs = [f for f in hearing.focuses if f.kind == "drug"]
    if not drugs:
        return None
    latest = [f for f in drugs if f.seq == drugs[-1].seq]
    only = _only(latest) or _only([f for f in latest if f.name in still_open({f.name for f in latest}, hearing)])
    if only or drugs[-1].seq == clause.turn.seq:
        return only or latest[-1]
    for said in reversed([t for t in hearing.transcript.turns if t.seq < clause.turn.seq and t.speaker.is_person]):
        if fits := _only(_fitting(latest, _wanted(said.text))):
            return fits
    current = {row.attribute for row in hearing.known(Tag.MEDICATION) if not row.negated}
    return _only([f for f in latest if f.name in current])


def _wanted(text: str) -> set[str]:
    """The classes and systems that a text speaks of."""
    systems = {term.name for term in find_terms(text, "system")} - {"medication", "dose"}
    return systems | {mention.name for mention in find_classes(text)}


def _fitting(focuses: list[Focus], wanted: set[str]) -> list[Focus]:
    return [f for f in focuses if f.kind == "drug" and wanted & _about(f.name)]


def _fitting_rows(rows: list[Known], wanted: set[str]) -> list[Known]:
    return [row for row in rows if wanted & (_about(row.attribute) | set(row.keys))]


def _about(name: str) -> set[str]:
    kind = class_of(name)
    return {*systems_of(name), kind, *systems_of(kind)}


def _only(focuses: list[Focus]) -> Focus | None:
    return focuses[-1] if len({f.name for f in focuses}) == 1 else None


def _row_focus(rows: list[Known]) -> Focus | None:
    if len({row.attribute for row in rows}) != 1:
        return None
    row = rows[-1]
    said = next((d for d in find_drugs(row.text) if d.name == row.attribute), None)
    return Focus("drug", row.attribute, said.as_said if said else row.attribute, -1)


def _with_the_records_words(focus: Focus, rows: list[Known]) -> Focus:
    return _row_focus([row for row in rows if row.attribute == focus.name]) or focus
