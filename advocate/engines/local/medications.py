"""Medications: what is taken, at which dose and how, started, changed, stopped, past or to come."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from advocate.engines.local import no_medicines, referents
from advocate.engines.local.assertions import is_past, is_planned
from advocate.engines.local.bare_mentions import is_called_so, understood
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.intakes import Intake, governing, intakes, is_no_regimen
from advocate.engines.local.lexicon import DrugMention, drug_keys, find_classes, find_drugs, find_terms
from advocate.engines.local.regimens import STRENGTHS, Piece, amount, composed, is_dose, pieces
from advocate.engines.local.sentences import Clause
from advocate.engines.local.slips import without_slips
from advocate.engines.local.wording import cold
from memory.drafts import Act, Draft, Tense, Value
from memory.numbers import quantities
from memory.numbers.dosing import as_needed, frequency, route
from memory.vocabulary import Speaker, Tag, address

_OLD_DOSE = re.compile(
    r"(?:\bfrom|\binstead\s+of|\brather\s+than|\bnot|\bnever|\bwas|\bde)\s+(?:the\s+)?$", re.IGNORECASE
)
_BARE_DOSE = re.compile(
    r"(?:\bto|\bat|\bon|\bis|\bit['’]?s|\bnow|\bonly|\bjust|\ba|\btake|\bof)\s+$|\d\s*/\s*$", re.IGNORECASE
)
_ORDINAL = re.compile(r"(?:\d(?:st|nd|rd|th)|[a-z](?:rst|cond|hird|th))$", re.IGNORECASE)
_LEAD = re.compile(
    r"\s*(?:tablets?|pills?|capsules?)?\s*(?P<of>of|de)?\s*(?:my|the|oral|generic|daily)?\s*", re.IGNORECASE
)
_MODAL = re.compile(
    r"\b(?:can(?:['’]t|not)|should(?:n['’]t|\s+not)|must(?:n['’]t|\s+not)|may\s+not)\s+(?:take|use|have|tolerate)\b",
    re.IGNORECASE,
)
_SHARED = re.compile(
    r"\b(?:both|all\s+(?:of\s+)?(?:them|these|three|four)|each\s+of\s+(?:them|those))\b", re.IGNORECASE
)
_REASON = re.compile(
    r"\b(?:because|due\s+to|porque|por\s+culpa)\b.*?(?=$|\s+and\s+(?:put|started?|switched|gave|changed|i'm)\b)",
    re.IGNORECASE,
)
_NOW = re.compile(r"(?<!right )(?<!until )(?<!for )(?<!till )\bnow\b(?!\s+for\b)|\bahora\b", re.IGNORECASE)
_FOR_LONG = re.compile(r"\b(?:for|until|years?|months?|weeks|when|before|in\s+(?:19|20)\d\d|as\s+a)\b", re.IGNORECASE)
_STOP_IN_SPANISH = re.compile(r"\b(?:ya\s+no|dej[eéó]|dejar|suspend(?:í|ió|er))(?!\w)", re.IGNORECASE)
_NOT_A_MEDICINE = re.compile(r"\b(?:allerg\w+\s+(?:to|from)|al[ée]rgi\w+\s+al?)\b", re.IGNORECASE)
_A_TEST = re.compile(r"\b(?:level|test|results?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Taken:
    """One drug of a clause with its parts. `span` is where its name stands, if it does; `start:end` what carries it.

    `is_state` is False for a single dose taken once ("I took my metoprolol this morning").
    """

    name: str
    words: str
    span: tuple[int, int] | None
    parts: tuple[Piece, ...]
    start: int
    end: int
    intake: Intake | None
    is_state: bool = True


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause about medications."""
    text = clause.text
    if none := no_medicines.none_at_all(clause, hearing):
        return none
    mentions = _mentions(text)
    if no_medicines.is_called_off(text):
        return no_medicines.called_off(clause, hearing, mentions)
    if not mentions:
        return _implied(clause, hearing)
    found = intakes(text)
    if not found and is_called_so(clause, hearing):
        found = [Intake("take", 0, mentions[0].start)]
    found = found or understood(text, mentions)
    ordered = clause.turn.speaker is Speaker.CLINICIAN
    if is_no_regimen(text, ordered=ordered) or _NOT_A_MEDICINE.search(text) or (_A_TEST.search(text) and not found):
        return []
    taken = [_taken(m, mentions, clause, hearing, found) for m in mentions]
    return [draft(one, clause, hearing) for one in taken if _is_regimen(one)]


def listed(clause: Clause, hearing: Hearing) -> list[Draft]:
    """The drugs of a clause that answers "which medicines do you take?": a name alone is enough."""
    mentions = _mentions(clause.text) or find_classes(clause.text)
    found = intakes(clause.text)
    return [draft(_taken(m, mentions, clause, hearing, found), clause, hearing) for m in mentions]


