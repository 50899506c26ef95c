"""The turns of phrase of the local engine: how a fact is told, cited and quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Protocol

from memory.dates import PartialDate, mentions
from memory.drafts import Draft
from memory.vocabulary import Tag

_MINE = (
    (r"\bI am\b|\bI'm\b", "you are"),
    (r"\bI was\b", "you were"),
    (r"\bI've\b", "you have"),
    (r"\bI\b", "you"),
    (r"\bmy\b", "your"),
    (r"\bmine\b", "yours"),
    (r"\bme\b|\bmyself\b", "you"),
)
_ASKING = re.compile(
    r"^\W*(?:(?:and|so|but|also|please|hi|hello|ok|okay|well)\b[, ]*)*"
    r"(?:(?:can|could|would) you (?:please )?)?(?:(?:tell|remind) me (?:about )?|do you (?:know|have|remember) )?"
    r"(?:what(?:'s| is| are| was| were)|who(?:'s| is)|when(?:'s| is| was)|where(?:'s| is)|which"
    r"|how (?:much|many|high|low) is)"
    r"\s+(?=(?:my|the|his|her|our)\b)",
    re.IGNORECASE,
)


BESIDE_YOU = "caregiver (beside you)"  # in a record of one's own: see `addressing`
_THINGS = frozenset({Tag.MEDICATION, Tag.LAB, Tag.VITAL})


class Told(Protocol):
    """What a phrase needs of a row or a draft."""

    @property
    def tag(self) -> Tag: ...
    @property
    def text(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def date(self) -> PartialDate | None: ...
    @property
    def negated(self) -> bool: ...


def words(told: Told) -> str:
    """The fact without a full stop of its own."""
    return told.text.strip().rstrip(".;,")


def speaker(source: str) -> str:
    """Who said it: "you", "Dr. Osei", "the diabetes nurse", "your caregiver"."""
    if source == BESIDE_YOU:
        return "your caregiver"
    if source in {"patient", "caregiver"}:  # a caregiver without a name is the one who speaks for the patient here
        return "you"
    name = source.partition(",")[0] if not source.startswith("caregiver") else source
    return name if name[:1].isupper() else f"the {name}"


def cited(told: Told, day: date | None = None) -> str:
    """The fact with its source and date: "metoprolol 25 mg (you, 2026-09-01)"; `day` stands in for a missing date."""
    return f"{words(told)} ({', '.join(_origin(told, day))})"


def per(told: Told, day: date | None = None) -> str:
    """The fact with its source and date in a running sentence: "metoprolol 50 mg, per Dr. Osei, 2026-09-28"."""
    who, *when = _origin(told, day)
    return ", ".join([words(told), "as you said" if who == "you" else f"per {who}", *when])


def _origin(told: Told, day: date | None) -> list[str]:
    when = told.date or (PartialDate(day) if day else None)
    span = _span(told, day) if isinstance(told, Draft) and day else ""
    return [speaker(told.source), *([span or str(when)] if when else [])]


def _span(draft: Draft, day: date) -> str:
    """The words of a date that is a stretch of days ("last week"): no day of it was said."""
    found = mentions(draft.date_phrase, day) if draft.date else []
    longer = any(mention.kind == "point" and mention.through > mention.date.last for mention in found)
    return draft.date_phrase[:1].lower() + draft.date_phrase[1:] if longer else ""


def held(lead: str, told: Told, day: date | None = None) -> str:
    """A lead ("Your record holds") with a cited fact, after a colon where the fact is no thing but a statement."""
    is_thing = told.tag in _THINGS and not told.negated
    return f"{lead}{'' if is_thing else ':'} {cited(told, day)}"


def listed(lead: str, facts: Sequence[Told]) -> str:
    """One sentence for one fact, a list for several."""
    if len(facts) == 1:
        return f"{held(lead, facts[0])}."
    return "\n".join([f"{lead}:", *(f"- {cited(fact)}" for fact in facts)])


def spoken_day(day: date) -> str:
    """A day in prose: "3 October 2026"."""
    return f"{day:%-d %B %Y}"


def quoted(text: str) -> str:
    """The exact words between quotation marks, on one line."""
    return f"“{' '.join(text.split())}”"


def topic(question: str) -> str:
    """What a question asks about, in the person's own words turned round ("your blood type"); "that" where unclear."""
    asking = _ASKING.search(question)
    if asking is None:
        return "that"
    rest = re.split(r"[?!.;\n]", question[asking.end() :])[0].strip(" ,")
    for mine, yours in _MINE:
        rest = re.sub(mine, yours, rest, flags=re.IGNORECASE)
    return rest if 0 < len(rest) <= 80 else "that"
