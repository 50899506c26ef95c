"""How a text stands to what it names: says it or denies it, above or below, left or right, now or then.

A reply that keeps every number and drug of the record and turns its sense is the worst of all; these readings are
compared between a sentence and what it rests on.
"""

from __future__ import annotations

import re
from itertools import pairwise

from advocate.engines.local.lexicon import find_drugs, find_terms, fold
from memory.numbers import dosing

EVERY = "*"
Allergy = tuple[str, bool]
"""What an allergy is to (`EVERY` for the whole kind), and whether it is denied."""

_CLAUSE = re.compile(
    r"[;:,()\n—–?!]|\.(?=\s|$)|\b(?:but|while|whereas|although|pero|aunque)\b|\band (?=(?:you|i|he|she|it|the)\b)"
)
_AND = re.compile(r"\b(?:and|y|e)\b")
_STATEMENT = re.compile(
    r"[;:\n—]|[.?!](?=\s)|\b(?:but|while|whereas|although|pero|aunque)\b|\band (?=(?:you|i|he|she|it|the)\b)"
)
_HEDGE = re.compile(
    r"\b(?:if|whether|in case|ask|asks|asked|asking|unless|how|can|could|might|would|should|signs? of"
    r"|possibl[ey]|perhaps"
    r"|maybe|si|puede|podria|pregunt\w+)\b"
    r"|(?<!\bin )(?<!\bof )(?<!\bsince )(?<!\buntil )(?<!\bon )\bmay (?!not\b|\d|of\b)"
)
GENERIC = frozenset(
    "dose dos call daily twice once day time tak medicin medication doctor pill tablet need every each night"
    " morn even one two"
    " three read reading value now new up down out went go gone when what who be been after before since then"
    " still again"
    " more less very just year month week today yesterday last first next".split()
)
ADVICE = re.compile(r"^\W*(?:bring|write|tell|take someone|take along|show|keep a|note|ask|call|let|have)\b")
PAST_OF_ACTS = re.compile(r"\b(?:was|were|had|used to|until|before|earlier|at first|previously|formerly|antes|hasta)\b")
_STOPPING = re.compile(
    r"\b(?:stop|stopp\w+|stops|hold|holds|holding|held|avoid\w*|skip\w*|quit|discontinu\w+|paus\w+|off|no longer"
    r"|dejar\w*|deje|dejo|suspend\w+|evit\w+|ya no)\b(?! (?:by|in|of the record|on record)\b)"
)
_BEFORE_TAKING = re.compile(r"\b(?:call|ask|check|antes|llam\w+)\b.*\b(?:before|antes de) (?:you take|taking|tomar)\b")
_SINGLE = re.compile(r"(?<=every) single\b|(?<=each) single\b")
_EVERYDAY = re.compile(r"\beveryday (?=[a-z])", re.IGNORECASE)
_NEEDS_NOT = re.compile(r"(?:\bnot|n't|\bno longer) (?:need|have to)\b")
_TAKING = re.compile(
    r"\b(?:tak(?:e|es|ing|en)|took|continu\w+|carr\w+ on|keep\w*|start\w*|resum\w+|restart\w*|us(?:e|es|ing)"
    r"|go(?:es)? on|tom\w+"
    r"|sig\w+|seguir)\b"
)
_NOT_BEFORE = re.compile(r"(?:\b(?:not|never|without|no|nunca)|n't)\s+(?:\w+\s+){0,2}$")
_NEGATION = re.compile(r"\b(?:no|not|never|none|neither|nor|without|cannot|denies|denied|nunca|sin|ningun\w*)\b|n't\b")
_ALLERGIC = re.compile(r"\b(?:allerg\w+|alerg\w+)")
_REACTION = re.compile(_ALLERGIC.pattern + r"|\b(?:hives|rash\w*|anaphyla\w+|react\w*|swell\w*|itch\w*|ronchas)\b")
_ALLERGIC_TO = re.compile(
    r"\b(?:allergic|allerg(?:y|ies)|alergic[oa]|alergias?) (?:reactions? )?(?:to|a(?:l| la)?) (?:the )?([a-z]\w+)"
)
_ANY = {"any", "anything", "medicines", "medicine", "medications", "drugs", "it", "that", "them", "what", "which"}
_NOT_TAKEN = re.compile(
    r"(?:\b(?:not|never|no longer)|n't)\s+(?:\w+\s+){0,2}?(?:tak(?:e|es|en|ing)|on|us(?:e|es|ing)|prescribed)\b"
    r"|(?<!not )(?<!n't )(?<!never )\b(?:stopped|discontinued|quit|off|finished|completed)\b|\bto stop\b"
    r"|\bya no\b|\bno (?:tom\w+|usa\w*)\b|\b(?:deje|dejo) de (?:tomar|usar)\b"
)
_NOT_KNOWN = re.compile(
    r"\bnot (?:see|find|have|know|hold|say)\b|\b(?:nothing|whether|if|no (?:record|note|mention))\b"
)
_TAKEN = re.compile(
    r"\b(?:you|he|she|they|i)(?:'re|'m| are| is| am)? (?:still |now |currently |also )?(?:take|takes|taking|on"
    r"|using|use)\b"
    r"|\b(?:toma|usa|esta tomando)\b"
)
_BELOW = re.compile(
    r"\b(?:under|below|beneath|less than|lower than|fewer than|drops? to|no more than|at most|up to|menos de"
    r"|debajo de)(?: \w+)?\s*$|<\s*$"
)
_ABOVE = re.compile(
    r"\b(?:over|above|more than|higher than|greater than|exceed\w*|beyond|no less than|at least|mas de|encima de)"
    r"(?: \w+)?\s*$|>\s*$"
)
_BODY = (
    r"knee|hip|shoulder|arm|leg|foot|eye|ear|breast|lung|kidney|hand|wrist|ankle|elbow|side|ovary|testicle|thumb|finger"
    r"|toe|heel|thigh|calf|groin|jaw|cheek|ventricle|carotid"
)
_CUERPO = "rodilla|pie|brazo|pierna|mano|ojo|oido|cadera|hombro|pecho|rinon|tobillo|codo|lado"
_SIDES = {"izquierd": "left", "derech": "right"}
_SIDED = re.compile(
    rf"\b(?:(?P<side>left|right|both|each) (?:big |little |lower |upper |middle |ring |index )?(?P<part>{_BODY})s?"
    rf"|(?P<parte>{_CUERPO}) (?P<lado>izquierd|derech)[oa])\b"
)
PAST = re.compile(
    r"\b(?:was|were|had|held|used to|before|previous\w*|earlier|until|till|former\w*"
    r"|(?<!half )(?<!quarter )(?<!minutes )past|history|replac\w+"
    r"|supersed\w+|no longer|stopp\w+|chang\w+|rais\w+|lower\w*|increas\w+|decreas\w+|reduc\w+|from|old|older|said"
    r"|told|took|gave|went|reported|recorded|noted|started|put|correct\w+|instead|not|antes|era|tomaba|hasta)\b|n't\b"
)
COMING = re.compile(
    r"\b(?:plan\w*|will|coming|upcoming|from (?!\d|half|one|two|five|ten)|starting|starts?|begin\w*|ahead|next"
    r"|due|scheduled|going to|takes effect"
    r"|until|later|soon|sera|a partir)\b|'ll\b"
)
PRESENT = re.compile(
    r"\b(?:take|takes|taking|is|are|current\w*|now|today|still|at the moment|toma|ahora|actual\w*)\b"
    r"|\b(?:you're|it's)"
)
ENDING = re.compile(
    r"\b(?:until|till|replac\w+|supersed\w+|chang\w+|stopp\w+|rais\w+|lower\w*|increas\w+|reduc\w+|since"
    r"|no longer|ended|from|put up|correct\w+|before|instead)\b"
)
_BARE = frozenset(
    re.findall(
        r"\w+",
        "a an the of in on at to for and or but with by from as is are was were be been it its this that these those"
        " you your i my me we our he she his her they their has have had do does did any some there per said says told"
        " record known not no never none dr dra el la los las de del en un una y que su sus mi",
    )
)


