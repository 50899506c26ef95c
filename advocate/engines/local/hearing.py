"""What has been heard so far in one conversation, and the draft of a fact from one clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from advocate.engines.local import people
from advocate.engines.local.assertions import is_hypothetical
from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.people import Person
from advocate.engines.local.sentences import Clause
from memory.dates import DateMention, PartialDate, local_day, mentions
from memory.drafts import SELF, Assertion, Draft, Known, Quote, Said, Transcript
from memory.vocabulary import Speaker, Tag

_NO_DATING = (
    "until",
    "till",
    "through",
    "hasta",
    "every",
    "each",
    "cada",
    "before",
    "by",
    "age",
    "than",
    "except",
    "not",
)
_FAR = 90  # characters before a thing; what stands before them is seldom said of it


@dataclass(frozen=True, slots=True)
class Focus:
    """A drug or a measure that was spoken of: its one name, the words used for it, and the turn that holds them."""

    kind: str
    name: str
    words: str
    seq: int
    turn: UUID | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The date that a clause names, with its words; both empty where it names none."""

    date: PartialDate | None = None
    phrase: str = ""
    is_future: bool = False


@dataclass
class Hearing:
    """The state of listening. Topics read it and add to it; `drafts` stand in the order said."""

    transcript: Transcript
    drafts: list[Draft] = field(default_factory=list)
    focuses: list[Focus] = field(default_factory=list)
    met: tuple[Person, ...] = ()
    acting: Person | None = None
    relation: str = ""
    asked: list[Clause] = field(default_factory=list)
    previous: Clause | None = None
    scene: tuple[Clause, DateMention] | None = None  # "I saw her on Monday": what she did there was on Monday
    _places: dict[UUID, int] = field(default_factory=dict)
    _speakers: dict[Speaker, str] = field(default_factory=dict)

    def notes(self, turn: Said, text: str) -> None:
        """Remember which drugs, measures, people and relatives a piece of text speaks of."""
        for drug in find_drugs(text):
            self.focuses.append(Focus("drug", drug.name, drug.as_said, turn.seq))
        for term in find_terms(text, "lab", "vital"):
            named_in = turn.id if turn.speaker.is_person else None
            self.focuses.append(Focus("measure", term.name, term.as_said, turn.seq, named_in))
        self.met += tuple(people.resolved(p, self.transcript, self.met) for p in people.find_people(text))
        relations = find_terms(text, "relation")
        if relations:
            self.relation = relations[-1].name

    def focus(self, kind: str) -> Focus | None:
        """The last drug or measure spoken of in this conversation, by anyone."""
        return next((f for f in reversed(self.focuses) if f.kind == kind), None)

    def known(self, *tags: Tag) -> list[Known]:
        """The record's current rows of these tags."""
        return [row for row in self.transcript.known if row.tag in tags]

    def place(self, turn: Said) -> int:
        """Which turn of the conversation this is, from 0."""
        if not self._places:
            self._places |= {each.id: at for at, each in enumerate(self.transcript.turns)}
        return self._places.get(turn.id, 0)

    def was_asked(self, clause: Clause, words: str) -> bool:
        """True where the turn before this one asks, and of these words."""
        at = self.place(clause.turn)
        before = self.transcript.turns[at - 1].text if at else ""
        return "?" in before and words in before

    def is_allergic(self) -> bool:
        """True where the record or this conversation names an allergy."""
        told = any(draft.tag is Tag.ALLERGY and not draft.negated for draft in self.drafts)
        return told or any(not row.negated for row in self.known(Tag.ALLERGY))

    def day(self, turn: Said) -> date:
        """The day of a turn where it was said."""
        return local_day(turn.at, turn.zone)

    def all_dates(self, clause: Clause) -> list[DateMention]:
        """Every date that a clause names, limits included ("from the 12th to the 15th")."""
        return mentions(clause.text, self.day(clause.turn))

    def dates(self, clause: Clause) -> list[DateMention]:
        """The dates that a clause names, without those that limit or repeat ("until Friday", "every Monday")."""
        text = clause.text
        return [
            m
            for m in mentions(text, self.day(clause.turn))
            if m.kind not in {"for", "until"}
            and not _follows(text, m.start, _NO_DATING)
            and not m.phrase.lower().startswith(_NO_DATING)
        ]

    def moment(self, clause: Clause, near: int = 0) -> Moment:
        """The date that the words at `near` are dated by: the closest one that the clause names."""
        found = self.dates(clause)
        if not found:
            return Moment()
        best = min(found, key=lambda m: (min(abs(m.start - near), abs(m.end - near)), m.start))
        return Moment(best.date, best.phrase, best.date.first > self.day(clause.turn))

    def source(self, clause: Clause) -> str:
        """Whose statement a clause is: the clinician who says or does it, else the speaker."""
        person = people.acting(clause.text)
        if person is None and self.met and people.acts_by_pronoun(clause.text):
            person = self.met[-1]
        if person is None and self.acting and self._carries_on(clause):
            person = self.acting
        self.acting = person
        if person is None or people.speaker_is_clinician(clause.turn):
            return self.speaker(clause)
        return people.resolved(person, self.transcript, self.met).source

    def speaker(self, clause: Clause) -> str:
        """The source of what the speaker of a clause says on their own account."""
        speaker = clause.turn.speaker
        if speaker not in self._speakers:
            self._speakers[speaker] = people.speaker_source(clause.turn, self.transcript)
        return self._speakers[speaker]

    def carried_by_clinician(self, clause: Clause) -> bool:
        """True where a clause goes on with what a clinician said in the clause before."""
        return self.acting is not None and self._carries_on(clause)

    def _carries_on(self, clause: Clause) -> bool:
        before = self.previous
        if before is None or (before.turn.id, before.sentence) != (clause.turn.id, clause.sentence):
            return False
        return people.carries_on(clause.text, before.text)

    def whose(self, clause: Clause, upto: int | None = None) -> str:
        """Whom the words before `upto` are about."""
        end = len(clause.text) if upto is None else upto
        return people.whose(clause.text, end, clause.turn, self.transcript, self.relation)

    def draft(
        self,
        clause: Clause,
        tag: Tag,
        text: str,
        attribute: str,
        keys: tuple[str, ...],
        *,
        at: int = 0,
        words: str = "",
    ) -> Draft:
        """A draft of what a clause states at `at`; `words` is the part of it that carries the fact."""
        moment = self.moment(clause, at)
        quote = words if words and words in clause.text else clause.text
        if moment.phrase and moment.phrase not in quote:
            quote = clause.text
        return Draft(
            tag=tag,
            text=text,
            quotes=(Quote(clause.turn.id, quote),),
            source=self.source(clause),
            attribute=attribute,
            keys=keys_of(*keys),
            subject=self.whose(clause, at) if at else SELF,
            date=moment.date,
            date_phrase=moment.phrase,
            assertion=assertion(clause, at),
        )


def assertion(clause: Clause, at: int = 0) -> Assertion:
    """How a clause is meant; of a long one, how the words around `at` are."""
    if clause.asked:
        return Assertion.ASKED
    words = clause.text
    if at > _FAR:
        words = words[words.rfind(" ", 0, at - _FAR) + 1 :]
    ordered = clause.turn.speaker is Speaker.CLINICIAN
    return Assertion.HYPOTHETICAL if is_hypothetical(words, ordered=ordered) else Assertion.ASSERTED


def keys_of(*words: str) -> tuple[str, ...]:
    """1 to 5 keys, lower case, each once."""
    return tuple(dict.fromkeys(" ".join(w.lower().split()) for w in words if w.strip()))[:5]


def _follows(text: str, start: int, words: tuple[str, ...]) -> bool:
    before = text[:start].lower().removesuffix("the ").split()
    return bool(before) and before[-1] in words
