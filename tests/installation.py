"""An installation of its own, as a stranger has one: services, migrations, commands as processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
Event = dict[str, Any]


@dataclass(frozen=True)
class Installation:
    """Its data directory and its environment."""

    var: Path
    environment: dict[str, str]

    def run(self, *arguments: str, words: str = "", check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py with words on its standard input."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            input=words,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        if check:
            assert done.returncode == 0, done.stderr
        return done

    def converse(self, *messages: str, day: str, user: str = "alice", zone: str = "America/New_York") -> Conversation:
        """Hold one conversation in the terminal, to its end."""
        words = "".join(f"{message}\n" for message in messages)
        done = self.run("advocate", "--user", user, "--today", day, "--timezone", zone, "--json", words=words)
        return Conversation([json.loads(line) for line in done.stdout.splitlines()])

    def facts(self, user: str = "alice") -> list[Event]:
        """The record of a user, oldest first."""
        done = self.run("memory", "list", "--silo", f"patient-advocate/{user}", "--json")
        return [json.loads(line) for line in done.stdout.splitlines()]


@dataclass(frozen=True)
class Conversation:
    """What a conversation printed."""

    events: list[Event]

    def of(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event["event"] == kind]

    @property
    def replies(self) -> list[str]:
        """What the advocate said."""
        return [event["text"] for event in self.of("reply")]

    @property
    def state(self) -> str:
        """How the conversation ended."""
        state: str = self.of("closed")[-1]["state"]
        return state


@contextmanager
def installed() -> Iterator[Installation]:
    """Give a migrated installation in a short-named directory of its own, and take it away."""
    var = Path(tempfile.mkdtemp(prefix="anam"))
    kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL"}}
    installation = Installation(var, {**kept, "VAR_DIR": str(var)})
    try:
        installation.run("migrate", "--verbosity", "0")
        yield installation
    finally:
        installation.run("db_purge", "--yes", check=False)
        shutil.rmtree(var, ignore_errors=True)
