"""The real stack in an installation of its own: web processes, a worker, accounts, and a client without a browser."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

from config.keeper import die_with_parent
from tests.installation import ROOT, Installation, installed

POOL = 4
PATIENCE = 6  # seconds until a reply counts as cut off
SLOW = {"ENGINE": "tests.web.engines.SlowEngine", "REPLY_PATIENCE_SECONDS": str(PATIENCE)}
PASSWORD = "correct horse battery staple"

_ACCOUNTS = """
import json, sys
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from memory.models import User
made, password = {{}}, make_password({password!r})
for name, group in {accounts!r}.items():
    user = User(email=f"{{name}}@example.org", password=password, time_zone="America/New_York",
                is_staff=group != "patient", is_superuser=group == "administrator")
    user.save()
    user.groups.add(Group.objects.get(name=group))
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session.create()
    made[name] = [user.pk, session.session_key]
print(json.dumps(made))
"""


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)

    @property
    def where(self) -> str:
        """The path of a redirect."""
        return urlsplit(self.headers.get("location", "")).path


@dataclass
class Client:
    """A browser without JavaScript: keeps cookies and sends the token."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path)

    def post(self, path: str, *, token: bool = True, **form: str) -> Answer:
        """Send a form, with the token from the cookie."""
        return self.ask("POST", path, form=form, token=token)

    def ask(self, method: str, path: str, *, form: dict[str, str] | None = None, token: bool = True) -> Answer:
        """Send one request and read the whole answer."""
        connection, answer = self.open(method, path, form=form, token=token)
        try:
            text = answer.read().decode(errors="replace")  # a file may be no text
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, text)
        finally:
            connection.close()

    def open(
        self, method: str, path: str, *, form: dict[str, str] | None = None, token: bool = True, seconds: float = 30
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send one request; the caller reads, or hangs up. Hangs up itself after so many seconds of silence."""
        if token and method != "GET" and "csrftoken" not in self.cookies:
            self.get("/accounts/logout/")
            self.cookies.setdefault("csrftoken", "x" * 32)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if token and method != "GET":
            headers["X-CSRFToken"] = self.cookies["csrftoken"]
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        connection.request(method, path, body=urlencode(form) if form is not None else None, headers=headers)
        try:
            answer = connection.getresponse()
        except TimeoutError:
            connection.close()
            raise
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name] = value
        return connection, answer

    def say(self, text: str, turn: str = "") -> Answer:
        """Send a message to be streamed, and wait for the end of the stream."""
        return self.post("/say/", message=text, turn=turn or str(uuid.uuid4()))

    def turns(self, path: str = "/") -> list[tuple[str, str]]:
        """The messages on a page: (person or advocate, words)."""
        found = re.findall(r'<li class="turn (\w+)".*?<div class="words">(.*?)</div>', self.get(path).text, re.DOTALL)
        return [(kind, " ".join(unescape(re.sub(r"<[^>]+>", " ", words)).split())) for kind, words in found]

    def confirm(self) -> None:
        """Give the password again."""
        assert self.post("/accounts/reauthenticate/", password=PASSWORD).status == 302

    def converse(self, *messages: str) -> str:
        """Hold a conversation to its end; return its public id when its facts stand."""
        for message in messages:
            self.post("/", message=message)
        session = self.post("/end/").where.split("/")[2]
        wait(lambda: self.get(f"/conversations/{session}/progress/").json["final"])
        return session


def wait(for_what: Any, seconds: float = 30) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not for_what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


@dataclass
class Stack:
    """One installation with a worker and a web process; more of these can be started beside it."""

    home: Installation
    port: int = 0
    processes: ExitStack = field(default_factory=ExitStack)
    _supply: list[Client] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where the first page is."""
        return f"http://127.0.0.1:{self.port}"

    def accounts(self, **groups: str) -> dict[str, tuple[int, Client]]:
        """Make accounts, by name, in these groups; each is signed in already."""
        script = _ACCOUNTS.format(accounts=groups, password=PASSWORD)
        made = json.loads(self.home.run("shell", "--verbosity", "0", "-c", script).stdout)
        return {name: (pk, Client(self.port, {"sessionid": key})) for name, (pk, key) in made.items()}

    def patient(self) -> Client:
        """A new patient, signed in; of a supply, since each process that makes some takes seconds."""
        if not self._supply:
            made = self.accounts(**{f"p{uuid.uuid4().hex[:8]}": "patient" for _ in range(40)})
            self._supply.extend(client for _, client in made.values())
        return self._supply.pop()

    def key_of(self, account: int) -> str:
        """The key of the record that an account opens."""
        script = f"from memory.registry import record_of; print(record_of({account}))"
        return self.home.run("shell", "--verbosity", "0", "-c", script).stdout.strip()

    def serve(
        self, *, launcher: bool = False, more: dict[str, str] | None = None
    ) -> tuple[int, subprocess.Popen[bytes]]:
        """Start a web process, by its launcher or alone; return its port when it answers."""
        port, process = self.begin_serving(launcher=launcher, more=more)
        wait(lambda: listens(port), 60)
        return port, process

    def begin_serving(
        self, *, launcher: bool = False, day: str = "", more: dict[str, str] | None = None
    ) -> tuple[int, subprocess.Popen[bytes]]:
        """Start a web process, for conversations on a day; return its port."""
        port = free_port()
        command = (
            ["manage.py", "web"] if launcher else ["-m", "config.serving", "--host", "127.0.0.1", "--workers", "1"]
        )
        more = {**(more or {}), **({"CONVERSATION_DAY": day} if day else {})}
        return port, self.start(*command, "--port", str(port), more=more)

    def start(self, *command: str, more: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a process that ends with the tests."""
        with (self.home.var / "tests.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env={**self.home.environment, **(more or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509 - one call into the kernel, no lock
                start_new_session=True,
            )
        self.processes.callback(_end, process)
        return process


@contextmanager
def standing(engine: Mapping[str, str] = SLOW) -> Iterator[Stack]:
    """Give the stack, with a small pool and the engine that this environment names: by default one that can be slow."""
    with installed() as home:
        home.environment.update(
            engine,
            DATABASE_POOL=str(POOL),
            EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
        )
        stack = Stack(home)
        with stack.processes:
            queues = ("-Q", "distilling,upkeep")
            stack.start("-m", "celery", "-A", "config", "worker", *queues, "--concurrency=1", "--loglevel=INFO")
            stack.port, _ = stack.serve(launcher=True)
            yield stack


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Tell whether a server takes connections there."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
