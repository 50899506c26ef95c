"""What things are called, for the record's gate (`memory.naming`): from the tables that the local engine hears with."""

from __future__ import annotations

from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.speech import spelt_out
from memory.naming import Kind, Named

_TAKEN = "takes "  # names that are also tests ("potassium") count as drugs where someone takes them


def named_in(text: str, kind: Kind) -> list[Named]:
    """Return what the text names of this kind, in order; letters that were spelt out ("L D L") read as one word."""
    joined, at = spelt_out(text)
    found = _named(joined, kind)
    return found if joined == text else [Named(f.name, at[f.start], at[f.end - 1] + 1) for f in found]


def _named(text: str, kind: Kind) -> list[Named]:
    if kind == "drug":
        return [
            Named(drug.name, max(drug.start - len(_TAKEN), 0), drug.end - len(_TAKEN))
            for drug in find_drugs(f"{_TAKEN}{text}")
        ]
    return [Named(term.name, term.start, term.end) for term in find_terms(text, kind)]
