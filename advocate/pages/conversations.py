"""Past conversations: the list, one with its transcript and what came of it, and its progress."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from advocate import replies
from advocate.access import Patient, for_patients
from advocate.pages.paging import page_asked
from advocate.pages.streaming import chip
from advocate.showing.answers import why
from advocate.showing.closing import closing
from advocate.showing.transcripts import Entry, entries, transcript_shown
from memory import transcript
from memory.models import Session

PAGE = 50


@require_safe
@for_patients
def conversations(request: HttpRequest, patient: Patient) -> HttpResponse:
    """List the conversations, newest first, a page at a time."""
    page, found = page_asked(request), list[Entry]()
    if patient.record is not None:
        with patient.enter("list the conversations"):
            found = entries(patient.zone, size=PAGE + 1, skip=(page - 1) * PAGE)
    context = {"entries": found[:PAGE], "older": page + 1 if len(found) > PAGE else 0, "newer": page - 1}
    return render(request, "pages/conversations.html", context)


@require_safe
@for_patients
def conversation(request: HttpRequest, patient: Patient, session: UUID) -> HttpResponse:
    """Show one conversation and what came of it."""
    with patient.enter("read a conversation"):
        row = _session(session)
        replies.mark_cut(patient, row)
        shown, card = transcript_shown(row, patient.zone), closing(row)
    context = {"conversation": shown, "closing": card, "asked": card.asked, "answered": card.answered}
    return render(request, "pages/conversation.html", context)


@require_safe
@for_patients
def progress(request: HttpRequest, patient: Patient, session: UUID) -> HttpResponse:
    """Tell how far the reading of a closed conversation has come, and what was remembered."""
    with patient.enter("progress of a conversation"):
        card = closing(_session(session))
    found = card.outcome
    return JsonResponse(
        {
            "state": found.state.value,
            "label": found.label,
            "final": found.state.is_final,
            "ready": card.ready,
            "remembered": [chip(fact) for fact in found.facts],
            "held": len(found.held),
        }
    )


@require_safe
@for_patients
def why_answer(request: HttpRequest, patient: Patient, turn: UUID) -> HttpResponse:
    """Show why a reply said what it said."""
    with patient.enter("why this answer"):
        found = why(turn)
    if found is None:
        raise Http404
    return render(request, "pages/why.html", {"why": found})


@require_POST
@for_patients
def again(request: HttpRequest, patient: Patient, session: UUID) -> HttpResponse:
    """Read a conversation again whose reading failed."""
    with patient.enter("read a conversation again"):
        _session(session)
    transcript.requeue(patient.key, session, by=patient.by)
    return redirect("conversation", session)


def _session(session: UUID) -> Session:
    """The session of this silo; inside it. Raises Http404."""
    row = Session.objects.filter(public_id=session).first()
    if row is None:
        raise Http404
    return row
