"""A clinician's pages: her patients, and of each the record, its facts with chain and audit, the conversations.

Nothing here changes a fact: a document is handed in; what she decides stands in `deciding`. Each page names the patient
by the care relationship and enters that silo alone, which its access log shows.
"""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from advocate.admin.access import Staff
from advocate.admin.paging import paged
from advocate.admin.rendering import page
from advocate.pages.documents import document_form, handed_in
from advocate.showing.answers import why
from advocate.showing.audits import called, chain_shown, faults
from advocate.showing.changed import changed_since_last_look
from advocate.showing.choices import conflicts_of
from advocate.showing.facts import record_shown
from advocate.showing.marked import marked
from advocate.showing.transcripts import entries, outcome, transcript_shown
from memory import care
from memory.dates import local_day
from memory.models import Session


@require_safe
def patients(request: HttpRequest, staff: Staff) -> HttpResponse:
    """List whom this clinician cares for now."""
    named = request.GET.get("q", "").strip()
    found = paged(
        request, lambda size, skip: care.patients(staff.account, by=staff.by, named=named, size=size, skip=skip)
    )
    return page(request, staff, "clinician/patients", "My patients", {"page": found, "named": named})


@require_safe
def record(request: HttpRequest, staff: Staff, care: UUID) -> HttpResponse:
    """Show a patient's record as it stands today where she is."""
    patient = staff.patient(care)
    with staff.enter(patient, "read the record"):
        found = record_shown(local_day(timezone.now(), patient.time_zone))
        changed = changed_since_last_look(staff.zone)
        broken = faults(patient.user_key)
    context = {"patient": patient, "record": found, "changed": changed, "faults": broken}
    return page(request, staff, "clinician/record", "Record", context)


@require_safe
def fact(request: HttpRequest, staff: Staff, care: UUID, fact: UUID) -> HttpResponse:
    """Show one fact: its chain, the words that each link rests on, and the audit history of each."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a fact"):
        links, conflicts = chain_shown(fact, staff.zone), conflicts_of(fact)
        broken = faults(patient.user_key)
    if not links:
        raise Http404
    mine = next(link for link in links if link.fact.id == fact)
    context = {"patient": patient, "mine": mine, "links": called(links), "conflicts": conflicts, "faults": broken}
    return page(request, staff, "clinician/fact", mine.fact.kind, context)


@require_safe
def conversations(request: HttpRequest, staff: Staff, care: UUID) -> HttpResponse:
    """List a patient's conversations, newest first."""
    patient = staff.patient(care)
    with staff.enter(patient, "list the conversations"):
        found = paged(request, lambda size, skip: entries(patient.time_zone, size=size, skip=skip))
    return page(request, staff, "clinician/conversations", "Conversations", {"patient": patient, "page": found})


@require_safe
def conversation(request: HttpRequest, staff: Staff, care: UUID, session: UUID) -> HttpResponse:
    """Show a transcript with the words marked that became facts or were held back, and what came of it."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a conversation"):
        row = Session.objects.filter(public_id=session).first()
        if row is None:
            raise Http404
        shown = transcript_shown(row, patient.time_zone)
        context = {"patient": patient, "conversation": shown, "outcome": outcome(row), "marked": marked(row, shown)}
    return page(request, staff, "clinician/conversation", "Conversation", context)


@require_safe
def trace(request: HttpRequest, staff: Staff, care: UUID, turn: UUID) -> HttpResponse:
    """Show why a reply said what it said, with scores."""
    patient = staff.patient(care)
    with staff.enter(patient, "read the trace of a reply"):
        found = why(turn)
    if found is None:
        raise Http404
    return page(request, staff, "clinician/why", "Trace of a reply", {"patient": patient, "why": found})


@require_http_methods(["GET", "HEAD", "POST"])
def hand_in(request: HttpRequest, staff: Staff, care: UUID) -> HttpResponse:
    """Take a document about a patient, and go to where its reading is shown."""
    patient = staff.patient(care)
    form = document_form(request, local_day(timezone.now(), patient.time_zone))
    if request.method == "POST" and form.is_valid():
        session = handed_in(form, staff.enter(patient, "hand in a document"))
        return redirect("admin:patient-conversation", care, session)
    status = 400 if request.method == "POST" else 200
    return page(request, staff, "clinician/hand_in", "Hand in a document", {"patient": patient, "form": form}, status)


pages = {
    "patients": ("patients/", patients),
    "patient": ("patients/<uuid:care>/", record),
    "patient-fact": ("patients/<uuid:care>/facts/<uuid:fact>/", fact),
    "patient-conversations": ("patients/<uuid:care>/conversations/", conversations),
    "patient-trace": ("patients/<uuid:care>/replies/<uuid:turn>/", trace),
    "patient-hand-in": ("patients/<uuid:care>/documents/new/", hand_in),
    "patient-conversation": ("patients/<uuid:care>/conversations/<uuid:session>/", conversation),
}