def named(clause: Clause, hearing: Hearing, drug: DrugMention) -> list[Draft]:
    """One drug of a clause with what stands beside it, as taken."""
    mentions = _mentions(clause.text)
    taken = _taken(drug, mentions, clause, hearing, [Intake("take", 0, drug.start)])
    return [draft(taken, clause, hearing)] if drug in mentions else []


def answered(clause: Clause, hearing: Hearing, name: str, words: str = "") -> list[Draft]:
    """A bare number in answer to the question for (the dose of) one drug, as it was called there."""
    doses = tuple(Piece("dose", q.start, q.end, q) for q in quantities(clause.text) if is_dose(q))
    regimen = tuple(p for p in pieces(clause.text) if p.kind == "regimen")
    if not doses:
        return []
    one = Taken(name, words or referents.words_for(name, hearing), None, (*doses, *regimen), 0, len(clause.text), None)
    return [draft(one, clause, hearing)]


def draft(one: Taken, clause: Clause, hearing: Hearing) -> Draft:
    """The draft of one drug as a clause tells of it.

    A dose put up without saying how often ("up to 50 mg") states no frequency: the old one stands in the row that it
    replaces, and is not carried over into words that nobody said.
    """
    doses = [p.quantity for p in one.parts if p.quantity]
    value, unit = amount(doses, clause.text)
    regimen = " ".join(clause.text[p.start : p.end] for p in one.parts if p.kind == "regimen")
    base = hearing.draft(
        clause,
        Tag.MEDICATION,
        _text(one, clause, hearing),
        one.name,
        drug_keys(one.name, dosed=value is not None),
        at=one.span[0] if one.span else len(clause.text),
        words=clause.text[one.start : one.end],
    )
    act = one.intake.act if one.intake else Act.STATE
    if act is Act.STATE and (one.intake is None or one.intake.kind == "take") and _NOW.search(clause.text):
        act = Act.CHANGE
    planned = act is not Act.STATE or (one.intake is not None and one.intake.kind == "take")
    told = replace(
        base,
        memory_key=address(Tag.MEDICATION, one.name),
        value=Value(value, unit, frequency(regimen), route(regimen), as_needed(regimen) or None),
        act=act,
        tense=_tense(one, clause, hearing, may_be_planned=planned or value is not None),
        negated=act is Act.STOP or (one.intake is not None and one.intake.kind == "deny"),
        importance=4,
    )
    if one.intake and one.intake.kind == "change" and not one.parts:
        # "I doubled my metoprolol": kept as told, but to what is not said, so no current dose can follow from it.
        return replace(told, tag=Tag.FACT, memory_key=None, act=Act.STATE)
    return told


def _mentions(text: str) -> list[DrugMention]:
    """The drugs of a clause; a class of drugs counts where it is taken and no drug is named."""
    drugs = find_drugs(text)
    if drugs:
        return drugs
    verbs = intakes(text)
    classes = [c for c in find_classes(text) if not re.search(r"\b(?:my|the|your)\s+$", text[: c.start], re.IGNORECASE)]
    return [c for c in classes if any(v.end <= c.start for v in verbs)] if verbs else []


def _is_regimen(one: Taken) -> bool:
    if one.intake and one.intake.kind == "past" and not any(p.quantity for p in one.parts):
        return one.is_state
    return one.intake is not None or any(p.kind in {"dose", "regimen"} for p in one.parts)


def _taken(
    mention: DrugMention, mentions: list[DrugMention], clause: Clause, hearing: Hearing, found: list[Intake]
) -> Taken:
    text = clause.text
    parts = _doses_only(pieces(text), clause, hearing, mentions)
    starts = [_segment_start(m, mentions, parts, text) for m in mentions]
    at = mentions.index(mention)
    start = starts[at] if at else 0
    end = starts[at + 1] if at + 1 < len(mentions) else len(text)
    mine = [p for p in parts if start <= p.start < end]
    if _SHARED.search(text):
        mine += [p for p in parts if p.kind == "regimen" and p.start >= starts[-1] and p not in mine]
    segment = text[start:end].rstrip(" ,;.")
    segment = re.sub(
        r"[\s,]+(?:and|plus|y|e|with|then|to|for|but|or)(?:\s+(?:an?|the|my|some|un|una))?$",
        "",
        segment,
        flags=re.IGNORECASE,
    )
    intake = governing(found, text, mention.start, mention.end)
    shift = _own_part(segment) if at == 0 else 0
    span, till = (mention.start, mention.end), start + len(segment)
    is_state = not (intake and text[intake.start : intake.end].lower() == "took") or bool(_FOR_LONG.search(text))
    return Taken(mention.name, mention.as_said, span, tuple(mine), start + shift, till, intake, is_state)


def _own_part(segment: str) -> int:
    """Where the speaker's own part begins in "my wife and I both take …"."""
    both = re.match(r"(?:my|mi)\s+[\w-]+\s+(?:and|y)\s+(?=(?:I|yo)\b)", segment, re.IGNORECASE)
    return both.end() if both else 0


