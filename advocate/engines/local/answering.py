"""Answering from placed facts, word for word: what holds, what held, what is coming, what disagrees, what misses."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from advocate.engines.local.lexicon import find_classes, find_drugs, find_terms, fold, systems_of
from advocate.engines.local.phrases import cited, held, listed, per, quoted, speaker, spoken_day, topic, words
from advocate.trends import series_of, trends
from memory import dates
from memory.dates import DateMention
from memory.recollection import FactView, Placed, Recollection, Slot
from memory.vocabulary import Retired, Tag

_LIMIT = 6
_KINDS = (
    (r"\b(?:medicines?|medications?|meds|pills?|drugs?|prescriptions?|dos(?:e|es|age)|taking|take)\b", Tag.MEDICATION),
    (r"\ballerg", Tag.ALLERGY),
    (r"\b(?:appointments?|visits?)\b", Tag.APPOINTMENT),
    (r"\b(?:instructions?|orders?|told me|supposed to|threshold)\b", Tag.DIRECTIVE),
    (r"\b(?:conditions?|diagnos\w+)\b", Tag.CONDITION),
    (r"\b(?:labs?|blood tests?|results?)\b", Tag.LAB),
    (r"\binsurance\b", Tag.INSURANCE),
    (r"\b(?:vaccin\w+|immuni[sz]\w+)\b", Tag.IMMUNIZATION),
)
_PRESCRIBING = re.compile(
    r"\b(?:should|can|could|may|shall) i\b|\bis it (?:ok|okay|safe|fine|all right)\b|\bdo i (?:need|have) to\b"
    r"|\bwhat if i (?:take|stop|skip|double)\b",
    re.IGNORECASE,
)
_TREATMENT = re.compile(
    r"\b(?:tak\w+|stop\w*|start\w*|skip\w*|doubl\w+|increas\w+|chang\w+|lower\w*|reduc\w+|rais\w+|mix\w*|combin\w+"
    r"|switch\w*|halve|cut|more|less|another|extra|hold)\b",
    re.IGNORECASE,
)
_THRESHOLD = re.compile(
    r"\btoo (?:low|high|fast|slow)\b|\bwhen (?:should|do) i (?:call|worry|hold)\b|\bat what\b|\bdangerous\b"
    r"|\bworr(?:y|ied)\b|\bthresholds?\b|\bhow (?:low|high) (?:is|can|may|should)\b|\bnormal range\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|used to|chang\w+|before|history|previous\w*|did|been|ago|back then|different|new)\b", re.IGNORECASE
)
_EVERYTHING = re.compile(r"\b(?:everything|all|full|complete|whole)\b", re.IGNORECASE)
_WHO = re.compile(r"\bwho\b", re.IGNORECASE)
_CHANGE = re.compile(r"\b(?:chang\w+|different|new)\b", re.IGNORECASE)


@dataclass
class Answer:
    """Lines of an answer and the question that it ends in."""

    lines: list[str] = field(default_factory=list)
    question: str = ""


@dataclass(frozen=True)
class Asked:
    """What a question is about."""

    text: str
    names: frozenset[str]
    kinds: frozenset[Tag]
    things: tuple[tuple[str, str], ...]
    period: DateMention | None
    past: bool


def answer(recollection: Recollection, record: str) -> Answer:
    """Answer the question of a recollection. `record` names whose record it is ("Your record")."""
    asked = _asked(recollection)
    found = _relevant(recollection, asked)
    if who := _named_by_role(recollection, asked):
        return Answer([f"{record} names {source}." for source in who])
    if _PRESCRIBING.search(asked.text) and _TREATMENT.search(asked.text):
        return _question_to_take_along(asked, _named(recollection, asked) or found, record)
    if _THRESHOLD.search(asked.text):
        return _threshold(asked, found, record)
    if recollection.silent or not (found or recollection.quotations):
        return _silence(asked, record)
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


def _named_by_role(recollection: Recollection, asked: Asked) -> list[str]:
    """Of "who is my cardiologist?": the sources with that role, where no row of the care team says it."""
    roles = [term.name for term in find_terms(asked.text, "role")]
    if not _WHO.search(asked.text) or any(p.fact.tag in {Tag.CARE_TEAM, Tag.CONTACT} for p in recollection.placed):
        return []
    sources = dict.fromkeys(placed.fact.source for placed in recollection.placed)
    return [source for source in sources if any(source.endswith(f", {role}") for role in roles)]


def _asked(recollection: Recollection) -> Asked:
    text = recollection.question
    terms = [t.name for t in find_terms(text) if t.kind not in {"relation", "role"}]
    drugs = find_drugs(text)
    names = [*terms, *(drug.name for drug in drugs), *(each.name for each in find_classes(text))]
    things = [(thing.name, thing.as_said) for thing in find_terms(text, "allergen", "lab")]
    mentioned = dates.mentions(text, recollection.day)
    before = [m for m in mentioned if m.date.first < recollection.day]
    return Asked(
        text=text,
        names=frozenset(fold(name) for name in names),
        things=(*((drug.name, drug.as_said) for drug in drugs), *things),
        kinds=frozenset(tag for pattern, tag in _KINDS if re.search(pattern, text, re.IGNORECASE)),
        period=before[0] if before else None,
        past=bool(before) or _PAST.search(text) is not None,
    )


def _relevant(recollection: Recollection, asked: Asked) -> list[Placed]:
    """The placed facts that the question is about: by name, else by kind, else the best."""
    rows = [placed for placed in recollection.placed if placed.fact.tag is not Tag.EPISODE]
    if _EVERYTHING.search(asked.text) and not asked.names and not asked.kinds:
        return rows
    named = _named(recollection, asked)
    of_kind = [placed for placed in (named or rows) if placed.fact.tag in asked.kinds]
    found = of_kind or named or [placed for placed in rows if not _is_beside(placed)]
    return found if _EVERYTHING.search(asked.text) else found[:_LIMIT]


def _named(recollection: Recollection, asked: Asked) -> list[Placed]:
    return [p for p in recollection.placed if p.fact.tag is not Tag.EPISODE and asked.names & _names_of(p.fact)]


def _unheard_of(recollection: Recollection, asked: Asked, record: str) -> list[str]:
    """What the question names that no placed fact does, in the person's own words."""
    told = {name for p in recollection.placed for name in _names_of(p.fact)}
    texts = " ".join(fold(placed.fact.text) for placed in recollection.placed)
    return [
        f"{record} holds nothing on {said}."
        for name, said in asked.things
        if fold(name) not in told and fold(said) not in texts
    ]


