"""The stories of this folder, held through the whole pipeline: transcript, distilling, gate, ledger, recall and reply.

Anyone may add one: a line of JSON in a `.jsonl` file here (the format: `advocate.benchmarks.stories_told`).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from advocate import registry
from advocate.benchmarks.stories import verdicts
from advocate.benchmarks.stories_told import Story, read
from advocate.engines.local.engine import LocalEngine
from tests.stories.known_misses import KNOWN_MISSES

HERE = Path(__file__).parent
STORIES = [story for path in sorted(HERE.glob("*.jsonl")) for story in read(path.read_text("utf-8").split("\n"))]
ENGINE = LocalEngine()


def _as_known(story: Story) -> pytest.MarkDecorator | tuple[()]:
    """A known miss fails the test when it begins to hold: then it leaves the list."""
    reason = KNOWN_MISSES.get(story.id)
    return pytest.mark.xfail(reason=reason, strict=True, raises=AssertionError) if reason else ()


@pytest.mark.parametrize("story", [pytest.param(s, id=s.id, marks=_as_known(s)) for s in STORIES])
def test_the_record_holds_what_was_told(story: Story, db: None) -> None:
    failed = [
        each for each in verdicts(story, engine=ENGINE, agent=registry.agent("patient-advocate")) if not each.held
    ]
    assert not failed, "\n".join(f"{each.wanted}\n  found: " + "\n         ".join(each.found) for each in failed)


def test_every_kind_of_story_is_told_and_every_story_once() -> None:
    kinds = (
        "dose up", "dose down", "stop", "restart", "switch", "brand for generic", "told late", "for later",
        "corrected reading", "new reading", "same value again", "wrong entry withdrawn", "allergy denied",
        "two sources that differ", "the same correction twice", "concurrent sessions", "a chain of five",
        "directive untouched by dose", "left and right", "mine and my mother's",
    )  # fmt: skip
    assert set(kinds) <= {story.kind for story in STORIES}
    assert [id for id, times in Counter(story.id for story in STORIES).items() if times > 1] == []
    assert set(KNOWN_MISSES) <= {story.id for story in STORIES}
    assert len(STORIES) >= 120