def plain(text: str) -> str:
    """Lower case without accents, as long as `text`."""
    return fold(text)


def clauses(text: str) -> list[str]:
    """The clauses of a text in lower case, each of which says or denies one thing."""
    return [part for part in _CLAUSE.split(plain(text)) if part and part.strip()]


def spans_at(text: str) -> list[tuple[str, int]]:
    """The statements of a plain text, longer than clauses, each with where it begins."""
    stops = [0, *(match.end() for match in _STATEMENT.finditer(text)), len(text)]
    return [(text[start:end], start) for start, end in pairwise(stops) if text[start:end].strip()]


def spans(text: str) -> list[str]:
    """The statements of a plain text."""
    return [span for span, _ in spans_at(text)]


def hedged(plain: str) -> bool:
    """Tell whether a text asks, supposes or allows for something and claims nothing."""
    return _HEDGE.search(plain) is not None


def polarity(clause: str) -> bool | None:
    """Tell whether a clause has something taken (True) or not taken, held or stopped (False); None where neither."""
    if _NEEDS_NOT.search(clause) or _BEFORE_TAKING.search(clause):
        return False
    stops = _STOPPING.search(clause)
    if stops is not None:
        return _NOT_BEFORE.search(clause[: stops.start()]) is not None
    takes = _TAKING.search(clause)
    return None if takes is None else _NOT_BEFORE.search(clause[: takes.start()]) is None


