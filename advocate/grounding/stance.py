"""How a text stands to what it names: says it or denies it, above or below, left or right, now or then.

A reply that keeps every number and drug of the record and turns its sense is the worst of all; these readings are
compared between a sentence and what it rests on.
"""

from __future__ import annotations

import re

from advocate.engines.local.lexicon import find_drugs, find_terms, fold
from memory.numbers import dosing

EVERY = "*"
Allergy = tuple[str, bool]
"""What an allergy is to (`EVERY` for the whole kind), and whether it is denied."""

_CLAUSE = re.compile(
    r"[;:,()\n—–?!]|\.(?=\s|$)|\b(?:but|while|whereas|although|pero|aunque)\b|\band (?=(?:you|i|he|she|it|the)\b)"
)
_AND = re.compile(r"\b(?:and|y|e)\b")
_NEGATION = re.compile(r"\b(?:no|not|never|none|neither|nor|without|cannot|denies|denied|nunca|sin|ningun\w*)\b|n't\b")
_ALLERGIC = re.compile(r"\b(?:allerg\w+|alerg\w+)")
_REACTION = re.compile(_ALLERGIC.pattern + r"|\b(?:hives|rash\w*|anaphyla\w+|react\w*|swell\w*|itch\w*|ronchas)\b")
_ALLERGIC_TO = re.compile(
    r"\b(?:allergic|allerg(?:y|ies)|alergic[oa]|alergias?) (?:reactions? )?(?:to|a(?:l| la)?) (?:the )?([a-z]\w+)"
)
_ANY = {"any", "anything", "medicines", "medicine", "medications", "drugs", "it", "that", "them", "what", "which"}
_NOT_TAKEN = re.compile(
    r"(?:\b(?:not|never|no longer)|n't)\s+(?:\w+\s+){0,2}?(?:tak(?:e|es|en|ing)|on|us(?:e|es|ing)|prescribed)\b"
    r"|\b(?:stopped|discontinued|quit|off)\b|\bno (?:tom\w+|usa\w*)\b|\b(?:deje|dejo) de (?:tomar|usar)\b"
)
_TAKEN = re.compile(
    r"\b(?:you|he|she|they)(?:'re| are| is)? (?:still |now |currently |also )?(?:take|takes|taking|on|using|use)\b"
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
_SIDED = re.compile(rf"\b(left|right) ({_BODY})s?\b")
PAST = re.compile(
    r"\b(?:was|were|had|held|used to|before|previous\w*|earlier|until|till|former\w*|past|history|replac\w+"
    r"|supersed\w+|no longer|stopp\w+|chang\w+|rais\w+|lower\w*|increas\w+|decreas\w+|reduc\w+|from|old|older|said"
    r"|told|took|gave|went|reported|recorded|noted|started|put|correct\w+|instead|not|antes|era|tomaba|hasta)\b|n't\b"
)
COMING = re.compile(
    r"\b(?:plan\w*|will|coming|upcoming|from|starting|starts?|begin\w*|ahead|next|due|scheduled|going to|takes effect"
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


def taken(text: str) -> frozenset[tuple[str, bool]]:
    """Return the drugs that a text says are taken (True) or not taken, or no longer (False)."""
    found: set[tuple[str, bool]] = set()
    for clause in clauses(text):
        is_not = _NOT_TAKEN.search(clause) is not None
        if is_not or _TAKEN.search(clause):
            found |= {(drug.name, not is_not) for drug in find_drugs(clause)}
    return frozenset(found)


def frequencies(text: str) -> frozenset[str]:
    """Return how often things are taken, clause by clause, in canonical words."""
    parts = [part for clause in _CLAUSE.split(text) if clause for part in (clause, *_AND.split(clause))]
    return frozenset(often for part in parts if (often := dosing.frequency(part)))


def direction(text: str, start: int) -> str:
    """Return "below" or "above" where the words before `start` set a bound there, else ""."""
    before = plain(text)[max(0, start - 30) : start]
    return "below" if _BELOW.search(before) else "above" if _ABOVE.search(before) else ""


def sided(text: str) -> frozenset[str]:
    """Return the sides of the body that a text names: "left knee"."""
    return frozenset(f"{match[1]} {match[2]}" for match in _SIDED.finditer(plain(text)))


def content(text: str) -> frozenset[str]:
    """Return the words that carry the sense of a text, roughly stemmed."""
    words = re.findall(r"[a-z0-9][\w.]*", plain(text).replace("n't", " not"))
    return frozenset(_stem(word.rstrip(".")) for word in words) - _BARE


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            return word.removesuffix(ending)
    return word
