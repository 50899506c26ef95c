"""A patient's own hand on the record: withdraw, correct, settle, and answer what was held back.

Nothing is edited. What was never so is retracted and reopens what it had replaced; a correction is a new row; what a
clinician or a document said is disputed, as a contradiction that stays open. Each act is one transaction, audited by
the door and the reason of its hand.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from memory import transcript
from memory.acts.hand import Done, Hand, Kind, NoSuchThing, NotPossible
from memory.acts.shown import answered_drafts
from memory.acts.writing import Written, alone, at_work, draft_of, fact_of, keeping_day, names_it, planned, write
from memory.comparison import date_of
from memory.dates import PartialDate
from memory.drafts import Act, Draft, Tense
from memory.ledger import named
from memory.ledger.rows import NothingToWithdraw
from memory.models import Conflict, Decision, Fact, HeldDraft
from memory.vocabulary import Decided, SessionState, Speaker, Status, Tag

_NEVER_SO = "That was never so:"
_ONLY_DISPUTED = "A clinician or a document said this, and it is not what holds now: only a clinician can take it back."
_STANDING = frozenset({Status.ACTIVE, Status.PLANNED, Status.HISTORICAL})


def withdraw(hand: Hand, fact: UUID, *, words: str = "") -> Done:
    """ "That was never true": retract a fact; what a clinician, a document or a confirmation says is disputed instead.

    `words` are the person's own, if any. Done: WITHDRAWN, DISPUTED, or UNCHANGED where it was withdrawn before.
    Raises NoSuchThing, NotPossible, MessageError for too many words.
    """
    with at_work(hand, "withdraw a fact: it was never so"):
        row = fact_of(fact)
        if row.status == Status.RETRACTED:
            return Done(Kind.UNCHANGED)
        if row.tag == Tag.EPISODE:
            raise NotPossible("This is a summary of a conversation. It can be forgotten, not taken back.")
        stated, own = f"{_NEVER_SO} {row.fact}", words.strip()
        written = write(hand, f"{stated}\n{own}" if own else stated)
        draft = draft_of(
            row,
            f"never so: {row.fact}",
            written,
            act=Act.WITHDRAW,
            quotes=(own, stated) if own else (stated,),
            negated=not row.negated,
        )
        if named.may_withdraw(row, Speaker.PATIENT):
            named.take_back(row, draft, written.batch)
            return Done(Kind.WITHDRAWN)
        return _dispute(row, draft, written)


def correct(hand: Hand, fact: UUID, *, words: str, date: PartialDate | None = None) -> Done:
    """Set a fact right: `words` say it in full, `date` where another day is right than the row's.

    Done: CORRECTED with the new row; DISPUTED with the row that contradicts what a clinician or a document said;
    UNCHANGED where the row says so already. Raises NoSuchThing, NotPossible, NotTaken, MessageError.
    """
    text = " ".join(words.split())
    with at_work(hand, "correct a fact"):
        row = fact_of(fact)
        other_day = date if date != date_of(row) else None
        if text == row.fact and other_day is None:
            return Done(Kind.UNCHANGED, row.id)
        _refuse_what_cannot_be_corrected(row, text, other_day, hand)
        stated = f"{text} ({other_day})" if other_day else text
        written = write(hand, stated)
        draft = draft_of(
            row,
            text,
            written,
            act=Act.CORRECT,
            quotes=(written.turn.text,),
            date=other_day,
            date_phrase=str(other_day or ""),
            tense=Tense.PLANNED if planned(row) else Tense.NOW,
        )
        if not named.may_correct(row, Speaker.PATIENT):
            return _dispute(row, draft, written)
        new = named.correct(row, keeping_day(written.judged(draft, row), row), written.batch)
        return Done(Kind.CORRECTED, new.id)


def settle(hand: Hand, conflict: UUID, *, winner: UUID) -> Done:
    """Say which side of a contradiction is right: the other is superseded by it, as corrected.

    Raises NoSuchThing, NotPossible where it is settled already or where only a clinician may settle it.
    """
    with at_work(hand, "settle a contradiction"):
        opened = _open(conflict)
        if winner not in {opened.older_id, opened.newer_id}:
            raise NoSuchThing
        right, wrong = (opened.older, opened.newer) if winner == opened.older_id else (opened.newer, opened.older)
        stated = f"This is right: {right.fact}"
        written = write(hand, stated)
        draft = draft_of(right, right.fact, written, act=Act.STATE, quotes=(written.turn.text,))
        if not named.may_lose(wrong, right, draft, written.batch):
            raise NotPossible("A clinician or a document said this: only a clinician can settle it.")
        named.settle(opened, right, draft, written.batch)
    return Done(Kind.SETTLED, winner)


def ask_doctor(hand: Hand, conflict: UUID) -> UUID:
    """Leave a contradiction open, marked as a question for the doctor; once. Raises NoSuchThing, NotPossible."""
    with alone(hand, "ask the doctor about a contradiction"):
        opened = _open(conflict)
        marked = Decision.objects.filter(conflict=opened, kind=Decided.ASKED_DOCTOR).first()
        return marked.id if marked else _decide(hand, Decided.ASKED_DOCTOR, conflict=opened)


def complete(hand: Hand, held: UUID, *, words: str) -> UUID:
    """Say in full what was held back: a conversation of one turn, which the worker distils; return its public id.

    Raises NoSuchThing, NotPossible where it was completed or dropped before, MessageError.
    """
    with alone(hand, "complete what was held back"):
        draft = _held(held)
        written = write(hand, words, SessionState.CLOSING)
        _decide(hand, Decided.COMPLETED, held=draft, session=written.session)
        session = written.session.public_id
        transaction.on_commit(lambda: transcript.queue(hand.user_key, session, by=hand.by))
    return session


def drop(hand: Hand, held: UUID) -> UUID:
    """Let go of what was held back; return the decision's id. Raises NoSuchThing, NotPossible."""
    with alone(hand, "drop what was held back"):
        return _decide(hand, Decided.DROPPED, held=_held(held))


