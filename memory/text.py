"""What people type, made storable: nothing is lost but the characters that no database can hold."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings


class MessageError(ValueError):
    """A message cannot be taken as it is; the message says what to do. It never quotes the words."""


@dataclass(frozen=True, slots=True)
class CleanText:
    """Storable text. `note` says what was removed, "" where nothing was."""

    text: str
    note: str


def clean(text: str) -> CleanText:
    """Return the text without NUL and lone surrogates; emoji, right-to-left marks and the rest are kept."""
    kept = "".join(c for c in text if c != "\0" and not "\ud800" <= c <= "\udfff")
    removed = len(text) - len(kept)
    if not removed:
        return CleanText(text, "")
    return CleanText(kept, f"{removed} character{'s' if removed > 1 else ''} that cannot be stored removed")


def clean_message(text: str) -> CleanText:
    """Return a message ready to be stored. Raises MessageError when it is empty or over the limit."""
    cleaned = clean(text)
    if not cleaned.text.strip():
        raise MessageError("the message is empty: write a few words")
    if len(cleaned.text) > settings.MESSAGE_LIMIT:
        raise MessageError(
            f"the message has {len(cleaned.text):,} characters, the limit is {settings.MESSAGE_LIMIT:,}:"
            " send it in parts (nothing was saved)"
        )
    return cleaned
