"""A worker for a terminal: found, or started for as long as the terminal needs it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

from celery import current_app
from django.conf import settings

from config.keeper import die_with_parent

QUEUES = "distilling,upkeep"
COMMAND = f"celery -A config worker -B -Q {QUEUES}"


def answers(timeout: float = 0.7) -> bool:
    """Tell whether any worker answers on the broker within `timeout` seconds."""
    return bool(current_app.control.ping(timeout=timeout))


@contextlib.contextmanager
def at_hand() -> Iterator[bool]:
    """Yield whether a worker is at hand; where the services are embedded and none answers, one is started."""
    if answers():
        yield True
        return
    if not settings.EMBEDDED:
        yield False
        return
    log = settings.VAR_DIR / "log" / "worker.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with (
        log.open("ab") as out,
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "celery",
                "-A",
                "config",
                "worker",
                "-Q",
                QUEUES,
                "--concurrency=1",
                "--loglevel=INFO",
            ],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            cwd=settings.BASE_DIR,
            env={**os.environ, "VAR_DIR": str(settings.VAR_DIR), "OMP_NUM_THREADS": "1"},
            preexec_fn=die_with_parent(signal.SIGQUIT),  # noqa: PLW1509 - one call into the kernel, no lock
            start_new_session=True,  # Ctrl-C in the terminal closes the conversation; the worker is still needed then
        ) as worker,
    ):
        try:
            yield True
        finally:
            os.killpg(worker.pid, signal.SIGQUIT)  # at once: what it may be doing is picked up again
