"""Bare answers: "no", "yes", "penicillin", "500 mg" mean what was asked just before, by a clinician or the advocate."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from advocate.engines.local import affirming, allergies, allergy_talk, follow_ups, listings, medications
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import class_of, drug_keys, find_drugs, systems_of
from advocate.engines.local.sentences import Clause, clauses
from memory.drafts import SELF, Act, Draft, Quote, Said
from memory.vocabulary import ANY, Speaker, Tag, address

_LEAD = r"^\W*(?:(?:oh|well|so|okay|ok|yeah|hm+)[,.\s]+)*"
_NO = re.compile(
    rf"{_LEAD}(?:no|nope|nah|naw|none|nothing|not\s+(?:any|a\s+(?:one|single|thing)|that\s+(?:i|we)|really|at\s+all|to\s+my|currently|right\s+now)|negative|that['’]s\s+a\s+no|i(?:['’]ve\s+got|\s+have)\s+none|ninguna?|nada|never|zero|still\s+(?:none|no|zero)|den(?:y|ies|ied)|nothing"
    r"|i\s+(?:do(?:n['’]t|\s+not)|have\s+not|haven['’]t)|he\s+doesn['’]t|she\s+doesn['’]t|i['’]m\s+not)\b(?P<rest>.{0,80})$",
    re.IGNORECASE | re.DOTALL,
)
_BARE = re.compile(
    r"^[\s,.]*(?:(?:no|nope|none|not|nothing|never|that|i|we|he|she|know|of|am|['’]?m|aware|don['’]?t|doesn['’]?t|do|does|did|have|haven['’]?t|has|had|any|anything|at|all|sir"
    r"|ma['’]?am|doctor|doc|thank|you|thanks|known|really|ones|one|take|taking|taken|currently|been|believe|guess|remember|recall|can|ever|just|else|a|single|thing|zip|still|den(?:y|ies|ied)|on\s+file|knock\s+on\s+wood|correct|right|that['’]?s|like\s+that|of\s+that|none"
    r"|think|so|allergies|allergy|allergic|reactions?|medications?|medicines?|meds|drugs?|prescriptions?|food|right|now|to|my|knowledge|them|those|it"
    r"|whatsoever|absolutely|zero|so\s+far|like|the|moment|in|me|for|other|usually|nil|don)[\s,.]*)*$",
    re.IGNORECASE,
)
_ACKNOWLEDGES = re.compile(
    r"^\W*(?:oh[,\s]+)?(?:yes|yeah|yep|yup|sure|no|nope|well|okay|ok|right|thank\s+you|thanks|good|fine|i\s+(?:do|am|have)|let\s+me\s+(?:see|think|check)|let['’]s\s+see|of\s+course|so|mhm|(?:oh\s+)?(?:man|boy|god|gosh|my|wow)"
    r"|(?:yes|no)[,\s]+(?:i\s+(?:do|am|have|don['’]t)|sir|ma['’]am|doctor|a\s+few|some|one|two|several))\W*$",
    re.IGNORECASE,
)
_FOLLOWS_UP = re.compile(
    r"^\W*(?:(?:and|okay|ok|alright|so|oh)[,.\s]+)*(?:to\s+what|what\s+(?:to|are\s+(?:they|those)|is\s+(?:it|that)|are\s+you\s+(?:taking|allergic\s+to)|kind|ones?|else)"
    r"|which(?:\s+(?:ones?|kind|medications?|medicines?|are\s+they))?|like\s+what|what|such\s+as|anything\s+else|any\s+others?)\W*$",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\W*(?:(?:oh|ah|so|like|you\s+mean|is\s+it|was\s+it|that\s+was|the)[,\s]+)*(?:[\w-]+\W*){1,3}", re.IGNORECASE
)
_CONFIRMS = re.compile(
    r"[\s,.?!]*(?:(?:is|was)\s+(?:that|this)\s+(?:right|correct|true|accurate)|does\s+that\s+sound\s+(?:right|correct|about\s+right)|am\s+i\s+right|right|correct"
    r"|okay)\s*(?:\?|$)",
    re.IGNORECASE,
)
_CANNOT = re.compile(r"\bcan(?:not|['’]?t)\s+(?:take|have|tolerate|eat|use|be\s+given)\b", re.IGNORECASE)
_BESIDES = re.compile(
    r"\b(?:besides|other\s+than|apart\s+from|aside\s+from|except(?:\s+for)?|in\s+addition\s+to)\b", re.I
)
_OTHER = re.compile(r"\b(?:other|else|additional|more|new|besides)\b", re.IGNORECASE)
_ABOUT_A_REACTION = re.compile(
    r"\bwhat\s+(?:happens|happened|does|did|do)\b|\bhow\s+(?:do|did)\s+you\s+react|\bwhat\s+(?:kind|sort|type)\s+of\s+reaction|\breaction\b",
    re.IGNORECASE,
)
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

_UNKNOWN = re.compile(r"\b(?:i\s+)?do(?:n['’]?t|\s+not)\s+(?:know|remember|recall)\b.*", re.IGNORECASE)
_NEGATIVE = re.compile(r"\b(?:not|never|stopped|no)\b|n['’]t\b", re.IGNORECASE)
_TAKES_BACK = re.compile(r"\b(?:but|except|just|only|though|although|however|maybe|think|well|one)\b", re.IGNORECASE)
_NOT_OF_ALL = re.compile(r"\b(?:new|side\s+effects?)\b", re.IGNORECASE)
_WHO_ASKS = frozenset({Speaker.ADVOCATE, Speaker.CLINICIAN, Speaker.FAMILY})


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return what a bare answer states; empty where the clause is no answer, or stands by itself."""
    if not clause.asked and allergies.tells_of_harm(clause):
        return []
    asked = None if clause.asked else _question_before(clause, hearing)
    if asked is not None and (drafts := next((d for read in _READINGS if (d := read(clause, hearing, asked))), [])):
        return drafts
    return follow_ups.hear(clause, hearing, asked)


