"""Accounts, for administrators: who logs in, in which one role. An account is switched off here, never deleted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest

from advocate.admin.model_pages import REGISTRAR, StaffModelAdmin
from memory.models import User
from memory.models.account import GROUPS

_OWN = (
    (None, {"fields": ("email", "name", "role_held", "is_active", "time_zone", "password")}),
    ("Dates", {"fields": ("joined_at", "last_login")}),
)
_ROLES = [(name, name.capitalize()) for name in GROUPS]


class NewAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """A new account: its e-mail address, its one role, and a first password."""

    role = forms.ChoiceField(choices=_ROLES, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ("email", "name", "time_zone")

    def clean_email(self) -> str:
        """Return the address as it is kept."""
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email=email).exists():
            raise forms.ValidationError("There is an account with this e-mail address already.")
        return email


class OwnAccountForm(UserChangeForm):  # type: ignore[type-arg]
    """One's own account: no role and no switch in it, so that nobody locks themselves out."""

    class Meta:
        model = User
        fields = ("name", "time_zone")


class AccountForm(UserChangeForm):  # type: ignore[type-arg]
    """Someone else's account."""

    role = forms.ChoiceField(choices=_ROLES, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ("name", "time_zone", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].initial = self.instance.role


class RoleFilter(admin.SimpleListFilter):
    """Accounts of one role."""

    title = parameter_name = "role"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the roles."""
        return _ROLES

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Return the accounts of the role that is asked for."""
        return queryset.filter(groups__name=self.value()) if self.value() else queryset


class AccountAdmin(StaffModelAdmin, UserAdmin):  # type: ignore[type-arg]
    """The accounts. What a person may open follows from the role, and from the database's own tables."""

    door = REGISTRAR
    form = AccountForm
    add_form = NewAccountForm
    add_form_template = None
    list_display = ("email", "name", "role_held", "is_active", "joined_at")
    list_filter = (RoleFilter, "is_active")
    search_fields = ("email", "name")
    search_help_text = "A part of the e-mail address or of the name"
    ordering = ("email",)
    filter_horizontal = ()
    readonly_fields = ("email", "role_held", "last_login", "joined_at")
    fieldsets = (
        (None, {"fields": ("email", "name", "role", "is_active", "time_zone", "password")}),
        ("Dates", {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "role", "time_zone", "password1", "password2")}),)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let administrators add accounts."""
        return self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let administrators change accounts."""
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Return the accounts with their roles, in two queries."""
        return super().get_queryset(request).prefetch_related("groups")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form for one's own account, someone else's, or a new one."""
        own = {"form": OwnAccountForm} if obj is not None and obj.pk == request.user.pk else {}
        return super().get_form(request, obj, change=change, **{**kwargs, **own})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show one's own role and access without a way to change them."""
        found = super().get_fieldsets(request, obj)
        return found if obj is None or obj.pk != request.user.pk else _OWN

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Leave all of a new account to be written."""
        if obj is None:
            return ()
        return (*self.readonly_fields, "is_active") if obj.pk == request.user.pk else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the account, and its role with it."""
        super().save_model(request, obj, form, change)
        role = form.cleaned_data.get("role")
        if role is not None:  # one's own account, and a change of the password alone, carry none
            obj.take_role(role)

    @admin.display(description="Role")
    def role_held(self, account: User) -> str:
        """Return the account's role."""
        return (account.role or "none").capitalize()
