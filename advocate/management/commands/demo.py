"""`demo`: the product on this machine, with made-up people and two months of history, until Ctrl-C."""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.db import connections

from advocate.demonstration import cast, history
from config import keeper, launching, worker
from memory.engine import EngineError
from memory.management.output import SpeakingCommand, Voice

_HOST = "127.0.0.1"  # never elsewhere: everybody who sees the terminal knows the password
_PATIENCE = 60  # seconds until web and worker answer
_SOON = 0.5  # seconds; a worker that is there answers at once, a starting one is asked again


class Command(SpeakingCommand):
    """Show the product."""

    help = (
        "Show the product: migrate, make made-up accounts with a history of two months (once), run the pages and a "
        "worker, print the address and the accounts, and stop all of it at Ctrl-C. Embedded services only."
    )
    examples = """
manage.py demo
manage.py demo --port 8001 --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to listen."""
        super().add_arguments(parser)
        parser.add_argument("--port", type=int, default=8000, help="where the pages listen on this machine")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until told to stop, by Ctrl-C or SIGTERM; exit with 0 then."""
        if not settings.EMBEDDED:
            raise CommandError(
                "the demonstration makes accounts with a printed password, and never on servers of your own: "
                "unset DATABASE_URL, OWNER_DATABASE_URL and REDIS_URL to run it on the embedded services"
            )
        voice, port = self.voice(options), options["port"]
        with _the_only_one(), contextlib.ExitStack() as running:
            _refuse_taken(port)
            _stop_by_signals()
            call_command("migrate", verbosity=0)
            launching.prove()
            children = _Children(port, running)
            _tell(children, voice)
            children.until_they_answer()
            with contextlib.suppress(KeyboardInterrupt):
                _introduce(voice, port)
                children.until_one_ends()


class _Children:
    """The pages and the worker, running for as long as the stack is open."""

    def __init__(self, port: int, running: contextlib.ExitStack) -> None:
        self._port = port
        self._logs: dict[subprocess.Popen[bytes], Path] = {}
        if not worker.answers(_SOON):  # one that was started by hand
            self._logs[running.enter_context(worker.started(clock=True))] = worker.log()
        launching.collect_static_files()
        log = settings.VAR_DIR / "log" / "web.log"
        self._logs[running.enter_context(launching.serving(port=port, log=log))] = log

    def refuse_ended(self) -> None:
        """Raise CommandError where one has ended."""
        for process, log in self._logs.items():
            if process.poll() is not None:
                raise CommandError(f"{log.stem} ended; the end of {log}: {keeper.last_lines(log)}")

    def until_they_answer(self) -> None:
        """Wait until a page comes back and a worker answers. Raises CommandError where that does not come."""
        end = time.monotonic() + _PATIENCE
        while not (_serves(self._port) and worker.answers(_SOON)):
            self.refuse_ended()
            if time.monotonic() > end:
                raise CommandError(
                    f"no answer within {_PATIENCE} seconds; see {', '.join(map(str, self._logs.values()))}"
                )
            time.sleep(0.05)

    def until_one_ends(self) -> None:
        """Wait for as long as both run."""
        while True:
            self.refuse_ended()
            time.sleep(0.3)


@contextlib.contextmanager
def _the_only_one() -> Iterator[None]:
    """Refuse a second demonstration on the same data: both would make the same accounts."""
    lock = keeper.open_lock(settings.VAR_DIR / "lock" / "demo")
    try:
        if not keeper.try_lock(lock, fcntl.LOCK_EX):
            raise CommandError(f"a demonstration runs in {settings.VAR_DIR} already: stop it first")
        yield
    finally:
        os.close(lock)


def _refuse_taken(port: int) -> None:
    """Raise CommandError where somebody else listens, before anything is made."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HOST, port))
        except OSError as error:
            raise CommandError(f"port {port} cannot be used ({error.strerror}): make demo PORT={port + 1}") from None


def _stop_by_signals() -> None:
    """Let the first Ctrl-C or SIGTERM end the command; no second one disturbs it while it stops its children."""

    def stop(number: int, frame: object) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _tell(children: _Children, voice: Voice) -> None:
    """Make the accounts and hold the history, where that is not done."""

    def progress(held: int, of: int) -> None:
        voice.say({"event": "told", "conversations": held, "of": of})
        voice.progress("Holding two months of conversations (once)", held, of)

    accounts = cast.gather(settings.SECRET_KEY)
    try:
        history.tell(accounts, secret=settings.SECRET_KEY, watch=children.refuse_ended, progress=progress)
    except history.HistoryError as error:
        raise CommandError(f"{error}; see {worker.log()}") from None
    except EngineError as error:
        raise CommandError(f"the engine does not answer ({type(error).__name__}): start again to go on") from None
    finally:
        connections.close_all()


def _introduce(voice: Voice, port: int) -> None:
    """Print the address and who can log in there."""
    address, password = f"http://{_HOST}:{port}/", cast.password(settings.SECRET_KEY)
    for member in cast.CAST:
        who = {"email": member.email, "name": member.name, "role": member.group, "see": member.see}
        voice.say({"event": "account", **who, "password": password})
    lines = [f"  {member.email:<20} {member.group:<14} {member.see}" for member in cast.CAST]
    text = "\n".join(
        [f"\n{address}   password of all: {password}\n", *lines, f"\nLogs: {worker.log().parent}   Ctrl-C stops it all"]
    )
    voice.say({"event": "ready", "address": address}, text)


def _serves(port: int) -> bool:
    """Tell whether the log-in page comes back."""
    asked = http.client.HTTPConnection(_HOST, port, timeout=10)
    try:
        asked.request("GET", "/accounts/login/")
        return asked.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        asked.close()
