"""Recall traces: what was looked for, found, placed and said, kept for each reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from memory.models import RecallTrace, Session
from memory.recollection import Recollection
from memory.usage import note_placed


@dataclass(frozen=True, slots=True)
class LookUp:
    """One look-up of a reply: what was asked for (meaning, thing, days; see `narrowing`), and what came back."""

    question: str
    about: str
    first: date | None
    last: date | None
    found: Recollection


def add_trace(
    user_key: str,
    recollection: Recollection,
    *,
    session: UUID | None,
    question_turn: UUID | None,
    reply_turn: UUID | None,
    sentences: Sequence[dict[str, Any]],
    look_ups: Sequence[LookUp] = (),
) -> UUID:
    """Store the trace of one reply and return its id; inside the silo. Shapes as in `memory.models.trace`.

    `session` is the session's public id; `sentences` are the reply's, each with what it rests on; `look_ups` what was
    looked up for it. What was placed is counted as used, in the same transaction.
    """
    trace = RecallTrace.objects.create(
        user_key=user_key,
        session_id=_id_of(session) if session else None,
        question_turn_id=question_turn,
        reply_turn_id=reply_turn,
        query=recollection.question,
        day=recollection.day,
        shortlist=shortlist_json(recollection),
        placed=[{"id": str(p.fact.id), "slot": p.slot.value, "why": list(p.why)} for p in recollection.placed],
        quotations=[str(quotation.turn) for quotation in recollection.quotations],
        sentences=list(sentences),
        lookups=[_look_up_json(each) for each in look_ups],
        silent=recollection.silent,
    )
    note_placed(user_key, [each.fact.id for each in recollection.placed])
    return trace.id


def _id_of(session: UUID) -> str | None:
    return Session.objects.filter(public_id=session).values_list("id", flat=True).first()


def _look_up_json(each: LookUp) -> dict[str, Any]:
    found = each.found
    return {
        "question": each.question,
        "about": each.about,
        "from": each.first.isoformat() if each.first else None,
        "to": each.last.isoformat() if each.last else None,
        "placed": [str(placed.fact.id) for placed in found.placed],
        "quotations": [str(quotation.turn) for quotation in found.quotations],
        "silent": found.silent,
    }


def shortlist_json(recollection: Recollection) -> list[dict[str, Any]]:
    """Return the shortlist as a trace, or the command, shows it: ids and scores, no words of the record."""
    return [
        {"id": str(c.fact.id), "similarity": c.similarity, "score": c.score, "why": list(c.why)}
        for c in recollection.shortlist
    ]
