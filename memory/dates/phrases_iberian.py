"""Spanish and Portuguese: the basic phrases that name a date; see `rules` for the conventions."""

from __future__ import annotations

import re
from datetime import timedelta

from memory.dates.calendar_days import HOLIDAYS, Span
from memory.dates.rules import (
    Context,
    Rule,
    Unit,
    Which,
    day_of_month,
    distance,
    month,
    month_day,
    one_year,
    period,
    rule,
    weekday,
    yearly,
)
from memory.numbers.words import read_number

_DAY_WORDS = {"hoy": 0, "hoje": 0, "esta mañana": 0, "esta noche": 0, "esta tarde": 0, "esta manhã": 0, "ayer": -1,
              "ontem": -1, "anoche": -1, "anteayer": -2, "antier": -2, "antes de ayer": -2, "anteontem": -2,
              "mañana": 1, "amanhã": 1, "pasado mañana": 2, "depois de amanhã": 2}  # fmt: skip
_WEEKDAYS = {
    name: place
    for place, names in enumerate(("lunes segunda-feira", "martes terça-feira", "miércoles miercoles quarta-feira",
                                   "jueves quinta-feira", "viernes sexta-feira", "sábado sabado", "domingo"))
    for name in names.split()
}  # fmt: skip
_MONTHS = {
    name: place
    for place, names in enumerate(("enero janeiro", "febrero fevereiro", "marzo março", "abril", "mayo maio",
                                   "junio junho", "julio julho", "agosto", "septiembre setiembre setembro",
                                   "octubre outubro", "noviembre novembro", "diciembre dezembro"), 1)
    for name in names.split()
}  # fmt: skip
_UNITS: dict[str, Unit] = {
    "día": "day", "días": "day", "dia": "day", "dias": "day", "semana": "week", "semanas": "week",
    "fin de semana": "weekend", "fim de semana": "weekend", "mes": "month", "meses": "month", "mês": "month",
    "año": "year", "años": "year", "ano": "year", "anos": "year",
}  # fmt: skip
_PAST = "pasad[oa]|passad[oa]"
_COMING = r"que viene|que vem|próxim[oa]|proxim[oa]|siguiente|seguinte"
_HOLIDAYS = {"navidad": "christmas", "natal": "christmas", "nochebuena": "christmas eve", "nochevieja": "new year's "
                                                                                                        "eve",
             "año nuevo": "new year's day", "ano novo": "new year's "
                                                        "day", "pascua": "easter", "páscoa": "easter"}  # fmt: skip

_W = "(?P<day>" + "|".join(sorted(_WEEKDAYS, key=len, reverse=True)) + r")(?!\w)"
_M = "(?P<month>" + "|".join(_MONTHS) + r")(?!\w)"
_U = "(?P<unit>" + "|".join(sorted(_UNITS, key=len, reverse=True)) + r")(?!\w)"
_N = r"(?P<count>[0-9]{1,4}|[^\W\d_]{2,12}(?: (?:y|e) [^\W\d_]{2,8})?)"
_YEAR = r"(?:,? (?:de |del )?(?P<year>(?:19|20)[0-9]{2}))?(?!\w)"


def _which(match: re.Match[str]) -> Which:
    if match["before"]:
        word = match["before"].lower()
        return "last" if word.startswith(("pas", "últ", "ult")) else "this" if word.startswith("est") else "coming"
    if match["after"]:
        return "last" if re.match(_PAST, match["after"], re.IGNORECASE) else "coming"
    return None


def _count(written: str) -> int | None:
    if written.isdecimal():
        return int(written)
    read = read_number(written.lower().split())
    return int(read.value) if read and read.words == len(written.split()) else None


def _day_word(match: re.Match[str], context: Context) -> Span:
    return Span.of(context.said_on + timedelta(days=_DAY_WORDS[" ".join(match["word"].lower().split())]))


def _ago(match: re.Match[str], context: Context) -> Span | None:
    count = _count(match["count"])
    return None if count is None else distance(context, _UNITS[match["unit"].lower()], -count)


def _ahead(match: re.Match[str], context: Context) -> Span | None:
    count = _count(match["count"])
    if count is None or (not match["sure"] and context.is_past(match.start())):
        return None
    return distance(context, _UNITS[match["unit"].lower()], count)


def _until_now(match: re.Match[str], context: Context) -> Span | None:
    span = _ago(match, context)
    return Span(span.dated, context.said_on, span.likely, "for") if span else None


