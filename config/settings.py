"""Settings: one file, every value that differs between installations read from the environment and typed.

A value that makes no sense stops the process here; bad combinations are system checks (`memory.checks`).
`.env.example` lists the variables.
"""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured

from config import services

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()
env.read_env(BASE_DIR / ".env")

DEBUG: bool = env.bool("DEBUG", default=False)
VAR_DIR: Path = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var"))).absolute()
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1"])

# Services. All three addresses, or none: then PostgreSQL and Valkey are embedded.
_ADDRESSES = ("DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL")
_given = [name for name in _ADDRESSES if env.str(name, default="")]
if _given and len(_given) < len(_ADDRESSES):
    raise ImproperlyConfigured(
        f"{', '.join(_given)} set, but not {', '.join(sorted(set(_ADDRESSES) - set(_given)))}:"
        " set all three, or none to use the embedded services"
    )
EMBEDDED: bool = not _given
EMBEDDED_POSTGRES: int = env.int("EMBEDDED_POSTGRES", default=18)


def _database(name: str, user: str) -> dict[str, Any]:
    found: dict[str, Any] = services.database(VAR_DIR, user) if EMBEDDED else env.db(name)
    # Parameters travel apart from the SQL, so that no word of a person stands in the server's log or activity view.
    found["OPTIONS"] = {**found.get("OPTIONS", {}), "server_side_binding": True}
    return found


# `default` is the run-time log-in, which owns nothing and on its own reads no silo; `owner` runs the migrations.
DATABASES: dict[str, dict[str, Any]] = {
    "default": {**_database("DATABASE_URL", "anamnesis_app"), "TEST": {"MIRROR": "owner"}},
    "owner": _database("OWNER_DATABASE_URL", "anamnesis_owner"),
}
DATABASE_ROUTERS = ["config.routers.OwnerMigrates"]
REDIS_URL: str = services.redis_url(VAR_DIR) if EMBEDDED else env.str("REDIS_URL")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}


def _secret_key() -> str:
    """Return the secret of this installation; on the embedded services one is made and kept beside the data."""
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    if not EMBEDDED:
        raise ImproperlyConfigured("SECRET_KEY is not set: with servers of your own, give it a long random value")
    kept = VAR_DIR / "secret_key"
    if not kept.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        fresh = VAR_DIR / f"secret_key.{secrets.token_hex(4)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            kept.hardlink_to(fresh)  # of several processes at first start, one wins
        fresh.unlink()
    return kept.read_text()


SECRET_KEY: str = _secret_key()
# Signs the pass with which a process enters a silo; the database keeps a copy that the run-time log-in cannot read.
PASS_KEY: str = env.str("PASS_KEY", default="")
PASS_SECONDS: int = env.int("PASS_SECONDS", default=600)
ALLOW_UNHARDENED_DB: bool = env.bool("ALLOW_UNHARDENED_DB", default=False)

INSTALLED_APPS = [
    "config.apps.InstallationConfig",
    "memory",
    "advocate",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Log-in by e-mail; what guards a record stands in the database, not here.
AUTH_USER_MODEL = "memory.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", default="optional")
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds
EMAIL_BACKEND: str = env.str("EMAIL_BACKEND", default="django.core.mail.backends.console.EmailBackend")
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"

# The strict content policy: everything from here, nothing inline, nothing elsewhere.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE: bool = env.bool("SECURE_COOKIES", default=not DEBUG and not EMBEDDED)
CSRF_COOKIE_SECURE: bool = SESSION_COOKIE_SECURE
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"

# The engine by its dotted path: what writes replies, drafts and embeddings.
ENGINE: str = env.str("ENGINE", default="advocate.engines.local.engine.LocalEngine")
# What names the drugs, measurements and people in a question, by their canonical names.
ENTITIES = "advocate.engines.local.questions.entities"

# Conversations and distilling.
MESSAGE_LIMIT = 4000  # characters a message
DISTIL_ATTEMPTS: int = env.int("DISTIL_ATTEMPTS", default=8)
DISTIL_BACKOFF_SECONDS: float = env.float("DISTIL_BACKOFF_SECONDS", default=15.0)
DISTIL_LEASE_SECONDS: int = env.int("DISTIL_LEASE_SECONDS", default=300)
SWEEP_SECONDS: float = env.float("SWEEP_SECONDS", default=60.0)
SWEEP_PATIENCE_SECONDS: float = env.float("SWEEP_PATIENCE_SECONDS", default=120.0)

CELERY_BROKER_URL: str = services.broker_url(VAR_DIR) if EMBEDDED else REDIS_URL
CELERY_TASK_CREATE_MISSING_QUEUES = True
# Every task names its queue; a task that is not listed here has none and is refused.
CELERY_TASK_DEFAULT_QUEUE = "unnamed"
CELERY_TASK_ROUTES = {
    "memory.distil": {"queue": "distilling"},
    "memory.sweep": {"queue": "upkeep"},
    "config.compact": {"queue": "upkeep"},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = DISTIL_LEASE_SECONDS
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "memory.sweep", "schedule": SWEEP_SECONDS},
    "compact": {"task": "config.compact", "schedule": crontab(hour=3, minute=0)},
}

# Logs go to standard error: standard output belongs to what a command prints. They carry ids, never words.
LOG_LEVEL: str = env.str("LOG_LEVEL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # At DEBUG this one prints parameters, which are words of a person; a failed task's message may quote a row.
    "loggers": {
        "django.db.backends": {"level": "WARNING"},
        "celery.app.trace": {"level": "CRITICAL"},
    },
}
