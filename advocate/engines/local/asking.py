"""What a question is about, and which of the placed facts it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from advocate.engines.local.lexicon import find_classes, find_drugs, find_terms, fold, systems_of
from memory import dates
from memory.dates import DateMention
from memory.drafts import Draft
from memory.recollection import FactView, Placed, Recollection
from memory.vocabulary import ANY, Tag

_LIMIT = 6
_KINDS = (
    (r"\b(?:medicines?|medications?|meds|pills?|drugs?|prescri\w+|dos(?:e|es|age)|taking|take)\b", Tag.MEDICATION),
    (r"\b(?:medicinas?|medicamentos?|pastillas?|tomo|tomaba|tomar)\b", Tag.MEDICATION),
    (r"\b(?:allerg|al[ée]rgi)", Tag.ALLERGY),
    (r"\b(?:appointments?|visits?|citas?)\b|\bsee(?:ing)? (?:dr|the|my)\b", Tag.APPOINTMENT),
    (r"\b(?:instructions?|orders?|told me|tell me to|supposed to|threshold|(?:must|should) i avoid|i should avoid)\b",
     Tag.DIRECTIVE),
    (r"\b(?:must|should) i avoid\b|\bi (?:should|must) avoid\b|\bcan(?:no|')t i (?:take|have)\b", Tag.ALLERGY),
    (r"\b(?:conditions?|diagnos\w+)\b", Tag.CONDITION),
    (r"\b(?:labs?|blood tests?|results?)\b", Tag.LAB),
    (r"\binsurance\b", Tag.INSURANCE),
    (r"\b(?:vaccin\w+|immuni[sz]\w+)\b", Tag.IMMUNIZATION),
    (r"\b(?:talk|spoke|chat)\w* (?:about|of)\b|\bdiscuss|\blast (?:conversation|chat|session|time we)\b|\bhablamos\b",
     Tag.EPISODE),
)  # fmt: skip
_PAST = re.compile(
    r"\b(?:was|were|used to|chang\w+|before|history|previous\w*|did|been|ago|back then|different|new|ever|had"
    r"|tomaba|antes)\b",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(r"\b(?:everything|all|full|complete|whole)\b", re.IGNORECASE)
_OF_NO_THING = frozenset({"dose", "medication"})
_ANSWERS = 1.0


@dataclass(frozen=True)
class Asked:
    """What a question is about."""

    text: str
    names: frozenset[str]
    kinds: frozenset[Tag]
    things: tuple[tuple[str, str], ...]
    period: DateMention | None
    past: bool

    @property
    def everything(self) -> bool:
        """True where all that stands is asked for."""
        return _EVERYTHING.search(self.text) is not None


def asked(recollection: Recollection) -> Asked:
    """Read the question of a recollection."""
    text = recollection.question
    terms = [t.name for t in find_terms(text) if t.kind not in {"relation", "role"}]
    drugs = find_drugs(text)
    names = [*terms, *(drug.name for drug in drugs), *(each.name for each in find_classes(text))]
    things = [(thing.name, thing.as_said) for thing in find_terms(text, "allergen", "lab", "condition", "immunization")]
    mentioned = dates.mentions(text, recollection.day)
    before = [m for m in mentioned if m.date.first < recollection.day]
    return Asked(
        text=text,
        names=frozenset(fold(name) for name in names) - _OF_NO_THING,
        things=(*((drug.name, drug.as_said) for drug in drugs), *things),
        kinds=frozenset(tag for pattern, tag in _KINDS if re.search(pattern, text, re.IGNORECASE)),
        period=before[0] if before else None,
        past=bool(before) or _PAST.search(text) is not None,
    )


def relevant(recollection: Recollection, asked: Asked) -> list[Placed]:
    """The placed facts that the question is about: by name, else by kind, else the best."""
    rows = [placed for placed in recollection.placed if placed.fact.tag is not Tag.EPISODE]
    if asked.everything and not asked.names and not asked.kinds:
        return rows
    by_name = named(recollection, asked)
    of_kind = [placed for placed in (by_name or rows) if placed.fact.tag in asked.kinds]
    found = of_kind or by_name or [placed for placed in rows if not is_beside(placed)]
    return found if asked.everything else found[:_LIMIT]


def named(recollection: Recollection, asked: Asked) -> list[Placed]:
    """The placed facts of the things that the question names."""
    return [p for p in recollection.placed if p.fact.tag is not Tag.EPISODE and asked.names & _names_of(p.fact)]


def about(draft: Draft, asked: Asked, found: list[Placed]) -> bool:
    """Tell whether what was told earlier is asked about: by name, by kind, or as what the record answers with."""
    if asked.kinds and draft.tag not in asked.kinds:
        return False
    if asked.names:
        return bool(asked.names & _names_of(draft))
    if any(re.search(rf"\b{re.escape(name)}\b", fold(asked.text)) for name in _names_of(draft) if len(name) > 3):
        return True
    if asked.kinds:
        return True
    return draft.attribute in {placed.fact.attribute for placed in found if placed.score >= _ANSWERS}


def unheard_of(recollection: Recollection, asked: Asked) -> list[str]:
    """What the question names that no placed fact does, in the person's own words, each once."""
    names = {name for p in recollection.placed for name in _names_of(p.fact)}
    texts = " ".join([*(fold(placed.fact.text) for placed in recollection.placed), *names])
    unheard = [
        said for name, said in asked.things if fold(name) not in names and not re.search(rf"\b{fold(said)}\b", texts)
    ]
    denied = any(p.fact.negated and (p.fact.memory_key or "").endswith(f":{ANY}") for p in recollection.placed)
    return [] if denied else list({fold(said): said for said in unheard}.values())


def _names_of(fact: FactView | Draft) -> set[str]:
    return {fold(name) for name in (fact.attribute, *fact.keys, *systems_of(fact.attribute))}


def is_beside(placed: Placed) -> bool:
    """Tell whether a row is placed for context, or always, and not as an answer."""
    return bool(placed.why) and placed.why[0].startswith(("context", "pinned"))
