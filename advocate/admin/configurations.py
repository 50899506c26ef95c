"""Agent configurations, for administrators: every version as published, and a new one, validated before it is kept."""

from __future__ import annotations

from typing import Any, ClassVar

import yaml
from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from advocate import registry
from advocate.access import AGENT
from advocate.admin.model_pages import REGISTRAR, StaffModelAdmin
from advocate.configuration import Agent, AgentConfigurationError, parse_agent
from advocate.models import AgentConfiguration


class NewVersionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new version of an agent, as YAML; it begins as the newest one with the next number."""

    text = forms.CharField(
        label="Configuration",
        widget=forms.Textarea(attrs={"rows": 40, "cols": 100, "spellcheck": "false", "class": "code"}),
        help_text="YAML. New conversations use it at once; those that are open keep the version with which they began.",
    )

    class Meta:
        model = AgentConfiguration
        fields = ()

    agent: Agent

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        newest = registry.agent(AGENT)
        self.fields["text"].initial = as_yaml(newest.model_copy(update={"version": newest.version + 1}))

    def clean_text(self) -> str:
        """Return the text, when it describes an agent in its next version."""
        text: str = self.cleaned_data["text"]
        try:
            self.agent = parse_agent(yaml.safe_load(text), "this configuration")
            published = registry.versions(self.agent.name)
        except yaml.YAMLError as error:
            raise forms.ValidationError(f"This is not YAML. {error}") from error
        except AgentConfigurationError as error:
            raise forms.ValidationError(str(error)) from error
        if not published:
            raise forms.ValidationError(f"There is no agent named {self.agent.name!r}; a new agent comes as a file.")
        if self.agent.version != published[0] + 1:
            raise forms.ValidationError(f"The next version is {published[0] + 1}; a published version never changes.")
        return text


class ConfigurationAdmin(StaffModelAdmin):
    """The versions of the agents. One is added, none is changed."""

    door = REGISTRAR
    form = NewVersionForm
    list_display = ("__str__", "loaded_at")
    ordering = ("name", "-version")
    fields: ClassVar[Any] = ("name", "version", "loaded_at", "as_yaml")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let administrators add a version."""
        return self.has_view_permission(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return what is shown of a version, or asked of a new one."""
        return self.fields if obj else ("text",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave only a new version to be written."""
        return self.fields if obj else ()

    def save_model(self, request: HttpRequest, obj: AgentConfiguration, form: Any, change: bool) -> None:
        """Publish the version."""
        obj.name, obj.version = form.agent.name, form.agent.version
        obj.configuration = form.agent.model_dump(mode="json")
        super().save_model(request, obj, form, change)

    @admin.display(description="Configuration")
    def as_yaml(self, row: AgentConfiguration) -> SafeString:
        """Return the version as its file would say it."""
        return format_html('<pre class="code">{}</pre>', as_yaml(parse_agent(row.configuration, str(row))))


class _Dumper(yaml.SafeDumper):
    """Writes text of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def as_yaml(agent: Agent) -> str:
    """Return a version as its file would say it."""
    described = agent.model_dump(mode="json")
    text: str = yaml.dump(described, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text
