"""A page of our own in the frame of the staff's site."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from advocate.admin.access import Staff


def page(
    request: HttpRequest, staff: Staff, template: str, title: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return a page of the folder `templates/admin`."""
    frame = {"title": title, "role": staff.role, "has_permission": True}
    return render(request, f"admin/{template}.html", {**frame, **context}, status=status)
