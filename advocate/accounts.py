"""What signing up adds to an account: the group `patient`, and the time zone that the browser tells."""

from __future__ import annotations

import base64
import hashlib
from typing import Any
from zoneinfo import available_timezones

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from memory.models import User
from memory.models.account import PATIENT, STAFF


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Where an account goes after its log-in: patients to the conversation, staff to their own pages."""

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the first page of the account's role."""
        user = request.user
        return reverse("admin:index") if isinstance(user, User) and user.role in STAFF else reverse("chat")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keeps the secrets of second factors encrypted: a copy of the database alone does not make codes."""

    def encrypt(self, text: str) -> str:
        """Return the secret as it is stored."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret. Raises InvalidToken where SECRET_KEY has changed."""
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> Fernet:
    key = hashlib.sha256(f"anamnesis second factor:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


class SignUpForm(forms.Form):
    """allauth's sign-up form is made from this one; the browser fills in the zone, which may be changed later."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-browser-zone": ""}))

    def clean_time_zone(self) -> str:
        """Return the zone, or UTC where the browser named none that we know."""
        named: str = self.cleaned_data["time_zone"]
        return named if named in available_timezones() else "UTC"

    def signup(self, request: HttpRequest, user: User) -> None:
        """Complete the new account."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])
        user.take_role(PATIENT)


class TimeZoneForm(forms.Form):
    """Where the person is: the day on which something was said follows from it."""

    time_zone = forms.ChoiceField(label="Time zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["time_zone"]
        field.choices = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]
