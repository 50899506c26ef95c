"""A worker killed with -9 in each phase of distilling, then another: every fact once, none lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import redis

from config.keeper import accepts
from tests.installation import ROOT, Installation, installed

PATIENT = {
    "ENGINE": "tests.engines.StoppableEngine",
    "DISTIL_LEASE_SECONDS": "4",
    "SWEEP_SECONDS": "1",
    "SWEEP_PATIENCE_SECONDS": "1",
}
WORDS = "I take metoprolol tartrate 25 mg twice daily.\nMy creatinine was 1.4 mg/dL yesterday.\nexit\n"


@pytest.fixture(scope="module")
def home() -> Iterator[Installation]:
    with installed() as installation:
        yield installation


@pytest.mark.parametrize("phase", ["distil", "write", "embed"])
def test_every_fact_once_and_none_lost(home: Installation, phase: str, tmp_path: Path) -> None:
    marker, user = tmp_path / "hangs", f"killed-in-{phase}"
    environment = {**home.environment, **PATIENT}
    with _worker({**environment, "HANG_AT": phase, "HANG_FILE": str(marker)}) as first:
        terminal = _terminal(environment, user)
        _wait_for(marker.exists, "the worker to reach the phase")
        os.killpg(first.pid, signal.SIGKILL)
        with _worker(environment):
            printed, errors = terminal.communicate(timeout=90)
    assert terminal.returncode == 0, errors
    closed = json.loads(printed.splitlines()[-1])
    assert (closed["event"], closed["state"]) == ("closed", "done")
    told = sorted(row["attribute"] if "attribute" in row else row["fact"] for row in _facts(home, user))
    assert len(told) == 2, told
    assert home.run("audit", "verify", "--silo", f"patient-advocate/{user}").returncode == 0


def test_what_no_worker_took_is_done_when_one_comes(home: Installation) -> None:
    environment = {**home.environment, **PATIENT}
    with _worker(environment) as first:
        terminal = _terminal(environment, "late")
        os.killpg(first.pid, signal.SIGKILL)
        time.sleep(2)
        with _worker(environment):
            printed, errors = terminal.communicate(timeout=90)
    assert terminal.returncode == 0, errors
    assert json.loads(printed.splitlines()[-1])["state"] == "done"
    assert len(_facts(home, "late")) == 2


def test_a_worker_brings_the_services_back_when_their_keeper_is_killed(home: Installation) -> None:
    environment = {**home.environment, **PATIENT}
    with _worker(environment):
        _kill_keeper(home)
        _wait_for(lambda: accepts(home.var / "run" / ".s.PGSQL.5432"), "the services to come back")
        _wait_for(lambda: _answers(environment), "the worker to find them again")
        with _terminal(environment, "kept") as terminal:
            try:
                printed, errors = terminal.communicate(timeout=90)
            finally:
                terminal.kill()
    assert terminal.returncode == 0, errors
    assert json.loads(printed.splitlines()[-1])["state"] == "done"


def test_a_message_lost_with_its_broker_is_sent_again(home: Installation) -> None:
    environment = {**home.environment, "ENGINE": PATIENT["ENGINE"]}
    broker = redis.Redis(unix_socket_path=str(home.var / "run" / "valkey.sock"))
    with _worker(environment) as worker, _terminal(environment, "lost", "I take aspirin 81 mg daily.\n") as terminal:
        assert terminal.stdin
        assert terminal.stdout
        assert json.loads(terminal.stdout.readline())["event"] == "reply"  # from here it counts on this worker
        os.killpg(worker.pid, signal.SIGSTOP)
        try:
            terminal.stdin.write("exit\n")
            terminal.stdin.flush()
            _wait_for(lambda: bool(broker.llen("distilling")), "the message to be queued")
            broker.delete("distilling")
        finally:
            os.killpg(worker.pid, signal.SIGCONT)
        try:
            printed, errors = terminal.communicate(timeout=90)
        finally:
            terminal.kill()
    assert terminal.returncode == 0, errors
    assert json.loads(printed.splitlines()[-1])["state"] == "done"


def _kill_keeper(home: Installation) -> None:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if str(home.var).encode() in words and any(word.endswith(b"keeper.py") for word in words):
                os.kill(int(process.name), signal.SIGKILL)
    _wait_for(lambda: not accepts(home.var / "run" / ".s.PGSQL.5432"), "the services to die with their keeper")


def _facts(home: Installation, user: str) -> list[dict[str, str]]:
    return [row for row in home.facts(user) if row["tag"] != "EPISODE"]


def _terminal(environment: dict[str, str], user: str, words: str = WORDS) -> subprocess.Popen[str]:
    terminal = subprocess.Popen(
        [sys.executable, "manage.py", "advocate", "--user", user, "--today", "2026-09-01", "--json"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert terminal.stdin
    terminal.stdin.write(words)
    terminal.stdin.flush()
    return terminal


@contextmanager
def _worker(environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    log = Path(environment["VAR_DIR"]) / "log" / "test-worker.log"
    with (
        log.open("ab") as out,
        subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", "worker", "-B", "-Q", "distilling,upkeep", "-c", "2"],
            cwd=ROOT,
            env=environment,
            stdout=out,
            stderr=out,
            start_new_session=True,
        ) as worker,
    ):
        try:
            _wait_for(lambda: _answers(environment), "the worker to answer")
            yield worker
        finally:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGTERM)
                try:
                    worker.wait(20)
                except subprocess.TimeoutExpired:
                    os.killpg(worker.pid, signal.SIGKILL)


def _answers(environment: dict[str, str]) -> bool:
    asked = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "config", "inspect", "ping", "--timeout", "1"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
    )
    return asked.returncode == 0


def _wait_for(true: Callable[[], bool], what: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.1)
