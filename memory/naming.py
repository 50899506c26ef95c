"""What things are called: the one name of a drug, a measure or a role, however it is said ("a heart doctor").

The tables belong to the agent; they are named by their dotted path in `settings.NAMING`, as the engine is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from django.conf import settings
from django.utils.module_loading import import_string

Kind = Literal["drug", "lab", "vital", "role"]


@dataclass(frozen=True, slots=True)
class Named:
    """A thing where it is named: `text[start:end]`, and its one name."""

    name: str
    start: int
    end: int


def named_in(text: str, kind: Kind) -> Sequence[Named]:
    """Return the things of this kind that the text names, in order; empty for what no table knows."""
    return _load(settings.NAMING)(text, kind)


@cache
def _load(path: str) -> Callable[[str, Kind], Sequence[Named]]:
    return cast(Callable[[str, Kind], Sequence[Named]], import_string(path))
