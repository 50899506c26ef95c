"""What happened: symptoms, procedures and immunizations of the person, and illnesses of the family."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local.assertions import is_negated
from advocate.engines.local.conditions import outermost
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import Term, find_drugs, find_terms, systems_of
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import cold
from memory.drafts import SELF, Assertion, Draft
from memory.vocabulary import Speaker, Tag

_FAMILY = frozenset(
    "mother father brother sister son daughter grandmother grandfather uncle aunt cousin parents niece nephew "
    "child".split()
)
_RUNS = re.compile(
    r"\b(?:family\s+history\s+of|runs?\s+in\s+(?:my|the|our)\s+family|antecedentes\s+familiares)\b", re.IGNORECASE
)
_ILL = re.compile(
    r"\b(?:ha[sd]|have|died|dies|diagnosed|suffer\w*|got|developed|with|of|from|is|was|tiene|tuvo|murió|family\s+history)\b",
    re.IGNORECASE,
)
_THEIR_TREATMENT = re.compile(  # what a relative takes is no part of this record
    r",?\s+(?:and|so|but)\s+(?:(?:he|she|they)\s+)?(?:takes?|uses?|(?:is|was|are|were|['’]s)\s+(?:on|taking|given)|has\s+to\s+take)\b",
    re.IGNORECASE,
)
_ORGAN = (
    r"(?:gallbladder|appendix|tonsils?|adenoids|thyroid|uterus|womb|ovar(?:y|ies)|spleen|prostate|kidney|gall\s?stones?|kidney\s+stones?|wisdom\s+teeth"
    r"|tooth|teeth|mole|cyst|polyps?|lump|tumou?r|fibroids?|cataracts?|stitches|cast|vesícula|apéndice|amígdalas)"
)
_MY = r"(?:my|his|her|the|a|an|two|three|some|la|el|las|mi)"
_OUT = re.compile(
    rf"\b(?:took|taken|take|had|have|cut|pulled)\s+(?:out\s+|off\s+)?{_MY}\s+(?:\w+\s+)?(?P<what>{_ORGAN})\s+(?:taken\s+|cut\s+)?(?:out|off|removed|pulled)\b"
    rf"|\b(?:{_MY}\s+)?(?P<gone>{_ORGAN})\s+(?:was|were|came|got|had\s+to\s+(?:be|come))\s+(?:taken\s+|cut\s+)?(?:out|off|removed|pulled)\b"
    rf"|\b(?:removed|took\s+out|cut\s+out)\s+{_MY}\s+(?:\w+\s+)?(?P<removed>{_ORGAN})\b|\bme\s+(?:quitaron|sacaron|operaron(?:\s+de)?)\s+(?:la|el|las|los)\s+(?P<quitaron>{_ORGAN})",
    re.IGNORECASE,
)
_VACCINATED = re.compile(
    r"\b(?:vaccinated|immuni[sz]ed|vacunad[oa])\s+(?:for|against|contra(?:\s+(?:el|la))?)\s+(?P<what>[A-Za-z]{2,}(?:\s+[A-C]\b)?)",
    re.IGNORECASE,
)
_FEELS = re.compile(
    r"\b(?:have|has|had|having|feel\w*|felt|get|gets|getting|got|been|experienc\w+|am|i['’]m|makes?\s+me|made\s+me|gives?\s+me|gave\s+me|keep|noticed|started|my|fell|fallen|tengo"
    r"|siento|me\s+duele|estoy|since|woke|i['’]ve|is|are|still|i)\b",
    re.IGNORECASE,
)
_NO_SYMPTOM = re.compile(
    r"\b(?:tired\s+of|sick\s+of|sick\s+and\s+tired|si\s+me|fell\s+(?:asleep|in\s+love|behind|apart|out|through)|weak\s+(?:signal|coffee)|fall(?:en)?\s+behind|if|rash\s+decision)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:had|have\s+had|['’]ve\s+had|underwent|got|received|did|done|was|were|gave|given|removed|vaccinated|immuni[sz]ed|vacunad[oa]|put\s+in|implanted|placed|took|taken|came\s+out|operated|tuve|me\s+pusieron|me\s+hicieron|me\s+operaron)\b",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:schedul\w*|will|going\s+to|need(?:s|ed)?|should|supposed|want\w*|might|due|appointment|if|before|results?|ordered|cancel\w*|postponed|rescheduled|called\s+off|moved)\b",
    re.IGNORECASE,
)
_OF_MEDICINE = re.compile(
    r"\s*-?(?:pills?|medic\w+|meds|killers?|relie\w+|doctor|clinic|management|level|score|scale)\b", re.IGNORECASE
)
_PURPOSE = re.compile(r"\b(?:for|para)\s+(?:an?|my|the|his|her|el|la|mi)?\s*(?:\w+\s+)?$", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:knee|head|back|neck|shoulder|hip|ankle|foot|feet|leg|arm|hand|wrist|elbow|chest|stomach|throat|ear|eye|tooth|jaw|side)s?\b",
    re.IGNORECASE,
)
_SIDE = re.compile(r"\b(left|right|both|izquierd[oa]|derech[oa])\b", re.IGNORECASE)


def of_the_family(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return what a clause tells of the family's illnesses: the record's own subject, so the subject stays "self"."""
    text = clause.text
    terms = [] if clause.asked else outermost(find_terms(text, "condition"))
    kin = [t for t in find_terms(text, "relation") if t.name in _FAMILY and t.name != hearing.transcript.subject]
    runs = _RUNS.search(text)
    if not terms or not (runs or (kin and _is_of_the_kin(clause, hearing, kin[0], terms[0]))):
        return []
    who = kin[0].name if kin else "family"
    own = _THEIR_TREATMENT.search(text)
    stated = replace(clause, end=clause.start + own.start()) if own and own.start() >= terms[0].end else clause
    return [_family_draft(stated, hearing, who, term) for term in terms if term.end <= len(stated.text)]


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause about symptoms, procedures and immunizations."""
    return [
        *_done(clause, hearing, "immunization", Tag.IMMUNIZATION),
        *_procedures(clause, hearing),
        *_symptoms(clause, hearing),
    ]


def _is_of_the_kin(clause: Clause, hearing: Hearing, kin: Term, term: Term) -> bool:
    if clause.turn.speaker is Speaker.FAMILY or hearing.whose(clause, kin.end) == SELF:
        return False
    between = clause.text[kin.end : term.start]
    if re.search(r"\b(?:I|i|me|i'm)\b", between):
        return False
    return kin.start < term.start and _ILL.search(between) is not None


def _family_draft(clause: Clause, hearing: Hearing, who: str, term: Term) -> Draft:
    base = hearing.draft(
        clause,
        Tag.FAMILY_HISTORY,
        cold(clause, hearing),
        f"{who}: {term.name}",
        (term.name, who, "family history", *systems_of(term.name)),
    )
    return replace(base, subject=SELF, negated=is_negated(clause.text), assertion=Assertion.ASSERTED)


def _symptoms(clause: Clause, hearing: Hearing) -> list[Draft]:
    text = clause.text
    terms = outermost(find_terms(text, "symptom"))
    if not terms or is_negated(text) or _NO_SYMPTOM.search(text) or not _FEELS.search(text):
        return []
    if find_terms(text, "vital") and re.search(r"\d", text):
        return []
    terms = [t for t in terms if not (_PURPOSE.search(text[: t.start]) or _OF_MEDICINE.match(text, t.end))]
    if not terms:
        return []
    first = terms[0]
    drugs = [drug.name for drug in find_drugs(text)]
    part = _PART.search(text) if first.name in {"pain", "swelling"} else None
    side = _SIDE.search(text)
    where = [side[1].lower() if side else "", part[0].lower() if part else ""]
    base = hearing.draft(
        clause,
        Tag.SYMPTOM,
        _symptom_text(first, drugs, clause, hearing),
        " ".join(word for word in (*where, first.name) if word),
        (*[t.name for t in terms[:2]], *drugs[:2], "symptom"),
        at=first.start,
    )
    return [base]


def _symptom_text(first: Term, drugs: list[str], clause: Clause, hearing: Hearing) -> str:
    """Beside a medicine the clause is about the medicine; "it gave me a cough" reads cold with the medicine named."""
    if drugs:
        return first.as_said
    text = cold(clause, hearing)
    focus = hearing.focus("drug")
    cause = re.match(r"(?:it|that|this)\s+(?=(?:gave|gives|made|makes|caused|causes)\b)", text, re.IGNORECASE)
    return f"{focus.words} {text[cause.end() :]}" if cause and focus else text


def _procedures(clause: Clause, hearing: Hearing) -> list[Draft]:
    if find_terms(clause.text, "immunization"):
        return []
    return _done(clause, hearing, "procedure", Tag.PROCEDURE)


def _vaccinated(text: str) -> list[Term]:
    """ "I was vaccinated against hepatitis B"."""
    done = _VACCINATED.search(text)
    if done is None:
        return []
    named = find_terms(f"{done['what']} vaccine", "immunization")
    return [Term("immunization", named[0].name if named else f"{done['what'].lower()} vaccine", done[0], *done.span())]


def _taken_out(text: str) -> list[Term]:
    """ "They took my gallbladder out", "my tonsils were removed": the operation is named by what is gone."""
    out = _OUT.search(text)
    if out is None:
        return []
    organ = next(filter(None, out.groups()))
    named = find_terms(f"{organ} removed", "procedure")
    return [Term("procedure", named[0].name if named else f"{organ.lower()} removal", out[0], out.start(), out.end())]


def _done(clause: Clause, hearing: Hearing, kind: str, tag: Tag) -> list[Draft]:
    text = clause.text
    terms = outermost(find_terms(text, kind)) or (_taken_out(text) if kind == "procedure" else _vaccinated(text))
    if not terms or is_negated(text) or _NOT_DONE.search(text) or not _DONE.search(text):
        return []
    if hearing.moment(clause).is_future:
        return []
    side = _SIDE.search(text)
    name = f"{side[1].lower()} {terms[0].name}" if side else terms[0].name
    general = "vaccine" if tag is Tag.IMMUNIZATION else "procedure"
    base = hearing.draft(
        clause,
        tag,
        cold(clause, hearing),
        name,
        (terms[0].name, general, *[t.name for t in terms[1:3]]),
        at=terms[0].start,
    )
    return [base]
