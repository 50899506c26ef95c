"""Whose word a row is, and who may take it back or set it right."""

from __future__ import annotations

from django.db.models import Q

from memory.comparison import date_of
from memory.dates import local_day
from memory.models import Decision, Fact
from memory.vocabulary import Decided, Speaker
from memory.weighing import Standing, is_official


def standing_of(row: Fact) -> Standing:
    """Return a row with what its date and its source are worth, by its evidence."""
    told = list(row.evidence.values_list("speaker", "page", "said_at", "time_zone"))
    official = any(speaker == Speaker.CLINICIAN or page for speaker, page, *_ in told)
    days = {local_day(said_at, zone) for _, _, said_at, zone in told}
    return Standing(row, date_of(row), official or _is_confirmed(row), not official and row.fact_date in days)


def may_withdraw(row: Fact, by: Speaker) -> bool:
    """A patient may withdraw what a patient said; what a clinician or a document said or confirmed, a clinician may."""
    return by is Speaker.CLINICIAN or not (is_official(row.source) or _heard_officially(row))


def may_correct(row: Fact, by: Speaker) -> bool:
    """With a new value a patient may also correct a report of their own; not what a clinician spoke or a page says."""
    return by is Speaker.CLINICIAN or not _heard_officially(row)


def _heard_officially(row: Fact) -> bool:
    spoken = row.evidence.filter(Q(speaker=Speaker.CLINICIAN) | Q(page__isnull=False)).exists()
    return spoken or _is_confirmed(row)


def _is_confirmed(row: Fact) -> bool:
    """True where a clinician confirmed it, and did not take that back. It says nothing of the day."""
    return Decision.objects.filter(fact=row, kind=Decided.CONFIRMED, undone_by=None).exists()
