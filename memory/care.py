"""Who is in whose care: a clinician's patients, and the registrar's way from a person to a relationship."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memory.door import Actor, clinic, clinician
from memory.models import RecordAccess

_COLUMNS = "care, user_key, name, email, subject, subject_name, time_zone, began, ended, last_session_at"


@dataclass(frozen=True, slots=True)
class PatientInCare:
    """A patient of a clinician. `care` is the relationship's id, the one name that an address may carry."""

    care: UUID
    user_key: str
    name: str | None
    email: str | None
    subject: str
    subject_name: str
    time_zone: str
    began: datetime
    ended: datetime | None
    last_session_at: datetime | None

    @property
    def called(self) -> str:
        """Return how to call the person whom the record is about."""
        teller = self.name or self.email or "no account"
        return teller if self.subject == "self" else f"{self.subject_name or self.subject} (told by {teller})"

    def enter(self, account: int, *, by: Actor, why: str) -> AbstractContextManager[None]:
        """Enter the patient's silo as the clinician, which is written to its access log. Raises NotInCare."""
        return clinician(account, user_key=self.user_key, by=by, why=why)


def patients(account: int, *, by: Actor, named: str = "", size: int = 50, skip: int = 0) -> list[PatientInCare]:
    """Return a page of those whom this clinician cares for now, by name."""
    return _mine(account, by, [None, named, size, skip])


def patient(account: int, care: UUID, *, by: Actor) -> PatientInCare | None:
    """Return the patient of a relationship of this clinician's; None where it has ended, or is no one's of hers."""
    return next(iter(_mine(account, by, [care, "", 1, 0])), None)


def records_of(email: str) -> list[str]:
    """Return the keys of the records that the account with this e-mail address opens; inside the registrar's door."""
    opened = RecordAccess.objects.filter(account__email__iexact=email).order_by("granted_at", "id")
    return list(opened.values_list("user_key", flat=True))


def _mine(account: int, by: Actor, asked: list[Any]) -> list[PatientInCare]:
    with clinic(account, by=by, why="my patients"), connection.cursor() as cursor:
        cursor.execute(f"SELECT {_COLUMNS} FROM guard.my_patients(%s, %s, %s, %s)", asked)  # noqa: S608 - columns of ours
        return [PatientInCare(*row) for row in cursor.fetchall()]
