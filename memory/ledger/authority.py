"""Whose word a row is, and who may take it back or set it right."""

from __future__ import annotations

from django.db.models import Q

from memory.models import Fact
from memory.vocabulary import Speaker


def is_official(source: str) -> bool:
    """True for the statement of a clinician or a document, whoever reported it."""
    return source != "patient" and not source.startswith("caregiver")


def may_withdraw(row: Fact, by: Speaker) -> bool:
    """A patient may withdraw what a patient said; what a clinician or a document said, only a clinician may."""
    return by is Speaker.CLINICIAN or not (is_official(row.source) or _heard_officially(row))


def may_correct(row: Fact, by: Speaker) -> bool:
    """With a new value a patient may also correct a report of their own; not what a clinician spoke or a page says."""
    return by is Speaker.CLINICIAN or not _heard_officially(row)


def _heard_officially(row: Fact) -> bool:
    return row.evidence.filter(Q(speaker=Speaker.CLINICIAN) | Q(page__isnull=False)).exists()
