"""Acts on one row that its person points at: no address has to be found, the rules are the ledger's.

Call it inside a silo, under its lock. What becomes a row has been judged by the gate.
"""

from __future__ import annotations

from memory.comparison import Likeness, compare
from memory.drafts import Draft
from memory.ledger import conflicts, withdrawals
from memory.ledger.authority import may_correct, may_withdraw
from memory.ledger.rows import NothingToWithdraw, Writing, add_evidence, insert
from memory.models import Conflict, Fact
from memory.vocabulary import Retired, Status

__all__ = ["correct", "dispute", "may_correct", "may_lose", "may_withdraw", "settle", "take_back"]


def take_back(row: Fact, draft: Draft, writing: Writing) -> None:
    """Withdraw a row that its speaker may withdraw: what contradicted it wins, else what it replaced reopens."""
    withdrawals.take_back([row], draft, writing)


def correct(row: Fact, draft: Draft, writing: Writing) -> Fact:
    """Write the draft in the place of a row that its speaker may correct; a contradiction in which it stood goes on."""
    if row.status == Status.ACTIVE:
        return conflicts.succeed(draft, [row], writing, Retired.CORRECTED, lost=None)
    return insert(draft, writing, Status(row.status), replacing=[row], why=Retired.CORRECTED)


def dispute(row: Fact, draft: Draft, writing: Writing) -> Conflict:
    """Contradict a row, once, however often it is said. Raises NothingToWithdraw where it does not hold now."""
    if row.status != Status.ACTIVE:
        raise NothingToWithdraw
    against = conflicts.opponents([row])
    disputing = next((o for o in against if o.fact == draft.text or compare(draft, o) is Likeness.SAME), None)
    if disputing is None:
        disputing = conflicts.open_conflict(draft, [row, *against], writing)
    else:
        add_evidence(disputing, draft, writing)
    return next(c for c in conflicts.open_among([row]) if disputing.id in {c.older_id, c.newer_id})


def settle(conflict: Conflict, winner: Fact, draft: Draft, writing: Writing) -> None:
    """End a contradiction for one of its sides; the words are evidence for it."""
    loser = conflict.newer if winner.id == conflict.older_id else conflict.older
    add_evidence(winner, draft, writing)
    conflicts.concede(loser, winner, Retired.CORRECTED, by=writing.speaker(draft))
    conflicts.stand_if_free(winner)


def may_lose(loser: Fact, winner: Fact, draft: Draft, writing: Writing) -> bool:
    """False where a bare "never so" would win over what its speaker may only dispute."""
    bare = loser.negated != winner.negated and loser.memory_key == winner.memory_key
    return not bare or may_withdraw(loser, writing.speaker(draft))
