"""Ways to find things in the record: a search, readings as charts, everything in time, and how it was on a day."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from advocate.access import Patient, for_patients
from advocate.pages.paging import page_asked
from advocate.showing.as_it_was import WAYS, AsItWas, as_it_was
from advocate.showing.charts import DARK, LIGHT, NARROW, WIDE, chart
from advocate.showing.readings import Readings, readings_shown
from advocate.showing.searching import LONGEST, Results
from advocate.showing.searching import search as searched
from advocate.showing.timeline import KINDS, Timeline, timeline
from memory.engine import load_engine


class DayForm(forms.Form):
    """A day that has been, and in which sense the record of it is meant."""

    day = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}))
    by = forms.ChoiceField(label="Show", choices=list(WAYS.items()))

    def __init__(self, data: QueryDict | None, *, today: date) -> None:
        super().__init__(data)
        self.today = today
        self.fields["day"].widget.attrs["max"] = today.isoformat()

    def clean_day(self) -> date:
        """Refuse a day that has not come."""
        day: date = self.cleaned_data["day"]
        if day > self.today:
            raise forms.ValidationError("This day has not come yet.")
        return day


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def search(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Search the record and the conversations. What is looked for is posted, so that it stands in no address."""
    wanted = request.POST.get("wanted", "").strip()[:LONGEST]
    found: Results | None = None
    if wanted and patient.record is not None:
        into = patient.enter("search one's own record")
        found = searched(patient.key, wanted, day=patient.day, engine=load_engine(), into=into)
    context = {"wanted": wanted, "found": found, "asked": bool(wanted)}
    return render(request, "pages/search.html", context)


@require_safe
@for_patients
def readings(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show laboratory results and readings, each measure as a chart and a table."""
    found = Readings((), ())
    if patient.record is not None:
        with patient.enter("read the readings"):
            found = readings_shown(patient.day)
    return render(request, "pages/readings.html", {"readings": found, "wide": WIDE, "narrow": NARROW})


@require_safe
@for_patients
def readings_chart(request: HttpRequest, patient: Patient, reading: UUID) -> HttpResponse:
    """Draw the measure that a reading is of, whatever came to it meanwhile: wide and light where nothing else is asked.

    Raises Http404 where this record has no such reading, or no chart of it.
    """
    with patient.enter("read the readings"):
        measure = readings_shown(patient.day).drawn_with(reading)
    if measure is None:
        raise Http404
    palette = DARK if request.GET.get("scheme") == "dark" else LIGHT
    shape = NARROW if request.GET.get("shape") == "narrow" else WIDE
    return HttpResponse(chart(measure, palette, shape), content_type="image/svg+xml; charset=utf-8")


@require_safe
@for_patients
def in_time(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show everything in the order of time, a page at a time, all of it or of one kind."""
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    found = Timeline((), 0)
    if patient.record is not None:
        with patient.enter("read the timeline"):
            found = timeline(patient.day, patient.zone, kind=kind, page=page_asked(request))
    context = {"timeline": found, "kinds": KINDS, "kind": kind}
    return render(request, "pages/timeline.html", context)


@require_safe
@for_patients
def as_of(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show the record as it was on a day, and what has changed since."""
    form = DayForm(request.GET if "day" in request.GET else None, today=patient.day)
    found: AsItWas | None = None
    if form.is_valid() and patient.record is not None:
        asked = form.cleaned_data
        with patient.enter("read the record as it was"):
            found = as_it_was(asked["day"], patient.day, by=asked["by"], zone=patient.zone)
    context = {"form": form, "found": found, "day": form.cleaned_data.get("day") if form.is_valid() else None}
    return render(request, "pages/as_it_was.html", context, status=400 if form.errors else 200)
