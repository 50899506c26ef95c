"""A slip set right in the same conversation is written once, in its right form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.drafts import Act, Assertion, Draft
from memory.numbers import numbers_in
from memory.vocabulary import Tag


def without_slips(drafts: Sequence[Draft]) -> list[Draft]:
    """Return the drafts with corrected slips merged into their correction, and withdrawn ones left out."""
    kept: list[Draft] = []
    for draft in drafts:
        slip = _slip(draft, kept) if draft.act in {Act.CORRECT, Act.WITHDRAW} else None
        if slip is None:
            kept.append(draft)
            continue
        kept.remove(slip)
        if draft.act is Act.CORRECT:
            kept.append(_set_right(slip, draft))
    return kept


def _slip(correction: Draft, earlier: Sequence[Draft]) -> Draft | None:
    """Return the latest earlier draft of this conversation that the correction is about."""
    wrong = numbers_in(correction.replaces)
    for draft in reversed(earlier):
        about = (draft.tag, draft.attribute, draft.memory_key) == (
            correction.tag,
            correction.attribute,
            correction.memory_key,
        )
        stated = draft.assertion is Assertion.ASSERTED and draft.act is not Act.WITHDRAW
        if about and stated and draft.tag is not Tag.EPISODE and (not wrong or wrong <= numbers_in(_figures(draft))):
            return draft
    return None


def _figures(draft: Draft) -> str:
    return f"{draft.text} {draft.value.value or ''}"


def _set_right(slip: Draft, correction: Draft) -> Draft:
    """What the slip did to the record, with the corrected words; the reading keeps its day."""
    keep_day = correction.date is None or not correction.date_phrase
    return replace(
        correction,
        act=slip.act,
        tense=slip.tense,
        date=slip.date if keep_day else correction.date,
        date_phrase=slip.date_phrase if keep_day else correction.date_phrase,
        quotes=(*(q for q in slip.quotes if q not in correction.quotes), *correction.quotes),
        replaces=slip.replaces,
    )
