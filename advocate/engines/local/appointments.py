"""Visits that lie ahead: made, moved, called off. Dated by the day of the visit."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import people
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_terms
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import cold
from memory.dates import DateMention, mentions
from memory.drafts import SELF, Act, Draft
from memory.vocabulary import Speaker, Tag, address

_VISIT = re.compile(
    r"\b(?:appointments?|appt|visit|follow[\s-]?up|check[\s-]?up|consultation|cita|consulta|annual\s+exam|physical|colonoscopy|mri|ct\s+scan|surgery|blood\s+(?:test|draw|work)"
    r"|labs?|ultrasound|x-?ray|mammogram|echo(?:cardiogram)?|stress\s+test|scan|cleaning)\b",
    re.IGNORECASE,
)
_SEES = re.compile(
    r"\b(?:(?:I|he|she|we|you)(?:['’](?:m|ll|re|s))?\s+(?:(?:am|is|are|will|going\s+to|also|supposed\s+to|have\s+to|'ll)\s+)*(?:see|seeing|meet|meeting|visit|visiting|going\s+(?:back\s+)?to\s+see)"
    r"|veo\s+(?:a|al)|tengo\s+cita)\b",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:moved|rescheduled|postponed|changed|pushed(?:\s+back)?|shifted|brought\s+forward|now\s+(?:on|at|is)|is\s+now|instead)\b",
    re.IGNORECASE,
)
_THAT_MOVED = re.compile(
    r"\s+(?:has\s+been|have\s+been|got|was|were|is|are)\s+(?P<how>moved|rescheduled|postponed|changed|pushed\s+back|shifted)"
    r"(?:\s+from\s+.{1,40}?)?\s+to\s+",
    re.IGNORECASE,
)
_MOVED_ME = re.compile(
    r"\b(?:moved|rescheduled|pushed|bumped|switched|changed)\s+(?:me|us|him|her)\b.{0,20}?\b(?:to|till|until)\b",
    re.IGNORECASE,
)
_TO_ANOTHER = re.compile(
    r"\b(?:moved|rescheduled|postponed|changed|pushed|shifted|brought)\b.*\bfrom\b.+?\s(?P<to>to|till|until)\s",
    re.IGNORECASE | re.DOTALL,
)
_CANCELLED = re.compile(r"\b(?:cancel(?:l?ed|s|led)?|called\s+off|cancelaron|canceló)\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|it['’]s|that|they|the\s+office)\b", re.IGNORECASE)
_PAST_VISIT = re.compile(
    r"\b(?:missed|went|had|saw|was\s+at|after|since|called|rang|phoned|came|got|gave|told|did|done|drew|took|results?|results\s+of|back\s+from)\b",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:got|have|had\s+to\s+(?:make|book)|made|gave\s+(?:me|us|him|her)|called\s+(?:and|to)|booked|scheduled|set\s+up)\b.{0,40}\b(?:appointments?|appt|visit|cita)\b"
    r"|\b(?:appointments?|appt|visit|surgery|scan|mri|colonoscopy|check-?up|follow-?up)\s+(?:is|are|will\s+be|got\s+(?:made|booked|set))\b",
    re.IGNORECASE,
)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause about visits."""
    text = clause.text
    seen = _SEES.search(text) and bool(people.find_people(text))
    named = _VISIT.search(text) or seen or _is_moved(clause, hearing)
    before = _visit_before(hearing)
    if not named and not (before and _IT.search(text)):
        return []
    cancelled, moved = _CANCELLED.search(text), _MOVED.search(text)
    visit = _day_of_visit(clause, hearing, ahead_only=not cancelled)
    if cancelled and (named or before):
        return [_cancelled(clause, hearing, before)]
    if visit is None or (_PAST_VISIT.search(text) and not (moved or _MADE.search(text))) or not (named or moved):
        return []
    return [_draft(clause, hearing, visit, before if moved else None, Act.CHANGE if moved else Act.STATE)]


def _is_moved(clause: Clause, hearing: Hearing) -> bool:
    """ "The eye doctor moved me to the 24th"."""
    moved = _MOVED_ME.search(clause.text)
    if moved is None or not (people.find_people(clause.text) or _only_known(hearing)[0]):
        return False
    return any(0 <= m.start - moved.end() <= 5 for m in mentions(clause.text, hearing.day(clause.turn), tense="future"))


