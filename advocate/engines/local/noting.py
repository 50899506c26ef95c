"""Saying back what a person told: what is new, what it replaces, and where it contradicts the record.

Said once when it is told, and again where a later question of the same conversation is about it: what the record
held this morning is not spoken of as current after the person has said that it changed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from advocate.engines.local.heard import Heard, before, is_first_of_its_kind, rows_of, says_no_more
from advocate.engines.local.lexicon import fold
from advocate.engines.local.phrases import cited, held, per, quoted, speaker, words
from memory.drafts import Act, Draft, Known, Tense
from memory.numbers.dosing import frequency
from memory.vocabulary import Tag

_REPLACES = frozenset({Act.CHANGE, Act.STOP, Act.CORRECT})
RIGHT_SO = "Did I get that right?"
WHICH = "Which is right?"
_CHANGED = "Has anything about it changed?"


@dataclass
class SaidBack:
    """Sentences that say back what was told, and the question that they end in.

    `settled` are sides of contradictions that were named; `spoken` the rows that the sentences tell of; `weighty` is
    True where something of the record is replaced, ended, planned or told as past.
    """

    lines: list[str] = field(default_factory=list)
    question: str = ""
    settled: set[UUID] = field(default_factory=set)
    spoken: set[UUID] = field(default_factory=set)
    weighty: bool = False


@dataclass(frozen=True)
class Ground:
    """What saying back stands on: the rows that may be spoken of, sides of contradictions, the day, whose record."""

    rows: Sequence[Known]
    disputed: Container[UUID]
    day: date
    record: str

    def say(
        self, draft: Draft, said: SaidBack, *, over: Draft | None = None, lead: str = "Noted", verbatim: str = ""
    ) -> None:
        """Say one draft back into `said`; `over` is what was said before of the same, otherwise."""
        _Saying(self, draft, rows_of(draft, self.rows), over, said, lead, verbatim).say()


def say_back(heard: Heard, ground: Ground, *, of_whom: str) -> SaidBack:
    """Say back what the latest turn told; nothing where it told nothing. Naming a disputed side settles it."""
    said = SaidBack(settled=_settled(heard.earlier, ground))
    for draft in heard.told:
        ground.say(draft, said, over=before(draft, heard.earlier), verbatim=_verbatim(draft, heard))
    said.lines += [f"What you tell of {_whom(who)} does not go into {of_whom}." for who in heard.of_others]
    return said


def say_again(drafts: Iterable[Draft], ground: Ground) -> SaidBack:
    """Tell what earlier turns of this conversation have told, beside what the record holds."""
    said = SaidBack()
    for draft in drafts:
        ground.say(draft, said, lead="You told me today")
    said.question = said.question if said.question == WHICH else ""
    return said


def _whom(subject: str) -> str:
    return "yourself" if subject == "caregiver" else f"your {subject}"


def _settled(earlier: Sequence[Draft], ground: Ground) -> set[UUID]:
    """The sides of contradictions that the person named before in this conversation."""
    return {
        row.id
        for row in ground.rows
        if row.id in ground.disputed
        for draft in earlier
        if draft.memory_key is not None and draft.memory_key == row.memory_key and says_no_more(draft, row)
    }


def _verbatim(draft: Draft, heard: Heard) -> str:
    """The exact words to say back where whose is whose follows from them alone.

    A clause may tell how often several things are taken, or of a drug as "it" after a measure was named.
    """
    if heard.after_a_measure(draft):
        return draft.quotes[-1].text.rstrip(".!")
    often = frequency(draft.text)
    others = [d for d in heard.told if d is not draft and frequency(d.text) not in {None, often}]
    return words(draft) if often and others and words(draft) in heard.latest.text else ""


@dataclass
class _Saying:
    """One draft being said back."""

    ground: Ground
    draft: Draft
    standing: list[Known]
    over: Draft | None
    said: SaidBack
    lead: str
    verbatim: str

    def say(self) -> None:
        if self.draft.act in {Act.WITHDRAW, Act.CANCEL}:
            self._withdrawn()
        elif self.draft.tense is Tense.PLANNED:
            self._planned()
        elif self.draft.tense is Tense.PAST:
            self._add(f"Noted as history: {self._new()}.", weighty=True)
        elif self.over is not None:
            self._otherwise_than(self.over, [row for row in self.standing if says_no_more(self.draft, row)])
        elif self.draft.memory_key is None:
            self._reading()
        else:
            self._state()

    def _state(self) -> None:
        if not self.standing:
            self._add(self._instruction() or f"{self.lead}: {self._new()}.")
        elif same := [row for row in self.standing if says_no_more(self.draft, row)]:
            self._again(same[-1])
        elif self._replaces():
            self._replaced(self.standing[-1])
        else:
            self._contradiction()

    def _again(self, row: Known) -> None:
        self.said.spoken.add(row.id)
        if row.id in self.ground.disputed:
            self._add(f"Noted that this is right: {cited(row)}.", weighty=True)
            self.said.settled.add(row.id)
            return
        self._add(f"{self.ground.record} already holds this: {cited(row)}.")
        self.said.question = self.said.question or _CHANGED

    def _replaces(self) -> bool:
        if self.draft.act in _REPLACES or is_first_of_its_kind(self.draft, self.standing):
            return True
        official = self.draft.source != "patient" and not self.draft.source.startswith("caregiver")
        old = self.standing[-1].date if self.standing else None
        return official and old is not None and self._when() > old.first

    def _replaced(self, row: Known) -> None:
        self.said.spoken |= {each.id for each in self.standing}
        old = held(f"{self.ground.record} held", row)
        if self.draft.tag is Tag.APPOINTMENT:
            self._add(f"{self.lead}: {self._new()}.", f"It replaces: {cited(row)}.", weighty=True)
        elif self.verbatim:
            self._add(f"{old}.", f"You told me what replaces it: {self._quote()}.", weighty=True)
        elif self.draft.act is not Act.STOP and not self.draft.negated:
            self._add(f"{old}; {self._stated()}, replaces it.", weighty=True)
        elif self._in_own_words():
            self._add(f"{old}; noted that this changed: {per(self.draft, self.ground.day)}.", weighty=True)
        else:
            self._add(f"{old}.", f"You told me that this changed: {self._quote()}.", weighty=True)

    def _stated(self) -> str:
        """A correction keeps the day of what it sets right, which was told already."""
        own_date = self.draft.date_phrase and self.draft.date_phrase in self.draft.quotes[-1].text
        if self.draft.act is Act.CORRECT and not own_date:
            who = speaker(self.draft.source)
            return f"{words(self.draft)}, {'as you said' if who == 'you' else f'per {who}'}"
        return per(self.draft, self.ground.day)

    def _in_own_words(self) -> bool:
        """ "Stopped" was said, and did not only follow ("switched me from …")."""
        first = fold(words(self.draft)).split()[0]
        said = fold(self.draft.quotes[-1].text)
        return first in said or any(ending in said for ending in ("off", "quit", "no longer", "anymore", "ya no"))

    def _contradiction(self) -> None:
        self.said.spoken |= {row.id for row in self.standing}
        first, *others = self.standing
        sides = "; ".join([held(f"{self.ground.record} holds", first), *(cited(row) for row in others)])
        self._add(f"{sides}.", f"Today you said: {self._quote()}.")
        self.said.question = WHICH

    def _otherwise_than(self, over: Draft, same: list[Known]) -> None:
        if same and self.draft.act in {Act.STATE, Act.CORRECT} and over.memory_key == self.draft.memory_key:
            self.said.spoken.add(same[-1].id)
            self._add(f"Noted that this is right: {cited(same[-1])}.", weighty=True)
        elif over.memory_key == self.draft.memory_key and self._replaces():
            self._add(f"Before, you said {words(over)}; {self._stated()}, replaces it.", weighty=True)
        else:
            self._add(f"Before, you said: {words(over)}; now: {words(self.draft)}.")
            self.said.question = WHICH

    def _planned(self) -> None:
        until = [f"{held(f'Until then {_lower(self.ground.record)} holds', row)}." for row in self.standing[-1:]]
        self.said.spoken |= {row.id for row in self.standing[-1:]}
        plan = self._quote() if self.draft.act is Act.STOP else self._new()
        self._add(f"Noted as planned: {plan}.", *until, weighty=True)

    def _reading(self) -> None:
        older = [row for row in self.standing if row.date and row.date.first < self._when()]
        corrected = [row for row in self.standing if self.draft.replaces and row.value.value == self.draft.replaces]
        if self.draft.act is Act.CORRECT and corrected:
            self._replaced(corrected[-1])
            return
        self._add(f"{self.lead}: {self._new()}.")
        if older and self.draft.tag in {Tag.LAB, Tag.VITAL} and self.lead == "Noted":
            latest = max(older, key=lambda row: row.date.first if row.date else date.min)
            self._add(f"{held(f'Before that {_lower(self.ground.record)} holds', latest)}.")

    def _withdrawn(self) -> None:
        self.said.spoken |= {row.id for row in self.standing}
        if not self.standing:
            self._add(f"{self.lead}: {self._new()}.")
        elif self.draft.act is Act.CANCEL:
            self._add(f"Noted as called off: {cited(self.standing[-1])}.", weighty=True)
        elif speaker(self.standing[-1].source) == "you":
            row = held(f"{self.ground.record} held", self.standing[-1])
            self._add(f"{row}; noted that this never was so.", weighty=True)
            self.said.settled |= {row.id for row in self.standing}
        else:
            self._contradiction()

    def _instruction(self) -> str:
        if self.draft.tag is not Tag.DIRECTIVE or self.draft.source == "patient":
            return ""
        who = speaker(self.draft.source)
        return f"{who[0].upper()}{who[1:]}'s instruction, in your words: {words(self.draft)} (noted {self._when()})."

    def _quote(self) -> str:
        return quoted(self.draft.quotes[-1].text.rstrip(".!"))

    def _new(self) -> str:
        told = cited(self.draft, self.ground.day)
        return told.replace(words(self.draft), quoted(self.verbatim), 1) if self.verbatim else told

    def _when(self) -> date:
        return self.draft.date.first if self.draft.date else self.ground.day

    def _add(self, *lines: str, weighty: bool = False) -> None:
        self.said.lines += lines
        self.said.weighty = self.said.weighty or weighty


def _lower(record: str) -> str:
    return record[:1].lower() + record[1:]
