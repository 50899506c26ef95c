"""The ledger, case by case: for each sentence of the design on status, supersession and settled questions one or more.

The tables stand in `ledger_cases_*`; their language in `ledger_cases`.
"""

from __future__ import annotations

import pytest

from memory.door import Actor
from tests.memory import (
    ledger_cases_of_conflicts,
    ledger_cases_of_dates,
    ledger_cases_of_likeness,
    ledger_cases_of_plans,
    ledger_cases_of_refusals,
    ledger_cases_of_series,
    ledger_cases_of_states,
    ledger_cases_of_withdrawals,
)
from tests.memory.ledger_cases import Case, Record, check

TABLES = (
    ledger_cases_of_states,
    ledger_cases_of_dates,
    ledger_cases_of_plans,
    ledger_cases_of_series,
    ledger_cases_of_conflicts,
    ledger_cases_of_withdrawals,
    ledger_cases_of_refusals,
    ledger_cases_of_likeness,
)


@pytest.mark.parametrize("case", [case for table in TABLES for case in table.CASES], ids=lambda case: case.name)
def test_the_rules(case: Case, alice: str, tester: Actor) -> None:
    check(case, Record(alice, tester))
