"""What recall is compared with: cosine, BM25, and their reciprocal-rank fusion, over the same texts and vectors."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memory.engine import Vector

_WORD = re.compile(r"[a-z0-9']+")
Scores = npt.NDArray[np.float64]
_K1, _B, _FUSION = 1.2, 0.75, 10


class Baselines:
    """Rankings of documents, best first, as places in the list given. `fusion` is 1 / (10 + rank), summed."""

    def __init__(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        self._vectors = np.asarray(vectors)
        counts = [Counter(_WORD.findall(text.lower())) for text in texts]
        lengths = np.asarray([sum(count.values()) for count in counts])
        self._damped = _K1 * (1 - _B + _B * lengths / lengths.mean())
        self._held: dict[str, dict[int, int]] = defaultdict(dict)
        for at, count in enumerate(counts):
            for word, times in count.items():
                self._held[word][at] = times

    def rankings(self, question: str, vector: Vector) -> dict[str, list[int]]:
        """Return one ranking for each method."""
        cosine = _best(self._vectors @ np.asarray(vector))
        bm25 = _best(self._bm25(question))
        fused = np.zeros(len(self._damped))
        for ranking in (cosine, bm25):
            fused[ranking] += 1 / (_FUSION + np.arange(1, len(ranking) + 1))
        return {"cosine": cosine, "bm25": bm25, "fusion": _best(fused)}

    def _bm25(self, question: str) -> Scores:
        scores = np.zeros(len(self._damped))
        for word in set(_WORD.findall(question.lower())) & self._held.keys():
            held = self._held[word]
            rarity = math.log(1 + (len(scores) - len(held) + 0.5) / (len(held) + 0.5))
            for at, times in held.items():
                scores[at] += rarity * times * (_K1 + 1) / (times + self._damped[at])
        return scores


def _best(scores: Scores) -> list[int]:
    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    return order
