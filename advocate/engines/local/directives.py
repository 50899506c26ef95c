"""What a clinician told the person to do or to leave, word for word."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import medications, people, referents
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_classes, find_drugs, find_terms, systems_of
from advocate.engines.local.ordering_words import (
    AND_DO,
    BETWEEN,
    CHAT,
    CONDITION_AFTER,
    CONDITIONAL,
    DIETS,
    DOSING,
    FORBIDS,
    GOES_ON,
    IMPERATIVE,
    LEAD,
    NEGATIVE,
    NO_ORDER,
    OBLIGED,
    RANGE_WANTED,
    SHOULD,
    SIDE,
    STANDING,
    TOLD,
    TOPICS,
    VERB,
    VERBS,
    WANT_YOU,
)
from advocate.engines.local.regimens import DOSE_UNITS, STRENGTHS, pieces
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import in_digits
from memory.drafts import Assertion, Draft, Quote, Tense
from memory.numbers import quantities
from memory.vocabulary import Speaker, Tag, address


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the directive of a clause; empty where it is none, or where it is a regimen (see `medications`)."""
    body = _body(clause, hearing)
    if body is None:
        return []
    at, words = body
    drug = _drug(clause, words, hearing)
    first = AND_DO.split(words, maxsplit=1)
    if len(first) > 1 and _is_regimen(first[0], drug) and not _hangs_together(first):
        return _regimen_and_more(clause, hearing, first)
    if _is_regimen(words, drug):
        return []
    beside = _ordered_with_it(clause, hearing, words) if drug else []
    return [*beside, _draft(clause, hearing, at, words, drug)]


def _ordered_with_it(clause: Clause, hearing: Hearing, words: str) -> list[Draft]:
    """What is taken by a clinician's instruction: "take ibuprofen 600 mg every 6 hours if it hurts"."""
    if clause.turn.speaker is not Speaker.CLINICIAN or FORBIDS.match(words) or CONDITIONAL.match(words):
        return []
    condition = CONDITION_AFTER.search(words)
    start = clause.text.find(words)
    end = start + (condition.start() if condition else len(words))
    if start < 0 or not any(p.quantity and p.quantity.unit in DOSE_UNITS for p in pieces(clause.text[start:end])):
        return []
    taken = [each for each in medications.hear(replace(clause, end=clause.start + end), hearing) if each.value.value]
    if condition is None:
        return taken
    told = " ".join(condition[0].split())
    quote = (Quote(clause.turn.id, clause.text),)
    return [
        replace(each, text=f"{each.text} {told}", value=replace(each.value, as_needed=True), quotes=quote)
        for each in taken
    ]


def _hangs_together(parts: list[str]) -> bool:
    """ "Stop it and call if my lips swell": the condition is one of the stop, too; an order of a dose stands alone."""
    dosed = any(p.kind in {"dose", "regimen"} for p in pieces(parts[0]))
    return not dosed and re.search(r"\b(?:if|when(?:ever)?|unless|si|cuando)\b", parts[1]) is not None


def _regimen_and_more(clause: Clause, hearing: Hearing, parts: list[str]) -> list[Draft]:
    """ "told me to take furosemide 40 mg and call if I gain 3 pounds": a regimen, and an instruction beside it."""
    cut = clause.text.find(parts[0]) + len(parts[0])
    taken = medications.hear(replace(clause, end=clause.start + cut), hearing)
    drug = _drug(clause, parts[1], hearing)
    return [*taken, _draft(clause, hearing, cut, parts[1], drug)]


def _body(clause: Clause, hearing: Hearing) -> tuple[int, str] | None:
    """Where the instruction begins and its words."""
    text = clause.text
    match = TOLD.search(text)
    by_clinician = clause.turn.speaker is Speaker.CLINICIAN
    told = people.acting(text) or people.acts_by_pronoun(text) or hearing.carried_by_clinician(clause)
    if match and not (told or by_clinician):
        match = None
    if match is None and people.acting(text):
        match = GOES_ON.search(text)  # "Dr. Osei changed that, hold it if my pulse is under 50"
    match = match or OBLIGED.search(text) or STANDING.search(text) or _wanted_range(text, told=told or by_clinician)
    if match is None and hearing.carried_by_clinician(clause):
        match = SHOULD.search(text) or IMPERATIVE.search(text)
    if match is None and by_clinician and not clause.asked:
        match = WANT_YOU.search(text) or (_health(text) and (SHOULD.search(text) or IMPERATIVE.search(text))) or None
    if match is None:
        return None
    body = match["body"].strip()
    words = LEAD.sub("", LEAD.sub("", body)).strip()
    if NO_ORDER.match(words):
        return None
    if not words or (CHAT.search(words) and not _health(words)) or not _instructs(words):
        return None
    return match.start("body"), words


def _wanted_range(text: str, *, told: object) -> re.Match[str] | None:
    """ "wants my INR between 2 and 3", "keep it under 130 over 80": a measure and how it should be."""
    match = RANGE_WANTED.search(text) if told else None
    return match if match and find_terms(match["body"], "lab", "vital") and quantities(match["body"]) else None


