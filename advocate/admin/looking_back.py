"""A patient's record in time: everything in its order, as it stood on a day, and what differs between two."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.views.decorators.http import require_safe

from advocate.admin.access import Staff
from advocate.admin.rendering import page
from advocate.pages.finding import DayForm
from advocate.pages.paging import page_asked
from advocate.showing.as_it_was import as_it_was
from advocate.showing.side_by_side import side_by_side
from advocate.showing.timeline import KINDS, timeline
from memory.dates import local_day


class DaysForm(DayForm):
    """A day that has been, one after it to compare with, and in which sense the record of them is meant."""

    other = forms.DateField(
        label="Compared with",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="A later day. Leave it empty for today.",
    )

    def __init__(self, data: QueryDict | None, *, today: date) -> None:
        super().__init__(data, today=today)
        self.fields["other"].widget.attrs["max"] = today.isoformat()
        self.order_fields(["day", "other", "by"])

    def clean_other(self) -> date:
        """Take today where none is given; refuse a day that has not come."""
        other: date = self.cleaned_data["other"] or self.today
        if other > self.today:
            raise forms.ValidationError("This day has not come yet.")
        return other

    def clean(self) -> dict[str, Any]:
        """Refuse days in the wrong order."""
        found = super().clean() or self.cleaned_data
        if {"day", "other"} <= found.keys() and found["other"] < found["day"]:
            self.add_error("other", "Give the earlier day first.")
        return found


@require_safe
def in_time(request: HttpRequest, staff: Staff, care: UUID) -> HttpResponse:
    """Show everything in the order of time, a page at a time, all of it or of one kind."""
    patient = staff.patient(care)
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    with staff.enter(patient, "read the timeline"):
        today = local_day(timezone.now(), patient.time_zone)
        found = timeline(today, patient.time_zone, kind=kind, page=page_asked(request))
    context = {"patient": patient, "timeline": found, "kinds": KINDS, "kind": kind}
    return page(request, staff, "clinician/timeline", "Timeline", context)


@require_safe
def as_of(request: HttpRequest, staff: Staff, care: UUID) -> HttpResponse:
    """Show the record as it was on a day, and what is different on a later one."""
    patient = staff.patient(care)
    today = local_day(timezone.now(), patient.time_zone)
    form = DaysForm(request.GET if "day" in request.GET else None, today=today)
    context: dict[str, Any] = {"patient": patient, "form": form}
    if form.is_valid():
        asked = form.cleaned_data
        with staff.enter(patient, "read the record as it was"):
            found = as_it_was(asked["day"], asked["other"], by=asked["by"], zone=patient.time_zone)
        pairs = [side_by_side(old, new) for old, new in found.changed]
        context |= {"found": found, "pairs": pairs, "day": asked["day"], "other": asked["other"]}
    return page(request, staff, "clinician/as_it_was", "As it was", context, 400 if form.errors else 200)


pages = {
    "patient-timeline": ("patients/<uuid:care>/timeline/", in_time),
    "patient-as-of": ("patients/<uuid:care>/on/", as_of),
}
