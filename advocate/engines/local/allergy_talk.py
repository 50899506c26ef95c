"""Allergies in the talk of them: after "any allergies?" a name, or what a thing does to someone, is enough.

"Sulfa, I get a rash, and then that IV dye." · "Codeine makes me throw up every time." · "Sulfa's fine" names none.
"""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import headings
from advocate.engines.local.allergens import substances
from advocate.engines.local.assertions import tag_of
from advocate.engines.local.hearing import Hearing, keys_of
from advocate.engines.local.lexicon import class_of, find_drugs, systems_of
from advocate.engines.local.sentences import Clause, clauses
from memory.drafts import SELF, Draft, Quote
from memory.numbers import as_digits
from memory.vocabulary import ANY, Speaker, Tag, address

ASKS = re.compile(
    r"\b(?:any|ever)\b.{0,20}\b(?:drugs?|medicines?|medications?)\b.{0,30}\b(?:rash|swelling|reactions?|hives)\b|\ballerg|\bal[ée]rgi|\bintoleran|\b(?:adverse|bad|other)\s+reactions?\b|\breact(?:s|ed|ions?)?\s+(?:\w+\s+)?to\b|\byou\s+(?:\w+\s+){0,2}react\b"
    r"|\b(?:can(?:not|['’]t)|not\s+supposed\s+to)\s+take\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:throw\w*\s+up|threw\s+up|vomit\w*|sick|nause\w*|stomach|bleed\w*|bled|hives?|rash\w*|swell\w*|swole|swollen|itch\w*|wheez\w*|blister\w*"
    r"|throat|welts?|flush\w*|tight|can\s?not|can['’]t|faint\w*|turn\w*\s+(?:red|blue|purple|white)|lock\w*\s+up|hallucinat\w*|see\w*\s+things|cramps?|muscle\s+pains?|pass\w*\s+out|anaphyla\w+|breath\w*|red\s+all|tears?\s+(?:my|up)|reaction|blotch\w*|crazy|out\s+of\s+it)\b",
    re.IGNORECASE,
)
_FINE = re.compile(
    r"\b(?:fine|no\s+(?:problems?|trouble|issues?)|okay\s+with|ok\s+with|safe|tolerat\w+|nothing\s+happened|can\s+(?:take|have|eat)|took\s+it\s+before|(?:all|they['’]?re)\s+(?:good|ok|okay)|never\s+(?:had|bother\w*)|without"
    r"|not\s+(?:an?\s+)?(?:real\s+|true\s+)?allerg\w*|(?:is|are|['’]s)\s+(?:good|ok|okay|all\s+right)|stay(?:ed|ing)?\s+away|isn['’]t|aren['’]t|outgrew|grew\s+out|was\s+a\s+mistake)\b",
    re.IGNORECASE,
)
_NO_ALLERGY = re.compile(r"\bnot\s+(?:an?\s+)?(?:real\s+|true\s+)?allerg\w*|\bout\s?gr[eo]w", re.IGNORECASE)
_HARMS = re.compile(
    r"\b(?:hives?|rash\w*|swell\w*|swollen|anaphyla\w+|throat|itch\w*|breath\w*|welts?|blister\w*|faint\w*|can\s?not|can['’]t)\b",
    re.I,
)
_LISTS = re.compile(
    r"\b(?:chart|wrist\s?band|band|list|it)\s+(?:also\s+)?says\b|\b(?:i|we)(?:['’]ve)?\s+(?:also\s+)?(?:have|got|see)\s+(?!you\b|him\b|her\b).{0,40}\b(?:down|listed|on\s+(?:file|there)|in\s+(?:here|there|the\s+chart))"
    r"|\b(?:list|keep|put|add|note|write|mark|document)(?:ed|ing)?\b.{0,30}\b(?:allerg|intoleran|down|on\s+there|list|too|as\s+well)"
    r"|\b(?:on|in)\s+your\s+(?:allerg\w+\s+(?:list|chart)|allergies|chart\s+as\s+an\s+allergy)",
    re.IGNORECASE,
)
TREATS = frozenset({"epinephrine", "diphenhydramine"})  # what is given for a reaction is seldom what made it
_STATES = re.compile(
    r"\b(?:gets?|takes?|uses?|is\s+on)\b|\b(?:is|are|was|were)\s+(?:too|so|very|pretty|really|just|a\s+mistake)\b",
    re.IGNORECASE,
)
_LITTLE = re.compile(
    r"\b(?:and|or|the|a|an|to|my|that|this|also|then|just|some|oh|um|uh|okay|ok|yes|yeah|right|got\s+it|well|so|plus|mostly|maybe|i\s+think|is|it['’]?s|i['’]?m|he|she|has|have|both"
    r"|stings?|drugs?|medicines?|medications?|pills?|family|one|thing|stuff|too|as\s+well|all|right)\b|\W",
    re.IGNORECASE,
)
_TO_A_QUESTION = re.compile(r"[^.!?;]*\?")
_SECOND_THOUGHT = re.compile(
    r"\W*(?:oh|wait|well|actually|except|but|only|just|although|though|hm+|unless)\b", re.IGNORECASE
)
_CANNOT = re.compile(r"\bcan(?:\s?not|['’]?t)\s+(?:have|take|eat|tolerate|use|be\s+around)\b", re.IGNORECASE)
_NO_REAL_ONE = re.compile(
    r"^.{0,40}(?:\bnot|n['’]t\s+think\s+(?:it|that)(?:['’]s|\s+is|\s+was))\s+(?:really\s+)?(?:an?\s+)?(?:real\s+|true\s+)?allerg",
    re.IGNORECASE,
)
_WENT_WELL = re.compile(
    r"\W*(?:and|but)\W+(?:i|s?he|it)\s+(?:was|did|is)\s+(?:just\s+)?(?:fine|ok|okay|well|good|great)\b|\W*no\s+problem",
    re.I,
)
_NEAR = 80  # characters after a name
_HEARS_OUT = 3  # turns after the question
_FRAGMENT = 2  # words beside what is named
_LONGEST = 30


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the allergies of a clause that names them in the talk of allergies, and does not say that they are."""
    said = clause.text
    found = [each for each in substances(said) if each[0] not in TREATS]
    if (
        not found
        or clause.asked
        or _opens_a_question(clause)
        or is_fine(said)
        or is_denied_after(clause)
        or went_well(clause)
        or len(said.split()) > _LONGEST
    ):
        return []
    return [_draft(clause, hearing, *each) for each in found] if _are_meant(found, clause, hearing) else []


def _are_meant(found: list[tuple[str, str]], clause: Clause, hearing: Hearing) -> bool:
    by_clinician = clause.turn.speaker is Speaker.CLINICIAN
    if by_clinician and _LISTS.search(clause.text):
        return _is_of_allergies(clause, hearing)
    if headings.under(clause) is headings.Under.ALLERGIES or (by_clinician and _summed_up(found, clause, hearing)):
        return True
    if not is_on(clause, hearing) or not _of_oneself(clause, found[0][1], hearing):
        return False
    told = not by_clinician and (
        _SHOWN.search(clause.text)
        or (_answers_with_it(clause, found[0][1]) and not tells_of_something_else(clause.text))
    )
    return bool(told) or _is_fragment(clause, found)


def _opens_a_question(clause: Clause) -> bool:
    """ "And penicillin, is that okay?" asks of what it names, though the question itself comes after it."""
    if clause.turn.speaker is not Speaker.CLINICIAN:
        return False
    to_its_end = _TO_A_QUESTION.match(clause.turn.text, clause.end)
    return to_its_end is not None and tag_of(clause.turn.text[clause.start : to_its_end.end()]) < 0


def _summed_up(found: list[tuple[str, str]], clause: Clause, hearing: Hearing) -> bool:
    """ "Okay, Dilantin and lisinopril", where one of the two was told of as an allergy."""
    told = {draft.attribute for draft in hearing.drafts if draft.tag is Tag.ALLERGY and not draft.negated}
    return _is_fragment(clause, found) and not told.isdisjoint(what for what, _ in found)


def _of_oneself(clause: Clause, said: str, hearing: Hearing) -> bool:
    return hearing.whose(clause, max(clause.text.find(said), 0)) in {SELF, "caregiver"}


def _answers_with_it(clause: Clause, said: str) -> bool:
    """ "Vancomycin, I turned red as a lobster": the answer begins with the thing."""
    return not _LITTLE.sub("", clause.text[: max(clause.text.find(said), 0)])


def meant(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "Codeine makes me sick, so they say I'm allergic to it": the drug named last in the same turn."""
    focus = hearing.focus("drug")
    if focus is None or focus.seq != clause.turn.seq or clause.asked:
        return []
    base = _draft(clause, hearing, focus.name, focus.words)
    named = hearing.previous
    if named and named.turn.id == clause.turn.id and find_drugs(named.text):
        return [replace(base, quotes=(Quote(named.turn.id, named.text), *base.quotes))]
    return [base]


