"""My record: what holds now, one fact with its chain, forgetting one, and who looked."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from advocate.access import Patient, for_patients
from advocate.pages.confirming import ask_password, confirmed_recently
from advocate.showing.facts import ShownRecord, fact_page, record_shown
from advocate.showing.looks import in_plain_words, last_looks
from memory import erasure
from memory.erasure import NothingToErase
from memory.operations import preview

_EMPTY = ShownRecord((), (), (), (), ())


@require_safe
@for_patients
def record(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show the record as it stands today."""
    found = _EMPTY
    if patient.record is not None:
        with patient.enter("read the record"):
            found = record_shown(patient.day, newest_alone=True)
    return render(request, "pages/record.html", {"record": found, "marks": found.marks, "asked": found.asked})


@require_safe
@for_patients
def fact(request: HttpRequest, patient: Patient, fact: UUID) -> HttpResponse:
    """Show one fact, the words it rests on, and what it replaced."""
    with patient.enter("read a fact"):
        page = fact_page(fact, patient.zone)
    if page is None:
        raise Http404
    return render(request, "pages/fact.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def forget(request: HttpRequest, patient: Patient, fact: UUID) -> HttpResponse:
    """Say what forgetting a fact would take; do it, when its person has just confirmed who they are."""
    with patient.enter("read a fact"):
        page = fact_page(fact)
    if page is None:
        raise Http404
    if not confirmed_recently(request):
        return ask_password(request)
    try:
        if request.method == "POST":
            erasure.forget(patient.key, fact, by=patient.by)
            messages.success(request, "Forgotten, with its words.")
            return redirect("record")
        effect = preview.forgetting(patient.key, fact, by=patient.by)
    except NothingToErase:
        raise Http404 from None
    return render(request, "pages/forget.html", {"page": page, "effect": effect, "others": len(effect.facts) - 1})


@require_safe
@for_patients
def who_looked(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show who looked at the record, and when."""
    if patient.record is None:
        return render(request, "pages/looks.html", {"looks": []})
    with patient.enter("read the access log"):
        rows = last_looks()
    found = in_plain_words(rows, patient.zone, mine=patient.by.name)
    return render(request, "pages/looks.html", {"looks": found})
