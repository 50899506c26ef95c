"""An operator asks whether history is whole, inside the database and against heads kept outside of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError

from memory import erasure
from memory.door import Actor
from memory.management.output import operator
from memory.operations import anchoring
from tests.memory.commanding import run, tell, text_of
from tests.memory.rows import superuser

pytestmark = pytest.mark.usefixtures("committed")


def _verify(user_key: str | None = None, anchor: Path | None = None) -> list[anchoring.Fault]:
    """The faults of one silo, also of a verification of all of them: other tests leave faults behind."""
    anchors = [anchoring.read(anchor)] if anchor else []
    found = anchoring.verify(user_key, by=operator(), anchors=anchors)
    return list(found.faults)


def _anchor(path: Path) -> Path:
    """An anchor of the present heads, whether or not other tests have left faults."""
    anchoring.write(path, anchoring.verify(by=operator()).heads)
    return path


def _of(faults: list[anchoring.Fault], user_key: str) -> list[tuple[int, str]]:
    return [(f.seq, f.fault) for f in faults if f.silo in {user_key, anchoring.digest_of(user_key)}]


def test_a_whole_chain_is_verified(alice: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    (event,) = run("audit", "verify", silo=alice)
    assert event == {"event": "verified", "whole": True, "chains": 1, "rows": 1}


def test_a_fault_is_named_with_silo_and_place_and_fails_the_command(alice: str, tester: Actor) -> None:
    for n in range(3):
        tell(alice, f"metoprolol {n} mg", by=tester)
    with superuser() as server:
        server.execute("UPDATE memory_audit SET by = 'someone else' WHERE user_key = %s AND seq = 2", [alice])
    with pytest.raises(CommandError, match="1 faults"):
        text_of("audit", "verify", silo=alice)
    assert _of(_verify(alice), alice) == [(2, "changed")]
    assert _of(_verify(), alice) == [(2, "changed")], "as the owner, over all"


def test_a_live_fact_changed_behind_the_audits_back_is_found(alice: str, tester: Actor) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    with superuser() as server:
        server.execute("UPDATE adk_memory_facts SET fact = 'metoprolol 250 mg' WHERE user_key = %s", [alice])
    assert _of(_verify(alice), alice) == [(1, "live fact changed")]


def test_a_chain_cut_together_with_its_head_is_found_by_the_anchor_alone(
    alice: str, tester: Actor, tmp_path: Path
) -> None:
    first = tell(alice, "metoprolol 25 mg", by=tester)
    second = tell(alice, "metoprolol 50 mg", by=tester)
    anchor = _anchor(tmp_path / "heads.json")
    with superuser() as server:
        server.execute("DELETE FROM memory_audit WHERE user_key = %s AND seq = 2", [alice])
        server.execute(
            "UPDATE memory_audit_head h SET seq = 1, hash = a.hash FROM memory_audit a"
            " WHERE h.user_key = %s AND a.user_key = h.user_key AND a.seq = 1",
            [alice],
        )
        server.execute("DELETE FROM memory_evidence WHERE fact_id = %s", [second.fact])
        server.execute("DELETE FROM adk_memory_facts WHERE id = %s", [second.fact])
    assert first.fact != second.fact
    assert _of(_verify(), alice) == [], "the database finds nothing in itself"
    assert _of(_verify(anchor=anchor), alice) == [(1, "head set back: the anchor knows 2")]
    assert _of(_verify(alice, anchor), alice) == [(1, "head set back: the anchor knows 2")]


def test_a_chain_rewritten_from_the_start_is_found_by_the_anchor(alice: str, tester: Actor, tmp_path: Path) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    anchor = _anchor(tmp_path / "heads.json")
    with superuser() as server:
        server.execute(
            "UPDATE memory_audit a SET by = 'someone else', hash = guard.audit_hash(a.prev, a.user_key, a.seq, a.at,"
            " a.table_name, a.row_id, a.op, 'someone else', a.door, a.why, a.digest) WHERE a.user_key = %s",
            [alice],
        )
        server.execute(
            "UPDATE memory_audit_head h SET hash = a.hash FROM memory_audit a"
            " WHERE h.user_key = %s AND a.user_key = h.user_key",
            [alice],
        )
    # The hash is over the UTC epoch, so the session's zone does not matter.
    assert _of(_verify(), alice) == []
    assert _of(_verify(anchor=anchor), alice) == [(1, "not the link that the anchor knows")]


def test_a_chain_that_grew_still_holds_its_anchor(alice: str, tester: Actor, tmp_path: Path) -> None:
    told = tell(alice, "metoprolol 25 mg", by=tester)
    anchor = _anchor(tmp_path / "heads.json")
    tell(alice, "metoprolol 50 mg", by=tester)
    erasure.forget(alice, told.fact, by=tester)
    assert _of(_verify(anchor=anchor), alice) == []
    assert run("audit", "verify", silo=alice, anchor=anchor)[-1]["whole"]


def test_an_erased_record_is_no_fault_and_one_that_vanished_is(
    alice: str, charlie: str, tester: Actor, tmp_path: Path
) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    tell(charlie, "ramipril 5 mg", by=tester)
    anchor = _anchor(tmp_path / "heads.json")
    erasure.erase(alice, by=tester, basis="test")
    receipt = erasure.erase(charlie, by=tester, basis="test")
    with superuser() as server:
        server.execute("DELETE FROM memory_erasure_receipt WHERE id = %s", [receipt.id])
    faults = _verify(anchor=anchor)
    assert _of(faults, alice) == []
    assert _of(faults, charlie) == [(1, "silo gone without a receipt")]


def test_an_anchor_holds_no_key_and_no_words(alice: str, tester: Actor, tmp_path: Path) -> None:
    tell(alice, "metoprolol 25 mg", by=tester)
    kept = _anchor(tmp_path / "heads.json").read_text()
    assert alice not in kept
    assert alice.partition("/")[2] not in kept
    assert "metoprolol" not in kept
    assert anchoring.digest_of(alice) in json.loads(kept)["heads"]


def test_an_anchor_is_written_only_where_nothing_is_wrong(
    alice: str, tester: Actor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "heads.json"
    heads = {"d": anchoring.Head(1, "aa")}
    given: list[int] = []

    def verified(user_key: str | None, *, by: Actor, anchors: list[anchoring.Heads]) -> anchoring.Verified:
        given.append(len(anchors))
        faults = () if len(given) != 2 else (anchoring.Fault(alice, 2, "changed"),)
        return anchoring.Verified(1, 1, faults, heads)

    monkeypatch.setattr(anchoring, "verify", verified)
    run("audit", "verify", write_anchor=path)
    assert anchoring.read(path) == heads
    heads["d"] = anchoring.Head(2, "bb")
    with pytest.raises(CommandError, match="1 faults"):
        run("audit", "verify", write_anchor=path)
    assert anchoring.read(path) == {"d": anchoring.Head(1, "aa")}
    run("audit", "verify", write_anchor=path)
    assert anchoring.read(path) == heads
    assert given == [0, 1, 1], "the file that is to be replaced is verified first"


def test_the_heads_of_one_silo_are_no_anchor(alice: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="an anchor holds the heads of all silos"):
        run("audit", "verify", silo=alice, write_anchor=tmp_path / "heads.json")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "anamnesis anchor 1", "heads": {"a": 1}}'])
def test_a_file_that_is_no_anchor_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "heads.json"
    path.write_text(text)
    with pytest.raises(CommandError, match="is no anchor"):
        run("audit", "verify", anchor=path)
    with pytest.raises(CommandError, match="cannot be read"):
        run("audit", "verify", anchor=tmp_path / "nothing.json")


def test_a_record_that_is_not_there_has_no_chain(alice: str, tester: Actor) -> None:
    with pytest.raises(CommandError, match="does not exist"):
        run("audit", "verify", silo="patient-advocate/nobody")
    erasure.erase(alice, by=tester, basis="test")
    with pytest.raises(CommandError, match="was erased"):
        run("audit", "verify", silo=alice)


def test_who_looked_is_shown_and_the_look_itself_too(alice: str, charlie: str, tester: Actor) -> None:
    run("memory", "list", silo=alice)
    run("memory", "list", silo=charlie)
    found = run("audit", "access", silo=alice)
    assert [(line["what"], line["door"]) for line in found] == [("list", "command"), ("access log", "command")]
    assert {line["silo"] for line in found} == {alice}
    assert "list, operator's command" in text_of("audit", "access", silo=alice)


def test_help_teaches_by_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["memory", "delete"], ["audit", "verify"]):
        with pytest.raises(SystemExit):
            text_of(*words, "--help")
        printed = capsys.readouterr().out
        assert "examples:" in printed
        assert f"  manage.py {' '.join(words)}" in printed
