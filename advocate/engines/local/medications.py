"""Medications: what is taken, at which dose and how, started, changed, stopped, past or to come."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from advocate.engines.local import allergy_talk, listings, mentioned, no_medicines, referents
from advocate.engines.local.assertions import is_negated, is_past, is_planned, is_when_needed
from advocate.engines.local.bare_mentions import is_called_so, understood
from advocate.engines.local.doses import doses_only, segment_start
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.intakes import Intake, governing, intakes, is_no_regimen
from advocate.engines.local.lexicon import DrugMention, class_of, drug_keys, find_classes, find_terms
from advocate.engines.local.regimens import STRENGTHS, Piece, amount, composed, is_dose, pieces
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import cold
from memory.drafts import SELF, Act, Draft, Tense, Value
from memory.numbers import quantities
from memory.numbers.dosing import as_needed, frequency, route
from memory.vocabulary import Speaker, Tag, address

_MODAL = re.compile(
    r"\b(?:can(?:['’]t|not)|should(?:n['’]t|\s+not)|must(?:n['’]t|\s+not)|may\s+not)\s+(?:take|use|have|tolerate)\b",
    re.IGNORECASE,
)
_SHARED = re.compile(
    r"\b(?:both|all\s+(?:of\s+)?(?:them|these|three|four)|each\s+of\s+(?:them|those))\b", re.IGNORECASE
)
_REASON = re.compile(
    r"\b(?:because\s+of|due\s+to)\s+(?:[\w-]+\s+){1,4}?(?=(?:they|he|she|we|I|[Dd]r\.?|my\s+\w+)\s+\w+)|\b(?:because|due\s+to|porque|por\s+culpa)\b.*?(?=$|\s+and\s+(?:put|started?|switched|gave|changed|i'm)\b)",
    re.IGNORECASE,
)
_NOW = re.compile(r"(?<!right )(?<!until )(?<!for )(?<!till )\bnow\b(?!\s+for\b)|\bahora\b", re.IGNORECASE)
_FROM_THEN_ON = re.compile(
    r"(?:since\b|from\s+(?:today|tomorrow|yesterday|now|this|next|mon|tues|wednes|thurs|fri|satur|sun)|as\s+of|starting|beginning|effective|a\s+partir)\b",
    re.I,
)
_FOR_LONG = re.compile(r"\b(?:for|until|years?|months?|weeks|when|before|in\s+(?:19|20)\d\d|as\s+a)\b", re.IGNORECASE)
_STOP_IN_SPANISH = re.compile(
    r"\b(?:ya\s+no|já\s+não|dej[eéó]|dejar|par(?:ei|ou)|suspend(?:í|ió|er|eu)|cambi(?:ó|aron|amos)|quit(?:ó|aron))(?!\w)",
    re.IGNORECASE,
)
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
    if none := no_medicines.none_at_all(clause, hearing):
        return none
    mentions = mentioned.mentions(clause.text)
    if no_medicines.is_called_off(clause.text):
        return no_medicines.called_off(clause, hearing, mentions)
    if not mentions:
        return _implied(clause, hearing)
    if led := _of_the_one_before(clause, hearing, mentions):
        return [*led[0], *hear(led[1], hearing)]
    return [] if mentioned.is_never_taken(clause) else _of(mentions, clause, hearing)


def _of(mentions: list[DrugMention], clause: Clause, hearing: Hearing) -> list[Draft]:
    text = clause.text
    found = intakes(text) or ([Intake("take", 0, mentions[0].start)] if is_called_so(clause, hearing) else [])
    if not found:
        mentions = [m for m in mentions if not mentioned.is_an_allergy(m.name, hearing)]
        found = _understood(mentions, clause, hearing)
    ordered = clause.turn.speaker is Speaker.CLINICIAN
    no_regimen = is_no_regimen(text, ordered=ordered) and not (ordered and mentioned.is_dosed(text))
    if no_regimen or _NOT_A_MEDICINE.search(text) or (_A_TEST.search(text) and not found):
        return []
    taken = [_taken(m, mentions, clause, hearing, found) for m in mentions]
    if not found and not is_negated(text) and any(p.quantity for one in taken for p in one.parts):
        together = Intake("take", mentions[0].start, mentions[0].start)  # "doxycycline 100 mg, and some tobramycin"
        taken = [_taken(m, mentions, clause, hearing, [together]) for m in mentions]
    return [draft(one, clause, hearing) for one in taken if _is_regimen(one)]


def _understood(mentions: list[DrugMention], clause: Clause, hearing: Hearing) -> list[Intake]:
    """The intake that names without a verb imply, where the talk is not of allergies, nor a warning."""
    if not mentions or allergy_talk.is_on(clause, hearing) or mentioned.is_not_meant(clause, hearing):
        return []
    return understood(clause.text, mentions) or listings.goes_on(clause, hearing, mentions)


def listed(clause: Clause, hearing: Hearing) -> list[Draft]:
    """The drugs of a clause that answers "which medicines do you take?": a name alone is enough."""
    if mentioned.is_never_taken(clause):
        return []
    mentions = mentioned.mentions(clause.text) or find_classes(clause.text)
    found = intakes(clause.text)
    return [draft(_taken(m, mentions, clause, hearing, found), clause, hearing) for m in mentions]


def named(clause: Clause, hearing: Hearing, drug: DrugMention) -> list[Draft]:
    """One drug of a clause with what stands beside it, as taken."""
    mentions = mentioned.mentions(clause.text)
    taken = _taken(drug, mentions, clause, hearing, [Intake("take", 0, drug.start)])
    return [draft(taken, clause, hearing)] if drug in mentions else []


def stated(clause: Clause, hearing: Hearing, name: str, words: str, parts: tuple[Piece, ...]) -> Draft:
    """A drug that a clause does not name, as taken, with these parts of the clause."""
    whole = Intake("take", 0, 0)
    return draft(Taken(name, words, None, parts, 0, len(clause.text), whole), clause, hearing)


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
    if base.subject == "caregiver" and mentioned.gives_it(clause.text[: one.span[0]] if one.span else clause.text):
        base = replace(base, subject=SELF)
    act = one.intake.act if one.intake else Act.STATE
    if act is Act.STATE and (one.intake is None or one.intake.kind == "take") and _NOW.search(clause.text):
        act = Act.CHANGE
    if act is Act.STATE and value is not None and _FROM_THEN_ON.match(base.date_phrase):
        act = Act.CHANGE  # "it is 100 mg a day from today"
    planned = act is not Act.STATE or (one.intake is not None and one.intake.kind == "take")
    told = replace(
        base,
        memory_key=address(Tag.MEDICATION, one.name),
        value=Value(
            value, unit, frequency(regimen), route(regimen), as_needed(regimen) or is_when_needed(clause.text) or None
        ),
        act=act,
        tense=_tense(one, clause, hearing, may_be_planned=planned or value is not None),
        negated=act is Act.STOP or (one.intake is not None and one.intake.kind == "deny"),
        importance=4,
    )
    if one.intake and one.intake.kind == "change" and not one.parts:
        # "I doubled my metoprolol": kept as told, but to what is not said, so no current dose can follow from it.
        return replace(told, tag=Tag.FACT, memory_key=None, act=Act.STATE)
    return told


def _of_the_one_before(
    clause: Clause, hearing: Hearing, mentions: list[DrugMention]
) -> tuple[list[Draft], Clause] | None:
    """ "I'll send in Wixela, it's a generic, one puff twice a day, and prednisone, …": what leads is Wixela's."""
    led = listings.led_by_the_one_before(clause, hearing, mentions)
    if not led:
        return None
    last, cut = hearing.drafts[-1], clause.start + led[-1].end
    words = referents.words_for(last.attribute, hearing)
    return [stated(replace(clause, end=cut), hearing, last.attribute, words, led)], replace(clause, start=cut)


