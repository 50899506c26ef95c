"""Where the embedded services cannot be had, the message says why and what to do."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import services
from config.keeper import Layout
from tests.config.embedded import User, directory, gone, soon, using, works


@pytest.fixture
def var() -> Iterator[Path]:
    with directory() as path:
        yield path


def test_a_path_too_long_for_a_socket_is_named_with_its_length() -> None:
    var = Path("/tmp") / ("long" * 20)
    with pytest.raises(services.ServicesError, match=r"has 103: set VAR_DIR to a directory with a shorter path"):
        services.ensure(var)
    assert not var.exists()


def test_another_version_in_the_same_directory_is_refused(var: Path) -> None:
    with using(var):
        other = User(var, postgres=16)
        assert "PostgreSQL 18 runs in" in other.answer()
        other.leave()


def test_a_server_that_cannot_run_is_given_up_with_the_end_of_its_log(var: Path) -> None:
    with using(var):
        pass
    soon(lambda: gone(var))
    (var / "pg18" / "postgresql.conf").write_text("nonsense = yes\n")
    user = User(var)
    answer = user.answer()
    user.leave()
    assert "postgres died 5 times in a row" in answer
    assert "postgres.log" in answer
    assert "nonsense" in answer
    assert "postgres died 5 times" in Layout(var).log("keeper").read_text()


def test_a_directory_that_the_servers_user_cannot_enter_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    stranger = pwd.struct_passwd(("pgserver", "x", os.getuid() + 1, os.getgid() + 1, "", "", ""))
    with pytest.raises(services.ServicesError, match=r"cannot enter .*`chmod o[+]x`"):
        services._check_reachable(tmp_path / "run", stranger)


def test_a_system_user_that_cannot_be_made_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "ACCOUNT", "pgserver-nobody-has")
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("time.sleep", lambda _: None)
    with pytest.raises(services.ServicesError, match=r"run `useradd --system .* as root, or start as an ordinary user"):
        services._account()


def test_purging_is_refused_while_others_use_them_and_leaves_nothing_otherwise(var: Path) -> None:
    with using(var):
        with pytest.raises(services.ServicesError, match="stop them"):
            services.purge(var)
        assert works(var)
    services.ensure(var)
    services.purge(var)
    assert gone(var)
    assert [entry.name for entry in var.iterdir()] == ["lock"]
    with using(var):
        assert works(var)
