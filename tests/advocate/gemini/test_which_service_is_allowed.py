"""Which engine a set of variables gives, and that no record goes to a service whose terms exclude it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest
from django.conf import settings as installed
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from advocate.checks import check_gemini
from advocate.engines.gemini.engine import GeminiEngine
from tests.installation import ROOT

GEMINI = "advocate.engines.gemini.engine.GeminiEngine"
LOCAL = "advocate.engines.local.engine.LocalEngine"
_OURS = ("GEMINI_", "GOOGLE_", "ACCEPT_", "ENGINE", "DEBUG")


def _run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    environment = {**kept, "VAR_DIR": str(installed.VAR_DIR), "DJANGO_SETTINGS_MODULE": "config.settings", **variables}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("variables", "engine"),
    [
        ({}, LOCAL),
        ({"GEMINI_API_KEY": "k"}, GEMINI),
        ({"GOOGLE_CLOUD_PROJECT": "clinic", "GOOGLE_CLOUD_LOCATION": "eu"}, GEMINI),
        ({"GOOGLE_CLOUD_PROJECT": "clinic"}, LOCAL),  # set on every machine of that cloud: alone it means nothing
        ({"GEMINI_API_KEY": "k", "ENGINE": LOCAL}, LOCAL),
    ],
)
def test_the_engine_follows_from_the_variables(variables: dict[str, str], engine: str) -> None:
    told = _run("-c", "from django.conf import settings; print(settings.ENGINE)", **variables)
    assert told.stdout.strip() == engine, told.stderr


@pytest.mark.parametrize(
    ("variables", "starts"),
    [
        ({"GEMINI_API_KEY": "k-secret"}, False),
        ({"GEMINI_API_KEY": "k-secret", "DEBUG": "1"}, True),
        ({"GEMINI_API_KEY": "k-secret", "ACCEPT_DEVELOPER_API_TERMS": "1"}, True),
        ({"GEMINI_API_KEY": "k", "GOOGLE_CLOUD_PROJECT": "clinic", "GOOGLE_CLOUD_LOCATION": "eu"}, True),
        ({"ENGINE": GEMINI}, False),
        ({}, True),
    ],
)
def test_the_developer_api_is_refused_outside_debug(variables: dict[str, str], starts: bool) -> None:
    told = _run("manage.py", "check", **variables)
    assert (told.returncode == 0) is starts, told.stderr
    assert ("advocate.E001" in told.stderr) is not starts
    assert "k-secret" not in told.stdout + told.stderr


@pytest.mark.parametrize("command", [["recall", "--silo", "a/b", "q"], ["memory", "reembed"]])
def test_no_command_speaks_to_it_either(command: list[str]) -> None:
    told = _run("manage.py", *command, GEMINI_API_KEY="k-secret")
    assert told.returncode != 0
    assert "advocate.E001" in told.stderr
    assert "Traceback" not in told.stderr


def test_nor_does_a_worker_or_a_reply(settings: Settings) -> None:
    settings.GEMINI_API_KEY, settings.GEMINI_ON_VERTEX, settings.ACCEPT_DEVELOPER_API_TERMS = "k", False, False
    with pytest.raises(ImproperlyConfigured, match="clinical practice"):
        GeminiEngine()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"GEMINI_API_KEY": ""}, "advocate.E002"),
        ({"GEMINI_THINKING_LEVEL": "extreme"}, "advocate.E003"),
        ({"GEMINI_READ_SECONDS": 0.0}, "advocate.E004"),
        ({"GEMINI_TOTAL_SECONDS": 10_000.0}, "advocate.E004"),
    ],
)
def test_settings_that_make_no_sense_are_told(settings: Settings, changes: dict[str, object], code: str) -> None:
    settings.ENGINE, settings.GEMINI_API_KEY, settings.ACCEPT_DEVELOPER_API_TERMS = GEMINI, "k", True
    assert check_gemini() == []
    for name, value in changes.items():
        setattr(settings, name, value)
    assert [fault.id for fault in check_gemini()] == [code]


def test_without_a_key_the_engine_says_what_is_missing(settings: Settings) -> None:
    settings.GEMINI_API_KEY, settings.GEMINI_ON_VERTEX, settings.DEBUG = "", False, True
    with pytest.raises(ImproperlyConfigured, match="neither a key nor a project"):
        GeminiEngine()


def test_one_module_touches_the_vendors_sdk() -> None:
    found = []
    for path in sorted(ROOT.glob("*/**/*.py")):
        if path.relative_to(ROOT).parts[0] in {"config", "memory", "advocate"}:
            names = [
                name
                for node in ast.walk(ast.parse(path.read_text()))
                for name in (
                    [node.module or ""]
                    if isinstance(node, ast.ImportFrom)
                    else [alias.name for alias in node.names]
                    if isinstance(node, ast.Import)
                    else []
                )
            ]
            if any(name.split(".")[0] in {"google", "httpx2", "httpx"} for name in names):
                found.append(str(path.relative_to(ROOT)))
    assert found == ["advocate/engines/gemini/client.py"]


def test_the_local_engine_works_without_the_sdk() -> None:
    program = (
        "import sys, django; sys.modules['google.genai'] = None; django.setup();"
        "from advocate.engines.base import speaking_engine; from advocate import conversation, checks;"
        "from advocate.management.commands import advocate;"
        "engine = speaking_engine(); engine.embed(['a'], purpose='query');"
        "print(engine.name, 'httpx2' in sys.modules, 'google.auth' in sys.modules)"
    )
    told = _run("-c", program)
    assert told.stdout.split() == ["local", "False", "False"], told.stderr
