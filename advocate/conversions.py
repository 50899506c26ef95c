"""Readings of one measure in two units, made comparable where a fixed factor leads from one to the other.

Only where the factor is a matter of definition or of the substance's molar mass, and it is always stated beside what
was computed with it. Where there is none, two units are two series.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from memory.numbers.units import canonical_unit

_SUGAR = frozenset({"glucose"})
_STEROL = frozenset({"cholesterol", "ldl", "hdl"})
_FAT = frozenset({"triglycerides"})
_KIDNEY = frozenset({"creatinine"})
_WEIGHT = frozenset({"weight"})


@dataclass(frozen=True, slots=True)
class Conversion:
    """`factor` of the unit `small` make one of the unit `large`."""

    large: str
    small: str
    factor: Decimal

    @property
    def stated(self) -> str:
        """The factor as it is told: "1 mmol/L is 18.016 mg/dL"."""
        return f"1 {self.large} is {self.factor} {self.small}"

    def to(self, unit: str, value: Decimal, places: int) -> Decimal:
        """Return a value of the other unit in this one, rounded to so many decimal places."""
        turned = value * self.factor if unit == self.small else value / self.factor
        return round(turned, places)


# Molar masses: glucose 180.16, cholesterol 386.7, triglycerides 885.7 (of triolein) and creatinine 113.12 g/mol.
_KNOWN: tuple[tuple[frozenset[str], Conversion], ...] = (
    (_SUGAR, Conversion("mmol/L", "mg/dL", Decimal("18.016"))),
    (_STEROL, Conversion("mmol/L", "mg/dL", Decimal("38.67"))),
    (_FAT, Conversion("mmol/L", "mg/dL", Decimal("88.57"))),
    (_KIDNEY, Conversion("mg/dL", "µmol/L", Decimal("88.4"))),
    (_WEIGHT, Conversion("kg", "lb", Decimal("2.20462"))),
)


def canonical(unit: str | None) -> str:
    """Return the one spelling of a unit; one that is not known as it was said, "" where none was."""
    return (canonical_unit(unit) or unit.strip()) if unit else ""


def conversion(measure: str, units: Sequence[str]) -> Conversion | None:
    """Return what leads between these two units (canonical) of a measure, None where nothing does."""
    for measures, known in _KNOWN:
        if measure.lower() in measures and {*units} == {known.large, known.small}:
            return known
    return None
