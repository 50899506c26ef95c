"""`db_purge --yes`: throw the embedded database away."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import connections

from config import services
from memory.management.output import SpeakingCommand


class Command(SpeakingCommand):
    """Stop the embedded services and delete all that they keep, every record with it."""

    help = "Throw the embedded database away: every record, account, receipt and log. It cannot be undone."
    examples = """\
manage.py db_purge --yes
VAR_DIR=/tmp/trial manage.py db_purge --yes    another directory's"""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--yes`."""
        super().add_arguments(parser)
        parser.add_argument("--yes", action="store_true", help="really do it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Purge, unless the services are not embedded or others use them. Raises CommandError."""
        if not settings.EMBEDDED:
            raise CommandError(
                "refused: DATABASE_URL names a server that is not embedded, and its data is not ours to throw away;"
                " drop the database there, or erase records one by one with `memory delete --silo KEY --all --yes`"
            )
        if not options["yes"]:
            raise CommandError(
                f"nothing was deleted: this would delete every record kept in {settings.VAR_DIR}; add --yes to do it"
            )
        connections.close_all()
        try:
            services.purge(settings.VAR_DIR)
        except services.ServicesError as error:
            raise CommandError(f"nothing was deleted: {error}") from None
        event = {"event": "purged", "directory": str(settings.VAR_DIR)}
        self.voice(options).say(
            event, f"The database in {settings.VAR_DIR} is gone; the next start makes an empty one."
        )
