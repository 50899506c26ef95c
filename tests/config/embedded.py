"""Processes that use the embedded services, for tests that kill them and look what is left."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import redis

from config import services
from config.keeper import Layout

ROOT = Path(__file__).resolve().parents[2]

# Says `ready` and the seconds that it took, or the error; asks again for each line; leaves at the end of its input.
USER = """
import sys, time
from pathlib import Path
from config import services
while True:
    start = time.perf_counter()
    try:
        services.ensure(Path(sys.argv[1]), postgres=int(sys.argv[2]))
        print("ready", time.perf_counter() - start, flush=True)
    except services.ServicesError as error:
        print("refused", error, flush=True)
    if not sys.stdin.readline():
        break
"""


class User:
    """A process that uses the services in a directory."""

    def __init__(self, var: Path, *, postgres: int = 18, prefix: tuple[str, ...] = (), **environment: str) -> None:
        self.var = var
        self.process = subprocess.Popen(
            [*prefix, sys.executable, "-c", USER, str(var), str(postgres)],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def ready(self) -> float:
        """Wait until the services run; the seconds that it took to get them."""
        answer = self.answer()
        assert answer.startswith("ready "), answer
        return float(answer.split()[1])

    def again(self) -> float:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.ready()

    def leave(self) -> None:
        self.process.communicate(timeout=10)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextlib.contextmanager
def directory() -> Iterator[Path]:
    """A fresh VAR_DIR with a short path, and a blank and a capital in it; in the end nothing of it runs."""
    var = Path(tempfile.mkdtemp(prefix="An ", dir="/tmp"))
    try:
        yield var
    finally:
        for pid in processes(var, "keeper", "user"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        soon(lambda: not processes(var), within=15)
        shutil.rmtree(var)


@contextlib.contextmanager
def using(var: Path, *, postgres: int = 18, prefix: tuple[str, ...] = (), **environment: str) -> Iterator[User]:
    """A user that is ready, and leaves in the end if it still lives."""
    user = User(var, postgres=postgres, prefix=prefix, **environment)
    try:
        user.ready()
        yield user
    finally:
        user.leave()


def processes(var: Path, *kinds: str) -> list[int]:
    """Living processes of a directory: `keeper`, `postmaster`, `backend` (PostgreSQL's others), `valkey`, `user`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile, or is another user's
            kind = _kind(entry, str(var))
            if kind and (not kinds or kind in kinds):
                found.append(int(entry.name))
    return found


def _kind(entry: Path, var: str) -> str | None:
    words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
    if (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z":
        return None
    if var in words:
        return "keeper" if any(word.endswith("keeper.py") for word in words) else "user"
    if "valkey-server" in words[0]:
        return "valkey" if var in words[0] or any(var in word for word in words) else None
    if words[0].endswith("/postgres") and any(word.startswith(f"{var}/") for word in words):
        return "postmaster"
    return "backend" if words[0].startswith("postgres: ") and str((entry / "cwd").readlink()).startswith(var) else None


def one(var: Path, kind: str) -> int:
    (pid,) = processes(var, kind)
    return pid


def soon(condition: Callable[[], bool], within: float = 5.0) -> None:
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"not within {within} s"
        time.sleep(0.05)


def works(var: Path) -> bool:
    """Whether both servers answer the run-time log-in."""
    try:
        with psycopg.connect(services.app_url(var)) as connection:
            connection.execute("SELECT 1")
        with redis.Redis.from_url(services.redis_url(var), retry=None) as client:
            return bool(client.ping())
    except (psycopg.OperationalError, redis.ConnectionError):
        return False


def gone(var: Path) -> bool:
    """Whether neither a process nor a socket is left."""
    layout = Layout(var)
    sockets = layout.postgres_socket.exists() or layout.valkey_socket.exists()
    return not sockets and not processes(var, "keeper", "postmaster", "backend", "valkey")


def log_in(var: Path, user: str, database: str = "anamnesis") -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(host=str(Layout(var).run), user=user, dbname=database, autocommit=True)


def administrator(var: Path, database: str = "anamnesis") -> psycopg.Connection[tuple[object, ...]]:
    return log_in(var, "postgres", database)
