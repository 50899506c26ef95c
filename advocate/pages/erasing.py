"""Erasing everything: the preview, the typed confirmation, the receipt; and the same over `DELETE /memory`."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from advocate.access import NotAPatient, Patient, for_patients, patient_of
from advocate.pages import refusals
from advocate.pages.confirming import ask_password, confirmed_recently
from advocate.pages.refusals import refusal
from advocate.showing.erasures import Gone, what_would_go
from memory import erasure, registry
from memory.door import privacy_office
from memory.erasure import NothingToErase, Receipt

WORDS = "erase everything"
_RECEIPT = "erasure_receipt"  # in the browser's session: an opaque id


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def erase(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Say what would go; erase it, when its person has just confirmed who they are and typed the words."""
    if patient.record is None:
        return render(request, "pages/erase.html", {"nothing": True})
    if not confirmed_recently(request):
        return ask_password(request)
    typed = request.POST.get("confirmation", "").strip().lower()
    if request.method == "POST" and typed == WORDS:
        return _erased(request, patient)
    with patient.enter("what erasing would take"):
        gone = what_would_go()
    context = {"gone": gone, "words": WORDS, "mistyped": request.method == "POST"}
    return render(request, "pages/erase.html", context, status=400 if request.method == "POST" else 200)


@require_safe
@for_patients
def receipt(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show the receipt of the erasure that this browser asked for."""
    kept = request.session.get(_RECEIPT)
    if kept is None:
        raise Http404
    with privacy_office(by=patient.by, why="receipt"):
        found = erasure.receipt_by_id(UUID(kept))
    context = {"receipt": found, "gone": Gone.of(found.counts), "may_close": patient.record is None}
    return render(request, "pages/receipt.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def close_account(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Close an account that opens no record any more; its e-mail address goes too."""
    if patient.record is not None:
        return redirect("erase")
    if not confirmed_recently(request):
        return ask_password(request)
    if request.method != "POST":
        return render(request, "pages/close_account.html")
    try:
        registry.close_account(patient.account)
    except registry.StillARecord:  # another tab began a new one
        return redirect("erase")
    logout(request)
    return render(request, "pages/account_closed.html")


def memory(request: HttpRequest) -> HttpResponse:
    """`DELETE /memory`: erase the record of the person who is signed in; answers in JSON."""
    refused = refusals.memory_refusal(request)
    if refused is not None:
        return refused
    try:
        patient = patient_of(request)
    except NotAPatient:
        return refusal(403, "not a patient's account", "Use an account that you signed up as a patient.")
    if not confirmed_recently(request):
        return refusal(403, "not confirmed", refusals.AGAIN, where=reverse("account_reauthenticate"))
    try:
        found = erasure.erase_own(patient.key, by=patient.by) if patient and patient.record else None
    except NothingToErase:  # another tab was first
        found = None
    if found is None:
        return refusal(404, "nothing to erase", "There is no record of yours.")
    return JsonResponse({"erased": True, "receipt": _as_json(found)})


def _erased(request: HttpRequest, patient: Patient) -> HttpResponse:
    try:
        found = erasure.erase_own(patient.key, by=patient.by)
    except NothingToErase:  # another tab was first
        return redirect("erase")
    request.session[_RECEIPT] = str(found.id)
    return redirect("receipt")


def _as_json(found: Receipt) -> dict[str, object]:
    return {
        "id": str(found.id),
        "silo_digest": found.silo_digest,
        "rows_gone_at": found.rows_gone_at.isoformat(),
        "bytes_gone_at": found.bytes_gone_at.isoformat() if found.bytes_gone_at else None,
        "basis": found.basis,
        "counts": found.counts,
    }
