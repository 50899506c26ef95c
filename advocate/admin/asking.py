"""What staff's own forms share: a ground from a list, a reference that is a code, a typed confirmation."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator


def choices(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the choices of a list, none of them chosen."""
    return [("", "Choose one"), *((word, word[:1].upper() + word[1:]) for word in words)]


class ReferenceField(forms.CharField):
    """The number of a request in one's own files. It is kept for long: no name may come into it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{
                "label": "Reference of the request",
                "required": False,
                "max_length": 40,
                "validators": [
                    RegexValidator(r"\A[A-Za-z0-9_./-]*\Z", "Give a number or a code: no names, no sentences.")
                ],
                "help_text": "Its number in your own files, if it has one. It is kept: no names.",
                **kwargs,
            }
        )


class ConfirmedForm(forms.Form):
    """A form that is sent with words typed on purpose; `words` says which."""

    confirmation = forms.CharField(label="Confirm")

    def __init__(self, *args: Any, words: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = words
        self.fields["confirmation"].label = f"Type “{words}” to confirm"
        self.fields["confirmation"].widget.attrs.update(autocomplete="off", spellcheck="false")
        self.order_fields([name for name in self.fields if name != "confirmation"])

    def clean_confirmation(self) -> str:
        """Refuse what is not asked for."""
        typed: str = self.cleaned_data["confirmation"].strip().lower()
        if typed != self.words:
            raise forms.ValidationError("That is not what is asked for. Nothing was erased.")
        return typed


def with_reference(ground: str, reference: str) -> str:
    """Return a ground as receipt and log keep it."""
    return f"{ground} ({reference})" if reference else ground
