"""Starting the web process: what is proved and made before it, and the process as a child of its launcher."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections

from config.keeper import die_with_parent
from memory.checks import refuse_unhardened
from memory.engine import load_engine

POOL = 10  # connections a process
_FAREWELL = 20  # seconds; it gives open requests five


def prove() -> None:
    """Prove the database's guard and the engine's settings. Raises CommandError.

    The engine is made here only to be refused here: making one loads no model, and the web process makes its own.
    """
    try:
        refuse_unhardened()
        load_engine()
    except (ImproperlyConfigured, ImportError) as error:
        raise CommandError(str(error)) from None
    finally:
        connections.close_all()


def collect_static_files() -> None:
    """Bring the static files to where the web process finds them."""
    call_command("collectstatic", interactive=False, verbosity=0)


@contextlib.contextmanager
def serving(
    *, host: str = "127.0.0.1", port: int, workers: int = 1, today: str | None = None, log: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run the web process for as long as the block; it is told to stop when this process is, and never outlives it.

    With a `log` it writes there, and hears nothing of the terminal's Ctrl-C; its launcher stops it.
    """
    command = [sys.executable, "-m", "config.serving"]
    command += ["--host", host, "--port", str(port), "--workers", str(workers)]
    with contextlib.ExitStack() as stack:
        how: dict[str, Any] = {}
        if log is not None:
            out: IO[bytes] = stack.enter_context(log.open("ab"))
            how = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": out, "start_new_session": True}
        server = subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=_environment(today),
            preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509 - one call into the kernel, no lock
            **how,
        )
        try:
            yield server
        finally:
            server.terminate()
            try:
                server.wait(_FAREWELL)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _environment(today: str | None) -> dict[str, str]:
    environment = {**os.environ, "VAR_DIR": str(settings.VAR_DIR)}
    environment.setdefault("DATABASE_POOL", str(POOL))
    if today:
        environment["CONVERSATION_DAY"] = today
    return environment
