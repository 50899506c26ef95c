"""What was held back is completed in words of its person, through the gate again, or dropped; both are recorded."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest

from memory import distilling
from memory.acts import patient
from memory.acts.hand import NotPossible
from memory.acts.shown import waiting_drafts
from memory.door import Actor, silo
from memory.engine import load_engine
from memory.models import Decision, HeldDraft, Session
from memory.vocabulary import Decided, SessionState, Tag
from tests.memory.acting import ALICE, fact_called, hand, play, standing
from tests.memory.ledger_cases import fact, on, says

_FRAGMENT = on("2026-11-29", says(fact(Tag.FACT, "50 mg", "dose")))


def _held(key: str) -> UUID:
    play(key, _FRAGMENT)
    with silo(key, by=ALICE, why="test"):
        return HeldDraft.objects.get().id


def _waiting(key: str) -> list[UUID]:
    with silo(key, by=ALICE, why="test"):
        return [draft.id for draft in waiting_drafts()]


def _distil(session: UUID) -> object:
    return distilling.distil(session, engine=load_engine(), by=Actor("distiller", "worker"))


def test_what_was_missing_is_said_and_goes_through_gate_and_ledger(alice: str) -> None:
    held = _held(alice)
    assert _waiting(alice) == [held]
    session = patient.complete(hand(alice), held, words="I take metoprolol 50 mg twice daily.")
    assert _waiting(alice) == []
    assert _distil(session) is SessionState.DONE
    assert "metoprolol 50 mg twice daily | active" in standing(alice)
    assert _waiting(alice) == []
    with silo(alice, by=ALICE, why="test"):
        (decision,) = Decision.objects.all()
        assert decision.session is not None
        told = (decision.kind, decision.held_id, decision.by, decision.session.public_id)
    assert told == (Decided.COMPLETED, held, "account 7", session)
    assert fact_called(alice, "metoprolol 50 mg twice daily")


def test_what_comes_to_nothing_again_goes_on_waiting(alice: str) -> None:
    held = _held(alice)
    session = patient.complete(hand(alice), held, words="Well, hello there!")
    assert _distil(session) is SessionState.NOTHING_FOUND
    assert held in _waiting(alice)
    patient.complete(hand(alice), held, words="I take metoprolol 50 mg twice daily.")
    assert held not in _waiting(alice)


def test_a_dropped_draft_waits_no_more_and_stays_on_record(alice: str) -> None:
    held = _held(alice)
    patient.drop(hand(alice), held)
    assert _waiting(alice) == []
    with silo(alice, by=ALICE, why="test"):
        assert HeldDraft.objects.filter(id=held).exists()
        assert list(Decision.objects.values_list("kind", "held")) == [("dropped", held)]
    again: tuple[Callable[[], object], ...] = (
        lambda: patient.drop(hand(alice), held),
        lambda: patient.complete(hand(alice), held, words="x"),
    )
    for act in again:
        with pytest.raises(NotPossible, match="before"):
            act()
    with silo(alice, by=ALICE, why="test"):
        assert not Session.objects.filter(state__written="by hand").exists()
