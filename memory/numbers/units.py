"""Units of measure and countable dose forms, as people write and say them, and their one canonical spelling."""

from __future__ import annotations

import re

_SYMBOLS: dict[str, tuple[str, ...]] = {
    "mg": ("mg", "mgs", "m g", "m.g.", "milligram", "milligrams", "milligramme", "milligrammes", "miligramo",
           "miligramos", "miligrama", "miligramas"),
    "mcg": ("mcg", "mcgs", "µg", "μg", "ug", "m c g", "microgram", "micrograms", "microgramo", "microgramos",
            "micrograma", "microgramas"),
    "g": ("g", "gm", "gms", "gram", "grams", "gramo", "gramos", "grama", "gramas"),
    "kg": ("kg", "kgs", "k g", "kilo", "kilos", "kilogram", "kilograms", "kilogramo", "kilogramos", "quilo", "quilos"),
    "lb": ("lb", "lbs", "pound", "pounds", "libra", "libras"),
    "oz": ("oz", "ounce", "ounces", "onza", "onzas"),
    "mL": ("ml", "mls", "m l", "cc", "ccs", "milliliter", "milliliters", "millilitre", "millilitres", "mililitro",
           "mililitros"),
    "L": ("l", "liter", "liters", "litre", "litres", "litro", "litros"),
    "dL": ("dl", "deciliter", "deciliters"),
    "cm": ("cm", "centimeter", "centimeters", "centimetre", "centimetres", "centímetro", "centímetros"),
    "mm": ("mm", "millimeter", "millimeters", "millimetre", "millimetres"),
    "units": ("units", "unit", "unidad", "unidades", "unidade"),
    "IU": ("iu", "i.u.", "ius", "international units", "international unit"),
    "mEq": ("meq", "milliequivalent", "milliequivalents"),
    "mmol": ("mmol", "millimole", "millimoles"),
    "mg/dL": ("mg/dl", "mg per dl", "mgs per dl", "milligrams per deciliter", "milligram per deciliter",
              "milligrams per decilitre", "miligramos por decilitro", "m g per d l"),
    "mmol/L": ("mmol/l", "mmol per liter", "millimoles per liter", "millimoles per litre", "milimoles por litro"),
    "µmol/L": ("µmol/l", "μmol/l", "umol/l", "micromoles per liter"),
    "mEq/L": ("meq/l", "meq per liter", "milliequivalents per liter", "milliequivalents per litre"),
    "g/dL": ("g/dl", "gm/dl", "grams per deciliter", "gramos por decilitro"),
    "ng/mL": ("ng/ml", "nanograms per milliliter"),
    "pg/mL": ("pg/ml", "picograms per milliliter"),
    "ng/dL": ("ng/dl", "nanograms per deciliter"),
    "U/L": ("u/l", "iu/l", "units per liter"),
    "mIU/L": ("miu/l", "milliunits per liter"),
    "mL/min": ("ml/min", "milliliters per minute", "ml per minute"),
    "mg/kg": ("mg/kg", "milligrams per kilogram"),
    "%": ("%", "percent", "per cent", "por ciento", "por cento"),
    "mmHg": ("mmhg", "mm hg", "mm of mercury", "millimeters of mercury", "milímetros de mercurio"),
    "bpm": ("bpm", "beats per minute", "beats a minute", "latidos por minuto"),
    "breaths/min": ("breaths per minute", "breaths a minute"),
    "°F": ("°f", "° f", "degrees fahrenheit", "degrees f", "fahrenheit"),
    "°C": ("°c", "° c", "degrees celsius", "degrees centigrade", "degrees c", "celsius", "centigrade",
           "grados centígrados"),
    "°": ("°", "degrees", "degree", "grados", "graus"),
}  # fmt: skip

