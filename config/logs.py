"""Log lines carry ids and kinds of errors, never words: the message of an exception may quote a row or a message."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import Any


class Wordless(logging.Formatter):
    """A formatter that shows where an exception came from and of which kind it is, but not its message."""

    def formatException(self, ei: Any) -> str:
        """Return the frames and the kinds of the exception and of its causes."""
        _, error, trace = ei
        told: list[str] = []
        while error is not None:
            told.append(f"{_frames(trace)}{type(error).__module__}.{type(error).__qualname__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
            trace = error.__traceback__ if error is not None else None
        return "\n  from:\n".join(told)

    def format(self, record: logging.LogRecord) -> str:
        """Format anew: another handler may have left its own text of the exception on the record."""
        record.exc_text = None
        text = super().format(record)
        record.exc_text = None
        return text


def _frames(trace: TracebackType | None) -> str:
    return "".join(traceback.format_tb(trace))
