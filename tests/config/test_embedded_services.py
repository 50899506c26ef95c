"""The embedded PostgreSQL and Valkey: one instance for all who ask, gone with the last, whoever is killed."""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kombu
import psycopg
import pytest
import redis

from config import keeper, services
from config.keeper import Layout
from tests.config.embedded import User, administrator, directory, gone, one, processes, soon, using, works

SERVERS = ("keeper", "postmaster", "backend", "valkey")


@pytest.fixture
def var() -> Iterator[Path]:
    with directory() as path:
        yield path


@pytest.fixture(scope="module")
def running() -> Iterator[User]:
    """A user of services that run; a test leaves them working."""
    with directory() as path, using(path) as user:
        yield user


def kill(var: Path, kind: str) -> None:
    """Kill -9, and wait until the process is gone, which takes a moment."""
    pid = one(var, kind)
    os.kill(pid, signal.SIGKILL)
    soon(lambda: pid not in processes(var))


def as_server_user() -> dict[str, Any]:
    """How to run a process as the servers' user."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam(keeper.ACCOUNT)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


# One instance, from the first to the last


def test_many_processes_that_ask_at_once_get_one_instance(var: Path) -> None:
    users = [User(var) for _ in range(8)]
    for user in users:
        user.ready()
    assert works(var)
    for kind in ("keeper", "postmaster", "valkey"):
        assert len(processes(var, kind)) == 1
    for user in users:
        user.leave()
    soon(lambda: gone(var))


def test_the_last_to_leave_stops_both_and_the_data_survive(var: Path) -> None:
    with using(var):
        with using(var):
            pass
        with administrator(var) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 25 AS dose")
        time.sleep(0.6)
        assert works(var)
    soon(lambda: gone(var))
    with using(var), administrator(var) as connection:
        assert connection.execute("SELECT dose FROM kept").fetchall() == [(25,)]


def test_joining_is_fast(running: User) -> None:
    second = User(running.var)
    assert second.ready() < 0.2
    second.leave()


def test_a_fork_that_outlives_its_parent_keeps_them_and_a_program_does_not(var: Path) -> None:
    script = """
import os, subprocess, sys
from pathlib import Path
from config import services
services.ensure(Path(sys.argv[1]))
subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
if os.fork() == 0:
    services.ensure(Path(sys.argv[1]))
    print(os.getpid(), flush=True)
    sys.stdin.read()
os._exit(0)
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(var)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    assert parent.stdin
    child = int(parent.stdout.readline())
    parent.wait()
    time.sleep(0.6)
    assert works(var)
    parent.stdin.close()
    parent.stdout.close()
    soon(lambda: child not in processes(var) and gone(var))


# Killed


def test_a_killed_user_has_left(var: Path) -> None:
    user = User(var)
    user.ready()
    user.kill()
    soon(lambda: gone(var))


def test_the_servers_die_with_a_killed_keeper_and_the_next_call_starts_them_again(running: User) -> None:
    kill(running.var, "keeper")
    soon(lambda: not processes(running.var, *SERVERS))
    running.again()
    assert works(running.var)


def test_asking_while_the_servers_of_a_killed_keeper_are_still_leaving(running: User) -> None:
    for _ in range(2):
        kill(running.var, "keeper")
        running.again()
        assert works(running.var)


def test_a_killed_postgres_is_started_again_although_a_query_is_busy(running: User) -> None:
    def busy() -> None:
        with contextlib.suppress(psycopg.OperationalError), administrator(running.var) as connection:
            connection.execute("SELECT count(*) FROM generate_series(1, 1000000000) a, generate_series(1, 1000) b")

    thread = threading.Thread(target=busy)
    thread.start()
    time.sleep(0.3)
    kill(running.var, "postmaster")
    soon(lambda: works(running.var))
    thread.join()


def test_a_killed_backend_does_no_harm(running: User) -> None:
    with administrator(running.var) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)
        soon(lambda: works(running.var))


