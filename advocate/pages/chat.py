"""The conversation: the page, a message as a form (without JavaScript), a message as a stream, and its end."""

from __future__ import annotations

import asyncio
import uuid

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from advocate import registry, replies
from advocate.access import AGENT, NotAPatient, Patient, for_patients, patient_of
from advocate.emergency import emergency_sentence, is_emergency
from advocate.pages.refusals import KEPT_NOT_USED, refusal
from advocate.pages.streaming import ReplyStream, stream_again
from advocate.showing.closing import Left, ended_by_itself
from advocate.showing.transcripts import Shown, open_session, transcript_shown
from memory import transcript
from memory.door import Restricted
from memory.engine import load_engine
from memory.models import Turn
from memory.operations.restriction import refuse_use
from memory.text import MessageError


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def chat(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show the open conversation; take a message that comes as a form."""
    if request.method != "POST":
        return _page(request, patient)
    text = request.POST.get("message", "")
    try:
        _answer(patient.registered(), text, _turn_id(request))
    except MessageError as error:
        return _page(request, patient, text=text, error=str(error))
    return redirect(f"{reverse('chat')}#latest")


async def say(request: HttpRequest) -> HttpResponseBase:
    """Take a message and stream the reply, line by line of JSON; see `streaming`. Refusals are JSON, too."""
    if request.method != "POST":
        return refusal(405, "only POST", "Send a message as a form.")
    taking = asyncio.ensure_future(sync_to_async(_take)(request))
    try:
        taken = await asyncio.shield(taking)
    except asyncio.CancelledError:  # the reader left before the first word: mark it now, not when patience ends
        await sync_to_async(_leave)(await taking)
        raise
    return taken if isinstance(taken, HttpResponse) else _streamed(taken)


@require_POST
@for_patients
def end(request: HttpRequest, patient: Patient) -> HttpResponse:
    """End the open conversation and show what comes of it."""
    with patient.enter("end of conversation"):
        session = open_session()
    if session is None:
        return redirect("conversations")
    transcript.close(patient.key, session.public_id, by=patient.by)
    return redirect("conversation", session.public_id)


@require_GET
@for_patients
def reply_state(request: HttpRequest, patient: Patient, turn: uuid.UUID) -> HttpResponse:
    """Tell whether a message has its reply or its mark, or waits for it."""
    try:
        with patient.enter("look for a reply"):
            settled = replies.settled(patient, turn)
    except Turn.DoesNotExist:
        return refusal(404, "no such message", "Reload the page.")
    return JsonResponse({"state": "settled" if settled else "waiting"})


def _page(request: HttpRequest, patient: Patient, *, text: str = "", error: str = "") -> HttpResponse:
    agent = registry.agent(AGENT)
    conversation, left = _conversation(patient)
    context = {
        "conversation": conversation,
        "left": left,
        "idle": agent.idle_minutes,
        "turn_id": uuid.uuid4(),
        "text": text,
        "error": error,
        "limit": settings.MESSAGE_LIMIT,
        "urgent": emergency_sentence(agent),
        "engine": load_engine().name,
        "zone": patient.zone,
    }
    return render(request, "pages/chat.html", context, status=400 if error else 200)


def _conversation(patient: Patient) -> tuple[Shown | None, Left | None]:
    """The open conversation; where none is, the last one if it ended by itself not long ago."""
    if patient.record is None:
        return None, None
    with patient.enter("chat"):
        refuse_use()
        session = open_session()
        if session is None:
            return None, ended_by_itself()
        replies.mark_cut(patient, session)
        return transcript_shown(session, patient.zone), None


def _answer(patient: Patient, text: str, turn: uuid.UUID) -> None:
    """Take a message and let its reply come to its end; no connection is held while the engine speaks."""
    taken = replies.begin(patient, text, turn)
    connection.close()
    if isinstance(taken, replies.Earlier):
        async_to_sync(taken.settled)()
        return
    try:
        async_to_sync(replies.whole)(taken)
    finally:
        taken.store()


def _take(request: HttpRequest) -> HttpResponse | replies.Reply | replies.Earlier:
    """Commit the message and recall; or say why not."""
    try:
        patient = patient_of(request)
    except NotAPatient:
        return refusal(403, "not a patient's account", "Use an account that you signed up as a patient.")
    if patient is None:
        return refusal(
            401, "not signed in", "Sign in again; your message is still here.", where=reverse("account_login")
        )
    try:
        return replies.begin(patient.registered(), request.POST.get("message", ""), _turn_id(request))
    except Restricted:
        urgent = emergency_sentence(registry.agent(AGENT)) if is_emergency(request.POST.get("message", "")) else ""
        told = f"{urgent} {KEPT_NOT_USED}".strip()
        return refusal(409, "the record is restricted", told, where=reverse("record"))
    except MessageError as error:
        return refusal(400, "the message cannot be taken", f"{str(error).capitalize()}.")


def _leave(taken: HttpResponse | replies.Reply | replies.Earlier) -> None:
    if isinstance(taken, replies.Reply):
        ReplyStream(taken).close()


def _streamed(taken: replies.Reply | replies.Earlier) -> StreamingHttpResponse:
    lines = ReplyStream(taken) if isinstance(taken, replies.Reply) else stream_again(taken)
    answer = StreamingHttpResponse(lines, content_type="application/x-ndjson")
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer


def _turn_id(request: HttpRequest) -> uuid.UUID:
    """The id that the page gave the message; a new one where it gave none that can be one."""
    try:
        return uuid.UUID(request.POST.get("turn", ""))
    except ValueError:
        return uuid.uuid4()
