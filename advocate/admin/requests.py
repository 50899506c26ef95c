"""Requests of persons with their clock: kept, extended once, closed with what was done. Codes and dates, no words."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from advocate.admin.access import Staff
from advocate.admin.asking import ReferenceField, choices
from advocate.admin.finding import silo_named
from advocate.admin.paging import paged
from advocate.admin.rendering import page
from advocate.showing.looks import names
from memory.models.privacy import Asked
from memory.operations import orders
from memory.operations import requests as kept
from memory.operations import silos as office


class RequestForm(forms.Form):
    """A new request: what was asked for, when it came in, its number."""

    kind = forms.ChoiceField(label="What the person asks for", choices=choices(tuple(kind.value for kind in Asked)))
    received_on = forms.DateField(
        label="Received on",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        initial=timezone.localdate,
    )
    reference = ReferenceField()

    def clean_received_on(self) -> date:
        """Refuse a day that has not come."""
        day: date = self.cleaned_data["received_on"]
        if day > timezone.localdate():
            raise forms.ValidationError("That day has not come yet.")
        return day


class ClosingForm(forms.Form):
    """What was done about a request."""

    outcome = forms.ChoiceField(label="What was done")

    def __init__(self, *args: Any, kind: Asked) -> None:
        super().__init__(*args)
        self.fields["outcome"].choices = choices(kept.OUTCOMES[kind])  # type: ignore[attr-defined]


@require_safe
def requests(request: HttpRequest, staff: Staff) -> HttpResponse:
    """List the requests that are open, the one due first first; or those that are closed (`?closed=1`)."""
    closed, day = "closed" in request.GET, timezone.localdate()
    found = paged(request, lambda size, skip: kept.listed(by=staff.by, day=day, closed=closed, size=size, skip=skip))
    waiting = [] if closed else orders.waiting(by=staff.by)
    called = names({order.asked_by for order in waiting})
    context = {
        "page": found,
        "closed": closed,
        "orders": [(order, called.get(order.asked_by, order.asked_by)) for order in waiting],
    }
    return page(request, staff, "privacy/requests", "Requests", context)


@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Keep a request about a record."""
    found = silo_named(digest, staff)
    form = RequestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        id = kept.keep(
            found.digest,
            Asked(asked["kind"]),
            received_on=asked["received_on"],
            reference=asked["reference"],
            by=staff.by,
        )
        return redirect("admin:privacy-request", id)
    status = 400 if request.method == "POST" else 200
    return page(request, staff, "privacy/keep", "A request", {"silo": found, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, staff: Staff, id: UUID) -> HttpResponse:
    """Show a request; extend its term, or close it with what was done."""
    found = kept.one(id, by=staff.by, day=timezone.localdate())
    if found is None:
        raise Http404
    closing = request.method == "POST" and "extend" not in request.POST
    form = ClosingForm(request.POST if closing else None, kind=found.kind)
    try:
        if request.method == "POST" and not closing:
            kept.extend(id, by=staff.by)
            messages.success(request, "Extended by two months. Tell the person so, and why, within the first.")
            return redirect("admin:privacy-request", id)
        if closing and form.is_valid():
            kept.close(id, form.cleaned_data["outcome"], by=staff.by)
            messages.success(request, "Closed.")
            return redirect("admin:privacy-requests")
    except kept.NotOpen:  # another tab was first
        messages.warning(request, "That was done already.")
        return redirect("admin:privacy-request", id)
    called = names({found.opened_by, found.closed_by})
    context = {
        "request_kept": found,
        "form": form,
        "record_is_there": office.silo_of(found.silo_digest, by=staff.by) is not None,
        "opened_by": called.get(found.opened_by, found.opened_by),
        "closed_by": called.get(found.closed_by, found.closed_by),
    }
    title = f"Request for {found.kind.value}"
    return page(request, staff, "privacy/request", title, context, status=400 if closing else 200)


pages = {
    "privacy-requests": ("requests/", requests),
    "privacy-request": ("requests/<uuid:id>/", one),
    "keep-request": ("silos/<str:digest>/requests/new/", keep),
}
