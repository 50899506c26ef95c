"""The list of what has to be forgotten again when a backup is restored; kept in a file outside of the database.

One JSON object a line, appended when something went, by digests and ids alone:

    {"erased": digest of the key, "receipt", "at", "bytes_gone_at", "by", "basis", "counts", "verification"}
    {"forgot": fact id, "silo": digest of the key}
    {"closed": digest of the account, "at"}

Whoever restores a backup needs the list as it is now, so it must not lie where only the backup brings it back.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

Entry = dict[str, Any]
_KINDS = {"erased": {"receipt", "at", "by", "basis", "counts"}, "forgot": {"silo"}, "closed": {"at"}}


class ListError(Exception):
    """The file is no such list; the message says where."""


def digest_of(user_key: str) -> str:
    """Return what the list, an anchor and a receipt call a silo."""
    return hashlib.sha256(user_key.encode()).hexdigest()


def note(*entries: Entry) -> None:
    """Append to the list when the transaction has ended well. What cannot be written is logged."""
    transaction.on_commit(lambda: _append(entries))


def read(path: Path) -> list[Entry]:
    """Return the entries of a list. Raises ListError."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ListError(f"{path} cannot be read ({type(error).__name__})") from None
    return [_entry(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]


def write(path: Path, entries: Iterable[Entry]) -> int:
    """Write these entries and those that the file holds already, each once, whole or not at all; return how many.

    Raises ListError.
    """
    kept = {identity(entry): entry for entry in [*(read(path) if path.exists() else []), *entries]}
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.touch(mode=0o600)
        fresh.write_text("".join(_line(entry) for entry in kept.values()))
        fresh.replace(path)
    except OSError as error:
        raise ListError(f"{path} cannot be written: {error.strerror}") from None
    return len(kept)


def identity(entry: Entry) -> tuple[str, str]:
    """Return what tells an entry from the others: an erasure by its receipt, a fact by its id, an account by digest."""
    kind = next(kind for kind in _KINDS if kind in entry)
    return kind, str(entry["receipt"] if kind == "erased" else entry[kind])


def _append(entries: Iterable[Entry]) -> None:
    try:
        handle = os.open(settings.FORGET_AGAIN, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, "".join(map(_line, entries)).encode())  # one write: lines of two processes never mix
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        logger.error("the list of what was erased could not be kept (%s): memory reerase --write", error.strerror)


def _line(entry: Entry) -> str:
    return json.dumps(entry) + "\n"


def _entry(line: str, where: str) -> Entry:
    try:
        entry = json.loads(line)
        [kind] = [kind for kind in _KINDS if kind in entry]
        if not _KINDS[kind] <= entry.keys():
            raise ValueError
    except (ValueError, TypeError):
        raise ListError(f"{where}: this is no entry of a list of what was erased") from None
    return dict(entry)
