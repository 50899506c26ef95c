"""Pages on one model, as Django makes them, for one role and inside its door."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from django.contrib.admin import ModelAdmin, ShowFacets
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst

from advocate.admin.access import NotStaff, Staff, staff_of
from advocate.admin.uncounted import UncountedChangeList, UncountedPaginator
from memory.models.account import ADMINISTRATOR, PRIVACY_STAFF


@dataclass(frozen=True, slots=True)
class Door:
    """The role whose pages these are, and the door in which they run."""

    role: str
    open: Callable[[Staff], AbstractContextManager[None]]


REGISTRAR = Door(ADMINISTRATOR, Staff.registrar)
PRIVACY_OFFICE = Door(PRIVACY_STAFF, Staff.privacy_office)


class StaffModelAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Pages on one model for one role. They show; what more they do, a subclass says. Nothing is ever deleted here."""

    door: Door
    actions = None
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = ShowFacets.NEVER

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Call the list by what it lists."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def get_paginator(
        self, request: HttpRequest, queryset: QuerySet[Any], per_page: int, *args: Any, **kwargs: Any
    ) -> Paginator[Any]:
        """Page without counting: a long table is never read to its end."""
        return UncountedPaginator(queryset, per_page, *args, page=request.GET.get("p", "1"), **kwargs)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[UncountedChangeList]:
        """Return the list that tells the page before and the page after."""
        return UncountedChangeList

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Tell whether this role works here."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Tell whether this role works here."""
        try:
            staff = staff_of(request)
        except NotStaff:
            return False
        return staff is not None and staff.role == self.door.role

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse, unless a subclass says otherwise."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse, unless a subclass says otherwise."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False
