"""Start-up checks of the agent: no record goes to a service whose terms exclude it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

_GEMINI = "advocate.engines.gemini."
_LEVELS = ("", "minimal", "low", "medium", "high")


@register
def check_gemini(**kwargs: Any) -> list[CheckMessage]:
    """Refuse the developer API outside DEBUG, and settings that the service would refuse or that outlive a lease."""
    if not settings.ENGINE.startswith(_GEMINI):
        return []
    return [*_terms(), *_values()]


def refuse_unfit_service() -> None:
    """Raise ImproperlyConfigured where `check_gemini` finds a fault: no process speaks to such a service."""
    faults = [*_terms(), *_values()]
    if faults:
        told = "; ".join(f"{fault.id} {fault.msg}" for fault in faults)
        raise ImproperlyConfigured(" ".join([f"{told}.", *(str(fault.hint) for fault in faults if fault.hint)]))


def _terms() -> list[CheckMessage]:
    if settings.GEMINI_ON_VERTEX or settings.DEBUG or settings.ACCEPT_DEVELOPER_API_TERMS:
        return []
    return [
        Error(
            "the Gemini developer API is set up outside DEBUG: its terms exclude clinical practice and medical advice, "
            "and it offers no business associate agreement",
            hint="Set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION to go through Vertex AI under an agreement of "
            "yours. ACCEPT_DEVELOPER_API_TERMS=1 states that the terms allow your use (no real patients).",
            id="advocate.E001",
        )
    ]


def _values() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.GEMINI_ON_VERTEX and not settings.GEMINI_API_KEY:
        found.append(Error("the Gemini engine has neither a key nor a project with its location", id="advocate.E002"))
    if settings.GEMINI_THINKING_LEVEL.lower() not in _LEVELS:
        found.append(Error(f"GEMINI_THINKING_LEVEL is none of {', '.join(_LEVELS[1:])}", id="advocate.E003"))
    if not 0 < settings.GEMINI_READ_SECONDS <= settings.GEMINI_TOTAL_SECONDS < settings.DISTIL_LEASE_SECONDS:
        found.append(
            Error(
                "time-outs must grow: GEMINI_READ_SECONDS, GEMINI_TOTAL_SECONDS, DISTIL_LEASE_SECONDS",
                id="advocate.E004",
            )
        )
    return found
