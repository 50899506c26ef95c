"""How one statement is said back: in the words of what the ledger will do with it (`memory.weighing`)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from uuid import UUID

from advocate.engines.local.heard import rows_of
from advocate.engines.local.lexicon import fold
from advocate.engines.local.phrases import cited, held, per, quoted, speaker, words
from memory.comparison import Likeness, compare
from memory.dates import PartialDate
from memory.drafts import Act, Draft, Known, Tense
from memory.numbers import numbers_in
from memory.vocabulary import Speaker, Tag
from memory.weighing import Standing, Weight, is_official, of_known, of_statement, weigh

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
    """What saying back stands on.

    The rows that may be spoken of, sides of contradictions, the day, whose record, and who said which turn.
    """

    rows: Sequence[Known]
    disputed: Container[UUID]
    day: date
    record: str
    speakers: Mapping[UUID, Speaker] = field(default_factory=dict)

    def speaker_of(self, draft: Draft) -> Speaker:
        """Who states the draft."""
        return self.speakers.get(draft.quotes[-1].turn, Speaker.PATIENT)


def say(
    draft: Draft, ground: Ground, said: SaidBack, *, over: Draft | None = None, lead: str = "Noted", verbatim: str = ""
) -> None:
    """Say one draft back into `said`; `over` is what was said before of the same, otherwise."""
    here = [row for row in ground.rows if draft.memory_key is not None and row.memory_key == draft.memory_key]
    _Saying(ground, draft, rows_of(draft, ground.rows) or here, over, said, lead, verbatim).say()


@dataclass
class _Saying:
    """One draft being said back: what the ledger will do with it is what is said."""

    ground: Ground
    draft: Draft
    standing: list[Known]
    over: Draft | None
    said: SaidBack
    lead: str
    verbatim: str

    def say(self) -> None:
        if self.draft.tense is Tense.PLANNED and self.draft.act is Act.STATE and not self._lies_ahead():
            self.draft = replace(self.draft, act=Act.CHANGE)  # "from today": a plan whose day has come
        if self.draft.act is Act.CANCEL:
            self._called_off()
        elif self.draft.act is Act.WITHDRAW:
            self._withdrawn()
        elif self.draft.tense is Tense.PLANNED and self._lies_ahead():
            self._planned()
        elif self.draft.tense is Tense.PAST and self.draft.act is not Act.STOP:
            self._as_history()
        elif self.over is not None:
            self._otherwise_than(self.over)
        elif self.draft.memory_key is None:
            self._reading()
        elif self._is_past_visit():
            self._add(f"{self.lead}: {self._new()}.")
        else:
            self._state()

    @property
    def _current(self) -> list[Known]:
        """The rows that hold today; a planned one lies ahead."""
        return [row for row in self.standing if row.tag is Tag.APPOINTMENT or not self._ahead(row)]

    def _ahead(self, row: Known) -> bool:
        return row.date is not None and row.date.first > self.ground.day

    def _lies_ahead(self) -> bool:
        return self.draft.date is None or self.draft.date.first > self.ground.day

    def _is_past_visit(self) -> bool:
        over = self.draft.date is not None and self.draft.date.last < self.ground.day
        return self.draft.tag is Tag.APPOINTMENT and self.draft.act is Act.STATE and over

    def _state(self) -> None:
        rows = self._current
        weight = self._weigh([of_known(row) for row in rows])
        if any(row.id in self.ground.disputed for row in rows):
            self._answer(weight, rows)
            return
        match weight:
            case Weight.FIRST if not rows:
                self._add(self._instruction() or f"{self.lead}: {self._new()}.")
            case Weight.REPEATS:
                self._again(self._repeated(rows)[-1])
            case Weight.PRECEDES:
                self._as_history()
            case Weight.REFINES:
                self._refined(next(row for row in rows if compare(self._dated(), row) is Likeness.FINER))
            case Weight.CONTRADICTS:
                self._contradiction()
            case _:
                self._replaced(rows[-1])

    def _weigh(self, rows: Sequence[Standing]) -> Weight:
        return weigh(self._dated(), rows, by=self.ground.speaker_of(self.draft))

    def _dated(self) -> Draft:
        """As the gate will date it."""
        return self.draft if self.draft.date else replace(self.draft, date=PartialDate(self.ground.day))

    def _repeated(self, rows: Sequence[Known]) -> list[Known]:
        return [row for row in rows if compare(self._dated(), row).adds_nothing]

    def _answer(self, weight: Weight, rows: Sequence[Known]) -> None:
        """Of rows that contradict each other the one that is said again is right; what fits both answers nothing."""
        same = [row for row in rows if compare(self._dated(), row) is Likeness.SAME] or self._repeated(rows)
        if len(same) == 1:
            self._again(same[0])
        elif not same and weight in {Weight.CHANGES, Weight.CORRECTS}:
            self._replaced(rows[-1])
        elif weight is Weight.PRECEDES:
            self._as_history()
        else:
            self._contradiction()

    def _as_history(self) -> None:
        self._add(f"Noted as history: {self._new()}.", weighty=True)

    def _again(self, row: Known) -> None:
        self.said.spoken.add(row.id)
        if row.id in self.ground.disputed:
            self._add(f"Noted that this is right: {cited(row)}.", weighty=True)
            self.said.settled.add(row.id)
            return
        self._add(f"{self.ground.record} already holds this: {cited(row)}.")
        self.said.question = self.said.question or _CHANGED

    def _refined(self, row: Known) -> None:
        self.said.spoken.add(row.id)
        old = held(f"{self.ground.record} held", row)
        self._add(f"{old}; noted more fully: {per(self.draft, self.ground.day)}.", weighty=True)

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
        first, *others = self._current or self.standing
        sides = "; ".join([held(f"{self.ground.record} holds", first), *(cited(row) for row in others)])
        self._add(f"{sides}.", f"Today you said: {self._quote()}.")
        self.said.question = WHICH

    def _otherwise_than(self, over: Draft) -> None:
        same = self._repeated(self.standing)
        before = of_statement(over, day=self.ground.day, by=self.ground.speaker_of(over))
        replaces = self._weigh([before]) in {Weight.CHANGES, Weight.CORRECTS}
        if same and self.draft.act in {Act.STATE, Act.CORRECT} and over.memory_key == self.draft.memory_key:
            self.said.spoken.add(same[-1].id)
            self._add(f"Noted that this is right: {cited(same[-1])}.", weighty=True)
        elif over.memory_key == self.draft.memory_key and replaces:
            self._add(f"Before, you said {words(over)}; {self._stated()}, replaces it.", weighty=True)
        else:
            self._add(f"Before, you said: {words(over)}; now: {words(self.draft)}.")
            self.said.question = WHICH

    def _planned(self) -> None:
        until = [f"{held(f'Until then {_lower(self.ground.record)} holds', row)}." for row in self._current[-1:]]
        self.said.spoken |= {row.id for row in self._current[-1:]}
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
        """What the person said is taken back; what a clinician or a document said is disputed."""
        wrong = numbers_in(self.draft.replaces)
        meant = [row for row in self.standing if wrong <= numbers_in(f"{row.text} {row.value.value or ''}")]
        meant = [row for row in meant if not (self.draft.negated and row.negated)]
        if not meant and self.draft.negated:
            self.draft = replace(self.draft, act=Act.STATE)  # a negative worth keeping
            self._state() if self.draft.memory_key else self._reading()
        elif not meant:
            self._add(f"{self.ground.record} holds nothing that this takes back: {self._quote()}.")
        elif any(row.official or is_official(row.source) for row in meant):
            self._contradiction()
        else:
            self.said.spoken |= {row.id for row in self.standing}
            self._add(f"{held(f'{self.ground.record} held', meant[-1])}; noted that this never was so.", weighty=True)
            self.said.settled |= {row.id for row in meant}

    def _called_off(self) -> None:
        """A visit at its address, or a plan."""
        ahead = self._current if self.draft.tag is Tag.APPOINTMENT else [r for r in self.standing if self._ahead(r)]
        self.said.spoken |= {row.id for row in ahead}
        if ahead:
            self._add(f"Noted as called off: {cited(ahead[-1])}.", weighty=True)
        else:
            self._add(f"{self.ground.record} holds no plan that this calls off: {self._quote()}.")

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
