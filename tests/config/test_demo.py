"""`make demo`: made-up people, two months of history, web and worker, once and again, in an installation of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from advocate.demonstration import cast, history
from config.keeper import die_with_parent
from tests.config.embedded import processes, soon
from tests.installation import ROOT, Event, Installation
from tests.web.stack import Answer, Client, free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]  # three starts, each of them real

# What the doors show: who acted in Alice's record, how many of her facts each clinician finds, and who they are.
LOOK = """
import json
from memory.door import Actor, clinician, silo
from memory.models import AccessLog, AuditRow, Evidence, Fact, Session, Turn, User
from memory.registry import record_of
people = {user.email.split("@")[0]: user for user in User.objects.all()}
key, by = record_of(people["alice"].pk), Actor("tester", "test")
def seen(account):
    try:
        with clinician(account, by=by, why="test", user_key=key):
            return Fact.objects.filter(user_key=key).count()
    except Exception as error:
        return type(error).__name__
with silo(key, by=by, why="test"):
    seen_by = sorted({(row.by, row.door) for row in AccessLog.objects.filter(facts__gt=[])})
    wrote = sorted({(row.by, row.door) for row in AuditRow.objects.filter(table_name="adk_memory_facts")})
    admitted = sorted({(row.by, row.door) for row in AuditRow.objects.filter(table_name="care_relationship")})
    said = list(Turn.objects.filter(speaker="patient").order_by("said_at").values_list("text", flat=True))
    states = list(Session.objects.values_list("status", flat=True))
    spoken = [str(day) for day in sorted({row.said_at.date() for row in Evidence.objects.all()})]
print(json.dumps({
    "ids": {name: user.pk for name, user in people.items()},
    "flags": sorted({(user.is_staff, user.is_superuser) for user in people.values()}),
    "bob": seen(people["bob"].pk), "dana": seen(people["dana"].pk),
    "placed": seen_by, "wrote": wrote, "admitted": admitted, "spoken": spoken,
    "said": said, "states": states,
}))
"""


@dataclass
class Start:
    """One start of the demonstration, and what was seen before it was stopped."""

    events: list[Event]
    client: Client
    facts: list[Event] = field(default_factory=list)
    doors: dict[str, Any] = field(default_factory=dict)
    pages: dict[str, Answer] = field(default_factory=dict)
    log_ins: dict[str, Answer] = field(default_factory=dict)
    status: int | None = None
    left: list[str] = field(default_factory=list)

    def of(self, kind: str) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if event["event"] == kind]

    def about(self, *words: str) -> list[Event]:
        """The rows whose text has all these words, episodes left out."""
        return [row for row in self.facts if row["tag"] != "EPISODE" and all(word in row["fact"] for word in words)]


@pytest.fixture(scope="module")
def home() -> Iterator[Installation]:
    """An installation in which nothing was done yet, not even migrated."""
    var = Path(tempfile.mkdtemp(prefix="anam"))
    kept = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL"}}
    installation = Installation(var, {**kept, "VAR_DIR": str(var)})
    try:
        yield installation
    finally:
        installation.run("db_purge", "--yes", check=False)
        shutil.rmtree(var, ignore_errors=True)


@contextmanager
def _demonstration(home: Installation, stop: signal.Signals, *, until: Event) -> Iterator[Start]:
    """Start, wait for an event that says at least this, and stop as a terminal does."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--port", str(port), "--json"],
        cwd=ROOT,
        env=home.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=die_with_parent(signal.SIGTERM),  # noqa: PLW1509 - one call into the kernel, no lock
    ) as demo:
        assert demo.stdout
        start = Start([], Client(port))
        try:
            for line in demo.stdout:
                start.events.append(json.loads(line))
                if until.items() <= start.events[-1].items():
                    break
            yield start
        finally:
            demo.send_signal(stop)
            start.status = demo.wait(30)
    with suppress(AssertionError):
        soon(lambda: not _left(home.var), within=15)
    start.left = _left(home.var)


@pytest.fixture(scope="module")
def interrupted(home: Installation) -> Start:
    """The very first start, stopped by Ctrl-C in the middle of the history."""
    with _demonstration(home, signal.SIGINT, until={"event": "told", "conversations": 2}) as start:
        pass
    return start


@pytest.fixture(scope="module")
def first(home: Installation, interrupted: Start) -> Start:
    """The first start that comes to its end, stopped by Ctrl-C."""
    with _demonstration(home, signal.SIGINT, until={"event": "ready"}) as start:
        for account in start.of("account"):
            client = Client(start.client.port)
            name = account["email"].split("@")[0]
            log_in = {"login": account["email"], "password": account["password"]}
            start.log_ins[name] = client.post("/accounts/login/", **log_in)
            start.pages[name] = client.get("/record/" if account["role"] == "patient" else "/admin/")
        start.facts = _facts(home)
        start.doors = json.loads(home.run("shell", "--verbosity", "0", "-c", LOOK).stdout)
    return start


@pytest.fixture(scope="module")
def second(home: Installation, first: Start) -> Start:
    """The next start, stopped by SIGTERM."""
    with _demonstration(home, signal.SIGTERM, until={"event": "ready"}) as start:
        start.facts = _facts(home)
    return start


def _today() -> date:
    """The day where Alice is."""
    return datetime.now(ZoneInfo("America/New_York")).date()


def _facts(home: Installation) -> list[Event]:
    return [json.loads(line) for line in home.run("memory", "list", "--json").stdout.splitlines()]


def _left(var: Path) -> list[str]:
    """Processes that live in this directory or were started for it."""
    found = [str(pid) for pid in processes(var)]
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if f"VAR_DIR={var}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append((entry / "cmdline").read_bytes().decode().replace("\0", " "))
    return found