def _day_of_visit(clause: Clause, hearing: Hearing, *, ahead_only: bool) -> DateMention | None:
    """The day named last after "to", else the last one ahead."""
    today = hearing.day(clause.turn)
    dates = [m for m in hearing.all_dates(clause) if m.date.last >= today or not ahead_only]
    goes_on = _SEES.search(clause.text) or _MOVED.search(clause.text)
    if not dates and ahead_only and goes_on:  # "I also see Dr. Lind on October 8", "was rescheduled to October 15"
        dates = [m for m in mentions(clause.text, today, tense="future") if m.date.last >= today]
    if moved := _TO_ANOTHER.search(clause.text):  # "from the 12th to the 19th"
        dates = [m for m in mentions(clause.text, today, tense="future") if m.start >= moved.end("to")] or dates
    return dates[-1] if dates else None


def _visit_before(hearing: Hearing) -> Draft | None:
    return next((d for d in reversed(hearing.drafts) if d.tag is Tag.APPOINTMENT), None)


def _draft(clause: Clause, hearing: Hearing, visit: DateMention, before: Draft | None, act: Act) -> Draft:
    entity, keys = _with_whom(clause, hearing)
    text = re.sub(
        r"^(?:it|that|they)\b(?:['’]s)?", "appointment", cold(clause, hearing, keep_subject=True), flags=re.IGNORECASE
    )
    text = cold(clause, hearing) if not text.startswith("appointment") else text
    text = _THAT_MOVED.sub(r" \g<how> to ", text) if act is Act.CHANGE else text
    text = re.sub(r"^(?:the|my|la|mi)\s+", "", text, flags=re.IGNORECASE)
    text = re.sub(r"^(?:have|got|['’]ve\s+got)\s+(?:an?\s+)?", "", text)
    if not entity and before:
        entity, keys = before.attribute, before.keys
    elif not entity:
        entity, keys = _only_known(hearing) if act is Act.CHANGE else ("", ())
    what = _VISIT.search(clause.text)
    entity = entity or (what[0].lower() if what else "appointment")
    base = hearing.draft(clause, Tag.APPOINTMENT, text, entity, (*keys, entity, "appointment"))
    return replace(
        base,
        memory_key=_address(entity, keys, hearing),
        source=people.speaker_source(clause.turn, hearing.transcript),
        subject=_subject(clause, hearing),
        date=visit.date,
        date_phrase=visit.phrase,
        act=act,
    )


def _cancelled(clause: Clause, hearing: Hearing, before: Draft | None) -> Draft:
    entity, keys = _with_whom(clause, hearing)
    if not entity:
        entity, keys = (before.attribute, before.keys) if before else _only_known(hearing)
    entity = entity or "appointment"
    base = hearing.draft(clause, Tag.APPOINTMENT, cold(clause, hearing), entity, (*keys, entity, "appointment"))
    return replace(base, memory_key=_address(entity, keys, hearing), act=Act.CANCEL, date=None, date_phrase="")


def _with_whom(clause: Clause, hearing: Hearing) -> tuple[str, tuple[str, ...]]:
    found = people.find_people(clause.text)
    if not found:
        procedures = find_terms(clause.text, "procedure")
        return (procedures[0].name, ()) if procedures else ("", ())
    person = people.resolved(found[0], hearing.transcript, hearing.met)
    return person.role or person.name, tuple(part.lower() for part in (person.name, person.role) if part)


def _only_known(hearing: Hearing) -> tuple[str, tuple[str, ...]]:
    rows = hearing.known(Tag.APPOINTMENT)
    return (rows[0].attribute, rows[0].keys) if len(rows) == 1 else ("", ())


def _address(entity: str, keys: tuple[str, ...], hearing: Hearing) -> str:
    """The address at which the record already keeps this person's visit, else one of its own."""
    mine = {entity.lower(), *keys} - {"appointment"}
    for row in hearing.known(Tag.APPOINTMENT):
        if row.memory_key and mine & {row.attribute.lower(), *row.keys}:
            return row.memory_key
    return address(Tag.APPOINTMENT, entity)


def _subject(clause: Clause, hearing: Hearing) -> str:
    if clause.turn.speaker is not Speaker.PATIENT:
        return SELF
    kin = [t for t in find_terms(clause.text, "relation") if t.name != hearing.transcript.subject]
    has = re.match(r"\W*(?:and\s+|but\s+)?my\s+[\w-]+(?:['’]s|\s+(?:has|sees|is|will))\b", clause.text, re.IGNORECASE)
    return kin[0].name if kin and has else SELF
