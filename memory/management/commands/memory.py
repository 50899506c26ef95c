"""`memory list | delete | export | reembed | verify-erased | reerase`: what an operator does with records."""

from __future__ import annotations

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import CommandError

from memory import erasure
from memory.door import Actor
from memory.engine import EngineError, load_engine
from memory.events import Event, record_event
from memory.management import reerasing
from memory.management.output import (
    Options,
    Verb,
    VerbCommand,
    Voice,
    add_silo,
    by_prefix,
    day,
    id_prefix,
    operator,
    short,
)
from memory.operations import export, fhir, listing, preview, reembedding, silos, verification
from memory.recollection import FactView
from memory.vocabulary import Status

_BASIS = "operator's command"
_BYTES_LATER = "Bytes on the disk go with `manage.py db compact`."


def _list_arguments(parser: ArgumentParser) -> None:
    add_silo(parser, required=False)
    parser.add_argument("--status", choices=[s.value for s in Status], help="only rows of this status")
    parser.add_argument("--as-of", metavar="DATE", type=day, help="what the record said at the end of that day")
    parser.add_argument("--dupes", action="store_true", help="only rows that agree in address, value and date")


def _list(voice: Voice, options: Options) -> None:
    by = operator()
    status = Status(options["status"]) if options["status"] else None
    for key in [options["silo"]] if options["silo"] else silos.silo_keys(by=by):
        try:
            views = listing.rows_of(key, by=by, status=status, as_of=options["as_of"])
        except listing.NoSuchRecord as error:
            if options["silo"]:
                raise CommandError(str(error)) from None
            continue  # erased since the keys were listed
        groups = listing.duplicates(views) if options["dupes"] else [views]
        count = sum(map(len, groups))
        voice.tell(f"{key}: {count} row{'' if count == 1 else 's'}")
        for number, group in enumerate(groups, 1):
            for view in group:
                event = {**record_event(view), "silo": key}
                voice.say({**event, "group": number} if options["dupes"] else event, f"  {_told(view)}")


def _told(view: FactView) -> str:
    successor = f"  -> {short(view.superseded_by)} ({view.retired_why})" if view.superseded_by else ""
    return f"{short(view.id)}  {view.line}{successor}" + ("  (contested)" if view.contested else "")


