"""What a question asks for: which thing, which kind of thing, of which time; read from its words alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from memory.dates import DateMention, mentions
from memory.recall.cues import (
    AHEAD,
    ALSO,
    BROAD,
    CHANGE,
    GENERAL,
    KINDS,
    PAST,
    POINTS_BACK,
    POINTS_TO_A_THING,
    PURPOSE,
    RELATIVES,
    SAYS,
    SPECIFIC,
    STRICT,
)
from memory.recall.terms import WEAKLY, WORD, Term, fold, spoken, term_of, weighty
from memory.vocabulary import Speaker, Tag

Entities = Callable[[str], tuple[str, ...]] | Sequence[str]

_MEASURE = re.compile(r"\w-(?:day|week|month|year)\b", re.IGNORECASE)  # "three-month" tells a kind of reading, no time
_TITLED = re.compile(r"^dra?\.? (?=\w{3})")
_BY_FIELD = re.compile(r"\b\w+ (?:doctor|specialist|nurse|surgeon|clinic)s?\b", re.IGNORECASE)
_PERSON = re.compile(
    r"^dra?\b|\b(?:nurse|doctor|physician|surgeon|therapist|dentist|\w+(?:ologist|iatrist|trician|[oó]log[oa]))\b"
)

_ANYONE = frozenset({"doctor", "physician", "clinician"})


@dataclass(frozen=True, slots=True)
class Window:
    """The days that a date in the question reaches over."""

    first: date
    last: date
    phrase: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, read.

    text    what is embedded: the question, after the words that it points back to
    names   the things that it names, by the names of the record; `wider` what these belong to ("heart")
    people  the clinicians that it names, by name or role
    words   its other words of weight
    purposes what it asks a medicine for ("for gout"), and what that belongs to
    ahead   it looks forward; `general`: it asks of the world, not of the record
    relatives whom of the family it speaks of
    speakers  whose words it asks for ("what did my daughter say?")
    spoken  every word of it that says anything, for the search of turns: people talk as they ask
    kinds   the kinds of fact that it asks for
    """

    text: str
    names: tuple[Term, ...]
    wider: tuple[Term, ...]
    people: tuple[Term, ...]
    words: tuple[Term, ...]
    spoken: tuple[Term, ...]
    kinds: frozenset[Tag]
    windows: tuple[Window, ...]
    past: bool
    change: bool
    broad: bool
    points_back: bool
    speakers: frozenset[Speaker]
    ahead: bool
    general: bool
    relatives: tuple[Term, ...]
    purposes: tuple[Term, ...] = ()

    @property
    def has_topic(self) -> bool:
        """True where it names a thing; weak words, or who said it, alone do not."""
        return bool(self.names) or any(word.weight > WEAKLY for word in self.words)

    @property
    def beyond_names(self) -> tuple[Term, ...]:
        """The words of full weight that are no part of a name."""
        return tuple(
            word
            for word in self.words
            if word.weight > WEAKLY and not any(word.within(name.said) for name in (*self.names, *self.wider))
        )

    def of_record_about(self, subject: str) -> Asked:
        """The question in a record about this relation ("mother"): of her, no relative is meant."""
        return replace(self, relatives=tuple(who for who in self.relatives if not who.within(fold(subject))))

    @property
    def terms(self) -> tuple[Term, ...]:
        """Everything to look for in rows by words."""
        return (*self.names, *self.people, *self.wider, *self.words)

    def fits(self, tag: Tag, text: str, *, named: bool) -> bool:
        """True where a fact of this tag, with these words, is of a kind that is asked for, or no kind is asked for.

        `named`: the fact is of a thing that the question names.
        """
        strict = self.kinds & STRICT
        if not strict or tag in self.kinds:
            return True
        if named and any(tag in ALSO.get(kind, ()) for kind in self.kinds):
            return True
        return any(KINDS[kind].search(text) for kind in strict)

    def asks_for(self, tag: Tag) -> bool:
        """True where the question asks for this very kind."""
        return tag in self.kinds


def read(question: str, day: date, *, entities: Entities = (), before: Sequence[str] = ()) -> Asked:
    """Read a question asked on `day`. `before` are the person's earlier turns of this conversation, oldest first.

    What a question leaves open ("and before that?") it takes from the latest turn that names something.
    """
    asked = _read(question, day, entities)
    points = POINTS_TO_A_THING.search(question) is not None
    open_ended = not _has_topic_of_its_own(asked) and (points or not asked.kinds) and not asked.broad
    if not open_ended:
        return asked
    earlier = [(turn, _read(turn, day, entities)) for turn in reversed(before)]
    naming = [each for each in earlier if each[1].names or each[1].people]
    for turn, read_before in (*naming, *earlier):
        if read_before.has_topic or read_before.kinds:
            return _carried_on(asked, read_before, f"{turn} {question}")
    return asked


