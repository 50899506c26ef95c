"""`benchmark distill` and `benchmark dates`: what they measure, on small sets made up here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from advocate.benchmarks.dates import figures
from advocate.benchmarks.distill import lines_of
from advocate.benchmarks.distill_scoring import score
from tests.memory.rows import ask


def _item(name: str, dialogue: str = "", **expected: Any) -> dict[str, Any]:
    empty = {"medications": [], "allergies": [], "labs": [], "no_known_allergies": False, "no_medications": False}
    return {
        "id": name,
        "dialogue": dialogue,
        "medication_list_complete": True,
        "allergy_list_complete": True,
        "expected": {**empty, **expected},
    }


def _drug(name: str, dose: str, *aliases: str) -> dict[str, Any]:
    return {
        "name": name,
        "aliases": [name, *aliases],
        "dose": dose,
        "status": "current",
        "in_dialogue": True,
        "dose_in_dialogue": True,
    }


VISIT = _item(
    "visit",
    "Doctor: Any allergies?\nPatient: Yes, codeine.\n[doctor] And you take Lopressor?\n[patient] Yes , 25 M G .\n"
    "Guest_family: Her blood pressure was 130/80 this morning.",
    medications=[_drug("metoprolol", "25 mg", "lopressor")],
    allergies=[{"substance": "codeine", "aliases": ["codeine"], "in_dialogue": True}],
    labs=[{"test": "blood pressure", "value": "130/80", "in_dialogue": True}],
)


def test_lines_go_to_who_says_them() -> None:
    lines = lines_of("hello\n[patient] hi\n[doctor] yes\nGuest_family: no\nand more\nGuest_clinician: x")
    assert lines == ["clinician: hello", "patient: hi", "clinician: yes", "family: no", "and more", "clinician: x"]


def _all_records() -> int:
    [[count]] = ask("SELECT count(*) FROM memory_record", using="owner")
    return int(count)


def _records() -> int:
    [[count]] = ask("SELECT count(*) FROM memory_record WHERE user_key LIKE '%%dry-run%%'", using="owner")
    return int(count)


@pytest.mark.usefixtures("committed")
def test_a_dialogue_is_distilled_scored_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    items, found = tmp_path / "items.jsonl", tmp_path / "found.jsonl"
    items.write_text(json.dumps(VISIT) + "\n", encoding="utf-8")
    call_command("benchmark", "distill", "--items", str(items), "--predictions", str(found))
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    shares = {name: told[name]["share"] for name in ("drug_recall", "dose_recall", "allergy_recall", "reading_recall")}
    assert shares == {"drug_recall": 1, "dose_recall": 1, "allergy_recall": 1, "reading_recall": 1}
    [prediction] = [json.loads(line) for line in found.read_text(encoding="utf-8").splitlines()]
    assert prediction["medications"][0]["name"] == "metoprolol"
    assert prediction["no_known_allergies"] is False
    assert _records() == 0


def test_what_is_missed_and_what_is_invented_shows() -> None:
    told = score([VISIT], {"visit": {"medications": [{"name": "aspirin", "dose": None}], "no_known_allergies": True}})
    assert told["drug_recall"] == {"share": 0, "hits": 0, "of": 1}
    assert told["drug_precision"] == {"share": 0, "hits": 0, "of": 1}
    assert told["allergic_marked_as_having_none"] == {"share": 1, "hits": 1, "of": 1}


@pytest.mark.usefixtures("committed")
def test_a_long_conversation_is_timed_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    visit, told_later = tmp_path / "visit.jsonl", tmp_path / "story.jsonl"
    visit.write_text(json.dumps(VISIT), encoding="utf-8")
    story = {"id": "s", "kind": "k", "sessions": [{"today": "2026-09-01", "says": ["I take aspirin 81 mg daily."]}]}
    told_later.write_text(json.dumps(story), encoding="utf-8")
    before = _all_records()
    call_command("benchmark", "length", "--items", str(visit), str(told_later), "--turns", "12")
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (told["turns"], told["state"]) == (12, "done")
    assert told["facts"] >= 4  # an allergy, two medicines, a blood pressure
    assert told["memory_mb"]["peak"] >= told["memory_mb"]["before"] > 0
    assert _all_records() == before


def test_a_file_of_neither_kind_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"id": 1}', encoding="utf-8")
    with pytest.raises(CommandError, match=r"wrong\.jsonl: an item is a story"):
        call_command("benchmark", "length", "--items", str(wrong))


@pytest.mark.parametrize(
    ("dose", "right"),
    [("25 mg", True), ("twenty five milligrams", True), ("25", True), ("25 mcg", False), ("50 mg", False)],
)
def test_doses_agree_by_number_and_unit(dose: str, right: bool) -> None:
    told = score([VISIT], {"visit": {"medications": [{"name": "Lopressor", "dose": dose}]}})
    assert told["dose_recall"]["hits"] == right


def test_a_medicine_where_there_is_none_shows() -> None:
    told = score([_item("none")], {"none": {"medications": [{"name": "aspirin", "dose": None}]}})
    assert told["no_medicines_with_a_medicine"] == {"share": 1, "hits": 1, "of": 1}


def _phrase(name: str, sentence: str, phrase: str, first: str, last: str, granularity: str = "day") -> dict[str, Any]:
    return {
        "id": name,
        "sentence": sentence,
        "phrase": phrase,
        "anchor": "2024-05-15",
        "expected_start": first,
        "expected_end": last,
        "granularity": granularity,
        "tolerance_days": 0,
        "accept_also": [],
    }


def test_dates_are_right_wrong_or_unanswered() -> None:
    told = figures(
        [
            _phrase("right", "I fell yesterday.", "yesterday", "2024-05-14", "2024-05-14"),
            _phrase("wrong", "I fell yesterday.", "yesterday", "2024-05-01", "2024-05-01"),
            _phrase("none", "I fell a while ago.", "a while ago", "2024-05-01", "2024-05-01"),
            _phrase("month", "I fell in March.", "in March", "2024-03-01", "2024-03-31", "month"),
        ],
        [{"id": "n1", "sentence": "I take it twice a day."}, {"id": "n2", "sentence": "I fell yesterday."}],
    )
    assert (told["right"], told["wrong_of_answered"], told["unanswered"]) == (0.5, 0.3333, 1)
    assert told["failed"] == {"wrong": "wrong", "none": "none"}
    assert told["false_dates"] == ["n2"]


def test_a_month_stands_for_a_day_in_it_by_its_span_only() -> None:
    told = figures([_phrase("day", "It was about 5 months ago.", "5 months ago", "2023-12-15", "2023-12-15")], [])
    assert (told["right"], told["first_day"]["right"], told["span"]["right"]) == (1, 0, 1)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.jsonl"):
        call_command("benchmark", "dates", "--items", str(tmp_path / "nowhere.jsonl"))
