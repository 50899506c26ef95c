"""`benchmark stories`: what it prints, what it leaves behind (nothing), and that a wrong story is told as one."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from advocate.engines.local.engine import LocalEngine
from memory import distilling, queueing
from memory.drafts import Draft, Transcript
from memory.engine import EngineUnavailable
from memory.models import Record

TOLD: dict[str, Any] = {
    "id": "one",
    "kind": "dose up",
    "sessions": [
        {
            "today": "2026-09-01",
            "timezone": "America/New_York",
            "says": ["I take metoprolol tartrate 25 mg twice daily."],
        },
        {
            "today": "2026-10-01",
            "timezone": "America/New_York",
            "says": [
                "What changed?",
                {"speaker": "advocate", "text": "Nothing."},
                "Dr. Osei put it up to 50 mg today.",
            ],
        },
    ],
    "facts": [
        {
            "all": ["metoprolol", "25 mg"],
            "none": ["50"],
            "date": "2026-09-01",
            "precision": "day",
            "status": "superseded",
        },
        {"all": ["METOPROLOL", "50 mg"], "source": "osei", "status": "active", "tag": "MEDICATION"},
    ],
    "never": [["aspirin"], ["Nothing"]],
    "count": 2,
    "superseded": [[{"all": ["25 mg"]}, {"all": ["50 mg"]}]],
    "conflicts": 0,
    "replies": [{"session": 1, "turn": 2, "all": ["50 mg", "25 mg"], "none": ["aspirin"]}],
}
WRONG: dict[str, Any] = {
    "facts": [{"all": ["5 mg"]}, {"all": ["metoprolol"]}],
    "never": [["metoprolol"]],
    "count": 3,
    "superseded": [[{"all": ["50 mg"]}, {"all": ["25 mg"]}]],
    "conflicts": 1,
    "replies": [{"session": 1, "turn": 2, "any": ["aspirin"]}],
}


def _figures(path: Path, *stories: dict[str, Any]) -> dict[str, Any]:
    items = path / "stories.jsonl"
    items.write_text("\n".join(json.dumps(story) for story in stories), "utf-8")
    out = StringIO()
    call_command("benchmark", "stories", "--items", str(items), stdout=out, skip_checks=True)
    figures: dict[str, Any] = json.loads(out.getvalue())
    return figures


def test_what_holds_is_counted(tmp_path: Path, db: None) -> None:
    figures = _figures(tmp_path, TOLD)
    assert figures == {
        "stories": {"held": 1, "all": 1},
        "expectations": {"held": 8, "all": 8},
        "kinds": {"dose up": {"stories": {"held": 1, "all": 1}, "expectations": {"held": 8, "all": 8}}},
        "failed": [],
    }


def test_what_fails_is_named_with_what_was_found(tmp_path: Path, db: None) -> None:
    figures = _figures(tmp_path, TOLD, {**TOLD, "id": "two", "kind": "dose down", **WRONG})
    assert figures["stories"] == {"held": 1, "all": 2}
    assert figures["expectations"] == {"held": 8, "all": 15}
    assert {each["id"] for each in figures["failed"]} == {"two"}
    assert [each["wanted"] for each in figures["failed"]] == [
        "one row all: 5 mg",
        "one row all: metoprolol",
        "no row with metoprolol",
        "all: 50 mg superseded by all: 25 mg",
        "3 rows",
        "1 open conflicts",
        "a reply (session 1, turn 2) any: aspirin",
    ]
    assert any("metoprolol tartrate 25 mg twice daily" in line for line in figures["failed"][1]["found"])


def test_a_paper_is_handed_in_and_read(tmp_path: Path, db: None) -> None:
    paper = {"title": "discharge papers", "date": "2026-07-03", "text": "Furosemide 40 mg daily."}
    sessions = [{"today": "2026-07-10", "says": [], "documents": [paper]}]
    row = {"all": ["furosemide", "40 mg"], "source": "discharge papers", "date": "2026-07-03", "status": "active"}
    figures = _figures(tmp_path, {"id": "paper", "kind": "documents", "sessions": sessions, "facts": [row], "count": 1})
    assert figures["expectations"] == {"held": 2, "all": 2}


def test_a_story_that_cannot_be_held_fails_alone(tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def distil(self: LocalEngine, transcript: Transcript) -> list[Draft]:
        raise EngineUnavailable("down")

    monkeypatch.setattr(LocalEngine, "distil", distil)
    broken = {**TOLD, "id": "broken", "sessions": [{"today": "2026-09-01", "says": ["I take furosemide 40 mg."]}]}
    figures = _figures(tmp_path, broken)
    assert figures["stories"] == {"held": 0, "all": 1}
    assert figures["expectations"] == {"held": 0, "all": 8}
    assert figures["failed"][0]["found"] == ["session 0 was not distilled"]


def test_a_story_on_which_the_product_breaks_fails_alone(
    tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = LocalEngine.distil

    def distil(self: LocalEngine, transcript: Transcript) -> list[Draft]:
        if "furosemide" in transcript.turns[0].text:
            Record.objects.create(user_key="")  # refused by the database
        return whole(self, transcript)

    monkeypatch.setattr(LocalEngine, "distil", distil)
    monkeypatch.setattr(distilling, "_failed", lambda claimed, error, by: (_ for _ in ()).throw(error))
    broken = {**TOLD, "id": "broken", "sessions": [{"today": "2026-09-01", "says": ["I take furosemide 40 mg."]}]}
    figures = _figures(tmp_path, broken, TOLD)
    assert figures["stories"] == {"held": 1, "all": 2}
    assert {each["id"] for each in figures["failed"]} == {"broken"}
    assert "Error: " in figures["failed"][0]["found"][0]


@pytest.mark.parametrize(
    "change",
    [
        {"sessions": [{"today": "yesterday", "says": []}]},
        {"sessions": [{"today": "2026-09-01", "timezone": "Mars/Olympus", "says": []}]},
        {"sessions": [{"today": "2026-09-01", "says": [{"speaker": "robot", "text": "Hello."}]}]},
        {"sessions": None},
    ],
)
def test_what_is_no_story_is_told_with_its_line(change: dict[str, Any], tmp_path: Path, db: None) -> None:
    with pytest.raises(CommandError, match="line 2 is no story"):
        _figures(tmp_path, TOLD, {**TOLD, **change})


def test_nothing_of_a_story_stays_nor_reaches_the_worker(
    tmp_path: Path, committed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(queueing, "send", lambda *call, **how: sent.append(call))
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memory_record")
        before = cursor.fetchone()
        _figures(tmp_path, TOLD)
        cursor.execute("SELECT count(*) FROM memory_record")
        assert cursor.fetchone() == before
    assert sent == []
