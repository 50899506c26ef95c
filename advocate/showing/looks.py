"""Who looked at the record: the access log in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from advocate.showing import words
from memory.models import AccessLog, User

SHOWN = 200


@dataclass(frozen=True, slots=True)
class Look:
    """One line of the access log."""

    at: str
    by: str
    what: str


def last_looks() -> list[AccessLog]:
    """Return the last looks, newest first; inside the silo. A reply for which nothing was used is none."""
    return list(AccessLog.objects.exclude(what="placed", facts=[]).order_by("-at", "-id")[:SHOWN])


def in_plain_words(rows: Iterable[AccessLog], zone: str, *, mine: str) -> list[Look]:
    """Return the looks as shown, with the names of accounts; outside of any silo. `mine` is the reader's own."""
    rows = list(rows)
    known = names({row.by for row in rows})
    return [
        Look(
            at=words.moment(row.at, zone),
            by="you" if row.by == mine else known.get(row.by, row.by),
            what=_what(row),
        )
        for row in rows
    ]


def _what(row: AccessLog) -> str:
    if row.what == "placed":
        return f"{len(row.facts)} fact{'s' if len(row.facts) != 1 else ''} used for a reply"
    what = {"entered as clinician": "opened the record as a clinician"}.get(row.what, row.what)
    return f"{what} ({row.why})" if row.why else what


def names(actors: set[str]) -> dict[str, str]:
    """Return the names of those actors that are accounts and have one; outside of any silo."""
    ids = [int(actor.removeprefix("account ")) for actor in actors if actor.removeprefix("account ").isdecimal()]
    return {f"account {user.pk}": user.name for user in User.objects.filter(pk__in=ids) if user.name}
