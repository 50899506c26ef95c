"""Accounts: who logs in. What an account may open stands in the registry, not here."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import Group, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property

from memory.dates import local_day

PATIENT, CLINICIAN, PRIVACY_STAFF, ADMINISTRATOR = "patient", "clinician", "privacy staff", "administrator"
GROUPS = (PATIENT, CLINICIAN, PRIVACY_STAFF, ADMINISTRATOR)
STAFF = (CLINICIAN, PRIVACY_STAFF, ADMINISTRATOR)


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
        """Create an administrator's account; content stays behind the database's own guard."""
        user = self.create_user(email, password, **fields)
        user.take_role(ADMINISTRATOR)
        return user


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
        verbose_name, verbose_name_plural = "account", "accounts"

    def __str__(self) -> str:
        return f"account {self.pk}"

    @cached_property
    def role(self) -> str | None:
        """The one part that this account plays, of GROUPS; None where it has none, or more than one."""
        held = [group.name for group in self.groups.all() if group.name in GROUPS]
        return held[0] if len(held) == 1 else None

    def take_role(self, role: str) -> None:
        """Give the account one role, and take the others."""
        self.groups.set([Group.objects.using(self._state.db).get(name=role)])
        self.role, self.is_staff = role, role in STAFF
        self.save(update_fields=["is_staff"])
