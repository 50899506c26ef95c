"""A reply as a stream: one JSON object a line, all of it text.

{"event": "heard", "turn", "session", "emergency"}       the message is stored
{"event": "say", "text", "sources": [{"id", "kind", "who", "when", "about", "href"}]}      one sentence, or all of them
{"event": "end", "why", "again"}              the reply is stored, too; where it is told how it came to be; it did not
                                              come, or broke off, so that the message may be sent again
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import connection
from django.urls import reverse

from advocate.emergency import is_emergency
from advocate.grounding import Verdict
from advocate.replies import INTERRUPTED, Earlier, Reply
from advocate.showing.facts import ShownFact, shown
from advocate.showing.transcripts import transcript_shown, unfinished
from memory.drafts import Said
from memory.models import Session

logger = logging.getLogger(__name__)


class ReplyStream:
    """Iterates asynchronously over the lines. `close()` may come at any time and any number of times.

    Django calls `close()` when the reader has gone, in the request's own thread; a generator's `finally` would only run
    when it is collected.
    """

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._sources = _sources(reply)
        self._told: set[UUID] = set()
        self._last = ""

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the lines; no database connection is held until the reply is stored."""
        try:
            await sync_to_async(_let_go)()
            yield _heard(self._reply.exchange.question, self._reply.exchange.session)
            async for verdict in self._reply.sentences():
                self._last = verdict.shown
                yield _line("say", text=verdict.shown, sources=self._new_sources(verdict))
        finally:  # also where the server stops, which calls no `close()`
            await sync_to_async(self.close)()
        yield _end(self._reply.exchange.question, self._last)

    def close(self) -> None:
        """Store what was told; a second time, do nothing. Never raises: what fails is marked by a later page."""
        try:
            self._reply.store()
        except Exception as error:
            logger.error("session %s: reply not stored (%s)", self._reply.exchange.session, type(error).__name__)
        finally:
            _let_go()

    def _new_sources(self, verdict: Verdict) -> list[dict[str, str]]:
        if not verdict.supported:
            return []
        if not self._sources.keys() >= set(verdict.facts):  # the reply has looked something up
            self._sources = _sources(self._reply)
        new = [fact for fact in verdict.facts if fact in self._sources and fact not in self._told]
        self._told.update(new)
        return [chip(self._sources[fact]) for fact in new]


async def stream_again(earlier: Earlier) -> AsyncIterator[str]:
    """Yield the lines for a message that was taken before: its one reply, as soon as it stands."""
    await sync_to_async(_let_go)()
    yield _heard(earlier.question, earlier.session)
    found = await earlier.settled()
    text, sources = await sync_to_async(_stored)(earlier, found.reply)
    yield _line("say", text=text, sources=sources)
    yield _end(earlier.question, text)


def _stored(earlier: Earlier, reply: UUID | None) -> tuple[str, list[dict[str, str]]]:
    """The words and the sources of a reply that stands; that it was interrupted, where none does."""
    try:
        with earlier.patient.enter("show a reply again"):
            session = Session.objects.filter(public_id=earlier.session).first()
            turns = transcript_shown(session, earlier.patient.zone).turns if session else ()
    finally:
        _let_go()
    told = next((turn for turn in turns if turn.id == reply), None)
    return (told.text, [chip(source) for source in told.sources]) if told else (INTERRUPTED, [])


def _let_go() -> None:
    """Give the connection back. `connection` is looked up here, in the request's thread, not in the event loop's."""
    connection.close()


def _end(question: Said, last: str) -> str:
    return _line("end", why=reverse("why", args=[question.id]), again=unfinished(last))


def chip(fact: ShownFact) -> dict[str, str]:
    """Return a source as the page's script shows it."""
    return {
        "id": str(fact.id),
        "kind": fact.kind,
        "who": fact.who,
        "when": fact.when,
        "about": fact.text,
        "href": reverse("fact", args=[fact.id]),
    }


def _sources(reply: Reply) -> dict[UUID, ShownFact]:
    """The facts that a reply may cite: what was placed, and what took the place of it."""
    placed = reply.exchange.recollection.placed
    facts = [p.fact for p in placed] + [p.successor for p in placed if p.successor]
    return {fact.id: shown(fact) for fact in facts}


def _heard(question: Said, session: UUID) -> str:
    return _line("heard", turn=str(question.id), session=str(session), emergency=is_emergency(question.text))


def _line(event: str, **more: Any) -> str:
    return json.dumps({"event": event, **more}, ensure_ascii=False) + "\n"
