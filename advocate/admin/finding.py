"""From an address to a silo, as privacy staff name it: by its digest."""

from __future__ import annotations

from django.http import Http404

from advocate.admin.access import Staff
from memory.operations import silos as office
from memory.operations.silos import Silo


def silo_named(digest: str, staff: Staff) -> Silo:
    """Return the silo of this digest. Raises Http404."""
    found = office.silo_of(digest, by=staff.by)
    if found is None:
        raise Http404
    return found
