"""Answers to what is refused: in JSON where a program asks, as a page where a person does; always with what to do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

SIGN_IN = "Sign in first."
AGAIN = "Confirm your password first; that holds for five minutes."
KEPT_NOT_USED = (
    "Your record is restricted: it is kept, not used, so your message was not taken. You can read your record and take "
    "it along; the privacy office can lift the restriction."
)
CSRF_ADVICE = "Send the cookie `csrftoken` also in the header X-CSRFToken."


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a request without its token; nothing was done."""
    if request.path == reverse("memory"):
        return memory_refusal(request) or refusal(403, "no CSRF token", CSRF_ADVICE)
    if request.path == reverse("say"):
        return refusal(403, "no CSRF token", "Reload the page; your message was not sent and is still here.")
    return render(request, "403.html", {"csrf": True}, status=403)


def memory_refusal(request: HttpRequest) -> HttpResponse | None:
    """What is wrong with a request to `/memory` before its token is looked at; None where nothing is."""
    if request.method != "DELETE":
        answer = refusal(405, "only DELETE", "DELETE /memory erases the record of the person who is signed in.")
        answer["Allow"] = "DELETE"
        return answer
    if not request.user.is_authenticated:
        return refusal(401, "not signed in", SIGN_IN, where=reverse("account_login"))
    return None


def refusal(status: int, what: str, todo: str, *, where: str = "") -> JsonResponse:
    """Return a refusal in JSON: what is wrong, what to do, and where."""
    body = {"error": what, "todo": todo, **({"where": where} if where else {})}
    return JsonResponse(body, status=status)
