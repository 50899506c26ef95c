"""What is taken back with nothing, or something else, in its place: "I never took aspirin", "it was never 6.0"."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import conditions
from advocate.engines.local.allergies import substances
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import drug_keys, find_drugs, find_terms, fold
from advocate.engines.local.sentences import Clause
from memory.drafts import Act, Draft, Quote
from memory.numbers import quantities
from memory.vocabulary import ANY, Speaker, Tag, address

_REMOVE = re.compile(
    r"\b(?:(?:take|cross|strike|scratch|leave)\b.*\b(?:off|out)\b|(?:remove|delete|erase|scratch|strike|get\s+rid\s+of|forget)\b"
    r"(?!\s+to\b)|(?:quita|borra|elimina)\b)",
    re.IGNORECASE,
)
_RECORDED = re.compile(
    r"\b(?:allerg\w+|al[ée]rgi\w+|list|record|file|chart|profile|notes?|entry|lista|expediente|condition|diagnosis)\b",
    re.IGNORECASE,
)
_MIXED_UP = re.compile(
    r"\b(?:mix(?:ed)?[\s-]+(?:it\s+|me\s+|them\s+|that\s+)?up|wrong\s+(?:chart|person|patient|file|form|line)|(?:somebody|someone)\s+else['’]?s?|got\s+(?:it\s+)?(?:muddled|confused)"
    r"|(?:my|a|an?\s+\w+)\s+mistake|by\s+mistake|in\s+error|clerical|typo|misread|misheard)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:don['’]?t|do\s+not|not|never|no)\b")
NEVER = re.compile(
    r"\b(?:never\s+(?:took|take|taken|had|have|been(?:\s+on)?|was(?:\s+on)?|used|got|did)|nunca\s+(?:tomé|tuve|he\s+tomado))\b"
    r"|\b(?:wasn['’]?t|was\s+not|(?:was|were|am|i['’]m|have|['’]ve)\s+never(?:\s+been)?|am\s+not|i['’]m\s+not)\s+(?=allergic)"
    r"|\b(?:was|were|am|i['’]m|have|has|['’]ve)\s+never\s+(?:been\s+)?(?:on|taking|given|prescribed|diagnosed|told)\b",
    re.IGNORECASE,
)
WRONG = re.compile(
    r"\b(?:(?:that|this|it|which)(?:['’]s|\s+is|\s+was)\s+(?:wrong|not\s+(?:right|true|correct)|incorrect|a\s+mistake|an\s+error|false)"
    r"|(?<!\bi\s)(?:is|was|are)\s+(?:wrong|a\s+mistake|an\s+error|incorrect)|by\s+mistake|the\s+wrong\s+(?:dose|number|value|amount|date))\b",
    re.IGNORECASE,
)
NOT = re.compile(r"\b(?:not|and\s+not|instead\s+of|rather\s+than|no|never)\s+(?:a\s+|at\s+|the\s+)?$", re.IGNORECASE)
_I_AM_NOT = re.compile(
    r"\W*(?:(?:but|and|well|so)\W+)?(?:i['’]?m|i\s+am|s?he['’]?s|s?he\s+is)\s+not(?:\s+(?:really|actually|at\s+all|allergic(?:\s+to\s+(?:it|that))?))*\W*",
    re.IGNORECASE,
)
_SWITCHED = re.compile(r"\b(?:instead\s+of|rather\s+than)\s+(?:the\s+|a\s+|your\s+|my\s+)?$", re.IGNORECASE)


def withdrawn(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "I never took aspirin", "that was wrong, I don't have asthma": nothing comes in its place."""
    text = clause.text
    never = NEVER.search(text)
    if is_to_be_removed(clause) and not quantities(text):
        return [_withdrawal(clause, hearing, *hit) for hit in _things(text) if _stands(hit[1], hit[0], hearing)]
    before = hearing.previous
    said_wrong = before is not None and before.turn.id == clause.turn.id and WRONG.search(before.text)
    wrong = WRONG.search(text) or (_MIXED_UP.search(text) if _DENIES.search(fold(text)) else None)
    denied = _DENIES.search(fold(text))
    if not (never or wrong or (said_wrong and denied)) or quantities(text):
        return []
    hits = _things(text[never.end() :] if never else text) or _allergy_meant(never, text, hearing)
    return [_withdrawal(clause, hearing, *hit) for hit in hits if never is None or _stands(hit[1], hit[0], hearing)]


