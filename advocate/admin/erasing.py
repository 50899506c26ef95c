"""Erasing a record as privacy staff: preview, ground, typed confirmation; a second person where that is configured."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from advocate.admin.access import Staff
from advocate.admin.asking import ConfirmedForm, ReferenceField, choices, with_reference
from advocate.admin.finding import silo_named
from advocate.admin.rendering import page
from advocate.pages.confirming import ask_password, confirmed_recently
from advocate.showing.erasures import Gone
from advocate.showing.looks import names
from memory import erasure, registry
from memory.erasure import NothingToErase, Receipt, SameHand
from memory.operations import orders, verification
from memory.operations import silos as office
from memory.operations.orders import Order
from memory.operations.silos import Silo

BASES = (
    "request of the person",
    "request of the person's representative",
    "consent withdrawn",
    "kept beyond its purpose",
    "kept unlawfully",
    "legal duty to erase",
)


class ErasureForm(ConfirmedForm):
    """What an erasure rests on, and its confirmation. A receipt is kept for ever: no name may come into it."""

    basis = forms.ChoiceField(label="On what ground", choices=choices(BASES))
    reference = ReferenceField(
        help_text="Its number in your own files, if it has one. It stays on the receipt: no names."
    )
    close_account = forms.BooleanField(
        label="Close the account, too", required=False, help_text="Its e-mail address then goes as well."
    )

    def __init__(self, *args: Any, silo: Silo, **kwargs: Any) -> None:
        super().__init__(*args, words=f"erase {silo.digest[:8]}", **kwargs)
        if not silo.accounts:
            del self.fields["close_account"]

    @property
    def ground(self) -> str:
        """The basis as the receipt says it."""
        return with_reference(self.cleaned_data["basis"], self.cleaned_data["reference"])


class ApprovalForm(ConfirmedForm):
    """The second person's confirmation of what the first has asked for."""

    def __init__(self, *args: Any, silo: Silo, **kwargs: Any) -> None:
        super().__init__(*args, words=f"erase {silo.digest[:8]}", **kwargs)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, staff: Staff, digest: str) -> HttpResponse:
    """Say what would go; erase it, or ask a second person to, when the one who asks has just confirmed who they are."""
    found = silo_named(digest, staff)
    if not confirmed_recently(request):
        return ask_password(request)
    order = next(iter(orders.waiting(by=staff.by, silo_digest=digest)), None)
    if order is not None and request.POST.get("withdraw"):
        return _withdrawn(request, staff, found, order)
    mine = order is not None and order.asked_by == staff.by.name
    form = (ApprovalForm if order else ErasureForm)(None if mine else request.POST or None, silo=found)
    if request.method == "POST" and form.is_valid():
        return _decided(request, staff, found, form, order)
    context = {
        "silo": found,
        "gone": Gone.of(office.counts(found.user_key, by=staff.by)),
        "form": form,
        "order": order,
        "asked_by": _called(order.asked_by) if order else "",
        "mine": mine,
        "needs_second": settings.ERASURE_NEEDS_SECOND,
    }
    status = 400 if request.method == "POST" else 200
    return page(request, staff, "privacy/erase", f"Erase record {digest[:12]}", context, status=status)


def _decided(request: HttpRequest, staff: Staff, found: Silo, form: ConfirmedForm, order: Order | None) -> HttpResponse:
    if isinstance(form, ErasureForm) and settings.ERASURE_NEEDS_SECOND:
        return _asked(request, staff, found, form)
    try:
        if order is not None:
            receipt, close = erasure.carry_out(found.user_key, order.id, by=staff.by), order.close_account
        else:
            assert isinstance(form, ErasureForm)
            receipt = erasure.erase(found.user_key, by=staff.by, basis=form.ground)
            close = bool(form.cleaned_data.get("close_account"))
    except NothingToErase:  # another tab, or the person, was first
        messages.warning(request, "It was erased already, or the order was withdrawn. The receipts show when.")
        return redirect("admin:memory_erasurereceipt_changelist")
    except SameHand:
        raise Http404 from None
    return _erased(request, staff, found, receipt, close=close)


def _erased(request: HttpRequest, staff: Staff, found: Silo, receipt: Receipt, *, close: bool) -> HttpResponse:
    messages.success(request, "Erased. This is the receipt.")
    seen = verification.verify_own(receipt, found.user_key, by=staff.by)
    if seen is None:
        messages.warning(request, "Broker and cache did not answer: verify it later by `memory verify-erased`.")
    elif seen.remains:
        messages.error(request, "Something of it was found afterwards. Tell the operator: `memory verify-erased`.")
    if close:
        _close(request, found)
    return redirect("admin:memory_erasurereceipt_change", receipt.id)


def _asked(request: HttpRequest, staff: Staff, found: Silo, form: ErasureForm) -> HttpResponse:
    close = bool(form.cleaned_data.get("close_account"))
    try:
        orders.ask(found.digest, basis=form.ground, close_account=close, by=staff.by)
    except orders.AlreadyAsked:
        messages.warning(request, "Somebody else has asked for it meanwhile.")
    else:
        messages.success(request, "Asked. Nothing is erased until somebody else of the privacy staff does it.")
    return redirect("admin:erase-silo", found.digest)


def _withdrawn(request: HttpRequest, staff: Staff, found: Silo, order: Order) -> HttpResponse:
    if orders.withdraw(order.id, by=staff.by):
        messages.success(request, "Withdrawn. Nothing is erased.")
    return redirect("admin:silo", found.digest)


def _close(request: HttpRequest, found: Silo) -> None:
    for account in found.accounts:
        try:
            registry.close_account(account)
        except registry.StillARecord:
            messages.warning(request, f"Account {account} opens another record and was not closed.")
        else:
            messages.success(request, f"Account {account} is closed.")


def _called(actor: str) -> str:
    return names({actor}).get(actor, actor)


pages = {"erase-silo": ("silos/<str:digest>/erase/", erase)}
