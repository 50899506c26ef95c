"""What must stand in a migrated database before anyone enters a silo: the groups, and the secret behind the pass."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group
from django.db import connections

from memory.door import pass_key
from memory.models.account import GROUPS


def lay(sender: Any, using: str, **kwargs: Any) -> None:
    """Create the groups and store the secret; after every migration, as the owner. Idempotent."""
    if using != "owner" or not _guard_stands(using):
        return
    for name in GROUPS:
        Group.objects.using(using).get_or_create(name=name)
    with connections[using].cursor() as cursor:
        cursor.execute(
            "INSERT INTO guard.secret (k) VALUES (%s) ON CONFLICT (one) DO UPDATE SET k = excluded.k", [pass_key()]
        )


def _guard_stands(using: str) -> bool:
    """Return False where the migrations stop before the guard (or were taken back)."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT to_regclass('guard.secret') IS NOT NULL")
        return bool(cursor.fetchone()[0])
