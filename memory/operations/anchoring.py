"""Verifying the audit: the chains and the live rows inside the database, and the heads against an anchor kept outside.

What the database cannot find in itself, a chain cut together with its head, or rewritten from the start, is found by
comparing with heads that were written down elsewhere. An anchor holds digests of keys, no key and no words.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import connections, transaction
from django.utils import timezone

from memory.door import Actor, privacy_office, silo
from memory.models import AuditHead, AuditRow, ErasureReceipt, Record
from memory.operations.listing import NoSuchRecord

FORMAT = "anamnesis anchor 1"
OWNER = "owner"


class AnchorError(Exception):
    """The file is no anchor; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where. `silo` is a key, or the digest of one that is gone."""

    silo: str
    seq: int
    fault: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last link of a chain."""

    seq: int
    hash: str


Heads = Mapping[str, Head]  # by the digest of the silo's key


@dataclass(frozen=True, slots=True)
class Verified:
    """What was verified, and what is wrong with it. `heads` are those that were found."""

    chains: int
    rows: int
    faults: tuple[Fault, ...]
    heads: Heads


def verify(user_key: str | None = None, *, by: Actor, anchors: Sequence[Heads] = ()) -> Verified:
    """Verify one silo inside it, or without a key all of them as the owner. Raises NoSuchRecord."""
    if user_key is None:
        with transaction.atomic(using=OWNER):
            connections[OWNER].cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")  # one moment for all
            return _verified(
                OWNER, None, anchors, _receipts(OWNER, {digest for anchor in anchors for digest in anchor})
            )
    digest = digest_of(user_key)
    known = [{digest: anchor[digest]} for anchor in anchors if digest in anchor]
    with privacy_office(by=by, why="verify the audit"):
        receipts = _receipts("default", {digest})
    with silo(user_key, by=by, why="verify the audit"):
        if not Record.objects.filter(user_key=user_key).exists():
            was = "was erased" if receipts else "does not exist"
            raise NoSuchRecord(f"the record {user_key!r} {was}, so there is no chain to verify")
        return _verified("default", user_key, known, receipts)


def digest_of(user_key: str) -> str:
    """Return what an anchor and a receipt call a silo."""
    return hashlib.sha256(user_key.encode()).hexdigest()


def read(path: Path) -> Heads:
    """Return the heads that an anchor holds. Raises AnchorError."""
    try:
        kept = json.loads(path.read_text())
        if kept["format"] != FORMAT:
            raise AnchorError(f"{path} has another format than {FORMAT!r}")
        return {digest: Head(int(head["seq"]), str(head["hash"])) for digest, head in kept["heads"].items()}
    except OSError as error:
        raise AnchorError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise AnchorError(f"{path} is no anchor: write one with --write-anchor") from None


def write(path: Path, heads: Heads) -> None:
    """Keep the heads in a file, whole or not at all. Raises AnchorError."""
    rows = {digest: {"seq": head.seq, "hash": head.hash} for digest, head in sorted(heads.items())}
    kept = {"format": FORMAT, "written_at": timezone.now().isoformat(), "heads": rows}
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_text(json.dumps(kept, indent=1) + "\n")
        fresh.replace(path)
    except OSError as error:
        raise AnchorError(f"{path} cannot be written: {error.strerror}") from None


def _verified(using: str, user_key: str | None, anchors: Sequence[Heads], receipts: set[str]) -> Verified:
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT user_key, seq, fault FROM audit_verify(%s)", [user_key])
        faults = [Fault(*row) for row in cursor.fetchall()]
    keys = {digest_of(key): key for key in Record.objects.using(using).values_list("user_key", flat=True)}
    heads = {digest_of(h.user_key): Head(h.seq, bytes(h.hash).hex()) for h in AuditHead.objects.using(using)}
    for anchor in anchors:
        faults += _against(anchor, keys, heads, receipts, using)
    return Verified(len(heads), AuditRow.objects.using(using).count(), tuple(faults), heads)


def _against(anchor: Heads, keys: Mapping[str, str], heads: Heads, receipts: set[str], using: str) -> Iterator[Fault]:
    """Every anchored head is still a link of its chain, or the silo was erased with a receipt."""
    for digest, anchored in anchor.items():
        key = keys.get(digest)
        if key is None:
            if digest not in receipts:
                yield Fault(digest, anchored.seq, "silo gone without a receipt")
            continue
        present = heads.get(digest)
        if present is None or present.seq < anchored.seq:
            yield Fault(key, present.seq if present else 0, f"head set back: the anchor knows {anchored.seq}")
            continue
        link = (
            AuditRow.objects.using(using).filter(user_key=key, seq=anchored.seq).values_list("hash", flat=True).first()
        )
        if link is None or bytes(link).hex() != anchored.hash:
            yield Fault(key, anchored.seq, "not the link that the anchor knows")


def _receipts(using: str, digests: set[str]) -> set[str]:
    found = ErasureReceipt.objects.using(using).filter(silo_digest__in=digests)
    return set(found.values_list("silo_digest", flat=True))
