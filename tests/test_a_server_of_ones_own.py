"""The README's "A server of your own", followed to the letter on servers that belong to somebody else.

PostgreSQL 18 is met directly, 16 through a pooler that gives each transaction another connection.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from config.worker import COMMAND
from tests.hosted import Host, bootstrap, hosted, installation, started_worker, wait_for, worker
from tests.installation import ROOT, Conversation, Installation
from tests.pooler import Pooler, pooler

pytestmark = pytest.mark.slow

PASSWORDS = {"owner": "ow/n@er: %41", "app": "a p&p?#"}
OPTIONS = """
import django; django.setup()
from django.db import connections
for name in ("default", "owner"):
    connections[name].ensure_connection()
    print(connections[name].connection.prepare_threshold, connections[name].get_connection_params()["application_name"])
"""


@dataclass(frozen=True)
class Home:
    """An installation on somebody else's server."""

    host: Host
    here: Installation
    pool: Pooler | None


def _settled(stack: ExitStack, major: int, *, pooled: bool = False) -> Home:
    host = stack.enter_context(hosted(major))
    bootstrap(host, **PASSWORDS)
    pool = stack.enter_context(pooler(host.url("anamnesis_app", PASSWORDS["app"]))) if pooled else None
    here = installation(host, **PASSWORDS, app_port=pool.port if pool else 0)
    here.run("migrate", "--verbosity", "0")
    return Home(host, here, pool)


@pytest.fixture(scope="module")
def direct() -> Iterator[Home]:
    """A migrated installation on PostgreSQL 18."""
    with ExitStack() as stack:
        yield _settled(stack, 18)


@pytest.fixture(scope="module", params=["PostgreSQL 18", "PostgreSQL 16 behind a pooler"])
def home(request: pytest.FixtureRequest) -> Iterator[Home]:
    """That one, and one on PostgreSQL 16 behind a pooler."""
    with ExitStack() as stack:
        yield _settled(stack, 16, pooled=True) if "16" in request.param else request.getfixturevalue("direct")


def test_the_guard_stands(direct: Home) -> None:
    assert "no issues" in direct.here.run("check", "--database", "default").stdout


def test_without_a_worker_the_conversation_waits_and_says_how_to_start_one(direct: Home) -> None:
    done = direct.here.run("advocate", "--user", "early", "--json", words="I take warfarin 5 mg daily.\n", check=False)
    assert done.returncode != 0
    assert Conversation([json.loads(line) for line in done.stdout.splitlines()]).state == "queued"
    assert COMMAND in done.stderr


def test_the_story_runs_with_the_worker_of_the_readme(home: Home) -> None:
    with worker(home.here) as log:
        september = home.here.converse(
            "I take metoprolol tartrate 25 mg twice daily.",
            "Dr. Osei said to hold the dose and call if my pulse is under 55.",
            day="2026-09-01",
        )
        october = home.here.converse(
            "Has anything changed with my heart medicine?", "Dr. Osei put it up to 50 mg on the 28th.", day="2026-10-01"
        )
        wait_for(lambda: set(_states(home)) <= {"done"}, "what was queued before the worker came")
        told = log.read_text()
    assert (september.state, october.state) == ("done", "done")
    assert "25 mg" in october.replies[0]
    assert "2026-09-01" in october.replies[0]
    assert len(october.of("superseded")) == 1
    rows = home.here.facts()
    assert {row["fact"]: row["status"] for row in rows if row["tag"] == "MEDICATION"} == {
        "metoprolol tartrate 25 mg twice daily": "superseded",
        "metoprolol tartrate 50 mg": "active",
    }
    assert "beat: Starting" in told
    assert "Traceback" not in told
    assert "metoprolol" not in told
    age = datetime.now(UTC) - datetime.fromisoformat(rows[0]["created_at"])
    assert timedelta(0) < age < timedelta(minutes=5), "the server's zone is another"


def _states(home: Home) -> list[str]:
    with home.host.administrator() as server:
        return [row[0] for row in server.execute("SELECT status FROM adk_sessions")]


def test_an_erasure_is_verified_and_the_chains_of_the_others_hold(home: Home) -> None:
    silo = ("--silo", "patient-advocate/alice")
    home.here.run("memory", "delete", *silo, "--all", "--yes")
    verified = home.here.run("memory", "verify-erased", *silo).stdout
    assert "No row in" in verified
    assert "no queued job, no cache entry" in verified
    assert '"whole": true' in home.here.run("audit", "verify", "--json").stdout


def test_a_compaction_says_what_the_host_still_has_to_do(direct: Home) -> None:
    (event,) = map(json.loads, direct.here.run("db", "compact", "--json").stdout.splitlines())
    assert event["stamped"] == []
    for what in ("statistics", "write-ahead log", "replicas", "backups"):
        assert any(what in told for told in event["left_to_host"]), what


def test_the_data_of_somebody_elses_server_is_not_ours_to_throw_away(direct: Home) -> None:
    refused = direct.here.run("db_purge", "--yes", check=False)
    assert refused.returncode != 0
    assert "refused" in refused.stderr


def test_the_pooler_really_gives_each_transaction_another_connection(home: Home) -> None:
    """Else the rest would prove nothing: what belongs to a connection, a prepared statement say, is lost behind it."""
    if home.pool is None:
        return
    assert home.pool.transactions > 100, "the story went through it"
    address = home.host.url("anamnesis_app", PASSWORDS["app"], home.pool.port)
    with psycopg.connect(address, autocommit=True, prepare_threshold=None) as client:
        assert _backend(client) != _backend(client)
        with client.transaction():
            assert _backend(client) == _backend(client)
    lost = pytest.raises(psycopg.errors.InvalidSqlStatementName)
    with psycopg.connect(address, autocommit=True, prepare_threshold=0) as client, lost:
        client.execute("SELECT %s::int", [1])


