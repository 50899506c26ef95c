"""From drafts to rows: merge slips, judge, and hand each draft to the rules of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memory.dates import local_day
from memory.drafts import Act, Draft, Transcript
from memory.gate import Held, Reason, judge
from memory.ledger import plans, series, states
from memory.ledger.rows import NothingToWithdraw, Writing
from memory.ledger.slips import without_slips
from memory.models import HeldDraft, Session
from memory.vocabulary import Tag


@dataclass(frozen=True, slots=True)
class Drafted:
    """Where drafts come from: the engine's name and the version of its rules or prompt; stored with each fact."""

    engine: str
    prompt_version: str


@dataclass(slots=True)
class Outcome:
    """What a batch of drafts came to."""

    written: int = 0
    held: list[Held] = field(default_factory=list)


def write(
    drafts: Sequence[Draft], transcript: Transcript, *, user_key: str, session: Session | None, drafted: Drafted
) -> Outcome:
    """Judge the drafts and write those that pass, in order; hold the others with their reasons."""
    outcome = Outcome()
    if not transcript.turns:
        return outcome
    turns = {turn.id: turn for turn in transcript.turns}
    last = transcript.turns[-1]
    plans.settle_due(user_key, local_day(last.at, last.zone))
    writing = Writing(user_key, session, turns, drafted.engine, drafted.prompt_version)
    for draft in without_slips(drafts):
        judged = judge(draft, transcript)
        if isinstance(judged, Draft):
            judged = _enter(judged, writing)
        if isinstance(judged, Held):
            outcome.held.append(judged)
            _hold(judged, writing)
        else:
            outcome.written += judged
    return outcome


def _enter(draft: Draft, writing: Writing) -> int | Held:
    """Write one judged draft; return how many rows it made, or why the record cannot take it."""
    enter = states.enter if draft.tag.is_state else series.enter
    try:
        return enter(draft, writing)
    except NothingToWithdraw:
        if draft.negated and draft.act is Act.WITHDRAW:
            return enter(replace(draft, act=Act.STATE), writing)
        return Held(draft, Reason.NO_TARGET)


def _hold(held: Held, writing: Writing) -> None:
    draft = held.draft
    last = draft.quotes[-1] if draft.quotes else None
    HeldDraft.objects.create(
        user_key=writing.user_key,
        session=writing.session,
        turn_id=last.turn if last and last.turn in writing.turns else None,
        text=draft.text,
        quote=last.text if last else "",
        tag=Tag(draft.tag).value,
        reason=held.reason.value,
        explanation=held.explanation,
    )
