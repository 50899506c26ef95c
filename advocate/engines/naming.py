"""What things are called, for the record's gate (`memory.naming`): from the tables that the local engine hears with."""

from __future__ import annotations

from advocate.engines.local.lexicon import find_drugs, find_terms
from memory.naming import Kind, Named

_TAKEN = "takes "  # names that are also tests ("potassium") count as drugs where someone takes them


def named_in(text: str, kind: Kind) -> list[Named]:
    """Return what the text names of this kind, in order."""
    if kind == "drug":
        return [
            Named(drug.name, max(drug.start - len(_TAKEN), 0), drug.end - len(_TAKEN))
            for drug in find_drugs(f"{_TAKEN}{text}")
        ]
    return [Named(term.name, term.start, term.end) for term in find_terms(text, kind)]
