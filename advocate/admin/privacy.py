"""The privacy office: silos by digest and count, who looked at one, what retention takes, restriction. No content."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from advocate.admin import erasing, requests
from advocate.admin.access import Staff
from advocate.admin.asking import ReferenceField, choices, with_reference
from advocate.admin.finding import silo_named
from advocate.admin.paging import paged
from advocate.admin.rendering import page
from advocate.pages.confirming import ask_password, confirmed_recently
from advocate.showing.erasures import Gone
from advocate.showing.looks import names
from memory.operations import office, restriction
from memory.operations import requests as kept
from memory.operations import silos as registry_office
from memory.operations.listing import Access, NoSuchRecord

GROUNDS = (
    "the person contests that it is right",
    "unlawful, and the person does not want it erased",
    "needed by the person for a claim",
    "objection, until it is decided",
    "request of the person",
)
LIFTS = ("the reason has ended", "request of the person", "decided after an objection")


class RestrictionForm(forms.Form):
    """On what ground a record is restricted, or the restriction lifted; both logs keep it, so no name is in it."""

    ground = forms.ChoiceField(label="On what ground")
    reference = ReferenceField()

    def __init__(self, *args: object, restricted: bool) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.fields["ground"].choices = choices(LIFTS if restricted else GROUNDS)  # type: ignore[attr-defined]

    @property
    def why(self) -> str:
        """The ground as the logs keep it."""
        return with_reference(self.cleaned_data["ground"], self.cleaned_data["reference"])


@require_safe
def silos(request: HttpRequest, staff: Staff) -> HttpResponse:
    """List the silos, or those of an account."""
    of = request.GET.get("q", "").strip()
    found = paged(request, lambda size, skip: registry_office.silos(by=staff.by, of_account=of, size=size, skip=skip))
    return page(request, staff, "privacy/silos", "Records", {"page": found, "of": of})


@require_safe
def silo(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Show one silo: dates, counts by table, who opens it, its requests, what says the same again."""
    found = silo_named(digest, staff)
    context = {
        "silo": found,
        "gone": Gone.of(registry_office.counts(found.user_key, by=staff.by)),
        "requests": kept.of_silo(digest, by=staff.by, day=timezone.localdate()),
        "duplicates": office.duplicates(found.user_key, by=staff.by),
        "purging": office.to_be_purged(by=staff.by, of=found.user_key, size=5),
    }
    return page(request, staff, "privacy/silo", f"Record {digest[:12]}", context)


@require_http_methods(["GET", "HEAD", "POST"])
def restrict(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Restrict a record, or lift the restriction, when the one who asks has just confirmed who they are."""
    found = silo_named(digest, staff)
    if not confirmed_recently(request):
        return ask_password(request)
    form = RestrictionForm(request.POST or None, restricted=found.restricted)
    if request.method == "POST" and form.is_valid():
        act = restriction.lift if found.restricted else restriction.restrict
        try:
            act(found.user_key, by=staff.by, why=form.why)
        except NoSuchRecord:
            raise Http404 from None
        done = "The restriction is lifted." if found.restricted else "It is restricted: kept, not used."
        messages.success(request, done)
        return redirect("admin:silo", digest)
    title = f"{'Lift the restriction of' if found.restricted else 'Restrict'} record {digest[:12]}"
    status = 400 if request.method == "POST" else 200
    return page(request, staff, "privacy/restrict", title, {"silo": found, "form": form}, status=status)


@require_safe
def looks(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Show who looked at a record, newest first; this look is in the log, too."""
    found = silo_named(digest, staff)

    def fetch(size: int, skip: int) -> list[Access]:
        return office.looks(found.user_key, by=staff.by, why="review of who looked", size=size, skip=skip)

    try:
        shown = paged(request, fetch)
    except NoSuchRecord:
        raise Http404 from None
    called = names({look.by for look in shown.rows})
    rows = [(look, called.get(look.by, look.by)) for look in shown.rows]
    return page(
        request, staff, "privacy/looks", f"Who looked at {digest[:12]}", {"silo": found, "page": shown, "rows": rows}
    )


@require_safe
def retention(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show which transcripts will be purged when, and what holds one back."""
    found = paged(request, lambda size, skip: office.to_be_purged(by=staff.by, size=size, skip=skip))
    return page(request, staff, "privacy/retention", "Retention", {"page": found})


pages = {
    "silos": ("silos/", silos),
    "silo": ("silos/<str:digest>/", silo),
    "restrict-silo": ("silos/<str:digest>/restrict/", restrict),
    "silo-looks": ("silos/<str:digest>/looks/", looks),
    "retention": ("retention/", retention),
    **erasing.pages,
    **requests.pages,
}
