"""A backup that is really restored brings people back; `memory reerase` ends in the state that was before it.

Dumped with pg_dump, erased, restored with psql into another installation, made to forget again, and searched byte for
byte after `db compact`.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config import services
from config.keeper import DATABASE, Layout, programs
from tests.config.embedded import administrator, log_in
from tests.installation import Installation, installed

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]  # two installations, some twenty processes

ACCOUNT = """
from memory import registry
from memory.door import Actor
from memory.models import User
by = Actor("tester", "test")
user = User.objects.create_user("rosalind.zq@example.org", "correct horse battery staple", name="Rosalind Zq")
key = registry.record_for(user.pk, agent="patient-advocate", time_zone="UTC", by=by)
print(user.pk, key)
"""
CLOSE = """
from memory import erasure, registry
from memory.door import Actor
erasure.erase({key!r}, by=Actor("account 3", "admin"), basis="request of the person (2026/17)")
registry.close_account({account})
"""
STATE = """
    SELECT 'record', user_key FROM memory_record UNION ALL SELECT 'fact', id::text FROM adk_memory_facts
    UNION ALL SELECT 'account', email FROM memory_user UNION ALL SELECT 'closed', digest FROM memory_closed_account
     ORDER BY 1, 2"""
RECEIPTS = "SELECT id, silo_digest, rows_gone_at, by, basis, counts::text FROM memory_erasure_receipt ORDER BY 3"


def _program(home: Installation, name: str, *arguments: str, database: str = DATABASE) -> bytes:
    where = ["--host", str(Layout(home.var).run), "--username", "postgres"]
    done = subprocess.run(
        [str(programs(18) / name), *where, *arguments, database], capture_output=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _rows(home: Installation, query: str) -> list[tuple[Any, ...]]:
    with administrator(home.var) as server:
        return list(server.execute(query.encode()).fetchall())


def _restored(dump: Path, into: Installation) -> None:
    """Put the dump in the place of what an installation's database holds, as a host does."""
    _program(into, "psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", str(dump))
    _program(into, "psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", "config/bootstrap.sql")
    into.run("migrate", "--verbosity", "0")


def test_who_was_erased_is_erased_again_and_who_was_not_stays(tmp_path: Path) -> None:
    with ExitStack() as stack:
        home, other = (stack.enter_context(installed()) for _ in range(2))
        kept = [stack.enter_context(_using(each)) for each in (home, other)]
        assert all(kept)
        home.converse("I take zqmetoprol 25 mg twice daily.", "I am allergic to zqpenicil.", day="2026-09-01")
        home.converse("I take lisinopril 10 mg once a day.", "I am allergic to zqlatexa.", day="2026-09-01", user="bea")
        account, key = home.run("shell", "--verbosity", "0", "-c", ACCOUNT).stdout.split()
        dump = tmp_path / "anamnesis.sql"
        dump.write_bytes(_program(home, "pg_dump", "--format", "plain", "--clean", "--if-exists"))
        words = ["zqmetoprol", "zqpenicil", "zqlatexa", "rosalind.zq", "Rosalind Zq", key]
        assert all(word in dump.read_text() for word in words), "the positive control: the backup holds them"

        home.run("memory", "delete", "--silo", "patient-advocate/alice", "--all", "--yes")
        [latex] = [fact["id"] for fact in home.facts("bea") if fact["tag"] == "ALLERGY"]
        home.run("memory", "delete", "--silo", "patient-advocate/bea", latex, "--yes")
        home.run("shell", "--verbosity", "0", "-c", CLOSE.format(key=key, account=account))
        before, receipts = _rows(home, STATE), _rows(home, RECEIPTS)
        assert len(receipts) == 2
        outside = home.var / "forget-again.jsonl"
        assert not any(word in outside.read_text() for word in [*words, "alice"]), "digests and ids alone"

        _restored(dump, other)
        assert {("record", "patient-advocate/alice"), ("account", "rosalind.zq@example.org")} < set(_rows(other, STATE))
        told = _events(other, "memory", "reerase", "--list", str(outside), "--dry-run")
        assert told == [{"event": "would reerase", "receipts": 2, "records": 2, "facts": 1, "accounts": 1}]
        [done] = _events(other, "memory", "reerase", "--list", str(outside))
        assert (done["receipts"], len(done["records"]), done["facts"], done["accounts"]) == (2, 2, 1, 1)

        assert _rows(other, STATE) == before
        assert set(receipts) < set(_rows(other, RECEIPTS)), "the receipts are back, and each erasure has one of its own"
        again = _events(other, "memory", "reerase", "--list", str(outside))
        assert again == [{"event": "reerased", "receipts": 0, "records": [], "facts": 0, "accounts": 0, "left": []}]
        assert _rows(other, STATE) == before
        assert '"whole": true' in other.run("audit", "verify", "--json").stdout
        for user in ("alice", key.partition("/")[2]):
            other.run("memory", "verify-erased", "--silo", f"patient-advocate/{user}")
        other.run("db", "compact")
        with administrator(other.var) as server:
            server.execute("CHECKPOINT")
        assert _on_disk(words, other.var) == []
        assert _on_disk(["lisinopril"], other.var), "what was not erased is there"


def test_the_list_is_made_whole_from_the_receipts_and_a_torn_one_erases_nothing(tmp_path: Path) -> None:
    with installed() as home, _using(home):
        home.converse("I take lisinopril 10 mg once a day.", day="2026-09-01")
        home.run("memory", "delete", "--silo", "patient-advocate/alice", "--all", "--yes")
        outside, kept = home.var / "forget-again.jsonl", tmp_path / "kept.jsonl"
        [line] = outside.read_text().splitlines()
        assert _events(home, "memory", "reerase", "--write", str(kept)) == [{"event": "list", "entries": 1}]
        assert json.loads(kept.read_text()) == json.loads(line)
        kept.write_text(f"{line}\n{line[:40]}\n")
        refused = home.run("memory", "reerase", "--list", str(kept), check=False)
        assert refused.returncode != 0
        assert f"nothing was erased: {kept}, line 2" in refused.stderr


def _on_disk(words: list[str], beneath: Path) -> list[tuple[str, str]]:
    """Which words stand in which files, byte for byte."""
    files = [path for path in sorted(beneath.rglob("*")) if path.is_file()]
    return [(word, str(path)) for path in files for word in words if word.encode() in path.read_bytes()]


def _events(home: Installation, *command: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in home.run(*command, "--json").stdout.splitlines()]


def _using(home: Installation) -> psycopg.Connection[tuple[object, ...]]:
    """Keep the services running between two commands."""
    services.ensure(home.var)
    return log_in(home.var, "postgres", "postgres")
