"""What a clinician does: confirm, retract, settle, undo, have a conversation read again.

Each says first what it will do and is done by a second press; the database checks her care and writes who did it, when
and why. Nothing is edited: what is undone is a row of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from advocate.admin.access import Staff
from advocate.admin.rendering import page
from advocate.showing.choices import conflict_shown, is_open
from advocate.showing.decided import deed_shown, deeds_on_conflict
from advocate.showing.facts import ShownConflict, ShownFact, by_ids
from memory.acts import clinician as acts
from memory.acts.hand import NoSuchThing, NotPossible
from memory.acts.shown import asked_doctor, confirmations
from memory.care import PatientInCare
from memory.models import Session
from memory.vocabulary import Decided, SessionState

_ASKED = require_http_methods(["GET", "HEAD", "POST"])


class ReasonForm(forms.Form):
    """Why it is done."""

    reason = forms.CharField(
        label="Reason",
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="It is kept with your name, and shown to your patient, too.",
    )


class SettlementForm(ReasonForm):
    """Which side of a contradiction is right, and why."""

    winner = forms.ChoiceField(label="Which is right?", widget=forms.RadioSelect)

    def __init__(self, data: QueryDict | None, *, conflict: ShownConflict) -> None:
        super().__init__(data)
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            (str(side.id), f"{side.text} ({', '.join(filter(None, (side.source, side.when)))})")
            for side in conflict.sides
        ]
        self.order_fields(["winner", "reason"])


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked before an act: what it will do, and the words on its button."""

    title: str
    effects: tuple[str, ...]
    button: str
    done: str


CONFIRM = Asking(
    "Confirm this fact",
    ("It then stands as confirmed by you, and your patient can only dispute it.", "You can take it back."),
    "Confirm it",
    "Confirmed.",
)
RETRACT = Asking(
    "Retract this fact",
    (
        "It stays in the history, marked as withdrawn, and is not used any more.",
        "If it had replaced something, that stands again.",
        "You can undo it: then it is written anew, beside what stands by then.",
    ),
    "Retract it",
    "Retracted.",
)
UNDO = Asking(
    "Undo this",
    ("What was decided stays in the history.", "What it withdrew is written anew, beside what stands by now."),
    "Undo it",
    "Undone.",
)
AGAIN = Asking(
    "Have it read again",
    ("What was said is kept as it is.", "The worker reads it once more, and what it finds is written to the record."),
    "Read it again",
    "It waits to be read again.",
)


@_ASKED
def confirm(request: HttpRequest, staff: Staff, care: UUID, fact: UUID) -> HttpResponse:
    """Confirm what a fact says."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a fact"):
        about = by_ids([fact]).get(fact)
        already = any(made.by == staff.by.name for made in confirmations([fact]).get(fact, ()))
    if about is None:
        raise Http404
    form = forms.Form(_sent(request))
    if (
        not already
        and form.is_valid()
        and _tried(lambda: acts.confirm(fact, into=staff.enter(patient, "confirm a fact")), form)
    ):
        return _told(request, CONFIRM, "admin:patient-fact", care, fact)
    refusal = "You confirmed it already." if already else ""
    return _asked(request, staff, patient, CONFIRM, form, about=about, refusal=refusal)


@_ASKED
def retract(request: HttpRequest, staff: Staff, care: UUID, fact: UUID) -> HttpResponse:
    """Retract a fact with a reason."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a fact"):
        about = by_ids([fact]).get(fact)
    if about is None:
        raise Http404
    form = ReasonForm(_sent(request))
    if form.is_valid() and _tried(
        lambda: acts.retract(fact, reason=form.cleaned_data["reason"], into=staff.enter(patient, "retract a fact")),
        form,
    ):
        return _told(request, RETRACT, "admin:patient-fact", care, fact)
    return _asked(request, staff, patient, RETRACT, form, about=about)