def _names_of(fact: FactView) -> set[str]:
    return {fold(name) for name in (fact.attribute, *fact.keys, *systems_of(fact.attribute))}


def _is_beside(placed: Placed) -> bool:
    """Tell whether a row is placed for context, or always, and not as an answer."""
    return bool(placed.why) and placed.why[0].startswith(("context", "pinned"))


def _told(recollection: Recollection, asked: Asked, found: list[Placed], record: str) -> Answer:
    contested = {side.id for conflict in recollection.conflicts for side in (conflict.older, conflict.newer)}
    rest = [placed for placed in found if placed.fact.id not in contested]
    history = [p for p in rest if p.slot is Slot.HISTORY and _is_wanted(p, asked)]
    history.sort(key=lambda p: p.fact.date.first if p.fact.date else date.min)
    told_with = {p.successor.id for p in history if p.successor}
    current = [p.fact for p in rest if p.slot is Slot.CURRENT and p.fact.id not in told_with]
    in_series = {f.id for series in series_of(rest).values() if len(series) > 1 for f in series}
    single = [fact for fact in current if fact.id not in in_series]
    lines = [*_unheard_of(recollection, asked, record), *(_past(placed, asked) for placed in history)]
    if single:
        lines.append(listed(_lead(asked, history, record), single))
    lines += [f"Over time, {trend}" for trend in trends(rest)]
    lines += [f"Planned: {cited(p.fact)}." for p in rest if p.slot is Slot.PLANNED]
    return Answer(lines or _quotations(recollection))


