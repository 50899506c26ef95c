"""The one way from a signed-in account to the staff's pages: who is here, in which role, through which door."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import update_wrapper
from typing import Concatenate, ParamSpec
from uuid import UUID

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from memory import care, door
from memory.care import PatientInCare
from memory.door import Actor, NotInCare, Restricted
from memory.models import User
from memory.models.account import STAFF

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Staff:
    """Who is here: one of STAFF, in its own time zone."""

    account: int
    role: str
    zone: str

    @property
    def by(self) -> Actor:
        """The actor for the audit."""
        return Actor(f"account {self.account}", "admin")

    def registrar(self) -> AbstractContextManager[None]:
        """Enter as the registrar."""
        return door.registrar(by=self.by, why="administration")

    def privacy_office(self) -> AbstractContextManager[None]:
        """Enter the privacy office."""
        return door.privacy_office(by=self.by, why="administration")

    def patient(self, relationship: UUID) -> PatientInCare:
        """Return a patient in this clinician's care. Raises Http404: not hers is as never was."""
        found = care.patient(self.account, relationship, by=self.by)
        if found is None:
            raise Http404
        return found

    def enter(self, patient: PatientInCare, why: str) -> AbstractContextManager[None]:
        """Enter a patient's silo, which her access log shows."""
        return patient.enter(self.account, by=self.by, why=why)


class NotStaff(Exception):
    """The account is signed in, but has no staff's pages."""


def staff_of(request: HttpRequest) -> Staff | None:
    """Return who of the staff is signed in, None where nobody is. Raises NotStaff.

    Asked once a request: inside a door the role's tables are out of reach.
    """
    known: Staff | None = getattr(request, "staff", None)
    if known is not None:
        return known
    user = request.user
    if not isinstance(user, User) or not user.is_authenticated:
        return None
    role = user.role
    if role not in STAFF:
        raise NotStaff
    known = Staff(user.pk, role, user.time_zone)
    request.staff = known  # type: ignore[attr-defined]
    return known


StaffView = Callable[Concatenate[HttpRequest, Staff, P], HttpResponseBase]


def admitted(request: HttpRequest, role: str | None = None) -> Staff | HttpResponseBase:
    """Return who of the staff asks for a page (of this role), or the answer to those for whom it is not.

    Others are sent to log in, to set up a second factor, or told whose page this is. Each page prolongs the session,
    which ends when it is left alone.
    """
    try:
        staff = staff_of(request)
    except NotStaff:
        return not_yours(request)
    if staff is None:
        return redirect_to_login(request.get_full_path())
    request.session.set_expiry(settings.STAFF_IDLE_SECONDS)
    if settings.STAFF_SECOND_FACTOR and not is_mfa_enabled(request.user):
        messages.info(request, "Staff needs a second factor: set it up here, then go on.")
        return redirect("mfa_index")
    return staff if role in {None, staff.role} else not_yours(request, staff.role)


def for_staff(role: str, view: StaffView[P]) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let staff of one role through to a page. Care that ends meanwhile is not found, like care that never was."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        staff = admitted(request, role)
        if not isinstance(staff, Staff):
            return staff
        try:
            with timezone.override(staff.zone):
                return view(request, staff, *args, **kwargs)
        except NotInCare:
            raise Http404 from None
        except Restricted:
            return render(request, "403.html", {"restricted": True}, status=403)

    return update_wrapper(guarded, view)


def not_yours(request: HttpRequest, role: str = "") -> HttpResponse:
    """Answer an account that this page is not for."""
    return render(request, "403.html", {"staff_page": True, "role": role}, status=403)
