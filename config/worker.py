"""A worker for a terminal or a demonstration: found, or started for as long as it is needed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from celery import current_app
from django.conf import settings

from config.keeper import die_with_parent

QUEUES = "distilling,upkeep"
COMMAND = f"celery -A config worker -B -Q {QUEUES}"


def answers(timeout: float = 0.7) -> bool:
    """Tell whether any worker answers on the broker within `timeout` seconds; one answer is enough."""
    return bool(current_app.control.ping(timeout=timeout, limit=1))


@contextlib.contextmanager
def at_hand() -> Iterator[bool]:
    """Yield whether a worker is at hand; where the services are embedded and none answers, one is started."""
    if answers():
        yield True
        return
    if not settings.EMBEDDED:
        yield False
        return
    with started():
        yield True


@contextlib.contextmanager
def started(*, clock: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker for as long as the block, with the clock of the upkeep where wanted; it writes into `log()`."""
    out = log()
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", *(["-B"] if clock else []), "-Q", QUEUES]
    command += ["--without-mingle", "--without-gossip"]  # it is alone, and would wait a second for neighbours
    with (
        out.open("ab") as written,
        subprocess.Popen(
            [*command, "--concurrency=1", "--loglevel=INFO"],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            cwd=settings.BASE_DIR,
            env={**os.environ, "VAR_DIR": str(settings.VAR_DIR)},
            preexec_fn=die_with_parent(signal.SIGQUIT),  # noqa: PLW1509 - one call into the kernel, no lock
            start_new_session=True,  # Ctrl-C in the terminal closes the conversation; the worker is still needed then
        ) as worker,
    ):
        try:
            yield worker
        finally:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(worker.pid, signal.SIGQUIT)  # at once: what it may be doing is picked up again


def log() -> Path:
    """Where a worker that was started here writes."""
    path: Path = settings.VAR_DIR / "log" / "worker.log"
    return path
