"""When two statements about one thing say the same: the same-value guard.

Only what a number, unit, frequency, route, negation, form, side of the body or day tells apart counts; likeness of
wording never makes two values one ("25 mg" and "50 mg", "allowed" and "not allowed", "left" and "right").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from memory.dates import PartialDate, mentions
from memory.drafts import SELF, Draft, Known, Value
from memory.models import Fact
from memory.numbers import as_digits, canonical_unit, dosing, quantities
from memory.vocabulary import Tag


class Likeness(StrEnum):
    """How a new statement stands to a row."""

    SAME = "same"
    VAGUER = "vaguer"  # the new one says less, and nothing else
    FINER = "finer"  # the new one says more, and nothing else
    DIFFERENT = "different"

    @property
    def adds_nothing(self) -> bool:
        """True where the row already says what was said."""
        return self in {Likeness.SAME, Likeness.VAGUER}


# Where the value is named apart from the words, or the thing alone is the fact; elsewhere the words are the value.
_MEASURED = frozenset({Tag.LAB, Tag.VITAL})
_NAMED = frozenset({Tag.MEDICATION, Tag.ALLERGY, Tag.CONDITION, Tag.APPOINTMENT})
_FORMS = frozenset(
    "tartrate succinate citrate sulfate hydrochloride besylate maleate er xr xl sr cr dr la immediate delayed".split()
)
_OTHERWISE = {"hcl": "hydrochloride", "extended": "er", "extended-release": "er", "immediate-release": "immediate"}
_SIDES = frozenset(
    "left right both bilateral izquierda izquierdo derecha derecho esquerda esquerdo direita direito".split()
)
_NEGATION = re.compile(r"(?:not|no|never|none|cannot|without|avoid|nor|nunca|sin|não|sem|ningun[oa]?)|\w+n't")
_EMPTY = frozenset(
    (
        "a an the my i me to of and or in on at is am are be it that this for with please should need needs want "
        "wants said says told has have had el la los las un una mi de y en que"
    ).split()
)
_WORD = re.compile(r"[\w'\-]+")
_HOW_OFTEN = re.compile(  # compared apart, in canonical words
    r"\b[0-9]+ ?(?:x|times|veces|vezes)\b"
    r"|\b(?:every|each|q|cada) ?[0-9]+(?: ?(?:-|to|or) ?[0-9]+)? ?(?:h|hours?|hrs?|horas?)\b",
    re.IGNORECASE,
)


def value_of(fact: Fact) -> Value:
    """Return the structured value of a row."""
    return Value(fact.value, fact.unit, fact.frequency, fact.route, fact.as_needed)


def date_of(fact: Fact) -> PartialDate | None:
    """Return the date of a row, as far as it is known."""
    if fact.fact_date is None:
        return None
    return PartialDate(fact.fact_date, fact.date_precision)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class _Row:
    """What a statement is compared with: the parts of a row, or of an earlier statement, that tell values apart."""

    text: str
    value: Value
    date: PartialDate | None
    negated: bool
    subject: str


def compare(draft: Draft, row: Fact | Known | Draft) -> Likeness:
    """Return how the draft stands to a row at the same address or of the same attribute."""
    old = _as_row(row)
    if draft.negated != old.negated or draft.subject != old.subject or _dates_exclude(draft, old):
        return Likeness.DIFFERENT
    parts = [*_by_value(draft, old), *_by_marks(draft.text, old.text), _by_negation(draft, old)]
    measured = draft.tag in _MEASURED and (draft.value.value or old.value.value)
    if not measured and draft.tag not in _NAMED:
        parts.append(_by_words(draft.text, old.text))
    return _together(parts)


def _as_row(row: Fact | Known | Draft) -> _Row:
    if isinstance(row, Fact):
        return _Row(row.fact, value_of(row), date_of(row), row.negated, row.subject)
    subject = row.subject if isinstance(row, Draft) else SELF  # of a row that an engine is shown, it is the subject's
    return _Row(row.text, row.value, row.date, row.negated, subject)


def _dates_exclude(draft: Draft, old: _Row) -> bool:
    """True where both name a date of their own, and these cannot be one; a state's day may be only when it was said."""
    if draft.date is None or old.date is None:
        return False
    if draft.tag is Tag.APPOINTMENT:
        return draft.date.first != old.date.first
    apart = not (draft.date.contains(old.date.first) or old.date.contains(draft.date.first))
    return draft.tag.is_state and bool(draft.date_phrase) and old.date.precision != "day" and apart