def _backend(client: psycopg.Connection[Any]) -> int:
    return int(client.execute("SELECT pg_backend_pid()").fetchall()[0][0])


def test_options_stand_in_the_address(direct: Home) -> None:
    given = direct.here.environment
    urls = {
        "DATABASE_URL": f"{given['DATABASE_URL']}?prepare_threshold=None&application_name=one",
        "OWNER_DATABASE_URL": f"{given['OWNER_DATABASE_URL']}?prepare_threshold=7&application_name=two",
    }
    told = subprocess.run(
        [sys.executable, "-c", OPTIONS],
        cwd=ROOT,
        env={**given, **urls, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == ["None one", "7 two"]


def _refused(home: Home, *faults: str, **changed: str) -> None:
    """Neither terminal nor worker starts, and both say why."""
    here = Installation(home.here.var, {**home.here.environment, **changed})
    with started_worker(here) as (process, log):
        terminal = here.run("advocate", words="hello\n", check=False)
        assert process.wait(20) != 0, log.read_text()
        told = log.read_text()
    assert terminal.returncode != 0
    assert terminal.stdout == ""
    assert all(fault in terminal.stderr and fault in told for fault in faults), (terminal.stderr, told)
    assert " ready." not in told
    assert "received" not in told


@pytest.fixture
def opened(direct: Home) -> Iterator[str]:
    """A browser may read a record, until the README's bootstrap runs again."""
    with direct.host.administrator() as server:
        server.execute("GRANT SELECT ON adk_memory_facts TO anon")
        server.execute("GRANT UPDATE (status) ON adk_sessions TO authenticated")
        server.execute("GRANT EXECUTE ON FUNCTION due_work(interval) TO service_role")
    yield "memory.E010 the role anon holds a privilege: adk_memory_facts"
    bootstrap(direct.host, **PASSWORDS)
    direct.here.run("check", "--database", "default")


def test_nothing_starts_where_a_browser_may_read_a_record(direct: Home, opened: str) -> None:
    _refused(
        direct,
        opened,
        "the role authenticated holds a privilege: adk_sessions",
        "the role service_role may execute a privileged function: due_work(interval)",
    )


def test_a_developer_may_start_all_the_same_and_hears_it(direct: Home, opened: str) -> None:
    here = Installation(direct.here.var, {**direct.here.environment, "ALLOW_UNHARDENED_DB": "1"})
    with worker(here) as log:
        done = here.run("advocate", "--user", "developer", words="I take warfarin 5 mg daily.\n")
        for told in (done.stderr, log.read_text()):
            assert "THE DATABASE DOES NOT GUARD THE SILOS" in told
            assert opened in told


def test_nothing_starts_as_the_administrator(direct: Home) -> None:
    _refused(direct, "memory.E001 the run-time log-in is a superuser", DATABASE_URL=direct.host.url("postgres"))


def test_nothing_starts_as_the_owner_of_the_tables(direct: Home) -> None:
    address = direct.here.environment["OWNER_DATABASE_URL"]
    _refused(direct, "memory.E002 the run-time log-in owns a table", DATABASE_URL=address)


def test_a_table_that_the_host_hides_is_named(direct: Home) -> None:
    """Supabase offers to switch row security on for each new table, through a function that any role may execute."""
    with direct.host.administrator() as server:
        server.execute(
            "CREATE FUNCTION rls_auto_enable() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN END'"
        )
        server.execute("ALTER TABLE memory_user ENABLE ROW LEVEL SECURITY")
        told = direct.here.run("check", "--database", "default", check=False)
        server.execute("ALTER TABLE memory_user DISABLE ROW LEVEL SECURITY; DROP FUNCTION rls_auto_enable")
    assert "memory.E019" in told.stderr
    assert "memory_user" in told.stderr
    assert "E010" not in told.stderr
    assert "E013" not in told.stderr


def test_a_schema_of_extensions_that_may_not_be_shared_stops_the_bootstrap_with_the_remedy() -> None:
    with hosted(18, extensions_belong_to="supabase_admin") as host:
        with pytest.raises(subprocess.CalledProcessError) as stopped:
            bootstrap(host, **PASSWORDS)
        assert "may not use the schema extensions, where pgvector is" in stopped.value.stderr
        remedy = "GRANT USAGE" + stopped.value.stderr.partition("GRANT USAGE")[2].splitlines()[0]
        with host.administrator("supabase_admin") as server:
            assert server.execute("SELECT FROM pg_roles WHERE rolname ~ 'anamnesis'").fetchall() == []
            server.execute(remedy.encode())
            server.execute("UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'")
            with pytest.raises(subprocess.CalledProcessError) as too_old:
                bootstrap(host, **PASSWORDS)
            assert "pgvector is version 0.7.4 here; 0.8 or later is needed" in too_old.value.stderr
            server.execute("UPDATE pg_extension SET extversion = '0.8.0' WHERE extname = 'vector'")
        bootstrap(host, **PASSWORDS)


@pytest.mark.parametrize("missing", ["DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL"])
def test_two_of_the_three_addresses_stop_with_what_is_missing(missing: str, direct: Home) -> None:
    kept = {name: value for name, value in direct.here.environment.items() if name != missing}
    stopped = Installation(direct.here.var, kept).run("check", check=False)
    assert stopped.returncode != 0
    assert f"but not {missing}: set all three, or none to use the embedded services" in stopped.stderr
