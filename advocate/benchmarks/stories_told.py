"""Stories as their file tells them: one JSON object a line, what is said on which day, and what then must stand.

`{"id", "kind", "subject": {"who": "self"|"other", "name"?, "relation"?}?,
"sessions": [{"today", "time"?, "timezone"?, "says": ["…" or {"speaker", "text"}, …],
"documents"?: [{"title", "date"?, "text"}]}],
"facts": […], "never"?: […], "count"?, "superseded"?: […], "conflicts"?, "replies"?: […]}`; the expectations are read by
`stories_expected`. A day is `YYYY-MM-DD`, a time `HH:MM` (default noon), a zone an IANA name (default UTC). Papers are
handed in as the conversation begins; one without a date has its day.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memory.documents import Paper, paper
from memory.drafts import SELF
from memory.vocabulary import Speaker

_NOON = "12:00"


@dataclass(frozen=True, slots=True)
class Line:
    """One turn: who says what, and when."""

    speaker: Speaker
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Sitting:
    """One conversation, from its first turn to its end, and the papers handed in as it begins."""

    zone: str
    lines: tuple[Line, ...]
    papers: tuple[Paper, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A story. `subject` is "self" or the relation of whom the record is about; `wanted` holds its expectations."""

    id: str
    kind: str
    subject: str
    subject_name: str
    sittings: tuple[Sitting, ...]
    wanted: Mapping[str, Any]


def read(lines: Iterable[str]) -> list[Story]:
    """Return the stories of a file. Raises ValueError, which names the line."""
    stories = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            stories.append(story_of(json.loads(line)))
        except (KeyError, TypeError, ValueError, AttributeError, ZoneInfoNotFoundError) as error:
            raise ValueError(f"line {number} is no story ({type(error).__name__}: {error})") from error
    return stories


def story_of(told: Mapping[str, Any]) -> Story:
    """Return one story from its JSON object. Raises KeyError, TypeError or ValueError for what is none."""
    about = told.get("subject") or {"who": SELF}
    relation = SELF if about["who"] == SELF else about.get("relation") or about["who"]
    return Story(
        id=str(told["id"]),
        kind=str(told["kind"]),
        subject=relation.lower(),
        subject_name=about.get("name") or "",
        sittings=tuple(_sitting(sitting) for sitting in told["sessions"]),
        wanted=told,
    )


def _sitting(told: Mapping[str, Any]) -> Sitting:
    zone = told.get("timezone") or "UTC"
    begins = datetime.combine(
        date.fromisoformat(told["today"]), time.fromisoformat(told.get("time") or _NOON), tzinfo=ZoneInfo(zone)
    )
    lines = tuple(_line(line, begins + timedelta(seconds=at)) for at, line in enumerate(told["says"]))
    papers = tuple(_paper(paper, begins.date()) for paper in told.get("documents") or ())
    return Sitting(zone, lines, papers)


def _paper(told: Mapping[str, Any], today: date) -> Paper:
    day = date.fromisoformat(told["date"]) if told.get("date") else today
    return paper(told["title"], day, told["text"].split("\f"))


def _line(told: str | Mapping[str, Any], at: datetime) -> Line:
    if isinstance(told, str):
        return Line(Speaker.PATIENT, told, at)
    return Line(Speaker(told["speaker"]), told["text"], at)
