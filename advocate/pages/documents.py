"""Handing in a document: pasted, or as a file; then it is read like a conversation."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from advocate import registry
from advocate.access import AGENT, Patient, for_patients
from advocate.papers import BYTES, pages_of
from memory import documents
from memory.documents import DocumentError, Paper


class DocumentForm(forms.Form):
    """A document: what it is, the date on it, and its words."""

    title = forms.CharField(label="What is it?", help_text="For example: discharge papers, medication list.")
    dated = forms.DateField(
        label="Date on it",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="If it bears none: the day on which you got it.",
    )
    file = forms.FileField(
        label="File", required=False, help_text=f"Text, or a PDF that holds text. At most {BYTES // 1024 // 1024} MB."
    )
    text = forms.CharField(label="Or paste its text", required=False, widget=forms.Textarea(attrs={"rows": 8}))

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["dated"].widget.attrs["max"] = today.isoformat()

    def clean_dated(self) -> date:
        """Refuse a day that has not come."""
        dated: date = self.cleaned_data["dated"]
        if dated > self.today:
            raise forms.ValidationError("This day has not come yet.")
        return dated

    def clean(self) -> dict[str, Any]:
        """Read the pages."""
        found = super().clean() or self.cleaned_data
        file, text = found.get("file"), found.get("text", "")
        if "file" not in self.errors and bool(file) == bool(text.strip()):
            raise forms.ValidationError("Choose a file, or paste the text: one of the two.")
        if not self.errors:
            try:
                pages = pages_of(file.read()) if file else text.split("\f")
                self.paper: Paper = documents.paper(found["title"], found["dated"], pages)
            except DocumentError as error:
                raise forms.ValidationError(str(error)) from error
        return found


@require_http_methods(["GET", "HEAD", "POST"])
@for_patients
def hand_in(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Take a document, and go to where its reading is shown."""
    form = document_form(request, patient.day)
    if request.method == "POST" and form.is_valid():
        here = patient.registered()
        return redirect("conversation", handed_in(form, here.enter("hand in a document")))
    return render(request, "pages/hand_in.html", {"form": form}, status=400 if request.method == "POST" else 200)


def document_form(request: HttpRequest, today: date) -> DocumentForm:
    """Return the form, filled with what was sent."""
    return DocumentForm(request.POST or None, request.FILES or None, today=today)


def handed_in(form: DocumentForm, into: AbstractContextManager[None]) -> UUID:
    """Keep the document of a valid form; return the public id of the session in which it is read."""
    version = registry.agent(AGENT).version
    return documents.hand_in(form.paper, into=into, agent=AGENT, agent_version=str(version))