def test_a_killed_valkey_is_started_again(running: User) -> None:
    kill(running.var, "valkey")
    running.again()
    assert works(running.var)


def test_a_directory_left_by_killing_all_is_taken_up_and_a_stranger_with_the_old_number_lives(var: Path) -> None:
    user = User(var)
    user.ready()
    pid_file = var / "pg18" / "postmaster.pid"
    stale = pid_file.read_text()
    user.kill()
    for pid in processes(var, *SERVERS):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    soon(lambda: not processes(var))
    stranger = subprocess.Popen(["sleep", "60"], **as_server_user())
    pid_file.write_text(stale.replace(stale.splitlines()[0], str(stranger.pid), 1))
    with using(var):
        assert works(var)
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


@pytest.mark.parametrize("moment", [0.2, 0.6])
def test_killing_the_first_keeper_while_it_starts_delays_the_start_only(var: Path, moment: float) -> None:
    user = User(var)
    soon(lambda: bool(processes(var, "keeper")))
    time.sleep(moment)
    for pid in processes(var, "keeper"):
        os.kill(pid, signal.SIGKILL)
    user.ready()
    user.again()  # it may have been ready before
    assert works(var)
    user.leave()


def test_killing_the_process_that_starts_them_leaves_nothing_half_done(var: Path) -> None:
    first = User(var)
    soon(lambda: bool(processes(var, "keeper")))
    time.sleep(0.2)
    first.kill()
    with using(var):
        assert works(var)


# Closed to others


def test_nobody_else_reaches_data_sockets_or_logs(running: User) -> None:
    owner = as_server_user().get("user", os.geteuid())
    layout = Layout(running.var)
    for path in (layout.run, layout.postgres_socket, layout.valkey_socket, running.var / "pg18"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        assert path.stat().st_uid == owner
    for path in (layout.logs, layout.locks):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_an_ordinary_user_needs_no_root(var: Path) -> None:
    # The one capability is for reaching an interpreter that may lie in root's home.
    capability = ("--inh-caps=+dac_override", "--ambient-caps=+dac_override")
    prefix = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *capability) if os.geteuid() == 0 else ()
    if prefix:
        os.chown(var, 65534, 65534)
    with using(var, prefix=prefix) as user:
        assert works(var)
        assert (var / "pg18").stat().st_uid == var.stat().st_uid
        kill(var, "keeper")
        soon(lambda: not processes(var, *SERVERS))
        user.again()
        assert works(var)
    soon(lambda: gone(var))


def test_the_addresses_work_and_the_environment_of_libpq_does_not_disturb(var: Path) -> None:
    with using(var, PGOPTIONS="-c nonsense=yes", PGPORT="1", PGHOST="nowhere.invalid", PGDATA="/nowhere"):
        with psycopg.connect(services.owner_url(var)) as connection:
            assert connection.info.user == "anamnesis_owner"
        where = services.database(var, "anamnesis_app")
        with psycopg.connect(host=where["HOST"], port=where["PORT"], user=where["USER"], dbname=where["NAME"]):
            pass
        with redis.Redis.from_url(services.redis_url(var)) as client:
            assert client.config_get("save") == {"save": ""}
        with kombu.Connection(services.broker_url(var)) as broker:
            broker.ensure_connection(max_retries=1)


def test_no_words_reach_the_log(running: User) -> None:
    with administrator(running.var) as connection:
        connection.execute("CREATE TEMPORARY TABLE word (w text PRIMARY KEY)")
        connection.execute("INSERT INTO word VALUES (%s)", ["metoprolol"])
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO word VALUES (%s)", ["metoprolol"])
        with pytest.raises(psycopg.errors.InvalidTextRepresentation):
            connection.execute("SELECT %s::text::int", ["metoprolol"])
        with pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("SELECT 'metoprolol' FROM nowhere")
    assert "metoprolol" not in Layout(running.var).log("postgres").read_text()
