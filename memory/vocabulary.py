"""The words of the record: speakers, tags, statuses and addresses (docs: the glossary in the README).

Stored as text, checked by the database; these enums are the one place where Python spells them.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum


class Speaker(StrEnum):
    """Who said a turn. A `clinician` speaks in a recorded visit, a `family` member beside the patient."""

    PATIENT = "patient"
    ADVOCATE = "advocate"
    FAMILY = "family"
    CLINICIAN = "clinician"

    @property
    def is_person(self) -> bool:
        """True where these words may become facts: the advocate's never do."""
        return self is not Speaker.ADVOCATE


class Tag(StrEnum):
    """What kind of thing a fact is."""

    MEDICATION = "MEDICATION"
    DIRECTIVE = "DIRECTIVE"
    ALLERGY = "ALLERGY"
    CONDITION = "CONDITION"
    CARE_TEAM = "CARE_TEAM"
    CONTACT = "CONTACT"
    INSURANCE = "INSURANCE"
    PREFERENCE = "PREFERENCE"
    SOCIAL = "SOCIAL"
    APPOINTMENT = "APPOINTMENT"
    LAB = "LAB"
    VITAL = "VITAL"
    SYMPTOM = "SYMPTOM"
    PROCEDURE = "PROCEDURE"
    IMMUNIZATION = "IMMUNIZATION"
    FAMILY_HISTORY = "FAMILY_HISTORY"
    FACT = "FACT"
    EPISODE = "EPISODE"

    @property
    def is_state(self) -> bool:
        """True where one row at an address is current and the next replaces it; else rows accumulate as a series."""
        return self in _STATES


_STATES = frozenset(
    {
        Tag.MEDICATION,
        Tag.DIRECTIVE,
        Tag.ALLERGY,
        Tag.CONDITION,
        Tag.CARE_TEAM,
        Tag.CONTACT,
        Tag.INSURANCE,
        Tag.PREFERENCE,
        Tag.SOCIAL,
        Tag.APPOINTMENT,
    }
)


class Status(StrEnum):
    """Where a fact stands. What is current on a day is decided when reading; see `memory.recall`."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    HISTORICAL = "historical"
    PLANNED = "planned"
    RETRACTED = "retracted"


class Retired(StrEnum):
    """Why a fact was superseded: it was true until then, or it never was."""

    CHANGED = "changed"
    CORRECTED = "corrected"


class Decided(StrEnum):
    """What a person decided by hand: marks are a patient's; what follows `dropped` is a clinician's alone."""

    PINNED = "pinned"
    UNPINNED = "unpinned"
    MUTED = "muted"
    UNMUTED = "unmuted"
    ASKED_DOCTOR = "asked doctor"
    COMPLETED = "completed"
    DROPPED = "dropped"
    CONFIRMED = "confirmed"
    UNCONFIRMED = "unconfirmed"
    RETRACTED = "retracted"
    RESTORED = "restored"
    SETTLED = "settled"
    REOPENED = "reopened"

    @classmethod
    def undoing(cls) -> tuple[Decided, ...]:
        """The kinds that take another decision back."""
        return (cls.UNPINNED, cls.UNMUTED, cls.UNCONFIRMED, cls.RESTORED, cls.REOPENED)


class SessionState(StrEnum):
    """The life of a conversation, from the first message to the facts that came of it."""

    OPEN = "open"
    CLOSING = "closing"
    QUEUED = "queued"
    RUNNING = "running"
    RETRYING = "retrying"
    DONE = "done"
    NOTHING_FOUND = "nothing found"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """True where no work is left to do; `failed` waits for a person."""
        return self in {SessionState.DONE, SessionState.NOTHING_FOUND, SessionState.FAILED}


ANY = "*"
_GAP = re.compile(r"[^\w+*]+")


def address(tag: Tag, entity: str, aspect: str = "") -> str:
    """Return the address of a state: `medication:metoprolol`, `directive:metoprolol.hold`, `allergy:*`.

    `entity` is the thing by its one name (a drug by its generic ingredient, a combination as `a+b` in
    alphabetical order); `aspect` tells apart what stands beside each other for one thing. Letters are
    lower-cased without accents, gaps become hyphens. Raises ValueError for an entity without a letter or digit.
    """
    name = _slug(entity)
    if not name:
        raise ValueError(f"an address needs a name, got {entity!r}")
    return f"{tag.value.lower()}:{name}" + (f".{_slug(aspect)}" if _slug(aspect) else "")


def _slug(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words.lower())
    return _GAP.sub("-", "".join(c for c in plain if not unicodedata.combining(c))).strip("-")
