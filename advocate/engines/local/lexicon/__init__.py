"""What the local engine knows by name: drugs, measures, conditions, allergens, people.

Matched by whole words, never inside a word ("iron" is not in "environment"). Loaded on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from advocate.engines.local.lexicon.loading import fold, lexicon, phrase
from advocate.engines.local.lexicon.spelling import misspelt_drug
from memory.numbers import quantities
from memory.numbers.words import CARDINAL_WORDS

__all__ = [
    "DrugMention",
    "Term",
    "class_of",
    "drug_keys",
    "find_classes",
    "find_drugs",
    "find_terms",
    "fold",
    "systems_of",
    "units_of",
]

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_GAP = re.compile(r"[ \t]+|[-/.]")
_LONGEST = 4
_JOINED = re.compile(r"[ \t]?[-/+][ \t]?")
_TAKEN_BEFORE = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|started|stopped|stop|start|starting|prescribed|add|adding|give you|order"
    r"|continue|put (?:me|him|her|you) on|using"
    r"|use|uses|(?:i'm|am|is|are|was|been|you're|she's|he's) (?:also |still |now )?on|off|my|toma|tomo|tomando"
    r"|(?:mg|mcg|g|units?|iu|milligrams|micrograms|tablets?|pills?) (?:of|de))\b(?:[^.;?!]*)$"
)
_MEASURED_AFTER = re.compile(r"[ \t]*(?:'s )?[ \t]*(?:levels?|was|is|were|came|went|of \d|at \d|test|:|low|high)\b")
_MEASURED_BEFORE = re.compile(r"(?:\b(?:low|high|normal|levels? of)|\bmy)[ \t]+$")
_SPOKEN = rf"(?:(?:{'|'.join(sorted(CARDINAL_WORDS))}|point|oh|and|a|an|the)[ \t-]+)*"
_ASKED_FOR = frozenset(
    {"folic acid", "vitamin d", "vitamin b12", "b12", "vitamin c", "vitamin e", "folate", "zinc", "iron"}
)
_NEVER_SO_HIGH, _HIGH = frozenset({"magnesium", "calcium", "potassium", "vitamin d", "vitamin c"}), 200
_ASKED_BEFORE = re.compile(
    r"\W*(?:(?:and|plus|also|then|what about|how about|okay|good|great|um|uh)\W+)*(?:the|your|some|a)?\W*"
)
_DOSED_AFTER = re.compile(
    rf"[ \t,]*(?:separate\w*[ \t,]*)?{_SPOKEN}(?:{'|'.join(sorted(CARDINAL_WORDS))})[ \t]+"
    r"(?:mg|m g|mcg|m c g|units|iu|grams?|milligrams|micrograms|milliequivalents|meq)\b(?!/| per)"
    r"|[ \t]+(?:pills?|tablets?|supplements?|capsules?|injections?|shots?|patch|gel"
    r"|(?:(?:is|was|goes|went)[ \t]+)?(?:now[ \t]+)?"
    r"(?:(?:up|down|back|increased|raised|lowered|reduced|changed)[ \t]+)?(?:to|at)[ \t]+"
    r"[\d,.]+[ \t]*(?:mg|mcg|units?|iu)\b(?!/| per)"
    r"|[\d,.]+[ \t]*(?:mg|mcg|units?|iu|g|milligrams|micrograms)\b(?!/| per))"
)


@dataclass(frozen=True, slots=True)
class DrugMention:
    """A drug where it stands: `name` is the one name, `as_said` is `text[start:end]`, salt and release included."""

    name: str
    as_said: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the record where it stands.

    `kind` is lab, vital, condition, allergen, role, relation, symptom, procedure, immunization or system.
    """

    kind: str
    name: str
    as_said: str
    start: int
    end: int


def find_drugs(text: str) -> list[DrugMention]:
    """Every drug in `text`, in order. Names that are also tests ("potassium") only where someone takes them."""
    folded = fold(text)
    words = _words(folded)
    if _table("drugs")[1].isdisjoint(words) and not any(map(misspelt_drug, words)):
        return []
    found = [hit for hit in _scan(text, _tokens(folded), "drugs", guess=True) if _is_taken(hit, folded)]
    return [_with_salt(hit, text, folded) for hit in _joined(found, folded)]


def find_classes(text: str) -> list[DrugMention]:
    """Every class of drugs named in `text` ("a blood thinner"), by the one name of the class."""
    folded = fold(text)
    if _table("classes")[1].isdisjoint(_words(folded)):
        return []
    return [DrugMention(name, text[s:e], s, e) for name, s, e in _scan(text, _tokens(folded), "classes")]


def find_terms(text: str, *kinds: str) -> list[Term]:
    """Every term of these kinds (of all, where none is named), ordered by place."""
    folded = fold(text)
    words = _words(folded)
    begun = [kind for kind in kinds or tuple(lexicon().terms) if not _table(kind)[1].isdisjoint(words)]
    tokens = _tokens(folded) if begun else ()
    found = [
        Term(kind, name, text[start:end], start, end)
        for kind in begun
        for name, start, end in _scan(text, tokens, kind)
    ]
    return sorted(found, key=lambda term: (term.start, -term.end))


def systems_of(name: str) -> tuple[str, ...]:
    """What a drug (also a combination), class, measure or condition is for: "heart", "blood pressure"."""
    tables = lexicon()
    if name in tables.systems:
        return tables.systems[name]
    return tuple(dict.fromkeys(system for part in name.split("+") for system in tables.systems.get(part, ())))


