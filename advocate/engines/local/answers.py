"""Bare answers: "no", "yes", "penicillin", "500 mg" mean what was asked just before, by a clinician or the advocate."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import allergies, conditions, medications
from advocate.engines.local.hearing import Hearing, keys_of
from advocate.engines.local.lexicon import class_of, drug_keys, find_drugs, systems_of
from advocate.engines.local.sentences import Clause, clauses
from memory.drafts import Act, Draft, Quote, Said, Tense, Value
from memory.vocabulary import ANY, Speaker, Tag, address

_NO = re.compile(
    r"^\W*(?:(?:um|uh|oh|well|hm+)[,.\s]+)*(?:no|nope|nah|none|nothing|not\s+(?:any|that\s+i|really|at\s+all)|negative|ninguna?|nada|i\s+do(?:n['’]t|\s+not)"
    r"|i['’]m\s+not)\b(?P<rest>.{0,60})$",
    re.IGNORECASE | re.DOTALL,
)
_BARE = re.compile(
    r"^[\s,.]*(?:(?:no|none|not|nothing|that|i|know|of|am|aware|don['’]?t|do|have|any|at|all|sir|ma['’]?am|doctor|doc|thank|you|thanks|known|really|ones|take|anything|currently"
    r"|think|so|allergies|allergic|medications?|medicines?|right|now|to)[\s,.]*)*$",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^\W*(?:(?:um|uh|oh|well)[,.\s]+)*(?:yes|yeah|yep|yup|correct|right|that['’]s\s+(?:right|correct)|exactly|i\s+(?:do|am)|sí|claro)"
    r"(?:[,.\s]+(?:i\s+(?:do|am|still\s+(?:do|am))|still|sir|ma['’]?am|doctor|every\s+day|that['’]s\s+(?:right|correct)|it\s+is))*\W*$",
    re.IGNORECASE,
)
_ABOUT_ALLERGIES = re.compile(r"\ballerg|\bal[ée]rgi", re.IGNORECASE)
_ABOUT_MEDICINES = re.compile(
    r"\b(?:(?:tak\w+|on|using|any|what|which|your|current|are)\b[^?]*\b(?:medications?|medicines?|meds|pills|prescriptions?|drugs)|tak(?:e|ing)\s+(?:anything|any\b)|toma\w*\s+(?:algún|medic\w+))",
    re.IGNORECASE,
)
_ABOUT_A_DOSE = re.compile(
    r"\b(?:what|which|how\s+much|how\s+many)\b.*|\b(?:dose|milligrams|mg|strength)\b", re.IGNORECASE
)
_NARROW = re.compile(
    r"\b(?:new|other|else|chang\w*|besides|additional|problems?|side\s+effects?|refills?|help\w*|miss\w*|trouble|issues?|today|this\s+morning|for\s+(?:the|your|that|it|this)"
    r"|over[\s-]the[\s-]counter|blood\s+thinner\w*|pain|illegal|recreational|street)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:are|is|do|does|and)\s+(?:you|he|she)\b.*\b(?:take|taking|on|using|use|have|allergic)\b|\byou(?:['’]re|\s+are)\s+(?:still\s+|also\s+|currently\s+)?(?:tak|on\b|allergic)"
    r"|\byou\s+(?:take|have)\b",
    re.IGNORECASE,
)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return what a bare answer states; empty where the clause is no answer, or stands by itself."""
    asked = _question_before(clause, hearing)
    if asked is None:
        return []
    question, words = asked.turn, asked.text
    if clause.asked:
        return []
    if _NO.match(clause.text) and _BARE.match(clause.text):
        return _denied(clause, hearing, asked, question)
    if _YES.match(clause.text) and _HOLDS.search(words):
        return _affirmed(clause, hearing, asked)
    return _named(clause, hearing, words)


def _question_before(clause: Clause, hearing: Hearing) -> Clause | None:
    """The last question of the turn just before, where this clause opens the answer."""
    if hearing.previous is not None and hearing.previous.turn.id == clause.turn.id:
        return None
    turns = hearing.transcript.turns
    at = next((i for i, t in enumerate(turns) if t.id == clause.turn.id), 0)
    if at == 0:
        return None
    before = turns[at - 1]
    if (
        before.speaker not in {Speaker.ADVOCATE, Speaker.CLINICIAN, Speaker.FAMILY}
        or before.speaker is clause.turn.speaker
    ):
        return None
    return next((c for c in reversed(clauses(before)) if c.asked), None)


