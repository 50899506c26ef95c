"""How a drug is taken: dose, frequency, route, as needed, and what for, each where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from advocate.engines.local.lexicon import find_terms, fold
from memory.numbers import Quantity, as_digits, quantities

STRENGTHS = frozenset("mg mcg g mL units IU mEq mmol mg/kg %".split())
_COUNTS = frozenset("tablet pill capsule puff drop patch spray teaspoon tablespoon injection dose".split())
_BOUGHT, _MOST_AT_ONCE = frozenset({"tablet", "pill", "capsule", "patch"}), 10
DOSE_UNITS = STRENGTHS | _COUNTS | {"L"}
_NUMBER = (
    r"(?:\d+|an?|one|two|three|four|five|six|eight|ten|twelve|una?|uma|dos|duas|dois|tres|cuatro|quatro|seis|ocho|doce)"
)
_PERIOD = r"(?:days?|weeks?|months?|nights?|hours?|mornings?|evenings?|dia|semana|mes|noche)"
_WHEN = (
    r"(?:morning|afternoon|evening|night|noon|midday|bedtime|breakfast|lunch|dinner|supper|meals?|food|bed|mornings|nights"
    r"|evenings|every\s+meal|each\s+meal|my\s+breakfast|my\s+dinner|my\s+meals?)"
)
_REGIMEN = re.compile(
    rf"""(?<!\w)(?:
      (?:(?:once|twice|thrice|{_NUMBER}(?:[ ](?:or|to)[ ]{_NUMBER})?[ ](?:times?|vez|veces|vezes))
        (?:[ ](?:a|per|each|every|in[ ]a|al|ao|por|a[ ]la)[ ]{_PERIOD}|[ ]daily|[ ]weekly|[ ]monthly
          |[ ]a[ ]la[ ]semana))
      | \d[ ]?x[ ]?(?:/|a[ ]|per[ ]|daily)[ ]?(?:days?|d)?
      | (?:every|each|cada)[ ](?:other[ ]|single[ ])?(?:{_NUMBER}(?:[ ](?:or|to)[ ]{_NUMBER}|-\d+)?[ ])?
        (?:{_PERIOD}|horas?|day|afternoon|manana|lunes|monday|tuesday|wednesday|thursday|friday|saturday|sunday)
      | (?:on[ ])?(?:mon|tues|wednes|thurs|fri|satur|sun)days | (?:on[ ])?(?:the[ ])?other[ ]days
      | (?:once|twice)?[ ]?(?:daily|nightly|weekly|monthly|diario|diaria|diariamente) | a[ ](?:day|night|week)
      | (?:in|at|with|before|after|during|around|on[ ]an?)[ ](?:the[ ]|every[ ]|each[ ])?(?:{_WHEN}|empty[ ]stomach)
        (?:[ ]and[ ](?:(?:in|at|with)[ ](?:the[ ])?)?(?:{_WHEN}))?
      | (?:b\.?i\.?d|t\.?i\.?d|q\.?i\.?d|q\.?d|q\.?h\.?s|qam|qpm|p\.?r\.?n)\b\.?
      | (?:when|as|if|whenever)[ ](?:needed|necessary|required|(?:i|you|she|he)[ ]needs?(?:[ ](?:it
        |them))?)(?:[ ]for[ ](?:the[ ]|my[ ])?\w+)?
      | only[ ](?:when|if)[ ]i[ ]need[ ]it | si[ ]es[ ]necesario | cuando[ ](?:lo|la)?[ ]?necesito | al[ ]dia
      | por[ ]la[ ](?:manana|noche|tarde) | en[ ]la[ ](?:manana|noche) | antes[ ]de[ ](?:dormir|acostarme)
        | con[ ]comida
      | for[ ](?:the[ ]next[ ])?(?:\d+|two|three|five|seven|ten|fourteen)[ ](?:more[ ])?(?:days|weeks)
      | by[ ]mouth | orally | under[ ](?:the|my)[ ]tongue | (?:by|as|an?)[ ](?:injection|inhaler|patch|nasal[ ]spray)
      | por[ ]via[ ]oral | por[ ]la[ ]boca | topically | in[ ](?:each|both)[ ](?:eyes?|nostrils?)
    )(?!\w)""",
    re.VERBOSE,
)
_PURPOSE = re.compile(
    r"(?<!\w)for[ ](?:my[ ]|the[ ]|his[ ]|her[ ])?(?:[\w'-]+[ ]){0,2}?[\w'-]+(?=$|[,.;)]|[ ](?:and|once|twice"
    r"|every|in|at|since|daily)\b)"
)
_GLUE = frozenset({"", "of", "and", "or", "de", "y", "(", ")", "then", "plus", "-", "a", "/", "x"})
_BETWEEN_DOSES = frozenset({"to", "or", "-", "–"})

# "Two tablets, each one is 600": the strength of one, beside how many are taken.
_EACH = re.compile(
    r"\b(?:each|every)(?:\s+(?:one|tablet|pill|capsule))?(?:\s+(?:is|are|has)|['’]s)\s+(?:a\s+|the\s+)?$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a regimen: kind is dose, regimen or purpose; `text[start:end]` of the clause."""

    kind: str
    start: int
    end: int
    quantity: Quantity | None = None


