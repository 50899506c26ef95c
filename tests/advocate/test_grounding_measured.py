"""The suite of true and false sentences (`tests/grounding`), and the command that measures the check with it.

Anyone may add an item: a line of JSON in a `.jsonl` file there (the format: `advocate.benchmarks.grounding`). A third,
by its id, is unseen: no failure of it is looked at while the check is improved, so only its shares are asserted.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from advocate.benchmarks.grounding import Item, Sentence, figures, judge, read
from advocate.configuration import agents
from advocate.grounding import Verdict

FILES = sorted((Path(__file__).parent.parent / "grounding").glob("*.jsonl"))
ITEMS = [item for path in FILES for item in read(path.read_text("utf-8").split("\n"))]
SEEN = [(item, sentence) for item in ITEMS if not item.unseen for sentence in item.sentences]
UNSEEN = [item for item in ITEMS if item.unseen]
AGENT = agents()["patient-advocate"]
LINE = "[MEDICATION | date: 2026-09-28 | source: Dr. Osei | status: active | keys: metoprolol] metoprolol 50 mg"
TOLD: dict[str, Any] = {
    "id": "one",
    "placed": [LINE],
    "said": ["What do I take?"],
    "today": "2026-10-01",
    "sentences": [
        {"text": "You take metoprolol 50 mg.", "bad": False},
        {"text": "You take metoprolol 75 mg.", "bad": True, "why": "number"},
        {"text": "You take metoprolol 75 mg.", "bad": False},
        {"text": "You take metoprolol 50 mg.", "bad": True, "why": "number"},
    ],
}


KNOWN_MISSES = {
    "You first told me on March 1.": "a true day of the record, of another thing than the first",
    "His neighbour Mr. Petrov saw the fall.": "a person and an event of the record that do not belong together",
    "You told me you feel well in yourself.": "the opposite in words that share none",
    "The letter says to come back only if the fever lasts more than a day.": "a case that the order does not name",
    "Keep the haloperidol in the house and give it if she gets restless.": "a case that the order does not name",
    "The next patch is due this evening.": "a day that only a sum would tell",
    "He's needed fewer of them than he did on Saturday.": "two counts compared without their numbers",
    "It's the quarter-milligram pen today.": "a number that is not read",
}


def _case(item: Item, sentence: Sentence) -> Any:
    """A known miss fails the test when it begins to hold: then it leaves the list."""
    reason = KNOWN_MISSES.get(sentence.text)
    marks = pytest.mark.xfail(reason=reason, strict=True, raises=AssertionError) if reason else ()
    return pytest.param(item, sentence, id=f"{item.id}: {sentence.text[:50]}", marks=marks)


@cache
def _verdicts(item: Item) -> dict[Sentence, Verdict]:
    return {sentence: verdict for _, sentence, verdict in judge(item, AGENT)}


@pytest.mark.parametrize(("item", "sentence"), [_case(*each) for each in SEEN])
def test_a_false_sentence_is_withheld_and_a_true_one_passes(item: Item, sentence: Sentence) -> None:
    verdict = _verdicts(item)[sentence]
    assert verdict.supported is not sentence.bad, (verdict.why, verdict.missing)


def test_the_unseen_third_holds_its_shares() -> None:
    shares = figures([each for item in UNSEEN for each in judge(item, AGENT)])["unseen"]
    assert shares["recall"] >= 0.93
    assert shares["false_alarms"] <= 0.03


def test_the_suite_is_large_and_tells_every_item_once() -> None:
    assert sum(len(item.sentences) for item in ITEMS) >= 180
    assert [id for id, times in Counter(item.id for item in ITEMS).items() if times > 1] == []
    assert sum(len(item.sentences) for item in UNSEEN) >= 180
    assert {sentence.bad for _, sentence in SEEN} == {True, False}


def _measured(tmp_path: Path, *lines: str) -> dict[str, Any]:
    path, out = tmp_path / "items.jsonl", StringIO()
    path.write_text("\n".join(lines), encoding="utf-8")
    call_command("benchmark", "grounding", "--items", str(path), stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_the_command_tells_what_is_caught_and_what_is_withheld_without_cause(tmp_path: Path) -> None:
    """Without a database, which no test of this file may ask."""
    found = _measured(tmp_path, json.dumps(TOLD), "")
    assert (found["recall"], found["false_alarms"]) == (0.5, 0.5)
    assert found["why"] == {"number": {"caught": 1, "all": 2}}
    assert [(each["text"], each["bad"]) for each in found["failed"]] == [
        ("You take metoprolol 75 mg.", False),
        ("You take metoprolol 50 mg.", True),
    ]
    assert found["failed"][0]["missing"] == ["75 mg"]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        json.dumps({**TOLD, "placed": ["metoprolol 50 mg"]}),
        json.dumps({**TOLD, "today": "yesterday"}),
        json.dumps({key: value for key, value in TOLD.items() if key != "said"}),
    ],
    ids=["no JSON", "no record line", "no day", "a part is missing"],
)
def test_what_is_no_item_is_refused(line: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        _measured(tmp_path, line)


def test_a_replaced_row_is_placed_with_what_replaced_it() -> None:
    old = LINE.replace("active", "superseded").replace("50 mg", "25 mg").replace("2026-09-28", "2026-09-01")
    (item,) = read([json.dumps({**TOLD, "placed": [old, LINE]})])
    history, current = item.placed
    assert history.successor == current.fact
    assert (history.slot.value, current.slot.value) == ("history", "current")