def _by_value(draft: Draft, row: _Row) -> Iterator[Likeness]:
    new, old = draft.value, row.value
    yield _by_figures(_figures(draft.tag, draft.text), _figures(draft.tag, row.text))
    if new.value and old.value:
        yield _either(_amount(new.value), _amount(old.value))
    elif not quantities(new.value or old.value or ""):  # numbers stand in the words, too
        yield _either(new.value, old.value)
    if new.value and old.value:
        yield _either(_unit(new), _unit(old))
    if draft.tag is Tag.MEDICATION:
        yield _either(_frequency(new, draft.text), _frequency(old, row.text))
        yield _either(_route(new, draft.text), _route(old, row.text))
        yield _either(_as_needed(new, draft.text), _as_needed(old, row.text))


def _amount(value: str) -> tuple[Decimal, ...] | str:
    """The numbers of a value in their order ("25 + 50" is not "50 + 25"), or the word that it is."""
    return tuple(q.value for q in quantities(value)) or value.lower().strip()


def _unit(value: Value) -> str | None:
    return (canonical_unit(value.unit) or value.unit.lower()) if value.unit else None


def _frequency(value: Value, text: str) -> str | None:
    return dosing.frequency(value.frequency or text) or value.frequency


def _route(value: Value, text: str) -> str | None:
    return dosing.route(value.route or text) or value.route


def _as_needed(value: Value, text: str) -> bool | None:
    return value.as_needed or dosing.as_needed(text) or None


def _figures(tag: Tag, text: str) -> dict[Decimal, set[str]]:
    """The numbers in the words, each with its units; neither a visit's day nor how often is a number of its own."""
    if tag is Tag.MEDICATION:
        text = _HOW_OFTEN.sub(" ", as_digits(text))
    if tag is Tag.APPOINTMENT:
        for found in reversed(mentions(text, PartialDate.parse("2000").first)):
            text = f"{text[: found.start]} {text[found.end :]}"
    figures: dict[Decimal, set[str]] = {}
    for quantity in quantities(text):
        figures.setdefault(quantity.value, set()).update({quantity.unit} if quantity.unit else ())
    return figures


def _by_figures(new: dict[Decimal, set[str]], old: dict[Decimal, set[str]]) -> Likeness:
    shared = new.keys() & old.keys()
    if any(new[number] and old[number] and new[number].isdisjoint(old[number]) for number in shared):
        return Likeness.DIFFERENT
    return _by_parts(frozenset(new), frozenset(old))


def _by_marks(new: str, old: str) -> Iterable[Likeness]:
    """Salts, release forms and sides of the body, as far as the words name them."""
    for marks in (_FORMS, _SIDES):
        yield _either(_marked(new, marks), _marked(old, marks))


def _marked(text: str, marks: frozenset[str]) -> frozenset[str] | None:
    return frozenset(_OTHERWISE.get(word, word) for word in _words(text)) & marks or None


def _by_negation(draft: Draft, row: _Row) -> Likeness:
    """ "May drive" and "may not drive" differ; of two negatives, one may be worded without a "not" ("stopped")."""
    differ = not draft.negated and _negates(draft.text) != _negates(row.text)
    return Likeness.DIFFERENT if differ else Likeness.SAME


def _negates(text: str) -> bool:
    return any(_NEGATION.fullmatch(word) for word in _words(text))


def _by_words(new: str, old: str) -> Likeness:
    return _by_parts(_words(new) - _EMPTY, _words(old) - _EMPTY)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(as_digits(text).lower().replace("’", "'")))


def _by_parts(new: frozenset[object], old: frozenset[object]) -> Likeness:
    if new == old:
        return Likeness.SAME
    if new < old:
        return Likeness.VAGUER
    return Likeness.FINER if new > old else Likeness.DIFFERENT


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
