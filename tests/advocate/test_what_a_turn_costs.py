"""The work of a turn stays flat: queries grow neither with the record nor with the session, readings not with turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from advocate import conversation
from advocate.configuration import agents
from advocate.engines.base import Prompt
from advocate.engines.local.reply import reply
from advocate.grounding import Grounding
from advocate.grounding.sources import allowed_sources
from memory.door import Actor
from memory.embedding import embed_pending
from memory.numbers import Quantity, quantities
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

AGENT = agents()["patient-advocate"]
DAY = date(2026, 9, 1)
AT = datetime(2026, 9, 2, 15, tzinfo=UTC)
ASKED = "What was my creatinine?"


class Speaking(WordsEngine):
    """Foreseeable vectors, and the local engine's replies."""

    def reply(self, prompt: Prompt) -> AsyncIterator[str]:
        """Speak from what was placed."""
        return reply(prompt)


def notes(first: int, count: int) -> list[Told]:
    return [
        Told(f"creatinine {i}.4 mg/dL", Tag.LAB, "creatinine", ("creatinine", f"note{i}"))
        for i in range(first, first + count)
    ]


def turn(key: str, by: Actor) -> tuple[int, int, int]:
    """Hold one exchange and return how many queries its beginning, its reply and its end took."""
    engine = Speaking()
    with CaptureQueriesContext(connection) as beginning:
        exchange = conversation.begin(key, ASKED, agent=AGENT, engine=engine, at=AT, zone="UTC", by=by)
    with CaptureQueriesContext(connection) as speaking:
        verdicts = asyncio.run(conversation.whole(exchange, engine))
    with CaptureQueriesContext(connection) as ending:
        conversation.finish(exchange, verdicts, by=by)
    return len(beginning), len(speaking), len(ending)


def test_one_row_and_forty_cost_a_turn_the_same_queries(
    alice: str, charlie: str, tester: Actor, committed: None
) -> None:
    costs = []
    for key, count in ((alice, 1), (charlie, 40)):
        tell(key, DAY, *notes(1, count))
        embed_pending(key, engine=WordsEngine(), by=tester)
        turn(key, tester)  # opens the session
        costs.append(turn(key, tester))
    assert costs[0] == costs[1]


def test_the_second_turn_and_the_tenth_of_a_session_cost_the_same_queries(
    alice: str, tester: Actor, committed: None
) -> None:
    tell(alice, DAY, *notes(1, 3))
    turn(alice, tester)
    costs = {turn(alice, tester) for _ in range(9)}
    assert len(costs) == 1


def test_a_turn_stays_within_its_queries(alice: str, tester: Actor, committed: None) -> None:
    tell(alice, DAY, *notes(1, 3))
    turn(alice, tester)
    beginning, speaking, ending = turn(alice, tester)
    assert beginning <= 25
    assert speaking == 0  # no connection is held while the engine speaks
    assert ending <= 9  # the last of them counts what was placed, in the transaction of its trace


def test_a_sentence_without_a_number_reads_no_numbers_of_the_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noting(text: str) -> list[Quantity]:
        read.append(text)
        return quantities(text)

    monkeypatch.setattr("advocate.grounding.claims.quantities", noting)
    said = [f"On day {i} my creatinine was {i}.4 mg/dL." for i in range(40)]
    check = Grounding(placed=(), quotations=(), said=said, allowed=(), day=DAY).check
    assert check("I am sorry to hear that.").supported
    assert not set(read) & set(said)
    assert check("Your creatinine was 7.4 mg/dL.").said == (7,)


def test_only_texts_of_the_configuration_are_kept_by_the_process() -> None:
    texts = ("Call emergency services now (911).", "creatinine: 1.4 mg/dL (2026-08-31), 1.6 mg/dL (2026-10-15).")
    once, again = (allowed_sources(texts, DAY, configured=texts[:1]) for _ in range(2))
    assert once[0] is again[0]
    assert once[1] is not again[1]