def is_denied(clause: str) -> bool:
    """Tell whether a clause denies."""
    return _NEGATION.search(clause) is not None


def allergies(text: str, *, reactions: bool = False) -> frozenset[Allergy]:
    """Return the allergies that a text states or denies; with `reactions`, "penicillin gives me hives" states one."""
    telling = _REACTION if reactions else _ALLERGIC
    return frozenset(found for clause in clauses(text) if telling.search(clause) for found in _allergies_of(clause))


def allergens(text: str) -> frozenset[str]:
    """Return the drugs and allergens that a text names, by their one names in lower case."""
    terms = [term.name for term in find_terms(text, "allergen")]
    return frozenset(fold(name) for name in [*(drug.name for drug in find_drugs(text)), *terms])


def _allergies_of(clause: str) -> list[Allergy]:
    denied = is_denied(clause)
    named = {match[1] for match in _ALLERGIC_TO.finditer(clause)} - _ANY
    things = allergens(clause) or named
    if not things:
        return [(EVERY, True)] if denied else []
    return [(thing, denied) for thing in things]


_IT = re.compile(r"\b(?:it|that|them|lo|la)\b")


def speaks_of_it(text: str) -> bool:
    """Tell whether a text speaks of something that it does not name."""
    return _IT.search(plain(text)) is not None


def acts(text: str, meant: frozenset[str] = frozenset()) -> frozenset[tuple[str, bool]]:
    """Return the drugs that a text says to take, or that are taken (True), or to stop, hold or avoid (False).

    "It" is the drug named last before; at first what is `meant`.
    """
    found: set[tuple[str, bool]] = set()
    for clause in clauses(text):
        drugs = frozenset(drug.name for drug in find_drugs(clause))
        view = polarity(clause)
        of = drugs or (meant if _IT.search(clause) else frozenset())
        if view is not None:
            found |= {(drug, view) for drug in of}
        meant = drugs or meant
    return frozenset(found)


def taken(text: str) -> frozenset[tuple[str, bool]]:
    """Return the drugs that a text says are taken (True) or not taken, or no longer (False)."""
    found: set[tuple[str, bool]] = set()
    for clause in clauses(text):
        is_not = _NOT_TAKEN.search(clause) is not None
        if is_not or (_TAKEN.search(clause) and not _NOT_KNOWN.search(clause)):
            found |= {(drug.name, not is_not) for drug in find_drugs(clause)}
    return frozenset(found)


def frequencies(text: str) -> frozenset[str]:
    """Return how often things are taken, clause by clause, in canonical words."""
    text = _SINGLE.sub("", _EVERYDAY.sub(" ", text))
    if dosing.frequency(text) is None:
        return frozenset()
    parts = [part for clause in _CLAUSE.split(text) if clause for part in (clause, *_AND.split(clause))]
    return frozenset(often for part in parts if (often := dosing.frequency(part)))


def direction(text: str, start: int) -> str:
    """Return "below" or "above" where the words before `start` set a bound there, else ""."""
    before = plain(text)[max(0, start - 30) : start]
    return "below" if _BELOW.search(before) else "above" if _ABOVE.search(before) else ""


def sided(text: str) -> frozenset[str]:
    """Return the sides of the body that a text names: "left knee"."""
    found = [
        (match["side"] or match["lado"], match["part"] or match["parte"]) for match in _SIDED.finditer(plain(text))
    ]
    return frozenset(f"{_SIDES.get(side, side)} {part}".replace("each ", "both ") for side, part in found)


def without_sides(text: str) -> str:
    """A plain text without the sides of the body that it names."""
    return _SIDED.sub(" ", text)


_ENDS = frozenset("gdse")


def content(text: str) -> frozenset[str]:
    """Return the words that carry the sense of a text, roughly stemmed."""
    words = re.findall(r"[a-z0-9][\w.]*", plain(text).replace("n't", " not"))
    return frozenset(_stem(word.rstrip(".")) for word in words) - _BARE


def _stem(word: str) -> str:
    if word[-1:] not in _ENDS:
        return word
    for ending in ("ing", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            return word.removesuffix(ending)
    return word
