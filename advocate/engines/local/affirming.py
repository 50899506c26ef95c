"""Affirmations: "yes" to "are you taking Benicar?" states what was asked.

What the answer adds is taken in: "yes, twenty daily".
"""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import allergies, allergy_talk, conditions, medications
from advocate.engines.local.bare_mentions import taken_for_granted
from advocate.engines.local.hearing import Hearing, keys_of
from advocate.engines.local.intakes import is_no_regimen
from advocate.engines.local.lexicon import drug_keys, find_drugs, find_terms
from advocate.engines.local.sentences import Clause
from memory.drafts import Act, Draft, Quote, Tense, Value
from memory.vocabulary import Speaker, Tag

_YES = re.compile(
    r"^\W*(?:(?:oh|well|so)[,.\s]+)*(?:yes|yeah|yep|yup|yea|uh[\s-]huh|mhm|mm[\s-]hmm|correct|right|sure|exactly|absolutely|i\s+(?:do|am|have|still\s+(?:do|am))"
    r"|that['’]?s\s+(?:right|correct|true)|that\s+is\s+(?:right|correct)|sí|claro)\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|except|only\s+the|stopped|not|never|quit|ran\s+out|used\s+to|no\s+longer|until)\b|n['’]t\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:are|is|do|does|and|have|has|did)\s+(?:you|he|she)\b.*\b(?:take|takes|taking|taken|on|using|use|have|allergic)\b"
    r"|\b(?:you|he|she)(?:['’](?:re|s|ve)|\s+(?:are|is|have|has))?\s+(?:\w+\s+){0,2}?(?:tak\w+|on\b|us(?:e|es|ing)\b|allergic)"
    r"|\b(?:you|he|she)\s+(?:also\s+|still\s+)?(?:takes?|have|has)\b|\bi\s+have\s+you\s+on\b",
    re.IGNORECASE,
)
_ENDED = re.compile(r"\b(?:no\s+longer|stopped|off|quit|not\s+taking)\b|n['’]t\s+(?:\w+\s+)?tak\w+", re.IGNORECASE)
_DENIES = re.compile(r"\bnot\s+allergic\b|\bno\s+(?:\w+\s+){0,2}allerg", re.IGNORECASE)
# "You suffer from itching with it?": what was asked is an allergy, though it is not called one.
_SUFFERS = re.compile(
    r"\b(?:itching|hives|rash|swelling|anaphyla\w+|reactions?)\s+(?:from|with|to|after)\b|\breacts?\s+to\b", re.I
)


def granted(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """What a clinician's question takes for granted ("how is it working?"), where the answer lets it stand."""
    if not asked.turn.speaker.is_person or _BUT.search(clause.turn.text) or is_no_regimen(clause.turn.text):
        return []
    if allergy_talk.ASKS.search(asked.text):
        return []
    named = {drug.name for drug in find_drugs(clause.turn.text)}
    drugs = [m for m in taken_for_granted(asked.text, find_drugs(asked.text)) if m.name not in named]
    stated = [draft for drug in drugs for draft in medications.named(replace(asked, asked=False), hearing, drug)]
    return [_taken_over(draft, clause, hearing, by_person=True) for draft in stated]


def is_yes(clause: Clause) -> bool:
    """True for an affirmation that takes nothing back."""
    return _YES.match(clause.text) is not None and not _BUT.search(clause.text)


def hear(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """Return what a "yes" states; empty where the clause says none, or takes back part of it."""
    if not (is_yes(clause) and (_HOLDS.search(asked.text) or _SUFFERS.search(asked.text))) or _of_kin(asked, hearing):
        return []
    named = {drug.name for drug in find_drugs(clause.text)}
    found = [draft for draft in _stated(asked, hearing) if draft.attribute not in named]
    by_person = asked.turn.speaker.is_person
    drugs = [draft for draft in found if draft.tag is Tag.MEDICATION]
    own = medications.hear(clause, hearing) if named and drugs else []
    if len(drugs) == 1 and not named and drugs[0].act is Act.STATE:
        dosed = medications.answered(clause, hearing, drugs[0].attribute, drugs[0].text)
        if dosed:
            return [_asked_for(each, asked, by_person=by_person) for each in dosed]
    return [*(_taken_over(draft, clause, hearing, by_person=by_person) for draft in found), *own]


def _of_kin(asked: Clause, hearing: Hearing) -> bool:
    """ "And your daughter has the peanut allergy?" asks of someone else."""
    kin = find_terms(asked.text, "relation")
    if hearing.transcript.turns[hearing.place(asked.turn) + 1].speaker is Speaker.FAMILY:
        return False  # a mother is asked about her son
    named = [t for t in kin if re.search(r"\byour\s+(?:\w+\s+)?$", asked.text[: t.start], re.IGNORECASE)]
    return any(hearing.transcript.subject != term.name for term in named)


def _stated(asked: Clause, hearing: Hearing) -> list[Draft]:
    """What the question would state if it were a statement."""
    stated = replace(asked, asked=False)
    topics = (allergies.hear, medications.hear, conditions.hear)
    drafts = next((found for topic in topics if (found := topic(stated, hearing))), [])
    # "Aren't you taking it?" is no denial; "you're no longer taking it?" is one.
    ended = asked.text.lower().lstrip().startswith(("you", "and you", "so you")) and _ENDED.search(asked.text)
    return [
        draft
        for draft in drafts
        if (draft.act is Act.STATE and draft.tense is Tense.NOW and not draft.negated)
        or (draft.tag is Tag.ALLERGY and draft.negated and _DENIES.search(asked.text))
        or (ended and draft.tag is Tag.MEDICATION and draft.negated)
    ]


def _asked_for(draft: Draft, asked: Clause, *, by_person: bool) -> Draft:
    return replace(draft, quotes=(Quote(asked.turn.id, asked.text), *draft.quotes)) if by_person else draft


def _taken_over(draft: Draft, clause: Clause, hearing: Hearing, *, by_person: bool) -> Draft:
    """A clinician's words count with the answer; of the advocate's only the name of the thing does."""
    answer = Quote(clause.turn.id, clause.text)
    own = hearing.draft(clause, draft.tag, draft.text, draft.attribute, draft.keys)
    if by_person:
        return replace(draft, quotes=(*draft.quotes, answer), source=own.source)
    if draft.tag is not Tag.MEDICATION:
        return replace(draft, quotes=(answer,), source=own.source, date=None, date_phrase="")
    name = find_drugs(draft.text)
    text = name[0].as_said if name else draft.attribute
    plain = replace(draft, text=text, value=Value(), keys=keys_of(*drug_keys(draft.attribute)), quotes=(answer,))
    return replace(plain, source=own.source, date=None, date_phrase="")
