"""Cardinal numbers in words (English, Spanish, Portuguese), read the way people say them: "seven fifty" is 750."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Kind = Literal["ones", "teens", "tens", "hundreds", "scale"]


def _numbered(first: int, step: int, *spellings: str) -> dict[str, int]:
    """Spellings with "/" between variants, counted from `first` in steps."""
    return {word: first + step * place for place, variants in enumerate(spellings) for word in variants.split("/")}


_ONES = _numbered(0, 1, "zero/cero", "one/uno/una/un/um/uma", "two/dos/dois/duas", "three/tres/três",
                  "four/cuatro/quatro", "five/cinco", "six/seis", "seven/siete/sete", "eight/ocho/oito",
                  "nine/nueve/nove")  # fmt: skip
_TEENS = _numbered(10, 1, "ten/diez/dez", "eleven/once/onze", "twelve/doce/doze", "thirteen/trece/treze",
                   "fourteen/catorce/catorze/quatorze", "fifteen/quince/quinze",
                   "sixteen/dieciséis/dieciseis/dezesseis/dezasseis", "seventeen/diecisiete/dezessete/dezassete",
                   "eighteen/dieciocho/dezoito", "nineteen/diecinueve/dezenove/dezanove")  # fmt: skip
_TWENTIES = _numbered(21, 1, "veintiuno/veintiún/veintiuna", "veintidós/veintidos", "veintitrés/veintitres",
                      "veinticuatro", "veinticinco", "veintiséis/veintiseis", "veintisiete", "veintiocho",
                      "veintinueve")  # fmt: skip
_TENS = _numbered(20, 10, "twenty/veinte/vinte", "thirty/treinta/trinta", "forty/fourty/cuarenta/quarenta",
                  "fifty/cincuenta/cinquenta", "sixty/sesenta/sessenta", "seventy/setenta", "eighty/ochenta/oitenta",
                  "ninety/noventa")  # fmt: skip
_HUNDREDS = _numbered(100, 100, "cien/ciento/cem/cento", "doscientos/doscientas/duzentos", "trescientos/trezentos",
                      "cuatrocientos/quatrocentos", "quinientos/quinientas/quinhentos", "seiscientos/seiscentos",
                      "setecientos/setecentos", "ochocientos/oitocentos", "novecientos/novecentos")  # fmt: skip
_SCALES = {"hundred": 100, "thousand": 1000, "mil": 1000, "million": 1_000_000}
LARGE_SCALES = {"thousand": 1000, "million": 1_000_000}
_ORDINALS = _numbered(1, 1, "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
                      "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
                      "seventeenth", "eighteenth", "nineteenth", "twentieth") | {"thirtieth": 30}  # fmt: skip

_POINTS = frozenset({"point", "coma", "punto", "vírgula", "ponto"})
_JOINS = {"and": {"scale"}, "y": {"tens", "scale"}, "e": {"tens", "hundreds", "scale"}}
_HALVES: tuple[tuple[str, ...], ...] = (
    ("and", "a", "half"),
    ("and", "one", "half"),
    ("y", "medio"),
    ("y", "media"),
    ("e", "meio"),
    ("e", "meia"),
)
_QUARTERS: dict[tuple[str, ...], Decimal] = {
    ("and", "a", "quarter"): Decimal("0.25"),
    ("and", "one", "quarter"): Decimal("0.25"),
    ("and", "three", "quarters"): Decimal("0.75"),
}
_CENTURIES = {"nineteen": 19, "twenty": 20}

AMBIGUOUS_ONE = frozenset({"one", "uno", "una", "un", "um", "uma"})
AMBIGUOUS_SPANISH = frozenset({"once", "mil"})  # "once" is also English, "mil" a slip for "mL"

_KINDS: dict[str, tuple[Kind, int]] = {
    **{word: ("ones", value) for word, value in _ONES.items()},
    **{word: ("teens", value) for word, value in (_TEENS | _TWENTIES).items()},
    **{word: ("tens", value) for word, value in _TENS.items()},
    **{word: ("hundreds", value) for word, value in _HUNDREDS.items()},
    **{word: ("scale", value) for word, value in _SCALES.items()},
}
CARDINAL_WORDS = frozenset(_KINDS)
ORDINAL_WORDS = frozenset(_ORDINALS)


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number at the beginning of some words: its value, how many words it took, whether as an ordinal or a year."""

    value: Decimal
    words: int
    ordinal: bool = False
    is_year: bool = False


