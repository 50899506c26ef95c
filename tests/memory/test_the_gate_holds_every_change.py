"""Of what people say of two medicines, the true draft passes, and every draft that changes one part of it is held."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.dates import PartialDate
from memory.drafts import Act, Draft, Quote, Said, Transcript, Value
from memory.gate import Held, Reason, judge
from memory.vocabulary import Speaker, Tag, address

DRUGS = ("metoprolol", "lisinopril", "metformin", "warfarin", "sertraline", "furosemide", "gabapentin", "atorvastatin")
DOSES = ("2.5", "5", "12.5", "20", "40", "75", "250", "500")
TIMES = ("once daily", "twice daily", "three times daily", "every 8 hours")
CLINICIANS = ("Dr. Osei", "Dr. Lind", "Dr. Haddad")
FORMS = (
    "{who} has me on {drug} {dose} mg {times} since Monday, and {other} {other_dose} mg {other_times}.",
    "I take {other} {other_dose} mg {other_times}. {who} put me on {drug} {dose} mg {times} since Monday.",
    "Since Monday I take {dose} mg of {drug} {times} and {other_dose} mg of {other} {other_times}, {who} said so.",
    "{who} wants {other} {other_dose} mg {other_times}, {drug} {dose} mg {times} since Monday, nothing else.",
)
AT = datetime(2026, 10, 1, 14, tzinfo=UTC)  # a Thursday


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said, and the parts of it."""

    drug: str
    dose: str
    times: str
    who: str
    other: str
    other_dose: str
    other_times: str
    unsaid_drug: str
    unsaid_dose: str
    unsaid_times: str
    unsaid_who: str
    form: str

    @property
    def text(self) -> str:
        parts = ("drug", "dose", "times", "who", "other", "other_dose", "other_times")
        return self.form.format(**{part: getattr(self, part) for part in parts})


@st.composite
def talks(draw: st.DrawFn) -> Talk:
    """Two medicines told in one turn, and things that nobody said."""
    drug, other, unsaid_drug = draw(st.permutations(DRUGS))[:3]
    dose, other_dose, unsaid_dose = draw(st.permutations(DOSES))[:3]
    times, other_times, unsaid_times = draw(st.permutations(TIMES))[:3]
    who, unsaid_who = draw(st.permutations(CLINICIANS))[:2]
    form = draw(st.sampled_from(FORMS))
    return Talk(drug, dose, times, who, other, other_dose, other_times, unsaid_drug, unsaid_dose, unsaid_times, unsaid_who, form)  # fmt: skip  # noqa: E501


def _range(talk: Talk, speaker: Speaker = Speaker.PATIENT) -> Transcript:
    advice = f"You could ask about {talk.unsaid_drug} {talk.unsaid_dose} mg."
    friend = f"My friend takes {talk.unsaid_drug} {talk.unsaid_dose} mg."
    denied = f"I don't take {talk.unsaid_drug} {talk.unsaid_dose} mg."
    said = ((speaker, talk.text), (Speaker.ADVOCATE, advice), (Speaker.PATIENT, friend), (Speaker.PATIENT, denied))
    turns = tuple(
        Said(uuid.UUID(int=n), n, who, text, AT + timedelta(minutes=n), "America/New_York")
        for n, (who, text) in enumerate(said, 1)
    )
    return Transcript("patient-advocate", "1", turns)


def _true(talk: Talk) -> Draft:
    """The first medicine as it was said; the quote holds both."""
    return Draft(
        tag=Tag.MEDICATION,
        text=f"{talk.drug} {talk.dose} mg {talk.times}",
        quotes=(Quote(uuid.UUID(int=1), talk.text),),
        source=talk.who,
        attribute=talk.drug,
        keys=(talk.drug,),
        memory_key=address(Tag.MEDICATION, talk.drug),
        value=Value(talk.dose, "mg", talk.times),
        date=PartialDate.parse("2026-09-28"),
        date_phrase="since Monday" if "since Monday" in talk.text else "Since Monday",
    )


def _of(draft: Draft, drug: str) -> Draft:
    return replace(draft, attribute=drug, keys=(drug,), memory_key=address(Tag.MEDICATION, drug))


def _from_turn(draft: Draft, transcript: Transcript, number: int, talk: Talk) -> Draft:
    """The drug that another turn tells of, quoted from there."""
    turn = transcript.turns[number - 1]
    text = f"{talk.unsaid_drug} {talk.unsaid_dose} mg"
    told = replace(draft, text=text, quotes=(Quote(turn.id, turn.text),), source="patient", date=None, date_phrase="")
    return replace(_of(told, talk.unsaid_drug), value=Value(talk.unsaid_dose, "mg"))


