"""What a question is about: whether a sentence asks, and the names by which the record would know the answer."""

from __future__ import annotations

import re

from advocate.engines.local.assertions import is_interrogative
from advocate.engines.local.lexicon import class_of, find_classes, find_drugs, find_terms, systems_of
from advocate.engines.local.people import find_people

__all__ = ["entities", "is_question"]


def is_question(sentence: str) -> bool:
    """True for a sentence that asks, with or without its question mark."""
    return sentence.rstrip(" \t\r\n\"”’')").endswith("?") or is_interrogative(sentence)


# "I am" in Spanish is a bean in English.
_SOY = re.compile(r"\bsoy\b(?= (?:al[eé]rgic|diab[eé]tic|un[ao]?\b|de\b|el\b|la\b|muy\b|\w+[ao]\b))", re.IGNORECASE)
_PLACE = re.compile(r"\b(\w+) (?:clinic|office|practice|department|unit)\b", re.IGNORECASE)
# What people call a thing that has a name, where no single word of theirs names it.
_CALLED = {
    "a1c": r"(?:three|3)[- ]months? (?:blood )?sugars?|(?:average|long[- ]term) (?:blood )?sugars?",
    "ejection fraction": r"heart(?: is|'s)? pump\w*|pumping (?:strength|power|function)|how (?:well|strong"
    r"|hard)\b.* heart\b.*pump\w*",
    "pharmacy": r"(?:get|fill|refill|pick up|collect|buy|order)\w*(?: \w+){0,2} (?:prescriptions?|medicines?"
    r"|medications?|pills|meds)"
    r"|drug ?store|chemist",
    "pulse": r"how (?:fast|slow)\w*\b.* heart\b|heart ?(?:beats?|rate)",
    "health care proxy": r"(?:decides?|decisions?|speaks?) for me",
    "emergency contact": r"in (?:case of|an) emergency|if (?:something|anything) happens to me",
}
_CALLS = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CALLED.items()}


def entities(text: str) -> tuple[str, ...]:
    """The one names in a text, each once, as the record's keys spell them: what is named first, then what it is for.

    Brands become their ingredient, measures and conditions their one name, clinicians their name and role; drugs and
    measures add their class and body system ("heart"), so that "my heart medicine" and "metoprolol" meet.
    """
    text = _PLACE.sub(r"\1 doctor", _SOY.sub(" ", text))
    found = find_terms(text)
    mentions = find_drugs(text)
    drugs = [drug.name for drug in mentions]
    parts = [part for name in drugs if "+" in name for part in name.split("+")]
    inside = [(drug.start, drug.end) for drug in mentions]
    inside += [(term.start, term.end) for term in found if term.kind in {"lab", "vital"}]
    classes = [  # "vitamin B12" is no vitamin among others
        each.name for each in find_classes(text) if not any(a <= each.start and each.end < b for a, b in inside)
    ]
    terms = [term.name for term in found]
    who = [part for person in find_people(text) for part in (person.name, person.role) if part]
    called = [name for name, words in _CALLS.items() if words.search(text)]
    named = [*called, *drugs, *parts, *classes, *terms, *who]
    wider = [word for name in (*drugs, *classes, *terms) for word in (*systems_of(name), class_of(name))]
    return tuple(dict.fromkeys(word.lower() for word in (*named, *wider) if word))
