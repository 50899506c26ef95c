"""What the reply says will happen to the record is what the ledger then does, in every kind of case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from advocate import registry
from advocate.benchmarks.stories_held import Left, hold
from advocate.benchmarks.stories_told import story_of
from advocate.engines.local.engine import LocalEngine
from memory.vocabulary import Speaker

ENGINE = LocalEngine()
FIRST, LATER = "2026-09-10", "2026-10-01"
WORDING = (  # the words of a reply, and what they promise; the first that fits counts
    ("Which is right?", "contradicts"),
    ("replaces", "replaces"),
    ("this changed", "replaces"),
    ("noted more fully", "replaces"),
    ("already holds this", "nothing"),
    ("that this is right", "settles"),
    ("Noted as history", "history"),
    ("Noted as planned", "planned"),
    ("never was so", "withdraws"),
    ("called off", "withdraws"),
    ("holds nothing that this takes back", "nothing"),
    ("holds no plan that this calls off", "nothing"),
    ("Noted", "new"),
    ("instruction, in your words", "new"),
)


@dataclass(frozen=True, slots=True)
class Case:
    """What was told before, on a day (or days), and what is told then; `does`: what comes of it."""

    name: str
    before: Sequence[str | tuple[Speaker, str]]
    then: str
    does: str
    first: str = FIRST
    day: str = LATER
    relation: str = ""


_25 = "I take metoprolol 25 mg twice daily."
_OSEI_25 = (Speaker.CLINICIAN, "You take metoprolol 25 mg twice daily.")
_SINCE = "I've been taking metoprolol 25 mg twice daily since September 8."
_UP_ON_THE_3RD = "They put the metoprolol up to 50 mg on September 3."
_UP_ON_THE_28TH = "Dr. Osei put the metoprolol up to 50 mg on September 28."
_OSEI_50 = "Dr. Osei has me on metoprolol 50 mg twice daily."
_NOT_25 = "My metoprolol is 50 mg, not 25 mg."
_PENICILLIN = "I'm allergic to penicillin."
_VISIT = "I have an appointment with Dr. Osei on October 20."
_FIBRILLATION = (Speaker.CLINICIAN, "You have atrial fibrillation.")

CASES = [
    Case("a first medicine", [], _25, "new"),
    Case("the same again", [_25], _25, "nothing"),
    Case("the same, vaguer", [_25], "I take metoprolol.", "nothing"),
    Case("the same, said more fully", ["I take metoprolol."], _25, "replaces"),
    Case("a change", [_25], "Dr. Osei put the metoprolol up to 50 mg today.", "replaces"),
    Case("a change of some days ago", [_25], _UP_ON_THE_28TH, "replaces"),
    Case(
        "a change of yesterday, old dose told today",
        [_25],
        "They put the metoprolol up to 50 mg yesterday.",
        "replaces",
        day=FIRST,
    ),
    Case("a change of last week, old dose told yesterday", [_25], _UP_ON_THE_3RD, "replaces", day="2026-09-11"),
    Case("a change from before a dose with a day of its own", [_SINCE], _UP_ON_THE_3RD, "contradicts"),
    Case("a change from before what a clinician said", [_OSEI_25], _UP_ON_THE_3RD, "contradicts"),
    Case("a change after what a clinician said", [_OSEI_25], _UP_ON_THE_28TH, "replaces"),
    Case("another dose, barely stated", [_25], "I take metoprolol 50 mg twice daily.", "contradicts"),
    Case("another dose by a clinician of a later day", [_25], _OSEI_50, "replaces"),
    Case("another dose by a clinician of the same day", [_25], _OSEI_50, "contradicts", day=FIRST),
    Case("a correction of one's own word", [_25], _NOT_25, "replaces"),
    Case("a correction of what a clinician spoke", [_OSEI_25], _NOT_25, "contradicts"),
    Case("a stop", [_25], "I stopped metoprolol on September 28.", "replaces"),
    Case("a stop from before the dose was told", [_25], "I stopped metoprolol on September 3.", "replaces"),
    Case("a value for later", [_25], "From October 5 I will take metoprolol 50 mg twice daily.", "planned"),
    Case("a value told as past", [_25], "In July I was on metoprolol 12.5 mg.", "history"),
    Case("a first allergy after none", ["I have no known allergies."], _PENICILLIN, "replaces"),
    Case("an allergy denied", [_PENICILLIN], "I have no allergies.", "contradicts"),
    Case("no allergies, twice", ["I have no known allergies."], "I have no known allergies.", "nothing"),
    Case(
        "an allergy that never was",
        [_PENICILLIN],
        "I was never allergic to penicillin, that was a mistake.",
        "withdraws",
    ),
    Case("a clinician's condition that never was", [_FIBRILLATION], "I never had atrial fibrillation.", "contradicts"),
    Case("a negative worth keeping", [], "I don't take aspirin.", "new"),
    Case("a visit", [], _VISIT, "new"),
    Case("a visit moved", [_VISIT], "My appointment with Dr. Osei was moved to October 27.", "replaces"),
    Case("a visit called off", [_VISIT], "My appointment with Dr. Osei is cancelled.", "withdraws"),
    Case(
        "a visit called off that the record does not hold", [], "My appointment with Dr. Osei is cancelled.", "nothing"
    ),
    Case("an instruction", [], "Dr. Osei said to call if my pulse is under 55.", "new"),
    Case("a home changed", ["I live alone."], "I now live with my daughter.", "replaces"),
    Case(
        "a caregiver's own word taken back",
        ["She is allergic to penicillin."],
        "She was never allergic to penicillin, that was a mistake.",
        "withdraws",
        relation="mother",
    ),
    Case(
        "a caregiver's change of yesterday",
        ["She takes donepezil 5 mg at night."],
        "Dr. Lind increased her donepezil to 10 mg yesterday.",
        "replaces",
        day=FIRST,
        relation="mother",
    ),
]


def _held(case: Case, *, whole: bool) -> Left:
    said = [each if isinstance(each, str) else {"speaker": each[0], "text": each[1]} for each in case.before]
    sessions = [{"today": case.first, "timezone": "America/New_York", "says": said}] if said else []
    asked = []
    if whole:
        asked = [{"session": len(sessions), "turn": 0}]
        sessions = [
            *sessions,
            {"today": case.day, "time": "18:00", "timezone": "America/New_York", "says": [case.then]},
        ]
    subject = {"who": "other", "relation": case.relation} if case.relation else None
    told = {"id": case.name, "kind": "reply", "subject": subject, "sessions": sessions, "facts": [], "replies": asked}
    return hold(story_of(told), engine=ENGINE, agent=registry.agent("patient-advocate"))


def _done(before: Left, after: Left) -> str:
    """What the ledger did, read from the rows before and after."""
    old, new = after.rows[: len(before.rows)], after.rows[len(before.rows) :]
    if after.conflicts > before.conflicts:
        return "contradicts"
    if any(now.status != then.status for now, then in zip(old, before.rows, strict=True)):
        return "withdraws" if any(row.status == "retracted" for row in old) else "replaces"
    return {"active": "new", "historical": "history", "planned": "planned"}[new[0].status] if new else "nothing"


def _promised(reply: str) -> str:
    return next((promise for words, promise in WORDING if words in reply), "says nothing of it")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_reply_and_the_ledger_agree(case: Case, db: None) -> None:
    before, after = _held(case, whole=False), _held(case, whole=True)
    (reply,) = after.replies.values()
    assert (_done(before, after), _promised(reply)) == (case.does, case.does), reply