def _instructs(words: str) -> bool:
    return bool(VERB.search(words) or BETWEEN.search(words) or NEGATIVE.search(words) or STANDING.search(f"on {words}"))


def _health(words: str) -> bool:
    kinds = ("lab", "vital", "symptom", "system", "condition", "role", "procedure")
    return bool(_topic(words) or find_drugs(words) or find_terms(words, *kinds) or referents.names_a_drug(words))


def _is_regimen(words: str, drug: str) -> bool:
    """Orders about what is taken belong to the medications, unless they hang on a condition."""
    parts = pieces(words)
    beside = "".join(
        c for at, c in enumerate(words) if not any(p.start <= at < p.end for p in parts)
    )  # not "with food"
    strong = any(p.quantity and p.quantity.unit in STRENGTHS for p in parts)
    if not drug and strong and DOSING.search(words) and not CONDITIONAL.search(beside):
        return True  # "go up to 600 mg four times a day", of what was named before
    if not drug or CONDITIONAL.search(beside) or SIDE.search(words):
        return False
    if re.match(r"(?:not\s+to|don['’]t|do\s+not|never|avoid|no)\b", words, re.IGNORECASE):
        return False
    dosed = any(p.kind in {"dose", "regimen"} for p in parts)
    return bool(DOSING.search(words)) and (dosed or bool(find_drugs(words)) or "stop" in words.lower())


def _drug(clause: Clause, words: str, hearing: Hearing) -> str:
    named = find_drugs(words)
    if named:
        return named[0].name
    classes = find_classes(words)
    if classes:
        return classes[0].name
    if re.search(r"\b(?:dose|dosis|pill|tablet|medicine|medication|meds)\b", words, re.IGNORECASE) or re.match(
        r"(?:(?:keep|continue)\s+)?(?:hold|skip|tak|stop|increas|giv|doubl)(?:e|p?ing)?\s+(?:it|that|them)\b",
        words,
        re.IGNORECASE,
    ):
        target = referents.drug_meant(clause, hearing)
        return target.name if target else _drug_of_the_order(words, hearing) or "medication"
    return ""


def _drug_of_the_order(words: str, hearing: Hearing) -> str:
    """The drug of the one standing instruction to do the same: "hold it" where it is told when to hold metoprolol."""
    aspect = _aspect(words)
    same = {row.attribute for row in hearing.known(Tag.DIRECTIVE) if (row.memory_key or "").endswith(f".{aspect}")}
    return same.pop() if aspect and len(same) == 1 else ""


def _topic(words: str) -> str:
    found = [
        (m.start(), name) for pattern, name in TOPICS if (m := re.search(rf"\b(?:{pattern})\b", words, re.IGNORECASE))
    ]
    return min(found)[1] if found else ""


def _draft(clause: Clause, hearing: Hearing, at: int, words: str, drug: str) -> Draft:
    aspect = _aspect(words)
    measures = [t.name for t in find_terms(words, "lab", "vital")]
    topic = drug or _topic(words) or (measures[0] if measures else "") or _first_words(words, aspect)
    side = SIDE.search(words)
    base = hearing.draft(
        clause,
        Tag.DIRECTIVE,
        in_digits(words.rstrip(" .,;")),
        topic,
        (
            *topic.split("+"),
            aspect,
            *measures,
            *([DIETS[topic]] if topic in DIETS else []),
            *systems_of(topic),
            "instruction",
        ),
    )
    same = "" if aspect and topic.startswith(aspect[:4]) else aspect
    marks = " ".join(part for part in (same, side[0].lower() if side else "") if part)
    moment = hearing.moment(clause, at)
    starts = bool(re.match(r"(?:from|starting|beginning|as\s+of|a\s+partir)\b", moment.phrase, re.IGNORECASE))
    dated = base if not moment.is_future or starts else replace(base, date=None, date_phrase="")
    return replace(
        dated,
        memory_key=address(Tag.DIRECTIVE, topic, marks),
        tense=Tense.PLANNED if moment.is_future and starts else Tense.NOW,
        assertion=Assertion.ASKED if clause.asked else Assertion.ASSERTED,
        negated=bool(FORBIDS.match(words)),
        importance=4,
    )


def _aspect(words: str) -> str:
    """What is to be done, by its verb: "keep holding it" is holding."""
    kept = re.match(rf"(?:keep|continue)\s+(?P<verb>{VERBS})(?:[a-z])?ing\b", words, re.IGNORECASE)
    verb = VERB.search(words)
    return kept["verb"].lower() if kept else verb[0].lower() if verb else ""


def _first_words(words: str, verb: str) -> str:
    plain = [
        w
        for w in re.findall(r"[^\W\d_]{3,}", words.lower())
        if w not in {verb, "the", "and", "not", "for", "that", "with"}
    ]
    return " ".join(plain[:2]) or verb or "instruction"
