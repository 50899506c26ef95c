"""Pages of long lists without counting them: one row more than is shown tells whether there is a next page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest

T = TypeVar("T")
SIZE = 50


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list; numbers begin at 1."""

    rows: Sequence[T]
    number: int
    has_next: bool

    @property
    def previous(self) -> int:
        """The number of the page before."""
        return self.number - 1

    @property
    def next(self) -> int:
        """The number of the page after."""
        return self.number + 1


def paged(request: HttpRequest, fetch: Callable[[int, int], Sequence[T]]) -> Page[T]:
    """Return the page that is asked for (`?page=2`); `fetch(size, skip)` returns rows."""
    asked = request.GET.get("page", "")
    number = min(max(int(asked), 1), 10_000) if asked.isdecimal() else 1
    rows = fetch(SIZE + 1, (number - 1) * SIZE)
    return Page(rows[:SIZE], number, len(rows) > SIZE)