def _is_regimen(one: Taken) -> bool:
    if one.intake and one.intake.kind == "past" and not any(p.quantity for p in one.parts):
        return one.is_state
    return one.intake is not None or any(p.kind in {"dose", "regimen"} for p in one.parts)


def _taken(
    mention: DrugMention, mentions: list[DrugMention], clause: Clause, hearing: Hearing, found: list[Intake]
) -> Taken:
    text = clause.text
    parts = doses_only(pieces(text), clause, hearing, mentions)
    starts = [segment_start(m, mentions, parts, text) for m in mentions]
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
    if no := re.match(r"(?:(?:no|nope)[\s,]+)+(?=(?:just|only|but|i)\b)", segment, re.IGNORECASE):
        return no.end()  # "no, just aspirin"
    both = re.match(r"(?:my|mi)\s+[\w-]+\s+(?:and|y)\s+(?=(?:I|yo)\b)", segment, re.IGNORECASE)
    return both.end() if both else 0


def _stopped_in_spanish(one: Taken, clause: Clause, hearing: Hearing) -> str:
    """A fact stays in the language in which it was said; of "cambió el enalapril por losartán" it is the first part."""
    text = clause.text
    said = _STOP_IN_SPANISH.search(text)
    if one.span is None or said is None or said.end() > one.span[0] or not quantities(text):
        return cold(clause, hearing)
    return text[said.start() : one.span[1]]


