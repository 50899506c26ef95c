"""What the record gave for a message, as data: JSON under its label, in a part of its own, never an instruction."""

from __future__ import annotations

from typing import Any

from advocate.engines.base import Prompt
from advocate.trends import trends
from memory.recollection import FactView, OpenConflict, Placed, Quotation, Recollection


def prompt_data(prompt: Prompt) -> dict[str, Any]:
    """Return what a reply may draw on: the day, whose record it is, and what was recalled."""
    day = f"{prompt.day:%Y-%m-%d, %A}"
    return {"today": day, "time_zone": prompt.zone, "record_of": prompt.subject, **recalled(prompt.recollection)}


def recalled(recollection: Recollection) -> dict[str, Any]:
    """Return one recollection. `holds_nothing` is said in so many words, so that no gap is filled with a guess."""
    return {
        "question": recollection.question,
        "holds_nothing_that_answers": recollection.silent,
        "facts": [_placed(each) for each in recollection.placed],
        "computed": trends(recollection.placed, recollection.readings),
        "conflicts": [_conflict(each) for each in recollection.conflicts],
        "said_before": [_quotation(each) for each in recollection.quotations],
    }


def _placed(placed: Placed) -> dict[str, Any]:
    shown = {**_fact(placed.fact), "standing": placed.slot.value}
    if placed.successor is not None:
        shown["replaced_by"] = _fact(placed.successor)
    return shown


def _fact(fact: FactView) -> dict[str, Any]:
    value = fact.value
    parts = {"value": value.value, "unit": value.unit, "frequency": value.frequency, "route": value.route}
    return {
        "tag": fact.tag.value,
        "text": fact.text,
        "about": fact.attribute,
        "date": str(fact.date) if fact.date else "",
        "source": fact.source,
        "status": fact.status.value,
        "keys": list(fact.keys),
        "negated": fact.negated,
        "contested": fact.contested,
        **{name: part for name, part in parts.items() if part},
    }


def _conflict(conflict: OpenConflict) -> dict[str, Any]:
    return {"older": _fact(conflict.older), "newer": _fact(conflict.newer)}


def _quotation(quotation: Quotation) -> dict[str, Any]:
    return {"speaker": quotation.speaker.value, "said_on": quotation.said_on.isoformat(), "words": quotation.text}
