"""A slip set right in the same conversation is written once, in its right form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.drafts import Act, Draft, Value
from memory.ledger.rows import Writing
from memory.numbers import numbers_in
from memory.vocabulary import Speaker, Tag


def without_slips(drafts: Sequence[Draft], writing: Writing) -> list[Draft]:
    """Return judged drafts with slips merged into their correction, and withdrawn ones left out.

    The withdrawal itself stays: the record may hold the same from before. A thing that was first only named and then
    told in full ("I take amlodipine", "5 mg") is told once.
    """
    kept: list[Draft] = []
    for each in drafts:
        draft = _told_in_full(each, kept)
        slip = _slip(draft, kept, writing) if draft.act in {Act.CORRECT, Act.WITHDRAW} else None
        if slip is not None:
            kept.remove(slip)
        kept.append(draft if slip is None or draft.act is Act.WITHDRAW else _set_right(slip, draft))
    return kept


def _told_in_full(draft: Draft, kept: list[Draft]) -> Draft:
    """The draft with the words that named its thing before; these leave what is kept."""
    only_named = next((each for each in kept if _is_only_named(each, draft)), None)
    if only_named is None:
        return draft
    kept.remove(only_named)
    return replace(draft, quotes=(*(q for q in only_named.quotes if q not in draft.quotes), *draft.quotes))


def _is_only_named(earlier: Draft, draft: Draft) -> bool:
    """True where the earlier statement names a medicine and nothing more, and the later one tells how it is taken."""
    one_thing = (earlier.memory_key, earlier.negated, earlier.subject, earlier.tense, earlier.source) == (
        draft.memory_key,
        draft.negated,
        draft.subject,
        draft.tense,
        draft.source,
    )
    bare = earlier.tag is Tag.MEDICATION and earlier.value == Value() and not numbers_in(earlier.text)
    stated = earlier.act is Act.STATE and draft.act is Act.STATE and not earlier.date_phrase
    return one_thing and bare and stated and draft.value != Value()


def _slip(correction: Draft, earlier: Sequence[Draft], writing: Writing) -> Draft | None:
    """Return the latest earlier draft of this conversation that the correction is about."""
    return next((draft for draft in reversed(earlier) if _is_slip(draft, correction, writing)), None)


def _is_slip(draft: Draft, correction: Draft, writing: Writing) -> bool:
    one_thing = (draft.tag, draft.attribute, draft.memory_key, draft.subject) == (
        correction.tag,
        correction.attribute,
        correction.memory_key,
        correction.subject,
    )
    if not one_thing or draft.tag is Tag.EPISODE or draft.act in {Act.WITHDRAW, Act.CANCEL}:
        return False
    wrong, value = numbers_in(correction.replaces), numbers_in(f"{draft.text} {draft.value.value or ''}")
    another_day = bool(correction.date_phrase) and correction.date != draft.date and not draft.tag.is_state
    named = wrong <= value if wrong else not another_day or numbers_in(correction.text) == value
    own = Speaker.CLINICIAN not in {writing.speaker(draft)} or writing.speaker(correction) is Speaker.CLINICIAN
    return named and own


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