def _delete_arguments(parser: ArgumentParser) -> None:
    add_silo(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("id", metavar="ID", nargs="?", type=id_prefix, help="a fact's id, or the beginning of it")
    what.add_argument("--all", action="store_true", help="the whole record")
    parser.add_argument("--yes", action="store_true", help="really do it; without it, say what would go")


def _delete(voice: Voice, options: Options) -> None:
    act = _delete_all if options["all"] else _delete_one
    try:
        act(voice, options, operator())
    except listing.NoSuchRecord as error:
        raise CommandError(f"nothing was deleted: {error}") from None
    except erasure.NothingToErase:
        raise CommandError("nothing was deleted: it is not there (any more)") from None


def _delete_all(voice: Voice, options: Options, by: Actor) -> None:
    key = options["silo"]
    effect = preview.erasing(key, by=by)
    if not options["yes"]:
        event = {"event": "would erase", "silo": key, "rows": effect.rows, "deleted": 0}
        rows = "\n".join(f"  {n:>7,}  {table}" for table, n in effect.rows.items())
        voice.say(event, f"Nothing was deleted. With --yes, the whole record {key} would go:\n{rows}")
        return
    receipt = erasure.erase(key, by=by, basis=_BASIS)
    event = {"event": "erased", "silo": key, **_as_event(receipt), "deleted": sum(receipt.counts.values())}
    voice.say(event, f"The record {key} is erased.\n{_receipt(receipt)}\n{_BYTES_LATER}")


def _delete_one(voice: Voice, options: Options, by: Actor) -> None:
    key, fact = options["silo"], _resolve(options["silo"], options["id"], by)
    effect = preview.forgetting(key, fact, by=by)
    lines = "\n".join(f"  {_told(view)}" for view in effect.facts)
    ids = [str(view.id) for view in effect.facts]
    told = f"{lines}\n  and their words from {effect.turns} turn{'' if effect.turns == 1 else 's'} of the transcript"
    if not options["yes"]:
        event = {"event": "would delete", "silo": key, "ids": ids, "rows": effect.rows, "turns": effect.turns}
        voice.say({**event, "deleted": 0}, f"Nothing was deleted. With --yes, this would go:\n{told}")
        return
    gone = erasure.forget(key, fact, by=by)
    event = {"event": "deleted", "silo": key, "id": str(fact), "ids": ids, "deleted": gone}
    voice.say(event, f"Deleted {gone} fact{'' if gone == 1 else 's'}:\n{told}\n{_BYTES_LATER}")


def _resolve(key: str, prefix: str, by: Actor) -> UUID:
    """Return the one fact of the record whose id begins so. Raises CommandError."""
    found = by_prefix(prefix, preview.fact_ids(key, by=by))
    if not found:
        raise CommandError(f"nothing was deleted: no fact of {key} has an id that begins with {prefix}")
    if len(found) > 1:
        several = "\n".join(f"  {id}" for id in found)
        raise CommandError(f"nothing was deleted: {len(found)} ids begin with {prefix}; give more of one:\n{several}")
    return found[0]


def _export_arguments(parser: ArgumentParser) -> None:
    add_silo(parser)
    parser.add_argument(
        "--format",
        choices=["json", "fhir"],
        default="json",
        help="json: everything, as one object; fhir: the facts, as a FHIR R4 bundle",
    )


def _export(voice: Voice, options: Options) -> None:
    pieces = fhir.pieces if options["format"] == "fhir" else export.pieces
    try:
        for piece in pieces(options["silo"], by=operator(), separator="" if voice.as_json else "\n"):
            voice.write(piece)
    except listing.NoSuchRecord as error:
        raise CommandError(str(error)) from None


def _reembed(voice: Voice, options: Options) -> None:
    try:
        done = reembedding.reembed(load_engine(), progress=voice.progress)
    except EngineError as error:
        raise CommandError(
            f"the engine gave up ({type(error).__name__}); what it had embedded is kept: run it again to go on"
        ) from None
    event = {"event": "reembedded", "model": done.model, "facts": done.facts, "turns": done.turns}
    voice.say(event, f"{done.facts:,} facts and {done.turns:,} turns now have vectors of {done.model}.")


def _verify_erased(voice: Voice, options: Options) -> None:
    key = options["silo"]
    try:
        found = verification.verify_erased(key, by=operator())
    except verification.NoAnswer as error:
        raise CommandError(f"not verified: {error}; see that they run, and try again") from None
    voice.say(
        {
            "event": "verified",
            "silo": key,
            "erased": bool(found.receipts) and not found.remains,
            "tables": found.tables,
            "rows": found.rows,
            "jobs": found.jobs,
            "cached": found.cached,
            "receipts": [_as_event(receipt) for receipt in found.receipts],
        }
    )
    if not found.receipts:
        rows = sum(found.rows.values())
        held = f"it holds {rows:,} rows" if rows else "no row of that name is here either: is the key right?"
        raise CommandError(f"{key} was never erased: there is no receipt, and {held}")
    if found.remains:
        rows_left = [f"{n:,} rows of {table}" for table, n in found.rows.items()]
        left = [*rows_left, f"{found.jobs} queued jobs", f"{found.cached} entries of broker and cache"]
        raise CommandError(f"{key} was erased, but something remains: {', '.join(left)}")
    receipts = "\n".join(map(_receipt, found.receipts))
    voice.tell(f"No row in {found.tables} tables, no queued job, no cache entry.\n{receipts}")


def _as_event(receipt: erasure.Receipt) -> Event:
    return {
        "receipt": str(receipt.id),
        "silo_digest": receipt.silo_digest,
        "rows_gone_at": receipt.rows_gone_at.isoformat(),
        "bytes_gone_at": receipt.bytes_gone_at.isoformat() if receipt.bytes_gone_at else None,
        "by": receipt.by,
        "basis": receipt.basis,
        "counts": receipt.counts,
    }


def _receipt(receipt: erasure.Receipt) -> str:
    later = "not yet: run `manage.py db compact`"
    return "\n".join(
        [
            f"Receipt {receipt.id}",
            f"  of the key with the digest {receipt.silo_digest}",
            f"  {sum(receipt.counts.values()):,} rows of {len(receipt.counts)} tables",
            f"  by {receipt.by} ({receipt.basis})",
            f"  rows gone:  {receipt.rows_gone_at:%Y-%m-%d %H:%M:%S %Z}",
            f"  bytes gone: {f'{receipt.bytes_gone_at:%Y-%m-%d %H:%M:%S %Z}' if receipt.bytes_gone_at else later}",
        ]
    )


class Command(VerbCommand):
    """Look at records, delete from them, take them along."""

    help = "Look at records, delete from them, take them along."
    verbs = (
        Verb("list", "List the rows of one record, or of all.", _list, _list_arguments, """\
manage.py memory list                                                  every record, by its key
manage.py memory list --silo patient-advocate/local-user --status active
manage.py memory list --silo patient-advocate/local-user --as-of 2026-09-30
manage.py memory list --dupes --json"""),
        Verb("delete", "Forget one fact or erase a record; a dry run without --yes.", _delete, _delete_arguments, """\
manage.py memory delete --silo patient-advocate/local-user 3f9c          what would go
manage.py memory delete --silo patient-advocate/local-user 3f9c --yes    forget that fact and its words
manage.py memory delete --silo patient-advocate/local-user --all --yes   erase the record; prints the receipt"""),
        Verb("export", "Print everything that a record holds, as one JSON object; or its facts, as a FHIR R4 bundle.",
             _export, _export_arguments, """\
manage.py memory export --silo patient-advocate/local-user > record.json
manage.py memory export --silo patient-advocate/local-user --format fhir > record.fhir.json"""),
        Verb("reembed", "Move every vector to the present engine's embedding model.", _reembed, examples="""\
manage.py memory reembed    after a change of ENGINE or of its model; interrupted, it goes on when run again"""),
        Verb("verify-erased", "Prove that a record was erased and nothing of it is left; else fail.",
             _verify_erased, add_silo, """\
manage.py memory verify-erased --silo patient-advocate/local-user"""),
        reerasing.verb,
    )  # fmt: skip
