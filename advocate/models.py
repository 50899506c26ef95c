"""The agent's own tables. They hold no one's words and belong to no silo."""

from __future__ import annotations

from django.db import models


class AgentConfiguration(models.Model):
    """One agent in one version, as its file said; rows are added by `advocate.registry.publish`, never changed."""

    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField()
    configuration = models.JSONField()
    loaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "adk_agent_registry"
        verbose_name, verbose_name_plural = "version of an agent", "versions of the agents"
        ordering = ["name", "-version"]
        constraints = [models.UniqueConstraint(fields=["name", "version"], name="one_row_per_agent_version")]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