def is_fine(words: str) -> bool:
    """True where words say that a thing does no harm: "sulfa's fine"."""
    if _NO_ALLERGY.search(words):
        return True
    return _FINE.search(words) is not None and not _HARMS.search(words)


def is_denied_after(clause: Clause) -> bool:
    """ "Strawberries give me a rash, but the doctor says it is not a real allergy"."""
    return _NO_REAL_ONE.search(clause.turn.text[clause.end : clause.end + _NEAR]) is not None


def tells_of_something_else(words: str) -> bool:
    """ "Shellfish is too expensive": a statement of its own, and no name in answer to a question."""
    return _STATES.search(words) is not None


def is_shown(words: str) -> bool:
    """True where words tell of what a thing did to someone."""
    return _SHOWN.search(words) is not None


def went_well(clause: Clause) -> bool:
    """ "I had Ancef for the surgery, and I was fine"."""
    return _WENT_WELL.match(clause.turn.text[clause.end : clause.end + _NEAR]) is not None


def is_answered_otherwise(clause: Clause, hearing: Hearing) -> bool:
    """A clinician's "and no allergies to any medicine" asks; where the answer names something, it is no denial."""
    if clause.turn.speaker is not Speaker.CLINICIAN or clause.end < len(clause.turn.text.rstrip(" .?!,")):
        return False
    turns = hearing.transcript.turns
    after = turns[hearing.place(clause.turn) + 1 :][:1]
    said = after[0].text if after and after[0].speaker is not Speaker.CLINICIAN else ""
    named = [c for c in clauses(after[0]) if substances(c.text)] if said else []
    return any(not _FINE.search(c.text) and not re.match(r"\W*(?:no|none|nope)\b", c.text, re.I) for c in named)


