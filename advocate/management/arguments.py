"""Arguments that the agent's commands share."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.management.base import CommandError
from django.utils import timezone


def moment(today: str | None, zone: str) -> datetime:
    """Return now in the zone, moved to the day `today` (YYYY-MM-DD) where one is given. Raises CommandError."""
    try:
        now = timezone.now().astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise CommandError(f"{zone!r} is no time zone: name one like America/New_York or UTC") from error
    if today is None:
        return now
    try:
        day = date.fromisoformat(today)
    except ValueError as error:
        raise CommandError(f"{today!r} is no day: write it as YYYY-MM-DD") from error
    return now.replace(year=day.year, month=day.month, day=day.day)
