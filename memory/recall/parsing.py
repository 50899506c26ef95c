"""What a question asks for: which thing, which kind of thing, of which time; read from its words alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from memory.dates import DateMention, mentions
from memory.recall.asked import Asked, Window
from memory.recall.cues import (
    AHEAD,
    BROAD,
    CHANGE,
    CONTRADICTS,
    GENERAL,
    KINDS,
    OF_RECORD,
    PAST,
    POINTS_BACK,
    PURPOSE,
    RELATIVES,
    SAYS,
    SHOT,
    SIDE,
    SPECIFIC,
    TREND,
)
from memory.recall.focus import main_clause
from memory.recall.terms import WORD, Term, any_of, fold, spoken, term_of, weighty
from memory.vocabulary import Tag

Entities = Callable[[str], tuple[str, ...]] | Sequence[str]
"""The record's names in a text. Where it has a method `kin`, that gives what belongs to a class or a system by name."""

_MEASURE = re.compile(r"\w-(?:day|week|month|year)\b", re.IGNORECASE)  # "three-month" tells a kind of reading, no time
_TITLED = re.compile(r"^dra?\.? (?=\w{3})")
_BY_FIELD = re.compile(
    r"\b\w+ (?:doctor|specialist|nurse|surgeon|clinic|office|guy|man|lady|woman|people|person|folks|doc)s?\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?! ?(?:mg|mcg|ml|units?|iu|steps|calories)\b)", re.IGNORECASE)
_PERSON = re.compile(
    r"^dra?\b|\b(?:nurse|doctor|physician|surgeon|therapist|dentist|\w+(?:ologist|iatrist|trician|[oó]log[oa]))\b"
)

_A_YEAR = 366
_NAMED_DAY = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|christmas|navidad|thanksgiving"
    r"|easter|summer|spring"
    r"|winter|fall|autumn)",
    re.IGNORECASE,
)
_AGO = re.compile(r"\b(week|month|year)s? (?:ago|back)\b", re.IGNORECASE)
_ABOUT = {"week": 3, "month": 15, "year": 90}
_ANYONE = frozenset({"doctor", "physician", "clinician"})


def read_alone(question: str, day: date, entities: Entities) -> Asked:
    """Return a question as its own words read, whatever was said before it."""
    dated = [mention for mention in mentions(question, day) if not _MEASURE.search(mention.phrase)]
    spans = [(m.start, m.end) for m in dated]
    spans += [match.span() for cue in (CONTRADICTS, TREND, SIDE) for match in cue.finditer(question)]
    spans += [match.span() for match in _YEAR.finditer(question)]
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
    read = Asked(
        text=question,
        names=tuple(_with_roles(name, _kinds(question), entities) for name in named if name.said not in aside),
        wider=wider,
        people=people,
        words=tuple(
            word
            for word in weighty(_without(question, spans))
            if word.said not in who and not _is_named_otherwise(word, found, entities)
        ),
        spoken=spoken(question, (*named, *wider)),
        kinds=_kinds(question),
        windows=tuple(_ahead(_window(m), question, day) for m in dated) or _years(question),
        past=bool(PAST.search(question)) or any(m.through < day for m in dated) or bool(_YEAR.search(question)),
        change=bool(CHANGE.search(question)),
        broad=bool(BROAD.search(question)),
        points_back=bool(POINTS_BACK.search(question)),
        speakers=frozenset(who for who, cue in SAYS.items() if cue.search(question)),
        ahead=bool(AHEAD.search(question)),
        general=bool(GENERAL.search(question)),
        relatives=relatives,
        purposes=_purposes(question, wider, entities),
        side=side_of(question),
        contradictions=bool(CONTRADICTS.search(question)),
        trend=bool(TREND.search(question)),
        of_record=bool(OF_RECORD.search(question)),
    )
    read = replace(read, naming=_naming(read.words, read.names, question, entities))
    read = _with_aside(read, question, entities)
    shot = Tag.IMMUNIZATION in read.kinds and read.has_topic and SHOT.search(question) is not None
    return replace(read, kinds=read.kinds | {Tag.MEDICATION, Tag.PROCEDURE}) if shot else read


def _kinds(text: str) -> frozenset[Tag]:
    return frozenset(tag for tag, cue in KINDS.items() if cue.search(text))


def _naming(words: Sequence[Term], named: Sequence[Term], question: str, entities: Entities) -> frozenset[str]:
    """The words without which a name would not be found, or which are part of one of its spellings."""
    if not callable(entities) or not (names := {*entities(question)}):
        return frozenset()
    text = fold(question)
    spelt = " ; ".join(said for name in named for said in name.spelt if re.search(rf"\b{said}\b", text))
    return frozenset(
        word.said
        for word in words
        if word.within(spelt) or not names <= {*entities(re.sub(rf"\b{re.escape(word.said)}\b", " ", text))}
    )


