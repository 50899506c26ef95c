"""When two statements about one thing say the same: the same-value guard.

Only what a number, unit, frequency, route, negation, form or side of the body tells apart counts; likeness of
wording never makes two values one ("25 mg" and "50 mg", "allowed" and "not allowed", "left" and "right").
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from memory.drafts import Draft, Value
from memory.models import Fact
from memory.numbers import as_digits, numbers_in
from memory.vocabulary import Tag


class Likeness(StrEnum):
    """How a new statement stands to a row."""

    SAME = "same"
    VAGUER = "vaguer"  # the new one says less, and nothing else
    FINER = "finer"  # the new one says more, and nothing else
    DIFFERENT = "different"


# Where the words themselves are the value: an instruction, a wish, a telephone number.
_WORDED = frozenset(
    {Tag.DIRECTIVE, Tag.PREFERENCE, Tag.CONTACT, Tag.INSURANCE, Tag.CARE_TEAM, Tag.SOCIAL, Tag.FACT, Tag.SYMPTOM}
)
_FORMS = frozenset(
    "tartrate succinate citrate sulfate hcl hydrochloride besylate maleate er xr xl sr cr dr la extended-release"
    " extended immediate".split()
)
_SIDES = frozenset("left right izquierda izquierdo derecha derecho esquerda esquerdo direita direito".split())
_NEGATIONS = frozenset("not no never don't doesn't can't cannot without nunca sin não sem".split())
_EMPTY = frozenset(
    "a an the my i me to of and or in on at is am are be it that this for with please should need needs want wants"
    " said says told has have el la los las un una mi de y en que".split()
)
_WORD = re.compile(r"[\w'\-]+")


def value_of(fact: Fact) -> Value:
    """Return the structured value of a row."""
    return Value(fact.value, fact.unit, fact.frequency, fact.route, fact.as_needed)


def compare(draft: Draft, fact: Fact) -> Likeness:
    """Return how the draft stands to a row at the same address or of the same attribute."""
    if draft.negated != fact.negated or draft.subject != fact.subject:
        return Likeness.DIFFERENT
    if draft.tag is Tag.APPOINTMENT and draft.date is not None:
        same_day = draft.date.first == fact.fact_date
        return Likeness.SAME if same_day else Likeness.DIFFERENT
    parts = [*_by_parts(draft.value, value_of(fact)), *_by_marks(draft.text, fact.fact)]
    if draft.tag in _WORDED:
        parts.append(_by_words(draft.text, fact.fact))
    return _together(parts)


def _by_parts(new: Value, old: Value) -> Iterable[Likeness]:
    yield _either(_number(new), _number(old))
    yield _either(new.frequency, old.frequency)
    yield _either(new.route, old.route)
    yield _either(new.as_needed or None, old.as_needed or None)


def _number(value: Value) -> str | None:
    if value.value is None:
        return None
    digits = as_digits(value.value).lower().strip()
    numbers = sorted(n.normalize() for n in numbers_in(digits))
    return f"{'/'.join(f'{n:f}' for n in numbers) or digits} {value.unit or ''}".strip()


def _by_marks(new: str, old: str) -> Iterable[Likeness]:
    """Salts, release forms and sides of the body, as far as the words name them."""
    for marks in (_FORMS, _SIDES):
        yield _either(_marked(new, marks), _marked(old, marks))


def _marked(text: str, marks: frozenset[str]) -> frozenset[str] | None:
    return frozenset(_words(text)) & marks or None


def _by_words(new: str, old: str) -> Likeness:
    if numbers_in(new) != numbers_in(old) or bool(_words(new) & _NEGATIONS) != bool(_words(old) & _NEGATIONS):
        return Likeness.DIFFERENT
    said, stands = _words(new) - _EMPTY, _words(old) - _EMPTY
    if said == stands:
        return Likeness.SAME
    if said < stands:
        return Likeness.VAGUER
    return Likeness.FINER if said > stands else Likeness.DIFFERENT


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(as_digits(text).lower()))


def _either(new: object | None, old: object | None) -> Likeness:
    if new == old:
        return Likeness.SAME
    if new is None:
        return Likeness.VAGUER
    return Likeness.FINER if old is None else Likeness.DIFFERENT


def _together(parts: list[Likeness]) -> Likeness:
    """More in one part and less in another adds something new without denying anything: finer."""
    for verdict in (Likeness.DIFFERENT, Likeness.FINER, Likeness.VAGUER):
        if verdict in parts:
            return verdict
    return Likeness.SAME
