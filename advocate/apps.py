"""The agent as a Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AdvocateConfig(AppConfig):
    """Conversations, engines and pages; publishes the agents' files to the table after each migration."""

    name = "advocate"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receiver. No query and no engine here: this also runs before a fork."""
        from advocate import checks  # noqa: F401, PLC0415  (registers itself)
        from advocate.registry import publish_after_migrate  # noqa: PLC0415  (models are not ready above)

        post_migrate.connect(publish_after_migrate, sender=self, dispatch_uid="advocate.publish_agents")
