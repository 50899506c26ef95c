"""Which database connection may do what: the owner migrates, everything else runs as the run-time log-in."""

from __future__ import annotations

from typing import Any


class OwnerMigrates:
    """Both aliases are one database; only `owner` may change its structure."""

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Return True for the owner alone."""
        return db == "owner"

    def allow_relation(self, obj1: Any, obj2: Any, **hints: Any) -> bool:
        """Return True: the two aliases are the same database."""
        return True
