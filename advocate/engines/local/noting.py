"""Saying back what a person just told: what is new, what it replaces, and where it contradicts the record."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from advocate.engines.local.distiller import distil
from advocate.engines.local.lexicon import fold
from advocate.engines.local.phrases import cited, held, per, quoted, speaker, words
from memory.drafts import SELF, Act, Assertion, Draft, Known, Said, Tense, Transcript
from memory.numbers import numbers_in
from memory.vocabulary import ANY, Tag

_REPLACES = frozenset({Act.CHANGE, Act.STOP, Act.CORRECT})
_WORDED = frozenset({Tag.DIRECTIVE, Tag.PREFERENCE, Tag.CONTACT, Tag.INSURANCE, Tag.CARE_TEAM, Tag.SOCIAL})
_EMPTY = frozenset({"a", "an", "the", "my", "i", "me", "to", "is", "are", "that", "it", "please", "should"})
RIGHT_SO = "Did I get that right?"
WHICH = "Which is right?"


@dataclass
class SaidBack:
    """Sentences that say back what was told, and the question that they end in."""

    lines: list[str] = field(default_factory=list)
    question: str = ""
    settled: set[UUID] = field(default_factory=set)


def say_back(
    transcript: Transcript, latest: Said, day: date, *, placed: Container[UUID], disputed: Container[UUID] = ()
) -> SaidBack:
    """Say back what the latest turn told; nothing where it told nothing.

    Only rows that are `placed` are spoken of. Naming one side of a contradiction, a `disputed` row, settles it.
    """
    heard = distil(transcript)
    drafts = [draft for draft in heard if _is_kept(draft)]
    told = [draft for draft in drafts if draft.quotes[-1].turn == latest.id and not _is_slip(draft, drafts)]
    earlier = [draft for draft in drafts if draft.quotes[-1].turn != latest.id]
    rows = [row for row in transcript.known if row.id in placed]
    said = SaidBack(settled=_settled(earlier, rows, disputed))
    for draft in _once_each(told):
        _Saying(draft, _standing(draft, rows), _before(draft, earlier), day, disputed, said).say()
    if said.lines and not said.question:
        said.question = RIGHT_SO
    others = [draft.subject for draft in heard if _is_of_another(draft) and draft.quotes[-1].turn == latest.id]
    said.lines += [f"What you tell of your {who} does not go into your record." for who in dict.fromkeys(others)]
    return said


def _settled(earlier: Sequence[Draft], rows: Sequence[Known], disputed: Container[UUID]) -> set[UUID]:
    """The sides of contradictions that the person named before in this conversation."""
    open_rows = [row for row in rows if row.id in disputed]
    return {
        row.id
        for row in open_rows
        for draft in earlier
        if draft.memory_key is not None and draft.memory_key == row.memory_key and _says_no_more(draft, row)
    }


def _once_each(told: Sequence[Draft]) -> list[Draft]:
    """Of drafts that say the same of the same, the last, which knows most ("I'm off it, Dr. Osei stopped it")."""
    return [
        draft
        for at, draft in enumerate(told)
        if draft.memory_key is None
        or not any(
            later.memory_key == draft.memory_key and later.act is draft.act and _says_no_more(draft, later)
            for later in told[at + 1 :]
        )
    ]


def _is_of_another(draft: Draft) -> bool:
    return draft.subject != SELF and draft.tag is not Tag.FAMILY_HISTORY and bool(draft.quotes)


def _is_kept(draft: Draft) -> bool:
    if draft.tag is Tag.EPISODE or draft.assertion is not Assertion.ASSERTED or not draft.quotes:
        return False
    return draft.subject == SELF or draft.tag is Tag.FAMILY_HISTORY


def _is_slip(draft: Draft, drafts: Sequence[Draft]) -> bool:
    """Tell whether the same turn sets it right."""
    return any(_corrects(later, draft) and later.quotes[-1].turn == draft.quotes[-1].turn for later in drafts)


def _corrects(later: Draft, draft: Draft) -> bool:
    same = later is not draft and (later.tag, later.attribute) == (draft.tag, draft.attribute)
    return same and later.act is Act.CORRECT and later.replaces in {draft.value.value, words(draft)}


def _standing(draft: Draft, known: Iterable[Known]) -> list[Known]:
    """The rows that the draft speaks to: those at its address, or of the whole kind that it denies."""
    rows = [row for row in known if row.tag is draft.tag]
    if draft.memory_key is None:
        return [row for row in rows if row.attribute == draft.attribute]
    if draft.memory_key.endswith(f":{ANY}"):
        return [row for row in rows if not row.negated]
    return [row for row in rows if row.memory_key == draft.memory_key]


def _before(draft: Draft, earlier: Sequence[Draft]) -> Draft | None:
    """What was said earlier in this conversation of the same, otherwise than now."""
    if draft.memory_key is None:
        same = [d for d in earlier if _corrects(draft, d)]
    else:
        same = [d for d in earlier if _same_address(d, draft) and not _says_no_more(draft, d)]
    return same[-1] if same else None


def _same_address(one: Draft, other: Draft) -> bool:
    """Tell whether two drafts have one address, or one denies the whole kind of the other."""
    if one.memory_key == other.memory_key:
        return True
    denies = any((draft.memory_key or "").endswith(f":{ANY}") for draft in (one, other))
    return denies and one.tag is other.tag and one.negated is not other.negated


def _says_no_more(draft: Draft, row: Known | Draft) -> bool:
    """Tell whether a statement gives no other value than a row: equal, or vaguer."""
    if draft.negated != row.negated:
        return False
    if draft.tag in _WORDED:
        return numbers_in(draft.text) == numbers_in(row.text) and _carrying(draft.text) <= _carrying(row.text)
    new, old = draft.value, row.value
    parts = ((new.value, old.value), (new.unit, old.unit), (new.frequency, old.frequency), (new.route, old.route))
    return all(mine is None or mine == theirs for mine, theirs in parts)


def _carrying(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", fold(text))) - _EMPTY


@dataclass
class _Saying:
    """One draft being said back."""

    draft: Draft
    standing: list[Known]
    before: Draft | None
    day: date
    disputed: Container[UUID]
    said: SaidBack

    def say(self) -> None:
        if self.draft.act in {Act.WITHDRAW, Act.CANCEL}:
            self._withdrawn()
        elif self.draft.tense is Tense.PLANNED:
            self._add(f"Noted as planned: {self._new()}.", *self._until_then())
        elif self.draft.tense is Tense.PAST:
            self._add(f"Noted as history: {self._new()}.")
        elif self.before is not None:
            self._otherwise_than(self.before)
        elif self.draft.memory_key is None:
            self._reading()
        else:
            self._state()

    def _state(self) -> None:
        if not self.standing:
            self._add(self._instruction() or f"Noted: {self._new()}.")
        elif same := [row for row in self.standing if _says_no_more(self.draft, row)]:
            self._again(same[-1])
        elif self._replaces():
            self._add(self._replaced())
        else:
            self._contradiction()

    def _again(self, row: Known) -> None:
        if row.id in self.disputed:
            self._add(f"Noted that this is right: {cited(row)}.")
            self.said.settled.add(row.id)
            return
        self._add(f"Your record already holds this: {cited(row)}.")
        self.said.question = self.said.question or "Has anything about it changed?"

    def _replaces(self) -> bool:
        if self.draft.act in _REPLACES:
            return True
        official = self.draft.source != "patient" and not self.draft.source.startswith("caregiver")
        old = self.standing[-1].date
        return official and old is not None and (self.draft.date.first if self.draft.date else self.day) > old.first

    def _replaced(self) -> str:
        old = held("Your record held", self.standing[-1])
        if self.draft.act is Act.STOP or self.draft.negated:
            return f"{old}; noted that this changed: {per(self.draft, self.day)}."
        return f"{old}; {per(self.draft, self.day)}, replaces it."

    def _contradiction(self) -> None:
        first, *others = self.standing
        sides = "; ".join([held("Your record holds", first), *(cited(row) for row in others)])
        quote = quoted(self.draft.quotes[-1].text.rstrip(".!"))
        self._add(f"{sides}; today you said: {quote}.")
        self.said.question = WHICH

    def _otherwise_than(self, before: Draft) -> None:
        if before.memory_key == self.draft.memory_key:
            self._add(f"Before, you said {words(before)}; {per(self.draft, self.day)}, replaces it.")
        else:
            self._add(f"Before, you said: {words(before)}; now: {words(self.draft)}.")
            self.said.question = WHICH

    def _reading(self) -> None:
        older = [row for row in self.standing if row.date and row.date.first < self._when()]
        corrected = [row for row in self.standing if self.draft.replaces and row.value.value == self.draft.replaces]
        if self.draft.act is Act.CORRECT and corrected:
            # The day is that of the corrected reading, told already.
            self._add(f"{held('Your record held', corrected[-1])}; {words(self.draft)}, as you said, replaces it.")
            return
        self._add(f"Noted: {self._new()}.")
        if older and self.draft.tag in {Tag.LAB, Tag.VITAL}:
            latest = max(older, key=lambda row: row.date.first if row.date else date.min)
            self._add(f"{held('Before that your record holds', latest)}.")

    def _withdrawn(self) -> None:
        if not self.standing:
            self._add(f"Noted: {self._new()}.")
        elif self.draft.act is Act.CANCEL:
            self._add(f"Noted as called off: {cited(self.standing[-1])}.")
        elif speaker(self.standing[-1].source) == "you":
            self._add(f"{held('Your record held', self.standing[-1])}; noted that this never was so.")
        else:
            self._contradiction()

    def _instruction(self) -> str:
        if self.draft.tag is not Tag.DIRECTIVE or self.draft.source == "patient":
            return ""
        who = speaker(self.draft.source)
        return f"{who[0].upper()}{who[1:]}'s instruction, in your words: {words(self.draft)} (noted {self._when()})."

    def _until_then(self) -> list[str]:
        return [f"{held('Until then your record holds', row)}." for row in self.standing[-1:]]

    def _new(self) -> str:
        return cited(self.draft, self.day)

    def _when(self) -> date:
        return self.draft.date.first if self.draft.date else self.day

    def _add(self, *lines: str) -> None:
        self.said.lines += lines
