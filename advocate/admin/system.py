"""The system page, for administrators: work, workers, vectors, the guard, compaction and backup. No content."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from advocate.admin.access import Staff
from advocate.admin.rendering import page
from memory.engine import load_engine
from memory.operations.standing import standing


@require_safe
def system(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show how the installation stands, as of now."""
    engine = load_engine()
    context = {"now": standing(by=staff.by), "engine": engine.name, "model": engine.embedding_model}
    return page(request, staff, "system", "System", context)


pages = {"system": ("system/", system)}
