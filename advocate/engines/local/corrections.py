"""Corrections: "no, it was 1.3, not 1.4", "actually it's 50", "I never took aspirin"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from advocate.engines.local import conditions, measurements, medications
from advocate.engines.local.allergies import substances
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import drug_keys, find_drugs, find_terms, fold
from advocate.engines.local.referents import words_for
from advocate.engines.local.sentences import Clause
from memory.drafts import Act, Draft, Known, Quote, Tense, Value
from memory.numbers import Quantity, as_digits, quantities
from memory.vocabulary import Tag, address

_CUE = re.compile(
    r"""^\W*(?:(?:oh|ah|um|uh|and|but|well|hm+)[,\s]+)* (?: no\b(?!\s+(?:known|allerg|medic|other|longer|new
        |more|problem))      | nope | sorry | actually | correction
      | wait | i\s+meant? | i\s+misspoke | i\s+was\s+wrong | that['’]?s\s+(?:wrong|not\s+right) | that\s+(?:was
        |is)\s+(?:wrong|not\s+right|a\s+mistake)
      | it\s+(?:was|is)\s+(?:actually|really) | it['’]s\s+(?:actually|really) | scratch\s+that | perdón
        | en\s+realidad | me\s+equivoqué )"""
    r"|\bactually\b|\bi\s+(?:mis(?:spoke|read)|meant|was\s+wrong)\b|\b(?:is|are|was|['’]s)\s+(?:right|correct|the\s+right\s+one)$",
    re.IGNORECASE | re.VERBOSE,
)
_NOT = re.compile(r"\b(?:not|and\s+not|instead\s+of|rather\s+than|no|never)\s+(?:a\s+|at\s+|the\s+)?$", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|nope|not\s+(?:quite|right|really|exactly))\W*", re.IGNORECASE)
_NEVER = re.compile(
    r"\b(?:never\s+(?:took|take|taken|had|have|been(?:\s+on)?|was(?:\s+on)?|used|got|did)|nunca\s+(?:tomé|tuve|he\s+tomado))\b"
    r"|\b(?:wasn['’]?t|was\s+not|am\s+not|i['’]m\s+not)\s+(?=allergic)",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\b(?:(?:that|this|it|which)(?:['’]s|\s+is|\s+was)\s+(?:wrong|not\s+(?:right|true|correct)|incorrect|a\s+mistake|an\s+error|false)"
    r"|(?:is|was|are)\s+(?:wrong|a\s+mistake|an\s+error|incorrect)|by\s+mistake|the\s+wrong\s+(?:dose|number|value|amount|date))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Target:
    """What a correction sets right: an earlier draft of this conversation, or a row of the record."""

    tag: Tag
    attribute: str
    text: str
    value: Value
    draft: Draft | None
    known: Known | None


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the corrections in a clause; empty where it corrects nothing that was said or recorded."""
    if clause.asked:
        return []
    withdrawn = _swapped(clause, hearing) or _withdrawn(clause, hearing)
    if withdrawn:
        return withdrawn
    numbers = [q for q in quantities(clause.text) if not _in_date(q, clause, hearing)]
    old = next((q for q in numbers if _NOT.search(clause.text[: q.start])), None)
    new = next((q for q in numbers if q is not old and not _is_frequency(q)), None)
    if old is not None and new is None and _as_correction(clause, hearing, old):
        return []
    if new is None or not (old or _CUE.search(clause.text) or _announced(clause, hearing)):
        return []
    return _of_numbers(clause, hearing, numbers, old, new)


def _as_correction(clause: Clause, hearing: Hearing, old: Quantity) -> bool:
    """ "My warfarin is 2.5 mg, it was never 5 mg": what was stated in the same breath is a correction."""
    last = hearing.drafts[-1] if hearing.drafts else None
    if last is None or last.act is not Act.STATE or last.quotes[-1].turn != clause.turn.id or not last.value.value:
        return False
    target = next((t for t in _targets(hearing) if t.attribute == last.attribute and _holds(t, old)), None)
    if target is None:
        return False
    day = target.known.date if target.known and last.tag is not Tag.MEDICATION else last.date
    hearing.drafts[-1] = replace(last, act=Act.CORRECT, replaces=target.value.value or "", date=day)
    return True


def _announced(clause: Clause, hearing: Hearing) -> bool:
    """ "I was wrong, …": the clause before said that a correction comes."""
    before = hearing.previous
    near = before is not None and before.turn.id == clause.turn.id and len(before.text.split()) <= 7
    near = near or (before is not None and _NO.fullmatch(before.turn.text) is not None)
    return near and before is not None and bool(_CUE.search(before.text) or _WRONG.search(before.text))


def _of_numbers(
    clause: Clause, hearing: Hearing, numbers: list[Quantity], old: Quantity | None, new: Quantity
) -> list[Draft]:
    stated = [d for d in [*medications.hear(clause, hearing), *measurements.hear(clause, hearing)] if d.value.value]
    if any(d.act is not Act.STATE or d.tense is not Tense.NOW for d in stated):
        return []
    named = {d.attribute for d in stated} | _named(clause.text)
    target = _target(hearing, named, old, new)
    if target is None:
        return []
    second = numbers[numbers.index(new) + 1 :][:1]
    return [_corrected(clause, hearing, target, new, second, stated)]


def _target(hearing: Hearing, named: set[str], old: Quantity | None, new: Quantity) -> Target | None:
    """The latest statement that the words fit: same thing where named, the old value where given, else the last one."""
    found = [t for t in _targets(hearing) if not named or t.attribute in named]
    if old is not None:
        found = [t for t in found if _holds(t, old)]
    elif not named:
        focus = hearing.focuses[-1].name if hearing.focuses else None
        found = [t for t in found if t.draft is not None or t.attribute == focus or focus is None]
    return next((t for t in found if not _is_only(t, new)), None)


def _targets(hearing: Hearing) -> list[Target]:
    drafts = [
        Target(d.tag, d.attribute, d.text, d.value, d, None)
        for d in reversed(hearing.drafts)
        if d.tag in {Tag.MEDICATION, Tag.LAB, Tag.VITAL} and d.value.value and d.act is not Act.STOP
    ]
    rows = hearing.known(Tag.MEDICATION, Tag.LAB, Tag.VITAL)
    dated = sorted(rows, key=lambda r: r.date.first.isoformat() if r.date else "", reverse=True)
    return [*drafts, *(Target(r.tag, r.attribute, r.text, r.value, None, r) for r in dated if r.value.value)]


def _holds(target: Target, old: Quantity) -> bool:
    return any(q.value == old.value for q in quantities(f"{target.value.value} {target.text}"))


def _is_only(target: Target, new: Quantity) -> bool:
    return [q.value for q in quantities(target.value.value or "")] == [new.value]


def _corrected(
    clause: Clause, hearing: Hearing, target: Target, new: Quantity, second: list[Quantity], stated: list[Draft]
) -> Draft:
    value, unit, words = _new_value(target, new, second, clause.text)
    slip = target.draft
    kept = slip.value if slip else Value()
    text = f"{_name(target, hearing)} {words}"
    if slip and slip.value.frequency:
        text = _with_number(slip, words) or text
    if stated and stated[0].attribute == target.attribute and not slip:
        text, kept = stated[0].text, stated[0].value
    base = hearing.draft(clause, target.tag, text, target.attribute, _keys(target))
    earlier = slip.quotes if slip else ()
    return replace(
        base,
        quotes=(*(q for q in earlier if q not in base.quotes), *base.quotes),
        memory_key=slip.memory_key if slip else target.known.memory_key if target.known else None,
        value=replace(kept, value=value, unit=unit),
        act=Act.CORRECT,
        date=slip.date if slip else target.known.date if target.known else None,
        date_phrase=slip.date_phrase if slip else "",
        replaces=target.value.value or "",
        importance=4 if target.tag is Tag.MEDICATION else 3,
    )


def _new_value(target: Target, new: Quantity, second: list[Quantity], text: str) -> tuple[str, str | None, str]:
    written = as_digits(new.text)
    value = re.split(r"[^\d.,]", written)[0].rstrip(".,") or f"{new.value:f}"
    if second and re.fullmatch(r"\s*(?:/|over|sobre)\s*", text[new.end : second[0].start]):
        value = f"{value}/{second[0].value.normalize():f}"
        return value, second[0].unit, value if second[0].unit is None else f"{value} {second[0].unit}"
    return value, new.unit, written


def _with_number(slip: Draft, words: str) -> str | None:
    """The slip's own words with the right number in the place of the wrong one."""
    wrong = next((q for q in quantities(slip.text) if f"{q.value.normalize():f}" == slip.value.value), None)
    return slip.text[: wrong.start] + words + slip.text[wrong.end :] if wrong else None


def _name(target: Target, hearing: Hearing) -> str:
    if target.tag is Tag.MEDICATION:
        return words_for(target.attribute, hearing)
    first = quantities(target.text)
    return target.text[: first[0].start].strip(" ,:") if first and first[0].start else target.attribute


def _keys(target: Target) -> tuple[str, ...]:
    if target.draft:
        return target.draft.keys
    known = target.known.keys if target.known else ()
    return known or (target.attribute,)


def _named(text: str) -> set[str]:
    return {d.name for d in find_drugs(text)} | {t.name for t in find_terms(text, "lab", "vital")}


def _in_date(quantity: Quantity, clause: Clause, hearing: Hearing) -> bool:
    return any(m.start <= quantity.start < m.end for m in hearing.dates(clause))


def _is_frequency(quantity: Quantity) -> bool:
    return quantity.unit in {"times", "days", "weeks", "hours", "months", "years", "minutes"}


def _withdrawn(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "I never took aspirin", "that was wrong, I don't have asthma": nothing comes in its place."""
    text = clause.text
    never = _NEVER.search(text)
    before = hearing.previous
    said_wrong = before is not None and before.turn.id == clause.turn.id and _WRONG.search(before.text)
    wrong = _WRONG.search(text)
    denied = re.search(r"\b(?:don['’]?t|do\s+not|not|never|no)\b", fold(text))
    if not (never or wrong or (said_wrong and denied)) or quantities(text):
        return []
    hits = _things(text[never.end() :] if never else text)
    return [_withdrawal(clause, hearing, *hit) for hit in hits if never is None or _stands(hit[1], hit[0], hearing)]


def _swapped(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "It's losartan, not lisinopril", where lisinopril stands: the one is withdrawn, the other stated."""
    drugs = find_drugs(clause.text)
    wrong = [d for d in drugs if _NOT.search(clause.text[: d.start])]
    right = [d for d in drugs if d not in wrong]
    if len(wrong) != 1 or len(right) != 1 or not _stands(wrong[0].name, Tag.MEDICATION, hearing):
        return []
    base = hearing.draft(clause, Tag.MEDICATION, right[0].as_said, right[0].name, drug_keys(right[0].name))
    stated = replace(base, memory_key=address(Tag.MEDICATION, right[0].name), importance=4)
    return [_withdrawal(clause, hearing, Tag.MEDICATION, wrong[0].name, wrong[0].as_said), stated]


def _stands(attribute: str, tag: Tag, hearing: Hearing) -> bool:
    rows = [(d.tag, d.attribute) for d in hearing.drafts] + [(r.tag, r.attribute) for r in hearing.transcript.known]
    return (tag, attribute) in rows


def _things(text: str) -> list[tuple[Tag, str, str]]:
    if re.search(r"\b(?:allerg|al[ée]rgi)", text, re.IGNORECASE):
        return [(Tag.ALLERGY, name, words) for name, words in substances(text)]
    drugs = [(Tag.MEDICATION, d.name, d.as_said) for d in find_drugs(text)]
    found = conditions.outermost(find_terms(text, "condition"))
    return drugs or [(Tag.CONDITION, t.name, t.as_said) for t in found]


def _withdrawal(clause: Clause, hearing: Hearing, tag: Tag, name: str, words: str) -> Draft:
    lead = {Tag.MEDICATION: "does not take", Tag.ALLERGY: "not allergic to", Tag.CONDITION: "no"}[tag]
    keys = {Tag.MEDICATION: drug_keys, Tag.CONDITION: conditions.condition_keys}.get(tag)
    base = hearing.draft(clause, tag, f"{lead} {words}", name, keys(name) if keys else (name, "allergy"))
    earlier = next((d for d in reversed(hearing.drafts) if (d.tag, d.attribute) == (tag, name)), None)
    quotes: tuple[Quote, ...] = base.quotes
    return replace(
        base,
        quotes=quotes,
        memory_key=address(tag, name),
        act=Act.WITHDRAW,
        negated=True,
        replaces=(earlier.value.value or "") if earlier else "",
        importance=4,
    )
