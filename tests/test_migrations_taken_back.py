"""What the migrations made can be taken back, and made again, with records in it."""

from __future__ import annotations

import psycopg
import pytest

from config import services
from tests.config.embedded import administrator
from tests.installation import Installation, installed

LEFT = """
    SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm')
       AND c.relnamespace::regnamespace::text IN ('public', 'guard')
       AND (c.relname ~ '^(memory_|adk_[ms]|record_access|care_)' OR c.relnamespace = 'guard'::regnamespace)
    UNION ALL
    SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace::regnamespace::text IN ('public', 'guard')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')"""
MADE = """
    SELECT p.oid::regprocedure::text, p.proowner::regrole::text, p.proacl::text FROM pg_proc p
     WHERE p.pronamespace::regnamespace::text IN ('public', 'guard')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT c.oid::regclass::text, c.relowner::regrole::text, c.relacl::text FROM pg_class c
     WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace::regnamespace::text IN ('public', 'guard')
    UNION ALL
    SELECT p.tablename || '.' || p.policyname, p.roles::text, p.qual FROM pg_policies p
    UNION ALL
    SELECT g.tgrelid::regclass || '.' || g.tgname, g.tgenabled::text, NULL FROM pg_trigger g WHERE NOT g.tgisinternal
     ORDER BY 1, 2"""


@pytest.mark.slow
def test_the_record_is_taken_back_and_made_again() -> None:
    with installed() as home:
        home.converse("I take metoprolol tartrate 25 mg twice daily.", day="2026-09-01")
        with _using(home), administrator(home.var) as server:
            before = server.execute(MADE).fetchall()
            home.run("migrate", "memory", "zero", "--verbosity", "0")
            assert server.execute(LEFT).fetchall() == []
            home.run("migrate", "--verbosity", "0")
            assert server.execute(MADE).fetchall() == before
        home.run("check", "--database", "default")


def _using(home: Installation) -> psycopg.Connection[tuple[object, ...]]:
    """Keep the services running between two commands."""
    services.ensure(home.var)
    return psycopg.connect(services.app_url(home.var))