def _with_aside(read: Asked, question: str, entities: Entities) -> Asked:
    """The question with what stands outside its main clauses set aside, as far as these name something themselves."""
    main = main_clause(question)
    if len(main) >= len(question.strip()):
        return read
    outside = _outside(read, main, entities)
    left = replace(read, aside=outside, names=tuple(t for t in read.names if t.said not in outside))
    if left.has_topic:
        return replace(read, aside=outside, kinds=_kinds(main))
    before, mark, after = question.rpartition("?")
    if mark and after.strip() and _kinds(main) - {Tag.DIRECTIVE}:  # "What conditions …? For the form."
        return replace(read, aside=_outside(read, before, entities))
    return read


def _outside(read: Asked, main: str, entities: Entities) -> frozenset[str]:
    inside, text = _read_names(main, entities), fold(main)
    asked = [*read.names, *read.people, *read.words]
    return frozenset(term.said for term in asked if term.said not in inside and not term.within(text))


def _read_names(text: str, entities: Entities) -> set[str]:
    return {fold(name) for name in (entities(text) if callable(entities) else entities)}


def _by_surname(person: Term) -> Term:
    """A person with a title is found by any title, in any language."""
    return replace(person, pattern=term_of(_TITLED.sub("", person.said)).pattern)


def _is_named_otherwise(word: Term, found: Collection[str], entities: Entities) -> bool:
    """True for a word by which a thing was found that has another name: "furosemida", "nefrólogo"."""
    if not callable(entities) or any(word.said.removesuffix("s") in name for name in found):
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


def side_of(text: str) -> str:
    """Return "left" or "right" where the text names one of them alone."""
    sides = {"left" if fold(found[0])[0] in "li" else "right" for found in SIDE.finditer(text)}
    return sides.pop() if len(sides) == 1 else ""


def _ahead(window: Window, question: str, day: date) -> Window:
    """ "What is planned for December?" is of the one that comes, where no year is named."""
    looks_ahead = AHEAD.search(question) and not _YEAR.search(window.phrase) and not PAST.search(question)
    if (
        not looks_ahead
        or window.last >= day
        or (day - window.first).days > _A_YEAR
        or not _NAMED_DAY.search(window.phrase)
    ):
        return window
    return replace(window, first=_next_year(window.first), last=_next_year(window.last))


def _next_year(day: date) -> date:
    return date(day.year + 1, day.month, min(day.day, 28) if day.month == 2 else day.day)


def _years(question: str) -> tuple[Window, ...]:
    """A year that stands alone: "the 2025 echo"."""
    return tuple(
        Window(date(int(found[0]), 1, 1), date(int(found[0]), 12, 31), found[0]) for found in _YEAR.finditer(question)
    )


def _window(mention: DateMention) -> Window:
    first = date.min if mention.kind == "until" else mention.date.first
    last = date.max if mention.kind == "from" else mention.through
    bounded = date.min.year < first.year and last.year < date.max.year
    if (about := _AGO.search(mention.phrase)) and bounded:  # "two weeks ago" is about then
        around = timedelta(days=_ABOUT[about[1].lower()])
        first, last = first - around, last + around
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
    return tuple(_name_term(name, entities) for name in named), tuple(
        term_of(name) for name in found if name in follows
    )


def _with_roles(name: Term, kinds: frozenset[Tag], entities: Entities) -> Term:
    """ "My heart appointment" is one with the heart doctor, by that doctor's name among names."""
    if name.exact or not callable(entities) or not kinds & {Tag.APPOINTMENT, Tag.CARE_TEAM, Tag.CONTACT}:
        return name
    roles = (fold(role) for role in entities(f"{name.said} doctor"))
    return replace(name, kin=name.kin | {role for role in roles if _PERSON.search(role) and role not in _ANYONE})


def _name_term(name: str, entities: Entities) -> Term:
    """A name in all its spellings, with what belongs to it, as far as the entities tell."""
    kin: Callable[[str], frozenset[str]] = getattr(entities, "kin", lambda name: frozenset())
    spellings: Callable[[str], Sequence[str]] = getattr(entities, "spellings", lambda name: ())
    is_class: Callable[[str], bool] = getattr(entities, "is_class", lambda name: False)
    belonging, others = kin(name), tuple(spellings(name))
    term = any_of((name, *others)) if others else term_of(name)
    return replace(term, kin=belonging, exact=not belonging or is_class(name))


def _is_kind(name: str) -> bool:
    """True for "medication", "lab", "appointment": kinds, not things."""
    return any(cue.fullmatch(name) for cue in KINDS.values())


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
