"""`advocate`: a conversation in the terminal, from the first message to the facts that came of it."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import uuid
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from advocate import conversation, registry
from advocate.configuration import AgentConfigurationError
from advocate.engines.base import Engine
from advocate.management.arguments import moment
from config import worker
from memory import transcript
from memory.door import Actor
from memory.engine import EngineError, load_engine
from memory.events import Event
from memory.outcome import SessionReport, report
from memory.text import MessageError
from memory.vocabulary import SessionState

_GOODBYE = {"exit", "quit"}
_PATIENCE = 180  # seconds

_HELP = """
A conversation on standard input: one message a line; `exit`, `quit` or the end of input closes it. What was said is
then distilled by the worker, and the facts are shown.

  manage.py advocate
  manage.py advocate --user alice --today 2026-09-01 --timezone America/New_York
  printf 'I take metoprolol tartrate 25 mg twice daily.\\nexit\\n' | manage.py advocate --json
"""


class Command(BaseCommand):
    """Hold a conversation."""

    help = "Hold a conversation with the advocate."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare whose record, which agent, and the conversation's clock."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = _HELP
        parser.add_argument("--user", default="local-user", help="whose record: the silo is <agent>/<user>")
        parser.add_argument("--agent", default="patient-advocate", help="which agent speaks")
        parser.add_argument("--today", help="the day of the conversation, YYYY-MM-DD (default: today)")
        parser.add_argument("--timezone", default="UTC", help="where the person is, for example America/New_York")
        parser.add_argument("--json", action="store_true", help="JSON lines on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Hold the conversation; exit with 0 only when all of it was distilled."""
        self.json: bool = options["json"]
        zone: str = options["timezone"]
        moment(options["today"], zone)  # a wrong day or zone is said before anything is asked
        try:
            agent = registry.agent(options["agent"])
        except AgentConfigurationError as error:
            raise CommandError(str(error)) from error
        key = f"{agent.name}/{options['user']}"
        by = Actor(f"terminal user {options['user']}", "terminal")
        try:
            transcript.register(key, by=by, time_zone=zone)
        except transcript.RecordErased as error:
            raise CommandError(f"{error} with --user") from error
        engine: Any = load_engine()
        with worker.at_hand() as working:
            sessions: list[uuid.UUID] = []
            for line in self._lines():
                at = moment(options["today"], zone)
                self._exchange(key, line, sessions, agent=agent, engine=engine, at=at, zone=zone, by=by)
            self._close(key, sessions, by, working)

    def _lines(self) -> Iterator[str]:
        interactive = sys.stdin.isatty()
        while True:
            if interactive:
                sys.stderr.write("you> ")
                sys.stderr.flush()
            try:
                line = sys.stdin.readline()
            except KeyboardInterrupt:
                return
            if not line or line.strip().lower() in _GOODBYE:
                return
            if line.strip():
                yield line.strip()

    def _exchange(
        self, key: str, line: str, sessions: list[uuid.UUID], *, engine: Engine, by: Actor, **how: Any
    ) -> None:
        try:
            exchange = conversation.begin(key, line, engine=engine, by=by, **how)
        except MessageError as error:
            self.stderr.write(str(error))
            return
        if exchange.session not in sessions:
            sessions.append(exchange.session)
        try:
            verdicts = asyncio.run(_all(conversation.speak(exchange, engine)))
        except EngineError as error:
            self.stderr.write(f"The advocate cannot answer just now ({type(error).__name__}). Your message is kept.")
            return
        reply = conversation.finish(exchange, verdicts, by=by)
        self._say(
            {
                "event": "reply",
                "text": reply.text,
                "placed": [str(fact) for fact in reply.placed],
                "cited": [str(fact) for fact in reply.cited],
                "withheld": list(reply.withheld),
            },
            reply.text,
        )

    def _close(self, key: str, sessions: list[uuid.UUID], by: Actor, working: bool) -> None:
        unfinished = []
        for session in sessions:
            transcript.close(key, session, by=by)
            told = self._wait(key, session, by) if working else report(key, session, by=by)
            for event in told.events:
                self._say(event, _readable(event))
            self._say({"event": "closed", "session": str(session), "state": told.state}, f"conversation {told.state}")
            if told.state not in {SessionState.DONE, SessionState.NOTHING_FOUND}:
                unfinished.append(session)
        if unfinished and not working:
            raise CommandError(f"no worker answers: the conversation waits. Start one with: {worker.COMMAND}")
        if unfinished:
            raise CommandError(
                f"not distilled yet: {', '.join(map(str, unfinished))}. A failed conversation is tried again with: "
                "manage.py distill --again SESSION"
            )

    def _wait(self, key: str, session: uuid.UUID, by: Actor) -> SessionReport:
        """Watch the session until it is done and its vectors are made, telling each state on a terminal."""
        shown, end = "", time.monotonic() + _PATIENCE
        while True:
            told = report(key, session, by=by)
            if told.state != shown and sys.stderr.isatty():
                self.stderr.write(f"… {told.state}")
            shown = told.state
            settled = SessionState(told.state).is_final and not told.unembedded
            if settled or time.monotonic() > end:
                return told
            connection.close()
            time.sleep(0.1)

    def _say(self, data: dict[str, Any], text: str) -> None:
        self.stdout.write(json.dumps(data, ensure_ascii=False) if self.json else text)


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


async def _all(verdicts: Any) -> list[Any]:
    return [verdict async for verdict in verdicts]
