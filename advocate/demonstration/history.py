"""The history of the demonstration: conversations on past days, held as people hold them, distilled by the worker.

A message has an id that follows from the record and its place in the script, so that a history which was interrupted
goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as clock
from pathlib import Path
from zoneinfo import ZoneInfo

import yaml
from django.db import connection

from advocate import conversation, registry
from advocate.access import AGENT, Patient
from advocate.demonstration import cast
from advocate.engines.base import speaking_engine
from memory import transcript
from memory.models import Turn, User
from memory.outcome import report
from memory.vocabulary import SessionState

SCRIPT = Path(__file__).with_name("two-months.yaml")
_EVENING = clock(19, 5)  # after everything that a patient tells of the day
_PATIENCE = 180  # seconds until a conversation that nobody distils is given up
_DAY = re.compile(r"\{(?:in (?P<ahead>\d+) days|(?P<back>\d+) days ago)\}")


class HistoryError(Exception):
    """The history cannot go on; the message says why."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """One conversation of the script: who speaks, how long ago, and what is said, with days to be filled in."""

    number: int
    who: str
    days_ago: int
    says: tuple[str, ...]

    def messages(self, day: date) -> list[str]:
        """Return what is said, the days told from `day`."""
        return [_DAY.sub(lambda found: _told(day, found), line) for line in self.says]


def script() -> list[Scripted]:
    """Return the conversations, oldest first."""
    return [
        Scripted(number, item["who"], item["days_ago"], tuple(item["says"]))
        for number, item in enumerate(yaml.safe_load(SCRIPT.read_text()))
    ]


def evening(patient: Patient, days_ago: int) -> datetime:
    """Return the moment at which a conversation so many days ago begins, in the patient's zone."""
    return datetime.combine(patient.day - timedelta(days=days_ago), _EVENING, ZoneInfo(patient.zone))


def tell(
    accounts: Mapping[str, User], *, secret: str, watch: Callable[[], None], progress: Callable[[int, int], None]
) -> None:
    """Hold all that is not told yet; a patient whose history is told gets the password.

    `watch` is called while the worker is waited for, and may raise; `progress` with how many conversations of how many
    were held. Raises HistoryError where the worker makes nothing of one, EngineError where the engine does not answer.
    """
    untold = {short: _patient(user) for short, user in accounts.items() if not user.has_usable_password()}
    due = [scripted for scripted in script() if scripted.who in untold]
    if "alice" in untold:
        began = evening(untold["alice"], due[0].days_ago)
        cast.cares_for(accounts["bob"], untold["alice"].key, since=began, by=accounts["ada"])
    for held, scripted in enumerate(due):
        progress(held, len(due))
        hold(scripted, untold[scripted.who], watch=watch)
    if due:
        progress(len(due), len(due))
    for short in untold:
        cast.let_in(accounts[short], secret)


def hold(scripted: Scripted, patient: Patient, *, watch: Callable[[], None]) -> None:
    """Hold one conversation to its end and wait for its facts; what was said before is not said again."""
    begins = evening(patient, scripted.days_ago)
    turn = uuid.UUID(int=0)
    for place, message in enumerate(scripted.messages(begins.date())):
        turn = _id(patient, scripted.number, place)
        _exchange(patient, message, turn, begins + timedelta(minutes=place))
    with patient.enter("end of conversation"):
        session = Turn.objects.select_related("session").get(id=turn).session.public_id
    transcript.close(patient.key, session, by=patient.by)
    _wait(patient, session, watch)


def _patient(user: User) -> Patient:
    return Patient(user.pk, user.time_zone, None).registered()


def _exchange(patient: Patient, message: str, turn: uuid.UUID, at: datetime) -> None:
    with patient.enter("chat"):
        if Turn.objects.filter(id=turn).exists():
            return
    engine = speaking_engine()
    taken = conversation.begin(
        patient.key,
        message,
        agent=registry.agent(AGENT),
        engine=engine,
        at=at,
        zone=patient.zone,
        by=patient.by,
        turn_id=turn,
    )
    conversation.finish(taken, asyncio.run(conversation.whole(taken, engine)), by=patient.by)


def _wait(patient: Patient, session: uuid.UUID, watch: Callable[[], None]) -> None:
    for _ in _patiently():
        watch()
        told = report(patient.key, session, by=patient.by)
        if told.state == SessionState.FAILED:
            raise HistoryError(f"a conversation was not distilled; again: manage.py distill --again {session}")
        if SessionState(told.state).is_final and not told.unembedded:
            return
        connection.close()
    raise HistoryError(f"a conversation was not distilled within {_PATIENCE} seconds")


def _patiently() -> Iterator[None]:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        yield
        time.sleep(0.1)


def _id(patient: Patient, *place: int) -> uuid.UUID:
    return uuid.uuid5(uuid.NAMESPACE_URL, "/".join(["demonstration", patient.key, *map(str, place)]))


def _told(day: date, found: re.Match[str]) -> str:
    ahead = int(found["ahead"] or 0) - int(found["back"] or 0)
    told = day + timedelta(days=ahead)
    return f"{told:%B} {told.day}, {told.year}"
