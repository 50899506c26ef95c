"""A transcript with the words marked that became facts, and those that were held back. Inside the silo."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID

from advocate.showing.facts import ShownFact, by_ids
from advocate.showing.transcripts import Shown, ShownTurn
from memory.models import DocumentPage, Evidence, HeldDraft, Session
from memory.vocabulary import Tag


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a turn; `became` where a fact rests on them, `held` where they were held back."""

    text: str
    became: bool = False
    held: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A turn, or a page of a document, as pieces, with what came of it, each once. `turn` is None of a page."""

    pieces: tuple[Piece, ...]
    facts: tuple[ShownFact, ...]
    held: tuple[HeldDraft, ...]
    turn: ShownTurn | None = None


def marked(session: Session, conversation: Shown) -> tuple[Marked, ...]:
    """Return the turns of a session, or the pages of a document, marked; a fixed number of queries.

    A summary of the conversation is not what a sentence became.
    """
    told = Evidence.objects.filter(session=session).exclude(fact__tag=Tag.EPISODE)
    rows = list(told.order_by("said_at", "id"))
    facts = by_ids({row.fact_id for row in rows})
    quotes: dict[UUID | None, list[Evidence]] = defaultdict(list)
    for row in rows:
        quotes[row.page_id or row.turn_id].append(row)
    held: dict[UUID | None, list[HeldDraft]] = defaultdict(list)
    for draft in HeldDraft.objects.filter(session=session).order_by("created_at", "id"):
        held[draft.turn_id].append(draft)

    def mark(id: UUID, text: str, turn: ShownTurn | None = None) -> Marked:
        said, drafts = quotes[id], held[id]
        return Marked(
            pieces=pieces(text, [row.quote for row in said], [draft.quote for draft in drafts]),
            facts=tuple({row.fact_id: facts[row.fact_id] for row in said if row.fact_id in facts}.values()),
            held=tuple(drafts),
            turn=turn,
        )

    if session.document_id is not None:
        pages = DocumentPage.objects.filter(document=session.document_id).order_by("number")
        return tuple(mark(page.id, page.text) for page in pages)
    return tuple(mark(turn.id, turn.text, turn) for turn in conversation.turns)


def pieces(text: str, became: Iterable[str], held: Iterable[str]) -> tuple[Piece, ...]:
    """Cut a text where quoted words begin and end. Joined, the pieces are the text again."""
    kept, back = _spans(text, became), _spans(text, held)
    cuts = sorted({0, len(text), *(cut for span in (*kept, *back) for cut in span)})
    return tuple(
        Piece(text[first:last], became=_within(first, kept), held=_within(first, back))
        for first, last in pairwise(cuts)
    )


def _spans(text: str, quotes: Iterable[str]) -> list[tuple[int, int]]:
    """Where each quote stands in the text, whatever white space is between its words; what was forgotten does not."""
    patterns = (r"\s+".join(map(re.escape, quote.split())) for quote in quotes if quote.strip())
    found = (re.search(pattern, text, re.IGNORECASE) for pattern in patterns)
    return [match.span() for match in found if match]


def _within(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= place < last for first, last in spans)
