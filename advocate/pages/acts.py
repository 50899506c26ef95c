"""What a person does with her own facts: correct, take back, pin, never bring up; settle, complete, drop.

Each act is a form that says first what it will do, and works without JavaScript.
"""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from advocate import conversation, registry
from advocate.access import AGENT, Patient, for_patients
from advocate.showing.choices import conflict_shown, draft_shown, is_open, is_waiting
from advocate.showing.facts import FactPage, fact_page
from memory.acts import marks
from memory.acts import patient as acts
from memory.acts.hand import Done, Hand, Kind, NoSuchThing, NotPossible
from memory.acts.shown import asked_doctor
from memory.dates import PartialDate
from memory.text import MessageError

TOLD = {
    Kind.WITHDRAWN: "Taken back. It stays in the history as withdrawn, and is not used any more.",
    Kind.CORRECTED: "Corrected. What it said before stays in its history.",
    Kind.DISPUTED: "A clinician or a document said this, so it is not simply replaced."
    " Both stand as a contradiction until it is settled.",
    Kind.SETTLED: "Settled.",
    Kind.UNCHANGED: "Nothing was changed: the record says so already.",
}
MARKS = {
    "pin": (marks.pin, "Pinned: your advocate always has it in mind."),
    "unpin": (marks.unpin, "Not pinned any more."),
    "mute": (marks.mute, "Your advocate will not bring this up. It stays in your record."),
    "unmute": (marks.unmute, "Your advocate may bring this up again."),
}


class CorrectionForm(forms.Form):
    """The whole fact as it is right, and another day where the day was wrong."""

    words = forms.CharField(label="How it is right, in full", widget=forms.Textarea(attrs={"rows": 3}))
    day = forms.DateField(
        label="Date, if that was wrong",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="Leave it empty to keep the date as it is.",
    )


class CompletionForm(forms.Form):
    """The whole statement, with what was missing."""

    words = forms.CharField(label="Say it in full", widget=forms.Textarea(attrs={"rows": 3}))


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def correct(request: HttpRequest, patient: Patient, fact: UUID) -> HttpResponse:
    """Take the right words for a fact."""
    page = _page(patient, fact)
    form = CorrectionForm(request.POST or None, initial={"words": page.fact.text})
    if request.method == "POST" and form.is_valid():
        day = form.cleaned_data["day"]
        date = PartialDate(day, "day") if day else None
        try:
            done = acts.correct(_hand(patient), fact, words=form.cleaned_data["words"], date=date)
            return _told(request, done, fact)
        except NoSuchThing:
            raise Http404 from None
        except (NotPossible, MessageError) as error:
            form.add_error(None, _explained(error))
    return _form(request, "pages/correct.html", {"page": page, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def withdraw(request: HttpRequest, patient: Patient, fact: UUID) -> HttpResponse:
    """Take a fact back that was never true."""
    page, error = _page(patient, fact), ""
    if request.method == "POST":
        try:
            return _told(request, acts.withdraw(_hand(patient), fact), fact)
        except NoSuchThing:
            raise Http404 from None
        except NotPossible as refused:
            error = refused.explanation
    return _form(request, "pages/withdraw.html", {"page": page, "error": error})


@require_POST
@for_patients
def mark(request: HttpRequest, patient: Patient, fact: UUID) -> HttpResponse:
    """Pin a fact or not, and let it be brought up or not."""
    _page(patient, fact)
    made, told = MARKS.get(request.POST.get("mark", ""), (None, ""))
    if made is None:
        return redirect("fact", fact)
    try:
        made(_hand(patient), fact)
    except NoSuchThing:  # forgotten meanwhile
        raise Http404 from None
    messages.success(request, told)
    return redirect("fact", fact)


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def conflict(request: HttpRequest, patient: Patient, conflict: UUID) -> HttpResponse:
    """Show a contradiction, and take which side is right, or that a doctor shall be asked."""
    error = ""
    if request.method == "POST":
        try:
            return _chosen(request, patient, conflict)
        except NoSuchThing:
            raise Http404 from None
        except NotPossible as refused:
            error = refused.explanation
    with patient.enter("read a contradiction"):
        found, waits, asked = conflict_shown(conflict), is_open(conflict), conflict in asked_doctor()
    if found is None:
        raise Http404
    return _form(request, "pages/conflict.html", {"conflict": found, "waits": waits, "asked": asked, "error": error})


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def held(request: HttpRequest, patient: Patient, held: UUID) -> HttpResponse:
    """Let what was held back be completed, or dropped."""
    with patient.enter("read what was held back"):
        draft, waits = draft_shown(held), is_waiting(held)
    if draft is None:
        raise Http404
    dropping = "drop" in request.POST
    form = CompletionForm(None if dropping else request.POST or None, initial={"words": draft.text})
    error = ""
    if request.method == "POST" and (dropping or form.is_valid()):
        try:
            return _dropped(request, patient, held) if dropping else _completed(patient, held, form)
        except NoSuchThing:
            raise Http404 from None
        except (NotPossible, MessageError) as refused:
            error = _explained(refused)
    return _form(request, "pages/held.html", {"draft": draft, "form": form, "waits": waits, "error": error})


def _hand(patient: Patient) -> Hand:
    return Hand(patient.key, patient.by, patient.now, patient.zone, conversation.opening(registry.agent(AGENT)))


def _page(patient: Patient, fact: UUID) -> FactPage:
    """The fact as its page shows it. Raises Http404."""
    with patient.enter("read a fact"):
        page = fact_page(fact)
    if page is None:
        raise Http404
    return page


def _form(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """A page with a form; what comes back from a form that was sent, was not taken."""
    return render(request, template, context, status=400 if request.method == "POST" else 200)


def _told(request: HttpRequest, done: Done, fact: UUID) -> HttpResponse:
    """Say what came of an act, and go to what stands now."""
    messages.success(request, TOLD[done.kind])
    if done.conflict is not None:
        return redirect("conflict", done.conflict)
    return redirect("fact", done.fact or fact)


def _chosen(request: HttpRequest, patient: Patient, conflict: UUID) -> HttpResponse:
    """Settle a contradiction, or leave it to a doctor. Raises NoSuchThing, NotPossible."""
    if "ask" in request.POST:
        acts.ask_doctor(_hand(patient), conflict)
        messages.success(request, "It stays open, and stands on your summary for the next appointment.")
        return redirect("record")
    try:
        winner = UUID(request.POST.get("winner", ""))
    except ValueError:
        raise NotPossible("Choose which of the two is right.") from None
    acts.settle(_hand(patient), conflict, winner=winner)
    messages.success(request, "Settled: this is what your record says now.")
    return redirect("fact", winner)


def _completed(patient: Patient, held: UUID, form: CompletionForm) -> HttpResponse:
    return redirect("conversation", acts.complete(_hand(patient), held, words=form.cleaned_data["words"]))


def _dropped(request: HttpRequest, patient: Patient, held: UUID) -> HttpResponse:
    acts.drop(_hand(patient), held)
    messages.success(request, "Dropped. The conversation keeps what was said.")
    return redirect("record")


def _explained(error: NotPossible | MessageError) -> str:
    return error.explanation if isinstance(error, NotPossible) else f"{str(error).capitalize()}."
