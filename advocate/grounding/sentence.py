"""One sentence beside its sources: what its parts belong to, and what it turns out to rest on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from advocate.engines.local.lexicon import find_drugs, fold
from advocate.grounding import stance
from advocate.grounding.claims import Mark, Reading
from advocate.grounding.sources import Origin, Source, names, retold
from advocate.grounding.statements import Mood, Statement, statements_of
from advocate.trends import Series
from memory.numbers import Quantity
from memory.vocabulary import Tag

_ASKING = re.compile(r"\b(?:ask\w*|question|wonder\w*|whether|if|about)\b|[“\"]")


_THE_DOSE = re.compile(r"\b(?:the|your) (?:\w+ )?(?:dose|dosage)\b")
_QUOTED = re.compile(r"“(?P<whole>[^“”]+)(?:”|$)|^(?P<end>[^“”]+)”")


@dataclass(frozen=True, slots=True)
class Missing:
    """What stands nowhere, in the sentence's words, and what is wrong with it."""

    words: str
    why: str


class Sentence:
    """A sentence under check. The checks ask it, and tell it by `use` what supports it."""

    def __init__(
        self,
        reading: Reading,
        sources: Sequence[Source],
        day: date,
        quoted: Sequence[Source] = (),
        series: Sequence[Series] = (),
        subject: str = "",
    ) -> None:
        """`subject` is the relative whose record it is ("mother"), empty where it is the person's own."""
        self.reading = reading
        self.plain = stance.plain(reading.text)
        self.sources = sources
        self.day = day
        self.quoted = quoted
        self.series = series
        self.subject = subject
        self.asks = reading.text.rstrip("\"'”’») ").endswith("?")
        self.repeats_a_question = self.asks or _ASKING.search(self.plain) is not None
        self.content = stance.content(reading.text)
        self._holders: dict[Quantity, list[Source]] = {}
        self._used: dict[Source, None] = {}

    @cached_property
    def statements(self) -> list[Statement]:
        """What the sentence states, each with how it is meant."""
        return statements_of(self.plain)

    @cached_property
    def told(self) -> list[Statement]:
        """What the sentence tells as so."""
        return [statement for statement in self.statements if statement.mood is Mood.TOLD]

    def mood_at(self, place: int) -> Mood:
        """How what stands at `place` is meant."""
        around = [statement.mood for statement in self.statements if statement.start <= place < statement.end]
        return around[-1] if around else Mood.TOLD

    @cached_property
    def facts(self) -> list[Source]:
        """The placed facts among the sources."""
        return [source for source in self.sources if source.origin is Origin.FACT]

    @cached_property
    def turns(self) -> list[Source]:
        """The person's turns among the sources."""
        return [source for source in self.sources if source.origin is Origin.TURN]

    @cached_property
    def is_advice(self) -> bool:
        """True where the sentence asks, supposes or suggests, and tells nothing of the person."""
        return self.asks or stance.hedged(self.plain) or stance.ADVICE.search(self.plain) is not None

    def medicines_in(self, text: str) -> frozenset[str]:
        """The medicines that a text names: known drugs, and what the rows of medicines and orders are of ("iron")."""
        words = stance.content(text)
        known = {stance.plain(drug.name) for drug in find_drugs(text)}
        rows = (fact for fact in self.facts if fact.tag in {Tag.MEDICATION, Tag.DIRECTIVE})
        return frozenset(known | {name for fact in rows for name in fact.subjects if stance.content(name) <= words})

    def turns_tell(self, drug: str) -> bool:
        """Tell whether the person speaks of a drug today."""
        return any(names(drug, turn.subjects) for turn in self.turns if not turn.asked)

    def touched(self, words: frozenset[str]) -> list[Source]:
        """The placed facts that share a word with these which not every fact has."""
        telling = words - self._of_every_fact - stance.GENERIC
        return [fact for fact in self.facts if fact.carrying & telling]

    @cached_property
    def _of_every_fact(self) -> frozenset[str]:
        facts = self.facts
        return frozenset.intersection(*(fact.carrying for fact in facts)) if len(facts) > 1 else frozenset()

    @property
    def tells_an_end(self) -> bool:
        """True where the sentence tells that something ended or changed."""
        return stance.ENDING.search(self.plain) is not None

    def words(self, mark: Mark) -> str:
        """The words of a mark, as written."""
        return self.reading.text[mark.start : mark.end]

    def use(self, sources: Iterable[Source]) -> None:
        """Note that the sentence rests on these."""
        self._used.update(dict.fromkeys(sources))

    def rests_on(self) -> list[Source]:
        """Return what the sentence rests on, placed facts first; ask after the checks."""
        bound = {self.reading.subject_of(amount) for amount in self.reading.amounts}
        named = self.reading.subject_names - bound
        for source in self.sources:
            if any(names(subject, source.subjects) for subject in named) or self.retells(source):
                self.use([source])
        self.use(self.quoted)
        return [source for source in self.sources if source in self._used]

    def holders(self, amount: Quantity) -> list[Source]:
        """The sources in which an amount stands, said of the same drug or measure."""
        if amount not in self._holders:
            subject = self.reading.subject_of(amount)
            held = [source for source in self._told if source.holds(amount, subject)]
            if not held and amount.unit is None and subject in {fold(drug.name) for drug in self.reading.drugs}:
                of = {fold(mark.name) for mark in self.reading.measures}  # "your LDL, a week before Crestor, was 131"
                held = [source for source in self._told for name in of if source.holds(amount, name)]
            if not held and subject and self._is_bound_from_afar(amount, subject):
                held = [source for source in self._told if source.holds(amount, None)]
            self._holders[amount] = held
        return self._holders[amount]

    def _is_bound_from_afar(self, amount: Quantity, subject: str) -> bool:
        """True for a bare number whose clause names no measure, where no number of the one named before is told."""
        clause = stance.plain(self.reading.clause_around(amount.start))
        named = (self.words(mark) for mark in self.reading.subjects if fold(mark.name) == subject)
        beside = any(stance.plain(words) in clause for words in named)
        return amount.unit is None and not beside and not any(s.tells_amounts_of(subject) for s in self.about(subject))

    @cached_property
    def _told(self) -> list[Source]:
        return [source for source in self.sources if not source.asked or self.repeats_a_question]

    def anchored(self, place: int) -> list[Source]:
        """The sources of what a date or a name at `place` belongs to; none where it belongs to nothing."""
        anchor = self.reading.anchor_of(place)
        if isinstance(anchor, Quantity):
            return self.holders(anchor)
        if anchor is not None:
            return self.about(stance.plain(anchor.name))
        if _THE_DOSE.search(stance.plain(self.reading.clause_around(place))):
            return [source for source in self.sources if source.tag in {None, Tag.MEDICATION, Tag.DIRECTIVE}]
        item = stance.content(self.reading.item_around(place))
        return (
            list(self.quoted)
            or [s for s in self.sources if self.retells(s, item)]
            or self.meant_by(stance.content(self.reading.clause_around(place)))
        )

    def meant_by(self, words: frozenset[str]) -> list[Source]:
        """Where a few words tell what is meant ("the flu shot"), the facts of it and what the person said."""
        touched = self.touched(words - stance.content(" ".join(self.reading.people_names)))
        return [*touched, *self.turns] if touched else []

    def about(self, subject: str) -> list[Source]:
        """The sources that name a drug or a measure."""
        return [source for source in self.sources if names(subject, source.subjects)]

    def retells(self, source: Source, content: frozenset[str] | None = None) -> bool:
        """Tell whether the sentence, or its part with this content, says most of what a source does."""
        words = self.content if content is None else content
        if source.origin is Origin.ALLOWED or not retold(source.carrying, words, share=0.6):
            return False
        ours = self.reading.amounts
        return not ours or any(source.amounts_like(a) for a in ours) or not source.reading.amounts


def without_quotes(text: str, sources: Sequence[Source]) -> tuple[str, list[Source]]:
    """Return a text with the person's exact words blanked out, and the turns in which they stand.

    "Yesterday" in words of October is no claim about today; that they were said, word for word, is what is checked.
    """
    spoken = [source for source in sources if source.origin in {Origin.TURN, Origin.QUOTATION}]
    found: list[Source] = []

    def blank(match: re.Match[str]) -> str:
        words = _flat(match["whole"] or match["end"])
        holding = [source for source in spoken if words and words in _flat(source.whole)]
        found.extend(holding)
        return " " * len(match[0]) if holding else match[0]

    return _QUOTED.sub(blank, text), found


def _flat(text: str) -> str:
    return " ".join(text.split()).strip(" .,;!?").lower()
