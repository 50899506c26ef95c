"""Values and units as FHIR writes them: a number with its UCUM unit where that is known, else the words.

UCUM: ucum.org; vital signs: hl7.org/fhir/R4/observation-vitalsigns.html, which fixes one LOINC code for each.
"""

from __future__ import annotations

import re
from decimal import Decimal

from memory.drafts import Value
from memory.numbers import canonical_unit
from memory.operations.fhir.row import Resource, text, without_gaps

UCUM, LOINC = "http://unitsofmeasure.org", "http://loinc.org"
_NUMBER = re.compile(r"(?P<than>[<>]=?)? ?(?P<number>[0-9]+(?:\.[0-9]+)?)")
_PAIR = re.compile(r"(?P<upper>[0-9]+(?:\.[0-9]+)?) ?/ ?(?P<lower>[0-9]+(?:\.[0-9]+)?)")

# By the canonical spelling of `memory.numbers.units`, and by some that only a laboratory uses. Not here: what does not
# say which unit it is ("units", "oz", "°") and what is a form rather than a unit ("tablet").
_CODES = {
    "mg": "mg", "mcg": "ug", "g": "g", "kg": "kg", "lb": "[lb_av]", "mL": "mL", "L": "L", "dL": "dL", "cm": "cm",
    "mm": "mm", "IU": "[iU]", "mEq": "meq", "mmol": "mmol", "mg/dL": "mg/dL", "mmol/L": "mmol/L", "µmol/L": "umol/L",
    "mEq/L": "meq/L", "g/dL": "g/dL", "ng/mL": "ng/mL", "pg/mL": "pg/mL", "ng/dL": "ng/dL", "U/L": "U/L",
    "mIU/L": "m[IU]/L", "mIU/mL": "m[IU]/mL", "mL/min": "mL/min", "mg/kg": "mg/kg", "%": "%", "mmHg": "mm[Hg]",
    "bpm": "/min", "breaths/min": "/min", "/min": "/min", "°F": "[degF]", "°C": "Cel", "K/uL": "10*3/uL",
    "M/uL": "10*6/uL", "fL": "fL", "ug/dL": "ug/dL", "µg/dL": "ug/dL", "mg/L": "mg/L", "mm/h": "mm/h", "mg/g": "mg/g",
    "kg/m2": "kg/m2", "L/min": "L/min", "cells/mm3": "{cells}/mm3", "copies/mL": "{copies}/mL", "s": "s",
    "in": "[in_i]", "inches": "[in_i]", "feet": "[ft_i]", "seconds": "s", "minutes": "min", "hours": "h",
    "days": "d", "weeks": "wk",
}  # fmt: skip
_VITAL_SIGNS = {
    "blood pressure": ("85354-9", "Blood pressure panel with all children optional"),
    "pulse": ("8867-4", "Heart rate"),
    "heart rate": ("8867-4", "Heart rate"),
    "respiratory rate": ("9279-1", "Respiratory rate"),
    "oxygen saturation": ("2708-6", "Oxygen saturation in Arterial blood"),
    "temperature": ("8310-5", "Body temperature"),
    "height": ("8302-2", "Body height"),
    "weight": ("29463-7", "Body weight"),
    "BMI": ("39156-5", "Body mass index (BMI) [Ratio]"),
}
_PRESSURES = (("8480-6", "Systolic blood pressure"), ("8462-4", "Diastolic blood pressure"))


def vital_sign(name: str) -> list[Resource]:
    """Return the code that FHIR fixes for a vital sign, by the name that the record gives it; none for others."""
    return [_loinc(*_VITAL_SIGNS[name])] if name in _VITAL_SIGNS else []


def quantity(value: str, unit: str | None) -> Resource | None:
    """Return a number with its unit; None where the value is no number."""
    read = _NUMBER.fullmatch(value.strip())
    if read is None:
        return None
    spelt = (canonical_unit(unit) or unit) if unit else None
    code = _CODES.get(spelt) if spelt else None
    coded = {"system": UCUM, "code": code} if code else {}
    return without_gaps(value=Decimal(read["number"]), comparator=read["than"], unit=unit, **coded)


def measured(name: str, value: Value, words: str) -> Resource:
    """Return the value of an observation: a quantity, a blood pressure as its two components, else words."""
    if value.value is None:
        return {"valueString": words}
    pair = _PAIR.fullmatch(value.value.strip())
    if pair and name == "blood pressure":
        return {"component": [_pressure(n, pair[n + 1], value.unit or "mmHg") for n in (0, 1)]}
    number = quantity(value.value, value.unit)
    return {"valueQuantity": number} if number else {"valueString": " ".join(filter(None, (value.value, value.unit)))}


def _pressure(which: int, value: str, unit: str) -> Resource:
    code, name = _PRESSURES[which]
    return {"code": text(name, _loinc(code, name)), "valueQuantity": quantity(value, unit)}


def _loinc(code: str, display: str) -> Resource:
    return {"system": LOINC, "code": code, "display": display}
