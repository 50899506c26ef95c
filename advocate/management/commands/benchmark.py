"""`benchmark`: the product measured on itself. Each kind prints one JSON object."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from advocate.benchmarks import dates, distill, grounding, injection, length, recall, scale, stories
from advocate.benchmarks.kind import Kind

# One line a kind: a new one stands in a module of its own.
_KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        dates.KIND,
        distill.KIND,
        grounding.KIND,
        injection.KIND,
        length.KIND,
        recall.KIND,
        scale.KIND,
        stories.KIND,
    )
}

_HELP = """
  manage.py benchmark scale --silos 100 --facts 100
  manage.py benchmark distill --items dialogues.jsonl --predictions found.jsonl
  manage.py benchmark dates --items phrases.jsonl --negatives sentences.json
  manage.py benchmark grounding --items tests/grounding/*.jsonl
  manage.py benchmark injection --items tests/injection/*.jsonl
  manage.py benchmark length --items tests/stories/*.jsonl --turns 300
  manage.py benchmark recall --clinical tests/recall/clinical.json
  manage.py benchmark recall --locomo locomo10.json
  manage.py benchmark stories --items tests/stories/*.jsonl

`scale` fills silos with made-up facts that stay: run it in an installation of its own (`make bench` does).
"""


class Command(BaseCommand):
    """Measure."""

    help = "Measure the product; each kind prints one JSON object with its figures."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the kinds of measurement."""
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = _HELP
        kinds = parser.add_subparsers(dest="kind", required=True)
        for kind in _KINDS.values():
            options = kinds.add_parser(kind.name, help=kind.help)
            kind.arguments(options)
            options.add_argument(
                "--json", action="store_true", help="accepted for symmetry: the figures are JSON anyway"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the figures. What fills the database is refused where records of people stand."""
        kind = _KINDS[options["kind"]]
        if kind.fills:
            _refuse_where_records_stand()
        try:
            figures = kind.measure(options, self._progress)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(figures))

    def _progress(self, text: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(text)


def _refuse_where_records_stand() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memory_record WHERE user_key NOT LIKE %s", ["benchmark/%"])
        if cursor.fetchone()[0]:
            raise CommandError("this installation holds records: measure in one of its own (VAR_DIR=…, or make bench)")
