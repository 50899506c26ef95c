"""The record line: a fact as text, header and all. This whole line is embedded and shown.

    [MEDICATION | date: 2026-09-01 | source: patient | status: active | keys: metoprolol, dose] metoprolol 25 mg

`format_line` and `parse_line` are exact inverses. In the header's parts a backslash escapes a backslash, `|`,
`]` and `,`, and a line break is written as backslash and `n`; the fact itself stands as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from memory.dates import PartialDate
from memory.vocabulary import Status, Tag

T = TypeVar("T")
_ESCAPED = {"\\": "\\\\", "|": "\\|", "]": "\\]", ",": "\\,", "\n": "\\n"}
_PLAIN = {"n": "\n"}


@dataclass(frozen=True, slots=True)
class RecordLine:
    """The parts of a record line. `date` is None where the fact has none."""

    tag: Tag
    date: PartialDate | None
    source: str
    status: Status
    keys: tuple[str, ...]
    fact: str


class LineError(ValueError):
    """The text is not a record line; the message says which part is wrong."""


def format_line(line: RecordLine) -> str:
    """Return the line as text."""
    parts = [
        line.tag.value,
        f"date: {line.date or ''}".rstrip(),
        f"source: {_escape(line.source)}",
        f"status: {line.status.value}",
        "keys: " + ", ".join(_escape(key) for key in line.keys),
    ]
    return f"[{' | '.join(parts)}] {line.fact}"


def parse_line(text: str) -> RecordLine:
    """Return the parts of a record line. Raises LineError."""
    if not text.startswith("["):
        raise LineError("a record line begins with '['")
    header, fact = _split_header(text)
    parts = _split(header, "|")
    if len(parts) != 5:
        raise LineError(f"a header has five parts (tag, date, source, status, keys), this one has {len(parts)}")
    tag, date, source, status, keys = parts
    day = _field(date[1:-1], "date")
    return RecordLine(
        tag=_read("tag", Tag, tag[:-1]),
        date=_read("date", PartialDate.parse, day) if day else None,
        source=_unescape(_field(source[1:-1], "source")),
        status=_read("status", Status, _field(status[1:-1], "status")),
        keys=_keys(_field(keys[1:], "keys")),
        fact=fact,
    )


def _read(name: str, reader: Callable[[str], T], text: str) -> T:
    """Read a part; the error names the part and never quotes it, since it may hold a person's words."""
    try:
        return reader(text)
    except ValueError:
        raise LineError(f"the header's {name} cannot be read") from None


def _escape(text: str) -> str:
    return "".join(_ESCAPED.get(c, c) for c in text)


def _unescape(text: str) -> str:
    out, chars = [], iter(text)
    for c in chars:
        if c == "\\":
            escaped = next(chars, "\\")
            out.append(_PLAIN.get(escaped, escaped))
        else:
            out.append(c)
    return "".join(out)


def _field(part: str, name: str) -> str:
    label = f"{name}:"
    if not part.startswith(label):
        raise LineError(f"expected '{label}' in the header")
    return part[len(label) :].removeprefix(" ")


def _keys(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    return tuple(_unescape(key if i == 0 else key.removeprefix(" ")) for i, key in enumerate(_split(text, ",")))


def _split_header(text: str) -> tuple[str, str]:
    end = _find(text, "]", 1)
    if end < 0:
        raise LineError("the header is not closed by ']'")
    if text[end + 1 : end + 2] != " ":
        raise LineError("a space stands between the header and the fact")
    return text[1:end], text[end + 2 :]


def _split(text: str, separator: str) -> list[str]:
    parts, start = [], 0
    while (end := _find(text, separator, start)) >= 0:
        parts.append(text[start:end])
        start = end + 1
    return [*parts, text[start:]]


def _find(text: str, wanted: str, start: int) -> int:
    i = start
    while i < len(text):
        if text[i] == "\\":
            i += 2
            continue
        if text[i] == wanted:
            return i
        i += 1
    return -1
