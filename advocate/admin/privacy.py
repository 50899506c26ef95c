"""The privacy office: silos by digest and count, and erasing one with preview, confirmation and receipt. No content."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import RegexValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from advocate.admin.access import Staff
from advocate.admin.paging import paged
from advocate.admin.rendering import page
from advocate.pages.confirming import ask_password, confirmed_recently
from advocate.showing.erasures import Gone
from memory import erasure, registry
from memory.erasure import NothingToErase
from memory.operations import silos as office
from memory.operations.silos import Silo

BASES = (
    "request of the person",
    "request of the person's representative",
    "consent withdrawn",
    "kept beyond its purpose",
    "kept unlawfully",
    "legal duty to erase",
)


class ErasureForm(forms.Form):
    """What an erasure rests on, and its confirmation. A receipt is kept for ever: no name may come into it."""

    basis = forms.ChoiceField(
        label="On what ground", choices=[("", "Choose one"), *((basis, basis.capitalize()) for basis in BASES)]
    )
    reference = forms.CharField(
        label="Reference of the request",
        required=False,
        max_length=40,
        validators=[RegexValidator(r"\A[\w./-]*\Z", "Give a number or a code: no names, no sentences.")],
        help_text="Its number in your own files, if it has one. It stays on the receipt: no names.",
    )
    close_account = forms.BooleanField(
        label="Close the account, too", required=False, help_text="Its e-mail address then goes as well."
    )
    confirmation = forms.CharField(label="Confirm")

    def __init__(self, *args: Any, silo: Silo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = f"erase {silo.digest[:8]}"
        self.fields["confirmation"].label = f"Type “{self.words}” to confirm"
        self.fields["confirmation"].widget.attrs.update(autocomplete="off", spellcheck="false")
        if not silo.accounts:
            del self.fields["close_account"]

    def clean_confirmation(self) -> str:
        """Refuse what is not asked for."""
        typed: str = self.cleaned_data["confirmation"].strip().lower()
        if typed != self.words:
            raise forms.ValidationError("That is not what is asked for. Nothing was erased.")
        return typed

    @property
    def ground(self) -> str:
        """The basis as the receipt says it."""
        basis, reference = self.cleaned_data["basis"], self.cleaned_data["reference"]
        return f"{basis} ({reference})" if reference else basis


@require_safe
def silos(request: HttpRequest, staff: Staff) -> HttpResponse:
    """List the silos, or those of an account."""
    of = request.GET.get("q", "").strip()
    found = paged(request, lambda size, skip: office.silos(by=staff.by, of_account=of, size=size, skip=skip))
    return page(request, staff, "privacy/silos", "Records", {"page": found, "of": of})


@require_safe
def silo(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Show one silo: dates, counts by table, and who opens it."""
    found = _silo(digest, staff)
    gone = Gone.of(office.counts(found.user_key, by=staff.by))
    return page(request, staff, "privacy/silo", f"Record {digest[:12]}", {"silo": found, "gone": gone})


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Say what would go; erase it, when the one who asks has just confirmed who they are and typed the words."""
    found = _silo(digest, staff)
    if not confirmed_recently(request):
        return ask_password(request)
    form = ErasureForm(request.POST or None, silo=found)
    if request.method == "POST" and form.is_valid():
        return _erased(request, staff, found, form)
    context = {"silo": found, "gone": Gone.of(office.counts(found.user_key, by=staff.by)), "form": form}
    status = 400 if request.method == "POST" else 200
    return page(request, staff, "privacy/erase", f"Erase record {digest[:12]}", context, status=status)


def _erased(request: HttpRequest, staff: Staff, found: Silo, form: ErasureForm) -> HttpResponse:
    try:
        receipt = erasure.erase(found.user_key, by=staff.by, basis=form.ground)
    except NothingToErase:  # another tab, or the person, was first
        messages.warning(request, "It was erased already. The receipts show when.")
        return redirect("admin:memory_erasurereceipt_changelist")
    messages.success(request, "Erased. This is the receipt.")
    if form.cleaned_data.get("close_account"):
        _close(request, found)
    return redirect("admin:memory_erasurereceipt_change", receipt.id)


def _close(request: HttpRequest, found: Silo) -> None:
    for account in found.accounts:
        try:
            registry.close_account(account)
        except registry.StillARecord:
            messages.warning(request, f"Account {account} opens another record and was not closed.")
        else:
            messages.success(request, f"Account {account} is closed.")


def _silo(digest: str, staff: Staff) -> Silo:
    found = office.silo_of(digest, by=staff.by)
    if found is None:
        raise Http404
    return found


pages = {
    "silos": ("silos/", silos),
    "silo": ("silos/<str:digest>/", silo),
    "erase-silo": ("silos/<str:digest>/erase/", erase),
}