def _lead(asked: Asked, history: list[Placed], record: str) -> str:
    if _CHANGE.search(asked.text) and not history:
        return f"{record} shows no change there; it holds"
    return f"{record} {'also ' if history else ''}holds"


def _is_wanted(placed: Placed, asked: Asked) -> bool:
    if asked.period is None or placed.fact.date is None:
        return asked.past
    ended = placed.successor.date.first if placed.successor and placed.successor.date else None
    began = placed.fact.date.first <= asked.period.through
    return began and (ended is None or ended >= asked.period.date.first)


def _past(placed: Placed, asked: Asked) -> str:
    fact, successor = placed.fact, placed.successor
    if placed.fact.retired_why is Retired.CORRECTED and successor:
        return f"{held('Your record once held', fact)}; this was corrected to {per(successor)}."
    told = held(f"{_when(asked)}{_were(fact)}", fact)
    if successor is None:
        return f"{told}."
    since = f"since {successor.date} it is" if successor.date else "now it is"
    if successor.negated:
        return f"{told}; then this changed: {per(successor)}."
    return f"{told}; {since} {words(successor)}, {_by(successor)}."


def _when(asked: Asked) -> str:
    if asked.period is None or asked.period.kind == "since":
        return "Before, "
    phrase = asked.period.phrase
    if asked.period.date.precision == "day" or re.match(r"(?:last|since|until|before|in|on)\b", phrase, re.IGNORECASE):
        return f"{phrase[0].upper()}{phrase[1:]}, "
    return f"In {phrase} "


def _were(fact: FactView) -> str:
    return "you were taking" if fact.tag is Tag.MEDICATION and not fact.negated else "your record held"


def _by(fact: FactView) -> str:
    who = speaker(fact.source)
    return "as you said" if who == "you" else f"per {who}"


def _question_to_take_along(asked: Asked, found: list[Placed], record: str) -> Answer:
    """Prepare, never prescribe: what the record holds, and the person's own question to hand over."""
    facts = [placed.fact for placed in found if placed.slot is Slot.CURRENT][:3]
    lines = [listed(f"{record} holds", facts)] if facts else []
    who = _clinician(found)
    question = next((s.strip() for s in re.split(r"(?<=[.?!])\s+", asked.text) if _PRESCRIBING.search(s)), asked.text)
    lines.append(f"That is a decision for {who}, not for me.")
    lines.append(f"You can ask, in your words: {quoted(question)}")
    return Answer(lines)


def _clinician(found: Iterable[Placed]) -> str:
    named = [speaker(p.fact.source) for p in found if p.fact.source.startswith(("Dr.", "Dra.", "Nurse"))]
    return named[0] if named else "your clinician"


def _threshold(asked: Asked, found: list[Placed], record: str) -> Answer:
    """Thresholds are their clinician's: quoted with name and date, or said to be missing."""
    orders = [placed.fact for placed in found if placed.fact.tag is Tag.DIRECTIVE and placed.slot is Slot.CURRENT]
    if orders:
        return Answer([f"{_instructed(order)}." for order in orders])
    lines = [f"{record} holds no threshold for that from your clinician, and I do not set one."]
    return Answer([*lines, f"You can ask, in your words: {quoted(asked.text)}"])


def _instructed(order: FactView) -> str:
    who = speaker(order.source)
    when = f" ({order.date})" if order.date else ""
    if who == "you":
        return f"Your record holds this instruction, as you told it{when}: {words(order)}"
    return f"{who[0].upper()}{who[1:]}'s instruction{when}: {words(order)}"


def _silence(asked: Asked, record: str) -> Answer:
    return Answer(
        [f"{record} holds nothing on {topic(asked.text)}."],
        "Do you know it, or shall we put it on the list for your doctor?",
    )


def _quotations(recollection: Recollection) -> list[str]:
    return [f"On {spoken_day(q.said_on)} you said: {quoted(q.text)}" for q in recollection.quotations[:2]]
