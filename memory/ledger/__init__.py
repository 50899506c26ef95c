"""The ledger: the only code that writes facts.

What supersedes what is decided by address, never by likeness alone (the rules and their cases:
tests/memory/test_the_rules_of_the_ledger.py). Call it inside a silo, under `memory.transcript.lock_silo`.
"""

from memory.ledger.entry import Drafted, Outcome, write
from memory.ledger.plans import settle_due

__all__ = ["Drafted", "Outcome", "settle_due", "write"]
