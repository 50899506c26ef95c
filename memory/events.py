"""The events that commands print: one JSON object a line, each shape in one place.

Names are those of the record's columns. `fact_date` is the first day of `date_precision` (day, month, year), both
None where the fact has no date; ids are text.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from memory.recollection import FactView

Event = dict[str, Any]


def record_event(view: FactView) -> Event:
    """Return the event of one row of the record."""
    return {
        "event": "record",
        "id": str(view.id),
        "line": view.line,
        "fact": view.text,
        "tag": view.tag.value,
        "fact_date": view.date.first.isoformat() if view.date else None,
        "date_precision": view.date.precision if view.date else None,
        "source": view.source,
        "status": view.status.value,
        "keys": list(view.keys),
        "memory_key": view.memory_key,
        "superseded_by": str(view.superseded_by) if view.superseded_by else None,
        "retired_why": view.retired_why.value if view.retired_why else None,
        "contested": view.contested,
        "created_at": view.created_at.isoformat(),
    }


def superseded_event(old: UUID, new: UUID) -> Event:
    """Return the event of a row that another replaced."""
    return {"event": "superseded", "old": str(old), "new": str(new)}


def held_event(text: str, reason: str) -> Event:
    """Return the event of a draft that did not become a fact."""
    return {"event": "held", "text": text, "reason": reason}


def conflict_event(a: UUID, b: UUID, note: str) -> Event:
    """Return the event of two rows that contradict each other: `a` the older, `b` the one that raised it."""
    return {"event": "conflict", "a": str(a), "b": str(b), "note": note}
