"""Dates that follow from the words and their moment, and drafts that cannot be read: the tables of `test_the_gate`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from memory.drafts import Act, Tense
from memory.gate import Reason
from memory.vocabulary import Tag
from tests.memory.gate_cases import METOPROLOL, RECORD, Heard
from tests.memory.ledger_cases import lab, med, visit

_NIGHT = datetime(2026, 10, 2, 3, 50, tzinfo=UTC)  # ten to midnight on 1 October in New York
_DATES = [
    Heard("the present tense has the day it was said", "I take metoprolol 25 mg", METOPROLOL, dated="2026-10-01"),
    Heard("ten to midnight in New York", "I take metoprolol 25 mg", METOPROLOL, at=_NIGHT, dated="2026-10-01"),
    Heard(
        "the same moment in London",
        "I take metoprolol 25 mg",
        METOPROLOL,
        at=_NIGHT,
        zone="Europe/London",
        dated="2026-10-02",
    ),
    Heard(
        "yesterday, at ten to midnight",
        "yesterday creatinine 1.4",
        lab("creatinine 1.4", on="2026-09-30", phrase="yesterday"),
        at=_NIGHT,
        dated="2026-09-30",
    ),
    Heard(
        "yesterday, resolved in UTC",
        "yesterday creatinine 1.4",
        lab("creatinine 1.4", on="2026-10-01", phrase="yesterday"),
        Reason.DATE,
        at=_NIGHT,
    ),
    Heard(
        "the hour that comes twice",
        "creatinine 1.4",
        lab("creatinine 1.4"),
        at=datetime(2026, 11, 1, 5, 30, tzinfo=UTC),
        dated="2026-11-01",
    ),
    Heard(
        "the last minute before the clocks go forward",
        "creatinine 1.4",
        lab("creatinine 1.4"),
        at=datetime(2026, 3, 8, 4, 59, tzinfo=UTC),
        dated="2026-03-07",
    ),
    Heard(
        "the last minute of the day on which they did",
        "creatinine 1.4",
        lab("creatinine 1.4"),
        at=datetime(2026, 3, 9, 3, 59, tzinfo=UTC),
        dated="2026-03-08",
    ),
    Heard(
        "a date that its phrase gives",
        "metoprolol 25 mg since September 28",
        med("metoprolol 25 mg", on="2026-09-28", phrase="since September 28"),
        dated="2026-09-28",
    ),
    Heard(
        "a date that its phrase does not give",
        "metoprolol 25 mg since Monday",
        med("metoprolol 25 mg", on="2026-09-27", phrase="since Monday"),
        Reason.DATE,
    ),
    Heard(
        "a phrase that was not said",
        "metoprolol 25 mg",
        med("metoprolol 25 mg", on="2026-09-28", phrase="since Monday"),
        Reason.DATE,
    ),
    Heard("a date without a phrase", "metoprolol 25 mg", med("metoprolol 25 mg", on="2026-09-12"), Reason.DATE),
    Heard(
        "today's date without a phrase",
        "metoprolol 25 mg",
        med("metoprolol 25 mg", on="2026-10-01"),
        dated="2026-10-01",
    ),
    Heard(
        "a month",
        "in July metoprolol 25 mg",
        med("metoprolol 25 mg", tense=Tense.PAST, on="2026-07", phrase="in July"),
        dated="2026-07",
    ),
    Heard(
        "a month made a day",
        "in July metoprolol 25 mg",
        med("metoprolol 25 mg", tense=Tense.PAST, on="2026-07-15", phrase="in July"),
        Reason.DATE,
    ),
    Heard(
        "a past without a date", "I used to take metoprolol 25 mg", med("metoprolol 25 mg", tense=Tense.PAST), dated=""
    ),
    Heard(
        "a visit ahead",
        "appointment with Dr. Osei on November 3",
        visit("2026-11-03", "on November 3"),
        dated="2026-11-03",
    ),
    Heard(
        "a correction keeps the day that the record has",
        "metoprolol 25 mg",
        med("metoprolol 25 mg", act=Act.CORRECT, on="2026-09-01"),
        known=RECORD,
        dated="2026-09-01",
    ),
    Heard(
        "a bare statement may not borrow that day",
        "metoprolol 25 mg",
        med("metoprolol 25 mg", on="2026-09-01"),
        Reason.DATE,
        known=RECORD,
    ),
]
_MALFORMED: dict[str, dict[str, Any]] = {
    "no text": {"text": " "},
    "no source": {"source": ""},
    "no attribute": {"attribute": ""},
    "no keys": {"keys": ()},
    "six keys": {"keys": tuple("abcdef")},
    "a key with a capital": {"keys": ("Metoprolol",)},
    "an empty key": {"keys": ("",)},
    "a key that is no text": {"keys": (None,)},
    "a state without an address": {"memory_key": None},
    "an address of another kind": {"memory_key": "allergy:metoprolol"},
    "an address beyond all measure": {"memory_key": "medication:" + "m" * 5000},
    "a series with an address": {"tag": Tag.LAB},
    "what no database can hold": {"attribute": "metoprolol\0"},
    "half a character": {"source": "\ud83d"},
}
_UNREADABLE = [
    Heard(name, "metoprolol 25 mg", replace(METOPROLOL, **change), Reason.UNREADABLE)
    for name, change in _MALFORMED.items()
]

CASES = [*_DATES, *_UNREADABLE]