def _has_topic_of_its_own(asked: Asked) -> bool:
    """A number alone ("is 52 too low?") is of what was spoken of before, where anything was."""
    return bool(asked.names or asked.relatives) or any(
        word.weight > WEAKLY and not word.said.isdigit() for word in asked.words
    )


def _carried_on(asked: Asked, earlier: Asked, text: str) -> Asked:
    return replace(
        asked,
        text=text,
        names=earlier.names,
        wider=earlier.wider,
        people=asked.people or earlier.people,
        words=(*asked.words, *(word for word in earlier.words if asked.words == () or word.weight > WEAKLY)),
        spoken=spoken(text, (*earlier.names, *earlier.people)),
        kinds=asked.kinds or earlier.kinds,
        windows=asked.windows or (() if asked.past or asked.change else earlier.windows),
    )


def _read(question: str, day: date, entities: Entities) -> Asked:
    dated = [mention for mention in mentions(question, day) if not _MEASURE.search(mention.phrase)]
    spans = [(m.start, m.end) for m in dated]
    spans += [
        match.span()
        for cue in (*KINDS.values(), CHANGE)
        for match in cue.finditer(question)
        if not SPECIFIC.fullmatch(match[0])
    ]
    named, wider = _names(question, entities)
    found = {name.said for name in (*named, *wider)}
    named = tuple(name for name in named if name.said not in _ANYONE)
    people = tuple(_by_surname(name) for name in named if _PERSON.search(name.said))
    who = {part for person in people for part in WORD.findall(person.said)}
    spans += [match.span() for match in _BY_FIELD.finditer(question) if people]
    in_role = {
        term for term in named if people and any(term.within(fold(role)) for role in _BY_FIELD.findall(question))
    }
    relatives = tuple(
        {
            name: term_of(name)
            for name in (*_said_of(RELATIVES, question), *(n.said for n in named))
            if RELATIVES.fullmatch(name)
        }.values()
    )
    spans += [match.span() for match in RELATIVES.finditer(question)]
    aside = {each.said for each in (*people, *in_role, *relatives)}
    return Asked(
        text=question,
        names=tuple(name for name in named if name.said not in aside),
        wider=wider,
        people=people,
        words=tuple(
            word
            for word in weighty(_without(question, spans))
            if word.said not in who and not _is_named_otherwise(word, found, entities)
        ),
        spoken=spoken(question, (*named, *wider)),
        kinds=frozenset(tag for tag, cue in KINDS.items() if cue.search(question)),
        windows=tuple(_window(m) for m in dated),
        past=bool(PAST.search(question)) or any(m.through < day for m in dated),
        change=bool(CHANGE.search(question)),
        broad=bool(BROAD.search(question)),
        points_back=bool(POINTS_BACK.search(question)),
        speakers=frozenset(who for who, cue in SAYS.items() if cue.search(question)),
        ahead=bool(AHEAD.search(question)),
        general=bool(GENERAL.search(question)),
        relatives=relatives,
        purposes=_purposes(question, wider, entities),
    )


def _by_surname(person: Term) -> Term:
    """A person with a title is found by any title, in any language."""
    return replace(person, pattern=term_of(_TITLED.sub("", person.said)).pattern)


def _is_named_otherwise(word: Term, found: Collection[str], entities: Entities) -> bool:
    """True for a word by which a thing was found that has another name: "furosemida", "nefrólogo"."""
    if not callable(entities) or any(word.within(name) for name in found):
        return False
    names = {fold(name) for name in entities(word.said)}
    return bool(names) and names <= {*found}


def _purposes(question: str, wider: Sequence[Term], entities: Entities) -> tuple[Term, ...]:
    purpose = PURPOSE.search(question)
    if purpose is None or not callable(entities):
        return ()
    meant = {fold(name) for name in entities(purpose["what"])}
    return tuple(term for term in wider if term.said in meant)


def _said_of(cue: re.Pattern[str], text: str) -> list[str]:
    return [fold(match[0]) for match in cue.finditer(text)]


def _window(mention: DateMention) -> Window:
    first = date.min if mention.kind == "until" else mention.date.first
    last = date.max if mention.kind == "from" else mention.through
    return Window(first, max(first, last), mention.phrase)


def _names(question: str, entities: Entities) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The names in a question, apart from what only follows from another of them (metoprolol: "heart")."""
    found = [fold(name) for name in (entities(question) if callable(entities) else entities) if name.strip()]
    follows: set[str] = set()
    if callable(entities):
        for i, name in enumerate(found):
            if name not in follows:
                beside = {fold(other) for said in (name, f"I take {name}") for other in entities(said)}
                follows |= beside & set(found[i + 1 :])
    named = [name for name in found if name not in follows and not _is_kind(name)]
    return tuple(map(term_of, named)), tuple(term_of(name) for name in found if name in follows)


def _is_kind(name: str) -> bool:
    """True for "medication", "lab", "appointment": kinds, not things."""
    return any(cue.fullmatch(name) for cue in KINDS.values())


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
