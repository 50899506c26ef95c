"""Whose statement a draft says it is, checked against who spoke and who was spoken of."""

from __future__ import annotations

import re

from memory.drafts import SELF, Draft, Said, Transcript
from memory.naming import named_in
from memory.vocabulary import Speaker

_DOCTOR = re.compile(r"\b(?:dr|dra|doc|docs|doctors?|doctoras?|doctores|physicians?|m[eé]dic[oa]s?)\b", re.IGNORECASE)
_TITLES = frozenset("dr dra doctor doctora nurse np pa md mr mrs ms prof the of and for".split())
_WORD = re.compile(r"[^\W\d_]{2,}")


def is_whose_it_says(draft: Draft, turn: Said, transcript: Transcript) -> bool:
    """True where the source is who states the draft, or someone of whom a person or the record speaks by this name."""
    if draft.source == "patient":
        return turn.speaker is Speaker.PATIENT
    heard = _heard(transcript)
    if draft.source.startswith("caregiver"):
        cares = turn.speaker is Speaker.FAMILY or (turn.speaker is Speaker.PATIENT and transcript.subject != SELF)
        who = _words(draft.source.removeprefix("caregiver"))
        return who <= _words(heard) if who else cares
    if draft.source == "clinician":
        return turn.speaker is Speaker.CLINICIAN
    return all(_is_spoken_of(part, heard) for part in draft.source.split(","))


def _is_spoken_of(part: str, heard: str) -> bool:
    """A role may be said in other words ("heart doctor"); a name is said as it is."""
    roles = {role.name for role in named_in(part, "role")}
    if roles:
        names = _words(part) - _words(" ".join(roles)) - _TITLES
        return roles <= {role.name for role in named_in(heard, "role")} and names <= _words(heard)
    names = _words(part) - _TITLES
    return names <= _words(heard) if names else _DOCTOR.search(heard) is not None


def _heard(transcript: Transcript) -> str:
    people = [turn.text for turn in transcript.turns if turn.speaker.is_person]
    record = [f"{row.source} {row.text}" for row in transcript.known]
    return "\n".join([*people, *record, transcript.subject, transcript.subject_name])


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}
