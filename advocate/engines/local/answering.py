"""Answering from placed facts, word for word: what holds, what held, what is coming, what disagrees, what misses."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from uuid import UUID

from advocate.engines.local.asking import Asked, is_beside, named, relevant, unheard_of
from advocate.engines.local.lexicon import find_terms
from advocate.engines.local.looking_back import told_as_history
from advocate.engines.local.phrases import cited, listed, quoted, speaker, spoken_day, topic, words
from advocate.trends import computed, trends
from memory.recollection import FactView, Placed, Recollection, Slot
from memory.vocabulary import Tag

_PRESCRIBING = re.compile(
    r"\b(?:should|can|could|may|shall) i\b|\bis (?:it|that|this) (?:ok|okay|safe|fine|all right)\b"
    r"|\bdo i (?:need|have) to\b"
    r"|\bwhat if i (?:take|took|stop|skip|double)\b|\b(?:puedo|debo|deber[ií]a)\b",
    re.IGNORECASE,
)
_TREATMENT = re.compile(
    r"\b(?:tak\w+|took|stop\w*|start\w*|skip\w*|doubl\w+|increas\w+|chang\w+|lower\w*|reduc\w+|rais\w+|mix\w*"
    r"|combin\w+|switch\w*|halve|cut|more|less|another|extra|hold|giv\w+|prescrib\w+|have|tomar|dejar)\b",
    re.IGNORECASE,
)
_THRESHOLD = re.compile(
    r"\btoo (?:low|high|fast|slow)\b|\bwhen (?:should|do|must) i (?:call|worry|hold|skip)\b|\bat what\b|\bdangerous\b"
    r"|\bworr(?:y|ied)\b|\bthresholds?\b|\bhow (?:low|high) (?:is|can|may|should)\b|\bnormal range\b",
    re.IGNORECASE,
)
_WHO = re.compile(r"\bwho\b|\bquién\b", re.IGNORECASE)
_PRESCRIBED = re.compile(
    r"\bwho(?:'s| has| had)?(?: \w+)? (?:prescrib\w+|put|start\w*|order\w*|gave|giv\w+|told|chang\w+|rais\w+|increas\w+"
    r"|lower\w*|stopp?\w*|decided|wrote|said)\b|\bwhich (?:doctor|clinician|nurse)\b|\bqui[eé]n (?:me )?recet\w+",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:chang\w+|different|new)\b", re.IGNORECASE)
_REASON = re.compile(
    r"\bwhy (?:do|does|am|is|are|should) (?:i|he|she|they)\b.*\b(?:tak\w+|us\w+|on)\b|\bpor qu[eé] tomo\b",
    re.IGNORECASE,
)
SILENT = "Do you know it, or shall we put it on the list for your doctor?"


@dataclass
class Answer:
    """Lines of an answer and the question that it ends in."""

    lines: list[str] = field(default_factory=list)
    question: str = ""


def answer(recollection: Recollection, asked: Asked, record: str) -> Answer:
    """Answer the question of a recollection. `record` names whose record it is ("Your record")."""
    found = relevant(recollection, asked)
    if Tag.EPISODE in asked.kinds and (talks := _conversations(recollection)):
        return Answer(talks)
    if who := _named_by_role(recollection, asked):
        return Answer([f"{record} names {source}." for source in who])
    if _THRESHOLD.search(asked.text):
        return _threshold(asked, recollection, record)
    if asks_for_treatment(asked.text):
        about = named(recollection, asked) or ([] if asked.things else found)
        return _question_to_take_along(asked, [*about, *_allergies(recollection, asked, about)], record)
    found = [placed for placed in found if not is_beside(placed)]
    if recollection.silent or not (found or recollection.quotations):
        return silence(asked, record)
    return _told(recollection, asked, found, record)


def contradictions(recollection: Recollection, settled: Container[UUID] = ()) -> Answer:
    """Both sides of every open contradiction but those with a `settled` side, and the question that settles it."""
    pairs = [(conflict.older, conflict.newer) for conflict in recollection.conflicts]
    unsettled = [pair for pair in pairs if not any(side.id in settled for side in pair)]
    lines = [f"These disagree: {cited(older)}; {cited(newer)}." for older, newer in unsettled]
    sides = {side.id for pair in pairs for side in pair}
    open_ = [p.fact for p in recollection.placed if p.slot is Slot.CONFLICT and p.fact.id not in sides]
    lines += [f"In question: {'; '.join(cited(fact) for fact in open_)}."] if open_ else []
    return Answer(lines, "Which is right?" if lines else "")


def asks_for_treatment(text: str) -> bool:
    """True where a treatment is asked for, which is answered whatever the record holds."""
    return _PRESCRIBING.search(text) is not None and _TREATMENT.search(text) is not None


def silence(asked: Asked, record: str) -> Answer:
    """Say that the record holds nothing on what was asked."""
    what = topic(asked.text)
    if what == "that" and len({name for name, _ in asked.things}) == 1:
        what = asked.things[0][1]
    return Answer([f"{record} holds nothing on {what}."], SILENT)


def _named_by_role(recollection: Recollection, asked: Asked) -> list[str]:
    """Of "who is my cardiologist?": the sources with that role, where no row of the care team says it."""
    roles = [term.name for term in find_terms(asked.text, "role")]
    if not _WHO.search(asked.text) or any(p.fact.tag in {Tag.CARE_TEAM, Tag.CONTACT} for p in recollection.placed):
        return []
    sources = dict.fromkeys(placed.fact.source for placed in recollection.placed)
    return [source for source in sources if any(source.endswith(f", {role}") for role in roles)]


def _conversations(recollection: Recollection) -> list[str]:
    """What was spoken of before, newest first."""
    found = [p.fact for p in recollection.placed if p.fact.tag is Tag.EPISODE and p.score >= 1 and p.fact.date]
    found.sort(key=lambda fact: str(fact.date), reverse=True)
    return [line for fact in found[:1] for line in (f"Our last conversation was on {fact.date}.", f"{words(fact)}.")]


def _by_whom(found: Iterable[Placed], record: str) -> list[str]:
    """Whose statement each is; of what the person said on their own account, nobody else is known."""
    lines = []
    for fact in [p.fact for p in found if p.slot is Slot.CURRENT and not p.fact.negated]:
        lines.append(f"{record} holds {cited(fact)}.")
        if speaker(fact.source) == "you" or fact.source.startswith("caregiver"):
            lines.append("It does not say who prescribed it.")
    return lines


def _told(recollection: Recollection, asked: Asked, found: list[Placed], record: str) -> Answer:
    if _PRESCRIBED.search(asked.text) and any(p.slot is Slot.CURRENT for p in found):
        return Answer(_by_whom(found, record))
    contested = {side.id for conflict in recollection.conflicts for side in (conflict.older, conflict.newer)}
    rest = [placed for placed in found if placed.fact.id not in contested]
    past = told_as_history(asked, rest, record)
    current = [p.fact for p in rest if p.slot is Slot.CURRENT and p.fact.id not in past.told]
    in_series = {fact.id for series in computed(rest, recollection.readings) for fact in series.facts}
    single = [fact for fact in current if fact.id not in in_series]
    ended = [fact for fact in single if _has_ended(fact) and not asked.names and len(single) > 1]
    lines = list(past.lines)
    if kept := [fact for fact in single if fact not in ended]:
        lines.append(listed(_lead(asked, record, after_history=bool(past.lines)), kept))
    lines += [listed(f"{record} {'also ' if lines else ''}holds", ended)] if ended else []
    lines += trends(rest, recollection.readings)
    lines += [f"Planned: {cited(p.fact)}." for p in rest if p.slot is Slot.PLANNED]
    if single and _REASON.search(asked.text) and not any(" for " in fact.text for fact in single):
        lines.append("It does not say what for.")
    lines = lines or _quotations(recollection) or told_as_history(asked, rest, record, at_all=True).lines
    heard = " ".join(lines).lower()
    unheard = [said for said in unheard_of(recollection, asked) if said.lower() not in heard]
    return Answer([*(f"{record} holds nothing on {said}." for said in unheard), *lines])


def _has_ended(fact: FactView) -> bool:
    return fact.negated and fact.tag in {Tag.MEDICATION, Tag.CONDITION}


def _lead(asked: Asked, record: str, *, after_history: bool) -> str:
    if _CHANGE.search(asked.text) and not after_history:
        return f"{record} shows no change there; it holds"
    return f"{record} {'also ' if after_history else ''}holds"


def _question_to_take_along(asked: Asked, found: list[Placed], record: str) -> Answer:
    """Prepare, never prescribe: what the record holds, and the person's own question to hand over."""
    facts = [placed.fact for placed in found if placed.slot is Slot.CURRENT][:4]
    lines = [listed(f"{record} holds", facts)] if facts else []
    who = _clinician(found)
    question = next((s.strip() for s in re.split(r"(?<=[.?!])\s+", asked.text) if _PRESCRIBING.search(s)), asked.text)
    lines.append(f"That is a decision for {who}, not for me.")
    lines.append(f"You can ask, in your words: {quoted(question)}")
    return Answer(lines)