def _text(one: Taken, clause: Clause, hearing: Hearing) -> str:
    text = clause.text
    reason = _REASON.search(text)
    because = f" {reason[0][0].lower()}{reason[0][1:].rstrip(' .')}" if reason else ""
    if one.intake and one.intake.kind == "stop" and _STOP_IN_SPANISH.search(text):
        return _stopped_in_spanish(one, clause, hearing)
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
    ordered = clause.turn.speaker is Speaker.CLINICIAN
    if (
        (is_no_regimen(text) and not (ordered and mentioned.is_dosed(text)))
        or find_terms(text, "lab", "vital")
        or not referents.may_mean_a_drug(text)
    ):
        return []
    found = intakes(text)
    if re.search(r"\b(?:tried|trying)\s+to\b|\bthe\s+(?:patch|patches|gum|lozenges?)\b", text, re.IGNORECASE):
        return []
    goes_on = not found and listings.goes_on_with_a_dose(clause, hearing)
    parts = pieces(text) if goes_on else doses_only(pieces(text), clause, hearing, [])
    strong = any(p.quantity and p.quantity.unit in STRENGTHS for p in parts)
    intake = next((i for i in found if i.kind in {"change", "stop", "start"}), found[0] if found else None)
    if not (goes_on or _tells_of_a_dose(intake, parts, text, strong=strong)):
        return []
    target = referents.drug_meant(clause, hearing)
    if target is None or ("percent" in text and class_of(target.name) != "skin medicine"):
        return []
    if not strong and hearing.focuses and hearing.focuses[-1].kind == "measure" and not referents.names_a_drug(text):
        return []
    return [draft(Taken(target.name, target.words, None, tuple(parts), 0, len(text), intake), clause, hearing)]


def _tells_of_a_dose(intake: Intake | None, parts: list[Piece], text: str, *, strong: bool) -> bool:
    dosed = any(p.quantity for p in parts)
    if intake is None:
        return strong and len(text.split()) <= 14
    if intake.kind in {"stop", "deny"}:  # "I don't take it", not "you don't have any fractures, that's good"
        return referents.names_a_drug(text[intake.end : intake.end + 25] if intake.kind == "deny" else text)
    return dosed or (intake.kind == "take" and referents.names_a_drug(text) and any(p.kind == "regimen" for p in parts))
