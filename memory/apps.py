"""The record as a Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryConfig(AppConfig):
    """Registers the checks, and what must stand in a migrated database."""

    name = "memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the checks and the steps that follow a migration."""
        from memory import checks, groundwork  # noqa: F401, PLC0415 - models are not loaded before ready()

        post_migrate.connect(groundwork.lay, sender=self)
