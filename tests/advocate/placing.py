"""Alice's record as placed facts, for tests of what may be said from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID, uuid4, uuid5

from advocate.configuration import agents
from advocate.engines.base import Prompt
from memory.drafts import SELF, Known, Said, Value
from memory.line import parse_line
from memory.recollection import FactView, OpenConflict, Placed, Quotation, Recollection, Slot
from memory.vocabulary import Retired, Speaker, Status

NAMES = UUID("6f1f3a52-5d0c-4b34-9a64-3a0d6f1f9a11")


def fact(
    line: str,
    attribute: str,
    *,
    memory_key: str | None = None,
    value: Value | None = None,
    negated: bool = False,
    contested: bool = False,
    successor: FactView | None = None,
    why: Retired = Retired.CHANGED,
) -> FactView:
    """Return a row as its line says; the same line is the same row."""
    parts = parse_line(line)
    return FactView(
        id=uuid5(NAMES, line),
        tag=parts.tag,
        text=parts.fact,
        date=parts.date,
        source=parts.source,
        status=parts.status,
        keys=parts.keys,
        attribute=attribute,
        memory_key=memory_key,
        value=value or Value(),
        negated=negated,
        contested=contested,
        superseded_by=successor.id if successor else None,
        retired_why=why if successor else None,
        created_at=datetime(2026, 9, 1, 12, tzinfo=UTC),
    )


def placed(view: FactView, slot: Slot | None = None, successor: FactView | None = None, score: float = 1.0) -> Placed:
    """Place a row, as history where it was superseded and as coming where it is planned."""
    slots = {Status.SUPERSEDED: Slot.HISTORY, Status.HISTORICAL: Slot.HISTORY, Status.PLANNED: Slot.PLANNED}
    return Placed(view, slot or slots.get(view.status, Slot.CURRENT), score, ("test",), successor)


@dataclass(frozen=True)
class Case:
    """What was said on a day over some placed rows, and what the reply holds and does not hold."""

    said: Sequence[str]
    day: date
    rows: Sequence[Placed] = ()
    holds: Sequence[str] = ()
    lacks: Sequence[str] = ()
    silent: bool = False
    conflicts: Sequence[OpenConflict] = ()
    quotations: Sequence[Quotation] = ()
    subject: str = SELF


def _known(fact: FactView) -> Known:
    return Known(
        fact.id,
        fact.tag,
        fact.text,
        fact.attribute,
        fact.memory_key,
        fact.source,
        fact.value,
        fact.date,
        fact.keys,
        fact.negated,
    )


def _turn(seq: int, text: str, day: date) -> Said:
    return Said(uuid4(), seq, Speaker.PATIENT, text, datetime(day.year, day.month, day.day, 12, tzinfo=UTC), "UTC")


def prompt_of(case: Case) -> Prompt:
    """What an engine gets in this case."""
    recollection = Recollection(
        case.said[-1], case.day, (), tuple(case.rows), tuple(case.quotations), tuple(case.conflicts), case.silent
    )
    turns = tuple(_turn(seq, text, case.day) for seq, text in enumerate(case.said))
    known = tuple(_known(row.fact) for row in case.rows if row.fact.status is Status.ACTIVE)
    return Prompt(agents()["patient-advocate"], case.day, "UTC", turns, recollection, known, case.subject, "")


METOPROLOL_50 = fact(
    "[MEDICATION | date: 2026-09-28 | source: Dr. Osei | status: active | keys: metoprolol, dose] "
    "metoprolol tartrate 50 mg",
    "metoprolol",
    memory_key="medication:metoprolol",
    value=Value("50", "mg"),
)
METOPROLOL_25 = fact(
    "[MEDICATION | date: 2026-09-01 | source: patient | status: superseded | keys: metoprolol, dose] "
    "metoprolol tartrate 25 mg twice daily",
    "metoprolol",
    memory_key="medication:metoprolol",
    value=Value("25", "mg", "twice daily"),
    successor=METOPROLOL_50,
)
METOPROLOL_25_CURRENT = fact(
    "[MEDICATION | date: 2026-09-01 | source: patient | status: active | keys: metoprolol, dose] "
    "metoprolol tartrate 25 mg twice daily",
    "metoprolol",
    memory_key="medication:metoprolol",
    value=Value("25", "mg", "twice daily"),
)
HOLD = fact(
    "[DIRECTIVE | date: 2026-09-01 | source: Dr. Osei | status: active | keys: metoprolol, pulse] "
    "hold the dose and call if the pulse is under 55",
    "metoprolol",
    memory_key="directive:metoprolol.hold",
)
CREATININE_14 = fact(
    "[LAB | date: 2026-08-31 | source: patient | status: active | keys: creatinine, kidneys] creatinine 1.4 mg/dL",
    "creatinine",
    value=Value("1.4", "mg/dL"),
)
CREATININE_16 = fact(
    "[LAB | date: 2026-10-15 | source: patient | status: active | keys: creatinine, kidneys] creatinine 1.6 mg/dL",
    "creatinine",
    value=Value("1.6", "mg/dL"),
)
PENICILLIN = fact(
    "[ALLERGY | date: 2026-03 | source: Dr. Bob, family doctor | status: active | keys: penicillin, allergy] "
    "allergic to penicillin, hives",
    "penicillin",
    memory_key="allergy:penicillin",
)
LISINOPRIL = fact(
    "[MEDICATION | date: 2026-03-02 | source: Dr. Bob | status: active | keys: lisinopril, blood pressure] "
    "lisinopril 10 mg once daily",
    "lisinopril",
    memory_key="medication:lisinopril",
    value=Value("10", "mg", "once daily"),
)
NO_ASPIRIN = fact(
    "[MEDICATION | date: 2026-05-04 | source: patient | status: active | keys: aspirin] does not take aspirin",
    "aspirin",
    memory_key="medication:aspirin",
    negated=True,
)
APIXABAN_PLANNED = fact(
    "[MEDICATION | date: 2026-12-01 | source: Dr. Osei | status: planned | keys: apixaban] apixaban 5 mg twice daily",
    "apixaban",
    memory_key="medication:apixaban",
    value=Value("5", "mg", "twice daily"),
)
CARDIOLOGIST = fact(
    "[CARE_TEAM | date: 2026-09-01 | source: patient | status: active | keys: cardiologist, osei] "
    "Dr. Osei is the cardiologist",
    "cardiologist",
    memory_key="care_team:cardiologist",
)
DRIVING = fact(
    "[DIRECTIVE | date: 2026-09-10 | source: Dr. Osei | status: active | keys: driving] may not drive at night",
    "driving",
    memory_key="directive:driving",
    negated=True,
)

HISTORY = placed(METOPROLOL_25, successor=METOPROLOL_50)
ALL = (
    placed(METOPROLOL_50),
    HISTORY,
    *(placed(f) for f in (HOLD, CREATININE_14, CREATININE_16, PENICILLIN, LISINOPRIL, NO_ASPIRIN)),
    placed(APIXABAN_PLANNED),
    placed(CARDIOLOGIST),
    placed(DRIVING),
)
DAY = date(2026, 11, 1)
