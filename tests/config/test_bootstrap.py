"""`bootstrap.sql`: who the roles are, what they may, and the one function that acts for an administrator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config import services
from tests.config.embedded import ROOT, administrator, directory, log_in, using

BOOTSTRAP = (ROOT / "config" / "bootstrap.sql").read_bytes()
TAKEN = ["anamnesis_clinician", "anamnesis_privacy", "anamnesis_registrar", "anamnesis_silo"]
ROLES = sorted([*TAKEN, "anamnesis_app", "anamnesis_eraser", "anamnesis_owner"])
Rows = list[tuple[Any, ...]]


@pytest.fixture(scope="module", params=[18, 16])
def var(request: pytest.FixtureRequest) -> Iterator[Path]:
    with directory() as path, using(path, postgres=request.param):
        yield path


@pytest.fixture
def admin(var: Path) -> Iterator[psycopg.Connection[Any]]:
    with administrator(var) as connection:
        yield connection


@pytest.fixture
def owner(var: Path) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(services.owner_url(var), autocommit=True) as connection:
        yield connection


def owner_of(connection: psycopg.Connection[Any], function: str) -> str:
    row = connection.execute("SELECT proowner::regrole::text FROM pg_proc WHERE oid = %s::regprocedure", [function])
    return str(row.fetchall()[0][0])


def state(admin: psycopg.Connection[Any]) -> list[Rows]:
    queries = (
        "SELECT rolname, rolsuper, rolinherit, rolcanlogin, rolcreatedb, rolbypassrls FROM pg_roles ORDER BY 1",
        "SELECT to_jsonb(m) FROM pg_auth_members m ORDER BY to_jsonb(m)",
        "SELECT nspname, nspowner::regrole::text, nspacl::text FROM pg_namespace ORDER BY 1",
        "SELECT datname, datacl::text FROM pg_database ORDER BY 1",
        "SELECT proname, proowner::regrole::text, proacl::text FROM pg_proc WHERE proname = 'give_to_eraser'",
        "SELECT setdatabase, setrole, setconfig FROM pg_db_role_setting ORDER BY 1, 2",
    )
    return [admin.execute(query).fetchall() for query in queries]


def test_no_role_may_more_than_it_must(admin: psycopg.Connection[Any]) -> None:
    query = (
        "SELECT rolname, rolcanlogin, rolinherit, rolcreatedb, rolsuper OR rolbypassrls OR rolcreaterole OR"
        " rolreplication FROM pg_roles WHERE rolname LIKE 'anamnesis%' ORDER BY 1"
    )
    logins = ("anamnesis_app", "anamnesis_owner")
    assert admin.execute(query).fetchall() == [
        (role, role in logins, False, role == "anamnesis_owner", False) for role in ROLES
    ]


def test_the_run_time_login_may_take_four_roles_and_nobody_the_eraser(admin: psycopg.Connection[Any]) -> None:
    query = (
        "SELECT member::regrole::text, roleid::regrole::text, admin_option, inherit_option, set_option"
        " FROM pg_auth_members WHERE roleid::regrole::text LIKE 'anamnesis%' OR member::regrole::text LIKE 'anamnesis%'"
        " ORDER BY 2"
    )
    assert admin.execute(query).fetchall() == [("anamnesis_app", role, False, False, True) for role in TAKEN]


def test_the_run_time_login_makes_nothing(var: Path) -> None:
    with psycopg.connect(services.app_url(var), autocommit=True) as app:
        for statement in (
            "CREATE TABLE t (a int)",
            "CREATE TEMPORARY TABLE t (a int)",
            "CREATE SCHEMA s",
            "SET ROLE anamnesis_eraser",
            "SET ROLE anamnesis_owner",
            "SELECT guard_admin.give_to_eraser(0::regprocedure)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statement)
        for role in TAKEN:
            app.execute(f"SET ROLE {role}")
            assert app.execute("SELECT '[1,2]'::vector <=> '[1,2]'").fetchall() == [(0.0,)]


def test_a_database_that_the_owner_makes_has_it_all(var: Path, owner: psycopg.Connection[Any]) -> None:
    owner.execute("CREATE DATABASE test_anamnesis")
    with log_in(var, "anamnesis_owner", "test_anamnesis") as connection:
        connection.execute("CREATE TABLE guard.t (v vector(3))")
        connection.execute("CREATE FUNCTION guard.f() RETURNS int LANGUAGE sql AS 'SELECT 1'")
        connection.execute("SELECT guard_admin.give_to_eraser('guard.f()')")
        assert owner_of(connection, "guard.f()") == "anamnesis_eraser"
    owner.execute("DROP DATABASE test_anamnesis")


def test_again_it_changes_nothing(admin: psycopg.Connection[Any]) -> None:
    before = state(admin)
    admin.execute(BOOTSTRAP)
    assert state(admin) == before


def test_a_role_that_may_too_much_stops_it(admin: psycopg.Connection[Any]) -> None:
    admin.execute("ALTER ROLE anamnesis_app BYPASSRLS")
    with pytest.raises(psycopg.errors.RaiseException, match="role anamnesis_app may do too much"):
        admin.execute(BOOTSTRAP)
    admin.execute("ALTER ROLE anamnesis_app NOBYPASSRLS")


@pytest.mark.parametrize("schema", ["public", "guard"])
def test_the_owner_gives_a_function_away_for_good(owner: psycopg.Connection[Any], schema: str) -> None:
    function = f'{schema}."Erase it"(text, vector)'
    owner.execute(f"CREATE FUNCTION {function} RETURNS int LANGUAGE sql AS 'SELECT 1'")
    owner.execute("SELECT guard_admin.give_to_eraser(%s)", [function])
    assert owner_of(owner, function) == "anamnesis_eraser"
    query = "SELECT has_schema_privilege('anamnesis_eraser', %s, 'CREATE')"
    assert owner.execute(query, [schema]).fetchall() == [(False,)]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        owner.execute(f"ALTER FUNCTION {function} OWNER TO anamnesis_owner")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        owner.execute("SELECT guard_admin.give_to_eraser(%s)", [function])
    owner.execute(f"DROP FUNCTION {function}")  # as the schema's owner; a migration may write it anew


def test_a_function_given_away_runs_as_the_eraser_for_those_who_had_a_grant(
    var: Path, owner: psycopg.Connection[Any]
) -> None:
    owner.execute("CREATE FUNCTION public.who() RETURNS name LANGUAGE sql SECURITY DEFINER AS 'SELECT current_user'")
    owner.execute("REVOKE ALL ON FUNCTION public.who() FROM PUBLIC")
    owner.execute("GRANT EXECUTE ON FUNCTION public.who() TO anamnesis_privacy")
    owner.execute("SELECT guard_admin.give_to_eraser('public.who()')")
    with psycopg.connect(services.app_url(var), autocommit=True) as app:
        app.execute("SET ROLE anamnesis_privacy")
        assert app.execute("SELECT public.who()").fetchall() == [("anamnesis_eraser",)]
        app.execute("SET ROLE anamnesis_silo")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("SELECT public.who()")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):  # the owner's own right went with the function
        owner.execute("SELECT public.who()")


@pytest.mark.parametrize(
    ("by", "routine", "text"),
    [
        ("postgres", "public.other()", "FUNCTION {} RETURNS int LANGUAGE sql AS 'SELECT 1'"),
        ("anamnesis_owner", "own.other()", "FUNCTION {} RETURNS int LANGUAGE sql AS 'SELECT 1'"),
        ("anamnesis_owner", "public.work()", "PROCEDURE {} LANGUAGE sql AS ''"),
        ("postgres", "pg_catalog.pg_read_file(text)", None),
        ("postgres", "guard_admin.give_to_eraser(regprocedure)", None),
    ],
)
def test_nothing_else_is_given_away(
    admin: psycopg.Connection[Any], owner: psycopg.Connection[Any], by: str, routine: str, text: str | None
) -> None:
    if text:
        owner.execute("CREATE SCHEMA IF NOT EXISTS own")
        admin.execute(f"SET ROLE {by}")
        admin.execute("CREATE " + text.format(routine))
        admin.execute("RESET ROLE")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="is no function of anamnesis_owner"):
        owner.execute("SELECT guard_admin.give_to_eraser(%s)", [routine])
    assert owner_of(owner, routine) == by


def test_an_administrator_without_superuser_rights_may_run_it(var: Path, admin: psycopg.Connection[Any]) -> None:
    """As on Supabase: CREATEROLE, owner of the database; extensions in a schema; the roles `anon`, `authenticated`."""
    admin.execute("CREATE ROLE host LOGIN CREATEROLE; CREATE ROLE anon; CREATE ROLE authenticated")
    admin.execute("CREATE DATABASE hosted OWNER host TEMPLATE template0")
    for role in ROLES:  # what PostgreSQL 16 gives to the creator of a role
        admin.execute(f"GRANT {role} TO host WITH ADMIN TRUE, INHERIT FALSE, SET FALSE")
    with administrator(var, "hosted") as connection:
        connection.execute("CREATE SCHEMA extensions AUTHORIZATION host; CREATE EXTENSION vector SCHEMA extensions")
        connection.execute("GRANT USAGE ON SCHEMA public TO anon, authenticated")
    with log_in(var, "host", "hosted") as host:
        for _ in range(2):
            host.execute(BOOTSTRAP)
    with log_in(var, "anamnesis_owner", "hosted") as connection:
        connection.execute("CREATE FUNCTION guard.f(v vector) RETURNS int LANGUAGE sql AS 'SELECT 1'")
        connection.execute("CREATE FUNCTION public.f(v vector) RETURNS int LANGUAGE sql AS 'SELECT 1'")
        for function in ("guard.f(vector)", "public.f(vector)"):
            connection.execute("SELECT guard_admin.give_to_eraser(%s)", [function])
            assert owner_of(connection, function) == "anamnesis_eraser"
        rights = connection.execute(
            "SELECT member::regrole::text, admin_option, inherit_option OR set_option FROM pg_auth_members"
            " WHERE roleid = 'anamnesis_eraser'::regrole"
        )
        assert rights.fetchall() == [("host", True, False)]
        usage = connection.execute(
            "SELECT r.rolname, s FROM pg_roles r, unnest(ARRAY['public', 'guard', 'guard_admin']) s"
            " WHERE r.rolname IN ('anon', 'authenticated') AND has_schema_privilege(r.rolname, s, 'USAGE')"
        )
        assert usage.fetchall() == []
