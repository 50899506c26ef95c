"""Reads the word lists beside this module, once, on first use."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_HERE = Path(__file__).parent
TABLE = _HERE / "drugs-table.txt"  # made by make_drug_table.py
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_KINDS = {
    "labs": "lab",
    "vitals": "vital",
    "conditions": "condition",
    "allergens": "allergen",
    "roles": "role",
    "relations": "relation",
    "symptoms": "symptom",
    "procedures": "procedure",
    "immunizations": "immunization",
    "systems": "system",
}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All tables. A phrase is folded (no accents, lower case) with single blanks between its words.

    drugs      phrase -> the one name; combinations as `a+b`
    classes    phrase -> class name ("water pill" -> "diuretic")
    class_of   drug or class -> class name
    rare       the phrases of less common names, which are taken only as they are spelt
    systems    drug, class, measure or condition -> what a person would say it is for
    terms      kind -> phrase -> the one name
    units      measure -> its usual units
    """

    drugs: Mapping[str, str]
    rare: frozenset[str]
    classes: Mapping[str, str]
    class_of: Mapping[str, str]
    systems: Mapping[str, tuple[str, ...]]
    terms: Mapping[str, Mapping[str, str]]
    units: Mapping[str, tuple[str, ...]]
    salts: frozenset[str]
    ambiguous: frozenset[str]
    acronyms: frozenset[str]
    ordinary: frozenset[str]


def fold(text: str) -> str:
    """Lower case without accents, exactly as long as `text`, so that offsets hold in both."""
    return text.lower() if text.isascii() else "".join(map(_fold_one, text))


@cache
def _fold_one(char: str) -> str:
    if char in "\u2019\u02bc":
        return "'"
    plain = unicodedata.normalize("NFKD", char)[:1].lower()
    return plain if len(plain) == 1 else char


def phrase(words: str) -> str:
    """A phrase as the tables hold it."""
    return " ".join(fold(words).replace("-", " ").replace("/", " ").split())


def names(listed: object) -> Iterator[str]:
    """The names of a comma-separated list."""
    return (name.strip() for name in str(listed or "").split(",") if name.strip())


@cache
def lexicon() -> Lexicon:
    """Return the tables of this process: the lists by hand, and what the made table adds to them."""
    by_hand = lexicon_by_hand()
    drugs = _made()
    made = drugs.keys() - by_hand.drugs.keys()
    drugs |= by_hand.drugs
    return replace(by_hand, drugs=drugs, rare=by_hand.rare | made)


def _made() -> dict[str, str]:
    """The made table, name -> drug; its names are folded already."""
    drugs: dict[str, str] = {}
    for line in TABLE.read_text(encoding="ascii").splitlines():
        drug, colon, others = line.partition(": ")
        if colon and line[0] != "#":
            drugs |= dict.fromkeys(others.split(", "), drug)
    return drugs


def lexicon_by_hand() -> Lexicon:
    """What the lists written by hand hold."""
    terms = _read("terms*.yaml")
    common = _drug_tables(_read("drugs-[!m]*.yaml", "drugs-mind.yaml"))[0]
    drugs, classes, class_of, systems = _drug_tables(_read("drugs*.yaml"))
    for measured in ("measure systems", "condition systems"):
        systems |= {name: tuple(names(listed)) for name, listed in terms[measured].items()}
    return Lexicon(
        drugs=drugs,
        rare=frozenset(drugs.keys() - common.keys()),
        classes=classes,
        class_of=class_of,
        systems=systems,
        terms={kind: _term_table(terms[section]) for section, kind in _KINDS.items()},
        units={name: tuple(names(_parts(v)[0])) for s in ("labs", "vitals") for name, v in terms[s].items()},
        salts=frozenset(map(phrase, (*names(terms["salts"]), *names(terms["releases"])))),
        ambiguous=frozenset(map(phrase, names(terms["ambiguous"]))),
        acronyms=frozenset(names(terms["acronyms"])),
        ordinary=frozenset(names(terms["ordinary"])),
    )


def _read(*patterns: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for path in sorted(path for pattern in patterns for path in _HERE.glob(pattern)):
        for name, entry in yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader).items():  # noqa: S506  (ours)
            merged[name] = _joined(merged[name], entry) if name in merged else entry
    return merged


def _joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """A class of drugs that stands in two files: the words of both, and of each drug the names of both."""
    drugs = dict(one["drugs"])
    for drug, others in other["drugs"].items():
        drugs[drug] = ", ".join(part for part in (drugs.get(drug), others) if part)
    words = ", ".join(part for part in (one.get("words"), other.get("words")) if part)
    return {**other, **one, "words": words, "drugs": drugs}


def _drug_tables(
    groups: Mapping[str, Any],
) -> tuple[dict[str, str], dict[str, str], dict[str, str], dict[str, tuple[str, ...]]]:
    drugs: dict[str, str] = {}
    classes: dict[str, str] = {}
    class_of: dict[str, str] = {}
    systems: dict[str, tuple[str, ...]] = {}
    for group, entry in groups.items():
        systems[group] = tuple(names(entry["system"]))
        class_of[group] = group
        classes |= dict.fromkeys(map(phrase, (group, *names(entry.get("words")))), group)
        for drug, others in entry["drugs"].items():
            drugs |= dict.fromkeys(_spellings(drug, names(others)), drug)
            class_of[drug], systems[drug] = group, systems[group]
    return drugs, {p: g for p, g in classes.items() if p not in drugs}, class_of, systems


def _spellings(name: str, others: Iterable[str]) -> list[str]:
    return [phrase(word) for word in (name, *others) if "+" not in word]


def _term_table(section: Mapping[str, Any]) -> dict[str, str]:
    table: dict[str, str] = {}
    for name, listed in section.items():
        table |= {phrase(word): str(name) for word in (str(name), *names(_parts(listed)[1]))}
    return table


def _parts(listed: object) -> tuple[str, str]:
    """The units and the words of an entry: units stand before a bar, where there is one."""
    units, bar, words = str(listed or "").partition("|")
    return (units.strip(), words) if bar else ("", units)
