"""`benchmark`: the product measured on itself. Each kind prints one JSON object."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from advocate import registry
from advocate.benchmarks import scale
from advocate.engines.base import speaking_engine

_HELP = """
  manage.py benchmark scale --silos 100 --facts 100

Silos are filled with made-up facts and stay: run it in an installation of its own (`make bench` does).
"""


class Command(BaseCommand):
    """Measure."""

    help = "Measure the machine work of a turn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the kinds of measurement."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = _HELP
        kinds = parser.add_subparsers(dest="kind", required=True)
        growing = kinds.add_parser("scale", help="search, recall and whole turns among many silos")
        growing.add_argument("--silos", type=int, default=100)
        growing.add_argument("--facts", type=int, default=100, help="facts a silo")
        growing.add_argument("--rounds", type=int, default=200, help="how often each is timed")
        growing.add_argument("--json", action="store_true", help="accepted for symmetry: the figures are JSON anyway")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the figures. Refused where records of people stand."""
        with connections["owner"].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM memory_record WHERE user_key NOT LIKE %s", ["benchmark/%"])
            if cursor.fetchone()[0]:
                raise CommandError(
                    "this installation holds records: measure in one of its own (VAR_DIR=…, or make bench)"
                )
        figures = scale.measure(
            silos=options["silos"],
            facts=options["facts"],
            rounds=options["rounds"],
            engine=speaking_engine(),
            agent=registry.agent("patient-advocate"),
            progress=self._progress,
        )
        self.stdout.write(json.dumps(figures))

    def _progress(self, text: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(text)
