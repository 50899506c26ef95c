"""Conversations as the pages show them: turns with the sources of each reply. Inside the silo, in few queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils import timezone

from advocate.access import AGENT
from advocate.emergency import is_emergency
from advocate.replies import FAILED, INTERRUPTED
from advocate.showing import words
from advocate.showing.facts import ShownFact, by_ids, shown
from memory.dates import local_day
from memory.models import Document, DocumentPage, Fact, HeldDraft, RecallTrace, Session, Turn
from memory.reading import fact_view
from memory.vocabulary import SessionState, Speaker, Tag


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """One message. `waits` where its reply is still on its way, `unanswered` where none was kept.

    `traced`: of a reply, whether it is known how it came to be. `ask_again`: of the last message, where its reply is
    missing or broke off, the words to be sent again; else "".
    """

    id: UUID
    role: str
    speaker: str
    is_advocate: bool
    text: str
    at: str
    note: str
    sources: tuple[ShownFact, ...]
    waits: bool
    unanswered: bool
    traced: bool
    ask_again: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One conversation, or one document. `id` is the public one.

    `emergency` where a person's words showed signs of one; `title` and `pages` of a document, else empty.
    """

    id: UUID
    state: SessionState
    begun: str
    turns: tuple[ShownTurn, ...]
    emergency: bool
    title: str = ""
    pages: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """True until someone, or the clock, ends it."""
        return self.state is SessionState.OPEN

    @property
    def waiting(self) -> UUID | None:
        """The message whose reply is still on its way."""
        return next((turn.id for turn in self.turns if turn.waits), None)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list of conversations; `title` of a document, "" of a conversation.

    `day` is the one on which it began where the person was; `summary` tells what it was about, "" where nothing did.
    """

    id: UUID
    day: date
    begun: str
    title: str
    summary: str
    messages: int
    facts: int
    state: str
    status: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a conversation, or a document, came to so far. `label` is the state in plain words."""

    state: SessionState
    label: str
    facts: tuple[ShownFact, ...]
    held: tuple[HeldDraft, ...]

    @property
    def failed(self) -> bool:
        """True where it can be tried again by hand."""
        return self.state is SessionState.FAILED


def open_session() -> Session | None:
    """Return the session that is open with the agent of these pages."""
    return Session.objects.filter(status=SessionState.OPEN, app_name=AGENT).first()


def transcript_shown(session: Session, zone: str) -> Shown:
    """Return a session with all its turns, or a document with all its pages."""
    if session.document is not None:
        return _document_shown(session, session.document)
    turns = list(Turn.objects.filter(session=session).order_by("seq"))
    traces = RecallTrace.objects.filter(session=session).values_list("question_turn_id", "reply_turn_id", "sentences")
    answered: set[UUID | None] = {question for question, reply, _ in traces if reply}
    cited = {reply: _cited(sentences) for _, reply, sentences in traces}
    facts = by_ids({fact for each in cited.values() for fact in each})
    return Shown(
        id=session.public_id,
        state=SessionState(session.status),
        begun=words.moment(
            session.created_at if not turns else turns[0].said_at, turns[0].time_zone if turns else zone
        ),
        turns=tuple(
            _turn(
                turn,
                [facts[id] for id in cited.get(turn.id, ()) if id in facts],
                answered=answered,
                traced=turn.id in cited,
                before=before,
                last=turn is turns[-1],
            )
            for before, turn in zip([None, *turns], turns, strict=False)
        ),
        emergency=any(turn.speaker != Speaker.ADVOCATE and is_emergency(turn.text) for turn in turns),
    )


def entries(zone: str, *, size: int | None = None, skip: int = 0) -> list[Entry]:
    """Return the conversations and documents, newest first, or a page of them, in five queries."""
    newest = Session.objects.order_by("-created_at", "id").select_related("document")
    rows = list(newest[skip : None if size is None else skip + size])
    shown = [row.id for row in rows]
    messages = _counted(Turn.objects.filter(session__in=shown))
    remembered = _counted(Fact.objects.exclude(tag=Tag.EPISODE).filter(session__in=shown))
    firsts = dict(Turn.objects.filter(seq=1, session__in=shown).values_list("session_id", "said_at"))
    summaries = dict(Fact.objects.filter(tag=Tag.EPISODE, session__in=shown).values_list("session_id", "fact"))
    return [
        Entry(
            id=row.public_id,
            day=local_day(firsts.get(row.id, row.created_at), zone),
            begun=words.moment(firsts.get(row.id, row.created_at), zone),
            title=row.document.title if row.document else "",
            summary=summaries.get(row.id, ""),
            messages=messages.get(row.id, 0),
            facts=remembered.get(row.id, 0),
            state=_state(row),
            status=row.status,
            is_open=row.status == SessionState.OPEN,
        )
        for row in rows
    ]


def outcome(session: Session) -> Outcome:
    """Return what came of a session, so far."""
    facts = (
        Fact.objects.filter(session=session).exclude(tag=Tag.EPISODE).defer("embedding").order_by("created_at", "id")
    )
    return Outcome(
        state=SessionState(session.status),
        label=_state(session),
        facts=tuple(shown(fact_view(fact)) for fact in facts),
        held=tuple(HeldDraft.objects.filter(session=session).order_by("created_at", "id")),
    )


def _document_shown(session: Session, document: Document) -> Shown:
    pages = DocumentPage.objects.filter(document=document).order_by("number")
    dated = words.day(document.document_date) if document.document_date else "an unknown day"
    return Shown(
        id=session.public_id,
        state=SessionState(session.status),
        begun=dated,
        turns=(),
        emergency=False,
        title=document.title,
        pages=tuple(pages.values_list("text", flat=True)),
    )


def _state(session: Session) -> str:
    states = words.STATES if session.document_id is None else words.DOCUMENT_STATES
    return states[SessionState(session.status)]


def _counted(rows: QuerySet[Any]) -> dict[str, int]:
    """Rows by session. Not as an annotation: in the database the key of a session has two columns."""
    return dict(rows.order_by().values_list("session_id").annotate(Count("id")))


def _cited(sentences: Iterable[dict[str, object]]) -> list[UUID]:
    """The facts that a reply's own sentences rest on, once each, in order."""
    found: dict[UUID, None] = {}
    for sentence in sentences:
        facts = sentence.get("facts")
        if not sentence.get("withheld") and isinstance(facts, list):
            found.update((UUID(fact), None) for fact in facts)
    return list(found)


def unfinished(reply: str) -> bool:
    """Tell whether a reply is, or ends with, the mark of one that did not come or broke off."""
    return reply.rstrip().endswith((INTERRUPTED, FAILED))


def _turn(
    turn: Turn,
    sources: Sequence[ShownFact],
    *,
    answered: set[UUID | None],
    traced: bool,
    before: Turn | None,
    last: bool,
) -> ShownTurn:
    person = turn.speaker != Speaker.ADVOCATE
    open_question = person and turn.id not in answered
    fresh = timezone.now() - turn.created_at < timedelta(seconds=settings.REPLY_PATIENCE_SECONDS)
    waits = open_question and fresh and last
    broken = last and not person and before is not None and unfinished(turn.text)
    asked = before if broken else turn if last and open_question and not waits else None
    return ShownTurn(
        id=turn.id,
        role=turn.speaker,
        speaker=words.speaker(turn.speaker),
        is_advocate=not person,
        text=turn.text.strip(),
        at=words.moment(turn.said_at, turn.time_zone),
        note=turn.note,
        sources=tuple(sources),
        waits=waits,
        unanswered=open_question and not waits,
        traced=traced,
        ask_again=asked.text if asked else "",
    )
