"""Care relationships, for administrators: which clinician reads whose record, from when, until when.

A relationship is begun and ended, never moved or deleted; the record's audit keeps each change.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from advocate.admin.model_pages import REGISTRAR, StaffModelAdmin
from memory.care import records_of
from memory.models import CareRelationship, RecordAccess, User
from memory.models.account import CLINICIAN


class _Moment(forms.DateTimeField):
    """A moment in the administrator's own zone, entered in the browser's own field."""

    def __init__(self, **kwargs: Any) -> None:
        shown = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=shown, help_text="In your own time zone.", **kwargs)


class _Clinician(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of the clinicians, by name."""

    def label_from_instance(self, obj: Any) -> str:
        """Return the name, or the address where there is none."""
        return str(obj.name or obj.email)


class NewCareForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new relationship. The person is named by the e-mail address of the account that opens the record."""

    patient = forms.EmailField(label="Patient's e-mail address")
    clinician = _Clinician(
        queryset=User.objects.filter(groups__name=CLINICIAN, is_active=True).order_by("name", "email")
    )
    began = _Moment(label="From", initial=timezone.now)
    ended = _Moment(label="Until", required=False)

    class Meta:
        model = CareRelationship
        fields = ("clinician", "began", "ended")

    def clean_patient(self) -> str:
        """Return the address, when its account opens one record."""
        email: str = self.cleaned_data["patient"]
        keys = records_of(email)
        if not keys:
            raise forms.ValidationError(
                "No account with this e-mail address has a record yet: one begins with the first conversation."
            )
        if len(keys) > 1:
            raise forms.ValidationError("This account opens more than one record, and an address does not say which.")
        self.instance.user_key = keys[0]
        return email

    def clean(self) -> dict[str, Any]:
        """Refuse an end before the beginning, and a second relationship beside one that still holds."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        _end_after_beginning(found.get("began"), found.get("ended"))
        standing = CareRelationship.objects.filter(
            Q(ended__isnull=True) | Q(ended__gt=timezone.now()),
            user_key=self.instance.user_key,
            clinician=found.get("clinician"),
        )
        if self.instance.user_key and standing.exists():
            raise forms.ValidationError("This clinician cares for this patient already.")
        return found


class CareForm(forms.ModelForm):  # type: ignore[type-arg]
    """A relationship that began: only its end can be set."""

    ended = _Moment(label="Until", required=False)

    class Meta:
        model = CareRelationship
        fields = ("ended",)

    def clean_ended(self) -> Any:
        """Refuse an end before the beginning."""
        ended = self.cleaned_data["ended"]
        _end_after_beginning(self.instance.began, ended)
        return ended


class CareAdmin(StaffModelAdmin):
    """Who cares for whom."""

    door = REGISTRAR
    list_display = ("clinician_called", "patient", "began", "ended")
    list_display_links = ("clinician_called",)
    list_select_related = ("clinician",)
    list_filter = (("ended", admin.EmptyFieldListFilter),)
    search_fields = ("clinician__email", "clinician__name")
    search_help_text = "A part of the clinician's name or e-mail address"
    ordering = ("-began", "id")
    fields: ClassVar[Any] = ("clinician_called", "patient", "began", "ended")
    readonly_fields: ClassVar[Any] = ("clinician_called", "patient", "began")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let administrators begin one."""
        return self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let administrators end one."""
        return self.has_view_permission(request)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form for a new relationship, or for one that began."""
        return super().get_form(request, obj, change, **{**kwargs, "form": CareForm if obj else NewCareForm})

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what is asked of a new relationship, or shown of one that began."""
        return self.fields if obj else ("patient", "clinician", "began", "ended")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave all of a new relationship to be written."""
        return self.readonly_fields if obj else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[CareRelationship]:
        """Return the relationships, each with the address of the account that opens the record."""
        opened = RecordAccess.objects.filter(user_key=OuterRef("user_key")).order_by("granted_at", "id")
        rows: QuerySet[CareRelationship] = super().get_queryset(request)
        return rows.annotate(opened_by=Subquery(opened.values("account__email")[:1]))

    @admin.display(description="Clinician", ordering="clinician__name")
    def clinician_called(self, care: CareRelationship) -> str:
        """Return the clinician's name."""
        return care.clinician.name or care.clinician.email

    @admin.display(description="Patient")
    def patient(self, care: Any) -> str:
        """Return the address of the account that opens the record."""
        return care.opened_by or "no account"


def _end_after_beginning(began: Any, ended: Any) -> None:
    if began and ended and ended <= began:
        raise forms.ValidationError("It must end after it began.")
