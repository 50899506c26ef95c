"""`db compact`: what was erased or forgotten leaves the disk too."""

from __future__ import annotations

import psycopg
from django.core.management.base import CommandError

from config import compaction
from memory.management.output import Options, Verb, VerbCommand, Voice

_EXAMPLES = """\
manage.py db compact           after an erasure, at once; the worker does it every night at 3:00
manage.py db compact --json    {"event": "compacted", "stamped": [receipt ids], "left_to_host": [], ...}
"""


def compact(voice: Voice, options: Options) -> None:
    """Compact, and say what the host still has to do."""
    try:
        done = compaction.compact(progress=voice.progress)
    except compaction.CompactionError as error:
        raise CommandError(str(error)) from None
    except psycopg.Error as error:
        raise CommandError(
            f"the database gave up ({type(error).__name__}): nothing is lost; see that it runs and that the disk has"
            " room for a second copy of the largest table, and try again"
        ) from None
    event = {
        "event": "compacted",
        "tables": done.tables,
        "bytes_before": done.bytes_before,
        "bytes_after": done.bytes_after,
        "seconds": round(done.seconds, 3),
        "stamped": [str(receipt) for receipt in done.stamped],
        "left_to_host": list(done.left_to_host),
    }
    voice.say(event, _told(done))


def _told(done: compaction.Compaction) -> str:
    lines = [
        f"{done.tables} tables written anew in {done.seconds:.1f} s:"
        f" {done.bytes_before / 1e6:.1f} MB before, {done.bytes_after / 1e6:.1f} MB after."
    ]
    if done.left_to_host:
        lines.append("The server is not embedded; these the host still has to see to, so no receipt was completed:")
        lines += [f"  - {what}" for what in done.left_to_host]
    else:
        lines.append("No byte of the data directory holds what was erased or forgotten before.")
        lines.append(f"Receipts completed: {len(done.stamped)}.")
    return "\n".join(lines)


class Command(VerbCommand):
    """Care for the database."""

    help = "Care for the database."
    verbs = (
        Verb(
            "compact",
            "Write every table anew, so that no byte of what was erased or forgotten stays on the disk.",
            compact,
            examples=_EXAMPLES,
        ),
    )