def _allergies(recollection: Recollection, asked: Asked, told: list[Placed]) -> list[Placed]:
    """Before a drug is taken, the allergies are told, whatever it is."""
    if not asked.things:
        return []
    return [p for p in recollection.placed if p.fact.tag is Tag.ALLERGY and p not in told]


def _clinician(found: Iterable[Placed]) -> str:
    by = [speaker(p.fact.source) for p in found if p.fact.source.startswith(("Dr.", "Dra.", "Nurse"))]
    return by[0] if by else "your clinician"


def _threshold(asked: Asked, recollection: Recollection, record: str) -> Answer:
    """Thresholds are their clinician's: quoted with name and date, or said to be missing."""
    found = named(recollection, asked) or [placed for placed in recollection.placed if not is_beside(placed)]
    orders = [placed.fact for placed in found if placed.fact.tag is Tag.DIRECTIVE and placed.slot is Slot.CURRENT]
    if orders:
        return Answer([f"{_instructed(order, record)}." for order in orders])
    lines = [f"{record} holds no threshold for that from your clinician, and I do not set one."]
    return Answer([*lines, f"You can ask, in your words: {quoted(asked.text)}"])


def _instructed(order: FactView, record: str) -> str:
    who = speaker(order.source)
    when = f" ({order.date})" if order.date else ""
    if who == "you":
        return f"{record} holds this instruction, as you told it{when}: {words(order)}"
    return f"{who[0].upper()}{who[1:]}'s instruction{when}: {words(order)}"


def _quotations(recollection: Recollection) -> list[str]:
    return [f"On {spoken_day(q.said_on)} you said: {quoted(q.text)}" for q in recollection.quotations[:2]]
