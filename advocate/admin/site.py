"""The staff's site: what is registered, who comes in, and the door in which each page of Django's own runs."""

from __future__ import annotations

from functools import update_wrapper
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils import timezone
from django.views.decorators.cache import never_cache

from advocate.admin import clinician, deciding, looking_back, privacy, system, versions
from advocate.admin.access import NotStaff, Staff, admitted, for_staff, staff_of
from advocate.admin.accounts import AccountAdmin
from advocate.admin.care import CareAdmin
from advocate.admin.configurations import ConfigurationAdmin
from advocate.admin.receipts import ReceiptAdmin
from advocate.models import AgentConfiguration
from memory.models import CareRelationship, ErasureReceipt, User
from memory.models.account import ADMINISTRATOR, CLINICIAN, PRIVACY_STAFF

_FIRST = {
    CLINICIAN: "admin:patients",
    PRIVACY_STAFF: "admin:silos",
    ADMINISTRATOR: "admin:memory_user_changelist",
}
# What Django would offer beside: a second way to log in and out, lists by application, a lookup of any model's rows.
_SECOND = {"index", "login", "logout", "password_change", "password_change_done"}
_LEFT_OUT = {*_SECOND, "app_list", "view_on_site", "autocomplete"}


class StaffSite(AdminSite):
    """Django's admin for clinicians, privacy staff and administrators.

    Pages on models run whole, rendering included, inside the door of their role; pages of our own open doors
    themselves. What an account may see is decided by its role and by the database, never by Django's permissions.
    """

    site_header = site_title = "Anamnesis"
    site_url = None
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether staff is signed in."""
        try:
            return staff_of(request) is not None
        except NotStaff:
            return False

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Let staff through, in the door that the view's ModelAdmin names."""
        checked = super().admin_view(view, cacheable)
        door = getattr(getattr(view, "__self__", None), "door", None)

        def through(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            staff = admitted(request, door.role if door else None)
            if not isinstance(staff, Staff):
                return staff
            if door is None:
                plain: HttpResponseBase = checked(request, *args, **kwargs)
                return plain
            with timezone.override(staff.zone), door.open(staff):
                response: HttpResponseBase = checked(request, *args, **kwargs)
                return response.render() if isinstance(response, TemplateResponse) else response

        return update_wrapper(through, view)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return our own pages, then Django's."""
        theirs = [url for url in super().get_urls() if getattr(url, "name", None) not in _LEFT_OUT]
        return [
            path("", self.admin_view(first_page), name="index"),
            *_pages(CLINICIAN, clinician.pages | deciding.pages | looking_back.pages),
            *_pages(PRIVACY_STAFF, privacy.pages),
            *_pages(ADMINISTRATOR, system.pages | versions.pages),
            *theirs,
        ]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return none: the navigation goes by the role."""
        return []

    def get_log_entries(self, request: HttpRequest) -> QuerySet[LogEntry]:
        """Return none: what happened stands in the audit, not in "recent actions"."""
        return LogEntry.objects.none()

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Add the role, by which the navigation goes."""
        staff = staff_of(request)
        return {**super().each_context(request), "role": staff.role if staff else ""}


def first_page(request: HttpRequest) -> HttpResponseBase:
    """Go to the first page of the role."""
    staff = staff_of(request)
    return redirect(_FIRST[staff.role] if staff else "account_login")


def _pages(role: str, pages: dict[str, tuple[str, Any]]) -> list[URLPattern]:
    return [path(route, never_cache(for_staff(role, view)), name=name) for name, (route, view) in pages.items()]


site = StaffSite()
site.register(User, AccountAdmin)
site.register(CareRelationship, CareAdmin)
site.register(AgentConfiguration, ConfigurationAdmin)
site.register(ErasureReceipt, ReceiptAdmin)
