"""`web`: the pages in the browser, behind a proof that the database guards the silos."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import launching


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
        """Prove the guard and the engine's settings, collect the static files, and serve until stopped."""
        launching.prove()
        launching.collect_static_files()
        host, port = options["host"], options["port"]
        self.stdout.write(f"http://{host}:{port}/  (Ctrl-C stops it)")
        self.stdout.flush()
        with (
            launching.serving(host=host, port=port, workers=options["workers"], today=options["today"]) as server,
            _passing_on_signals(server),
        ):
            status = server.wait()
        if status not in {0, -signal.SIGTERM, -signal.SIGINT}:
            raise CommandError(f"the web process ended with status {status}", returncode=max(status, 1))


@contextlib.contextmanager
def _passing_on_signals(server: subprocess.Popen[bytes]) -> Iterator[None]:
    """Tell the server to stop when this process is told."""

    def stop(number: int, frame: object) -> None:
        server.send_signal(signal.SIGTERM)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
