"""What held before, told as past: each value with its end, and what holds now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from advocate.engines.local.asking import Asked
from advocate.engines.local.phrases import cited, held, per, speaker, words
from memory.recollection import FactView, Placed, Slot
from memory.vocabulary import Retired, Status, Tag


@dataclass
class Past:
    """Lines on what held, and the current rows that they tell of."""

    lines: list[str] = field(default_factory=list)
    told: set[UUID] = field(default_factory=set)


def told_as_history(asked: Asked, found: Sequence[Placed], record: str, *, at_all: bool = False) -> Past:
    """Tell the placed history that the question asks for (`at_all`: whether or not it does), oldest first."""
    history = [p for p in found if p.slot is Slot.HISTORY and (at_all or _is_wanted(p, asked))]
    history.sort(key=lambda p: p.fact.date.first if p.fact.date else date.min)
    past = Past()
    for placed in history:
        past.lines.append(_past(placed, asked, record))
        if placed.successor and _still_holds(placed.successor):
            past.told.add(placed.successor.id)
    return past


def _is_wanted(placed: Placed, asked: Asked) -> bool:
    if placed.fact.tag is Tag.APPOINTMENT and placed.fact.status is Status.SUPERSEDED and not _of_changes(asked):
        return False  # a visit that was moved never took place
    if asked.period is None or placed.fact.date is None:
        return asked.past
    ended = placed.successor.date.first if placed.successor and placed.successor.date else None
    if asked.period.kind == "until":
        return placed.fact.date.first < asked.period.through
    began = placed.fact.date.first <= asked.period.through
    return began and (ended is None or ended >= asked.period.date.first)


def _of_changes(asked: Asked) -> bool:
    return re.search(r"\b(?:chang|mov|reschedul)\w*", asked.text, re.IGNORECASE) is not None


def _past(placed: Placed, asked: Asked, record: str) -> str:
    fact, successor = placed.fact, placed.successor
    if fact.tag is Tag.APPOINTMENT:
        after = f"; moved: {cited(successor)}" if successor else ""
        return f"Past appointment: {cited(fact)}{after}."
    if never := _never_was(fact, successor, record):
        return never
    told = held(f"{_when(asked)}{_were(fact, record)}", fact)
    if successor is None:
        return f"{told}."
    if successor.negated:
        return f"{told}; then this changed: {per(successor)}."
    if not _still_holds(successor):
        return f"{told}, until {successor.date or 'it changed'}, when it became {words(successor)}, {_by(successor)}."
    since = f"since {successor.date} it is" if successor.date else "now it is"
    return f"{told}; {since} {words(successor)}, {_by(successor)}."


def _never_was(fact: FactView, successor: FactView | None, record: str) -> str:
    """What was withdrawn or corrected is told as the record's own history, never as what was so; "" for another."""
    if fact.status is Status.RETRACTED:
        return f"{record} once held: {cited(fact)}; this was withdrawn."
    if fact.retired_why is Retired.CORRECTED and successor:
        return f"{record} once held: {cited(fact)}; this was corrected to {per(successor)}."
    return ""


def _still_holds(fact: FactView) -> bool:
    return fact.status in {Status.ACTIVE, Status.PLANNED}


def _when(asked: Asked) -> str:
    if asked.period is None or asked.period.kind in {"since", "until"}:
        return "Before, "
    phrase = re.sub(r"^en ", "", asked.period.phrase)
    if asked.period.date.precision == "day" or re.match(
        r"(?:last|since|until|before|in|on|at)\b|.*\bago$", phrase, re.IGNORECASE
    ):
        return f"{phrase[0].upper()}{phrase[1:]}, "
    return f"{'At' if re.match(r'(?:the )?(?:end|beginning|start)', phrase) else 'In'} {phrase} "


def _were(fact: FactView, record: str) -> str:
    taken = fact.tag is Tag.MEDICATION and not fact.negated and record == "Your record"
    return "you were taking" if taken else f"{record[:1].lower()}{record[1:]} held"


def _by(fact: FactView) -> str:
    who = speaker(fact.source)
    return "as you said" if who == "you" else f"per {who}"
