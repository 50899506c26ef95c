"""Engines that do not take their settings."""

from __future__ import annotations

from billiard.process import current_process
from django.core.exceptions import ImproperlyConfigured

from advocate.engines.local.engine import LocalEngine


class RefusingEngine(LocalEngine):
    """Cannot be made anywhere."""

    def __init__(self) -> None:
        raise ImproperlyConfigured("this engine asks for another setting")


class RefusingInAProcess(LocalEngine):
    """Can be made in the worker itself, but in none of its processes."""

    def __init__(self) -> None:
        if current_process().name != "MainProcess":
            raise ImproperlyConfigured("this engine asks for another setting")
