"""Throwing an embedded database away: never by accident, never from under somebody, never another server's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.config.embedded import ROOT, directory, using


def manage(var: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, on the services of a directory."""
    keep = {name: value for name, value in os.environ.items() if not name.endswith(("DATABASE_URL", "REDIS_URL"))}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, env={**keep, "VAR_DIR": str(var)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_a_purge_deletes_everything_unless_others_use_it() -> None:
    with directory() as var:
        with using(var):
            refused = manage(var, "db_purge", "--yes")
            assert refused.returncode == 1
            assert "nothing was deleted: other processes use the services" in refused.stderr
            assert (var / "pg18").exists()
        done = manage(var, "db_purge", "--yes", "--json")
        assert (done.returncode, done.stdout) == (0, f'{{"event": "purged", "directory": "{var}"}}\n'), done.stderr
        assert not (var / "pg18").exists()


@pytest.mark.slow
def test_a_database_without_tables_is_told_apart_from_an_empty_one() -> None:
    with directory() as var:
        found = manage(var, "memory", "list", "--json")
        assert (found.returncode, found.stdout) == (1, "")
        assert "run `manage.py migrate`" in found.stderr
        assert "Traceback" not in found.stderr


def test_a_purge_without_yes_deletes_nothing() -> None:
    with pytest.raises(CommandError, match=r"nothing was deleted: .* add --yes"):
        call_command("db_purge")


def test_a_purge_of_a_server_that_is_not_embedded_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "EMBEDDED", False)
    with pytest.raises(CommandError, match="refused: DATABASE_URL names a server that is not embedded"):
        call_command("db_purge", yes=True)
