"""How people word a reading: units, thresholds and targets, "it was …", and what a value can be at all."""

from __future__ import annotations

import re

from memory.numbers import Quantity

UNITS = frozenset(
    "mg/dL mmol/L µmol/L mEq/L g/dL ng/mL pg/mL ng/dL U/L mIU/L mL/min % mmHg bpm breaths/min °F °C ° lb kg".split()
)
THRESHOLD = re.compile(
    r"\b(?:under|below|above|over|less\s+than|more\s+than|greater\s+than|higher\s+than|lower\s+than|goal|target|should\s+be|at\s+least"
    r"|if|exceeds|goes|gain\w*|lost|lose|up\s+by|down\s+by|up\s+to|drops?|falls?|gets?|menos\s+de|más\s+de)\b",
    re.IGNORECASE,
)
IF = re.compile(r"\b(?:if|whenever|unless)\b", re.IGNORECASE)
SPEAKS_OF = re.compile(
    r"\b(?:is|was|were|are|at|of|came|read|reads|reading|readings|measured|tested|showed|run|runs|running|been|had|has|got|weigh\w*"
    r"|drop\w*|ros?e|went|shot|jumped|climbed|hit|spiked|says?|stands|comes|sits|sitting|now|today|fue|era|está|estaba|es|salió|de|estuvo|deu|foi|ficou|estava)\b|^['’]s\b|:|=",
    re.IGNORECASE,
)
CHANGED = re.compile(r"\b(?:from|de)\s+$", re.IGNORECASE)
AIM = re.compile(
    r"\b(?:goal|target|ideal|aim(?:ing)?\s+for|supposed\s+to\s+be|should\s+(?:be|stay|run|not))\b"
    r"|\b(?:normal|reference|healthy)(?:\s+(?:range|values?|limits?|levels?|interval))?(?:\s+(?:is|are|would\s+be))?\s+(?:for|of)\b"
    r"|\b(?:normal|reference|healthy)\s+(?:range|values?|limits?|interval)\b"
    r"|\bnormal\s+[\w\s]{2,30}?\s(?:is|are|runs?|goes)\s+(?:about\s+|from\s+|between\s+)?$",
    re.IGNORECASE,
)
PAIR = re.compile(r"\s*(?:/|(?:over\s+)*over|sobre|por|by)\s*", re.IGNORECASE)
NO = re.compile(r"\b(?:not?|without|sin)\b|n['’]t\b", re.IGNORECASE)
NOT_BAD = re.compile(r"\bnot\s+(?:great|good|bad|too|so|running)\b", re.IGNORECASE)
RANGE = re.compile(r"\s*(?:to|-|–|and|a|y)\s*", re.IGNORECASE)
WORDED = re.compile(
    r"^\W*(?:(?:level|levels|numbers?)\s+)?(?:is|was|were|are|came\s+back|has\s+been|have\s+been|looks?|runs?|ran)\s+"
    r"(?P<word>(?:(?:a\s+(?:bit|little)|too|very|really|still|slightly|on\s+the|completely)\s+)?"
    r"(?:high|low|normal|elevated|borderline|abnormal|undetectable|negative|positive))\b",
    re.IGNORECASE,
)
WEIGHS = re.compile(
    r"\b(?:weigh|weighs|weighed|weighing|peso|pesa)\b"
    r"|\b(?:i|he|she|you)(?:['’](?:m|s|re)|\s+(?:am|is|are|was|were))(?:\s+(?:at|about|up\s+to|down\s+to|now|like|around|only|just))*(?=\s+[\w\s-]{2,24}?\s*(?:kilos?|kilograms?|kg|pounds?|lbs?)\b(?!\s+(?:heavier|lighter|over|up|down)))",
    re.IGNORECASE,
)
IT_IS = re.compile(
    r"(?:[^.?!]{3,40}?(?=\b(?:this\s+morning|today|yesterday|last\s+(?:night|time|week))\s+(?:it|they)\s+(?:was|were)\b))?"
    r"\W*(?P<lead>(?:(?:and|so|yeah|yes|okay|well|but|oh|now|i\s+(?:think|believe|guess)|they\s+(?:said|told\s+me|say)|you\s+know|today|last\s+(?:time|night|week)|yesterday|this\s+(?:morning|evening)|before\s+that|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|it\s+looks\s+like|looks\s+like)[,\s]+)*(?:that\s+)?"
    r"(?:(?P<it>you(?:['’]re|\s+are)(?:\s+at)?\b|(?:it|that|this|they|mine)(?:['’]s|\s+(?:is|was|came|were|says|said|looks?|has\s+been|had\s+been|reads?|shows?|ran|went))\b)"
    r"|(?=(?:around|about|like|maybe|roughly|over)?\s*[\w.]+\W*(?:%|percent)?\W*$)|(?=\d+(?:\.\d+)?\s*(?:%|percent)?,\s)))",
    re.IGNORECASE,
)
# What a person can have; another number beside the measure is something else.
PLAUSIBLE: dict[str, tuple[tuple[int, int], ...]] = {
    "temperature": ((34, 43), (93, 109)),
    "oxygen saturation": ((40, 100),),
    "ejection fraction": ((5, 90),),
    "pulse": ((20, 260),),
    "blood pressure": ((40, 300),),
    "A1c": ((3, 20),),
    "respiratory rate": ((4, 80),),
    "magnesium": ((0, 12),),
}
APPROXIMATELY = re.compile(
    r"\b(?:(?:a\s+(?:little|bit)|just|slightly|shot\s+up\s+to|up\s+to|like|well|way|went)\s+(?:over|above|under|below)|shot\s+up\s+to|went\s+up\s+to"
    r"|(?:is|was|at|it['’]s)\s+(?:over|under|above|below))\b",
    re.IGNORECASE,
)
DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d{1,2}(?!\d))")
NOT_COUNTED = frozenset("years months weeks days hours minutes seconds times tablet pill nights".split())


def is_plausible(measure: str, quantity: Quantity) -> bool:
    """False for a number that no person can have as this measure: it is something else that was said beside it."""
    return any(low <= quantity.value <= high for low, high in PLAUSIBLE.get(measure, ((0, 100_000),)))
