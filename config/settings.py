"""Settings: one file, every value that differs between installations read from the environment and typed.

A value that makes no sense stops the process here; bad combinations are system checks (`memory.checks`).
`.env.example` lists the variables.
"""

from __future__ import annotations

import contextlib
import secrets
from datetime import date
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
    given = {option: None if value == "None" else value for option, value in found.get("OPTIONS", {}).items()}
    # Parameters travel apart from the SQL, so that no word of a person stands in the server's log or activity view.
    # Neither cursors nor, unless the address asks for them, prepared statements outlive a transaction: the next one
    # may meet another connection of a pooler.
    return {**found, "OPTIONS": {**given, "server_side_binding": True}, "DISABLE_SERVER_SIDE_CURSORS": True}


# `default` is the run-time log-in, which owns nothing and on its own reads no silo; `owner` runs the migrations.
DATABASES: dict[str, dict[str, Any]] = {
    "default": {**_database("DATABASE_URL", "anamnesis_app"), "TEST": {"MIRROR": "owner"}},
    "owner": _database("OWNER_DATABASE_URL", "anamnesis_owner"),
}
# Set by the web launcher: how many connections one process keeps. The worker forks and commands are short: no pool.
DATABASE_POOL: int = env.int("DATABASE_POOL", default=0)
if DATABASE_POOL:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 5}
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
# What was erased or forgotten, by digests and ids, kept outside of the database for the day of a restored backup.
FORGET_AGAIN: Path = Path(env.str("FORGET_AGAIN", default=str(VAR_DIR / "forget-again.jsonl")))
ERASURE_NEEDS_SECOND: bool = env.bool("ERASURE_NEEDS_SECOND", default=False)  # one of the staff asks, another erases
BACKUP_MARK: str = env.str("BACKUP_MARK", default="")  # a file that each backup touches: the system page tells its age
ALLOW_UNHARDENED_DB: bool = env.bool("ALLOW_UNHARDENED_DB", default=False)

INSTALLED_APPS = [
    "config.apps.InstallationConfig",
    "memory",
    "advocate",
    "django.contrib.admin.apps.SimpleAdminConfig",  # what the staff's site shows is registered there, nothing else
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
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
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nothing is uploaded
    "staticfiles": {"BACKEND": "config.static.HashedWhereCollected"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a missing one

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
ACCOUNT_ADAPTER = "advocate.accounts.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "advocate.accounts.SignUpForm"
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("ACCOUNT_EMAIL_VERIFICATION", default="optional")
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds
EMAIL_BACKEND: str = env.str("EMAIL_BACKEND", default="django.core.mail.backends.console.EmailBackend")
# A second factor: a code from an application, or one of the recovery codes. Staff needs one where people are real.
MFA_ADAPTER = "advocate.accounts.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Anamnesis"
MFA_TOTP_TOLERANCE = 1
STAFF_SECOND_FACTOR: bool = env.bool("STAFF_SECOND_FACTOR", default=not EMBEDDED)
STAFF_IDLE_SECONDS: int = env.int("STAFF_IDLE_SECONDS", default=900)
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
CSRF_FAILURE_VIEW = "advocate.pages.refusals.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE: bool = env.bool("SECURE_COOKIES", default=not DEBUG and not EMBEDDED)
CSRF_COOKIE_SECURE: bool = SESSION_COOKIE_SECURE
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"

# What is handed in never lies in a file of ours.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"

# Google's models: by API key for development, through Vertex AI (project and location) for real patients.
GEMINI_API_KEY: str = env.str("GEMINI_API_KEY", default="")
GOOGLE_CLOUD_PROJECT: str = env.str("GOOGLE_CLOUD_PROJECT", default="")
GOOGLE_CLOUD_LOCATION: str = env.str("GOOGLE_CLOUD_LOCATION", default="")
GEMINI_ON_VERTEX: bool = bool(GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION)
ACCEPT_DEVELOPER_API_TERMS: bool = env.bool("ACCEPT_DEVELOPER_API_TERMS", default=False)
GEMINI_CHAT_MODEL: str = env.str("GEMINI_CHAT_MODEL", default="gemini-3.8-flash")
GEMINI_EMBEDDING_MODEL: str = env.str("GEMINI_EMBEDDING_MODEL", default="gemini-embedding-001")
GEMINI_THINKING_LEVEL: str = env.str("GEMINI_THINKING_LEVEL", default="low")  # "" for a model that has none
GEMINI_READ_SECONDS: float = env.float("GEMINI_READ_SECONDS", default=60.0)  # without a byte
GEMINI_TOTAL_SECONDS: float = env.float("GEMINI_TOTAL_SECONDS", default=150.0)  # for one answer; below the lease
GEMINI_BASE_URL: str = env.str("GEMINI_BASE_URL", default="")  # a proxy, or a stand-in under test

# The engine by its dotted path: what writes replies, drafts and embeddings.
_gemini = bool(GEMINI_API_KEY) or GEMINI_ON_VERTEX
ENGINE: str = env.str(
    "ENGINE",
    default="advocate.engines.gemini.engine.GeminiEngine" if _gemini else "advocate.engines.local.engine.LocalEngine",
)
# What names the drugs, measurements and people in a question, by their canonical names.
ENTITIES = "advocate.engines.local.questions.entities"
# What gives a drug, a measure or a role its one name, for the gate.
NAMING = "advocate.engines.naming.named_in"

# Conversations and distilling.
MESSAGE_LIMIT = 4000  # characters a message
# The day of conversations in the browser, for demonstrations and tests, as `--today` is in the terminal.
CONVERSATION_DAY: date | None = date.fromisoformat(day) if (day := env.str("CONVERSATION_DAY", default="")) else None
REPLY_PATIENCE_SECONDS: float = env.float("REPLY_PATIENCE_SECONDS", default=180.0)  # then a reply counts as cut off
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
VAR_DIR.mkdir(parents=True, exist_ok=True)  # else the clock dies, and the worker goes on without it
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
    "formatters": {
        "plain": {"()": "config.logs.Wordless", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # At DEBUG these print parameters, prompts or answers, which are words of a person; a failed task's message may
    # quote a row.
    "loggers": {
        "django.db.backends": {"level": "WARNING"},
        "celery.app.trace": {"level": "CRITICAL"},
        "google_genai": {"level": "ERROR"},
        "google.auth": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
        "urllib3": {"level": "WARNING"},
        "pypdf": {"level": "CRITICAL"},
    },
}