@dataclass(slots=True)
class _Sum:
    """Takes one number word after another for as long as they make one number."""

    total: int = 0  # closed thousands and millions
    current: int = 0  # what is being said below them
    last: Kind | None = None
    smallest_scale: int = 10**9

    @property
    def value(self) -> int:
        return self.total + self.current

    def takes(self, word: str) -> bool:
        kind, value = _KINDS[word]
        taken = self._takes_scale(word, value) if kind == "scale" else self._takes_plain(kind, value)
        if taken:
            self.last = kind
        return taken

    def _takes_scale(self, word: str, value: int) -> bool:
        if word == "mil" and self.last is None:
            self.current = 1
        if value == 100:
            fits = 0 < self.current < 100
            self.current *= value if fits else 1
            return fits
        if not self.current or value >= self.smallest_scale:
            return False
        self.total, self.current, self.smallest_scale = self.total + self.current * value, 0, value
        return True

    def _takes_plain(self, kind: Kind, value: int) -> bool:
        if self.last == "ones" and kind in {"tens", "teens"} and 0 < self.value < 10:
            self.current = self.current * 100 + value  # "seven fifty", "one twenty"
            return True
        fits = self.last is None or (value > 0 and self._has_room_for(kind))
        self.current += value if fits else 0
        return fits

    def _has_room_for(self, kind: Kind) -> bool:
        if self.last == "scale":
            return self.current % 100 == 0 and (kind != "hundreds" or not self.current)
        return (self.last == "hundreds" and kind != "hundreds") or (self.last == "tens" and kind == "ones")


def read_number(words: Sequence[str]) -> SpokenNumber | None:
    """The longest number that `words` (lower case) begin with, or None.

    "a hundred", "two point five", "point one two five", "two and a half", "twenty eighth" (an ordinal), "twenty
    nineteen" and "nineteen ninety nine" (years) are each one number.
    """
    if not words:
        return None
    if words[0] in {"a", "an"}:
        return _after_article(words)
    if fraction := fraction_after(words):
        return _scaled(words, *fraction)
    return _spoken_year(words) or _with_an_oh(words) or _cardinal(words)


def _with_an_oh(words: Sequence[str]) -> SpokenNumber | None:
    """ "one oh two point five": a nought between hundreds and ones, as of a temperature."""
    if len(words) < 3 or words[1] not in {"oh", "o"} or not (_ONES.get(words[0], 0) > 0 and _ONES.get(words[2], 0) > 0):
        return None
    return _with_fraction(words, _ONES[words[0]] * 100 + _ONES[words[2]], 3)


def _after_article(words: Sequence[str]) -> SpokenNumber | None:
    if len(words) < 2 or words[1] not in {"hundred", "thousand", "million"}:
        return None
    return _cardinal(("one", *words[1:]))


def _cardinal(words: Sequence[str]) -> SpokenNumber | None:
    total, used = _Sum(), 0
    while used < len(words):
        step = 2 if _joins(words, used, total.last) else 1
        word = words[used + step - 1]
        ordinal = _ordinal(word, total) if step == 1 else None
        if ordinal is not None:
            return SpokenNumber(Decimal(ordinal), used + 1, ordinal=True)
        begins_a_new_hundred = total.current >= 100 and words[used + step : used + step + 1] == ["hundred"]
        if word not in _KINDS or begins_a_new_hundred or not total.takes(word):
            break
        used += step
    if not used:
        return _lone_ordinal(words)
    return _with_fraction(words, total.value, used)


