"""A bare "No" to "Did I get that right?": the advocate says that it leaves the thing out, and the record does."""

from __future__ import annotations

from advocate import registry
from advocate.benchmarks.stories_held import Left, hold
from advocate.benchmarks.stories_told import story_of
from advocate.engines.local.engine import LocalEngine

ENGINE = LocalEngine()


def _held(*says: str) -> Left:
    """Say these messages in one conversation; the local engine answers each."""
    asked = [{"session": 0, "turn": at} for at in range(len(says))]
    sessions = [{"today": "2026-09-01", "timezone": "America/New_York", "says": list(says)}]
    told = {"id": "no", "kind": "no", "sessions": sessions, "replies": asked}
    return hold(story_of(told), engine=ENGINE, agent=registry.agent("patient-advocate"))


def test_what_was_told_is_left_out(db: None) -> None:
    left = _held("I take glipizide 5 mg daily.", "No.")
    assert left.replies[0, 0].endswith("Did I get that right?")
    assert left.replies[0, 1] == "Thank you for checking: I leave that out. How should it read?"
    assert left.rows == ()


def test_what_is_told_then_enters_alone(db: None) -> None:
    left = _held("I take glipizide 5 mg daily.", "No.", "I take glipizide 10 mg daily.")
    assert [(row.text, row.status) for row in left.rows] == [("glipizide 10 mg daily", "active")]
    assert left.conflicts == 0


def test_a_yes_keeps_it(db: None) -> None:
    left = _held("I take glipizide 5 mg daily.", "Yes.")
    assert [row.text for row in left.rows] == ["glipizide 5 mg daily"]
