"""What a question is about: whether a sentence asks, and the names by which the record would know the answer."""

from __future__ import annotations

from advocate.engines.local.assertions import is_interrogative
from advocate.engines.local.lexicon import class_of, find_classes, find_drugs, find_terms, systems_of
from advocate.engines.local.people import find_people

__all__ = ["entities", "is_question"]


def is_question(sentence: str) -> bool:
    """True for a sentence that asks, with or without its question mark."""
    return sentence.rstrip(" \t\r\n\"”’')").endswith("?") or is_interrogative(sentence)


def entities(text: str) -> tuple[str, ...]:
    """The one names in a text, each once, as the record's keys spell them: what is named first, then what it is for.

    Brands become their ingredient, measures and conditions their one name, clinicians their name and role; drugs and
    measures add their class and body system ("heart"), so that "my heart medicine" and "metoprolol" meet.
    """
    drugs = [drug.name for drug in find_drugs(text)]
    parts = [part for name in drugs if "+" in name for part in name.split("+")]
    classes = [mention.name for mention in find_classes(text)]
    terms = [term.name for term in find_terms(text)]
    who = [part for person in find_people(text) for part in (person.name, person.role) if part]
    named = [*drugs, *parts, *classes, *terms, *who]
    wider = [word for name in (*drugs, *classes, *terms) for word in (*systems_of(name), class_of(name))]
    return tuple(dict.fromkeys(word.lower() for word in (*named, *wider) if word))
