"""A misspelt drug is the drug that it must be: exactly one within one edit, and none else within two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache

from advocate.engines.local.lexicon.loading import lexicon

_SHORTEST = 6
_SHORTEST_RARE = 10  # of a name that few know: its misspellings are more often other words

_HALF = 5
_LETTERS_IN_TWO_EDITS = 4


def misspelt_drug(word: str) -> str | None:
    """Return the one drug that a folded word is one edit from, else None. Ordinary words are no misspellings."""
    tables = lexicon()
    if len(word) < _SHORTEST or not word.isalpha() or word in tables.ordinary or word in _known_words():
        return None
    near = {spelling for form in _shortened(word) for spelling in _by_shortened().get(form, ())}
    if len(word) >= _SHORTEST_RARE - 1:
        near |= {spelling for half in _halves(word) for spelling in _by_half().get(half, ())}
    return _without_rival(word, frozenset(near)) if near else None


@lru_cache(maxsize=256)  # a turn is read many times over
def _without_rival(word: str, near: frozenset[str]) -> str | None:
    names = lexicon().drugs
    drugs = {names[spelling] for spelling in near if edits(word, spelling, 1) <= 1}
    if len(drugs) != 1:
        return None
    rivals = {names[spelling] for spelling in _alike(word) if edits(word, spelling, 2) <= 2}
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


def _alike(word: str) -> Iterator[str]:
    """The names that may be within two edits of a word: about as long, and of about the same letters."""
    letters = _letters(word)
    for length in range(len(word) - 2, len(word) + 3):
        for spelling, others in _by_length().get(length, ()):
            if (letters ^ others).bit_count() <= _LETTERS_IN_TWO_EDITS:
                yield spelling


def _letters(word: str) -> int:
    """The letters of a word, a bit for each."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 31)
    return bits


@cache
def _by_length() -> dict[int, list[tuple[str, int]]]:
    lengths: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for word in _single_words():
        lengths[len(word)].append((word, _letters(word)))
    return lengths


@cache
def _single_words() -> tuple[str, ...]:
    return tuple(word for word in lexicon().drugs if len(word) >= _SHORTEST and word.isalpha())


@cache
def _by_shortened() -> dict[str, set[str]]:
    index: dict[str, set[str]] = defaultdict(set)
    for word in (each for each in _single_words() if each not in lexicon().rare):
        for form in _shortened(word):
            index[form].add(word)
    return index


@cache
def _by_half() -> dict[str, list[str]]:
    index: dict[str, list[str]] = defaultdict(list)
    for word in _single_words():
        if len(word) >= _SHORTEST_RARE and word in lexicon().rare:
            for half in _halves(word):
                index[half].append(word)
    return index


def _halves(word: str) -> tuple[str, str]:
    """How a long word begins and ends: one edit leaves one of the two as it is."""
    return f"{word[:_HALF]}-", f"-{word[-_HALF:]}"


@cache
def _known_words() -> frozenset[str]:
    tables = lexicon()
    phrases = [*tables.classes, *(p for table in tables.terms.values() for p in table), *tables.salts]
    return frozenset(word for p in phrases for word in p.split())


def _shortened(word: str) -> set[str]:
    """The word and every form of it with one letter left out: two words one edit apart share one."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}
