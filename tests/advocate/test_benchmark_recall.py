"""`benchmark recall`: what it counts, what it prints, and that nothing of it stays."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from advocate.benchmarks.recall_baselines import Baselines
from advocate.benchmarks.recall_clinical import read

CLINICAL = Path(__file__).parent.parent / "recall" / "clinical.json"
RECORD: dict[str, Any] = {
    "facts": [
        {
            "ref": "old",
            "line": "[MEDICATION | date: 2026-01-05 | source: Dr. Rao | status: superseded | keys: biotin] biotin 5 mg",
            "memory_key": "medication:biotin",
            "superseded_by": "new",
        },
        {
            "ref": "new",
            "line": "[MEDICATION | date: 2026-03-05 | source: Dr. Rao | status: active | keys: biotin] biotin 10 mg",
            "memory_key": "medication:biotin",
        },
        {
            "ref": "wrong",
            "line": "[LAB | date: 2026-03-01 | source: patient | status: superseded | keys: sodium] sodium 190",
            "superseded_by": "right",
        },
        {
            "ref": "right",
            "line": "[LAB | date: 2026-03-01 | source: patient | status: active | keys: sodium] sodium 139",
        },
        {
            "ref": "rash",
            "line": "[ALLERGY | date: 2026-01-05 | source: patient | status: active | keys: latex] latex gives a rash",
            "memory_key": "allergy:latex",
        },
        {
            "ref": "none",
            "line": "[ALLERGY | date: 2026-04-05 | source: patient | status: active | keys: allergies] no allergies",
            "memory_key": "allergy:*",
            "conflicts_with": "rash",
        },
    ],
    "turns": [{"ref": "flute", "at": "2026-02-01T10:00:00", "text": "The bamboo flute calms me."}],
    "questions": [
        {"id": "a", "kind": "now", "text": "How much biotin?", "today": "2026-05-01", "expects": ["new"],
         "must_not_be_current": ["old"], "answerable": True},
        {"id": "b", "kind": "past", "text": "How much biotin did I take before?", "today": "2026-05-01",
         "expects": ["old"], "must_not_be_current": ["old"], "answerable": True},
        {"id": "c", "kind": "past", "text": "And before that?", "before": ["How much biotin?"], "today": "2026-05-01",
         "expects": ["old"], "answerable": True},
        {"id": "d", "kind": "now", "text": "What was my sodium?", "today": "2026-05-01", "expects": ["right"],
         "must_not_be_current": ["wrong"], "answerable": True},
        {"id": "e", "kind": "conflict", "text": "Does latex give me a rash?", "today": "2026-05-01",
         "expects": ["rash", "none"], "answerable": True},
        {"id": "f", "kind": "quoted", "text": "What calms me, the flute?", "today": "2026-05-01", "expects": ["flute"],
         "answerable": True},
        {"id": "g", "kind": "unknown", "text": "What was my ferritin?", "today": "2026-05-01", "expects": [],
         "answerable": False},
    ],
}  # fmt: skip
TALK = [
    {
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "Hello Ben, how have you been?"},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "I bought a cello.", "blip_caption": "a wooden cello"},
                {"speaker": "Ana", "dia_id": "D1:3", "text": "My garden is full of tulips."},
            ],
            "session_2_date_time": "9:00 am on 1 June, 2023",
            "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "It rained all week."}],
        },
        "observation": {"session_1_observation": {"Ana": [["Ana grows flowers at home.", ["D1:3", "D9:9"]]]}},
        "qa": [
            {"question": "Who bought a cello?", "evidence": ["D1:2"], "category": 4},
            {"question": "When did Ben speak of rain and tulips?", "evidence": ["D2:1; D1:3"], "category": 1},
            {"question": "What does nobody say?", "evidence": ["D"], "category": 5},
        ],
    }
]


@pytest.fixture(autouse=True)
def words_engine(settings: Any) -> None:
    settings.ENGINE = "tests.memory.recall_cast.WordsEngine"


def run(tmp_path: Path, option: str, told: object) -> dict[str, Any]:
    path, out = tmp_path / "told.json", StringIO()
    path.write_text(json.dumps(told))
    call_command("benchmark", "recall", option, str(path), stdout=out)
    figures: dict[str, Any] = json.loads(out.getvalue().splitlines()[-1])
    return figures


@pytest.mark.usefixtures("db")
def test_a_record_that_answers_all_has_full_marks(tmp_path: Path) -> None:
    figures = run(tmp_path, "--clinical", RECORD)
    assert figures["failed"] == []
    assert (figures["recall@5"], figures["silence"]["f1"], figures["superseded_as_current"]) == (1.0, 1.0, 0.0)
    assert figures["kinds"]["past"] == {"questions": 2, "recall@5": 1.0, "silence_right": 1.0}


@pytest.mark.usefixtures("db")
def test_what_is_wrong_costs_marks(tmp_path: Path) -> None:
    wrong = [
        {"id": "x", "kind": "now", "text": "How much biotin?", "today": "2026-05-01", "expects": ["wrong", "new"],
         "must_not_be_current": ["new"], "answerable": True},
        {"id": "y", "kind": "now", "text": "How much biotin?", "today": "2026-05-01", "expects": [],
         "answerable": False},
    ]  # fmt: skip
    figures = run(tmp_path, "--clinical", {**RECORD, "questions": wrong})
    assert (figures["recall@5"], figures["superseded_as_current"]) == (0.5, 0.5)
    assert figures["silence"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert [(each["id"], each["as_current"]) for each in figures["failed"]] == [("x", ["new"]), ("y", [])]


@pytest.mark.usefixtures("db")
def test_conversations_are_measured_turn_by_turn(tmp_path: Path) -> None:
    figures = run(tmp_path, "--locomo", TALK)
    for name in ("turns", "facts_and_turns"):
        assert figures[name]["all"]["questions"] == 2  # one names no turn
        assert figures[name]["cats1_4"]["recall@10"] == 1.0
        assert figures[name]["single-hop"]["recall@1"] == 1.0
        assert {*figures[name]["compared"]} == {"cosine", "bm25", "fusion"}


def test_nothing_of_it_stays(tmp_path: Path, committed: None) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memory_record")
        before = cursor.fetchone()
        run(tmp_path, "--clinical", RECORD)
        run(tmp_path, "--locomo", TALK)
        cursor.execute("SELECT count(*) FROM memory_record")
        assert cursor.fetchone() == before


def test_fusion_takes_from_both_orders() -> None:
    ranked = Baselines(["a cello", "the rain", "tulips"], [[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    found = ranked.rankings("cello", [0.0, 1.0])
    assert found["cosine"] == [1, 2, 0]
    assert found["bm25"][0] == 0
    assert sorted(found["fusion"]) == [0, 1, 2]
    assert found["fusion"][0] == 1


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("option", ["--clinical", "--locomo"])
def test_another_file_is_refused(tmp_path: Path, option: str) -> None:
    with pytest.raises(CommandError, match="this is no"):
        run(tmp_path, option, {"facts": [{}]} if option == "--clinical" else [{}])


def test_the_set_is_as_large_as_it_must_be() -> None:
    told = read(CLINICAL.read_text("utf-8"))
    answerable = [question for question in told.questions if question.answerable]
    assert len(told.rows) >= 150
    assert len(answerable) >= 120
    assert len(told.questions) - len(answerable) >= 60
    assert all(bool(question.expects) for question in answerable)
    assert 0.25 < sum(question.unseen for question in told.questions) / len(told.questions) < 0.4


@pytest.mark.parametrize("name", ["second-record-1.json", "second-record-2.json"])
def test_the_second_record_was_written_by_others(name: str) -> None:
    told = read((CLINICAL.parent / name).read_text("utf-8"))
    assert len(told.rows) >= 150
    assert {len(turns) > 0 for turns in told.sessions} == {True}
    assert {question.answerable for question in told.questions} == {True, False}
    assert all(bool(question.expects) is question.answerable for question in told.questions)