def _reaction(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    return allergies.reacting(clause, hearing, asked) if _ABOUT_A_REACTION.search(asked.text) else []


def _offered(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """ "Naprosyn?" "Yes", where the talk is of allergies."""
    if not (_OFFERS.fullmatch(asked.text) and _on_allergies(hearing, asked)):
        return []
    if allergy_talk.is_fine(clause.text) or allergy_talk.is_fine(asked.text) or allergy_talk.went_well(clause):
        return []
    affirmed = allergies.substances(asked.text) if affirming.is_yes(clause) else []
    return [_allergy(clause, hearing, *each, asked=asked) for each in allergies.substances(clause.text) or affirmed]


def _question_before(clause: Clause, hearing: Hearing) -> Clause | None:
    """The last question of the turn just before, where this clause opens the answer."""
    previous = hearing.previous
    if previous is not None and previous.turn.id == clause.turn.id and not _ACKNOWLEDGES.match(previous.text):
        return None
    at = hearing.place(clause.turn)
    asked = _last_question(hearing, clause, at - 1)
    if asked is not None and _FOLLOWS_UP.match(asked.text):
        return _last_question(hearing, clause, at - 3) or asked  # "any allergies?" "yes" "to what?" "penicillin"
    return asked


def _affirmed(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """What a "yes" affirms: what was asked last, or all of it where that was only asked to be confirmed."""
    before, previous = asked.turn, hearing.previous
    if previous and previous.turn.id == clause.turn.id and affirming.is_yes(previous):
        return []  # "yes, I do" affirms once
    whole = _CONFIRMS.search(before.text[asked.end :]) is not None and affirming.is_yes(clause)
    said = [c for c in clauses(before) if c.end <= asked.end and c.asked] if whole else []
    drafts = [
        draft
        for each in (*said, *([] if asked in said else [asked]))
        for draft in affirming.hear(clause, hearing, each)
    ]
    return list({(draft.tag, draft.attribute): draft for draft in drafts}.values())


def _on_allergies(hearing: Hearing, asked: Clause) -> bool:
    """True where the talk just before a name is offered ("Naprosyn?") is of allergies."""
    at = hearing.place(asked.turn)
    before = " ".join(turn.text for turn in hearing.transcript.turns[max(0, at - 4) : at])
    return bool(allergies.substances(asked.text)) and allergy_talk.ASKS.search(before) is not None


def _last_question(hearing: Hearing, clause: Clause, at: int) -> Clause | None:
    if at < 0:
        return None
    before = hearing.transcript.turns[at]
    two_clinicians = before.speaker is Speaker.CLINICIAN and before.id != clause.turn.id
    if before.speaker not in _WHO_ASKS or (before.speaker is clause.turn.speaker and not two_clinicians):
        return None
    said = clauses(before)
    asked = [c for c in said if c.asked or _is_confirmed(c, before) or (c is said[-1] and _asks_of_allergies(c))]
    named = [c for c in asked if not _CONFIRMS.match(c.text)]
    return next(reversed(named or asked), None)


def _asks_of_allergies(clause: Clause) -> bool:
    """ "And allergies, remind me": a clinician's last words, transcribed without their mark."""
    return clause.turn.speaker is Speaker.CLINICIAN and allergy_talk.ASKS.search(clause.text) is not None


def _is_confirmed(clause: Clause, before: Said) -> bool:
    """ "You're still on lisinopril. Is that correct?" asks by its last words for what stands before them."""
    tail = before.text[clause.end :]
    return _CONFIRMS.match(tail) is not None and not re.search(r"[.!?]\s+\S.*[.!?]\s+\S", tail)


def _denied(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    words = asked.text
    if not (_NO.match(clause.text) and (_BARE.match(clause.text) or _denies_allergies(clause, asked))):
        return []
    if allergy_talk.ASKS.search(words):
        if _BESIDES.search(words):  # "any allergies besides penicillin?" "no": to penicillin, and to nothing else
            return [_allergy(clause, hearing, *each, asked=asked) for each in allergies.substances(words)]
        if _OTHER.search(words) and hearing.is_allergic():
            return []
        whole = re.search(r"\ballergies\b", words, re.I) or re.search(r"\bno\s+(?:\w+\s+)?allerg", clause.text, re.I)
        named = [] if whole else allergies.substances(words)
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


def _denies_allergies(clause: Clause, asked: Clause) -> bool:
    """ "Any allergies?" "Not that I've ever found out, and I'm eighty": a denial that goes on, and names nothing."""
    if not allergy_talk.ASKS.search(asked.text) or _TAKES_BACK.search(clause.text):
        return False
    return not allergies.substances(clause.text) and not allergy_talk.is_shown(clause.text)


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


def _named(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """A list in answer to "any allergies?" or "which medicines do you take?"."""
    if allergy_talk.ASKS.search(asked.text):
        return _named_allergies(clause, hearing)
    if _is_long_or_negative(clause):
        return []
    drugs = {drug.name for drug in find_drugs(asked.text)}
    bare = not find_drugs(clause.text) and len(clause.text.split()) <= 8
    if len(drugs) == 1 and _ABOUT_A_DOSE.search(asked.text) and bare:
        return medications.answered(clause, hearing, drugs.pop())
    about = _ABOUT_MEDICINES.search(asked.text) or listings.ASKS.search(asked.text) or listings.is_on(clause, hearing)
    if about and not _NOT_OF_ALL.search(asked.text):
        return medications.listed(clause, hearing)
    return []


def _named_allergies(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "Penicillin", "I can't take sulfa"; what says itself that it is an allergy is read by `allergies`."""
    if hearing.whose(clause, len(clause.text)) not in {SELF, "caregiver"} or allergy_talk.is_denied_after(clause):
        return []
    if allergy_talk.is_fine(clause.text) or allergy_talk.tells_of_something_else(clause.text):
        return []
    cannot = _CANNOT.search(clause.text) is not None
    if not cannot and (allergy_talk.ASKS.search(clause.text) or _is_long_or_negative(clause)):
        return []
    found = [_allergy(clause, hearing, what, said) for what, said in allergies.substances(clause.text)]
    shown = _CANNOT.search(clause.text)
    return [replace(each, text=f"{shown[0]} {each.text.removesuffix(' allergy')}") if shown else each for each in found]


def _is_long_or_negative(clause: Clause) -> bool:
    words = _UNKNOWN.sub("", clause.text)
    return len(words.split()) > 14 or _NEGATIVE.search(words) is not None


def _allergy(clause: Clause, hearing: Hearing, what: str, said: str, *, asked: Clause | None = None) -> Draft:
    keys = (*what.split("+"), "allergy", class_of(what), *systems_of(what))
    base = hearing.draft(clause, Tag.ALLERGY, f"{said} allergy", what, keys)
    if asked and asked.turn.speaker.is_person:
        base = replace(base, quotes=(Quote(asked.turn.id, asked.text), *base.quotes))
    return replace(base, memory_key=address(Tag.ALLERGY, what), importance=5)


def _answer(clause: Clause, hearing: Hearing, asked: Clause, tag: Tag, text: str, keys: tuple[str, ...]) -> Draft:
    base = hearing.draft(clause, tag, text, keys[0], keys)
    if not asked.turn.speaker.is_person:
        return base
    return replace(base, quotes=(Quote(asked.turn.id, asked.text), *base.quotes))


def _own(said: str, marker: str, otherwise: str) -> str:
    return said.strip(" .,") if marker in said.lower() and len(said.split()) <= 8 else otherwise


# The first of these that reads something in an answer has it.
_READINGS: tuple[Callable[[Clause, Hearing, Clause], list[Draft]], ...] = (
    _reaction,
    affirming.granted,
    _denied,
    _offered,
    _affirmed,
    _named,
)
