"""What the tests of recall share: facts told through the real ledger, and engines whose vectors can be foreseen."""

from __future__ import annotations

import hashlib
import math
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from memory import ledger
from memory.dates import PartialDate
from memory.door import Actor, silo
from memory.drafts import Act, Draft, Quote, Tense, Transcript, Value
from memory.engine import DIMENSIONS, EngineUnavailable, Purpose, Vector
from memory.models import Fact, Session
from memory.reading import known
from memory.transcript import Opening, hear, lock_silo, turns_of
from memory.vocabulary import SessionState, Speaker, Tag, address

TESTER = Actor("tester", "test")
OPENING = Opening(agent="patient-advocate", agent_version="1")


class WordsEngine:
    """Hashes words to places of a vector: texts that share words are near."""

    name = "words"
    prompt_version = "1"
    embedding_model = "words-1"
    remote = False

    def distil(self, transcript: Transcript) -> list[Draft]:
        """Draft nothing."""
        return []

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Return one unit vector a text."""
        return [_hashed(text) for text in texts]


class SilentEngine(WordsEngine):
    """Cannot embed."""

    def embed(self, texts: Sequence[str], *, purpose: Purpose) -> list[Vector]:
        """Raise EngineUnavailable."""
        raise EngineUnavailable("no network")


@dataclass(frozen=True)
class Told:
    """One statement of a conversation, as a draft is made from it."""

    text: str
    tag: Tag
    thing: str
    keys: tuple[str, ...]
    source: str = "patient"
    aspect: str = ""
    act: Act = Act.STATE
    tense: Tense = Tense.NOW
    on: str = ""
    phrase: str = ""
    value: Value = field(default_factory=Value)
    negated: bool = False
    replaces: str = ""
    speaker: Speaker = Speaker.PATIENT


def tell(user_key: str, day: date, *told: Told, embed: bool = False) -> list[uuid.UUID]:
    """Hold a conversation on `day` that says these things, distil it, and return the ids of the rows that it wrote."""
    at = datetime.combine(day, time(15), tzinfo=UTC)
    for i, each in enumerate(told):
        said = hear(
            user_key,
            speaker=each.speaker,
            text=words(each),
            at=at + timedelta(minutes=i),
            zone="America/New_York",
            opening=OPENING,
            by=TESTER,
        )
    public = said[0]
    with silo(user_key, by=TESTER, why="test"):
        lock_silo(user_key)
        session = Session.objects.get(public_id=public)
        before = set(Fact.objects.values_list("id", flat=True))
        turns = turns_of(public)
        transcript = Transcript("patient-advocate", "1", turns, known(day))
        drafts = [draft(each, turn.id) for each, turn in zip(told, turns, strict=True)]
        outcome = ledger.write(
            drafts, transcript, user_key=user_key, session=session, drafted=ledger.Drafted("test", "1")
        )
        assert not outcome.held, [held.reason for held in outcome.held]
        Session.objects.filter(id=session.id).update(status=SessionState.DONE, distilled_seq=len(turns))
        rows = Fact.objects.exclude(id__in=before).order_by("created_at").values_list("id", flat=True)
        return list(rows)


def words(told: Told) -> str:
    """Return the turn that says it; whose statement it is is said where somebody else's it is."""
    said = f"{told.text} {told.phrase}".strip()
    return said if told.source in {"patient", "clinician"} or told.source in said else f"{said}, {told.source} said"


def draft(told: Told, turn: uuid.UUID) -> Draft:
    """Return the draft of a statement."""
    quotes = (Quote(turn, words(told)),)
    return Draft(
        tag=told.tag,
        text=told.text,
        quotes=quotes,
        source=told.source,
        attribute=told.thing,
        keys=told.keys,
        memory_key=address(told.tag, told.thing, told.aspect) if told.tag.is_state else None,
        value=told.value,
        act=told.act,
        tense=told.tense,
        date=PartialDate.parse(told.on) if told.on else None,
        date_phrase=told.phrase,
        negated=told.negated,
        replaces=told.replaces,
    )


def _hashed(text: str) -> Vector:
    vector = [0.01] * DIMENSIONS
    for word in re.findall(r"\w+", text.lower()):
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % DIMENSIONS] += 1
    length = math.sqrt(sum(x * x for x in vector))
    return [x / length for x in vector]
