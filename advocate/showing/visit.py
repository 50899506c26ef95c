"""What a person takes to an appointment: her record on a day, in plain words and on a sheet or two. Inside the silo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from advocate import trends
from advocate.showing import words
from memory.gate import Reason
from memory.models import HeldDraft, Record
from memory.reading import Record as Rows
from memory.reading import open_conflicts, record_on
from memory.recollection import FactView, OpenConflict, Placed, Slot
from memory.vocabulary import Tag

READINGS = 4  # of one measure, the last ones
MEASURES = 14  # those with the newest readings
HELD = 8
DISCLAIMER = (
    "Written from what was said in conversations and documents, each with its date and who said it."
    " Anamnesis is no medical device."
)
_HOLDS = {Slot.CURRENT, Slot.CONFLICT}
_ASKABLE = (
    Reason.ASKED,
    Reason.HYPOTHETICAL,
    Reason.DATE,
    Reason.NUMBER,
    Reason.THING,
    Reason.SOURCE,
    Reason.NO_TARGET,
)
_DISPUTED = "in question, see below"


@dataclass(frozen=True, slots=True)
class Line:
    """One fact as a sheet says it. `more` is what belongs to it: since when and from whom, or a trend."""

    text: str
    more: str
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and its lines; `empty` is said where there are none, `left` counts those for which there is no room."""

    heading: str
    lines: tuple[Line, ...]
    empty: str = ""
    left: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole sheet. `whose` is whom the record is about, `teller` who keeps it for somebody else."""

    whose: str
    teller: str
    day: str
    parts: tuple[Part, ...]


def summary(day: date, *, account: str) -> Summary:
    """Return the sheet of a day; `account` is how the person who is signed in is called."""
    record, rows = Record.objects.get(), record_on(day)
    own = record.subject == "self"
    return Summary(
        whose=account if own else record.subject_name or record.subject,
        teller="" if own else account,
        day=words.day(day),
        parts=parts(rows, open_conflicts(), _unsettled(), day),
    )


def blank(day: date, *, account: str) -> Summary:
    """Return the sheet of somebody who has no record yet."""
    return Summary(account, "", words.day(day), parts({}, (), (), day))


def parts(rows: Rows, conflicts: Sequence[OpenConflict], held: Sequence[HeldDraft], day: date) -> tuple[Part, ...]:
    """Return the parts in the order in which a clinician asks for them."""
    taken = _holding(rows, Tag.MEDICATION)
    found = (
        Part("Allergies", tuple(map(_line, _holding(rows, Tag.ALLERGY))), "The record holds nothing on allergies."),
        Part(
            "Medicines",
            tuple(_medicine(fact, rows) for fact in taken if not fact.negated),
            "The record holds no medicine.",
        ),
        Part("Stopped, or not taken", tuple(_medicine(fact, rows) for fact in taken if fact.negated)),
        Part("Conditions", tuple(map(_line, _holding(rows, Tag.CONDITION)))),
        _readings(rows),
        Part("Instructions from clinicians", tuple(map(_line, _by_clinician(rows)))),
        Part("Next appointments", tuple(_coming(fact, "on") for fact in _ahead(rows, day))),
        Part("Planned changes", tuple(_coming(fact, "from") for fact in _planned(rows))),
        Part("What contradicts: please ask me", tuple(map(_conflict, conflicts))),
        Part(
            "Asked, or not certain",
            tuple(Line(draft.text, draft.explanation) for draft in held[:HELD]),
            left=max(0, len(held) - HELD),
        ),
    )
    return tuple(part for part in found if part.lines or part.empty)


def _unsettled() -> list[HeldDraft]:
    """What was held back and may be settled by asking, newest first; not what is somebody else's, or was denied."""
    return list(HeldDraft.objects.filter(reason__in=_ASKABLE).order_by("-created_at", "id"))


def _holding(rows: Rows, tag: Tag) -> list[FactView]:
    """The facts of a kind that hold, both sides of a contradiction, newest first."""
    return _newest_first(row.fact for row in rows.values() if row.fact.tag is tag and row.slot in _HOLDS)


