"""Forgetting again: a restored backup brings back who was erased, and loses the receipts; the list outside knows both.

Run on the restored database before anyone uses it, as the owner; run again, it finds nothing to do.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connections, transaction

from memory import erasure, registry
from memory.door import Actor
from memory.erasure import NothingToErase
from memory.forgotten import Entry, identity
from memory.models import ErasureReceipt

OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Again:
    """What a restored database held that was gone: keys of records, facts, accounts; and receipts that it lacked."""

    receipts: tuple[Entry, ...]
    records: dict[str, UUID]
    facts: tuple[tuple[str, UUID], ...]
    accounts: tuple[int, ...]

    @property
    def anything(self) -> bool:
        """True where something has to be done."""
        return bool(self.receipts or self.records or self.facts or self.accounts)


@dataclass(frozen=True, slots=True)
class Reerased:
    """What was done. `left` are accounts that open another record and stay."""

    receipts: int
    records: tuple[erasure.Receipt, ...]
    facts: int
    accounts: int
    left: tuple[int, ...]


def known() -> list[Entry]:
    """Return all that the database itself knows to be gone, as the owner."""
    with connections[OWNER].cursor() as cursor:
        cursor.execute(
            "SELECT row_id, guard.digest_of_key(user_key) FROM memory_audit"
            " WHERE table_name = 'adk_memory_facts' AND op = 'DELETE' ORDER BY user_key, seq"
        )
        forgot = [{"forgot": row_id, "silo": digest} for row_id, digest in cursor.fetchall()]
        cursor.execute("SELECT digest, closed_at FROM memory_closed_account ORDER BY closed_at, digest")
        closed = [{"closed": digest, "at": at.isoformat()} for digest, at in cursor.fetchall()]
    receipts = ErasureReceipt.objects.using(OWNER).order_by("rows_gone_at", "id")
    return [*(erasure.entry(erasure.as_receipt(row)) for row in receipts), *forgot, *closed]


def found(entries: Iterable[Entry]) -> Again:
    """Return what of these, and of what the database itself knows, is there again; changes nothing."""
    every = list({identity(entry): entry for entry in [*known(), *entries]}.values())
    erased = {str(e["erased"]): UUID(e["receipt"]) for e in every if "erased" in e}
    present = set(ErasureReceipt.objects.using(OWNER).values_list("id", flat=True))
    records = dict(_query("SELECT user_key, guard.digest_of_key(user_key) FROM memory_record", []))
    silos = {digest: key for key, digest in records.items()}
    forgot: dict[str, list[UUID]] = defaultdict(list)
    for each in every:
        if "forgot" in each and each["silo"] in silos and each["silo"] not in erased:
            forgot[silos[each["silo"]]].append(UUID(each["forgot"]))
    closed = [str(e["closed"]) for e in every if "closed" in e]
    accounts = _query("SELECT id FROM memory_user WHERE guard.digest_of_account(id, joined_at) = ANY (%s)", [closed])
    return Again(
        receipts=tuple(e for e in every if "erased" in e and UUID(e["receipt"]) not in present),
        records={silos[digest]: receipt for digest, receipt in erased.items() if digest in silos},
        facts=tuple((key, fact) for key, facts in forgot.items() for fact in _facts(key, facts)),
        accounts=tuple(account for (account,) in accounts),
    )


def reerase(again: Again, *, by: Actor) -> Reerased:
    """Do it: the receipts first, so that no key comes to be used again; then records, facts and accounts."""
    with transaction.atomic(using=OWNER):
        for entry in again.receipts:
            _reinstate(entry)
    records = tuple(_erased(key, receipt, by) for key, receipt in again.records.items())
    facts = sum(_forgotten(key, fact, by) for key, fact in again.facts)
    left = tuple(account for account in again.accounts if not _closed(account))
    return Reerased(len(again.receipts), tuple(filter(None, records)), facts, len(again.accounts) - len(left), left)


def _reinstate(entry: Entry) -> None:
    with connections[OWNER].cursor() as cursor:
        cursor.execute(
            "INSERT INTO memory_erasure_receipt (id, silo_digest, rows_gone_at, bytes_gone_at, by, basis, counts,"
            " verification) VALUES (%s, %s, %s, %s, %s, %s, %s::jsonb, %s::jsonb) ON CONFLICT (id) DO NOTHING",
            [
                *(entry["receipt"], entry["erased"], entry["at"], entry.get("bytes_gone_at"), entry["by"]),
                *(entry["basis"], json.dumps(entry["counts"])),
                json.dumps(entry["verification"]) if entry.get("verification") else None,
            ],
        )


def _erased(key: str, receipt: UUID, by: Actor) -> erasure.Receipt | None:
    try:
        return erasure.erase(key, by=by, basis=f"again, after a restored backup (receipt {receipt})")
    except NothingToErase:  # another run was first
        return None


def _forgotten(key: str, fact: UUID, by: Actor) -> bool:
    try:
        return bool(erasure.forget(key, fact, by=by))
    except NothingToErase:  # it went with the one before
        return False


def _closed(account: int) -> bool:
    try:
        registry.close_account(account)
    except registry.StillARecord:
        return False
    return True


def _facts(key: str, facts: Sequence[UUID]) -> list[UUID]:
    rows = _query("SELECT id FROM adk_memory_facts WHERE user_key = %s AND id = ANY (%s)", [key, list(facts)])
    there = {row[0] for row in rows}
    return [fact for fact in facts if fact in there]


def _query(query: str, parameters: list[Any]) -> list[Any]:
    with connections[OWNER].cursor() as cursor:
        cursor.execute(query, parameters)
        rows: list[Any] = cursor.fetchall()
    return rows
