"""The test database is made by the owner; tests run as the run-time log-in, as the product does.

Most tests roll back (`django_db`). What needs real transactions uses `committed`: rows stay (there is no flush; it
would have to empty the audit), so each test works in silos of its own.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections
from django.test.utils import setup_databases, teardown_databases
from hypothesis import settings
from pytest_django.plugin import DjangoDbBlocker

from memory import transcript
from memory.door import Actor

# The same examples in every run; `HYPOTHESIS_PROFILE=default` looks for new ones.
settings.register_profile("same", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the test database as the owner, for both aliases, whichever a test asks for."""
    with django_db_blocker.unblock():
        aliases: Any = {"default", "owner"}  # the stubs want a mapping, Django a set
        made = setup_databases(verbosity=0, interactive=False, aliases=aliases, serialized_aliases=set())
    yield
    with django_db_blocker.unblock():
        connections.close_all()
        teardown_databases(made, verbosity=0)


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Give access to the database with real transactions."""
    with django_db_blocker.unblock():
        yield
        for connection in connections.all(initialized_only=True):
            connection.close()


@pytest.fixture
def tester() -> Actor:
    """Who acts in tests."""
    return Actor("tester", "test")


@pytest.fixture
def alice(tester: Actor, request: pytest.FixtureRequest) -> str:
    """The key of Alice's silo, registered and empty."""
    return _silo(request, tester)


@pytest.fixture
def charlie(tester: Actor, request: pytest.FixtureRequest) -> str:
    """The key of Charlie's silo, registered and empty."""
    return _silo(request, tester)


def _silo(request: pytest.FixtureRequest, tester: Actor) -> str:
    if "committed" in request.fixturenames:
        request.getfixturevalue("committed")
    else:
        request.getfixturevalue("db")
    key = f"patient-advocate/{uuid.uuid4().hex}"
    transcript.register(key, by=tester, time_zone="America/New_York")
    return key