def pieces(text: str) -> list[Piece]:
    """Every part of a regimen that a clause names, in order, none inside another."""
    folded = fold(text)
    # "for ten days" limits a course; "I have been taking it for ten days" does not.
    limited = not re.search(r"\b(?:been|had|was|took)\b", folded)
    found = [Piece("regimen", *m.span()) for m in _REGIMEN.finditer(folded) if limited or not m[0].startswith("for ")]
    found += [Piece("purpose", *m.span()) for m in _PURPOSE.finditer(folded) if _is_purpose(text[m.start() : m.end()])]
    found = [_before_its_purpose(piece, found, text) for piece in found]
    found = [_before_a_number(piece, text) for piece in found]
    taken = [(p.start, p.end) for p in found]
    for quantity in quantities(text):
        if is_dose(quantity) and not any(s <= quantity.start < e for s, e in taken):
            found.append(Piece("dose", quantity.start, quantity.end, quantity))
    return sorted(found, key=lambda piece: piece.start)


def _before_its_purpose(piece: Piece, found: list[Piece], text: str) -> Piece:
    """ "As needed for back" of "as needed for back pain" ends where the purpose begins."""
    cut = [p.start for p in found if p.kind == "purpose" and piece.start < p.start < piece.end]
    if piece.kind == "purpose" or not cut:
        return piece
    return replace(piece, end=piece.start + len(text[piece.start : cut[0]].rstrip()))


def _before_a_number(piece: Piece, text: str) -> Piece:
    """ "For her bladder" of "for her bladder five milligrams" ends where the dose begins."""
    numbers = quantities(text[piece.start : piece.end]) if piece.kind == "purpose" else []
    return replace(piece, end=piece.start + len(text[piece.start :][: numbers[0].start].rstrip())) if numbers else piece


def is_dose(quantity: Quantity) -> bool:
    """True where a number may be a dose: with a unit of dose, or bare ("up to 50"); thirty pills are what one buys."""
    if quantity.unit in _BOUGHT and quantity.value >= _MOST_AT_ONCE:
        return False
    return quantity.unit is None or quantity.unit in DOSE_UNITS


def composed(text: str, spans: list[tuple[int, int]], lead: str = "") -> str:
    """The words of the spans in the order said, numbers in digits; short connecting words between them are kept."""
    out, last, end = as_digits(lead), -1, -1
    for start, stop in sorted(spans):
        between = text[end:start].strip(" ,") if end >= 0 else ""
        glue = _GLUE | _BETWEEN_DOSES if quantities(text[last:end]) and quantities(text[start:stop]) else _GLUE
        kept = between if end >= 0 and between.lower() in glue else ""
        # Each on its own: "eight hundred" and "two times a day" are not 802 of anything.
        out = " ".join(part for part in (out, kept, as_digits(text[start:stop])) if part)
        last, end = start, stop
    return " ".join(out.split()).replace("( ", "(").replace(" )", ")").replace(" / ", "/")


def amount(doses: list[Quantity], text: str) -> tuple[str | None, str | None]:
    """Value and unit of the doses: ("25", "mg"), ("25 + 50", "mg"), ("20/12.5", None). Strengths before counts."""
    each = [q for q in doses if q.unit in {*STRENGTHS, None} and _EACH.search(text, 0, q.start)]
    strengths = each or [q for q in doses if q.unit in STRENGTHS] or doses
    if not strengths:
        return None, None
    unit = next((q.unit for q in strengths if q.unit), None)
    same = [q for q in strengths if q.unit in {unit, None}]
    joints = ["/" if text[a.end : b.start].strip(" ") in {"/", ""} else " + " for a, b in pairwise(same)]
    return "".join(f"{q.value.normalize():f}{joint}" for q, joint in zip(same, [*joints, ""], strict=True)), unit


def _is_purpose(words: str) -> bool:
    return bool(find_terms(words, "condition", "system", "symptom", "vital"))
