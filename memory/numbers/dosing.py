"""How a medicine is taken, read from what people say: how often, by which way, for how long, and whether as needed.

Answers are canonical English phrases ("BID", "two times a day" and "dos veces al día" are all "twice daily"), so that
two ways to say the same schedule compare equal. Numbers in words are read (`memory.numbers`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.numbers import as_digits

Answer = str | Callable[[re.Match[str]], str]

_TIMES = {"1": "once", "2": "twice", "3": "three times", "4": "four times", "5": "five times", "6": "six times"}
_COUNTS = {"once": "1", "twice": "2", "thrice": "3", "una vez": "1", "uma vez": "1"}
_PERIODS = {"day": "daily", "daily": "daily", "día": "daily", "dia": "daily", "week": "weekly", "weekly": "weekly",
            "semana": "weekly", "month": "monthly", "monthly": "monthly", "mes": "monthly", "mês": "monthly",
            "year": "yearly", "yearly": "yearly", "año": "yearly", "ano": "yearly"}  # fmt: skip
_UNITS = {"h": "hours", "hr": "hours", "hora": "hours", "día": "days", "dia": "days", "d": "days", "wk": "weeks",
          "semana": "weeks", "mes": "months", "mese": "months"}  # fmt: skip
_EVERY = {"1 hours": "every hour", "1 days": "once daily", "1 weeks": "once weekly", "1 months": "once monthly",
          "1 years": "once yearly", "2 days": "every other day", "24 hours": "once daily", "7 days": "once weekly",
          "2 day": "every other day"}  # fmt: skip
_WEEKDAY = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_PERIOD = r"(?P<period>day|daily|week|weekly|month|monthly|year|yearly|día|dia|semana|mes|mês|año|ano)\b"
_UNIT = r"(?P<unit>hours?|hrs?|h|horas?|days?|d|días?|dias?|weeks?|wks?|semanas?|months?|mes(?:es)?|years?)\b"
_RANGE = r"(?:(?P<low>[0-9]+) ?(?:-|–|to|or|a|o) ?)?(?P<count>[0-9]+)"

# Said together ("in the morning and at night") these are kept in the order of the day.
_PARTS_OF_DAY: tuple[tuple[str, str], ...] = (
    ("in the morning", r"(?:in|during) the mornings?|(?:every|each) mornings?|\bmornings|qam|(?:with|at"
                       r"|before) breakfast"
                       r"|(?:por|en) la mañana|(?:cada|todas las) mañanas?|(?:de|pela) manhã"),
    ("at noon", r"at (?:noon|lunch(?:time)?|midday)|with lunch|al mediodía|ao meio-dia"),
    ("in the afternoon", r"in the afternoons?|(?:every|each) afternoon|(?:por|en) la tarde|à tarde"),
    ("in the evening", r"in the evenings?|(?:every|each) evening|evenings|qpm|(?:with|at|before) (?:dinner|supper)"),
    ("at night", r"at night(?:time)?|at bed ?time|before bed(?:time)?|before (?:going|i go) to (?:bed|sleep)"
                 r"|(?:every|each) (?:night|bedtime)|nightly|qhs|q\.h\.s\.?|(?:por|en) la noche|cada noche"
                 r"|todas las noches"
                 r"|antes de (?:dormir|acostar\w+)|à noite"),
)  # fmt: skip
_PARTS = tuple((name, re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)) for name, pattern in _PARTS_OF_DAY)
_MORNING_AND = re.compile(r"\b(?:every|each|in the) mornings? and (?P<part>afternoon|evening|night)\b", re.IGNORECASE)
_CUSTOMARY = {"at night": "at bedtime", "in the morning and in the evening": "every morning and evening"}


def _per(match: re.Match[str]) -> str:
    period = _PERIODS[match["period"].lower()]
    if match["low"]:
        return f"{match['low']} to {match['count']} times {period}"
    count = _COUNTS.get(match["count"].lower(), match["count"])
    return f"{_TIMES.get(count, f'{count} times')} {period}"


def _every(match: re.Match[str]) -> str:
    unit = match["unit"].lower().rstrip("s")
    units = _UNITS.get(unit, f"{unit}s")
    count = f"{match['low']} to {match['count']}" if match["low"] else match["count"]
    return _EVERY.get(f"{count} {units}", f"every {count} {units}")


def _weekdays(match: re.Match[str]) -> str:
    days = [day.capitalize() for day in re.findall(_WEEKDAY, match[0], re.IGNORECASE)]
    return "every " + (days[0] if len(days) == 1 else f"{', '.join(days[:-1])} and {days[-1]}")


def _patterns(*answers: tuple[str, Answer]) -> tuple[tuple[re.Pattern[str], Answer], ...]:
    return tuple((re.compile(rf"(?<!\w)(?:{pattern})", re.IGNORECASE), answer) for pattern, answer in answers)


_FREQUENCIES = _patterns(
    (r"every other (?P<unit>day|week|month)\b", lambda match: "every other day" if match["unit"].lower() == "day"
     else f"every 2 {match['unit'].lower()}s"),
    (r"(?:on )?alternate days|un día sí y (?:otro|uno) no|dia sim,? dia não|q\.?o\.?d\b", "every other day"),
    (rf"{_RANGE} ?(?:x|times|veces|vezes)?,?(?: ?/ ?| (?:a|per|each|every|al|a la|por"
     rf"|ao) )(?<![0-9] a ){_PERIOD}", _per),
    (rf"{_RANGE} (?:times|x) {_PERIOD}", _per),
    (rf"(?P<low>)(?P<count>once|twice|thrice|una vez|uma vez)(?: ?/ ?| (?:a|per|each|every|al|a la|por|ao|cada) "
     rf"| ){_PERIOD}", _per),
    (r"b\.?i\.?d\b\.?", "twice daily"),
    (r"t\.?i\.?d\b\.?", "three times daily"),
    (r"q\.?i\.?d\b\.?", "four times daily"),
    (rf"(?:every|each|q|cada|a cada|c/) ?{_RANGE}[ -]?{_UNIT}", _every),
    (r"(?:de )?(?P<low>)(?P<count>[0-9]+) em [0-9]+ (?P<unit>horas|dias)", _every),
    (r"(?P<low>)(?P<count>[0-9]+)[ -]hourly", lambda match: f"every {match['count']} hours"),
    (rf"(?:every|each) {_WEEKDAY}(?:(?:,? and |, | ){_WEEKDAY})*|(?:on )?{_WEEKDAY}s(?:(?:,? and |, ){_WEEKDAY}s)*\b"
     rf"|(?:on )?{_WEEKDAY}(?:, {_WEEKDAY})+,? and {_WEEKDAY}", _weekdays),
    (r"every hour|hourly|cada hora", "every hour"),
)  # fmt: skip
_PLAIN = _patterns(
    (r"once weekly|weekly|every week|each week|q ?week|cada semana|todas las semanas|toda semana", "once weekly"),
    (r"monthly|every month|each month|cada mes|todos los meses|todo mês", "once monthly"),
    (r"1 \w+ (?:a|per|al|por|ao) d[aií]\w+|daily|every ?day|each day|q\.?d\b\.?|qday|o\.d\.|diari\w+|todos los días"
     r"|cada día"
     r"|todos os dias", "once daily"),
)  # fmt: skip
_ROUTES = _patterns(
    (r"(?:eye ?drops?|(?:drops?|gtts?) (?:in|into|to) (?:\w+ ){0,2}eyes?|ophthalmic|gotas (?:en|para) los ojos"
     r"|colirio)\b", "eye drops"),
    (r"(?:ear ?drops?|(?:drops?|gtts?) (?:in|into|to) (?:\w+ ){0,2}ears?|otic)\b", "ear drops"),
    (r"(?:sublingual(?:ly)?|under (?:the|my|his|her|your) tongue|debajo de la lengua)\b", "sublingual"),
    (r"(?:nasal(?:ly)?|nose ?spray|nasal ?spray|(?:each|per|in (?:the|my|each)) nostrils?|intranasal)\b", "nasal"),
    (r"(?:subcutaneous(?:ly)?|sub-?q|subcut|sub cu|under the skin|subcutánea|subcutânea)\b", "subcutaneous"),
    (r"(?:intramuscular(?:ly)?|into the muscle|(?-i:IM)\b)", "intramuscular"),
    (r"(?:intravenous(?:ly)?|(?-i:IV)\b|infusions?\b|into (?:a|the|my) vein|intravenosa)", "intravenous"),
    (r"(?:rectal(?:ly)?|suppositor(?:y|ies)|enemas?)\b", "rectal"),
    (r"(?:vaginal(?:ly)?|vaginally)\b", "vaginal"),
    (r"(?:patch(?:es)?|transdermal|parches?|adesivos?)\b", "patch"),
    (r"(?:inhal(?:e|es|ed|er|ers|ation|ations)|puffs?|nebuli[sz]ers?|nebuli[sz]ed|inhalador"
     r"|inhalaciones)\b", "inhaled"),
    (r"(?:inject(?:ion|ions|ed|s|able)?|shots?|inyección|inyecciones|injeção)\b", "injection"),
    (r"(?:topical(?:ly)?|creams?|ointments?|gels?|lotions?|on (?:the|my) skin|crema|pomada)\b", "topical"),
    (r"(?:by mouth|oral(?:ly)?|p\.o\.|(?-i:PO)\b|po (?=daily|bid|tid|q)|por (?:la )?boca|vía oral"
     r"|via oral)(?!\w)", "oral"),
)  # fmt: skip
_AS_NEEDED = re.compile(
    r"(?<!not )(?<!\w)(?:as (?:needed|required|necessary)|p\.?r\.?n\b|(?:when(?:ever)?|if|only when"
    r"|only if) (?:\w+ )?(?:really )?"
    r"(?:needs?|needed|required|necessary)\b|when(?:ever)? (?:i|he|she|they|you) (?:really )?needs? (?:it|them|one|to)"
    r"|cuando (?:l[oa]s? )?(?:necesit\w+|haga falta)|(?:si|en caso) (?:es |lo |la |sea |de )?neces\w+"
    r"|según (?:sea )?neces\w+"
    r"|se (?:for )?necess\w+|quando (?:preciso|precisar|necess\w+)|a demanda)(?!\w)",
    re.IGNORECASE,
)
_DURATION = re.compile(
    r"(?:\b(?:for|por|durante)(?: about| another| a total of| the next)? (?P<count>[0-9]+(?: ?(?:to|or|-) ?[0-9]+)?"
    r"|an?|una?) (?P<unit>days?|weeks?|months?"
    r"|years?|nights?|días?|dias?|semanas?|mes(?:es)?)\b(?! (?:ago|now)\b)|\bx ?(?P<times>[0-9]+) ?(?P<of>days?|d"
    r"|weeks?|months?)\b"
    r"|\b(?P<course>[0-9]+)[- ](?P<length>day|week|month) course\b)",
    re.IGNORECASE,
)
# Every pattern of a frequency needs a digit or one of these; a text without them is not searched.
_TELLS = (
    "every", "each", "q", "cada", "tod", "altern", "once", "twice", "thrice", "time", "x", "vez", "vec", "daily", " da",
    " di", "hour", "hora", "week", "month", "mes", "semana", "day", "bi", "b.i", "tid", "t.id", "ti.d", "t.i.d", "o.d",
    "diari", "morning", "breakfast", "noon", "lunch", "tarde", "evening", "dinner", "supper", "night", "bed", "noche",
    "noite", "dormir", "acostar", "mediod", "meio",
)  # fmt: skip
_UP_TO_NOW = re.compile(r"\bbeen\b|['’]ve\b|\b(?:have|has|haven't|hasn't) \w+ed\b|\b(?:past|last)\b", re.IGNORECASE)


def frequency(text: str) -> str | None:
    """How often, in canonical words, or None: "twice daily", "every 8 hours", "at bedtime", "every Monday".

    Parts of the day said together stay together: "in the morning and at night", "every morning and evening".
    """
    if not _may_tell_how_often(text):
        return None
    said = as_digits(text)
    for pattern, answer in _FREQUENCIES:
        if match := pattern.search(said):
            return answer if isinstance(answer, str) else answer(match)
    return _parts_of_day(said) or next((str(answer) for pattern, answer in _PLAIN if pattern.search(said)), None)


def _may_tell_how_often(text: str) -> bool:
    lower = text.lower()
    return not text.isascii() or any(word in lower for word in _TELLS)


def _parts_of_day(said: str) -> str | None:
    """All parts of the day that are named, in the order of the day."""
    said = _MORNING_AND.sub(lambda match: f"every morning and every {match['part']}", said)
    parts = [name for name, pattern in _PARTS if pattern.search(said)]
    if not parts:
        return None
    together = " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
    return _CUSTOMARY.get(together, together)


def route(text: str) -> str | None:
    """By which way it is taken, or None where nothing says so; a tablet alone says nothing."""
    return next((str(answer) for pattern, answer in _ROUTES if pattern.search(text)), None)


def as_needed(text: str) -> bool:
    """True when it is taken only when needed ("as needed", "prn", "cuando lo necesito")."""
    return _AS_NEEDED.search(text) is not None


def duration(text: str) -> str | None:
    """For how long it is to be taken ("for 10 days"); not how long it has been going on ("for the past two weeks")."""
    match = _DURATION.search(as_digits(text))
    if match is None or _UP_TO_NOW.search(text):
        return None
    count = match["count"] or match["times"] or match["course"]
    unit = (match["unit"] or match["of"] or match["length"]).lower().rstrip("s")
    number = "1" if count.lower() in {"a", "an", "un", "una"} else re.sub(" ?(?:to|or|-) ?", " to ", count)
    named = {"día": "day", "dia": "day", "d": "day", "semana": "week", "mes": "month", "mese": "month", "me": "month"}
    unit = named.get(unit, unit)
    return f"for {number} {unit}{'' if number == '1' else 's'}"
