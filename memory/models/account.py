"""Accounts: who logs in. What an account may open stands in the registry, not here."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from memory.dates import local_day

PATIENT, CLINICIAN, PRIVACY_STAFF, ADMINISTRATOR = "patient", "clinician", "privacy staff", "administrator"
GROUPS = (PATIENT, CLINICIAN, PRIVACY_STAFF, ADMINISTRATOR)


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA time zone."""
    try:
        local_day(timezone.now(), name)
    except ValueError as error:
        raise ValidationError(f"{name!r} is no IANA time zone; examples: America/New_York, Europe/Madrid") from error


class UserManager(BaseUserManager["User"]):
    """Makes accounts by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create an account. Raises ValueError without an e-mail address."""
        if not email:
            raise ValueError("an account needs an e-mail address")
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create an account that may open the admin; content stays behind the database's own guard."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account: e-mail as log-in, a time zone in which its days begin and end."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        db_table = "memory_user"

    def __str__(self) -> str:
        return f"account {self.pk}"
