"""The conversation's clock: `--today` and `--timezone`. The audit has its own, which nobody sets."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory.management.output import day


def add_clock(parser: CommandParser) -> None:
    """Add the options that set the day and the place of a conversation."""
    parser.add_argument("--today", metavar="DATE", type=day, help="the day of the conversation (default: today)")
    parser.add_argument(
        "--timezone", metavar="ZONE", default="UTC", help="where the person is, for example America/New_York"
    )


def moment(today: date | None, zone: str) -> datetime:
    """Return now in the zone, moved to the day `today` where one is given. Raises CommandError for no zone."""
    try:
        now = timezone.now().astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, IsADirectoryError):
        raise CommandError(f"{zone!r} is no time zone: name one like America/New_York or UTC") from None
    return now.replace(year=today.year, month=today.month, day=today.day) if today else now
