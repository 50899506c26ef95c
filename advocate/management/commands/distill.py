"""`distill`: what a transcript would leave in the record, without writing anything."""

from __future__ import annotations

import sys
import uuid
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from advocate import registry
from advocate.dry_run import TranscriptError, read_transcript, rehearse
from advocate.management.clock import add_clock, moment
from memory import transcript
from memory.distilling import silo_of
from memory.engine import EngineError, load_engine
from memory.management.output import SpeakingCommand, operator


class Command(SpeakingCommand):
    """Rehearse distilling, or try a failed session again."""

    help = "Show what a transcript would leave in the record (a dry run), or distil a failed conversation again."
    examples = """
printf 'patient: I am allergic to penicillin.\\n' | manage.py distill -
manage.py distill visit.txt --today 2026-09-01 --timezone America/New_York --json
manage.py distill --again SESSION      a conversation whose distilling has failed
"""

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the transcript and its day."""
        super().add_arguments(parser)
        add_clock(parser)
        parser.add_argument(
            "file",
            nargs="?",
            default="-",
            help="lines `patient: …`, `advocate: …`, `clinician: …`, `family: …`; - reads",
        )
        parser.add_argument("--agent", default="patient-advocate", help="under which agent")
        parser.add_argument("--again", metavar="SESSION", help="distil this failed session again, for real")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print `record` and `held` events."""
        if options["again"]:
            _again(options["again"])
            self.voice(options).say({"event": "queued", "session": options["again"]}, "queued")
            return
        agent, engine, zone = registry.agent(options["agent"]), load_engine(), options["timezone"]
        try:
            turns = read_transcript(_lines(options["file"]), at=moment(options["today"], zone), zone=zone)
            events = rehearse(turns, agent=agent.name, agent_version=str(agent.version), engine=engine, by=operator())
        except (TranscriptError, EngineError) as error:
            raise CommandError(str(error)) from error
        for event in events:
            self.voice(options).say(event, event.get("line") or f"held ({event['reason']}): {event['text']}")


def _lines(file: str) -> list[str]:
    if file == "-":
        return sys.stdin.readlines()
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror}") from error


def _again(session: str) -> None:
    try:
        public_id = uuid.UUID(session)
    except ValueError:
        raise CommandError(f"{session!r} is no session id: it is what `advocate` printed when it closed") from None
    key = silo_of(public_id)
    if key is None or not transcript.requeue(key, public_id, by=operator()):
        raise CommandError("no failed session of this id: only what has failed can be distilled again")
