"""The direction of imports, the size of modules, and a queue for every task."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = sorted(p for part in ("config", "memory", "advocate") for p in (ROOT / part).rglob("*.py"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _offenders(part: str, *forbidden: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in PRODUCT
        if path.is_relative_to(ROOT / part)
        for name in _imports(path)
        if any(name == word or name.startswith(f"{word}.") for word in forbidden)
    ]


def test_the_record_never_imports_the_agent_nor_the_installation() -> None:
    assert _offenders("memory", "advocate", "config") == []


def test_the_record_knows_no_http_and_no_vendor() -> None:
    assert _offenders("memory", "django.http", "django.views", "django.urls", "google", "httpx", "requests") == []


def test_models_and_values_do_not_reach_up_to_services_and_commands() -> None:
    upper = (
        "memory.transcript",
        "memory.distilling",
        "memory.ledger",
        "memory.recall",
        "memory.tasks",
        "memory.management",
    )
    assert _offenders("memory/models", *upper) == []
    assert _offenders("memory/ledger", "memory.distilling", "memory.recall", "memory.tasks", "memory.management") == []


def test_services_do_not_import_tasks_or_commands() -> None:
    services = [p for p in (ROOT / "memory").glob("*.py") if p.name not in {"tasks.py", "apps.py"}]
    found = [p.name for p in services for name in _imports(p) if name.startswith(("memory.tasks", "memory.management"))]
    assert found == []


@pytest.mark.parametrize("path", PRODUCT, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_readable_in_one_sitting(path: Path) -> None:
    if "migrations" in path.parts:
        return
    assert len(path.read_text().splitlines()) <= 300
    assert ast.get_docstring(ast.parse(path.read_text())) or not path.read_text().strip(), (
        "a docstring says what it is for"
    )


def test_every_task_names_its_queue() -> None:
    current_app.loader.import_default_modules()
    ours = {name for name in current_app.tasks if not name.startswith("celery.")}
    assert ours == set(settings.CELERY_TASK_ROUTES)
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= ours
    assert settings.CELERY_TASK_DEFAULT_QUEUE not in {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