def _denied(clause: Clause, hearing: Hearing, asked: Clause, question: Said) -> list[Draft]:
    words = asked.text
    if _ABOUT_ALLERGIES.search(words):
        named = [] if re.search(r"\ballergies\b", words, re.IGNORECASE) else allergies.substances(words)
        tag, text = (
            Tag.ALLERGY,
            f"not allergic to {named[0][1]}" if named else _own(clause.text, "allerg", "no allergies"),
        )
        keys = (named[0][0] if named else "allergies", "allergy")
        key = address(tag, named[0][0] if named else ANY)
    elif _ABOUT_MEDICINES.search(words) and not _NARROW.search(words) and not find_drugs(words):
        tag, text, key = Tag.MEDICATION, _own(clause.text, "medic", "no medicines"), address(Tag.MEDICATION, ANY)
        keys = ("medications", "medication")
    else:
        return _denied_thing(clause, hearing, asked)
    base = _answer(clause, hearing, asked, tag, text, keys)
    return [replace(base, memory_key=key, negated=True, importance=5)]


def _denied_thing(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    drugs = find_drugs(asked.text)
    if len(drugs) != 1 or not re.search(
        r"\b(?:do|are)\s+you\s+(?:still\s+)?(?:tak|on\b|us)", asked.text, re.IGNORECASE
    ):
        return []
    name = drugs[0].name
    base = _answer(clause, hearing, asked, Tag.MEDICATION, f"does not take {drugs[0].as_said}", drug_keys(name))
    stopped = re.search(r"\bstill\b", asked.text, re.IGNORECASE)
    return [
        replace(
            base,
            attribute=name,
            text=f"stopped {drugs[0].as_said}" if stopped else base.text,
            memory_key=address(Tag.MEDICATION, name),
            negated=True,
            act=Act.STOP if stopped else Act.STATE,
        )
    ]


def _affirmed(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """ "You take lisinopril 10 mg?" "Yes": a clinician's words count with it, the advocate's only name the thing."""
    stated = replace(asked, asked=False)
    topics = (allergies.hear, medications.hear, conditions.hear)
    drafts = next((found for topic in topics if (found := topic(stated, hearing))), [])
    by_person = asked.turn.speaker.is_person
    kept = [d for d in drafts if d.act is Act.STATE and d.tense is Tense.NOW and not d.negated]
    return [_taken_over(draft, clause, hearing, by_person=by_person) for draft in kept]


def _taken_over(draft: Draft, clause: Clause, hearing: Hearing, *, by_person: bool) -> Draft:
    answer = Quote(clause.turn.id, clause.text)
    own = hearing.draft(clause, draft.tag, draft.text, draft.attribute, draft.keys)
    if by_person:
        return replace(draft, quotes=(*draft.quotes, answer), source=own.source)
    if draft.tag is not Tag.MEDICATION:
        return replace(draft, quotes=(answer,), source=own.source, date=None, date_phrase="")
    name = find_drugs(draft.text)
    text = name[0].as_said if name else draft.attribute
    keys = drug_keys(draft.attribute)
    plain = replace(draft, text=text, value=Value(), keys=keys_of(*keys), quotes=(answer,), source=own.source)
    return replace(plain, date=None, date_phrase="")


def _named(clause: Clause, hearing: Hearing, words: str) -> list[Draft]:
    """A list in answer to "any allergies?" or "which medicines do you take?"."""
    if len(clause.text.split()) > 14 or re.search(r"\b(?:not|never|stopped|no)\b|n['’]t\b", clause.text, re.IGNORECASE):
        return []
    drugs = {drug.name for drug in find_drugs(words)}
    if (
        len(drugs) == 1
        and _ABOUT_A_DOSE.search(words)
        and not find_drugs(clause.text)
        and len(clause.text.split()) <= 8
    ):
        return medications.answered(clause, hearing, drugs.pop())
    if _ABOUT_ALLERGIES.search(words) and not _ABOUT_ALLERGIES.search(clause.text):
        found = allergies.substances(clause.text)
        return [_allergy(clause, hearing, what, said) for what, said in found]
    if _ABOUT_MEDICINES.search(words) and not re.search(r"\b(?:new|side\s+effects?)\b", words, re.IGNORECASE):
        return medications.listed(clause, hearing)
    return []


def _allergy(clause: Clause, hearing: Hearing, what: str, said: str) -> Draft:
    base = hearing.draft(
        clause, Tag.ALLERGY, f"{said} allergy", what, (*what.split("+"), "allergy", class_of(what), *systems_of(what))
    )
    return replace(base, memory_key=address(Tag.ALLERGY, what), importance=5)


def _answer(clause: Clause, hearing: Hearing, asked: Clause, tag: Tag, text: str, keys: tuple[str, ...]) -> Draft:
    base = hearing.draft(clause, tag, text, keys[0], keys)
    if not asked.turn.speaker.is_person:
        return base
    return replace(base, quotes=(Quote(asked.turn.id, asked.text), *base.quotes))


def _own(said: str, marker: str, otherwise: str) -> str:
    return said.strip(" .,") if marker in said.lower() and len(said.split()) <= 8 else otherwise