def is_on(clause: Clause, hearing: Hearing) -> bool:
    """True where allergies were asked about in the turns just before, and not denied since."""
    if _denied_all(clause.turn.id, hearing) and not _SECOND_THOUGHT.match(clause.text):
        return False  # "I have no allergies. Latex, iodine, it's all been used on me"
    at = hearing.place(clause.turn)
    for place in range(at - 1, max(-1, at - 1 - _HEARS_OUT), -1):
        turn = hearing.transcript.turns[place]
        if _denied_all(turn.id, hearing):
            return False
        if turn.speaker is clause.turn.speaker:
            continue
        asked = [c for c in clauses(turn)[-2:] if ASKS.search(c.text)]
        if asked:
            return True
        if place == at - 1 and not _goes_on(turn.text):
            return False
    return False


def _goes_on(words: str) -> bool:
    """What leaves the talk where it is: "okay, anything else?", "what happens with that?"."""
    return len(words.split()) <= 12 or re.search(r"\bwhat\s+(?:happens|happened|does)\b", words, re.I) is not None


def _denied_all(turn: object, hearing: Hearing) -> bool:
    none = address(Tag.ALLERGY, ANY)
    return any(d.memory_key == none and d.quotes[-1].turn == turn for d in hearing.drafts)


def _is_of_allergies(clause: Clause, hearing: Hearing) -> bool:
    at = hearing.place(clause.turn)
    before = " ".join(turn.text for turn in hearing.transcript.turns[max(0, at - 6) : at])
    return ASKS.search(f"{before} {clause.text}") is not None


def _is_fragment(clause: Clause, found: list[tuple[str, str]]) -> bool:
    if tells_of_something_else(clause.text):
        return False
    rest = clause.text
    for _, said in found:
        rest = rest.replace(said, " ")
    return len(_LITTLE.sub(" ", rest).split()) <= _FRAGMENT


def _draft(clause: Clause, hearing: Hearing, what: str, said: str) -> Draft:
    shown = _SHOWN.search(clause.text)
    keys = (*what.split("+"), "allergy", *([shown[0]] if shown else []), class_of(what), *systems_of(what))
    cannot = _CANNOT.search(clause.text)
    text = f"{cannot[0]} {said}" if cannot else f"{said} allergy"
    base = hearing.draft(clause, Tag.ALLERGY, as_digits(text), what, keys_of(*keys))
    return replace(base, memory_key=address(Tag.ALLERGY, what), importance=5)
