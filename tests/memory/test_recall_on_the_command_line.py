"""`recall --silo KEY QUESTION`, and the trace that a reply leaves."""

from __future__ import annotations

import json
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from memory.door import Actor, silo
from memory.drafts import Act, Value
from memory.models import RecallTrace, Session
from memory.recall import recall
from memory.recall.tracing import add_trace
from memory.vocabulary import Tag
from tests.memory.recall_cast import Told, WordsEngine, tell

ENGINE = "tests.memory.recall_cast.WordsEngine"
OLD = Told("biotin 5 mg", Tag.MEDICATION, "biotin", ("biotin",), value=Value("5", "mg"))
NEW = Told("biotin 10 mg", Tag.MEDICATION, "biotin", ("biotin",), act=Act.CHANGE, value=Value("10", "mg"))


@pytest.fixture(autouse=True)
def words_engine(settings: Any) -> None:
    """Let the command use an engine whose vectors can be foreseen."""
    settings.ENGINE = ENGINE


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("recall", *arguments, stdout=out)
    return out.getvalue()


def test_it_prints_one_json_object(alice: str) -> None:
    [old] = tell(alice, date(2026, 9, 1), OLD)
    [new] = tell(alice, date(2026, 10, 1), NEW)
    printed = run("--silo", alice, "what was I taking in September?", "--today", "2026-11-01", "--json")
    assert printed.count("\n") == 1
    found = json.loads(printed)
    assert found["silent"] is False
    assert [(each["id"], each["slot"]) for each in found["placed"]] == [(str(old), "history"), (str(new), "current")]
    assert found["placed"][0]["line"].startswith(
        "[MEDICATION | date: 2026-09-01 | source: patient | status: superseded"
    )
    assert {*found["shortlist"][0]} == {"id", "similarity", "score", "why"}


def test_it_reads_the_record_as_of_a_day(alice: str) -> None:
    [old] = tell(alice, date(2026, 9, 1), OLD)
    tell(alice, date(2026, 10, 1), NEW)
    arguments = ("--silo", alice, "biotin?", "--today", "2026-11-01", "--as-of", "2026-09-15", "--json")
    current = [each["id"] for each in json.loads(run(*arguments))["placed"] if each["slot"] == "current"]
    assert current == [str(old)]


def test_without_json_it_can_be_read(alice: str) -> None:
    tell(alice, date(2026, 9, 1), OLD)
    assert "current" in run("--silo", alice, "biotin?")
    assert "The record holds nothing on this." in run("--silo", alice, "shoe size?")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--today", "01.11.2026"), "write it as YYYY-MM-DD"),
        (("--as-of", "soon"), "write it as YYYY-MM-DD"),
        (("--timezone", "Mars/Base"), "no known time zone"),
    ],
)
def test_a_bad_date_or_zone_is_named(alice: str, arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        run("--silo", alice, "biotin?", *arguments)


def test_an_unknown_record_is_named(alice: str) -> None:
    with pytest.raises(CommandError, match="there is no record"):
        run("--silo", "patient-advocate/nobody", "biotin?")


def test_a_trace_keeps_what_was_found_placed_and_said(alice: str, tester: Actor) -> None:
    [fact] = tell(alice, date(2026, 9, 1), OLD)
    found = recall(alice, "biotin?", day=date(2026, 9, 2), engine=WordsEngine(), by=tester)
    said = [{"text": "You take biotin.", "facts": [str(fact)], "turns": [], "withheld": ""}]
    with silo(alice, by=tester, why="test"):
        session = Session.objects.get()
        id = add_trace(alice, found, session=session.public_id, question_turn=None, reply_turn=None, sentences=said)
        trace = RecallTrace.objects.get(id=id)
    assert (trace.session_id, trace.query, trace.silent, trace.sentences) == (session.id, "biotin?", False, said)
    assert [(each["id"], each["slot"]) for each in trace.placed] == [(str(fact), "current")]
    assert trace.shortlist[0]["id"] == str(fact)
