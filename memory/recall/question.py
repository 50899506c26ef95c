"""What a question asks for: which thing, which kind of thing, of which time; read from its words alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from memory.dates import DateMention, mentions
from memory.recall.cues import (
    ALIKE,
    ALSO,
    BROAD,
    CHANGE,
    KINDS,
    PAST,
    POINTS_BACK,
    POINTS_TO_A_THING,
    STOP,
    STRICT,
    WEAK,
)
from memory.vocabulary import Tag

Entities = Callable[[str], tuple[str, ...]] | Sequence[str]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDINGS = r"(?:['’]s|e|es|s|ed|ing|er|ers|y|ies|ied|ness|iness|ic|al|ly)?"
_ENDING = re.compile(r"(?:['’]s|ies|iness|ness|ing|ed|es|s|y|e)$")
_WEAKLY = 0.5
_AT_MOST = 24  # a long message is told, not asked
_BY_FIELD = re.compile(r"\b\w+ (?:doctor|specialist|nurse|surgeon|clinic)s?\b", re.IGNORECASE)
_PERSON = re.compile(
    r"^dra?\b|\b(?:nurse|doctor|physician|surgeon|therapist|dentist|\w+(?:ologist|iatrist|trician|[oó]log[oa]))\b"
)

_ANYONE = frozenset({"doctor", "physician", "clinician"})


@dataclass(frozen=True, slots=True)
class Term:
    """A word or name looked for, as a pattern that PostgreSQL reads too (between word borders), and its weight."""

    said: str
    pattern: str
    weight: float = 1.0

    def within(self, text: str) -> bool:
        """True where it stands in a folded text as whole words."""
        return re.search(rf"\b{self.pattern}\b", text) is not None


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
    kinds   the kinds of fact that it asks for
    """

    text: str
    names: tuple[Term, ...]
    wider: tuple[Term, ...]
    people: tuple[Term, ...]
    words: tuple[Term, ...]
    kinds: frozenset[Tag]
    windows: tuple[Window, ...]
    past: bool
    change: bool
    broad: bool
    points_back: bool

    @property
    def has_topic(self) -> bool:
        """True where it names a thing; weak words, or who said it, alone do not."""
        return bool(self.names) or any(word.weight > _WEAKLY for word in self.words)

    @property
    def terms(self) -> tuple[Term, ...]:
        """Everything to look for by words."""
        return (*self.names, *self.people, *self.wider, *self.words)

    def fits(self, tag: Tag, text: str) -> bool:
        """True where a fact of this tag, with these words, is of a kind that is asked for, or no kind is asked for."""
        strict = self.kinds & STRICT
        if not strict or tag in self.kinds:
            return True
        if self.has_topic and any(tag in ALSO.get(kind, ()) for kind in self.kinds):
            return True
        return any(KINDS[kind].search(text) for kind in strict)

    def asks_for(self, tag: Tag) -> bool:
        """True where the question asks for this very kind."""
        return tag in self.kinds


def fold(text: str) -> str:
    """Lower case without accents."""
    lower = text.lower().replace("’", "'")
    if lower.isascii():
        return lower
    return "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))


def read(question: str, day: date, *, entities: Entities = (), before: Sequence[str] = ()) -> Asked:
    """Read a question asked on `day`. `before` are the person's earlier turns of this conversation, oldest first.

    What a question leaves open ("and before that?") it takes from the latest turn that names something.
    """
    asked = _read(question, day, entities)
    points = POINTS_TO_A_THING.search(question) is not None
    open_ended = not _has_topic_of_its_own(asked) and (points or not asked.kinds) and not asked.broad
    if not open_ended:
        return asked
    for turn in reversed(before):
        earlier = _read(turn, day, entities)
        if earlier.has_topic or earlier.kinds:
            return _carried_on(asked, earlier, f"{turn} {question}")
    return asked


def _has_topic_of_its_own(asked: Asked) -> bool:
    """A number alone ("is 52 too low?") is of what was spoken of before, where anything was."""
    return bool(asked.names) or any(word.weight > _WEAKLY and not word.said.isdigit() for word in asked.words)


def _carried_on(asked: Asked, earlier: Asked, text: str) -> Asked:
    return replace(
        asked,
        text=text,
        names=earlier.names,
        wider=earlier.wider,
        people=asked.people or earlier.people,
        words=earlier.words,
        kinds=asked.kinds or earlier.kinds,
        windows=asked.windows or (() if asked.past or asked.change else earlier.windows),
    )


def _read(question: str, day: date, entities: Entities) -> Asked:
    dated = mentions(question, day)
    spans = [(m.start, m.end) for m in dated]
    spans += [match.span() for cue in KINDS.values() for match in cue.finditer(question)]
    named, wider = _names(question, entities)
    named = tuple(name for name in named if name.said not in _ANYONE)
    people = tuple(name for name in named if _PERSON.search(name.said))
    who = {part for person in people for part in _WORD.findall(person.said)}
    spans += [match.span() for match in _BY_FIELD.finditer(question) if people]
    in_role = {
        term for term in named if people and any(term.within(fold(role)) for role in _BY_FIELD.findall(question))
    }
    return Asked(
        text=question,
        names=tuple(name for name in named if name not in people and name not in in_role),
        wider=wider,
        people=people,
        words=tuple(word for word in _words(_without(question, spans)) if word.said not in who),
        kinds=frozenset(tag for tag, cue in KINDS.items() if cue.search(question)),
        windows=tuple(_window(m) for m in dated),
        past=bool(PAST.search(question)) or any(m.through < day for m in dated),
        change=bool(CHANGE.search(question)),
        broad=bool(BROAD.search(question)),
        points_back=bool(POINTS_BACK.search(question)),
    )


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
                follows |= {fold(other) for other in entities(name)} & set(found[i + 1 :])
    named = [name for name in found if name not in follows and not _is_kind(name)]
    return tuple(map(_term, named)), tuple(_term(name) for name in found if name in follows)


def _is_kind(name: str) -> bool:
    """True for "medication", "lab", "appointment": kinds, not things."""
    return any(cue.fullmatch(name) for cue in KINDS.values())


def _words(text: str) -> tuple[Term, ...]:
    found: dict[str, Term] = {}
    for word in _WORD.findall(fold(text)):
        bare = word.removesuffix("'s")
        if bare in _FOLDED_STOP or word in _FOLDED_STOP or (len(bare) < 2 and not bare.isdigit()):
            continue
        term = _term(bare, _WEAKLY if bare in WEAK else 1.0)
        found.setdefault(term.pattern, term)
    return tuple(found.values())[:_AT_MOST]


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _term(words: str, weight: float = 1.0) -> Term:
    return Term(words, r"[\s./-]+".join(_pattern(word) for word in re.split(r"[\s./-]+", words) if word), weight)


def _pattern(word: str) -> str:
    stems = _ALIKE.get(_stem(word)) or (_stem(word),)
    return f"(?:{'|'.join(map(re.escape, stems))}){_ENDINGS if not word.isdigit() else ''}"


def _stem(word: str) -> str:
    """The word without its ending, as far as three letters stay."""
    if not word.isalpha() and "'" not in word:
        return word
    bare = _ENDING.sub("", word) if not word.endswith(("ss", "us", "is")) else word
    return bare if len(bare) >= 3 else word


_FOLDED_STOP = frozenset(map(fold, STOP))
_ALIKE = {_stem(word): tuple(sorted({_stem(w) for w in group})) for group in ALIKE for word in group}
