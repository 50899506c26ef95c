"""The agents that running processes use: published from the files to a table, read back from it.

A conversation keeps the version under which it began, so a published version never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.db import DEFAULT_DB_ALIAS, connections, router, transaction
from django.db.models import QuerySet

from advocate.configuration import Agent, AgentConfigurationError, agents, parse_agent
from advocate.models import AgentConfiguration

_TRIED: ContextVar[Agent | None] = ContextVar("tried", default=None)


def publish(using: str = DEFAULT_DB_ALIAS, configurations: Iterable[Agent] | None = None) -> list[Agent]:
    """Add the versions that the table lacks (of the files, or of those given) and return them.

    Raises AgentConfigurationError where a published version says something else now; nothing is written then.
    """
    wanted = agents().values() if configurations is None else configurations
    with transaction.atomic(using=using):
        added = [agent for agent in wanted if _publish(agent, using)]
    numbered.cache_clear()
    return added


@contextmanager
def trying(tried: Agent) -> Iterator[None]:
    """Let this thread find a version that is not published, to try it; nobody else sees it, and nothing is kept."""
    before = _TRIED.set(tried)
    try:
        yield
    finally:
        _TRIED.reset(before)


def agent(name: str, version: int | None = None, *, using: str = DEFAULT_DB_ALIAS) -> Agent:
    """Return the newest published version of an agent, or that one. Raises AgentConfigurationError."""
    tried = _TRIED.get()
    if tried is not None and (tried.name, tried.version) == (name, version):
        return tried
    newest = versions(name, using=using)[:1] if version is None else [version]
    if not newest:
        raise AgentConfigurationError(f"no agent {name} is published; add its file to advocate/agents and run migrate")
    return numbered(name, newest[0], using)


def versions(name: str, *, using: str = DEFAULT_DB_ALIAS) -> list[int]:
    """Return the published versions of an agent, newest first."""
    return list(_published(using).filter(name=name).order_by("-version").values_list("version", flat=True))


@cache
def numbered(name: str, version: int, using: str) -> Agent:
    """Return one version, read once a process: it never changes."""
    return _read(f"{name} {version}", _published(using).filter(name=name, version=version).first())


def publish_after_migrate(*, using: str, **_: object) -> None:
    """Publish the files where this connection may, and the table stands (it does not after `migrate advocate zero`)."""
    if not router.allow_migrate_model(using, AgentConfiguration):
        return
    if AgentConfiguration._meta.db_table in connections[using].introspection.table_names():
        publish(using)


def _published(using: str) -> QuerySet[AgentConfiguration]:
    return AgentConfiguration.objects.using(using)


def _publish(agent: Agent, using: str) -> bool:
    row, created = _published(using).get_or_create(
        name=agent.name, version=agent.version, defaults={"configuration": agent.model_dump(mode="json")}
    )
    if not created and _read(str(row), row) != agent:
        raise AgentConfigurationError(
            f"{agent.name}.yaml: version {agent.version} is published with other content; "
            f"raise 'version' to {agent.version + 1}"
        )
    return created


def _read(what: str, row: AgentConfiguration | None) -> Agent:
    if row is None:
        raise AgentConfigurationError(f"no agent {what} is published; add its file to advocate/agents and run migrate")
    return parse_agent(row.configuration, f"adk_agent_registry: {row}")
