"""The series that a reply may speak of: those of the record, and the same with what the person measured since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from advocate.engines.local.lexicon import fold
from advocate.grounding.claims import TIME
from advocate.grounding.days import Dated
from advocate.grounding.sources import Origin, Source
from advocate.trends import Series, Values, series_of
from memory.dates import PartialDate
from memory.recollection import Placed

BETTER_HIGH = frozenset(
    {"hemoglobin", "peak flow", "oxygen saturation", "ejection fraction", "egfr", "hdl", "ferritin"}
)
BETTER_LOW = frozenset(
    [
        *"a1c hba1c glucose ldl cholesterol triglycerides creatinine alt ast crp psa bnp".split(),
        "uric acid",
        "blood pressure",
    ]
)
_FAR_OFF = 2  # times the latest value: nobody's next reading of the same


def told_series(placed: Sequence[Placed], sources: Iterable[Source], day: date) -> list[Series]:
    """Return the series of two and more readings; of one that the person went on with today, both ways."""
    of_record = series_of(placed)
    turns = [source for source in sources if source.origin is Origin.TURN and not source.asked]
    longer = [_longer(each, turns, day, alone=len({s.measure for s in of_record}) == 1) for each in of_record]
    both = [series for pair in zip(of_record, longer, strict=True) for series in pair if series]
    return [series for series in both if len(series.facts) > 1]


def _longer(series: Series, turns: Sequence[Source], day: date, *, alone: bool) -> Series | None:
    """The series with the readings of today that the turns tell; None where they tell none."""
    found = [values for turn in turns for values in _said(series, turn, day, alone=alone)]
    new = [values for values, _ in groupby(found) if values not in series.values[-1:]]
    if not new or (series.facts[-1].date and series.facts[-1].date.first > day):
        return None
    facts = [replace(series.facts[-1], date=PartialDate(day)) for _ in new]
    return replace(series, facts=(*series.facts, *facts), values=(*series.values, *new))


def _said(series: Series, turn: Source, day: date, *, alone: bool) -> Iterator[Values]:
    of = [
        amount
        for amount in turn.reading.amounts
        if amount.unit not in TIME
        and amount.unit in {None, series.unit or None}
        and _is_of(series, turn.reading.subject_of(amount), alone=alone)
        and all(_is_today(dated, day) for dated in turn.reading.dates)
    ]
    size = len(series.values[-1])
    for first in range(0, len(of) - size + 1, size):
        values = tuple(amount.value for amount in of[first : first + size])
        if values[0] and 1 / _FAR_OFF <= float(series.values[-1][0] / values[0]) <= _FAR_OFF:
            yield values


def _is_of(series: Series, subject: str | None, *, alone: bool) -> bool:
    """ "It was 52 today" is of the one measure on record."""
    return alone if subject is None else subject in {fold(series.measure), *map(fold, series.facts[-1].keys)}


def _is_today(dated: Dated, day: date) -> bool:
    return dated.date.first == day or dated.lasting