@_ASKED
def conflict(request: HttpRequest, staff: Staff, care: UUID, conflict: UUID) -> HttpResponse:
    """Show a contradiction with what was decided about it; settle it with a reason."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a contradiction"):
        found, waits, asked = conflict_shown(conflict), is_open(conflict), conflict in asked_doctor()
        deeds = deeds_on_conflict(conflict, staff.zone)
    if found is None:
        raise Http404
    form = SettlementForm(_sent(request), conflict=found)
    if form.is_valid():
        winner, reason = UUID(form.cleaned_data["winner"]), form.cleaned_data["reason"]
        into = staff.enter(patient, "settle a contradiction")
        if _tried(lambda: acts.settle(conflict, winner=winner, reason=reason, into=into), form):
            messages.success(request, "Settled.")
            return redirect("admin:patient-fact", care, winner)
    context = {"patient": patient, "conflict": found, "waits": waits, "asked": asked, "deeds": deeds, "form": form}
    return page(request, staff, "clinician/conflict", "A contradiction", context, _status(request))


@_ASKED
def undo(request: HttpRequest, staff: Staff, care: UUID, decision: UUID) -> HttpResponse:
    """Take a decision back, with a reason."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a decision"):
        made = deed_shown(decision, staff.zone)
    if made is None:
        raise Http404
    form = ReasonForm(_sent(request))
    if form.is_valid():
        reason, into = form.cleaned_data["reason"], staff.enter(patient, "undo a decision")
        new = _tried(lambda: acts.undo(decision, reason=reason, into=into), form)
        if new:
            return _undone(request, staff, patient, new)
    refusal = "" if made.deed.can_undo else "This is undone already, or cannot be undone."
    return _asked(request, staff, patient, UNDO, form, about=made.fact, deed=made.deed, refusal=refusal)


@_ASKED
def again(request: HttpRequest, staff: Staff, care: UUID, session: UUID) -> HttpResponse:
    """Have a conversation, or a document, read again whose reading failed."""
    patient = staff.patient(care)
    with staff.enter(patient, "read a conversation"):
        row = Session.objects.filter(public_id=session).only("status").first()
    if row is None:
        raise Http404
    if request.method == "POST":
        if acts.read_again(session, into=staff.enter(patient, "have a conversation read again")):
            messages.success(request, AGAIN.done)
        return redirect("admin:patient-conversation", care, session)
    refusal = "" if row.status == SessionState.FAILED else "Its reading has not failed: there is nothing to try again."
    return _asked(request, staff, patient, AGAIN, forms.Form(), back=_back(patient, session=session), refusal=refusal)


def _sent(request: HttpRequest) -> QueryDict | None:
    """What was posted, even if that is nothing."""
    return request.POST if request.method == "POST" else None


def _tried(act: Callable[[], UUID], form: forms.Form) -> UUID | None:
    """The decision that was made; None where the record does not take it, which the form then says. Raises Http404."""
    try:
        return act()
    except NoSuchThing:
        raise Http404 from None
    except NotPossible as refused:
        form.add_error(None, refused.explanation)
        return None


def _undone(request: HttpRequest, staff: Staff, patient: PatientInCare, decision: UUID) -> HttpResponse:
    """Go to what stands again."""
    with staff.enter(patient, "read a decision"):
        made = deed_shown(decision, staff.zone)
    if made is None:  # forgotten meanwhile
        raise Http404
    if made.deed.kind is Decided.REOPENED and made.deed.conflict:
        return _told(request, UNDO, "admin:patient-conflict", patient.care, made.deed.conflict)
    return _told(request, UNDO, "admin:patient-fact", patient.care, made.deed.fact)


def _told(request: HttpRequest, asking: Asking, name: str, *where: UUID | None) -> HttpResponse:
    messages.success(request, asking.done)
    return redirect(name, *where)


def _asked(
    request: HttpRequest, staff: Staff, patient: PatientInCare, asking: Asking, form: forms.Form, **more: object
) -> HttpResponse:
    """The page that asks; what comes back from a form that was sent, was not taken."""
    context = {"patient": patient, "asking": asking, "form": form, "back": _back(patient, more.get("about")), **more}
    return page(request, staff, "clinician/decide", asking.title, context, _status(request))


def _back(patient: PatientInCare, about: object = None, session: UUID | None = None) -> str:
    """Where to go when it is left."""
    if isinstance(about, ShownFact):
        return reverse("admin:patient-fact", args=[patient.care, about.id])
    if session is not None:
        return reverse("admin:patient-conversation", args=[patient.care, session])
    return reverse("admin:patient", args=[patient.care])


def _status(request: HttpRequest) -> int:
    return 400 if request.method == "POST" else 200


pages = {
    "patient-confirm": ("patients/<uuid:care>/facts/<uuid:fact>/confirm/", confirm),
    "patient-retract": ("patients/<uuid:care>/facts/<uuid:fact>/retract/", retract),
    "patient-conflict": ("patients/<uuid:care>/conflicts/<uuid:conflict>/", conflict),
    "patient-undo": ("patients/<uuid:care>/decisions/<uuid:decision>/undo/", undo),
    "patient-read-again": ("patients/<uuid:care>/conversations/<uuid:session>/again/", again),
}
