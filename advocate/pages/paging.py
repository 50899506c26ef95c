"""Which page of a long list is asked for."""

from __future__ import annotations

from django.http import HttpRequest


def page_asked(request: HttpRequest) -> int:
    """Return the number of the page, from 1; 1 where what is asked for is none."""
    asked = request.GET.get("page", "")
    return max(int(asked), 1) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 1
