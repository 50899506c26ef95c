"""The few things that can happen to a row: written, evidenced, superseded, contradicted, retracted, reopened."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from memory.dates import local_day
from memory.drafts import Draft, Said
from memory.models import Conflict, Evidence, Fact, Session
from memory.vocabulary import Retired, Speaker, Status


class NothingToWithdraw(Exception):
    """The draft takes back, or calls off, what the record does not hold."""


@dataclass(frozen=True, slots=True)
class Writing:
    """One batch: the silo, the session it came from, its turns by id, and who drafted.

    `pages` are those of the turns that are pages of a document, said on its date.
    """

    user_key: str
    session: Session | None
    turns: Mapping[uuid.UUID, Said]
    pages: Set[uuid.UUID]
    engine: str
    prompt_version: str

    def stated_in(self, draft: Draft) -> Said:
        """The turn that states the draft."""
        return self.turns[draft.quotes[-1].turn]

    def speaker(self, draft: Draft) -> Speaker:
        """Who stated the draft."""
        return self.stated_in(draft).speaker

    def day(self, draft: Draft) -> date:
        """The day on which it was stated, where the person was."""
        turn = self.stated_in(draft)
        return local_day(turn.at, turn.zone)

    def on_paper(self, draft: Draft) -> bool:
        """True where a document states the draft."""
        return self.stated_in(draft).id in self.pages


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
        importance=min(max(draft.importance, 1), 5),
        session=writing.session,
        engine=writing.engine,
        prompt_version=writing.prompt_version,
    )
    add_evidence(fact, draft, writing)
    return fact


def add_evidence(fact: Fact, draft: Draft, writing: Writing) -> None:
    """Add where the draft was said to what the row rests on; the same words of the same turn or page once."""
    present = {
        (turn or page, words)
        for turn, page, words in Evidence.objects.filter(fact=fact).values_list("turn_id", "page_id", "quote")
    }
    for quote in draft.quotes:
        if (quote.turn, quote.text) in present:
            continue
        present.add((quote.turn, quote.text))
        turn = writing.turns[quote.turn]
        page = quote.turn in writing.pages
        Evidence.objects.create(
            user_key=writing.user_key,
            fact=fact,
            turn_id=None if page else quote.turn,
            page_id=quote.turn if page else None,
            session=writing.session,
            quote=quote.text,
            speaker=turn.speaker.value,
            said_at=turn.at,
            time_zone=turn.zone,
        )


def supersede(fact: Fact, successor: uuid.UUID, why: Retired, by: str) -> None:
    """Retire a row for its successor; text and date stay as they are. Its note says where it was still planned."""
    note = Status.PLANNED.value if fact.status == Status.PLANNED else ""
    _mark(fact, Status.SUPERSEDED, successor=successor, at=timezone.now(), by=by, why=why.value, note=note)


def retract(fact: Fact, *, by: str, note: str, reopen: bool = True) -> None:
    """Withdraw a row with nothing in its place, and reopen what it had replaced, in the same act.

    What was replaced by a row that has a successor itself goes over to that successor.
    """
    was, successor = Status(fact.status), fact.superseded_by_id
    replaced = Fact.objects.filter(superseded_by=fact).order_by("retired_at", "created_at", "id")
    _mark(fact, Status.RETRACTED, at=timezone.now(), by=by, note=note)
    if successor is not None:
        replaced.update(superseded_by=successor, updated_at=timezone.now())
    elif reopen:
        _reopen(replaced, was)


def _reopen(replaced: Iterable[Fact], status: Status) -> None:
    """Let rows stand again as their successor stood; several at one address contradict each other."""
    standing: dict[str, list[Fact]] = {}
    for row in replaced:
        unfulfilled = row.retired_note == Status.PLANNED.value
        if unfulfilled == (status is Status.PLANNED):
            standing.setdefault(row.memory_key or str(row.id), []).append(row)
    for key, rows in standing.items():
        if status is Status.ACTIVE and Fact.objects.filter(memory_key=key, status=Status.ACTIVE).exists():
            continue  # another value has come to stand there
        for at, row in enumerate(rows):
            _mark(row, status, contested=status is Status.ACTIVE and len(rows) > 1)
            for older in rows[:at] if row.contested else ():
                contradict(older, row)


def contradict(older: Fact, newer: Fact) -> None:
    """Open the conflict of two rows: both stay, marked contested, to be asked about."""
    if Conflict.objects.filter(Q(older=older, newer=newer) | Q(older=newer, newer=older), settled_at=None).exists():
        return
    for row in (older, newer):
        contest(row, contested=True)
    note = f"{older.fact} / {newer.fact}"
    Conflict.objects.create(user_key=newer.user_key, older=older, newer=newer, note=note)


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
    contested: bool = False,
) -> None:
    fact.status = status.value
    fact.superseded_by_id = successor
    fact.retired_at, fact.retired_by, fact.retired_why, fact.retired_note = at, by, why, note
    fact.contested = contested
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
