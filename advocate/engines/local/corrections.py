"""Corrections: "no, it was 1.3, not 1.4", "actually it's 50", "I never took aspirin"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from advocate.engines.local import measurements, medications, no_corrections, taking_back
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.reading_words import UNITS
from advocate.engines.local.referents import words_for
from advocate.engines.local.regimens import DOSE_UNITS
from advocate.engines.local.sentences import Clause
from advocate.engines.local.taking_back import NOT, WRONG
from advocate.engines.local.wording import cold
from memory.drafts import Act, Draft, Known, Tense, Value
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
_IT_ALWAYS = re.compile(
    r"\W*(?:(?:and|but|no|so)\W+)*(?:it|that|i|mine)(?:['’](?:s|ve)|\s+(?:was|is|has|have|took|take|had))?\b",
    re.IGNORECASE,
)
_WAS_WRONG = re.compile(
    r"\W*(?:one\s+|dose\s+|figure\s+)?(?:(?:is|was|were)\s+(?:never|not)\s+(?:right|correct|true|mine)|(?:is|was)\s+(?:wrong|a\s+mistake|an\s+error))\b",
    re.IGNORECASE,
)
_NEAR = 2  # turns
_LIMIT = re.compile(
    r"\b(?:under|below|above|over|(?:less|more|higher|lower|greater)\s+than|at\s+least|at\s+most|up\s+to|within)\s+(?:a\s+|an\s+)?$",
    re.I,
)
_OF_A_PAIR = re.compile(
    r"\b(?:\d{2,3}|\w*(?:ty|teen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred))\s+over\s+$",
    re.I,
)
_NO = re.compile(r"\W*(?:no|nope|not\s+(?:quite|right|really|exactly))\W*", re.IGNORECASE)


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
    return taking_back.swapped(clause, hearing) or taking_back.withdrawn(clause, hearing) or _of_values(clause, hearing)


def _of_values(clause: Clause, hearing: Hearing) -> list[Draft]:
    numbers = [q for q in quantities(clause.text) if not _in_date(q, clause, hearing) and not _is_limit(q, clause.text)]
    old = next((q for q in numbers if NOT.search(clause.text[: q.start])), None)
    new = next((q for q in numbers if q is not old and not _is_frequency(q)), None)
    if right := _instead_of_withdrawn(clause, hearing, numbers):
        hearing.drafts[-1] = right
        return []
    if wrong := _only_taken_back(clause, old, new):
        in_one_breath = _as_correction(clause, hearing, wrong)
        return [] if in_one_breath else _value_withdrawn(clause, hearing, wrong)
    announced = _CUE.search(clause.text) or _announced(clause, hearing)
    corrects = old is not None or (announced and not no_corrections.answers_a_question(clause, hearing))
    return _of_numbers(clause, hearing, numbers, old, new) if new is not None and corrects else []


def was_wrong(clause: Clause, hearing: Hearing) -> bool:
    """Take "the 5 mg was never right" as no dose: it sets right, or takes back, what was told. True where it did."""
    numbers = [] if clause.asked else quantities(clause.text)
    if len(numbers) != 1 or not _WAS_WRONG.match(clause.text, numbers[0].end):
        return False
    if not _as_correction(clause, hearing, numbers[0]):
        hearing.drafts += _value_withdrawn(clause, hearing, numbers[0])
    return True


def _only_taken_back(clause: Clause, old: Quantity | None, new: Quantity | None) -> Quantity | None:
    """The number that a clause takes back with no other in its place: "never 6.0", "I never took metoprolol 50 mg"."""
    if old is not None:
        return old if new is None else None
    if taking_back.is_to_be_removed(clause):
        return new
    never = taking_back.NEVER.search(clause.text)
    return new if never and new is not None and never.end() <= new.start else None


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


def _instead_of_withdrawn(clause: Clause, hearing: Hearing, numbers: list[Quantity]) -> Draft | None:
    """ "I never took 12.5, it was always 6.25": what was just taken back is set right."""
    last = hearing.drafts[-1] if hearing.drafts else None
    if last is None or last.act is not Act.WITHDRAW or last.quotes[-1].turn != clause.turn.id or len(numbers) != 1:
        return None
    target = next((t for t in _targets(hearing) if t.known and t.attribute == last.attribute), None)
    if target is None or not _IT_ALWAYS.match(clause.text) or _named(clause.text) - {last.attribute}:
        return None
    right = _corrected(clause, hearing, target, numbers[0], [], [])
    return replace(right, quotes=(*last.quotes, *right.quotes), replaces=last.replaces)


def _value_withdrawn(clause: Clause, hearing: Hearing, old: Quantity) -> list[Draft]:
    """ "My potassium was never 6.0": the value that stands is taken back, with none in its place."""
    named = _named(clause.text)
    stands = [t for t in _targets(hearing) if (t.attribute in named or not named) and _holds(t, old)]
    if not stands or len(named) > 1 or len({t.attribute for t in stands}) > 1:
        return []
    target = stands[0]
    base = hearing.draft(clause, target.tag, cold(clause, hearing), target.attribute, _keys(target))
    state = target.tag.is_state
    return [
        replace(
            base,
            memory_key=address(target.tag, target.attribute) if state else None,
            act=Act.WITHDRAW,
            negated=True,
            date=None,
            date_phrase="",
            replaces=target.value.value or "",
        )
    ]


def _announced(clause: Clause, hearing: Hearing) -> bool:
    """ "I was wrong, …": the clause before said that a correction comes."""
    before = hearing.previous
    near = before is not None and before.turn.id == clause.turn.id and len(before.text.split()) <= 7
    near = near and not (before and before.turn.text[: before.start].rstrip().endswith("?"))  # "In November? No."
    near = near or (before is not None and _NO.fullmatch(before.turn.text) is not None)
    return near and before is not None and bool(_CUE.search(before.text) or WRONG.search(before.text))


def _of_numbers(
    clause: Clause, hearing: Hearing, numbers: list[Quantity], old: Quantity | None, new: Quantity
) -> list[Draft]:
    stated = [d for d in [*medications.hear(clause, hearing), *measurements.hear(clause, hearing)] if d.value.value]
    if any(d.act is not Act.STATE or d.tense is not Tense.NOW for d in stated):
        return []
    named = {d.attribute for d in stated} | _named(clause.text)
    target = _target(clause, hearing, named, old, new)
    if target is None:
        return _once_more(clause, stated, old)
    second = numbers[numbers.index(new) + 1 :][:1]
    return [_corrected(clause, hearing, target, new, second, stated)]


def _once_more(clause: Clause, stated: list[Draft], old: Quantity | None) -> list[Draft]:
    """ "It was 1.3, not 1.4" where 1.4 no longer stands: the reading, said as the correction that it may repeat."""
    mine = [d for d in stated if d.tag is not Tag.MEDICATION and old and (old.text not in d.text)]
    return [replace(mine[0], act=Act.CORRECT, replaces=f"{old.value:f}")] if old and len(mine) == 1 else []


def _is_near(target: Target, clause: Clause, hearing: Hearing) -> bool:
    """True for what was told just before, or before the reply to it: a bare "actually, 50" sets right nothing else."""
    if target.draft is None:
        return False
    told = next((t for t in hearing.transcript.turns if t.id == target.draft.quotes[-1].turn), clause.turn)
    return hearing.place(clause.turn) - hearing.place(told) <= _NEAR


def _target(clause: Clause, hearing: Hearing, named: set[str], old: Quantity | None, new: Quantity) -> Target | None:
    """The latest statement that the words fit: the thing where named, the old value where given, else the last one."""
    found = [t for t in _targets(hearing) if not named or t.attribute in named]
    found = [t for t in found if t.tag is not Tag.MEDICATION or no_corrections.may_replace(new, t.value.unit)]
    if old is not None:
        found = [t for t in found if _holds(t, old)]
    elif not named:
        focus = hearing.focuses[-1].name if hearing.focuses else None
        found = [t for t in found if _is_near(t, clause, hearing) or t.attribute == focus or focus is None]
    return next((t for t in found if not _is_only(t, new) and _may_be_in(t, new.unit)), None)


def _may_be_in(target: Target, unit: str | None) -> bool:
    """False for a dose that would set a reading right, or a reading a dose."""
    measured = target.tag is not Tag.MEDICATION
    return unit is None or (unit in UNITS if measured else unit in DOSE_UNITS)


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


def _is_limit(quantity: Quantity, text: str) -> bool:
    """ "under thirty", "more than 3": no value that one has; the 92 of "138 over 92" is one."""
    if _OF_A_PAIR.search(text, 0, quantity.start):
        return False
    return _LIMIT.search(text, max(0, quantity.start - 20), quantity.start) is not None


def _is_frequency(quantity: Quantity) -> bool:
    return quantity.unit in {"times", "days", "weeks", "hours", "months", "years", "minutes"}
