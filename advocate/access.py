"""The one way from a signed-in account to its record: who is here, and which silo they may enter.

An id in an address is an identifier, never a credential: what lies in another silo is not found, exactly as what never
existed. Accounts that are no patients' are told that these are not their pages.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from memory import registry
from memory.door import Actor, Restricted, silo
from memory.models import User
from memory.models.account import PATIENT

AGENT = "patient-advocate"
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Patient:
    """Who is here. `record` is None until the first message, and again after an erasure."""

    account: int
    zone: str
    record: str | None

    @property
    def by(self) -> Actor:
        """The actor for the audit."""
        return Actor(f"account {self.account}", "web")

    @property
    def key(self) -> str:
        """The key of the silo. Raises Http404 where there is none."""
        if self.record is None:
            raise Http404
        return self.record

    @property
    def now(self) -> datetime:
        """The moment of the conversation in the person's zone; a demonstration may have moved its day."""
        now = timezone.now().astimezone(ZoneInfo(self.zone))
        day: date | None = settings.CONVERSATION_DAY
        return now.replace(year=day.year, month=day.month, day=day.day) if day else now

    @property
    def day(self) -> date:
        """The person's day."""
        return self.now.date()

    def enter(self, why: str) -> AbstractContextManager[None]:
        """Enter the person's own silo."""
        return silo(self.key, by=self.by, why=why)

    def registered(self) -> Patient:
        """Return the patient with a record, registered where there is none yet."""
        key = registry.record_for(self.account, agent=AGENT, time_zone=self.zone, by=self.by)
        return Patient(self.account, self.zone, key)


class NotAPatient(Exception):
    """The account is signed in, but has no patient's pages."""


def patient_of(request: HttpRequest) -> Patient | None:
    """Return the patient who is signed in, None where nobody is. Raises NotAPatient."""
    user = request.user
    if not isinstance(user, User) or not user.is_authenticated:
        return None
    if user.role != PATIENT:
        raise NotAPatient
    return Patient(user.pk, user.time_zone, registry.record_of(user.pk))


View = Callable[P, HttpResponseBase]
PatientView = Callable[Concatenate[HttpRequest, Patient, P], HttpResponseBase]


def for_patients(view: PatientView[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let a patient through to a page; others are sent to log in, or told whose page this is."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            patient = patient_of(request)
        except NotAPatient:
            return not_yours(request)
        if patient is None:
            return redirect_to_login(request.get_full_path())
        try:
            answer = view(request, patient, *args, **kwargs)
        except Restricted:
            answer = kept_not_used(request)
        if request.method != "POST" and not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "no-store"  # who comes to this browser next finds nothing in its cache
        return answer

    return update_wrapper(guarded, view)


def kept_not_used(request: HttpRequest) -> HttpResponse:
    """Say that the record is restricted: what was asked for would use it, or add to it. Nothing was done."""
    return render(request, "restricted.html", status=409)


def not_yours(request: HttpRequest, **context: Any) -> HttpResponse:
    """Answer an account that is no patient's."""
    return render(request, "403.html", {"staff": True, **context}, status=403)
