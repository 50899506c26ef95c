"""What a story expects of its record, and what was found where it does not hold.

A pattern of a fact is `{"all"?, "none"?, "date"?, "precision"?, "source"?, "status"?, "tag"?}`: words that the row's
text or keys hold, whatever their case; words that they do not hold; the date's column; part of the source; the rest as
it is. A number is held as a whole: "5 mg" is not in "25 mg".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from advocate.benchmarks.stories_held import Left
from memory.recollection import FactView

Pattern = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One expectation: what was wanted, whether it holds, and what was found instead."""

    wanted: str
    held: bool
    found: tuple[str, ...] = ()


def judge(wanted: Mapping[str, Any], left: Left) -> list[Verdict]:
    """Return a verdict for every expectation of the story."""
    return [*_facts(wanted, left), *_chains(wanted, left), *_counts(wanted, left), *_replies(wanted, left)]


def unheld(wanted: Mapping[str, Any], why: str) -> list[Verdict]:
    """Return verdicts of a story that could not be held to its end."""
    nothing = Left((), -1, {})
    return [Verdict(each.wanted, False, (why,)) for each in judge(wanted, nothing)]


def _facts(wanted: Mapping[str, Any], left: Left) -> Iterator[Verdict]:
    for pattern in wanted.get("facts") or ():
        found = [row for row in left.rows if _fits(pattern, row)]
        yield Verdict(f"one row {_told(pattern)}", len(found) == 1, _lines(found or left.rows))
    for words in wanted.get("never") or ():
        found = [row for row in left.rows if _holds_all(words, row)]
        yield Verdict(f"no row with {', '.join(words)}", not found, _lines(found))


def _chains(wanted: Mapping[str, Any], left: Left) -> Iterator[Verdict]:
    for old, new in wanted.get("superseded") or ():
        after = {row.id for row in left.rows if _fits(new, row)}
        held = any(_fits(old, row) and row.superseded_by in after for row in left.rows)
        yield Verdict(f"{_told(old)} superseded by {_told(new)}", held, _lines(left.rows))


def _counts(wanted: Mapping[str, Any], left: Left) -> Iterator[Verdict]:
    count, conflicts = wanted.get("count"), wanted.get("conflicts")
    if count is not None:
        yield Verdict(f"{count} rows", len(left.rows) == count, _lines(left.rows))
    if conflicts is not None:
        yield Verdict(f"{conflicts} open conflicts", left.conflicts == conflicts, (f"{left.conflicts} open conflicts",))


def _replies(wanted: Mapping[str, Any], left: Left) -> Iterator[Verdict]:
    for each in wanted.get("replies") or ():
        reply = left.replies.get((each["session"], each["turn"]))
        held = reply is not None and _speaks(each, reply)
        where = f"session {each['session']}, turn {each['turn']}"
        yield Verdict(f"a reply ({where}) {_told(each)}", held, (reply or "no reply",))


def _speaks(each: Pattern, reply: str) -> bool:
    some = each.get("any")
    return (
        (not some or any(_in(word, reply) for word in some))
        and all(_in(word, reply) for word in each.get("all") or ())
        and not any(_in(word, reply) for word in each.get("none") or ())
    )


def _fits(pattern: Pattern, row: FactView) -> bool:
    date = row.date
    columns = {
        "date": date.first.isoformat() if date else None,
        "precision": date.precision if date else None,
        "status": row.status.value,
        "tag": row.tag.value,
    }
    return (
        _holds_all(pattern.get("all") or (), row)
        and not any(_in(word, _words(row)) for word in pattern.get("none") or ())
        and all(pattern[name] == value for name, value in columns.items() if name in pattern)
        and _in(pattern.get("source") or "", row.source)
    )


def _holds_all(words: Iterable[str], row: FactView) -> bool:
    return all(_in(word, _words(row)) for word in words)


def _words(row: FactView) -> str:
    return "\n".join((row.text, *row.keys))


def _in(word: str, text: str) -> bool:
    """Tell whether the text holds these words; at their ends no number goes on."""
    before = r"(?<!\d)(?<!\d[.,])" if word[:1].isdigit() else ""
    after = r"(?!\d|[.,]\d)" if word[-1:].isdigit() else ""
    return re.search(f"{before}{re.escape(word)}{after}", text, re.IGNORECASE) is not None


def _told(pattern: Pattern) -> str:
    return ", ".join(
        f"{name}: {' + '.join(value) if isinstance(value, list) else value}"
        for name, value in pattern.items()
        if name not in {"session", "turn"}
    )


def _lines(rows: Sequence[FactView]) -> tuple[str, ...]:
    return tuple(f"{row.line}{' (contested)' if row.contested else ''}" for row in rows)