def test_ctrl_c_in_the_middle_of_the_history_ends_every_process(interrupted: Start) -> None:
    assert interrupted.status == 130, "it came to nothing yet"
    assert interrupted.left == []
    assert interrupted.of("account") == []


def test_an_interrupted_history_goes_on_where_it_stopped(first: Start) -> None:
    hers = [scripted for scripted in history.script() if scripted.who == "alice"]
    lines = [line for scripted in hers for line in scripted.says]
    assert [told for told, line in zip(first.doors["said"], lines, strict=True) if "{" not in line] == [
        line for line in lines if "{" not in line
    ]
    assert first.doors["states"] == ["done"] * len(hers)


def test_each_account_is_printed_with_its_role_and_logs_in(first: Start) -> None:
    roles = Counter(account["role"] for account in first.of("account"))
    assert roles == {"patient": 2, "clinician": 2, "privacy staff": 1, "administrator": 1}
    assert {answer.status for answer in first.log_ins.values()} == {302}
    assert {name: page.status for name, page in first.pages.items() if page.status not in {200, 302}} == {}
    assert not [name for name, page in first.pages.items() if "login" in page.where]
    assert first.doors["flags"] == [[False, False], [True, False]], "staff is staff, and nobody a superuser"


def test_the_password_is_another_one_in_every_installation(first: Start) -> None:
    (password,) = {account["password"] for account in first.of("account")}
    assert password != cast.password("another secret")
    assert len(password) >= 12


def test_alice_s_record_shows_the_product(first: Start) -> None:
    alice = [row for row in first.facts if row["silo"] == first.about("lisinopril")[0]["silo"]]
    assert len([row for row in alice if row["tag"] != "EPISODE"]) >= 14
    assert {"active", "superseded", "planned"} <= {row["status"] for row in alice}
    (old,), (new,) = first.about("metoprolol", "25 mg"), first.about("metoprolol", "50 mg")
    assert old["superseded_by"] == new["id"]
    assert "Osei" in new["source"]
    creatinines = sorted(first.about("creatinine"), key=lambda row: str(row["fact_date"]))
    assert [row["status"] for row in creatinines] == ["active"] * 3
    assert ["1.4" in creatinines[0]["fact"], "1.1" in creatinines[2]["fact"]] == [True, True]
    assert any(row["tag"] == "DIRECTIVE" and "under 55" in row["fact"] for row in alice)
    assert [row["contested"] for row in alice if row["tag"] == "ALLERGY"] == [True, True]
    assert any(row["tag"] == "MEDICATION" and "stopped" in row["fact"] for row in alice)
    (ahead,) = (row for row in alice if row["tag"] == "APPOINTMENT")
    assert date.fromisoformat(ahead["fact_date"]) > _today()
    assert first.about("warfarin") == []
    assert "warfarin" in first.pages["alice"].text, "what was held back stands there with its reason"


def test_the_history_ends_shortly_before_today(first: Start) -> None:
    days = [date.fromisoformat(day) for day in first.doors["spoken"]]
    assert timedelta(days=55) < days[-1] - days[0] < timedelta(days=70)
    assert timedelta(0) < _today() - days[-1] < timedelta(days=7)


def test_charlie_has_a_record_of_his_own(first: Start) -> None:
    (his,) = {row["silo"] for row in first.about("metformin")}
    assert his != first.about("lisinopril")[0]["silo"]
    assert "metformin" in first.pages["charlie"].text
    assert "metoprolol" not in first.pages["charlie"].text


def test_bob_finds_alice_s_record_and_dana_does_not(first: Start) -> None:
    assert first.doors["bob"] == len([r for r in first.facts if r["silo"] == first.about("lisinopril")[0]["silo"]])
    assert first.doors["dana"] == "NotInCare"
    assert first.doors["admitted"] == [[f"account {first.doors['ids']['ada']}", "admin"]]


def test_the_audit_names_the_account_at_the_web_door_and_the_distiller(first: Start) -> None:
    alice = f"account {first.doors['ids']['alice']}"
    assert first.doors["placed"] == [[alice, "web"]]
    assert ["distiller", "worker"] in first.doors["wrote"]
    assert {by for by, _ in first.doors["wrote"]} <= {alice, "distiller", "upkeep"}


def test_ctrl_c_ends_every_process(first: Start) -> None:
    assert first.status == 0
    assert first.left == []


def test_a_second_start_adds_nothing_and_shows_the_same(first: Start, second: Start) -> None:
    assert first.of("told")[-1]["conversations"] == first.of("told")[-1]["of"] >= 6
    assert second.of("told") == []
    assert second.of("account") == first.of("account")
    assert [row["line"] for row in second.facts] == [row["line"] for row in first.facts]


def test_sigterm_ends_every_process_too(second: Start) -> None:
    assert second.status == 0
    assert second.left == []


def test_a_port_that_is_taken_is_told_before_anything_starts(home: Installation) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        done = home.run("demo", "--port", str(port), check=False)
    assert done.returncode != 0
    assert f"make demo PORT={port + 1}" in done.stderr
    assert done.stdout == ""


def test_no_account_is_made_on_servers_of_ones_own(home: Installation) -> None:
    addresses = dict.fromkeys(("DATABASE_URL", "OWNER_DATABASE_URL"), "postgres://nobody@127.0.0.1:1/none")
    there = {**home.environment, **addresses, "REDIS_URL": "redis://127.0.0.1:1/0", "SECRET_KEY": "of one's own"}
    done = Installation(home.var, there).run("demo", check=False)
    assert done.returncode != 0
    assert "never on servers of your own" in done.stderr
