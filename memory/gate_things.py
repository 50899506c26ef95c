"""Which thing a draft is about, and whether its numbers are that thing's: no drug swapped, no dose of its neighbour."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.drafts import Draft, Said, Transcript
from memory.naming import Kind, Named, named_in
from memory.numbers import Quantity, dosing, quantities, stands_in
from memory.vocabulary import ANY, Speaker, Tag, address

_KINDS: dict[Tag, Kind] = {Tag.MEDICATION: "drug", Tag.ALLERGY: "drug", Tag.LAB: "lab", Tag.VITAL: "vital"}
_BY_NAME = frozenset({Tag.MEDICATION, Tag.ALLERGY})  # the address is the thing's name and nothing else
_DIRECTLY = re.compile(r"[\s:(]*(?:(?:of|de|at|is|was|were|are|dose|,)\s+)?[\s:(]*")
_LEADS = re.compile(r"\s*(?:of |de )?\s*")
_SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
_TOLD_TOGETHER = re.compile(r"\b(?:respectively|both|each|all|same|either)\b", re.IGNORECASE)


def is_of_its_thing(draft: Draft) -> bool:
    """True where the words name the thing that the draft is filed under, or name none ("it", resolved elsewhere).

    What the words name stands in the quotes, where these name any.
    """
    kind = _KINDS.get(draft.tag)
    if kind is None or draft.attribute == ANY:
        return True
    if draft.tag in _BY_NAME and draft.memory_key not in {address(draft.tag, draft.attribute), address(draft.tag, ANY)}:
        return False
    named = {thing.name for thing in named_in(draft.text, kind)}
    quoted = {thing.name for quote in draft.quotes for thing in named_in(quote.text, kind)}
    return not named or (draft.attribute in named and (not quoted or draft.attribute in quoted))


def thing_asked_for(draft: Draft, told: Said, transcript: Transcript) -> str:
    """The name of the draft's thing as the advocate asked for it just before ("what was the creatinine?" "1.9").

    "" where the value is not the person's own, or the question names no one thing of its kind, or another.
    """
    kind = _KINDS.get(draft.tag)
    before = max((turn for turn in transcript.turns if turn.seq < told.seq), key=lambda turn: turn.seq, default=None)
    if kind is None or not draft.value.value or before is None or before.speaker is not Speaker.ADVOCATE:
        return ""
    if not stands_in(draft.value.value, draft.quotes[-1].text) or not quantities(draft.value.value):
        return ""
    asked = "\n".join(sentence for sentence in _SENTENCE.findall(before.text) if sentence.endswith("?"))
    named = named_in(asked, kind)
    one = {thing.name for thing in named} == {draft.attribute}
    return " ".join(asked[thing.start : thing.end] for thing in named) if one else ""


def names_its_thing(draft: Draft) -> bool:
    """True where the words name the thing, though they are short, or numbers ("a one c")."""
    kind = _KINDS.get(draft.tag)
    return kind is not None and any(thing.name == draft.attribute for thing in named_in(draft.text, kind))


def has_its_own_numbers(draft: Draft) -> bool:
    """True where numbers and frequency of the draft may be its thing's, in the quotes that name it beside others."""
    kind = _KINDS.get(draft.tag)
    if kind is None:
        return True
    mine = quantities(f"{draft.text} {draft.value.value or ''} {draft.value.unit or ''}")
    for quote in draft.quotes:
        named = named_in(quote.text, kind)
        others = any(thing.name != draft.attribute for thing in named)
        if not others or draft.attribute not in {thing.name for thing in named} or _TOLD_TOGETHER.search(quote.text):
            continue
        told = quantities(quote.text)
        if any(not _may_be_its(number, told, named, draft, quote.text) for number in mine):
            return False
        if kind == "drug" and _takes_as_another(draft, named, quote.text):
            return False
    return True


def _may_be_its(number: Quantity, told: Sequence[Quantity], named: Sequence[Named], draft: Draft, text: str) -> bool:
    """A number that the quote holds belongs to the draft's thing at one place at least."""
    places = [each for each in told if each.value == number.value]
    is_drug = draft.tag in _BY_NAME
    return not places or any(draft.attribute in _owners(place, named, text, may_lead=is_drug) for place in places)


def _owners(place: Quantity, named: Sequence[Named], text: str, *, may_lead: bool) -> set[str]:
    """Whose number it is: of the thing that it follows or leads directly, else of the last one named before it.

    A dose may lead its drug ("25 mg of metoprolol"), a reading does not.
    """
    before = [thing for thing in named if thing.end <= place.start]
    after = [thing for thing in named if thing.start >= place.end]
    follows = before[-1:] if before and _DIRECTLY.fullmatch(text, before[-1].end, place.start) else []
    leads = after[:1] if may_lead and after and _LEADS.fullmatch(text, place.end, after[0].start) else []
    return {thing.name for thing in follows + leads or before[-1:] or after[:1]}


def _takes_as_another(draft: Draft, named: Sequence[Named], text: str) -> bool:
    """True where the draft has the frequency of a neighbour, and its own drug another one right after its name."""
    often = dosing.frequency(draft.value.frequency or draft.text)
    if often is None or dosing.frequency(text[: named[0].start]) is not None:
        return False
    ends = [thing.start for thing in named[1:]] + [len(text)]
    said = [(thing.name, dosing.frequency(text[thing.end : end])) for thing, end in zip(named, ends, strict=True)]
    own = {each for name, each in said if name == draft.attribute and each}
    return bool(own) and often not in own and any(name != draft.attribute and each == often for name, each in said)
