"""Versions of the agents side by side, and a version tried on a sample before it is published. Nothing is stored."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from advocate import dry_run, registry
from advocate.access import AGENT
from advocate.admin.access import Staff
from advocate.admin.configurations import NewVersionForm, as_yaml
from advocate.admin.rendering import page
from advocate.configuration import Agent
from memory.engine import EngineError, load_engine
from memory.events import Event

SAMPLE = 20_000  # characters
_KINDS = {"+ ": "added", "- ": "removed", "  ": "same"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of two versions: "same", "added", "removed", or "left out" where many same ones stand."""

    kind: str
    text: str


class TrialForm(NewVersionForm):
    """A new version, and a made-up conversation on which it is tried."""

    sample = forms.CharField(
        label="A made-up conversation",
        max_length=SAMPLE,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 100, "spellcheck": "false"}),
        help_text="Lines that begin with patient:, advocate:, clinician: or family:. No real person’s words: with a "
        "service of somebody else’s they are sent there.",
    )

    class Meta(NewVersionForm.Meta):
        pass


@require_safe
def compare(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show what differs between two versions (`?old=1&new=2`); the newest and the one before where none is named."""
    published = registry.versions(AGENT)
    newest = published[0]
    old = _number(request.GET.get("old"), published, default=published[min(1, len(published) - 1)])
    new = _number(request.GET.get("new"), published, default=newest)
    lines = differences(registry.agent(AGENT, old), registry.agent(AGENT, new))
    context = {"versions": published, "old": old, "new": new, "lines": lines}
    return page(request, staff, "agents/compare", f"{AGENT}: {old} and {new}", context)


@require_http_methods(["GET", "HEAD", "POST"])
def trial(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Try a version on a sample: what it would note and hold back. Nothing of it is stored."""
    sent = request.method == "POST" and "sample" in request.POST
    form = TrialForm(
        request.POST if sent else None, initial={"text": request.POST["text"]} if _carried(request) else {}
    )
    found: list[Event] = []
    told = ""
    if sent and form.is_valid():
        try:
            found = _rehearsed(form, staff)
            told = "" if found else "It would note nothing of it."
        except dry_run.TranscriptError as error:
            form.add_error("sample", f"{str(error).capitalize()}.")
        except EngineError as error:
            told = f"The engine gave up ({type(error).__name__}): try it again in a minute."
    engine = load_engine()
    context = {"form": form, "found": found, "told": told, "engine": engine.name, "remote": engine.remote}
    status = 400 if sent and form.errors else 200
    return page(request, staff, "agents/trial", "Try a version", context, status=status)


def differences(old: Agent, new: Agent) -> list[Line]:
    """Return the lines of both versions, with what stands in both left out where there is much of it."""
    whole = [
        Line(_KINDS[line[:2]], line[2:])
        for line in difflib.ndiff(as_yaml(old).splitlines(), as_yaml(new).splitlines())
        if line[:2] in _KINDS
    ]
    near = {beside for place, line in enumerate(whole) if line.kind != "same" for beside in range(place - 3, place + 4)}
    shown: list[Line] = []
    for place, line in enumerate(whole):
        if place in near:
            shown.append(line)
        elif not shown or shown[-1].kind != "left out":
            shown.append(Line("left out", "…"))
    return shown


def _rehearsed(form: TrialForm, staff: Staff) -> list[Event]:
    turns = dry_run.read_transcript(form.cleaned_data["sample"].splitlines(), at=timezone.localtime(), zone=staff.zone)
    with registry.trying(form.agent):
        return dry_run.rehearse(
            turns,
            agent=form.agent.name,
            agent_version=str(form.agent.version),
            engine=load_engine(),
            by=staff.by,
        )


def _carried(request: HttpRequest) -> bool:
    """True where the text comes over from the form of a new version."""
    return request.method == "POST" and "text" in request.POST


def _number(asked: str | None, published: list[int], *, default: int) -> int:
    if asked is None:
        return default
    if not asked.isdecimal() or int(asked) not in published:
        raise Http404
    return int(asked)


pages: dict[str, tuple[str, Any]] = {
    "compare-versions": ("agents/compare/", compare),
    "try-version": ("agents/try/", trial),
}