def _numbered(draft: Draft, talk: Talk, dose: str, times: str, unit: str = "mg") -> Draft:
    """The first medicine with another dose, unit or frequency, in text and value."""
    return replace(draft, text=f"{talk.drug} {dose} {unit} {times}", value=Value(dose, unit, times))


def _named(draft: Draft, talk: Talk, drug: str) -> Draft:
    """Another drug with the dose and the frequency of the first."""
    return _of(replace(draft, text=f"{drug} {talk.dose} mg {talk.times}"), drug)


Change = Callable[[Draft, Talk, Transcript], Draft]
CHANGES: dict[str, tuple[Change, Reason]] = {
    "the number": (lambda d, t, _: _numbered(d, t, t.unsaid_dose, t.times), Reason.NUMBER),
    "the number of the value": (lambda d, t, _: replace(d, value=Value(t.unsaid_dose, "mg", t.times)), Reason.NUMBER),
    "the unit": (lambda d, t, _: _numbered(d, t, t.dose, t.times, "mcg"), Reason.NUMBER),
    "the frequency": (lambda d, t, _: _numbered(d, t, t.dose, "every 12 hours"), Reason.NUMBER),
    "the dose, for the neighbour's": (lambda d, t, _: _numbered(d, t, t.other_dose, t.times), Reason.NUMBER),
    "the frequency, for the neighbour's": (lambda d, t, _: _numbered(d, t, t.dose, t.other_times), Reason.NUMBER),
    "the drug": (lambda d, t, _: _named(d, t, t.unsaid_drug), Reason.THING),
    "the drug, for the neighbour": (lambda d, t, _: _named(d, t, t.other), Reason.NUMBER),
    "the drug it is filed under": (lambda d, t, _: _of(d, t.unsaid_drug), Reason.THING),
    "the address": (lambda d, t, _: replace(d, memory_key=address(Tag.MEDICATION, t.other)), Reason.THING),
    "the date": (lambda d, t, _: replace(d, date=PartialDate.parse("2026-09-21")), Reason.DATE),
    "the words of the date": (lambda d, t, _: replace(d, date_phrase="since Friday"), Reason.DATE),
    "the source": (lambda d, t, _: replace(d, source=t.unsaid_who), Reason.SOURCE),
    "the source's role": (lambda d, t, _: replace(d, source=f"{t.who}, nephrologist"), Reason.SOURCE),
    "the speaker": (lambda d, t, _: replace(d, source="clinician"), Reason.SOURCE),
    "the subject": (lambda d, t, _: replace(d, subject="mother"), Reason.SUBJECT),
    "the words": (lambda d, t, _: replace(d, quotes=(Quote(d.quotes[0].turn, f"I take {d.text}."),)), Reason.NOT_SAID),
    "a denial, affirmed": (lambda d, t, said: _from_turn(d, said, 4, t), Reason.NEGATED),
    "a friend's medicine": (lambda d, t, said: _from_turn(d, said, 3, t), Reason.SUBJECT),
    "the advocate's words": (lambda d, t, said: _from_turn(d, said, 2, t), Reason.ADVOCATE),
}


@settings(max_examples=150, deadline=None)
@given(talk=talks())
def test_what_was_said_passes(talk: Talk) -> None:
    judged = judge(_true(talk), _range(talk))
    assert isinstance(judged, Draft), (judged.reason, talk.text)


@pytest.mark.parametrize("change", CHANGES)
@settings(max_examples=60, deadline=None)
@given(talk=talks())
def test_what_was_changed_is_held(change: str, talk: Talk) -> None:
    make, reason = CHANGES[change]
    said = _range(talk)
    judged = judge(make(_true(talk), talk, said), said)
    assert isinstance(judged, Held), talk.text
    assert judged.reason is reason


@settings(max_examples=60, deadline=None)
@given(talk=talks())
def test_an_end_that_nobody_told_of_is_held(talk: Talk) -> None:
    told = replace(talk, form="{who} has me on {drug} {dose} mg {times} since Monday.")
    ended = replace(_true(told), text=f"stopped {talk.drug}", value=Value(), negated=True, act=Act.STOP)
    judged = judge(ended, _range(told))
    assert isinstance(judged, Held)
    assert judged.reason is Reason.NEGATED


@settings(max_examples=60, deadline=None)
@given(talk=talks())
def test_all_that_the_advocate_said_is_held(talk: Talk) -> None:
    judged = judge(_true(talk), _range(talk, Speaker.ADVOCATE))
    assert isinstance(judged, Held)
    assert judged.reason is Reason.ADVOCATE
