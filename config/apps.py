"""The installation as a Django application: it starts the embedded services where none are configured."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class InstallationConfig(AppConfig):
    """First of the installed applications, so that the services run before anything asks for them."""

    name = "config"

    def ready(self) -> None:
        """Join the embedded services, or start them; see `config.services`."""
        if settings.EMBEDDED:
            from config import services  # noqa: PLC0415 - only where the binaries are needed

            services.ensure(settings.VAR_DIR, postgres=settings.EMBEDDED_POSTGRES)
