"""What must stand in a migrated database before anyone enters a silo: the groups, and the secret behind the pass."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group
from django.db import connections

from memory.door import pass_key
from memory.models.account import GROUPS

# Django's and the log-in's own tables hold accounts and sessions, no record; applications come and go, so their tables
# are found by name after each migration.
_LET_DJANGO_WORK = """
    DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT c.oid FROM pg_catalog.pg_class c
                WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
                  AND c.relname ~ '^(django_session|django_admin_log|account_[a-z_]+|mfa_[a-z_]+)$' LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO anamnesis_app', t);
      END LOOP;
      IF to_regclass('public.django_admin_log') IS NOT NULL THEN -- what the admin notes of changed accounts
        GRANT SELECT, INSERT ON public.django_admin_log TO anamnesis_registrar;
      END IF;
    END $$"""


def lay(sender: Any, using: str, **kwargs: Any) -> None:
    """Create the groups and store the secret; after every migration, as the owner. Idempotent."""
    if using != "owner" or not _guard_stands(using):
        return
    for name in GROUPS:
        Group.objects.using(using).get_or_create(name=name)
    with connections[using].cursor() as cursor:
        cursor.execute(_LET_DJANGO_WORK)
        cursor.execute(
            "INSERT INTO guard.secret (k) VALUES (%s) ON CONFLICT (one) DO UPDATE SET k = excluded.k", [pass_key()]
        )


def _guard_stands(using: str) -> bool:
    """Return False where the migrations stop before the guard (or were taken back)."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT to_regclass('guard.secret') IS NOT NULL")
        return bool(cursor.fetchone()[0])
