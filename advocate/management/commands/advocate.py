"""`advocate`: a conversation in the terminal, from the first message to the facts that came of it."""

from __future__ import annotations

import asyncio
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError, CommandParser
from django.db import connection

from advocate import conversation, registry
from advocate.configuration import Agent, AgentConfigurationError
from advocate.conversation import Reply
from advocate.engines.base import Engine, speaking_engine
from advocate.management.clock import add_clock, moment
from config import worker
from memory import transcript
from memory.checks import refuse_unhardened
from memory.door import Actor
from memory.engine import EngineError
from memory.events import Event
from memory.management.output import SpeakingCommand, Voice, silo_key
from memory.outcome import SessionReport, report
from memory.text import MessageError
from memory.vocabulary import SessionState

_GOODBYE = {"exit", "quit"}
_PATIENCE = 180  # seconds
_SENT_AGAIN = 10.0  # seconds
_WAITING = {SessionState.CLOSING, SessionState.QUEUED}


class Command(SpeakingCommand):
    """Hold a conversation."""

    help = (
        "Hold a conversation with the advocate: one message a line; `exit`, `quit` or the end of input closes it. What "
        "was said is then distilled by the worker, and the facts are shown."
    )
    examples = """
manage.py advocate
manage.py advocate --user alice --today 2026-09-01 --timezone America/New_York
printf 'I take metoprolol tartrate 25 mg twice daily.\\nexit\\n' | manage.py advocate --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whose record, which agent, and the conversation's clock."""
        super().add_arguments(parser)
        add_clock(parser)
        parser.add_argument("--user", default="local-user", help="whose record: the silo is <agent>/<user>")
        parser.add_argument("--agent", default="patient-advocate", help="which agent speaks")

    def handle(self, *args: Any, **options: Any) -> None:
        """Hold the conversation; exit with 0 only when all of it was distilled."""
        moment(options["today"], options["timezone"])  # a wrong zone is told before anything is asked
        try:
            refuse_unhardened()
            agent = registry.agent(options["agent"])
        except (AgentConfigurationError, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from None
        by = Actor(f"terminal user {options['user']}", "terminal")
        key = silo_key(f"{agent.name}/{options['user']}")
        try:
            transcript.register(key, by=by, time_zone=options["timezone"])
        except transcript.RecordErased as error:
            raise CommandError(f"{error} with --user") from None
        terminal = Terminal(
            key, agent, by, options["today"], options["timezone"], self.voice(options), speaking_engine()
        )
        with worker.at_hand() as working:
            for line in terminal.lines():
                terminal.exchange(line)
            terminal.close(working)


@dataclass
class Terminal:
    """One conversation in a terminal: whose, with which agent, on which day and where."""

    key: str
    agent: Agent
    by: Actor
    today: date | None
    zone: str
    voice: Voice
    engine: Engine
    sessions: list[uuid.UUID] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Give the messages, to the end."""
        interactive = sys.stdin.isatty()
        while True:
            if interactive:
                self.voice.error.write("you> ", style_func=str, ending="")
                self.voice.error.flush()
            try:
                line = sys.stdin.readline()
            except KeyboardInterrupt:
                return
            if not line or line.strip().lower() in _GOODBYE:
                return
            if line.strip():
                yield line.strip()

    def exchange(self, line: str) -> None:
        """Take one message and answer it; a message that cannot be taken is told, and nothing else is lost."""
        at = moment(self.today, self.zone)
        try:
            taken = conversation.begin(
                self.key, line, agent=self.agent, engine=self.engine, at=at, zone=self.zone, by=self.by
            )
        except MessageError as error:
            self.voice.error.write(str(error))
            return
        if taken.session not in self.sessions:
            self.sessions.append(taken.session)
        try:
            verdicts = asyncio.run(conversation.whole(taken, self.engine))
        except EngineError as error:
            self.voice.error.write(
                f"The advocate cannot answer just now ({type(error).__name__}); your message is kept."
            )
            return
        reply = conversation.finish(taken, verdicts, by=self.by)
        self.voice.say(_reply_event(reply), f"\n{reply.text}\n")

    def close(self, working: bool) -> None:
        """End what was begun, and tell what it came to. Raises CommandError where something is not distilled."""
        unfinished = []
        for session in self.sessions:
            transcript.close(self.key, session, by=self.by)
            told = self._wait(session) if working else report(self.key, session, by=self.by)
            for event in told.events:
                self.voice.say(event, _readable(event))
            closed = {"event": "closed", "session": str(session), "state": told.state}
            self.voice.say(closed, f"Conversation {told.state}.")
            if told.state not in {SessionState.DONE, SessionState.NOTHING_FOUND}:
                unfinished.append(str(session))
        if unfinished and not working:
            raise CommandError(f"no worker answers: the conversation waits. Start one with: {worker.COMMAND}")
        if unfinished:
            raise CommandError(
                f"not distilled yet: {', '.join(unfinished)}. What is retrying goes on by itself; "
                "what failed is tried again with: manage.py distill --again SESSION"
            )

    def _wait(self, session: uuid.UUID) -> SessionReport:
        """Watch the session until it is done and its vectors are made, telling each state on a terminal.

        A message may be lost with its broker, and no clock need run beside a terminal: it is sent again.
        """
        shown, end, again = "", time.monotonic() + _PATIENCE, time.monotonic() + _SENT_AGAIN
        while True:
            told = report(self.key, session, by=self.by)
            if told.state != shown and self.voice.error.isatty():
                self.voice.error.write(f"… {told.state}", style_func=str)
            shown = told.state
            if (SessionState(told.state).is_final and not told.unembedded) or time.monotonic() > end:
                return told
            if told.state in _WAITING and time.monotonic() > again:
                transcript.queue(self.key, session, by=self.by)
                again = time.monotonic() + _SENT_AGAIN
            connection.close()
            time.sleep(0.1)


def _reply_event(reply: Reply) -> Event:
    return {
        "event": "reply",
        "text": reply.text,
        "placed": [str(fact) for fact in reply.placed],
        "cited": [str(fact) for fact in reply.cited],
        "withheld": list(reply.withheld),
    }


def _readable(event: Event) -> str:
    match event["event"]:
        case "record":
            return f"  + {event['line']}"
        case "superseded":
            return f"  ~ {event['old'][:8]} is replaced by {event['new'][:8]}"
        case "held":
            return f"  ? held ({event['reason']}): {event['text']}"
        case _:
            return f"  ! conflict: {event['note']}"
