"""Asking again who someone is, before what cannot be undone: a password within the last five minutes."""

from __future__ import annotations

from urllib.parse import urlencode

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse


def confirmed_recently(request: HttpRequest) -> bool:
    """Tell whether the password was given again within ACCOUNT_REAUTHENTICATION_TIMEOUT; a log-in alone is not that."""
    return bool(did_recently_reauthenticate(request))


def ask_password(request: HttpRequest) -> HttpResponse:
    """Send to the password page and back to this one; what was posted is not kept."""
    return HttpResponseRedirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': request.path})}")
