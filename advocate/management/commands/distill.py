"""`distill`: what a transcript would leave in the record, without writing anything."""

from __future__ import annotations

import json
import sys
import uuid
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from advocate import registry
from advocate.management.arguments import moment
from advocate.rehearsal import TranscriptError, read_transcript, rehearse
from memory import transcript
from memory.distilling import silo_of
from memory.door import Actor
from memory.engine import EngineError, load_engine

_HELP = """
A transcript has lines `patient: …`, `advocate: …`, `clinician: …` or `family: …`.

  printf 'patient: I am allergic to penicillin.\\n' | manage.py distill -
  manage.py distill visit.txt --today 2026-09-01 --timezone America/New_York --json
  manage.py distill --again SESSION      a conversation whose distilling has failed
"""


class Command(BaseCommand):
    """Rehearse distilling, or try a failed session again."""

    help = "Show what a transcript would leave in the record (a dry run), or distil a failed conversation again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the transcript and its day."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = _HELP
        parser.add_argument("file", nargs="?", default="-", help="a file, or - for standard input")
        parser.add_argument("--today", help="the day on which it was said, YYYY-MM-DD (default: today)")
        parser.add_argument("--timezone", default="UTC", help="where the person was, for example America/New_York")
        parser.add_argument("--agent", default="patient-advocate", help="under which agent")
        parser.add_argument("--again", metavar="SESSION", help="distil this failed session again, for real")
        parser.add_argument("--json", action="store_true", help="JSON lines on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print `record` and `held` events."""
        by = Actor("operator", "command")
        if options["again"]:
            self._again(options["again"], by)
            return
        agent = registry.agent(options["agent"])
        engine = load_engine()
        try:
            turns = read_transcript(
                self._lines(options["file"]), at=moment(options["today"], options["timezone"]), zone=options["timezone"]
            )
            events = rehearse(turns, agent=agent.name, agent_version=str(agent.version), engine=engine, by=by)
        except (TranscriptError, EngineError) as error:
            raise CommandError(str(error)) from error
        for event in events:
            readable = event.get("line") or f"held ({event.get('reason')}): {event.get('text')}"
            self.stdout.write(json.dumps(event, ensure_ascii=False) if options["json"] else readable)

    def _lines(self, file: str) -> list[str]:
        if file == "-":
            return sys.stdin.readlines()
        try:
            return Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise CommandError(f"cannot read {file}: {error.strerror}") from error

    def _again(self, session: str, by: Actor) -> None:
        try:
            public_id = uuid.UUID(session)
        except ValueError as error:
            raise CommandError(
                f"{session!r} is no session id: the id is what `advocate` printed when it closed"
            ) from error
        key = silo_of(public_id)
        if key is None or not transcript.requeue(key, public_id, by=by):
            raise CommandError("no failed session of this id: only what has failed can be distilled again")
        self.stdout.write("queued")
