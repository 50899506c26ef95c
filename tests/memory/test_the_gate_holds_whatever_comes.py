"""Whatever drafts come, what is written was said by a person in these words, with these numbers, on that day."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory import ledger
from memory.dates import PartialDate, local_day, mentions
from memory.door import Actor, silo
from memory.drafts import Act, Assertion, Draft, Quote, Said, Tense, Transcript, Value
from memory.models import Fact, HeldDraft, Turn
from memory.numbers import stands_in
from memory.transcript import Opening, begin_session, lock_silo, register
from memory.vocabulary import Speaker, Tag, address

ZONES = ("America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC")
SENTENCES = (
    "I take metoprolol 25 mg",
    "Dr. Osei put it up to 50 mg yesterday",
    "my creatinine was 1.4 on Monday",
    "should I take metoprolol 100 mg?",
    "my friend takes warfarin 5 mg",
    "no allergies",
    "metoprolol twenty-five milligrams since July",
)
TEXTS = ("metoprolol 25 mg", "metoprolol 50 mg", "creatinine 1.4", "warfarin 5 mg", "no allergies", "", "\0", "50 mg")

_days = st.builds(PartialDate.of, st.dates(datetime(2026, 1, 1).date(), datetime(2026, 12, 31).date()), st.sampled_from(["day", "month", "year"]))  # fmt: skip  # noqa: DTZ001, E501


@st.composite
def turns(draw: st.DrawFn) -> tuple[Said, ...]:
    """A conversation of anyone, anywhere, at any hour."""
    start = draw(st.datetimes(datetime(2026, 2, 1), datetime(2026, 11, 30), timezones=st.just(UTC)))  # noqa: DTZ001
    zone = draw(st.sampled_from(ZONES))
    spoken = draw(st.lists(st.tuples(st.sampled_from(Speaker), st.sampled_from(SENTENCES)), min_size=1, max_size=4))
    return tuple(
        Said(uuid.uuid4(), i + 1, speaker, text, start + timedelta(hours=i), zone)
        for i, (speaker, text) in enumerate(spoken)
    )


@st.composite
def drafts(draw: st.DrawFn, said: tuple[Said, ...]) -> Draft:
    """Any draft, good or bad: of these turns or of none, with any text, date, act and address."""
    turn = draw(st.sampled_from(said))
    if draw(st.booleans()):
        return _good(draw, turn)
    quote = draw(st.sampled_from([turn.text, turn.text[2:], *TEXTS]))
    text = draw(st.sampled_from([turn.text, *TEXTS]))
    tag = draw(st.sampled_from([Tag.MEDICATION, Tag.LAB, Tag.ALLERGY, Tag.DIRECTIVE, Tag.SYMPTOM]))
    fits = draw(st.booleans())
    return Draft(
        tag=tag,
        text=text,
        quotes=draw(st.sampled_from([(), (Quote(turn.id, quote),), (Quote(uuid.uuid4(), quote),)])),
        source=draw(st.sampled_from(["patient", "Dr. Osei", ""])),
        attribute="metoprolol",
        keys=draw(st.sampled_from([("metoprolol",), (), ("METOPROLOL",), tuple("abcdef")])),
        memory_key=address(tag, "metoprolol") if tag.is_state == fits else None,
        value=draw(st.sampled_from([Value(), Value("25", "mg"), Value("50", "mg")])),
        act=draw(st.sampled_from(Act)),
        tense=draw(st.sampled_from(Tense)),
        assertion=draw(st.sampled_from(Assertion)),
        date=draw(st.none() | _days),
        date_phrase=draw(st.sampled_from(["", "yesterday", "on Monday", "since July", "July"])),
        negated=draw(st.booleans()),
        subject=draw(st.sampled_from(["self", "friend"])),
        replaces=draw(st.sampled_from(["", "25", "1.4"])),
        importance=draw(st.integers(-5, 99_999)),
    )


def _good(draw: st.DrawFn, turn: Said) -> Draft:
    """A draft that says what its turn says; it passes where the turn may be a fact."""
    return Draft(
        tag=Tag.MEDICATION,
        text=turn.text,
        quotes=(Quote(turn.id, turn.text),),
        source="patient",
        attribute="metoprolol",
        keys=("metoprolol",),
        memory_key="medication:metoprolol",
        act=draw(st.sampled_from(Act)),
        replaces=draw(st.sampled_from(["", "25"])),
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_written_was_said(data: st.DataObject, db: None, tester: Actor) -> None:
    said = data.draw(turns())
    made = data.draw(st.lists(drafts(said), max_size=6))
    alice = f"patient-advocate/{uuid.uuid4().hex}"  # a record of its own, so that every day in it was said here
    register(alice, by=tester)
    with silo(alice, by=tester, why="test"):
        lock_silo(alice)
        session = begin_session(alice, Opening(f"agent-{uuid.uuid4()}", "1"))
        for turn in said:
            Turn.objects.create(
                id=turn.id, user_key=alice, session=session, seq=turn.seq, speaker=turn.speaker.value,
                said_at=turn.at, time_zone=turn.zone, text=turn.text,
            )  # fmt: skip
        transcript = Transcript("patient-advocate", "1", said)
        outcome = ledger.write(made, transcript, user_key=alice, session=session, drafted=ledger.Drafted("any", "1"))
        assert outcome.judged == len(made)
        assert HeldDraft.objects.filter(session=session).count() == len(outcome.held)
        for fact in Fact.objects.filter(session=session):
            _check(fact, {turn.id: turn for turn in said})


def _check(fact: Fact, said: dict[uuid.UUID, Said]) -> None:
    here = [evidence for evidence in fact.evidence.all() if evidence.turn_id in said]
    stated = [said[evidence.turn_id] for evidence in here if evidence.turn_id]
    assert stated
    assert all(turn.speaker.is_person for turn in stated)
    assert all(evidence.quote in said[evidence.turn_id].text for evidence in here if evidence.turn_id)
    assert stands_in(fact.fact, "\n".join(evidence.quote for evidence in here))
    if fact.fact_date is not None:
        # A correction, also one that is disputed, keeps the day of what it corrects: another turn's.
        turns = said.values()
        days = {local_day(turn.at, turn.zone) for turn in turns}
        named = {m.date.first for turn in turns for m in mentions(turn.text, local_day(turn.at, turn.zone))}
        ahead = {
            m.date.first for turn in turns for m in mentions(turn.text, local_day(turn.at, turn.zone), tense="future")
        }
        assert fact.fact_date in days | named | ahead