def class_of(name: str) -> str:
    """The class of a drug ("beta blocker"), "" where there is none."""
    return lexicon().class_of.get(name, "")


def drug_keys(name: str, *, dosed: bool = False) -> tuple[str, ...]:
    """The keys of a drug: its name (a combination by its parts), "dose", what it is for, its class."""
    parts = name.split("+")
    systems = systems_of(name)[: 2 if len(parts) < 3 else 1]
    return (*parts, *(["dose"] if dosed else []), *systems, class_of(name))


def units_of(measure: str) -> tuple[str, ...]:
    """The usual units of a measure; empty where it has none."""
    return lexicon().units.get(measure, ())


_Hit = tuple[str, int, int]


@cache
def _table(kind: str) -> tuple[Mapping[str, str], frozenset[str]]:
    """A table with the first words of its phrases: most words of a text begin none of them."""
    tables = lexicon()
    table = {"drugs": tables.drugs, "classes": tables.classes}.get(kind) or tables.terms[kind]
    return table, frozenset(words.split()[0] for words in table)


def _scan(text: str, tokens: tuple[_Hit, ...], kind: str, *, guess: bool = False) -> Iterator[_Hit]:
    """The phrases of a table in `text`, the longest at each place, as (name, start, end)."""
    table, first_words = _table(kind)
    at = 0
    while at < len(tokens):
        word = tokens[at][0]
        may_begin = word in first_words or word.removesuffix("'s") in first_words
        hit = _longest(text, tokens, at, table) if may_begin else None
        hit = hit or (_misspelt(tokens[at]) if guess else None)
        if hit:
            yield hit[0]
        at += hit[1] if hit else 1


def _words(folded: str) -> set[str]:
    """The words of a text, also without an 's: most texts hold none that begins a phrase of a table."""
    words = set(_TOKEN.findall(folded))
    return words | {word.removesuffix("'s") for word in words} if "'s" in folded else words


def _tokens(folded: str) -> tuple[_Hit, ...]:
    return tuple((m[0], m.start(), m.end()) for m in _TOKEN.finditer(folded))


def _longest(text: str, tokens: tuple[_Hit, ...], at: int, table: Mapping[str, str]) -> tuple[_Hit, int] | None:
    words, found = "", None
    for count, (word, start, end) in enumerate(tokens[at : at + _LONGEST], 1):
        if count > 1 and not _GAP.fullmatch(text, tokens[at + count - 2][2], start):
            break
        words = f"{words} {word}" if words else word
        for form, cut in ((words, 0), (words.removesuffix("'s"), 2)):
            if form in table and _is_meant(form, text[tokens[at][1] : end]):
                found = (table[form], tokens[at][1], end - (cut if form != words else 0)), count
                break
    return found


def _is_meant(form: str, said: str) -> bool:
    return form not in lexicon().acronyms or said.isupper()


def _misspelt(token: _Hit) -> tuple[_Hit, int] | None:
    drug = misspelt_drug(token[0])
    return ((drug, token[1], token[2]), 1) if drug else None


def _is_taken(hit: _Hit, folded: str) -> bool:
    _, start, end = hit
    if phrase(folded[start:end]) not in lexicon().ambiguous:
        return True
    if _DOSED_AFTER.match(folded, end):
        return True
    following = quantities(folded[end : end + 40])[:1] if phrase(folded[start:end]) in _NEVER_SO_HIGH else []
    if following and not folded[end : end + following[0].start].strip(" ,") and following[0].value >= _HIGH:
        return True  # "magnesium, four hundred" is no level
    if _MEASURED_AFTER.match(folded, end) or _MEASURED_BEFORE.search(folded, 0, start):
        return False
    named_alone = phrase(folded[start:end]) in _ASKED_FOR and not folded[end:].strip(" ?.,")
    if named_alone and _ASKED_BEFORE.fullmatch(folded[:start]):
        return True  # "and the folic acid?"
    return _TAKEN_BEFORE.search(folded, 0, start) is not None


def _joined(hits: list[_Hit], folded: str) -> Iterator[_Hit]:
    """ "lisinopril-hctz" and "lisinopril/hydrochlorothiazide" are one product, by its parts in alphabetical order."""
    pending: _Hit | None = None
    for hit in hits:
        if pending and _is_one_product(pending, hit, folded):
            parts = sorted({*pending[0].split("+"), *hit[0].split("+")})
            pending = ("+".join(parts), pending[1], hit[2])
            continue
        if pending:
            yield pending
        pending = hit
    if pending:
        yield pending


def _is_one_product(first: _Hit, second: _Hit, folded: str) -> bool:
    between = folded[first[2] : second[1]]
    return bool(_JOINED.fullmatch(between)) or (between == " " and folded[second[1] : second[2]] == "hctz")


def _with_salt(hit: _Hit, text: str, folded: str) -> DrugMention:
    name, start, end = hit
    salts = lexicon().salts
    while (after := _TOKEN.search(folded, end)) and _GAP.fullmatch(folded, end, after.start()):
        two = _TOKEN.search(folded, after.end())
        if two and phrase(folded[after.start() : two.end()]) in salts:
            end = two.end()
        elif after[0] in salts:
            end = after.end()
        else:
            break
    return DrugMention(name, text[start:end], start, end)
