"""What one may be allergic to: drugs, classes of drugs, foods and other things, where a text names them."""

from __future__ import annotations

import re

from advocate.engines.local.lexicon import find_classes, find_drugs, find_terms

_LIKENED = re.compile(
    r"\b(?:(?:as|like)\s+an?|everybody|everyone|drives?\s+me|going|went)\s+$", re.IGNORECASE
)  # "red as a lobster"


def substances(text: str) -> list[tuple[str, str]]:
    """What a stretch of words names that one may be allergic to: (the one name, as said), in order."""
    found = [(d.start, d.end, d.name, d.as_said) for d in find_drugs(text)]
    found += [(t.start, t.end, t.name, t.as_said) for t in find_terms(text, "allergen")]
    found += [(c.start, c.end, c.name, c.as_said) for c in find_classes(text)]
    kept: list[tuple[int, int, str, str]] = []
    for hit in sorted(found, key=lambda h: (h[0], -h[1])):
        if (not kept or hit[0] >= kept[-1][1]) and not _LIKENED.search(text[: hit[0]]):
            kept.append(hit)
    return [(name, said) for _, _, name, said in kept]
