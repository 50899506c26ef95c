"""What a question is about: whether a sentence asks, and the names by which the record would know the answer."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from advocate.engines.local.assertions import is_interrogative
from advocate.engines.local.lexicon import class_of, find_classes, find_drugs, find_terms, systems_of
from advocate.engines.local.lexicon.loading import lexicon
from advocate.engines.local.people import find_people

__all__ = ["entities", "is_question"]


def is_question(sentence: str) -> bool:
    """True for a sentence that asks, with or without its question mark."""
    return sentence.rstrip(" \t\r\n\"”’')").endswith("?") or is_interrogative(sentence)


# "I am" in Spanish is a bean in English.
_SOY = re.compile(r"\bsoy\b(?= (?:al[eé]rgic|diab[eé]tic|un[ao]?\b|de\b|el\b|la\b|muy\b|\w+[ao]\b))", re.IGNORECASE)
_TAKES_THE_PILL = re.compile(r"\b(?:on|tak\w+|took) the pill\b|birth control|contracep", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(\w+) (?:clinic|office|practice|department|unit|guy|man|lady|woman|people|person|folks|doc|dr|specialist)s?\b",
    re.IGNORECASE,
)
# What people call a thing that has a name, where no single word of theirs names it.
_CALLED = {
    "a1c": r"(?:three|3)[- ]months? (?:(?:blood )?sugars?|one|number|test|average|reading)"
    r"|(?:average|long[- ]term) (?:blood )?sugars?",
    "ejection fraction": r"heart(?: is|'s)? pump\w*|squeez\w* (?:of (?:my|the) heart|percent\w*)"
    r"|pumping (?:strength|power|function)|how (?:well|strong"
    r"|hard)\b.* heart\b.*pump\w*",
    "pharmacy": r"(?:get|fill|refill|pick up|collect|buy|order)\w*(?: \w+){0,2} (?:prescriptions?|medicines?"
    r"|medications?|pills|meds)"
    r"|drug ?store|chemist",
    "pulse": r"how (?:fast|slow)\w*\b.* heart\b|heart ?(?:beats?|rate)",
    "blood thinner": r"(?:from|against|prevents?|stops?|keeps?)\b[^.?]{0,20}\bclot\w*"
    r"|(?:thins?|thin) (?:my|the|her|his) blood",
    "cardioversion": r"shock(?:ed|s)? (?:back|into|my heart|me)",
    "diuretic": r"(?:pastillas?|píldoras?) (?:del?|para el) agua",
    "occupation": r"for (?:a )?living|(?:my|her|his|your) (?:job|profession|occupation|line of work)",
    "health care proxy": r"(?:takes? over|makes?|making) (?:my |the |medical |health )*decisions|decisions (?:if|when)"
    r"|if i (?:can['’]t|cannot) (?:speak|decide|talk)|(?:decides?|decisions?|speaks?) for me",
    "emergency contact": r"in (?:case of|an) emergency|if (?:something|anything) happens to me",
}
_CALLS = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CALLED.items()}


_WIDER = {"painkiller": "pain"}  # what people mean by it is more than the class


class _Entities:
    """The one names in a text; as a function, and by what belongs together."""

    def __call__(self, text: str) -> tuple[str, ...]:
        """Return each once, as the record's keys spell them: what is named first, then what it is for.

        Brands become their ingredient, measures and conditions their one name, clinicians their name and role; drugs
        and measures add their class and body system ("heart"), so that "my heart medicine" and "metoprolol" meet.
        """
        return _named_in(text)

    def kin(self, name: str) -> frozenset[str]:
        """Return what belongs to a class of drugs or a body system, by its one names; empty for any other name."""
        if name in _measures():  # "my blood pressure" is a reading, not what is taken for it
            return frozenset()
        members, wider = _members(), _WIDER.get(name, name.removesuffix(" medicine"))
        return members.get(name, frozenset()) | members.get(wider, frozenset())

    def is_class(self, name: str) -> bool:
        """Return whether the name is that of a class of drugs."""
        return name in _classes()

    def spellings(self, name: str) -> tuple[str, ...]:
        """Return every way in which the one name is written: brands, synonyms, other languages."""
        return _spellings().get(name, ())


entities = _Entities()


@cache
def _members() -> dict[str, frozenset[str]]:
    """Class or body system -> the drugs, measures and conditions that belong to it, in lower case."""
    tables, found = lexicon(), defaultdict[str, set[str]](set)
    for name, systems in tables.systems.items():
        for wider in (*systems, tables.class_of.get(name, "")):
            if wider and wider.lower() != name.lower():
                found[wider.lower()].add(name.lower())
    for names in found.values():  # what is for arthritis is for the joints
        names |= {further for name in names & tables.terms["condition"].keys() for further in found.get(name, ())}
    return {wider: frozenset(names) for wider, names in found.items()}


@cache
def _measures() -> frozenset[str]:
    return frozenset(name.lower() for kind in ("lab", "vital") for name in lexicon().terms[kind].values())


@cache
def _classes() -> frozenset[str]:
    return frozenset(name.lower() for name in lexicon().classes.values())


@cache
def _spellings() -> dict[str, tuple[str, ...]]:
    """The one name -> its other spellings; none that is an everyday word unless in capitals."""
    tables, found = lexicon(), defaultdict[str, list[str]](list)
    kinds = ("lab", "vital", "condition", "allergen", "symptom", "procedure", "immunization")
    for table in (tables.drugs, tables.classes, *(tables.terms[kind] for kind in kinds if kind in tables.terms)):
        for words, name in table.items():
            if words != name.lower() and words not in tables.acronyms and len(words) > 2:
                found[name.lower()].append(words)
    return {name: tuple(words) for name, words in found.items()}


@cache
def _known_systems() -> re.Pattern[str]:
    """The body systems as they are written ("blood count", "joints"), which no other table may hold."""
    return re.compile(rf"\b(?:{'|'.join(sorted(_members().keys() - _classes(), key=len, reverse=True))})\b")


def _named_in(text: str) -> tuple[str, ...]:
    text = _PLACE.sub(_in_role, _SOY.sub(" ", text))
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
    whole = _known_systems().findall(text.lower())
    classes += [name for name in called if name in lexicon().systems]
    named = [*called, *drugs, *parts, *classes, *terms, *whole, *who]
    wider = [word for name in (*drugs, *classes, *terms) for word in (*systems_of(name), class_of(name))]
    if re.search(r"\bthe pill\b(?! for)", text, re.IGNORECASE) and not _TAKES_THE_PILL.search(text):
        named, wider = ([name for name in words if name != "birth control"] for words in (named, wider))
    return tuple(dict.fromkeys(word.lower() for word in (*named, *wider) if word))


def _in_role(said: re.Match[str]) -> str:
    """ "The heart guy" is the heart doctor, as far as there is such a doctor."""
    doctor = f"{said[1]} doctor"
    return doctor if find_terms(doctor, "role") else said[0]
