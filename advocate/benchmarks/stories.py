"""`benchmark stories`: what people tell over weeks, held through the whole pipeline, and what then stands.

The file's format: `advocate.benchmarks.stories_told`; what is expected: `advocate.benchmarks.stories_expected`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from advocate import registry
from advocate.benchmarks.kind import Kind, Progress
from advocate.benchmarks.stories_expected import Verdict, judge, unheld
from advocate.benchmarks.stories_held import NotHeld, hold
from advocate.benchmarks.stories_told import Story, read
from advocate.configuration import Agent
from advocate.engines.base import Engine, speaking_engine
from memory.engine import EngineError
from memory.text import MessageError


def verdicts(story: Story, *, engine: Engine, agent: Agent) -> list[Verdict]:
    """Hold a story and judge it; one that cannot be held to its end holds nothing. What it wrote is rolled back."""
    try:
        return judge(story.wanted, hold(story, engine=engine, agent=agent))
    except (NotHeld, EngineError, MessageError) as error:
        return unheld(story.wanted, str(error))


def _verdicts_of_any(story: Story, engine: Engine, agent: Agent) -> list[Verdict]:
    """A story on which the product breaks fails alone, with the error that it broke with."""
    try:
        return verdicts(story, engine=engine, agent=agent)
    except Exception as error:
        return unheld(story.wanted, f"{type(error).__name__}: {error}")


def figures(judged: Sequence[tuple[Story, Sequence[Verdict]]]) -> dict[str, Any]:
    """Return how many stories and expectations hold, in all and by kind, and what failed, with what was found."""
    kinds = {
        kind: _tally([found for story, found in judged if story.kind == kind])
        for kind in Counter(story.kind for story, _ in judged)
    }
    failed = [
        {"id": story.id, "kind": story.kind, "wanted": each.wanted, "found": list(each.found)}
        for story, found in judged
        for each in found
        if not each.held
    ]
    return {**_tally([found for _, found in judged]), "kinds": kinds, "failed": failed}


def _tally(judged: Sequence[Sequence[Verdict]]) -> dict[str, dict[str, int]]:
    each = [verdict.held for found in judged for verdict in found]
    return {
        "stories": {"held": sum(all(v.held for v in found) for found in judged), "all": len(judged)},
        "expectations": {"held": sum(each), "all": len(each)},
    }


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--items", nargs="+", type=Path, required=True, metavar="FILE", help="stories, one JSON a line")


def _measure(options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    stories = [story for path in options["items"] for story in read(path.read_text("utf-8").split("\n"))]
    engine, agent = speaking_engine(), registry.agent("patient-advocate")
    judged = []
    for number, story in enumerate(stories, 1):
        judged.append((story, _verdicts_of_any(story, engine, agent)))
        progress(f"{number} of {len(stories)}: {story.id}")
    return figures(judged)


KIND = Kind("stories", "what people tell over weeks, and what the record then holds", _arguments, _measure)
