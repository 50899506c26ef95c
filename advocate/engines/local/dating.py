"""Dates told beside the fact that they date, in a clause of their own.

After it: "they brought it down to 10 mg. That was on the 12th". Before it: "Dr. Osei rang on Tuesday. She raised it".
"""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_drugs, find_terms
from advocate.engines.local.people import acting, acts_by_pronoun, carries_on, find_people
from advocate.engines.local.sentences import Clause
from memory.dates import DateMention
from memory.drafts import Act, Draft, Quote, Tense
from memory.vocabulary import Tag

# What may stand beside the date in a clause that says nothing but when.
_WHEN_ONLY = re.compile(
    r"(?:\W|\b(?:and|but|oh|so|well|i|we|they|she|he|it|that|this|which|these|those|was|is|were|all|just|only|about|around|maybe|back|like|on|in|at"
    r"|think|believe|guess|say|or|done|happened|drawn|taken|checked|tested|from|since|early|late|sometime|gone|now|been|has|had|would|have"
    r"|starting|started|started\s+it|drew|did|told|changed|measured|came|me|the|my|a|again|too|eso|fue|el|la|desde|hace|y|lo|me)\b|['’](?:s|d|ve|m))*",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)
_MOST_WORDS = 7
_UNDATED = frozenset(
    {Tag.CARE_TEAM, Tag.CONTACT, Tag.INSURANCE, Tag.PREFERENCE, Tag.APPOINTMENT, Tag.FAMILY_HISTORY, Tag.EPISODE}
)

_MET = re.compile(
    r"\b(?:saw|seen|rang|called|phoned|visited|went|was\s+at|came|spoke|talked|met|had|got|did|drew|took|been|changed|told|said|decided"
    r"|raised|lowered|checked)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:appointment|visit|clinic|hospital|er|emergency\s+room|office|check(?:-?up)?|physical|labs?|blood\s*(?:work|test|draw|s)?|tests?|doctor|gp)\b",
    re.IGNORECASE,
)
_RETESTED = re.compile(
    r"\b(?:re-?done|repeated|re-?checked|re-?tested|re-?run|done\s+again|drawn|re-?drawn)\b", re.IGNORECASE
)
_FEW_WORDS = 5  # "Glaucoma check yesterday."
_WAS = re.compile(r"\b(?:was|were|came|read|showed|said|measured|got)\b", re.IGNORECASE)
_HAPPENS = frozenset({Tag.PROCEDURE, Tag.IMMUNIZATION, Tag.DIRECTIVE})


def sets_the_scene(clause: Clause, hearing: Hearing, *, told: bool) -> None:
    """Remember when somebody was seen, in a clause that tells nothing else."""
    if told or clause.asked:
        return
    found = hearing.all_dates(clause)
    text = clause.text
    where = find_people(text) or _WHERE.search(text) or _RETESTED.search(text)
    if (
        len(found) == 1
        and found[0].date.first <= hearing.day(clause.turn)
        and where
        and (_MET.search(text) or len(text.split()) <= _FEW_WORDS)
        and not _DENIES.search(text)
    ):
        hearing.scene = (clause, found[0])


def in_its_scene(drafts: list[Draft], clause: Clause, hearing: Hearing) -> list[Draft]:
    """The drafts of a clause, dated by the day of what the turn told before, where they happened there."""
    scene = hearing.scene
    if scene is None or scene[0].turn.id != clause.turn.id or hearing.all_dates(clause):
        return drafts
    return [
        _dated(draft, scene[1], scene[0]) if _happened_there(draft, clause, scene[0]) else draft for draft in drafts
    ]


def _happened_there(draft: Draft, clause: Clause, scene: Clause) -> bool:
    if draft.date is not None or draft.tense is not Tense.NOW or (draft.negated and draft.act is Act.STATE):
        return False
    text = clause.text
    if draft.tag in {Tag.LAB, Tag.VITAL}:
        return draft.act is Act.STATE and (_RETESTED.search(scene.text) or _WAS.search(text)) is not None
    happens = draft.tag in _HAPPENS or (draft.tag is Tag.MEDICATION and draft.act in {Act.CHANGE, Act.STOP})
    by_another = acts_by_pronoun(text) or acting(text) is not None or carries_on(text, text)
    return happens and by_another


def dates_what_was_told(clause: Clause, hearing: Hearing) -> bool:
    """Date what the clause before told without a date, where this one says only when; True where it did."""
    before = hearing.previous
    if clause.asked or before is None or before.turn.id != clause.turn.id or before.asked:
        return False
    when = _only_date(clause, hearing)
    if (
        when is None
        or find_drugs(clause.text)
        or find_terms(clause.text, "lab", "vital", "symptom", "procedure", "condition")
    ):
        return False
    told = [at for at, draft in enumerate(hearing.drafts) if _is_told_in(draft, before)]
    for at in told:
        hearing.drafts[at] = _dated(hearing.drafts[at], when, clause)
    return bool(told)


def _only_date(clause: Clause, hearing: Hearing) -> DateMention | None:
    """The one date, behind us, of a clause that tells nothing else."""
    found = hearing.all_dates(clause)
    if len(found) != 1 or found[0].kind not in {"point", "since", "from"} or _DENIES.search(clause.text):
        return None
    when = found[0]
    rest = f"{clause.text[: when.start]} {clause.text[when.end :]}"
    only = _WHEN_ONLY.fullmatch(rest) is not None and len(rest.split()) <= _MOST_WORDS
    return when if only and when.date.first <= hearing.day(clause.turn) else None


def _is_told_in(draft: Draft, before: Clause) -> bool:
    last = draft.quotes[-1]
    inside = last.turn == before.turn.id and last.text in before.text
    return (
        inside
        and not draft.date_phrase
        and draft.tag not in _UNDATED
        and draft.tense is not Tense.PLANNED
        and draft.act is not Act.WITHDRAW
    )


def _dated(draft: Draft, when: DateMention, clause: Clause) -> Draft:
    quote = Quote(clause.turn.id, clause.text)
    return replace(draft, date=when.date, date_phrase=when.phrase, quotes=(quote, *draft.quotes))