def is_to_be_removed(clause: Clause) -> bool:
    """ "Take the glucose of 310 out of my record": the person asks for an entry to be taken out."""
    text = clause.text
    asks = _REMOVE.search(text) is not None and _RECORDED.search(text) is not None
    return asks and clause.turn.speaker is not Speaker.CLINICIAN


def is_denied_at_once(clause: Clause, hearing: Hearing) -> bool:
    """ "They put down that I'm allergic to codeine. I'm not.": what was told just before is denied instead."""
    last, before = hearing.drafts[-1] if hearing.drafts else None, hearing.previous
    if last is None or before is None or clause.asked or not _I_AM_NOT.fullmatch(clause.text):
        return False
    one_breath = last.quotes[-1].turn == clause.turn.id == before.turn.id and last.quotes[-1].text in before.text
    if not one_breath or last.tag is not Tag.ALLERGY or last.negated or last.memory_key == address(Tag.ALLERGY, ANY):
        return False
    words = next((said for name, said in substances(before.text) if name == last.attribute), last.attribute)
    quotes = (*last.quotes, Quote(clause.turn.id, clause.text))
    hearing.drafts[-1] = replace(last, text=f"not allergic to {words}", negated=True, quotes=quotes)
    return True


def was_a_mistake(clause: Clause, hearing: Hearing) -> bool:
    """ "I don't have asthma. They mixed up the charts": what was denied just before is taken back."""
    last, before = hearing.drafts[-1] if hearing.drafts else None, hearing.previous
    if (
        last is None
        or before is None
        or clause.asked
        or not (_MIXED_UP.search(clause.text) or WRONG.search(clause.text))
    ):
        return False
    one_breath = last.quotes[-1].turn == clause.turn.id == before.turn.id and last.quotes[-1].text in before.text
    denied = last.negated and last.act is Act.STATE and last.tag in {Tag.CONDITION, Tag.ALLERGY, Tag.MEDICATION}
    if not (one_breath and denied and not _things(clause.text) and _stands(last.attribute, last.tag, hearing)):
        return False
    quotes = (*last.quotes, Quote(clause.turn.id, clause.text))
    hearing.drafts[-1] = replace(last, act=Act.WITHDRAW, quotes=quotes)
    return True


def _allergy_meant(never: re.Match[str] | None, text: str, hearing: Hearing) -> list[tuple[Tag, str, str]]:
    """ "I was never allergic to it": the allergy that was named last."""
    if never is None or not re.search(r"\ballergic\s+to\s+(?:it|that|them|those)\b", text, re.IGNORECASE):
        return []
    drug = hearing.focus("drug")
    return [(Tag.ALLERGY, drug.name, drug.words)] if drug else []


