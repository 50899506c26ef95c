"""Short ways to write a conversation for the tests of the local engine."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from advocate.engines.local.distiller import distil
from memory.dates import PartialDate
from memory.drafts import SELF, Draft, Known, Said, Transcript, Value
from memory.vocabulary import Speaker, Tag

ZONE = "America/New_York"


def transcript(
    *says: str | tuple[str, str],
    day: str = "2026-09-01",
    known: tuple[Known, ...] = (),
    subject: str = SELF,
    subject_name: str = "",
) -> Transcript:
    """A conversation on one day; a plain string is the patient's, a pair names its speaker."""
    at = datetime.fromisoformat(f"{day}T10:00:00").replace(tzinfo=ZoneInfo(ZONE))
    spoken = [("patient", said) if isinstance(said, str) else said for said in says]
    turns = tuple(
        Said(UUID(int=seq + 1), seq, Speaker(speaker), text, at, ZONE) for seq, (speaker, text) in enumerate(spoken)
    )
    return Transcript("patient-advocate", "1", turns, known, subject, subject_name)


def heard(
    *says: str | tuple[str, str],
    day: str = "2026-09-01",
    known: tuple[Known, ...] = (),
    subject: str = SELF,
    subject_name: str = "",
) -> list[Draft]:
    """The drafts of a conversation, without its episode."""
    drafts = distil(transcript(*says, day=day, known=known, subject=subject, subject_name=subject_name))
    return [draft for draft in drafts if draft.tag is not Tag.EPISODE]


def only(*says: str | tuple[str, str], day: str = "2026-09-01", known: tuple[Known, ...] = ()) -> Draft:
    """The one draft of a conversation."""
    drafts = heard(*says, day=day, known=known)
    assert len(drafts) == 1, [draft.text for draft in drafts]
    return drafts[0]


def row(
    tag: Tag, text: str, attribute: str, *, memory_key: str | None = None, date: str = "2026-09-01", **parts: str
) -> Known:
    """A current row of the record; `parts` are the parts of its value, `source` and `keys` (comma-separated)."""
    source, keys = parts.pop("source", "patient"), parts.pop("keys", attribute)
    value = Value(parts.get("value"), parts.get("unit"), parts.get("frequency"))
    names = tuple(key.strip() for key in keys.split(","))
    return Known(uuid4(), tag, text, attribute, memory_key, source, value, PartialDate.parse(date), names)


METOPROLOL = row(
    Tag.MEDICATION,
    "metoprolol tartrate 25 mg twice daily",
    "metoprolol",
    memory_key="medication:metoprolol",
    value="25",
    unit="mg",
    frequency="twice daily",
    keys="metoprolol, dose, heart",
)
CREATININE = row(Tag.LAB, "creatinine 1.4 mg/dL", "creatinine", date="2026-08-31", value="1.4", unit="mg/dL")
