"""The few things that can happen to a row: written, evidenced, superseded, retracted, reopened."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from memory.dates import local_day
from memory.drafts import Draft, Said
from memory.models import Evidence, Fact, Session
from memory.vocabulary import Retired, Speaker, Status


class NothingToWithdraw(Exception):
    """The draft takes back, or calls off, what the record does not hold."""


@dataclass(frozen=True, slots=True)
class Writing:
    """One batch: the silo, the session it came from, its turns by id, and who drafted."""

    user_key: str
    session: Session | None
    turns: Mapping[uuid.UUID, Said]
    engine: str
    prompt_version: str

    def speaker(self, draft: Draft) -> Speaker:
        """Who stated the draft."""
        return self.turns[draft.quotes[-1].turn].speaker

    def day(self, draft: Draft) -> date:
        """The day on which it was stated, where the person was."""
        turn = self.turns[draft.quotes[-1].turn]
        return local_day(turn.at, turn.zone)


def insert(
    draft: Draft,
    writing: Writing,
    status: Status,
    *,
    replacing: Sequence[Fact] = (),
    why: Retired = Retired.CHANGED,
    contested: bool = False,
) -> Fact:
    """Write the draft as a row with its evidence, in the place of the rows that it replaces.

    These are retired first: the one-current constraint is not deferrable, the successor's key is.
    """
    new = uuid.uuid4()
    for old in replacing:
        supersede(old, new, why, writing.speaker(draft))
    value = draft.value
    fact = Fact.objects.create(
        id=new,
        user_key=writing.user_key,
        fact=draft.text,
        tag=draft.tag.value,
        fact_date=draft.date.first if draft.date else None,
        date_precision=draft.date.precision if draft.date else None,
        source=draft.source,
        status=status.value,
        keys=list(draft.keys),
        memory_key=draft.memory_key,
        subject=draft.subject,
        attribute=draft.attribute,
        value=value.value,
        unit=value.unit,
        frequency=value.frequency,
        route=value.route,
        as_needed=value.as_needed,
        negated=draft.negated,
        contested=contested,
        importance=draft.importance,
        session=writing.session,
        engine=writing.engine,
        prompt_version=writing.prompt_version,
    )
    add_evidence(fact, draft, writing)
    return fact


def add_evidence(fact: Fact, draft: Draft, writing: Writing) -> None:
    """Add where the draft was said to what the row rests on; the same words of the same turn once."""
    present = set(Evidence.objects.filter(fact=fact).values_list("turn_id", "quote"))
    for quote in draft.quotes:
        if (quote.turn, quote.text) in present:
            continue
        present.add((quote.turn, quote.text))
        turn = writing.turns[quote.turn]
        Evidence.objects.create(
            user_key=writing.user_key,
            fact=fact,
            turn_id=quote.turn,
            session=writing.session,
            quote=quote.text,
            speaker=turn.speaker.value,
            said_at=turn.at,
            time_zone=turn.zone,
        )


def supersede(fact: Fact, successor: uuid.UUID, why: Retired, by: str) -> None:
    """Retire a row for its successor; text and date stay as they are."""
    _mark(fact, Status.SUPERSEDED, successor=successor, at=timezone.now(), by=by, why=why.value)


def retract(fact: Fact, *, by: str, note: str) -> None:
    """Withdraw a row with nothing in its place, and reopen what it had replaced, in the same act."""
    _mark(fact, Status.RETRACTED, at=timezone.now(), by=by, note=note)
    replaced: dict[str | None, list[Fact]] = {}
    for old in Fact.objects.filter(superseded_by=fact).order_by("-retired_at", "-created_at", "id"):
        replaced.setdefault(old.memory_key, []).append(old)
    for newest, *older in replaced.values():
        for old in older:
            _mark(old, Status.SUPERSEDED, successor=newest.id, at=old.retired_at, by=old.retired_by, why=old.retired_why)
        _mark(newest, Status.ACTIVE)


def contest(fact: Fact, contested: bool) -> None:
    """Mark a row as one side of an open conflict, or no longer so."""
    if fact.contested != contested:
        fact.contested = contested
        fact.save(update_fields=["contested", "updated_at"])


def release_address(fact: Fact) -> None:
    """Take a past appointment from its address: it stays as a point in time."""
    fact.memory_key = None
    fact.save(update_fields=["memory_key", "updated_at"])


def activate(fact: Fact) -> None:
    """Let a planned row take effect."""
    _mark(fact, Status.ACTIVE)


def _mark(
    fact: Fact,
    status: Status,
    *,
    successor: uuid.UUID | None = None,
    at: datetime | None = None,
    by: str = "",
    why: str = "",
    note: str = "",
) -> None:
    fact.status = status.value
    fact.superseded_by_id = successor
    fact.retired_at, fact.retired_by, fact.retired_why, fact.retired_note = at, by, why, note
    fact.contested = False
    fact.save(
        update_fields=[
            "status",
            "superseded_by",
            "retired_at",
            "retired_by",
            "retired_why",
            "retired_note",
            "contested",
            "updated_at",
        ]
    )