def _segment_start(mention: DrugMention, mentions: list[DrugMention], parts: list[Piece], text: str) -> int:
    """Where the words about a drug begin: at its dose, if that stands before it, else at its name."""
    doses = [p for p in parts if p.kind == "dose"]
    doses_lead = bool(doses) and doses[0].start < mentions[0].start
    for dose in reversed([p for p in doses if p.end <= mention.start]):
        lead = _LEAD.fullmatch(text[dose.end : mention.start])
        if lead and (lead["of"] or doses_lead):
            return dose.start
    return mention.start


def _doses_only(parts: list[Piece], clause: Clause, hearing: Hearing, mentions: list[DrugMention]) -> list[Piece]:
    """Without old doses ("from 25"), numbers of dates, and bare numbers that nothing makes a dose."""
    dated = [(m.start, m.end) for m in hearing.dates(clause)]
    ends = {m.end for m in mentions}
    kept = without_slips([p.quantity for p in parts if p.quantity], clause.text)
    parts = [p for p in parts if p.quantity is None or p.quantity in kept]
    return [p for p in parts if p.quantity is None or _counts(p, clause.text, dated, ends, mentions)]


def _counts(
    piece: Piece, text: str, dated: list[tuple[int, int]], drug_ends: set[int], mentions: list[DrugMention]
) -> bool:
    before = text[: piece.start]
    if any(s <= piece.start < e for s, e in dated) or any(m.start <= piece.start < m.end for m in mentions):
        return False
    if _OLD_DOSE.search(before) and not before.lower().rstrip().endswith("was"):
        return False
    if piece.quantity and piece.quantity.unit is None:
        if _ORDINAL.search(piece.quantity.text):
            return False
        led = re.match(r"\s+(?:mg\s+)?of\s+", text[piece.end :])
        leads = bool(led) and any(m.start == piece.end + led.end() for m in mentions) if led else False
        if piece.quantity.value < 1 and any(m.start == piece.end + 1 for m in mentions):
            return True  # "a point one Tazorac cream"
        return leads or len(before.rstrip(" ,")) in drug_ends or bool(_BARE_DOSE.search(before))
    return True


def _text(one: Taken, clause: Clause, hearing: Hearing) -> str:
    text = clause.text
    reason = _REASON.search(text)
    because = f" {reason[0].rstrip(' .')}" if reason else ""
    if one.intake and one.intake.kind == "stop" and _STOP_IN_SPANISH.search(text):
        return cold(clause, hearing)  # a fact stays in the language in which it was said
    if one.intake and one.intake.kind == "stop":
        return f"stopped {one.words}{because}"
    if one.intake and one.intake.kind == "deny":
        modal = _MODAL.search(text, 0, one.intake.end)
        return f"{modal[0] if modal else 'does not take'} {one.words}{because}"
    spans = [(p.start, p.end) for p in one.parts]
    if not spans and one.span and one.intake and one.intake.kind == "change":
        return cold(clause, hearing)
    return composed(text, [*spans, one.span] if one.span else spans, "" if one.span else one.words)


def _tense(one: Taken, clause: Clause, hearing: Hearing, *, may_be_planned: bool) -> Tense:
    # What a clinician is "going to" order in a visit is ordered; what a person is going to take is not yet taken.
    said_as_plan = is_planned(clause.text) and clause.turn.speaker is not Speaker.CLINICIAN
    if may_be_planned and (hearing.moment(clause, one.start).is_future or said_as_plan):
        return Tense.PLANNED
    if one.intake and one.intake.kind == "past":
        return Tense.PAST
    settled = one.intake is not None and one.intake.act is not Act.STATE
    return Tense.PAST if is_past(clause.text) and not settled else Tense.NOW


def _implied(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "Dr. Osei put it up to 50 mg on the 28th": the drug was named before, or stands in the record."""
    text = clause.text
    if is_no_regimen(text) or find_terms(text, "lab", "vital") or not referents.may_mean_a_drug(text):
        return []
    found = intakes(text)
    parts = _doses_only(pieces(text), clause, hearing, [])
    strong = any(p.quantity and p.quantity.unit in STRENGTHS for p in parts)
    intake = next((i for i in found if i.kind in {"change", "stop", "start"}), found[0] if found else None)
    if not _tells_of_a_dose(intake, parts, text, strong=strong):
        return []
    target = referents.drug_meant(clause, hearing)
    if target is None:
        return []
    if not strong and hearing.focuses and hearing.focuses[-1].kind == "measure" and not referents.names_a_drug(text):
        return []
    return [draft(Taken(target.name, target.words, None, tuple(parts), 0, len(text), intake), clause, hearing)]


def _tells_of_a_dose(intake: Intake | None, parts: list[Piece], text: str, *, strong: bool) -> bool:
    dosed = any(p.quantity for p in parts)
    if intake is None:
        return strong and len(text.split()) <= 14
    if intake.kind in {"stop", "deny"}:
        return referents.names_a_drug(text)
    return dosed or (intake.kind == "take" and referents.names_a_drug(text) and any(p.kind == "regimen" for p in parts))
