"""How a statement stands to what holds at its address: the one judgement on which the ledger acts and replies speak.

Pure: it reads no row by itself. `rows` are the current rows at the statement's address, oldest first, none contested
by anything outside them; for the denial of a whole kind they are the rows that it denies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from memory.comparison import Likeness, compare
from memory.dates import PartialDate
from memory.drafts import Act, Draft, Known, Tense
from memory.models import Fact
from memory.vocabulary import ANY, Speaker, Tag, address


class Weight(StrEnum):
    """What a statement does to the rows at its address."""

    FIRST = "first"  # nothing stands there, or only the denial of its kind
    REPEATS = "repeats"
    REFINES = "refines"  # says more and denies nothing: it takes the place of the one row that it refines
    CHANGES = "changes"
    CORRECTS = "corrects"
    PRECEDES = "precedes"  # told late: it joins the history
    CONTRADICTS = "contradicts"  # both stay, and it is asked about


@dataclass(frozen=True, slots=True)
class Standing:
    """A row, or an earlier statement of the same conversation, with what its date and its source are worth.

    `official`: a clinician spoke it, or a document holds it. `as_said`: it is dated only by the day on which the person
    or a relative said it. A present-tense statement claims no beginning: a change may have come before that day.
    """

    row: Fact | Known | Draft
    date: PartialDate | None
    official: bool = False
    as_said: bool = False


def of_known(row: Known) -> Standing:
    """Return a row as an engine is shown it."""
    return Standing(row, row.date, row.official, row.as_said)


def of_statement(draft: Draft, *, day: date, by: Speaker) -> Standing:
    """Return what was stated on `day` in the same conversation, before the ledger has seen it."""
    dated = draft.date or PartialDate(day)
    return Standing(draft, dated, by is Speaker.CLINICIAN, by is not Speaker.CLINICIAN and dated == PartialDate(day))


def weigh(draft: Draft, rows: Sequence[Standing], *, by: Speaker, on_paper: bool = False) -> Weight:
    """Return what a state told now or as a change does; the draft is judged and dated. `on_paper`: by a document."""
    if not rows or (not draft.negated and all(denies_its_kind(row.row) for row in rows)):
        return Weight.FIRST
    whole_kind = draft.negated and draft.memory_key == address(draft.tag, ANY)
    likeness = [] if whole_kind else [compare(draft, row.row) for row in rows]
    denied = whole_kind and any(denies_its_kind(row.row) for row in rows)
    if denied or any(each.adds_nothing for each in likeness):
        return Weight.REPEATS
    if _told_late(draft, rows, on_paper):
        return Weight.PRECEDES
    if draft.act is Act.CORRECT:
        may = by is Speaker.CLINICIAN or not any(row.official for row in rows)
        return Weight.CORRECTS if may else Weight.CONTRADICTS
    if _is_change(draft, rows, whole_kind):
        return Weight.CHANGES
    return Weight.REFINES if likeness.count(Likeness.FINER) == 1 else Weight.CONTRADICTS


def denies_its_kind(row: Fact | Known | Draft) -> bool:
    """True for "no known allergies": the denial of a whole kind."""
    return row.negated and (row.memory_key or "").endswith(f":{ANY}")


def is_official(source: str) -> bool:
    """True for the statement of a clinician or a document, whoever reported it."""
    return source != "patient" and not source.startswith("caregiver")


def _is_change(draft: Draft, rows: Sequence[Standing], whole_kind: bool) -> bool:
    """True where the words say so, or where it is a clinician's order or a document of a later day.

    A stop told now holds whatever day it names; another change is asked about where what stands is newer by a date of
    its own.
    """
    if draft.act is Act.STOP or (whole_kind and draft.act is Act.CHANGE):
        return True
    if draft.act is Act.CHANGE:
        return not _is_older(draft, [row for row in rows if not row.as_said])
    return draft.tag is not Tag.APPOINTMENT and not whole_kind and _is_later_order(draft, rows)


def _is_later_order(draft: Draft, rows: Sequence[Standing]) -> bool:
    days = [row.date.first for row in rows if row.date]
    return is_official(draft.source) and draft.date is not None and bool(days) and draft.date.first > max(days)


def _is_older(draft: Draft, rows: Sequence[Standing]) -> bool:
    """Later and older go by the fact's date, not by arrival. A visit's date is no date of a statement."""
    days = [row.date.first for row in rows if row.date]
    return draft.tag is not Tag.APPOINTMENT and draft.date is not None and bool(days) and draft.date.last < min(days)


def _told_late(draft: Draft, rows: Sequence[Standing], on_paper: bool) -> bool:
    """True for an older document or order, and for what is told as past: it joins the history."""
    as_past = on_paper or draft.tense is Tense.PAST
    order = draft.act is Act.STATE and is_official(draft.source)
    return (as_past or order) and draft.act is not Act.CORRECT and _is_older(draft, rows)
