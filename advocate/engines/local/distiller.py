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
    dating,
    directives,
    episode,
    histories,
    measurements,
    medications,
    preferences,
    setting_right,
    taking_back,
)
from advocate.engines.local.gathering import gathered, tells_more_of_a_symptom
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.sentences import Clause, clauses
from advocate.engines.local.speech import Speech
from memory.drafts import Draft, Said, Transcript

_Topic = Callable[[Clause, Hearing], list[Draft]]

# The first of these that hears something takes the clause whole: what it says is not read a second time.
_WHOLE: tuple[_Topic, ...] = (
    corrections.hear,
    setting_right.hear,
    answers.hear,
    allergies.hear,
    directives.hear,
    histories.of_the_family,
)
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
# What only adds to, or sets right, what the clause before told.
_GOES_ON: tuple[Callable[[Clause, Hearing], bool], ...] = (
    setting_right.side_was_slip,
    dating.dates_what_was_told,
    taking_back.was_a_mistake,
    taking_back.is_denied_at_once,
    corrections.was_wrong,
    tells_more_of_a_symptom,
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
        elif not any(goes_on(clause, hearing) for goes_on in _GOES_ON):
            heard = dating.in_its_scene(gathered(_heard(clause, hearing), hearing), clause, hearing)
            hearing.drafts += heard
            hearing.source(clause)  # who acts in a clause may be who orders in the next
            dating.sets_the_scene(clause, hearing, told=bool(heard))
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
