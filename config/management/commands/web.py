"""`web`: the pages in the browser, behind a proof that the database guards the silos."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from config.keeper import die_with_parent
from memory.checks import refuse_unhardened

POOL = 10  # connections a process


class Command(BaseCommand):
    """Serve the pages."""

    help = (
        "Serve the pages with uvicorn. A worker is needed beside it, so that conversations become facts: "
        "celery -A config worker -B -Q distilling,upkeep"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to listen, and the conversations' day."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="processes; each keeps a pool of its own")
        parser.add_argument("--today", metavar="DATE", help="the day of conversations, for demonstrations")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prove the guard, collect the static files, and serve until stopped."""
        try:
            refuse_unhardened()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        connections.close_all()
        call_command("collectstatic", interactive=False, verbosity=0)
        self.stdout.write(f"http://{options['host']}:{options['port']}/  (Ctrl-C stops it)")
        self.stdout.flush()
        with _server(options) as server:
            status = server.wait()
        if status not in {0, -signal.SIGTERM, -signal.SIGINT}:
            raise CommandError(f"the web process ended with status {status}", returncode=max(status, 1))


@contextlib.contextmanager
def _server(options: dict[str, Any]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the server as a child that is told to stop when this process is, and never outlives it."""
    command = [sys.executable, "-m", "config.serving"]
    for name in ("host", "port", "workers"):
        command += [f"--{name}", str(options[name])]
    server = subprocess.Popen(
        command,
        cwd=settings.BASE_DIR,
        env=_environment(options["today"]),
        preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509 - one call into the kernel, no lock
    )

    def stop(number: int, frame: object) -> None:
        server.send_signal(signal.SIGTERM)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield server
    finally:
        server.terminate()
        server.wait()
        for number, handler in before.items():
            signal.signal(number, handler)


def _environment(today: str | None) -> dict[str, str]:
    environment = {**os.environ, "VAR_DIR": str(settings.VAR_DIR)}
    environment.setdefault("DATABASE_POOL", str(POOL))
    if today:
        environment["CONVERSATION_DAY"] = today
    return environment
