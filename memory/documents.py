"""Documents: handed in page by page, and read like a conversation in which a clinician speaks on the document's date.

A fact that came of one has the document as its source and the page as its evidence.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from memory import queueing
from memory.drafts import Said
from memory.models import Document, DocumentPage
from memory.text import clean
from memory.vocabulary import Speaker

PAGES = 50
PAGE_LIMIT = 20_000  # characters a page
TITLE_LIMIT = 80


class DocumentError(ValueError):
    """A document cannot be taken as it is; the message says what to do. It never quotes the words."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A document to hand in; `date` is the one that it bears."""

    title: str
    date: date
    pages: tuple[str, ...]


def paper(title: str, date: date, pages: Iterable[str]) -> Paper:
    """Return a document that can be handed in. Raises DocumentError."""
    named = " ".join(clean(title).text.split())
    if not named:
        raise DocumentError("Give the document a name, such as “discharge papers”.")
    if len(named) > TITLE_LIMIT:
        raise DocumentError(f"Give the document a shorter name: at most {TITLE_LIMIT} characters.")
    kept = tuple(text for text in (clean(page).text for page in pages) if text.strip())
    if not kept:
        raise DocumentError("There are no words in it. A picture or a scan cannot be read: paste its text instead.")
    if len(kept) > PAGES:
        raise DocumentError(f"It has {len(kept)} pages, at most {PAGES} are read: hand it in in parts.")
    longest = max(map(len, kept))
    if longest > PAGE_LIMIT:
        raise DocumentError(f"A page has {longest:,} characters, at most {PAGE_LIMIT:,} are read: hand it in in parts.")
    return Paper(named, date, kept)


def hand_in(handed: Paper, *, into: AbstractContextManager[None], agent: str, agent_version: str) -> UUID:
    """Keep a document and tell the worker; return the public id of the session in which it is read.

    `into` is the entered silo of its person, or of a patient as her clinician; whose pass it is handed it in.
    """
    session = uuid4()
    with into, connection.cursor() as cursor:
        cursor.execute(
            "SELECT guard.hand_in(%s, %s, %s, %s, %s, %s, %s)",
            [session, handed.title, handed.date, "day", list(handed.pages),
             agent, agent_version],
        )  # fmt: skip
        transaction.on_commit(lambda: _tell(session))
    return session


def pages_said(document: Document, zone: str) -> tuple[Said, ...]:
    """Return the pages of a document as turns, said at noon of its date in the person's zone; inside the silo."""
    day: Any = document.document_date
    at = datetime.combine(day, time(12), tzinfo=ZoneInfo(zone))
    pages = DocumentPage.objects.filter(document=document).order_by("number")
    return tuple(Said(page.id, page.number, Speaker.CLINICIAN, page.text, at, zone) for page in pages)


def source_of(document: Document) -> str:
    """Return what a fact of this document has as its source: the title and the date."""
    return f"{document.title}, {document.document_date}"


def _tell(session: UUID) -> None:
    queueing.send("memory.distil", session)  # where the broker does not answer, the sweep finds it