def _newest_first(facts: Iterable[FactView]) -> list[FactView]:
    return sorted(facts, key=lambda fact: (_first(fact), fact.created_at), reverse=True)


def _first(fact: FactView) -> date:
    return fact.date.first if fact.date else date.min


def _line(fact: FactView) -> Line:
    return Line(fact.text, _from(fact), disputed=fact.contested)


def _from(fact: FactView) -> str:
    return f"{_told(fact)}; {_DISPUTED}" if fact.contested else _told(fact)


def _told(fact: FactView) -> str:
    """Whose statement it is, as recorded ("patient", not "you": a clinician reads it), and of when."""
    return f"{fact.source}, {words.when(fact.date)}" if fact.date else fact.source


def _medicine(fact: FactView, rows: Rows) -> Line:
    """Since when, as far as anybody said so, and what it was before."""
    since = words.when(fact.date)
    if since:
        since = f"told on {since}" if rows[fact.id].as_said else f"since {since}"
    before = [
        row.fact for row in rows.values() if row.successor and row.successor.id == fact.id and not row.fact.negated
    ]
    was = f"before: {before[-1].text}" if before else ""
    told = " · ".join(filter(None, (since, fact.source, was, _DISPUTED if fact.contested else "")))
    return Line(fact.text, told, disputed=fact.contested)


def _readings(rows: Rows) -> Part:
    """The last readings of each measure, with the trend that the product computes; newest measure first."""
    by_measure: dict[str, list[FactView]] = defaultdict(list)
    for fact in [*_holding(rows, Tag.LAB), *_holding(rows, Tag.VITAL)]:
        by_measure[fact.attribute or fact.text].append(fact)
    newest = sorted(by_measure.values(), key=lambda facts: _first(facts[0]), reverse=True)
    lines = tuple(_measure(facts[:READINGS]) for facts in newest[:MEASURES])
    return Part("Recent results and readings", lines, left=max(0, len(newest) - MEASURES))


def _measure(facts: Sequence[FactView]) -> Line:
    placed = [Placed(fact, Slot.CURRENT, 1.0, ()) for fact in reversed(facts)]
    trend = " ".join(trends.trends(placed))
    earlier = "" if trend else "; ".join(f"{fact.text} ({_from(fact)})" for fact in facts[1:])
    told = " · ".join(filter(None, (_from(facts[0]), trend, f"before: {earlier}" if earlier else "")))
    return Line(facts[0].text, told, disputed=any(fact.contested for fact in facts))


def _by_clinician(rows: Rows) -> list[FactView]:
    """The instructions that hold, those of one clinician together, the newest first."""
    found: dict[str, list[FactView]] = defaultdict(list)
    for fact in _holding(rows, Tag.DIRECTIVE):
        found[fact.source].append(fact)
    return [fact for facts in found.values() for fact in facts]


def _ahead(rows: Rows, day: date) -> list[FactView]:
    """The appointments that have not been, the next first."""
    slots = {*_HOLDS, Slot.PLANNED}
    visits = [row.fact for row in rows.values() if row.fact.tag is Tag.APPOINTMENT and row.slot in slots]
    return sorted(
        (f for f in visits if f.date is None or f.date.last >= day), key=lambda f: (f.date is None, _first(f))
    )


def _planned(rows: Rows) -> list[FactView]:
    planned = [row.fact for row in rows.values() if row.slot is Slot.PLANNED and row.fact.tag is not Tag.APPOINTMENT]
    return sorted(planned, key=_first)


def _coming(fact: FactView, word: str) -> Line:
    """What lies ahead, with its day: "from 1 March 2027 · Dr. Osei"."""
    when = f"{word} {words.when(fact.date)}" if fact.date else "no day said"
    return Line(fact.text, " · ".join(filter(None, (when, fact.source, _DISPUTED if fact.contested else ""))))


def _conflict(conflict: OpenConflict) -> Line:
    older, newer = (f"“{side.text}” ({_told(side)})" for side in (conflict.older, conflict.newer))
    return Line(f"{older} or {newer}?", "")
