"""What the record itself once held: rows that were withdrawn or set right, told as such where the question asks so."""

from __future__ import annotations

from dataclasses import replace

from memory.reading import Record, Standing
from memory.recollection import Slot
from memory.vocabulary import Retired, Status


def with_withdrawn(record: Record) -> Record:
    """Return the record with what was withdrawn or corrected as history, each correction with its successor."""
    return {id: _as_history(row, record) if _was_withdrawn(row) else row for id, row in record.items()}


def _was_withdrawn(row: Standing) -> bool:
    fact = row.fact
    return row.slot is None and (fact.status is Status.RETRACTED or fact.retired_why is Retired.CORRECTED)


def _as_history(row: Standing, record: Record) -> Standing:
    successor = record.get(row.fact.superseded_by) if row.fact.superseded_by else None
    return replace(row, slot=Slot.HISTORY, successor=successor.fact if successor else None)
