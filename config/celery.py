"""The Celery application: `celery -A config worker -B -Q distilling,upkeep`.

The database's guard and the engine's settings are proved before the worker starts, and again by each of its processes
before it takes work. No connection and no model goes through a fork.
"""

from __future__ import annotations

import logging
import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_failure, worker_init, worker_process_init, worker_ready

from config import services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("anamnesis")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _configure_logging(**kwargs: Any) -> None:
    """Leave the log to Django's settings; Celery's own would print arguments and results."""
    from django.conf import settings  # noqa: PLC0415

    logging.config.dictConfig(settings.LOGGING)


@task_failure.connect
def _tell_failure(sender: Any, exception: BaseException, **kwargs: Any) -> None:
    """Say which task failed and how, without the message: it may quote a row."""
    logging.getLogger(__name__).error("task %s failed (%s)", sender.name, type(exception).__name__)


@worker_init.connect
@worker_process_init.connect
def _prove_guard(**kwargs: Any) -> None:
    """End this process unless the guard is proved. Celery only logs other exceptions of a signal, and goes on."""
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - not before Django is set up
    from django.db import DatabaseError, connections  # noqa: PLC0415

    from memory.checks import refuse_unhardened  # noqa: PLC0415

    try:
        refuse_unhardened()
    except (ImproperlyConfigured, DatabaseError) as error:
        raise SystemExit(f"the worker does not start: {error}") from None
    finally:
        connections.close_all()


@worker_init.connect
@worker_process_init.connect
def _prove_engine(**kwargs: Any) -> None:
    """End this process unless an engine can be made with these settings; it is let go, and none goes through a fork.

    The worker itself asks first: a process of its that ends is started again, and again.
    """
    from django.conf import settings  # noqa: PLC0415
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - not before Django is set up
    from django.utils.module_loading import import_string  # noqa: PLC0415

    try:
        import_string(settings.ENGINE)()
    except (ImproperlyConfigured, ImportError) as error:
        raise SystemExit(f"the worker does not start: {error}") from None


@worker_ready.connect
def _catch_up(**kwargs: Any) -> None:
    """Look at once for what a crash dropped (the first beat is a minute away), and after the embedded services."""
    from django.conf import settings  # noqa: PLC0415

    if settings.EMBEDDED:
        services.watch(settings.VAR_DIR, postgres=settings.EMBEDDED_POSTGRES)
    app.send_task("memory.sweep")
