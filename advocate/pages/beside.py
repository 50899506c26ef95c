"""What the conversation's page asks for beside messages: how far it has come, and the signs of an emergency."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from advocate import emergency_signs
from advocate.access import Patient, for_patients
from advocate.showing.transcripts import open_session
from memory.models import Turn

_SIGNS = {
    "sign": emergency_signs.SIGN,
    "denied": emergency_signs.DENIED,
    "new_clause": emergency_signs.NEW_CLAUSE,
    "long_past": emergency_signs.LONG_PAST,
    "present": emergency_signs.PRESENT,
    "still": emergency_signs.STILL,
    "condition": emergency_signs.CONDITION,
    "general": emergency_signs.GENERAL,
    "about_someone": emergency_signs.ABOUT_SOMEONE,
}


@require_GET
@for_patients
def now(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Tell which conversation is open ("" where none is) and how many messages it has: another tab may have gone on."""
    if patient.record is None:
        return JsonResponse({"session": "", "turns": 0})
    with patient.enter("look whether the conversation goes on"):
        session = open_session()
        turns = Turn.objects.filter(session=session).count() if session else 0
    return JsonResponse({"session": str(session.public_id) if session else "", "turns": turns})


@require_GET
@for_patients
def signs(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Give the patterns by which the browser reads signs of an emergency before a message is sent; no words of anybody.

    JavaScript names a group `(?<name>…)`; all else that the patterns use, both languages read alike.
    """
    answer = JsonResponse({name: sign.pattern.replace("(?P<", "(?<") for name, sign in _SIGNS.items()})
    answer["Cache-Control"] = "private, max-age=3600"
    return answer
