"""`migrate`, as the owner: the run-time log-in may not change the structure of anything."""

from __future__ import annotations

from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Migrate


class Command(Migrate):
    """Django's own command, on the connection `owner` unless another is named."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Let `--database` mean `owner` when it is not given."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")
