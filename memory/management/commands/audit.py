"""`audit verify | access`: whether history is whole, and who looked at a record."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import CommandError

from memory.management.output import Options, Verb, VerbCommand, Voice, add_silo, operator
from memory.operations import anchoring, listing


def _verify_arguments(parser: ArgumentParser) -> None:
    add_silo(parser, required=False)
    parser.add_argument("--anchor", metavar="FILE", type=Path, help="heads kept outside, which must still be found")
    parser.add_argument(
        "--write-anchor",
        metavar="FILE",
        type=Path,
        help="where nothing is wrong, keep the present heads there; a file that exists is verified first",
    )


def _verify(voice: Voice, options: Options) -> None:
    if options["silo"] and options["write_anchor"]:
        raise CommandError("an anchor holds the heads of all silos: leave out --silo, or --write-anchor")
    try:
        found = anchoring.verify(options["silo"], by=operator(), anchors=_anchors(options))
        for fault in found.faults:
            event = {"event": "fault", "silo": fault.silo, "seq": fault.seq, "fault": fault.fault}
            voice.say(event, f"{fault.silo}, row {fault.seq}: {fault.fault}")
        whole = not found.faults
        event = {"event": "verified", "whole": whole, "chains": found.chains, "rows": found.rows}
        voice.say(event, f"{found.rows:,} rows verified; chains: {found.chains:,}.")
        if not whole:
            raise CommandError(f"{len(found.faults)} faults; the audit does not vouch for these records")
        if options["write_anchor"]:
            anchoring.write(options["write_anchor"], found.heads)
    except (anchoring.AnchorError, listing.NoSuchRecord) as error:
        raise CommandError(str(error)) from None


def _anchors(options: Options) -> list[anchoring.Heads]:
    """Return the anchors that must hold: the one given, and the one that is to be replaced."""
    given, target = options["anchor"], options["write_anchor"]
    return [anchoring.read(path) for path in (given, target if target and target.exists() else None) if path]


def _access(voice: Voice, options: Options) -> None:
    try:
        found = listing.accesses(options["silo"], by=operator())
    except listing.NoSuchRecord as error:
        raise CommandError(str(error)) from None
    for line in found:
        event = {
            "event": "access",
            "silo": options["silo"],
            "at": line.at.isoformat(),
            "by": line.by,
            "door": line.door,
            "what": line.what,
            "why": line.why,
            "facts": line.facts,
        }
        facts = f", {line.facts} facts" if line.facts else ""
        voice.say(event, f"{line.at:%Y-%m-%d %H:%M:%S %Z}  {line.by} ({line.door}): {line.what}, {line.why}{facts}")


class Command(VerbCommand):
    """See whether history is whole, and who looked at a record."""

    help = "See whether history is whole, and who looked at a record."
    verbs = (
        Verb("verify", "Verify the chains, the live rows, and the heads against an anchor kept outside.",
             _verify, _verify_arguments, """\
manage.py audit verify                                       all silos, as the owner
manage.py audit verify --silo patient-advocate/local-user
manage.py audit verify --write-anchor /mnt/elsewhere/heads.json    keep the heads out of this machine's reach
manage.py audit verify --anchor /mnt/elsewhere/heads.json          a chain cut or rewritten since is found"""),
        Verb("access", "Show who looked at a record, when, through which door and why.", _access, add_silo, """\
manage.py audit access --silo patient-advocate/local-user"""),
    )  # fmt: skip
