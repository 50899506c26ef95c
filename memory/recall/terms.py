"""Terms: words and names as patterns that find their other forms, in Python and in PostgreSQL alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from memory.recall.alike import ALIKE
from memory.recall.words import GRAMMAR, STOP, WEAK

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDINGS = (
    r"(?:['’]s|e|es|s|ed|ing|er|ers|y|ies|ied|ness|iness|ic|al|ly|o|os|a|as|an|en|ar|aba|ado|ada|ando|arme|arse)?"
)
_ENDING = re.compile(r"(?:['’]s|ies|iness|ness|ing|ed|es|s|y|e)$")
_SPANISH_ENDING = re.compile(r"(?:o|a|aba|an|ar|ado|ada|ando|arme|arse)$")
WEAKLY = 0.5
AT_MOST = 24  # a long message is told, not asked


@dataclass(frozen=True, slots=True)
class Term:
    """A word or name looked for, as a pattern that PostgreSQL reads too (between word borders), and its weight.

    `kin` are the things that belong to it, by their one names, where it names a class or what things are for. `exact`
    is False for a part of the body, or what a thing is for: much belongs to it that is not meant. `spelt` are the
    spellings of a name, folded.
    """

    said: str
    pattern: str
    weight: float = 1.0
    kin: frozenset[str] = frozenset()
    exact: bool = True
    spelt: tuple[str, ...] = ()

    def within(self, text: str) -> bool:
        """True where it stands in a folded text as whole words."""
        return re.search(rf"\b{self.pattern}\b", text) is not None


def fold(text: str) -> str:
    """Lower case without accents."""
    lower = text.lower().replace("’", "'")
    if lower.isascii():
        return lower
    return "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))


def weighty(text: str, stop: frozenset[str] | None = None) -> tuple[Term, ...]:
    """Return the words of a text that say something of its topic, weak ones at half weight; none of `stop`."""
    stop = _FOLDED_STOP if stop is None else stop
    found: dict[str, Term] = {}
    for word in WORD.findall(fold(text)):
        bare = word.removesuffix("'s")
        if bare in stop or word in stop or (len(bare) < 2 and not bare.isdigit()):
            continue
        term = term_of(bare, WEAKLY if bare in _FOLDED_WEAK else 1.0)
        found.setdefault(term.pattern, term)
    return tuple(found.values())[:AT_MOST]


def spoken(text: str, names: Iterable[Term]) -> tuple[Term, ...]:
    """Return the words of a text but those of grammar, and the names of the record for what it speaks of."""
    found = {term.pattern: replace(term, weight=1.0) for term in (*weighty(text, _FOLDED_GRAMMAR), *names)}
    return tuple(found.values())


def term_of(words: str, weight: float = 1.0) -> Term:
    """Return the term of a word or a name."""
    return Term(words, r"[\s./-]+".join(_pattern(word) for word in re.split(r"[\s./-]+", words) if word), weight)


@lru_cache(maxsize=1024)
def any_of(spellings: tuple[str, ...]) -> Term:
    """Return the term of a name, the first, in all its spellings; kept, so nothing of a record's own is asked here."""
    terms = [term_of(fold(said)) for said in dict.fromkeys(spellings)]
    patterns = dict.fromkeys(term.pattern for term in terms)
    return replace(terms[0], pattern=f"(?:{'|'.join(patterns)})", spelt=tuple(term.said for term in terms))


def _pattern(word: str) -> str:
    stems = _ALIKE.get(_stem(word)) or (_stem(word),)
    endings = "" if word.isdigit() else _ENDINGS if not word.endswith("e") else f"(?:[dr]s?|{_ENDINGS[3:]}"
    return f"(?:{'|'.join(map(re.escape, stems))}){endings}"


def _stem(word: str) -> str:
    """The word without its ending, as far as three letters stay."""
    if not word.isalpha() and "'" not in word:
        return word
    bare = _ENDING.sub("", word) if not word.endswith(("ss", "us", "is")) else word
    if len(root := _SPANISH_ENDING.sub("", bare)) > 3:  # "cocino", "cocinaba"
        bare = root
    if len(bare) < 3 and word.endswith("s"):
        bare = word.removesuffix("s")
    return bare if len(bare) >= 3 else word


_FOLDED_STOP = frozenset(map(fold, STOP))
_FOLDED_WEAK = frozenset(map(fold, WEAK))
_FOLDED_GRAMMAR = frozenset(map(fold, GRAMMAR))
_GROUPS = [frozenset(_stem(fold(word)) for word in group) for group in ALIKE]
_ALIKE = {stem: tuple(sorted(frozenset().union(*(g for g in _GROUPS if stem in g)))) for g in _GROUPS for stem in g}
