"""Who takes part in the demonstration: two patients, two clinicians, privacy staff and an administrator, all made up.

A patient's account has no password until its history is told: an interrupted first start is known by that and goes on,
and what a patient erased later never comes back.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.crypto import salted_hmac

from memory.door import Actor, registrar
from memory.models import CareRelationship, User
from memory.models.account import ADMINISTRATOR, CLINICIAN, PATIENT, PRIVACY_STAFF


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast; `see` says what their account is good for."""

    short: str
    name: str
    group: str
    see: str
    time_zone: str = "America/New_York"

    @property
    def email(self) -> str:
        """The log-in."""
        return f"{self.short}@example.org"

    @property
    def is_patient(self) -> bool:
        """Whether the account opens a record of its own; the others use the admin."""
        return self.group == PATIENT


CAST = (
    Member("alice", "Alice Moreno", PATIENT, "two months of conversations: talk, then open My record"),
    Member("charlie", "Charlie Baptiste", PATIENT, "a small record of his own, and nothing of Alice's"),
    Member("bob", "Dr. Bob Lindqvist", CLINICIAN, "cares for Alice: reviews her record in /admin/"),
    Member("dana", "Dr. Dana Whitfield", CLINICIAN, "cares for nobody here: finds no record in /admin/"),
    Member("erin", "Erin Castillo", PRIVACY_STAFF, "counts and receipts in /admin/, erases, reads nothing"),
    Member("ada", "Ada Novak", ADMINISTRATOR, "accounts and care relationships in /admin/, no content"),
)


def password(secret: str) -> str:
    """Return the one password of the cast: another one in every installation, so that nobody knows it elsewhere."""
    digest = salted_hmac("demonstration", "password", secret=secret, algorithm="sha256").digest()
    letters = base64.b32encode(digest).decode().lower()
    return "-".join(letters[start : start + 4] for start in (0, 4, 8))


def gather(secret: str) -> dict[str, User]:
    """Make the accounts that are missing, and return all by their short names; present ones are left as they are."""
    return {member.short: _account(member, secret) for member in CAST}


def cares_for(clinician: User, user_key: str, *, since: datetime, by: User) -> None:
    """Let a clinician care for a record's subject, as an administrator does; once."""
    with registrar(by=Actor(f"account {by.pk}", "admin"), why="a clinician who cares for her"):
        CareRelationship.objects.get_or_create(user_key=user_key, clinician=clinician, defaults={"began": since})


def let_in(user: User, secret: str) -> None:
    """Give a patient's account the password."""
    user.set_password(password(secret))
    user.save(update_fields=["password"])


@transaction.atomic
def _account(member: Member, secret: str) -> User:
    found = User.objects.filter(email=member.email).first()
    if found is not None:
        return found
    user = User.objects.create_user(
        member.email,
        None if member.is_patient else password(secret),
        name=member.name,
        time_zone=member.time_zone,
    )
    user.take_role(member.group)
    # Nobody reads mail at example.org; an installation may ask for verified addresses.
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
