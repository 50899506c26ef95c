"""What a person takes along: the summary for an appointment, and everything in her record as a file."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_safe

from advocate.access import Patient, for_patients
from advocate.pages.confirming import ask_password, confirmed_recently
from advocate.showing.visit import DISCLAIMER, Summary, blank, summary
from memory.models import Record, User
from memory.operations import export, fhir
from memory.operations.listing import NoSuchRecord, note_look


@require_safe
@for_patients
def visit(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show the summary for an appointment; the browser prints it."""
    found = _summary(patient) if patient.record else blank(patient.day, account=_called(patient))
    context = {"summary": found, "has_record": patient.record is not None, "disclaimer": DISCLAIMER}
    return render(request, "pages/visit.html", context)


@require_GET
@for_patients
def visit_pdf(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Give the same as a PDF."""
    from advocate.showing.visit_pdf import pdf  # noqa: PLC0415 - 0.2 s and 30 MB that few processes ever need

    found = _summary(patient)
    with patient.enter("take the summary along"):
        note_look(patient.key, by=patient.by, what="summary for an appointment as PDF")
    return _file([pdf(found)], f"summary-{patient.day}.pdf", "application/pdf")


@require_safe
@for_patients
def take_along(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Offer everything as a file, to somebody who has just confirmed who they are."""
    if patient.record is not None and not confirmed_recently(request):
        return ask_password(request)
    return render(request, "pages/take_along.html", {"has_record": patient.record is not None})


@require_GET
@for_patients
def everything(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Give everything that the record holds, as JSON."""
    if not confirmed_recently(request):
        return redirect("take-along")
    pieces = export.pieces(patient.key, by=patient.by, separator="\n")
    return _file(pieces, f"record-{patient.day}.json", "application/json")


@require_GET
@for_patients
def as_fhir(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Give the facts as a FHIR R4 bundle."""
    if not confirmed_recently(request):
        return redirect("take-along")
    pieces = fhir.pieces(patient.key, by=patient.by, day=patient.day, separator="\n")
    return _file(pieces, f"record-{patient.day}.fhir.json", "application/fhir+json")


def _summary(patient: Patient) -> Summary:
    """The sheet of today. Raises Http404 where the record was erased meanwhile."""
    called = _called(patient)
    try:
        with patient.enter("read the summary for an appointment"):
            return summary(patient.day, account=called)
    except Record.DoesNotExist:
        raise Http404 from None


def _called(patient: Patient) -> str:
    """The name that the account holds, else its e-mail address."""
    user = User.objects.get(pk=patient.account)
    return user.name or user.email


def _file(pieces: Iterable[str | bytes], name: str, kind: str) -> HttpResponse:
    """A file to be kept, whole: what breaks off in the middle must not look like a record.

    Raises Http404 where the record was erased meanwhile.
    """
    try:
        answer = HttpResponse(pieces, content_type=kind)
    except NoSuchRecord:
        raise Http404 from None
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer
