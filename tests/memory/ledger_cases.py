"""A table language for the rules of the ledger: what was said on which day, and what the record holds afterwards.

Drafts are made by hand here, so that the rules are tested whatever engine drafts. A case reads

    Case("a dose that was put up retires the old one",
         [on("2026-09-01", says(med("metoprolol 25 mg"))),
          on("2026-10-01", says(med("metoprolol 50 mg", act=Act.CHANGE)))],
         rows=["metoprolol 25 mg | superseded, changed -> metoprolol 50 mg", "metoprolol 50 mg | active"])

`rows` are all rows in the order in which they were written; the other expectations follow this order.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from memory import ledger
from memory.comparison import date_of, value_of
from memory.dates import PartialDate
from memory.door import Actor, silo
from memory.drafts import Draft, Known, Quote, Said, Transcript, Value
from memory.models import Conflict, Document, DocumentPage, Fact, HeldDraft, Session, Turn
from memory.numbers import dosing, quantities
from memory.transcript import Opening, begin_session, lock_silo
from memory.vocabulary import ANY, SessionState, Speaker, Status, Tag, address

ZONE = "America/New_York"
OSEI = "Dr. Osei, cardiologist"
_GENERIC = {"lopressor": "metoprolol"}


@dataclass(frozen=True, slots=True)
class Speech:
    """One turn, or one page of a document, with the drafts that an engine makes of it."""

    speaker: Speaker
    words: str
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A conversation on a day, or a document of that day (`title`)."""

    day: str
    speeches: tuple[Speech, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """What was said, and what then stands; None where the case asks nothing of it."""

    name: str
    sittings: Sequence[Sitting]
    rows: Sequence[str]
    conflicts: Sequence[str] = ()
    held: Sequence[str] = ()
    dates: Sequence[str] | None = None
    evidence: Sequence[int] | None = None
    keys: Sequence[str | None] | None = None
    settled: str = ""
    """The day up to which the nightly job writes down what became current."""


def on(day: str, *speeches: Speech) -> Sitting:
    """A conversation."""
    return Sitting(day, speeches)


def paper(day: str, *drafts: Draft, title: str = "discharge letter") -> Sitting:
    """A document of that day; what it says is its statement."""
    stated = tuple(replace(draft, source=f"{title}, {day}") for draft in drafts)
    return Sitting(day, (Speech(Speaker.CLINICIAN, _words(stated), stated),), title)


def says(*drafts: Draft, words: str = "") -> Speech:
    """The patient says it: in these words, else in those of the drafts."""
    return Speech(Speaker.PATIENT, words or _words(drafts), drafts)


def clinician(*drafts: Draft, words: str = "") -> Speech:
    """A clinician says it in a recorded visit."""
    stated = tuple(replace(draft, source=OSEI) for draft in drafts)
    return Speech(Speaker.CLINICIAN, words or _words(stated), stated)


def family(*drafts: Draft) -> Speech:
    """A family member says it beside the patient."""
    stated = tuple(replace(draft, source="caregiver (daughter)") for draft in drafts)
    return Speech(Speaker.FAMILY, _words(stated), stated)


def asks() -> Speech:
    """The advocate names a contradiction and asks."""
    return Speech(Speaker.ADVOCATE, "Your record says two things. Which one holds?", ())


def fact(tag: Tag, text: str, thing: str, *, aspect: str = "", on: str = "", phrase: str = "", **parts: Any) -> Draft:
    """A draft; `phrase` are the words that its date `on` follows from."""
    return Draft(
        tag=tag,
        text=text,
        quotes=(),
        source=parts.pop("source", "patient"),
        attribute=thing,
        keys=(thing.lower(),),
        memory_key=address(tag, thing, aspect) if tag.is_state else None,
        date=PartialDate.parse(on) if on else None,
        date_phrase=phrase,
        **parts,
    )


def med(text: str, **parts: Any) -> Draft:
    """A medication: the first word is the drug; dose and frequency are read from the text."""
    name = parts.pop("thing", text.split(maxsplit=1)[0].lower())
    return fact(Tag.MEDICATION, text, _GENERIC.get(name, name), value=_value(text), **parts)


def stop(drug: str, **parts: Any) -> Draft:
    """A medication that is no longer taken."""
    return fact(Tag.MEDICATION, f"stopped {drug}", drug, negated=True, **parts)


def lab(text: str, **parts: Any) -> Draft:
    """A reading: the first word names it, unless `thing` does."""
    name = parts.pop("thing", text.split(maxsplit=1)[0].lower())
    return fact(parts.pop("tag", Tag.LAB), text, name, value=_value(text), **parts)


def allergy(text: str, **parts: Any) -> Draft:
    """An allergy: the first word is the substance."""
    return fact(Tag.ALLERGY, text, text.split(maxsplit=1)[0].lower(), **parts)


def none_of(tag: Tag, text: str, **parts: Any) -> Draft:
    """A denial of the whole kind."""
    return fact(tag, text, ANY, negated=True, **parts)


def visit(day: str, phrase: str, text: str = "appointment with Dr. Osei", **parts: Any) -> Draft:
    """An appointment with the cardiologist."""
    return fact(Tag.APPOINTMENT, text, "cardiologist", on=day, phrase=phrase, **parts)


def hold(text: str = "hold the dose if the pulse is under 55", **parts: Any) -> Draft:
    """An instruction about a drug, with an address of its own."""
    return fact(Tag.DIRECTIVE, text, "metoprolol", aspect="hold", **{"source": OSEI, **parts})


def _value(text: str) -> Value:
    amounts = [q for q in quantities(text) if not q.unit or q.unit in {"mg", "mg/dL", "mcg", "mmHg", "bpm"}]
    joint = "/" if "/" in text else " + "
    value = joint.join(f"{q.value:f}" for q in amounts) or None
    return Value(value, next((q.unit for q in amounts if q.unit), None), dosing.frequency(text))


def _words(drafts: Sequence[Draft]) -> str:
    """What a person would say for these drafts: the fact, its date, the old value, and whose statement it is."""
    return ". ".join(" ".join(filter(None, _spoken(draft))) for draft in drafts) + "."


def _spoken(draft: Draft) -> tuple[str, ...]:
    whose = "" if draft.source == "patient" else f"according to {draft.source}"
    return draft.text, draft.date_phrase, draft.replaces, whose


@dataclass(slots=True)
class Record:
    """A silo in which cases are played."""

    user_key: str
    by: Actor
    held: list[str] = field(default_factory=list)

    def play(self, sittings: Sequence[Sitting], settled: str = "") -> None:
        """Hold the sittings, each in a session of its own, and let the calendar do its part."""
        for sitting in sittings:
            with silo(self.user_key, by=self.by, why="test"):
                lock_silo(self.user_key)
                self._hold(sitting)
        if settled:
            with silo(self.user_key, by=self.by, why="test"):
                ledger.settle_due(self.user_key, date.fromisoformat(settled))

    def _hold(self, sitting: Sitting) -> None:
        session = begin_session(self.user_key, Opening("patient-advocate", "1"))
        ids = [uuid.uuid4() for _ in sitting.speeches]
        noon = datetime.combine(date.fromisoformat(sitting.day), time(16), tzinfo=UTC)
        turns = tuple(
            Said(id_, i + 1, speech.speaker, speech.words, noon + timedelta(minutes=i), ZONE)
            for i, (id_, speech) in enumerate(zip(ids, sitting.speeches, strict=True))
        )
        if sitting.title:
            self._file(sitting, turns)
        else:
            self._append(session, turns)
        drafts = [
            replace(draft, quotes=(Quote(turn.id, turn.text),))
            for turn, speech in zip(turns, sitting.speeches, strict=True)
            for draft in speech.drafts
        ]
        transcript = Transcript("patient-advocate", "1", turns, tuple(_known()))
        outcome = ledger.write(
            drafts,
            transcript,
            user_key=self.user_key,
            session=session,
            drafted=ledger.Drafted("hand", "1"),
            pages=frozenset(ids if sitting.title else ()),
        )
        self.held += [held.reason.value for held in outcome.held]
        Session.objects.filter(id=session.id).update(status=SessionState.DONE)

    def _append(self, session: Session, turns: Sequence[Said]) -> None:
        for said in turns:
            Turn.objects.create(
                id=said.id, user_key=self.user_key, session=session, seq=said.seq, speaker=said.speaker.value,
                said_at=said.at, time_zone=said.zone, text=said.text,
            )  # fmt: skip

    def _file(self, sitting: Sitting, pages: Sequence[Said]) -> None:
        document = Document.objects.create(
            user_key=self.user_key, title=sitting.title, document_date=date.fromisoformat(sitting.day),
            date_precision="day", handed_in_by="patient",
        )  # fmt: skip
        for page in pages:
            DocumentPage.objects.create(
                id=page.id, user_key=self.user_key, document=document, number=page.seq, text=page.text
            )


def _known() -> Iterator[Known]:
    for row in Fact.objects.filter(status__in=[Status.ACTIVE, Status.PLANNED]):
        yield Known(
            row.id, Tag(row.tag), row.fact, row.attribute, row.memory_key, row.source, value_of(row), date_of(row),
            tuple(row.keys), row.negated,
        )  # fmt: skip


def rows() -> list[Fact]:
    """All rows in the order in which they were written; inside the silo."""
    return list(Fact.objects.select_related("superseded_by").order_by("created_at", "id"))


def told(row: Fact) -> str:
    """One row as the tables write it."""
    retired = f", {row.retired_why} -> {row.superseded_by.fact}" if row.superseded_by else ""
    return f"{row.fact} | {row.status}{retired}{', contested' if row.contested else ''}"


def check(case: Case, record: Record) -> None:
    """Play a case and compare what then stands, and that the database finds its own rules kept."""
    record.play(case.sittings, case.settled)
    with silo(record.user_key, by=record.by, why="test"):
        found = rows()
        assert [told(row) for row in found] == list(case.rows)
        assert [_conflict(c) for c in Conflict.objects.order_by("opened_at", "id")] == list(case.conflicts)
        assert record.held == list(case.held) == [h.reason for h in HeldDraft.objects.order_by("created_at", "id")]
        if case.dates is not None:
            assert [str(date_of(row) or "") for row in found] == list(case.dates)
        if case.evidence is not None:
            assert [row.evidence.count() for row in found] == list(case.evidence)
        if case.keys is not None:
            assert [row.memory_key for row in found] == list(case.keys)
        open_sides = {side for c in Conflict.objects.filter(settled_at=None) for side in (c.older_id, c.newer_id)}
        assert {row.id for row in found if row.contested} == open_sides


def _conflict(conflict: Conflict) -> str:
    ending = f"settled for {conflict.winner.fact}" if conflict.settled_at and conflict.winner else "open"
    return f"{conflict.older.fact} / {conflict.newer.fact}: {ending}"
