"""Conditions that the person has, had, or says that they do not have."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local.assertions import is_negated
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import Term, find_drugs, find_terms, systems_of
from advocate.engines.local.sentences import Clause
from memory.drafts import Act, Draft, Tense
from memory.vocabulary import Tag, address

_HAS = re.compile(
    r"""(?:(?<!\w)|(?=['’]))(?: have | has | had | ['’]ve\s+(?:got|had) | got | diagnosis\s+(?:of|is)
      | diagnosed(?:\s+(?:me|him|her|you|\w+))?\s+(?:with|as) | suffer(?:s|ed|ing)?\s+(?:from|with) | history\s+of
      | liv(?:e|ing)\s+with | developed
      | (?:am|['’]m|is|was|['’]s|soy|es)(?=\s+(?:(?:an?|not|pre)[\s-]+)*
          (?:diabetic|asthmatic|anemic|obese|bipolar|prediabetic|hypertensive|diab[ée]tic[oa])\b)
      | tengo | tiene | padezco(?:\s+de)? | padece(?:\s+de)? | sufro\s+de | me\s+diagnosticaron | tuve )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_UNSURE = re.compile(
    r"\b(?:risk|rule\s+out|screen\w*|test(?:ed|ing)?\s+for|prevent\w*|afraid|worried|worry|think\s+i|thinks\s+i\s+might|possible|possibly|could|if"
    r"|signs?\s+of|support\s+group|article|wonder\w*|in\s+case)\b",
    re.IGNORECASE,
)
_OTHER_MATTER = re.compile(
    r"\b(?:appointment|medicine|medication|pills?|shot|vaccine|specialist|doctor|nurse|test|questions?)\b",
    re.IGNORECASE,
)
_EVENTS = frozenset(
    {"heart attack", "stroke", "mini stroke", "pneumonia", "bronchitis", "covid", "flu", "pulmonary embolism",
     "kidney stones",     "shingles",
     "urinary tract infection", "deep vein thrombosis", "preeclampsia", "gestational diabetes"}
)  # fmt: skip
_FORMER = re.compile(
    r"\b(?:(?<!['’]ve )(?<!have )(?<!has )(?<!['’]s )had|used\s+to\s+have|as\s+a\s+(?:child|kid|teenager)|tuve)\b",
    re.IGNORECASE,
)
_NO = re.compile(r"\bno\b", re.IGNORECASE)
_OUTGREW = re.compile(
    r"(?:outgrew|outgrown|got\s+over|gotten\s+over|recovered\s+from|been\s+cured\s+of|beat)\b", re.IGNORECASE
)
_ENDS = re.compile(
    rf"\b(?:{_OUTGREW.pattern}|(?:(?:is|are|has|have)\s+(?:(?:now|been|all|completely|finally)\s+)*(?:gone|resolved|cured|in\s+remission|cleared\s+up)"
    r"|went\s+away|cleared\s+up))",
    re.IGNORECASE,
)
_MINE = re.compile(r"\W*(?:(?:and|but|so|well|oh|good\s+news)\W+)*(?:i|my|the|his|her|he|she)\b", re.IGNORECASE)
_WHERE = re.compile(
    r"\s+(?:in|on|of|en)\s+(?:(?:both|my|his|her|the|el|la|mi)\s+)*(?P<side>left|right|izquierd[oa]|derech[oa])\s+[^\W\d_]+(?:\s+(?:toe|finger|joint|bone))?",
    re.IGNORECASE,
)
_FOR_MY = re.compile(
    r"^\W*(?:I|i|he|she|uso)\b.*\b(?:(?:for|because\s+of|with|due\s+to)\s+(?:my|his|her)|para\s+mi)\s+", re.IGNORECASE
)
_IF = re.compile(r"\b(?:if|when(?:ever)?|unless|not|n['’]t)\b", re.IGNORECASE)
_OVER = re.compile(
    r"\b(?:any\s?more|any\s+longer|no\s+longer|ya\s+no|(?:has|have|is|are)\s+(?:now\s+)?(?:gone|resolved|cured|in\s+remission)"
    r"|went\s+away|outgrew)\b",
    re.IGNORECASE,
)
_DIAGNOSED = re.compile(r"\bdiagnos\w+\s+(?:(?:me|him|her|you)\s+)?(?:with|as)\b", re.IGNORECASE)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause about conditions."""
    text = clause.text
    has = _HAS.search(text)
    if over := _ended(clause):
        return [replace(_draft(term, clause, hearing, negated=True), act=Act.STOP) for term in over]
    if has is None and (mine := _taken_for_granted(clause)):
        return [_draft(term, clause, hearing, negated=False) for term in mine]
    if has is None or _UNSURE.search(text[: has.end() + 12]):
        return []
    terms = [t for t in of_themselves(text) if t.start >= has.end() - 1 and _is_meant(t, text)]
    denied = is_negated(text[: has.end()])
    ends = [has.end(), *[term.end for term in terms]]
    return [
        _draft(
            term,
            clause,
            hearing,
            negated=denied or is_negated(text[end : term.start]) or _NO.search(text, end, term.start) is not None,
        )
        for term, end in zip(terms, ends, strict=False)
    ]


def of_themselves(text: str) -> list[Term]:
    """The conditions of a text that name no surgery and no vaccine: not the "cataract" of "cataract surgery"."""
    beside = [(t.start, t.end) for t in find_terms(text, "procedure", "immunization")]
    terms = outermost(find_terms(text, "condition"))
    return [t for t in terms if not any(s <= t.start and t.end <= e and (s, e) != (t.start, t.end) for s, e in beside)]


def outermost(terms: list[Term]) -> list[Term]:
    """The terms that lie in no other: "kidney disease", not "disease"."""
    kept: list[Term] = []
    for term in terms:
        if not kept or term.start >= kept[-1].end:
            kept.append(term)
    return kept


def _taken_for_granted(clause: Clause) -> list[Term]:
    """ "I use a CPAP machine for my sleep apnea": what is "mine" one has; beside a medicine it is its purpose."""
    text = clause.text
    lead = _FOR_MY.search(text)
    if lead is None or _UNSURE.search(text) or _IF.search(text) or find_drugs(text):
        return []
    return [
        t
        for t in of_themselves(text)
        if lead.end() <= t.start <= lead.end() + 12 and not _OTHER_MATTER.search(text[t.end :][:24])
    ]


def _ended(clause: Clause) -> list[Term]:
    """ "I outgrew the asthma", "my asthma has gone away"."""
    text = clause.text
    ends = _ENDS.search(text)
    if ends is None or _UNSURE.search(text) or is_negated(text) or not _MINE.match(text):
        return []
    lead = _OUTGREW.match(ends[0]) is not None
    terms = of_themselves(text)
    return [t for t in terms if (ends.end() <= t.start <= ends.end() + 14 if lead else t.end <= ends.start())]


def _is_meant(term: Term, text: str) -> bool:
    before, after = text[: term.start], text[term.end : term.end + 24]
    return not (_OTHER_MATTER.search(after) or re.search(r"\b(?:for|of\s+my)\s+(?:my|the)?\s*$", before, re.IGNORECASE))


def _draft(term: Term, clause: Clause, hearing: Hearing, *, negated: bool) -> Draft:
    base = hearing.draft(
        clause,
        Tag.CONDITION,
        _text(term, clause.text, negated=negated),
        term.name,
        condition_keys(term.name),
        at=term.start,
    )
    side, where = _where(term, clause.text)
    name = f"{side} {term.name}" if side else term.name
    base = replace(base, text=f"{base.text}{where}", attribute=name) if where else base
    former = bool(_FORMER.search(clause.text[: term.start])) and not _DIAGNOSED.search(clause.text)
    over = negated and _OVER.search(clause.text) is not None
    return replace(
        base,
        memory_key=address(Tag.CONDITION, term.name, side),
        negated=negated,
        act=Act.STOP if over else Act.STATE,
        tense=Tense.PAST if former and not negated else Tense.NOW,
        importance=4,
    )


def _where(term: Term, text: str) -> tuple[str, str]:
    """The side that a condition is on, and the words for it: (“left”, “ in my left eye”)."""
    after = _WHERE.match(text, term.end)
    return (after["side"].lower(), f" {after[0].strip()}") if after else ("", "")


def condition_keys(name: str) -> tuple[str, ...]:
    """The keys of a condition: its name and what it is about."""
    return (name, *systems_of(name), "condition")


def _text(term: Term, text: str, *, negated: bool) -> str:
    if negated and (_OVER.search(text) or _ENDS.search(text)):
        return f"no longer has {term.as_said}" if re.search(r"\bha(?:ve|s)\b", text) else f"no longer {term.as_said}"
    if negated:
        said_have = re.search(r"\bhave\b", text, re.IGNORECASE)
        return (
            f"does not have {term.as_said}"
            if said_have
            else f"no {term.as_said}"
            if "diabetic" not in term.as_said.lower()
            else f"not {term.as_said}"
        )
    diagnosed = _DIAGNOSED.search(text)
    if diagnosed and diagnosed.end() <= term.start:
        return f"diagnosed with {term.as_said}"
    former = _FORMER.search(text[: term.start])
    return f"{former[0].lower()} {term.as_said}" if former and term.name in _EVENTS else term.as_said
