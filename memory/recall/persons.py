"""Who is meant: a relative, whom the record is about, or someone whose statements it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from memory.reading import Record
from memory.recall.asked import Asked
from memory.recall.cues import HE, SHE
from memory.recall.terms import fold
from memory.vocabulary import Tag

_NAME = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w’'-]+")
_NO_NAMES = frozenset({"dr", "dra", "nurse", "doctor", "doctora", "hospital", "clinic"})
_PARENT = r"mother|mom|mum|mam|mama|momma|madre|ma|father|dad|pap|papa|padre|pa|parents?"
_CALLED_BY = {
    "daughter": _PARENT,
    "son": _PARENT,
    "hija": _PARENT,
    "hijo": _PARENT,
    "wife": "husband|esposo",
    "husband": "wife|esposa",
    "mother": "son|daughter|hijo|hija",
    "father": "son|daughter|hijo|hija",
    "granddaughter": r"grand(?:mother|father|ma|pa)|granny|abuel[oa]",
    "grandson": r"grand(?:mother|father|ma|pa)|granny|abuel[oa]",
}
_MEN = r"father|dad|pap|papa|padre|pa|husband|esposo|son|hijo|grandfather|grandpa|abuelo"
_WOMEN = r"mother|mom|mum|mam|mama|momma|madre|ma|wife|esposa|daughter|hija|grandmother|grandma|granny|abuela"
_KEEPER = re.compile(rf"^caregiver\b.*\b({'|'.join(_CALLED_BY)})\b")


def as_known(asked: Asked, record: Record) -> Asked:
    """Return the question with people as this record knows them."""
    sources = {row.fact.source for row in record.values()}
    asked = _of_people(asked, sources)
    if not asked.relatives:
        return asked
    own = [row.fact.text for row in record.values() if row.fact.tag is not Tag.FAMILY_HISTORY]
    return _asked_by_family(asked, sources, own)


def _of_people(asked: Asked, sources: Iterable[str]) -> Asked:
    """A given name is a person's whose statements the record holds: "Joanie" is the physical therapist of that name."""
    names = {fold(name) for source in sources for name in _NAME.findall(source)} - _NO_NAMES
    who = tuple(word for word in asked.words if word.said in names)
    if not who or asked.relatives:
        return asked
    return replace(asked, people=(*asked.people, *who), words=tuple(w for w in asked.words if w.said not in names))


def _asked_by_family(asked: Asked, sources: Iterable[str], texts: Iterable[str]) -> Asked:
    """In a record that a relative keeps, too, a daughter's "Mom" may be whom it is about.

    Not so where the record speaks of the other: of "her", no "father" is meant.
    """
    kept_by = {m[1] for source in sources if (m := _KEEPER.search(fold(source)))}
    calls = "|".join(_CALLED_BY[who] for who in kept_by)
    if not calls or not any(re.fullmatch(calls, who.said) for who in asked.relatives):
        return asked
    texts = list(texts)
    women, men = (sum(bool(cue.search(text)) for text in texts) for cue in (SHE, HE))
    other = _MEN if women > men else _WOMEN if men > women else "-"
    meant = [w for w in asked.relatives if re.fullmatch(calls, w.said) and not re.fullmatch(other, w.said)]
    return replace(asked, kept_for=bool(meant))
