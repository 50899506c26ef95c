"""`benchmark recall`: what the record gives back, on public conversations (`--locomo`) and on a record (`--clinical`).

Both write made-up records through the real tables, and take them back: nothing stays.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from advocate.benchmarks import recall_clinical, recall_locomo
from advocate.benchmarks.kind import Kind, Progress
from advocate.engines.base import speaking_engine


def _arguments(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--locomo", type=Path, metavar="FILE", help="LoCoMo's conversations, one JSON array")
    what.add_argument("--clinical", type=Path, metavar="FILE", help="a record and its questions, one JSON object")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    engine = speaking_engine()
    if options["clinical"]:
        return recall_clinical.figures(recall_clinical.read(options["clinical"].read_text("utf-8")), engine, progress)
    return recall_locomo.figures(recall_locomo.read(options["locomo"].read_text("utf-8")), engine, progress)


KIND = Kind(
    "recall", "what comes back: evidence in long conversations, a clinical record's answers", _arguments, _measure
)
