"""Lists of Django's admin without counting: one row more than is shown tells whether there is a next page."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property


class UncountedPaginator(Paginator):  # type: ignore[type-arg]
    """Knows the rows up to the one after the page that is asked for, and no more."""

    def __init__(self, *args: Any, page: str = "1", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._asked = int(page) if page.isdecimal() and 0 < int(page) <= 10_000 else 1

    @cached_property
    def count(self) -> int:
        """The rows that are known of; 0 where there is no such page."""
        before = (self._asked - 1) * self.per_page
        rows = cast("QuerySet[Any]", self.object_list)
        there = len(rows[before : before + self.per_page + 1].values_list("pk"))
        return before + there if there else 0


class UncountedChangeList(ChangeList):
    """A list that knows the page before and the page after."""

    @property
    def earlier(self) -> str:
        """The address of the page before, "" on the first."""
        return self.get_query_string({PAGE_VAR: self.page_num - 1}) if self.page_num > 1 else ""

    @property
    def further(self) -> str:
        """The address of the page after, "" where there is none."""
        known = self.paginator.count > self.page_num * self.list_per_page
        return self.get_query_string({PAGE_VAR: self.page_num + 1}) if known else ""
