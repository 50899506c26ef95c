"""How commands speak, to a person and to a program.

With `--json` standard output holds one JSON object a line and nothing else; without, text. Progress and logs go to
standard error. Exit status is 0 only on success; a CommandError says what to do, and never quotes a record's words.

    class Command(VerbCommand):
        help = "…"
        verbs = (Verb("list", "…", run=…, arguments=…, examples="…"),)
"""

from __future__ import annotations

import getpass
import json
import os
import sys
import unicodedata
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser, DjangoHelpFormatter, OutputWrapper
from django.db import OperationalError, ProgrammingError
from psycopg.errors import InsufficientPrivilege, UndefinedFunction, UndefinedTable

from memory.door import Actor, Restricted
from memory.events import Event

Options = dict[str, Any]
SHORT = 8  # digits of an id, as text shows it


class Voice:
    """What a command says: events to a program, text to a person, progress to a terminal."""

    def __init__(self, out: OutputWrapper, error: OutputWrapper, *, as_json: bool) -> None:
        self.out, self.error, self.as_json = out, error, as_json

    def say(self, event: Event, text: str | None = None) -> None:
        """Print the event as a line of JSON, or the text; without a text a person is told nothing."""
        if self.as_json:
            self.out.write(json.dumps(event, ensure_ascii=False))
        elif text is not None:
            self.out.write(printable(text))
        self.out.flush()

    def tell(self, text: str) -> None:
        """Print the text for a person; a program is told nothing."""
        if not self.as_json:
            self.out.write(printable(text))

    def write(self, piece: str) -> None:
        """Print a piece of a larger whole as it is, without a line's end."""
        self.out.write(piece, ending="")

    def progress(self, what: str, done: int, total: int) -> None:
        """Show how far long work has come, on one line that it writes over; nothing where nobody looks."""
        if self.error.isatty():
            line = f"\r{what}: {done:,} of {total:,} " + ("\n" if done >= total else "")
            self.error.write(line, style_func=str, ending="")
            self.error.flush()


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that a command does: `manage.py <command> <name>`."""

    name: str
    help: str
    run: Callable[[Voice, Options], None]
    arguments: Callable[[ArgumentParser], None] = lambda parser: None
    examples: str = ""


class Help(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Django's order of options, with examples printed as they were written."""


class SpeakingCommand(BaseCommand):
    """A command with `--json` and examples in its help, whose errors say what to do."""

    examples: ClassVar[str] = ""
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return Django's parser, with the examples last."""
        return super().create_parser(
            prog_name, subcommand, formatter_class=Help, epilog=_epilog(self.examples), **kwargs
        )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--json`."""
        add_json(parser)

    def voice(self, options: Options) -> Voice:
        """Return the voice that the options ask for."""
        return Voice(self.stdout, self.stderr, as_json=bool(options.get("json")))

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; what the database or the settings refuse becomes a message that says what to do."""
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(_advice(error)) from None
        except (ImproperlyConfigured, Restricted) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            raise CommandError("interrupted", returncode=130) from None
        except BrokenPipeError:  # the reader has left, as `head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(141)


class VerbCommand(SpeakingCommand):
    """A command with verbs, each with arguments and help of its own."""

    verbs: ClassVar[tuple[Verb, ...]] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add a parser for each verb."""
        subparsers = parser.add_subparsers(dest="verb", required=True, metavar="VERB", title="verbs")
        for verb in self.verbs:
            sub = subparsers.add_parser(
                verb.name,
                help=verb.help,
                description=verb.help,
                formatter_class=Help,
                epilog=_epilog(verb.examples),
            )
            add_json(sub)
            verb.arguments(sub)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the verb."""
        (verb,) = (verb for verb in self.verbs if verb.name == options["verb"])
        verb.run(self.voice(options), options)


def add_json(parser: ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line on standard output")


def add_silo(
    parser: ArgumentParser, *, required: bool = True, help: str = "the silo, by its key <app>/<record>"
) -> None:
    """Add `--silo KEY`."""
    parser.add_argument("--silo", metavar="KEY", required=required, type=silo_key, help=help)


def silo_key(text: str) -> str:
    """Read a silo's key. Raises ArgumentTypeError for what cannot be one."""
    app, _, record = text.partition("/")
    if not app or not record or not text.isprintable():
        raise ArgumentTypeError("a silo's key has the form <app>/<record>, such as patient-advocate/local-user")
    return text


def day(text: str) -> date:
    """Read a day. Raises ArgumentTypeError unless it is written YYYY-MM-DD and exists."""
    with suppress(ValueError):
        if len(text) == 10:
            return date.fromisoformat(text)
    raise ArgumentTypeError(f"{text!r} is no day of the form YYYY-MM-DD, such as 2026-09-01")


def id_prefix(text: str) -> str:
    """Read an id or its beginning. Raises ArgumentTypeError for what no id begins with."""
    digits = text.lower().replace("-", "")
    if not 0 < len(digits) <= 32 or set(digits) - set("0123456789abcdef"):
        raise ArgumentTypeError(f"{text!r} is no id, nor the beginning of one: 1 to 32 hexadecimal digits")
    return digits


def by_prefix(prefix: str, ids: Iterable[UUID]) -> list[UUID]:
    """Return the ids that begin with `prefix`, in order."""
    return sorted(id for id in ids if id.hex.startswith(prefix))


def short(id: UUID) -> str:
    """Return the beginning of an id, as text shows it."""
    return id.hex[:SHORT]


def operator() -> Actor:
    """Return who runs the command: the operator, by the name of the machine's account where it has one."""
    try:
        return Actor(f"operator {getpass.getuser()}", "command")
    except (KeyError, OSError):
        return Actor("operator", "command")


def printable(text: str) -> str:
    """Return text that cannot steer a terminal: control characters other than line breaks are spelt out."""
    return "".join(c if c == "\n" or unicodedata.category(c) not in {"Cc", "Cs"} else f"\\x{ord(c):02x}" for c in text)


def _epilog(examples: str) -> str | None:
    return "examples:\n" + "\n".join(f"  {line}" for line in examples.strip().splitlines()) if examples else None


def _advice(error: Exception) -> str:
    cause = error.__cause__
    if isinstance(cause, UndefinedTable | UndefinedFunction):
        return "the database lacks tables or functions: run `manage.py migrate`"
    if isinstance(cause, InsufficientPrivilege):
        return (
            "the database refused: SECRET_KEY or PASS_KEY is not the one that it knows (`manage.py migrate` tells it),"
            f" or a role lacks a right ({cause.diag.message_primary})"
        )
    if isinstance(error, OperationalError):
        return f"the database did not answer or gave up ({type(cause).__name__}): see that it runs, and try again"
    return f"the database refused a statement ({type(cause).__name__})"
