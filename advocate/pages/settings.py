"""Settings of the account: where the person is."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from advocate.access import Patient, for_patients
from advocate.accounts import TimeZoneForm
from advocate.showing.words import day
from memory import registry


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def settings(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show and change the time zone."""
    form = TimeZoneForm(request.POST or None, initial={"time_zone": patient.zone})
    if request.method == "POST" and form.is_valid():
        registry.move_to_zone(patient.account, form.cleaned_data["time_zone"], by=patient.by)
        messages.success(request, "Time zone changed.")
        return redirect("settings")
    return render(request, "pages/settings.html", {"form": form, "zone": patient.zone, "day": day(patient.day)})
