"""A person searches her own record and her own words: by meaning, by names and words, by time.

As a recall finds, but nothing is placed in a prompt: no use is counted, and the access log, which tells who looked at
her record, says nothing of her own looking.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string

from advocate.showing import words
from advocate.showing.facts import ShownFact, shown
from memory.engine import EngineError, MemoryEngine
from memory.models import Turn
from memory.reading import record_on
from memory.recall import lookup, ranking
from memory.recall.lookup import Probe
from memory.recall.question import Asked, read
from memory.recall.ranking import Match
from memory.recall.turns import FoundTurn, found_turns
from memory.text import clean
from memory.vocabulary import Speaker

logger = logging.getLogger(__name__)

LONGEST = 300  # characters of a search
_NEAR, _FACTS, _TURNS, _ALIKE = 30, 40, 20, 5


@dataclass(frozen=True, slots=True)
class FoundWords:
    """A message of hers; `session` is the public id of its conversation."""

    text: str
    speaker: str
    at: str
    session: UUID


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found. `alike` and `said_alike` share no word with it, but are close in meaning.

    `by_words_alone`: the engine did not answer, so that nothing was looked for by meaning.
    """

    facts: tuple[ShownFact, ...]
    alike: tuple[ShownFact, ...]
    said: tuple[FoundWords, ...]
    said_alike: tuple[FoundWords, ...]
    by_words_alone: bool = False

    @property
    def count(self) -> int:
        """How many things were found."""
        return len(self.facts) + len(self.alike) + len(self.said) + len(self.said_alike)


def search(
    user_key: str, wanted: str, *, day: date, engine: MemoryEngine, into: AbstractContextManager[None]
) -> Results:
    """Return what the record and its conversations hold on this; `into` enters the silo.

    The engine is asked outside of it; without it, names, words, kinds and dates still find. A fixed number of queries.
    """
    asked = read(clean(wanted).text, day, entities=import_string(settings.ENTITIES))
    probe = _probe(asked.text, engine)
    with into:
        record = record_on(day)
        near = lookup.similar_facts(user_key, probe, _NEAR) if probe else []
        ranked = ranking.rank(asked, record, near, day)
        turns = _turns(user_key, asked, probe)
        sessions = Turn.objects.filter(id__in=[turn.id for turn in turns]).select_related("session")
        where = {turn.id: _words(turn) for turn in sessions}
    named = [match for match in ranked if _says_so(match)][:_FACTS]
    alike = [match for match in ranked if not _says_so(match)][: _ALIKE if len(named) < _ALIKE else 0]
    said = [turn for turn in turns if turn.words]
    beside = [turn for turn in turns if not turn.words and turn.similarity is not None]
    return Results(
        facts=tuple(shown(match.fact) for match in named),
        alike=tuple(shown(match.fact) for match in alike),
        said=tuple(where[turn.id] for turn in said),
        said_alike=tuple(where[turn.id] for turn in beside[: _ALIKE if len(said) < _ALIKE else 0]),
        by_words_alone=probe is None,
    )


def _probe(text: str, engine: MemoryEngine) -> Probe | None:
    try:
        return lookup.probe(text, engine)
    except EngineError as error:
        logger.warning("a search goes on by words and dates alone: %s", type(error).__name__)
        return None


def _says_so(match: Match) -> bool:
    """True where more than likeness found it: it answers, or shares a thing, a person, a time or a word."""
    return match.answers or bool(match.named or match.people or match.words or match.window)


def _turns(user_key: str, asked: Asked, probe: Probe | None) -> Sequence[FoundTurn]:
    everyone = [speaker for speaker in Speaker if speaker.is_person]
    return found_turns(user_key, asked.spoken, probe, by=everyone, lent={}, answers=(), exclude=None, count=_TURNS)


def _words(turn: Turn) -> FoundWords:
    return FoundWords(
        text=turn.text.strip(),
        speaker=words.speaker(turn.speaker),
        at=words.moment(turn.said_at, turn.time_zone),
        session=turn.session.public_id,
    )