def swapped(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "It's losartan, not lisinopril", where lisinopril stands: the one is withdrawn, the other stated."""
    if allergic := _allergy_swapped(clause, hearing):
        return allergic
    drugs = find_drugs(clause.text)
    wrong = [d for d in drugs if NOT.search(clause.text[: d.start])]
    right = [d for d in drugs if d not in wrong]
    if len(wrong) != 1 or len(right) != 1 or not _stands(wrong[0].name, Tag.MEDICATION, hearing):
        return []
    if wrong[0].name == right[0].name or _SWITCHED.search(clause.text[: wrong[0].start]):
        return []  # "meloxicam instead of the ibuprofen" replaces what was taken, and corrects nothing
    base = hearing.draft(clause, Tag.MEDICATION, right[0].as_said, right[0].name, drug_keys(right[0].name))
    stated = replace(base, memory_key=address(Tag.MEDICATION, right[0].name), importance=4)
    wrong_one = (wrong[0].name, wrong[0].as_said)
    return _in_the_place_of(stated, Tag.MEDICATION, *wrong_one, clause=clause, hearing=hearing)


def _in_the_place_of(
    stated: Draft, tag: Tag, name: str, words: str, *, clause: Clause, hearing: Hearing
) -> list[Draft]:
    """What is right; what was wrong is taken back from the record, or left out as a slip of this conversation."""
    if any((row.tag, row.attribute) == (tag, name) for row in hearing.transcript.known):
        return [_withdrawal(clause, hearing, tag, name, words), stated]
    slips = [draft for draft in hearing.drafts if (draft.tag, draft.attribute) == (tag, name)]
    hearing.drafts = [draft for draft in hearing.drafts if draft not in slips]
    return [stated]


def _allergy_swapped(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "No wait, not ibuprofen, naproxen", where an allergy to ibuprofen was told."""
    named = substances(clause.text)
    places = [(name, words, clause.text.find(words)) for name, words in named]
    wrong = [(name, words) for name, words, at in places if NOT.search(clause.text[:at])]
    right = [pair for pair in named if pair not in wrong]
    takes = re.search(r"\b(?:tak(?:e|es|ing)|on|use|using)\b", clause.text, re.IGNORECASE)
    if len(wrong) != 1 or len(right) != 1 or takes or not _stands(wrong[0][0], Tag.ALLERGY, hearing):
        return []
    if _stands(wrong[0][0], Tag.MEDICATION, hearing) and not re.search(r"allerg", clause.text, re.IGNORECASE):
        return []
    name, words = right[0]
    base = hearing.draft(clause, Tag.ALLERGY, f"allergic to {words}", name, (name, "allergy"))
    stated = replace(base, memory_key=address(Tag.ALLERGY, name), importance=5)
    return _in_the_place_of(stated, Tag.ALLERGY, *wrong[0], clause=clause, hearing=hearing)


def _stands(attribute: str, tag: Tag, hearing: Hearing) -> bool:
    rows = [(d.tag, d.attribute) for d in hearing.drafts] + [(r.tag, r.attribute) for r in hearing.transcript.known]
    return (tag, attribute) in rows


def _things(text: str) -> list[tuple[Tag, str, str]]:
    if re.search(r"\b(?:allerg|al[ée]rgi)", text, re.IGNORECASE):
        return [(Tag.ALLERGY, name, words) for name, words in substances(text)]
    drugs = [(Tag.MEDICATION, d.name, d.as_said) for d in find_drugs(text)]
    found = conditions.outermost(find_terms(text, "condition"))
    return drugs or [(Tag.CONDITION, t.name, t.as_said) for t in found]


def _withdrawal(clause: Clause, hearing: Hearing, tag: Tag, name: str, words: str) -> Draft:
    lead = {Tag.MEDICATION: "does not take", Tag.ALLERGY: "not allergic to", Tag.CONDITION: "no"}[tag]
    keys = {Tag.MEDICATION: drug_keys, Tag.CONDITION: conditions.condition_keys}.get(tag)
    base = hearing.draft(clause, tag, f"{lead} {words}", name, keys(name) if keys else (name, "allergy"))
    earlier = next((d for d in reversed(hearing.drafts) if (d.tag, d.attribute) == (tag, name)), None)
    quotes: tuple[Quote, ...] = base.quotes
    return replace(
        base,
        quotes=quotes,
        memory_key=address(tag, name),
        act=Act.WITHDRAW,
        negated=True,
        replaces=(earlier.value.value or "") if earlier else "",
        importance=4,
    )
