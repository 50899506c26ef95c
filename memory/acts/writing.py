"""Words written by hand become a conversation of one turn: the evidence on which what comes of them rests.

The turn is dated by the person's moment and zone, judged by the gate and entered by the ledger, as any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils import timezone

from memory import gate_phrases as phrases
from memory.acts.hand import Hand, NoSuchThing, NotTaken
from memory.comparison import date_of
from memory.door import silo
from memory.drafts import SELF, Act, Draft, Quote, Said, Transcript, Value
from memory.gate import Held, judge
from memory.ledger import settle_due
from memory.ledger.rows import Writing
from memory.models import Fact, Record, Session, Turn
from memory.numbers import dosing, quantities
from memory.reading import known
from memory.text import clean_message
from memory.transcript import begin_session, lock_silo
from memory.vocabulary import SessionState, Speaker, Status, Tag, address

ENGINE, VERSION = "by hand", "1"
_MEASURED = frozenset({Tag.MEDICATION, Tag.LAB, Tag.VITAL})
_DENIED_BY_ITS_WORDS = frozenset({Tag.MEDICATION, Tag.ALLERGY, Tag.CONDITION})
_TIMES = frozenset({"hours", "hour", "days", "day", "weeks", "week", "months", "month", "minutes", "minute", "years"})
_JOINT = {True: "/", False: " + "}


@dataclass(frozen=True, slots=True)
class Written:
    """A conversation of one turn, and the batch in which the ledger writes what comes of it."""

    session: Session
    turn: Said
    batch: Writing
    record: Record

    def judged(self, draft: Draft, row: Fact) -> Draft:
        """Return the draft as the gate passes it, at the row's address. Raises NotTaken."""
        transcript = Transcript(
            agent=self.session.app_name,
            agent_version=self.session.agent_version,
            turns=(self.turn,),
            known=known(self.batch.day(draft)),
            subject=self.record.subject,
            subject_name=self.record.subject_name,
        )
        judged = judge(draft, transcript)
        if isinstance(judged, Held):
            raise NotTaken(judged.reason)
        return replace(judged, memory_key=row.memory_key)


@contextmanager
def alone(hand: Hand, why: str) -> Iterator[None]:
    """Enter the record as its one writer."""
    with silo(hand.user_key, by=hand.by, why=why):
        lock_silo(hand.user_key)
        yield


@contextmanager
def at_work(hand: Hand, why: str) -> Iterator[None]:
    """Enter the record as its one writer, with what became current by the person's day written down."""
    with alone(hand, why):
        settle_due(hand.user_key, hand.day)
        yield


def fact_of(id: UUID) -> Fact:
    """Return a row of the record that is entered. Raises NoSuchThing."""
    row = Fact.objects.defer("embedding").filter(id=id).first()
    if row is None:
        raise NoSuchThing
    return row


def write(hand: Hand, text: str, state: SessionState = SessionState.DONE) -> Written:
    """Keep the words as a conversation of one turn, done unless it is still to be distilled. Raises MessageError."""
    words = clean_message(text)
    done = int(state.is_final)
    session = begin_session(
        hand.user_key,
        hand.opening,
        state={"written": "by hand"},
        status=state.value,
        closed_at=timezone.now(),
        distilled_at=timezone.now() if done else None,
        distilled_seq=done,
        embedded_seq=done,
    )
    turn = Turn.objects.create(
        user_key=hand.user_key,
        session=session,
        seq=1,
        speaker=Speaker.PATIENT.value,
        said_at=hand.at,
        time_zone=hand.zone,
        text=words.text,
        note=words.note,
    )
    said = Said(turn.id, 1, Speaker.PATIENT, turn.text, turn.said_at, turn.time_zone)
    batch = Writing(hand.user_key, session, {said.id: said}, frozenset(), ENGINE, VERSION)
    return Written(session, said, batch, Record.objects.get(user_key=hand.user_key))


def draft_of(row: Fact, text: str, written: Written, *, act: Act, quotes: tuple[str, ...], **parts: object) -> Draft:
    """Return what the words say of the thing that the row is about; the last of `quotes` states it."""
    tag = Tag(row.tag)
    attribute = row.attribute or row.keys[0]
    draft = Draft(
        tag=tag,
        text=text,
        quotes=tuple(Quote(written.turn.id, quote) for quote in quotes),
        source="patient" if written.record.subject == SELF else "caregiver",
        attribute=attribute,
        keys=tuple(row.keys),
        memory_key=(row.memory_key or address(tag, attribute)) if tag.is_state else None,
        value=value_in(text, tag),
        act=act,
        negated=_negated(row, text),
        subject=row.subject,
        importance=row.importance,
    )
    return replace(draft, **parts)  # type: ignore[arg-type]


def keeping_day(draft: Draft, row: Fact) -> Draft:
    """A correction keeps the day of what it sets right, unless it names another."""
    return draft if draft.date_phrase else replace(draft, date=date_of(row) or draft.date)


def names_it(text: str, row: Fact) -> bool:
    """True where the words have a word of weight in common with the row: they speak of the same thing."""
    return bool(_naming_words(text) & _naming_words(f"{row.fact} {row.attribute} {' '.join(row.keys)}"))


def _naming_words(text: str) -> set[str]:
    """The words of a text that name a thing."""
    spoken = {word.strip(".,;:()[]“”\"'").lower() for word in text.split()}
    return {word for word in spoken if any(c.isalpha() for c in word)} - phrases.REGIMEN_WORDS


def value_in(text: str, tag: Tag) -> Value:
    """Return the structured value that the words of a medicine or a reading hold."""
    if tag not in _MEASURED:
        return Value()
    told = [each for each in quantities(text) if each.unit not in _TIMES]
    unit = next((each.unit for each in told if each.unit), None)
    amounts = [f"{each.value:f}" for each in told if each.unit == unit]
    value = _JOINT["/" in text].join(amounts) or None
    if tag is not Tag.MEDICATION:
        return Value(value, unit)
    return Value(value, unit, dosing.frequency(text), dosing.route(text), dosing.as_needed(text) or None)


def planned(row: Fact) -> bool:
    """True for what lies ahead by its nature: a plan, a visit."""
    return row.status == Status.PLANNED or row.tag == Tag.APPOINTMENT


def _negated(row: Fact, text: str) -> bool:
    if row.tag in _DENIED_BY_ITS_WORDS:
        return phrases.ENDS_OR_DENIES.search(text) is not None
    return row.negated and phrases.ENDS_OR_DENIES.search(text) is not None
