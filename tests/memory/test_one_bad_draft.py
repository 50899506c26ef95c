"""One bad draft never sinks the rest: it is held with its reason, and what is good beside it is written."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from memory import ledger
from memory.door import Actor, silo
from memory.drafts import Draft, Quote, Said, Transcript
from memory.models import Fact, HeldDraft, Turn
from memory.transcript import Opening, begin_session, lock_silo
from memory.vocabulary import Speaker
from tests.memory.ledger_cases import med

_TURN = Said(uuid.uuid4(), 1, Speaker.PATIENT, "I take metoprolol 25 mg", datetime(2026, 9, 1, 14, tzinfo=UTC), "UTC")
_GOOD = replace(med("metoprolol 25 mg"), quotes=(Quote(_TURN.id, _TURN.text),))
_BAD: dict[str, dict[str, Any]] = {
    "of an unknown turn": {"quotes": (Quote(uuid.uuid4(), "metoprolol 25 mg"),)},
    "without quotes": {"quotes": ()},
    "with an empty quote": {"quotes": (Quote(_TURN.id, ""),)},
    "with a malformed key": {"keys": (None,)},
    "without keys": {"keys": None},
    "without text": {"text": None},
    "with what no database holds": {"text": "metoprolol\0 \ud83d 25 mg"},
    "with an address that is none": {"memory_key": "metoprolol"},
    "with a word for a value": {"value": None},
}


@pytest.mark.parametrize("bad", [replace(_GOOD, **change) for change in _BAD.values()], ids=_BAD)
def test_what_is_good_beside_it_is_written(bad: Draft, alice: str, tester: Actor) -> None:
    with silo(alice, by=tester, why="test"):
        lock_silo(alice)
        session = begin_session(alice, Opening("patient-advocate", "1"))
        turn = replace(_TURN, id=uuid.uuid4())
        Turn.objects.create(
            id=turn.id, user_key=alice, session=session, seq=1, speaker="patient", said_at=turn.at, time_zone="UTC",
            text=turn.text,
        )  # fmt: skip
        here = [_of(turn, bad), _of(turn, _GOOD), _of(turn, bad)]
        transcript = Transcript("patient-advocate", "1", (turn,))
        outcome = ledger.write(here, transcript, user_key=alice, session=session, drafted=ledger.Drafted("hand", "1"))
        assert [fact.fact for fact in Fact.objects.all()] == ["metoprolol 25 mg"]
        assert (outcome.judged, outcome.written, len(outcome.held)) == (3, 1, 2)
        assert HeldDraft.objects.count() == 2


def _of(turn: Said, draft: Draft) -> Draft:
    return replace(
        draft, quotes=tuple(replace(q, turn=turn.id if q.turn == _TURN.id else q.turn) for q in draft.quotes)
    )
