"""What the model asks `load_memory` for, read from the arguments of its call.

A model's arguments are as good as its grammar: what cannot be read is answered with what would have been right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advocate.engines.base import Sought
from memory.dates import PartialDate
from memory.text import clean

LONGEST = {"question": 400, "about": 80}  # characters
_NAMES = ("question", "about", "from", "to")


class WrongArguments(Exception):
    """The call cannot be done; the message tells the model what to give instead, and repeats no value of its own."""


def sought(arguments: Mapping[str, Any]) -> Sought:
    """Return what a call looks for. Raises WrongArguments."""
    unknown = sorted(set(arguments) - set(_NAMES))
    if unknown:
        raise WrongArguments(f"There are no arguments but {', '.join(_NAMES)}: leave out the others.")
    question, about = _words(arguments, "question"), _words(arguments, "about")
    first, last = _day(arguments, "from"), _day(arguments, "to")
    if not (question or about or first or last):
        raise WrongArguments("Give at least one of question, about, from, to: a question in plain words will do.")
    if first and last and first.first > last.last:
        raise WrongArguments("'from' lies after 'to': give the earlier day as 'from'.")
    return Sought(question, about, first.first if first else None, last.last if last else None)


def _words(arguments: Mapping[str, Any], name: str) -> str:
    given = arguments.get(name)
    if given is None:
        return ""
    if not isinstance(given, str):
        raise WrongArguments(f"'{name}' is text in plain words, not {_kind(given)}.")
    words = " ".join(clean(given).text.split())
    if len(words) > LONGEST[name]:
        raise WrongArguments(f"'{name}' has at most {LONGEST[name]} characters: ask for one thing at a time.")
    return words


def _day(arguments: Mapping[str, Any], name: str) -> PartialDate | None:
    given = arguments.get(name)
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    try:
        return PartialDate.parse(str(given).strip())  # a year may come as a number
    except ValueError:
        raise WrongArguments(f"'{name}' is a day as YYYY-MM-DD, a month as YYYY-MM or a year as YYYY.") from None


def _kind(given: object) -> str:
    kinds = {dict: "an object", list: "a list", bool: "true or false", int: "a number", float: "a number"}
    return kinds.get(type(given), "that")
