"""What a conversation has told so far: now, and earlier; and how it stands to the rows of the record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from advocate.engines.local.distiller import distil
from advocate.engines.local.lexicon import find_drugs, find_terms, fold
from advocate.engines.local.phrases import words
from memory.drafts import SELF, Act, Assertion, Draft, Known, Said, Transcript
from memory.numbers import numbers_in
from memory.vocabulary import ANY, Tag

_WORDED = frozenset({Tag.DIRECTIVE, Tag.PREFERENCE, Tag.CONTACT, Tag.INSURANCE, Tag.CARE_TEAM, Tag.SOCIAL})
_EMPTY = frozenset({"a", "an", "the", "my", "i", "me", "to", "is", "are", "that", "it", "please", "should"})


@dataclass(frozen=True)
class Heard:
    """The drafts of a conversation, told apart by whether its latest turn states them."""

    all: tuple[Draft, ...]
    latest: Said
    turns: tuple[Said, ...]

    @cached_property
    def kept(self) -> list[Draft]:
        """The drafts that may become facts."""
        return [draft for draft in self.all if _is_kept(draft)]

    @cached_property
    def told(self) -> list[Draft]:
        """What the latest turn tells, each thing once, slips that it sets right itself left out."""
        now = [draft for draft in self.kept if self._is_latest(draft)]
        return _once_each([draft for draft in now if not any(corrects(later, draft) for later in now)])

    @cached_property
    def earlier(self) -> list[Draft]:
        """What the turns before it told."""
        return [draft for draft in self.kept if not self._is_latest(draft)]

    @cached_property
    def standing(self) -> list[Draft]:
        """Of what earlier turns told, what still is so: nothing that was set right or replaced since."""
        return [
            draft
            for at, draft in enumerate(self.earlier)
            if not any(
                corrects(later, draft) or (draft.memory_key is not None and later.memory_key == draft.memory_key)
                for later in self.earlier[at + 1 :]
            )
        ]

    @cached_property
    def of_others(self) -> list[str]:
        """Whom else the latest turn tells of."""
        found = [d.subject for d in self.all if _is_of_another(d) and self._is_latest(d)]
        return list(dict.fromkeys(found))

    def after_a_measure(self, draft: Draft) -> bool:
        """True where a drug is only meant ("it went up to 20 mg") and a measure was named last before."""
        if draft.tag is not Tag.MEDICATION or find_drugs(draft.quotes[-1].text):
            return False
        for turn in reversed([t for t in self.turns if t.seq < self.latest.seq and t.speaker.is_person]):
            measures = [term.start for term in find_terms(turn.text, "lab", "vital")]
            drugs = [drug.start for drug in find_drugs(turn.text)]
            if measures or drugs:
                return max(measures, default=-1) > max(drugs, default=-1)
        return False

    def _is_latest(self, draft: Draft) -> bool:
        return draft.quotes[-1].turn == self.latest.id


def hear(transcript: Transcript, latest: Said) -> Heard:
    """Hear a conversation up to its latest turn."""
    return Heard(tuple(draft for draft in distil(transcript) if draft.quotes), latest, transcript.turns)


def corrects(later: Draft, draft: Draft) -> bool:
    """Tell whether a later statement takes an earlier one back."""
    same = later is not draft and (later.tag, later.attribute) == (draft.tag, draft.attribute)
    return same and later.act is Act.CORRECT and later.replaces in {draft.value.value, words(draft)}


def rows_of(draft: Draft, known: Iterable[Known]) -> list[Known]:
    """The rows that the draft speaks to: those at its address, or of the whole kind that it denies."""
    rows = [row for row in known if row.tag is draft.tag]
    if draft.memory_key is None:
        return [row for row in rows if row.attribute == draft.attribute]
    if draft.memory_key.endswith(f":{ANY}"):
        return [row for row in rows if not row.negated]
    here = [row for row in rows if row.memory_key == draft.memory_key]
    return here or ([row for row in rows if _denies_the_kind(row)] if not draft.negated else [])


def before(draft: Draft, earlier: Sequence[Draft]) -> Draft | None:
    """What was said earlier in this conversation of the same, otherwise than now."""
    if draft.memory_key is None:
        same = [d for d in earlier if corrects(draft, d)]
    else:
        same = [d for d in earlier if _same_address(d, draft) and not _agree(draft, d)]
    return same[-1] if same else None


def says_no_more(draft: Draft, row: Known | Draft) -> bool:
    """Tell whether a statement gives no other value than a row: equal, or vaguer."""
    if draft.negated != row.negated or (draft.tag is Tag.APPOINTMENT and draft.date != row.date):
        return False
    if draft.tag in _WORDED:
        return numbers_in(draft.text) == numbers_in(row.text) and _carrying(draft.text) <= _carrying(row.text)
    new, old = draft.value, row.value
    parts = ((new.value, old.value), (new.unit, old.unit), (new.frequency, old.frequency), (new.route, old.route))
    return all(mine is None or mine == theirs for mine, theirs in parts)


def _denies_the_kind(row: Known) -> bool:
    return row.negated and (row.memory_key or "").endswith(f":{ANY}")


def _agree(draft: Draft, other: Draft) -> bool:
    """Tell whether one of two statements only says more of what the other says."""
    return says_no_more(draft, other) or says_no_more(other, draft)


def _same_address(one: Draft, other: Draft) -> bool:
    """Tell whether two drafts have one address, or one denies the whole kind of the other."""
    if one.memory_key == other.memory_key:
        return True
    denies = any((draft.memory_key or "").endswith(f":{ANY}") for draft in (one, other))
    return denies and one.tag is other.tag and one.negated is not other.negated


def _once_each(told: Sequence[Draft]) -> list[Draft]:
    """Of drafts that say the same of the same, the last, which knows most ("I'm off it, Dr. Osei stopped it")."""
    return [
        draft
        for at, draft in enumerate(told)
        if draft.memory_key is None
        or not any(
            later.memory_key == draft.memory_key and later.act is draft.act and says_no_more(draft, later)
            for later in told[at + 1 :]
        )
    ]


def _is_of_another(draft: Draft) -> bool:
    return draft.subject != SELF and draft.tag is not Tag.FAMILY_HISTORY


def _is_kept(draft: Draft) -> bool:
    if draft.tag is Tag.EPISODE or draft.assertion is not Assertion.ASSERTED:
        return False
    return draft.subject == SELF or draft.tag is Tag.FAMILY_HISTORY


def _carrying(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(text))) - _EMPTY
