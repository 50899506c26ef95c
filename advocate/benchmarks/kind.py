"""What a kind of measurement is: its name, its options, and the function that returns its figures."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of `manage.py benchmark`.

    `measure(options, progress)` returns figures that JSON can hold; a ValueError of it says what is wrong with the
    input. `fills` marks what leaves made-up records behind: it is refused where records of people stand.
    """

    name: str
    help: str
    arguments: Callable[[ArgumentParser], None]
    measure: Callable[[Mapping[str, Any], Progress], dict[str, Any]]
    fills: bool = False