def _refuse_what_cannot_be_corrected(row: Fact, text: str, other_day: PartialDate | None, hand: Hand) -> None:
    if row.tag == Tag.EPISODE:
        raise NotPossible("This is a summary of a conversation. It can be forgotten, not corrected.")
    if row.status not in _STANDING:
        raise NotPossible("This was replaced or taken back before: correct what holds now.")
    if not names_it(text, row):
        raise NotPossible("Write it in full, with what it is about. For something else, tell the advocate.")
    if other_day and other_day.first > hand.day and not planned(row):
        raise NotPossible("This day lies ahead. For something that is planned, tell the advocate.")


def _open(conflict: UUID) -> Conflict:
    found = Conflict.objects.select_related("older", "newer").filter(id=conflict).first()
    if found is None:
        raise NoSuchThing
    if found.settled_at is not None:
        raise NotPossible("This contradiction is settled already.")
    return found


def _held(held: UUID) -> HeldDraft:
    found = HeldDraft.objects.filter(id=held).first()
    if found is None:
        raise NoSuchThing
    if answered_drafts([held]):
        raise NotPossible("This was completed or dropped before.")
    return found


def _dispute(row: Fact, draft: Draft, written: Written) -> Done:
    right = keeping_day(written.judged(draft, row), row)
    try:
        opened = named.dispute(row, right, written.batch)
    except NothingToWithdraw:
        raise NotPossible(_ONLY_DISPUTED) from None
    return Done(Kind.DISPUTED, opened.newer_id if opened.older_id == row.id else opened.older_id, opened.id)


def _decide(hand: Hand, kind: Decided, **about: object) -> UUID:
    return Decision.objects.create(user_key=hand.user_key, kind=kind.value, **about).id
