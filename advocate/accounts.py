"""What signing up adds to an account: the group `patient`, and the time zone that the browser tells."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.models import Group
from django.http import HttpRequest

from memory.models import User
from memory.models.account import PATIENT


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
        user.groups.add(Group.objects.get(name=PATIENT))


class TimeZoneForm(forms.Form):
    """Where the person is: the day on which something was said follows from it."""

    time_zone = forms.ChoiceField(label="Time zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["time_zone"]
        field.choices = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]
