"""An operator takes a record along: everything in it, of no one else, as one JSON object."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError

from memory.door import Actor, silo
from memory.line import parse_line
from memory.models import AuditHead, AuditRow, DocumentPage, Evidence, FactUsage, Record, Turn, TurnEmbedding
from memory.operations import export
from memory.operations.preview import silo_models
from tests.memory.commanding import tell, text_of
from tests.memory.rows import fill

# Where a table is found that is no list of its own; and the one that is left out, with the reason.
INSIDE = {
    Record: "record",
    Turn: "sessions",
    Evidence: "facts",
    FactUsage: "facts",
    DocumentPage: "documents",
}
LEFT_OUT = {TurnEmbedding: "numbers computed from the turn beside them"}


def exported(user_key: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text_of("memory", "export", silo=user_key))
    return found


def test_every_table_of_a_silo_is_in_the_export(alice: str) -> None:
    """Found from the schema, so that a new table cannot be forgotten."""
    fill(alice)
    sections = {table: name for name, table, _, _ in export._SECTIONS} | INSIDE
    found = exported(alice)
    for model in silo_models():
        if model not in LEFT_OUT:
            assert found[sections[model]], f"{model.__name__} is not exported"


def test_a_fact_comes_with_its_line_evidence_status_and_chain(alice: str) -> None:
    rows = fill(alice)
    facts = {fact["id"]: fact for fact in exported(alice)["facts"]}
    old, new = facts[str(rows.old)], facts[str(rows.fact)]
    assert (old["status"], old["superseded_by"], old["retired_why"]) == ("superseded", str(rows.fact), "changed")
    assert new["replaces"] == [str(rows.old)]
    assert [evidence["quote"] for evidence in new["evidence"]] == ["Now it is 50 mg."]
    assert new["usage"]["times_placed"] == 0
    assert parse_line(old["line"]).fact == old["fact"] == "metoprolol 25 mg"
    assert (old["fact_date"], old["date_precision"]) == ("2026-09-01", "day")
    assert "embedding" not in new
    assert new["embedding_model"] == "test"


def test_a_session_comes_with_its_turns_and_a_document_with_its_pages(alice: str) -> None:
    fill(alice)
    found = exported(alice)
    assert [turn["speaker"] for turn in found["sessions"][0]["turns"]] == ["patient", "advocate"]
    assert found["documents"][0]["pages"][0]["text"] == "a page"


def test_the_audit_is_whole_and_the_export_itself_is_in_the_access_log(alice: str, tester: Actor) -> None:
    fill(alice)
    found = exported(alice)
    with silo(alice, by=tester, why="test"):
        assert len(found["audit"]) == AuditRow.objects.count()
        head = AuditHead.objects.get()
    assert found["audit"][-1]["hash"] == bytes(head.hash).hex() == found["audit_head"][0]["hash"]
    assert "export" in {access["what"] for access in found["access_log"]}


def test_nothing_of_anyone_else_is_in_it(alice: str, charlie: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    tell(charlie, "ramipril 5 mg", by=tester)
    printed = text_of("memory", "export", silo=alice)
    assert "ramipril" not in printed
    assert charlie not in printed


def test_a_large_record_is_read_piece_by_piece_and_nothing_is_lost(
    alice: str, tester: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "PIECE", 3)
    told = [str(tell(alice, f"metoprolol {n} mg", by=tester).fact) for n in range(10)]
    found = exported(alice)
    assert [fact["id"] for fact in found["facts"]] == told
    assert [row["seq"] for row in found["audit"]] == list(range(1, 11))
    assert all(len(fact["evidence"]) == 1 for fact in found["facts"])


def test_it_is_one_line_for_a_program(alice: str) -> None:
    fill(alice)
    printed = text_of("memory", "export", "--json", silo=alice)
    assert printed.count("\n") == 1
    assert json.loads(printed)["silo"] == alice


def test_an_unknown_record_is_an_error_before_anything_is_printed(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="no record has the key"):
        text_of("memory", "export", silo="patient-advocate/nobody")
    assert capsys.readouterr().out == ""
