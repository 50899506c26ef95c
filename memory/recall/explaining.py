"""Why a row was not placed, and what each stage of a recall came to.

The stages at which a row may be left out, in order: `record` (may it be spoken of on that day), `shortlist` (did words,
kind, time or meaning find it), `answer` (does it answer, or stand beside), `placing` (was there room, and is its time
asked for).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.reading import Record
from memory.recall.question import Asked
from memory.recall.ranking import Match
from memory.recollection import Placed, Quotation, Slot, Stage, WhyNot
from memory.vocabulary import Retired, Status, Tag

_WAYS = ("past", "change", "ahead", "trend", "broad", "general", "contradictions", "of_record")


@dataclass(frozen=True, slots=True)
class Course:
    """How a recall went, from the question as read to what was placed."""

    asked: Asked
    record: Record
    ranked: Sequence[Match]
    placed: Sequence[Placed]
    shortlist: int
    limit: int
    past: bool
    muted: frozenset[UUID] = frozenset()
    pinned: frozenset[UUID] = frozenset()


def stages(course: Course, quotations: Sequence[Quotation], turns: int) -> tuple[Stage, ...]:
    """Return what each stage came to, in a few words that hold none of the record's."""
    placed, ranked = course.placed, course.ranked
    answers = sum(match.answers for match in ranked)
    by = {
        "names": sum(bool(m.named or m.people) for m in ranked),
        "words": sum(bool(m.words) for m in ranked),
        "kind": sum(m.of_kind for m in ranked),
        "time": sum(m.window is not None for m in ranked),
        "meaning": sum(m.place is not None for m in ranked),
    }
    slots = [f"{sum(each.slot is slot for each in placed)} {slot.value}" for slot in Slot]
    return (
        Stage("question", _read(course.asked)),
        Stage(
            "candidates", f"{len(ranked)} rows ({', '.join(f'{n} by {what}' for what, n in by.items())}), {turns} turns"
        ),
        Stage("ranking", f"{answers} answer, {len(ranked) - answers} are near"),
        Stage("placing", ", ".join(slots)),
        Stage("silence", _silence(placed_answers=_answering(course), quotations=len(quotations))),
    )


def why_not(fact: UUID, course: Course) -> WhyNot:
    """Return at which stage a row was left out, and why; of a placed one, why it was placed."""
    for each in course.placed:
        if each.fact.id == fact:
            return WhyNot(fact, "placed", "; ".join(each.why))
    if fact in course.muted:
        return WhyNot(fact, "record", "its person asked never to bring it up")
    if fact not in course.record or course.record[fact].slot is None:
        return WhyNot(fact, "record", _may_not_be_spoken_of(course.record, fact))
    return WhyNot(fact, *_left_out(fact, course))


def _left_out(fact: UUID, course: Course) -> tuple[str, str]:
    """The stage and the reason, of a row that may be spoken of."""
    place = next((at for at, match in enumerate(course.ranked) if match.fact.id == fact), None)
    if fact in course.pinned and course.record[fact].slot is not Slot.HISTORY:
        return ("placing", "pinned, but more is pinned than half of the places hold")
    if place is None:
        return ("shortlist", "neither names, words, kind, time nor meaning found it")
    match = course.ranked[place]
    found = f"found by {'; '.join(match.why) or 'its kind'}"
    if not match.answers:
        beyond = "" if place < course.shortlist else f", number {place + 1} of the shortlist's {course.shortlist}"
        return ("answer", f"{found}{beyond}; {_no_answer(course.asked, match)}")
    if match.row.slot is Slot.HISTORY and not course.past:
        return ("placing", f"{found}; it is past, and the question asks for what holds")
    return ("placing", f"{found}; it answers, but what is nearer filled the {course.limit} places")


def _read(asked: Asked) -> str:
    parts = [
        ("names", [term.said for term in asked.names]),
        ("people", [term.said for term in asked.people]),
        ("of", [term.said for term in asked.relatives]),
        ("words", [term.said for term in asked.words]),
        ("kinds", sorted(kind.value.lower().replace("_", " ") for kind in asked.kinds)),
        ("beside", sorted(asked.aside)),
        ("side", [asked.side] if asked.side else []),
        ("time", [window.phrase for window in asked.windows]),
        ("asks for", [name.replace("_", " ") for name in _WAYS if getattr(asked, name)]),
    ]
    return "; ".join(f"{name}: {', '.join(said)}" for name, said in parts if said) or "nothing that the record knows"


def _answering(course: Course) -> int:
    answers = {match.fact.id for match in course.ranked if match.answers}
    return sum(each.fact.id in answers for each in course.placed)


def _silence(*, placed_answers: int, quotations: int) -> str:
    if placed_answers:
        return f"the record answers: {placed_answers} rows"
    return f"only {quotations} earlier turns answer" if quotations else "silent: nothing placed answers"


def _may_not_be_spoken_of(record: Record, fact: UUID) -> str:
    if fact not in record:
        return "the record holds no such row"
    view = record[fact].fact
    if view.status is Status.RETRACTED:
        return "it was withdrawn"
    if view.retired_why is Retired.CORRECTED:
        return "it was corrected: it never was so"
    if (expired := record[fact].expired) is not None:
        return f"it has expired on {expired}"
    return "it was a plan that never took effect"


def _no_answer(asked: Asked, match: Match) -> str:
    """The first rule that kept it from answering, as a reader would say it."""
    fact = match.fact
    if fact.tag is Tag.EPISODE and not asked.asks_for(Tag.EPISODE):
        return "a summary answers only where a conversation is asked for"
    if asked.windows and match.window is None:
        return "it is of another time"
    if not asked.fits(fact.tag, f"{fact.text} {' '.join(fact.keys)}", named=bool(match.named)):
        return "it is of another kind than is asked for"
    if near := _near_miss(asked, match):
        return near
    if asked.has_topic and not match.named:
        return "it does not hold enough of what the question names"
    return "it stands near what is asked, and does not answer it"


def _near_miss(asked: Asked, match: Match) -> str:
    if asked.side and match.side and asked.side != match.side:
        return "it is of the other side"
    if not match.people and any(person.said not in asked.aside for person in asked.people):
        return "it is not of the person who is asked about"
    return ""
