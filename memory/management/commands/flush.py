"""`flush` is refused: it would empty the audit trail. Records leave by erasure only."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Say what to use instead."""

    help = "Refused: use `memory delete` to erase a record, or `db_purge` to throw an embedded database away."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError."""
        raise CommandError(self.help)