_COUNTED: dict[str, tuple[str, ...]] = {
    "tablet": ("tablet", "tablets", "tab", "tabs", "tableta", "tabletas", "pastilla", "pastillas", "comprimido",
               "comprimidos"),
    "pill": ("pill", "pills", "píldora", "píldoras", "pílula", "pílulas"),
    "capsule": ("capsule", "capsules", "cap", "caps", "cápsula", "cápsulas", "capsula", "capsulas"),
    "puff": ("puff", "puffs", "inhalation", "inhalations", "inhalación", "inhalaciones"),
    "drop": ("drop", "drops", "gtt", "gota", "gotas"),
    "patch": ("patch", "patches", "parche", "parches", "adesivo", "adesivos"),
    "spray": ("spray", "sprays"),
    "dose": ("dose", "doses", "dosis"),
    "injection": ("injection", "injections", "shot", "shots", "inyección", "inyecciones"),
    "teaspoon": ("teaspoon", "teaspoons", "tsp", "cucharadita", "cucharaditas"),
    "tablespoon": ("tablespoon", "tablespoons", "tbsp", "cucharada", "cucharadas"),
    "cup": ("cup", "cups", "taza", "tazas"),
    "glass": ("glass", "glasses", "vaso", "vasos"),
    "drink": ("drink", "drinks", "beer", "beers"),
    "cigarette": ("cigarette", "cigarettes", "cigarrillo", "cigarrillos"),
    "pack": ("pack", "packs"),
    "times": ("time", "times", "vez", "veces", "vezes", "x"),
    "seconds": ("second", "seconds", "sec", "secs"),
    "minutes": ("minute", "minutes", "min", "mins", "minuto", "minutos"),
    "hours": ("hour", "hours", "hr", "hrs", "h", "hora", "horas"),
    "days": ("day", "days", "día", "días", "dia", "dias"),
    "nights": ("night", "nights", "noche", "noches", "noite", "noites"),
    "weeks": ("week", "weeks", "wk", "wks", "semana", "semanas"),
    "months": ("month", "months", "mo", "mos", "mes", "meses", "mês"),
    "years": ("year", "years", "yr", "yrs", "año", "años", "ano", "anos"),
    "feet": ("feet", "foot", "ft"),
    "inches": ("inch", "inches"),
}  # fmt: skip

# "u" and "c" and "f" are words of a chat; as units they are written as capitals.
_CAPITALS = {"U": "units", "F": "°F", "C": "°C"}
_GLUED_ONLY = frozenset({"x"})
_TIGHT = frozenset({"%", "°F", "°C", "°"})

_BY_SPELLING = {
    spelling: unit for table in (_SYMBOLS, _COUNTED) for unit, spellings in table.items() for spelling in spellings
}
SYMBOLS = frozenset(_SYMBOLS)


def _alternatives() -> str:
    longest_first = sorted(_BY_SPELLING.keys() - _GLUED_ONLY, key=len, reverse=True)
    return "|".join(re.escape(spelling).replace(r"\ ", r"[ \t]+") for spelling in longest_first)


_UNIT_AHEAD = re.compile(
    rf"(?:[ \t]*-?[ \t]*|,?[ \t]+(?:u+h+|u+m+|e+r+m?),?[ \t]+)"
    rf"(?P<unit>(?i:{_alternatives()})|U|F|C|(?i:(?<=[0-9])[ux]))(?![^\W_])",
    re.UNICODE,
)


def canonical_unit(word: str) -> str | None:
    """The canonical spelling of a unit as written or said ("Milligrams" → "mg"), or None for any other word.

    >>> canonical_unit("milligrams per deciliter")
    'mg/dL'
    """
    stripped = " ".join(word.split())
    return _CAPITALS.get(stripped) or _BY_SPELLING.get(stripped.lower())


def unit_ahead(text: str, position: int) -> tuple[str, int] | None:
    """The unit that stands at `position`, with the offset where it ends; blanks, a hyphen or an "uh" between."""
    match = _UNIT_AHEAD.match(text, position)
    if match is None:
        return None
    spelled = match["unit"]
    unit = "units" if spelled in {"u", "U"} else canonical_unit(spelled)
    return (unit, match.end()) if unit else None


def written_after_number(unit: str) -> str:
    """How a symbol follows a number: "50%", "101°F", "25 mg"."""
    return unit if unit in _TIGHT else f" {unit}"