def _weekday(match: re.Match[str], context: Context) -> Span:
    return weekday(context, _which(match), _WEEKDAYS[match["day"].lower()], match.start())


def _month_day(match: re.Match[str], context: Context) -> Span:
    written = match["number"].lower()
    day = 1 if written.startswith("prim") else int(re.sub(r"\D", "", written))
    year = int(match["year"]) if match["year"] else None
    return month_day(context, _MONTHS[match["month"].lower()], day, year, match.start())


def _month(match: re.Match[str], context: Context) -> Span:
    year = int(match["year"]) if match["year"] else None
    return month(context, _which(match), _MONTHS[match["month"].lower()], year, match.start())


def _day_of_month(match: re.Match[str], context: Context) -> Span | None:
    return day_of_month(context, int(match["number"]), match.start())


def _year(match: re.Match[str], _context: Context) -> Span | None:
    return one_year(int(match["year"]))


def _period(match: re.Match[str], context: Context) -> Span | None:
    which = _which(match)
    return None if which is None else period(context, which, _UNITS[match["unit"].lower()], match.start())


def _holiday(match: re.Match[str], context: Context) -> Span:
    year = int(match["year"]) if match["year"] else None
    return yearly(context, None, HOLIDAYS[_HOLIDAYS[match["holiday"].lower()]], year, match.start())


_BEFORE = r"(?:(?P<before>pasad[oa]|últim[oa]|ultim[oa]|próxim[oa]|proxim[oa]|est[ea]) )"
_AFTER = rf"(?:,? (?P<after>{_PAST}|{_COMING})(?!\w))"

RULES: tuple[Rule, ...] = (
    rule("hoy hoje mañana manhã ayer ontem anoche anteayer antier anteontem amanhã noche tarde",
         r"(?<!la )(?<!cada )(?<!las )(?P<word>antes de ayer|pasado mañana|depois de amanhã|esta (?:mañana|noche"
         r"|tarde|manhã)"
         r"|hoy|hoje|ayer|ontem|anoche|anteayer|antier|anteontem|amanhã|mañana)"
         r"(?: (?:por|en|a|de|pela|à) (?:la )?(?:mañana|tarde|noche|manhã|noite))?(?!\w)", _day_word),
    rule("hace há faz", rf"(?:hace|há|faz) (?:unos |unas |cerca de |como |aproximadamente )?{_N} {_U}", _ago),
    rule("atrás", rf"{_N} {_U} atrás(?!\w)", _ago),
    rule("desde llevo", rf"(?:desde (?:hace|há)|llevo) {_N} {_U}", _until_now),
    rule("en em dentro daqui", rf"(?P<sure>dentro de|daqui a)? ?(?(sure)|(?:en|em)) {_N} {_U}", _ahead),
    rule(" ".join(_WEEKDAYS) + " feira",
         rf"(?:(?:el|la|este|esta|na|no|da|do) )?{_BEFORE}?(?:día )?{_W}{_AFTER}?", _weekday),
    rule("de", rf"(?:(?:el|día|dia) )?(?P<number>[12]?[0-9]|3[01]|primero|primeiro)(?:º"
                               rf"|ro)? de {_M}{_YEAR}", _month_day),
    rule(" ".join(_MONTHS), rf"(?:(?:en|em|desde|hasta|até|de) )(?P<before>)(?P<after>){_M}{_YEAR}", _month),
    rule(" ".join(_MONTHS), rf"(?:(?:en|em|desde|hasta|até|de|el) )?(?:{_BEFORE}{_M}{_YEAR}(?P<after>)|(?!))", _month),
    rule("día dia el", r"(?:el día|el|no dia|dia) (?P<number>[12]?[0-9]|3[01])(?=[ ]*(?:$|[.,;:!?)]"
                       r"|del mes))", _day_of_month),
    rule("en em desde hasta até del", r"(?:en|em|desde|hasta|até|del) (?P<year>(?:19|20)[0-9]{2})(?![\w.,][0-9]"
                                      r"|\w)", _year),
    rule("semana mes mês año ano fin fim", rf"(?:(?:la|el|o|a|no|na) )?(?:{_BEFORE}{_U}(?P<after>)|(?!))", _period),
    rule("semana mes mês año ano fin fim", rf"(?:(?:la|el|o|a|no|na) )?(?P<before>){_U}{_AFTER}", _period),
    rule("navidad natal nochebuena nochevieja año ano pascua páscoa",
         rf"(?P<holiday>{'|'.join(_HOLIDAYS)})(?!\w){_YEAR}", _holiday),
)  # fmt: skip
