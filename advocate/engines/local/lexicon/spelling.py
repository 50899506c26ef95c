"""A misspelt drug is the drug that it must be: exactly one within one edit, and none else within two."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from advocate.engines.local.lexicon.loading import lexicon

_SHORTEST = 6
_SHORTEST_RARE = 10  # of a name that few know: its misspellings are more often other words


def misspelt_drug(word: str) -> str | None:
    """Return the one drug that a folded word is one edit from, else None. Ordinary words are no misspellings."""
    tables = lexicon()
    if len(word) < _SHORTEST or not word.isalpha() or word in tables.ordinary or word in _known_words():
        return None
    near = {spelling for form in _shortened(word) for spelling in _by_shortened().get(form, ())}
    drugs = {tables.drugs[spelling] for spelling in near if edits(word, spelling, 1) <= 1}
    if len(drugs) != 1:
        return None
    rivals = {tables.drugs[spelling] for spelling in _single_words() if edits(word, spelling, 2) <= 2}
    return drugs.pop() if rivals <= drugs else None


def edits(a: str, b: str, bound: int) -> int:
    """The edits between two words (insert, delete, replace, swap of neighbours); `bound` + 1 stands for all above."""
    if abs(len(a) - len(b)) > bound:
        return bound + 1
    before, row = list[int](), list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > bound:
            return bound + 1
    return row[-1]


@cache
def _single_words() -> tuple[str, ...]:
    return tuple(word for word in lexicon().drugs if len(word) >= _SHORTEST and word.isalpha())


@cache
def _by_shortened() -> dict[str, set[str]]:
    index: dict[str, set[str]] = defaultdict(set)
    tables = lexicon()
    for word in (each for each in _single_words() if each not in tables.rare or len(each) >= _SHORTEST_RARE):
        for form in _shortened(word):
            index[form].add(word)
    return index


@cache
def _known_words() -> frozenset[str]:
    tables = lexicon()
    phrases = [*tables.classes, *(p for table in tables.terms.values() for p in table), *tables.salts]
    return frozenset(word for p in phrases for word in p.split())


def _shortened(word: str) -> set[str]:
    """The word and every form of it with one letter left out: two words one edit apart share one."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}