def _joins(words: Sequence[str], at: int, last: Kind | None) -> bool:
    allowed = _JOINS.get(words[at])
    return allowed is not None and last in allowed and at + 1 < len(words) and words[at + 1] in _KINDS


def _ordinal(word: str, total: _Sum) -> int | None:
    value = _ORDINALS.get(word)
    if value is None or total.last not in {"tens", "scale"} or (total.last == "tens" and value > 9):
        return None
    return total.value + value


def _lone_ordinal(words: Sequence[str]) -> SpokenNumber | None:
    value = _ORDINALS.get(words[0], 0)
    return SpokenNumber(Decimal(value), 1, ordinal=True) if value > 3 else None


def _with_fraction(words: Sequence[str], value: int, used: int) -> SpokenNumber:
    rest = words[used:]
    if fraction := fraction_after(rest):
        return _scaled(words, Decimal(value) + fraction[0], used + fraction[1])
    if part := part_after(rest):
        return _scaled(words, value + part[0], used + part[1])
    return SpokenNumber(Decimal(value), used)


def _scaled(words: Sequence[str], value: Decimal, used: int) -> SpokenNumber:
    """ "two point five million", "two and a half thousand"."""
    scale = LARGE_SCALES.get(words[used], 0) if used < len(words) else 0
    return SpokenNumber(whole(value * scale), used + 1) if scale else SpokenNumber(value, used)


def whole(value: Decimal) -> Decimal:
    """The same value, without a fraction where it is zero (2500, not 2500.0 nor 2.5E+3)."""
    return value.to_integral_value() if value == value.to_integral_value() else value


def part_after(words: Sequence[str]) -> tuple[Decimal, int] | None:
    """What "and a half" or "and a quarter" at the beginning of these words adds, and its words; None without one."""
    parts: dict[tuple[str, ...], Decimal] = {**{half: Decimal("0.5") for half in _HALVES}, **_QUARTERS}
    return next(((part, len(said)) for said, part in parts.items() if tuple(words[: len(said)]) == said), None)


def fraction_after(words: Sequence[str]) -> tuple[Decimal, int] | None:
    """ "point five", "point one two five", "point one twenty five", "coma cinco": the fraction and its words."""
    if not words or words[0] not in _POINTS:
        return None
    digits, used = "", 1
    while used < len(words):
        word = words[used]
        kind, value = ("ones", 0) if word in {"oh", "o"} else _KINDS.get(word, ("scale", 0))
        if kind in {"scale", "hundreds"}:
            break
        following = words[used + 1] if used + 1 < len(words) else ""
        if kind == "tens" and _ONES.get(following, 0) > 0:
            value, used = value + _ONES[following], used + 1
        digits, used = digits + str(value), used + 1
    return (Decimal(f"0.{digits}"), used) if digits else None


def _spoken_year(words: Sequence[str]) -> SpokenNumber | None:
    """ "nineteen ninety nine" and "twenty nineteen"; not "twenty five" nor "nineteen" alone."""
    century = _CENTURIES.get(words[0])
    if century is None or len(words) < 2:
        return None
    if words[1] == "oh" and len(words) > 2 and _ONES.get(words[2], 0) > 0:
        return SpokenNumber(Decimal(century * 100 + _ONES[words[2]]), 3, is_year=True)
    kind, value = _KINDS.get(words[1], ("ones", 0))
    if kind not in {"teens", "tens"} or (kind == "tens" and len(words) > 2 and words[2] in _SCALES):
        return None
    ones = _ONES.get(words[2], 0) if kind == "tens" and len(words) > 2 else 0
    return SpokenNumber(Decimal(century * 100 + value + ones), 3 if ones else 2, is_year=True)
