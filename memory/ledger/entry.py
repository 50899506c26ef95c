"""From drafts to rows: judge each, merge slips, and hand each draft to the rules of its kind."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from uuid import UUID

from django.db import DataError, transaction

from memory.dates import local_day
from memory.drafts import Draft, Transcript
from memory.gate import Held, Reason, judge
from memory.ledger import plans, series, states
from memory.ledger.refusals import refused
from memory.ledger.rows import NothingToWithdraw, Writing
from memory.ledger.slips import without_slips
from memory.models import HeldDraft, Session
from memory.text import clean


@dataclass(frozen=True, slots=True)
class Drafted:
    """Where drafts come from: the engine's name and the version of its rules or prompt; stored with each fact."""

    engine: str
    prompt_version: str


@dataclass(slots=True)
class Outcome:
    """What a batch of drafts came to."""

    judged: int = 0
    written: int = 0
    held: list[Held] = field(default_factory=list)


def write(
    drafts: Sequence[Draft],
    transcript: Transcript,
    *,
    user_key: str,
    session: Session | None,
    drafted: Drafted,
    pages: Set[UUID] = frozenset(),
) -> Outcome:
    """Judge the drafts and write those that pass, in order; hold the others with their reasons.

    A document comes as a transcript, too: each page a turn of a clinician, said on the document's date; `pages` names
    these turns by the ids of their pages.
    """
    outcome = Outcome()
    if not transcript.turns:
        return outcome
    turns = {turn.id: turn for turn in transcript.turns}
    last = transcript.turns[-1]
    plans.settle_due(user_key, local_day(last.at, last.zone))
    writing = Writing(user_key, session, turns, pages, drafted.engine, drafted.prompt_version)
    passed = []
    for draft in drafts:
        outcome.judged += 1
        judged = judge(draft, transcript, pages)
        if isinstance(judged, Held):
            _hold(judged, writing, outcome)
        else:
            passed.append(judged)
    for draft in refused(passed, transcript.turns):
        passed.remove(draft)
        _hold(Held(draft, Reason.REFUSED), writing, outcome)
    for draft in without_slips(passed, writing):
        entered = _enter(draft, writing)
        if isinstance(entered, Held):
            _hold(entered, writing, outcome)
        else:
            outcome.written += entered
    return outcome


def _enter(draft: Draft, writing: Writing) -> int | Held:
    """Write one judged draft; return how many rows it made, or why the record cannot take it."""
    enter = states.enter if draft.tag.is_state else series.enter
    try:
        with transaction.atomic():  # what the database cannot hold sinks this draft alone
            return enter(draft, writing)
    except NothingToWithdraw:
        return Held(draft, Reason.NO_TARGET)
    except DataError:
        return Held(draft, Reason.UNREADABLE)


def _hold(held: Held, writing: Writing, outcome: Outcome) -> None:
    """Keep a draft that may be malformed in any part."""
    draft = held.draft
    last = draft.quotes[-1] if draft.quotes else None
    on_turn = last is not None and last.turn in writing.turns and last.turn not in writing.pages
    outcome.held.append(held)
    HeldDraft.objects.create(
        user_key=writing.user_key,
        session=writing.session,
        turn_id=last.turn if last and on_turn else None,
        text=clean(str(draft.text or "")).text,
        quote=clean(str(last.text)).text if last else "",
        tag=str(draft.tag),
        reason=held.reason.value,
        explanation=held.explanation,
    )
