"""The local distiller: from a transcript to drafts, by rules, without a network, the same way every time."""

from __future__ import annotations

from collections.abc import Callable

from advocate.engines.local import (
    allergies,
    answers,
    appointments,
    circumstances,
    conditions,
    corrections,
    directives,
    episode,
    histories,
    measurements,
    medications,
    preferences,
)
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.sentences import Clause, clauses
from advocate.engines.local.speech import Speech
from memory.drafts import Draft, Said, Transcript

_Topic = Callable[[Clause, Hearing], list[Draft]]

# The first of these that hears something takes the clause whole: what it says is not read a second time.
_WHOLE: tuple[_Topic, ...] = (corrections.hear, answers.hear, allergies.hear, directives.hear, histories.of_the_family)
# These read beside each other: one clause may hold a medicine, a reading and a symptom.
_TOGETHER: tuple[_Topic, ...] = (
    medications.hear,
    measurements.hear,
    conditions.hear,
    histories.hear,
    appointments.hear,
    preferences.hear,
    circumstances.hear,
)


def distil(transcript: Transcript) -> list[Draft]:
    """Return the candidate facts of a transcript in the order said, the episode last. Never raises for any words."""
    speech = Speech(transcript)
    hearing = Hearing(speech.transcript)
    for turn in speech.transcript.turns:
        if turn.speaker.is_person:
            _listen(turn, hearing)
        else:
            hearing.notes(turn, turn.text)
    summary = episode.of(hearing)
    return [speech.restored(draft) for draft in (*hearing.drafts, *([summary] if summary else []))]


def _listen(turn: Said, hearing: Hearing) -> None:
    for clause in clauses(turn):
        amended = allergies.reaction(clause, hearing)
        if amended:
            hearing.drafts[-1] = amended
        else:
            hearing.drafts += _heard(clause, hearing)
        if clause.asked:
            hearing.asked.append(clause)
        hearing.notes(turn, clause.text)
        hearing.previous = clause


def _heard(clause: Clause, hearing: Hearing) -> list[Draft]:
    for topic in _WHOLE:
        if drafts := topic(clause, hearing):
            return drafts
    if clause.asked:
        return []
    return [draft for topic in _TOGETHER for draft in topic(clause, hearing)]
