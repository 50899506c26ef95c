"""`memory reerase`: a restored backup is made to forget again what was erased or forgotten since it was taken."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

from memory import forgotten
from memory.management.output import Options, Verb, Voice, operator
from memory.operations import reerasing
from memory.operations.reerasing import Again, Reerased


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--list", metavar="FILE", type=Path, help="the list that was kept outside; else the one of FORGET_AGAIN, if any"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what is there again, and do nothing")
    parser.add_argument(
        "--write",
        metavar="FILE",
        type=Path,
        help="erase nothing: write all that was ever erased or forgotten to FILE, beside what it holds already",
    )


def _run(voice: Voice, options: Options) -> None:
    try:
        if options["write"]:
            entries = forgotten.write(options["write"], reerasing.known())
            event = {"event": "list", "entries": entries}
            voice.say(event, f"{entries:,} entries in {options['write']}. Keep it where no backup is restored over it.")
            return
        again = reerasing.found(_listed(voice, options["list"]))
    except forgotten.ListError as error:
        raise CommandError(f"nothing was erased: {error}") from None
    if options["dry_run"]:
        told = f"Nothing was erased. {_held(again)}"
        voice.say({"event": "would reerase", **_counts(again)}, told)
        return
    done = reerasing.reerase(again, by=operator())
    voice.say({"event": "reerased", **_done(done)}, _told(again, done))
    if done.left:
        accounts = ", ".join(map(str, done.left))
        raise CommandError(f"accounts that were closed open another record now and stay: {accounts}")


def _listed(voice: Voice, path: Path | None) -> list[forgotten.Entry]:
    """The entries of the list, if there is one; without, the database's own receipts are all that is known."""
    if path is None and not settings.FORGET_AGAIN.exists():
        voice.tell("There is no list outside of the database: its own receipts are all that is known.")
        return []
    return forgotten.read(path or settings.FORGET_AGAIN)


def _counts(again: Again) -> dict[str, int]:
    return {
        "receipts": len(again.receipts),
        "records": len(again.records),
        "facts": len(again.facts),
        "accounts": len(again.accounts),
    }


def _done(done: Reerased) -> dict[str, object]:
    receipts = [{"receipt": str(each.id), "silo_digest": each.silo_digest} for each in done.records]
    left = list(done.left)
    return {
        "receipts": done.receipts,
        "records": receipts,
        "facts": done.facts,
        "accounts": done.accounts,
        "left": left,
    }


def _held(again: Again) -> str:
    return (
        f"There again: {len(again.records):,} records, {len(again.facts):,} facts, {len(again.accounts):,} accounts."
        f" Receipts that are missing: {len(again.receipts):,}."
    )


def _told(again: Again, done: Reerased) -> str:
    if not again.anything:
        return "Nothing that was erased or forgotten is there."
    return (
        f"Erased again: {len(done.records):,} records, {done.facts:,} facts, {done.accounts:,} accounts."
        f" Receipts put back: {done.receipts:,}.\nBytes on the disk go with `manage.py db compact`."
    )


verb = Verb(
    "reerase",
    "Make a restored backup forget again what was erased or forgotten since.",
    _run,
    _arguments,
    """\
manage.py memory reerase --dry-run                          what the backup has brought back
manage.py memory reerase                                    by the list that is kept at FORGET_AGAIN
manage.py memory reerase --list /mnt/elsewhere/erased.jsonl
manage.py memory reerase --write /mnt/elsewhere/erased.jsonl     keep the list out of this machine's reach""",
)
