"""Allergies: to what, how it showed, and the denial of one or of all."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import allergy_talk, headings
from advocate.engines.local.allergens import substances
from advocate.engines.local.assertions import is_negated
from advocate.engines.local.hearing import Hearing, keys_of
from advocate.engines.local.lexicon import class_of, find_drugs, systems_of
from advocate.engines.local.sentences import Clause
from memory.drafts import Draft, Quote, Tense
from memory.numbers import as_digits
from memory.vocabulary import ANY, Tag, address

__all__ = ["hear", "reacting", "reaction", "substances"]

_ANY_KIND = r"(?:(?:known|drug|food|medication|medicine|other|seasonal|environmental|any|real|major)\s+(?:or\s+)?)*"
_NONE_AT_ALL = re.compile(
    rf"""\b(?: no\s+(?:\w+\s+){{0,2}}?{_ANY_KIND}allerg(?:y|ies)
      | (?:not|isn['’]t|aren['’]t)\s+allergic\s+to\s+(?:anything|any\s*\w*|nothing)
      | not\s+allergic\b(?!\s+to) | (?:do|does)(?:n['’]?t|\s+not)\s+have\s+(?:any\s+)?{_ANY_KIND}allerg(?:y|ies)
      | den(?:y|ies|ied)\s+(?:any\s+)?{_ANY_KIND}allerg(?:y|ies) | allergic\s+to\s+nothing
        | allergies\W{{1,3}}(?:none|no\b|nkda) | nkd?a | no\s+reactions?\s+to\s+any(?:thing|\s+\w+)
        | never\s+(?:been\s+allergic|had\s+a\s+reaction|react(?:ed|s)?)\s+to\s+(?:anything|a\s+thing|any\s+\w+)
      | no\s+(?:tengo|tiene)\s+(?:ninguna\s+)?alergias? | no\s+(?:soy|es)\s+al[ée]rgic[oa]\s+a\s+(?:nada|ning[uú]n\w*)
      | ninguna\s+alergia | sin\s+alergias | without\s+(?:any\s+)?allergies )""",
    re.IGNORECASE | re.VERBOSE,
)
_ONLY_QUOTED = re.compile(
    r"\b(?:when|that|what|if)\s+(?:i|we|you|he|she)\s+(?:said|told|wrote|say|put)\b[^.?!]{0,20}$",
    re.IGNORECASE,
)
_OF_ANY = re.compile(r"\bany|\ba\s+thing|\bnkd?a\b|anything|nothing|known|no\s|\bnada\b", re.IGNORECASE)
_NO_NEW = re.compile(r"\bno\s+new\b", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:know|sure|remember|tell|find\s+out|wonder\w*)\s+(?:if|whether)\b|\btested\s+for\b", re.IGNORECASE
)
_EXCEPT = re.compile(
    r"\b(?:except(?:\s+for)?|other\s+than|besides|apart\s+from|just|only|but|salvo|excepto)\b", re.IGNORECASE
)
_TO = re.compile(
    r"""\b(?: allergic(?:\s+reactions?)?\s+(?:to|from)
      | allergies\s+(?:that\s+)?(?:i|we)(?:['’]ve)?\s+(?:have|got|see)
          (?:\s+(?:listed|down|here|for\s+you|on\s+file))*\s+(?:are|is)
      | allerg(?:y|ies)\s+(?:to|are|is|include|includes) | allergies\s*:\s*(?=\w) | react(?:s|ed)\s+(?:\w+\s+)?to
      | (?:bad\s+|severe\s+)?(?P<reaction>reactions?)\s+(?:to|from|with) | anaphyla\w+\s+(?:to|from|with)
        | intoleran(?:t|ces?)\s+(?:to|of
        |for) | sensitive\s+to
      | al[ée]rgic[oa]\s+(?:a\s+la|a\s+los|a\s+las|al|a|à|às|ao|aos)
      | alergias?\s+(?:a\s+la|a\s+los|a\s+las|al|a) )\b\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_TO_IT = re.compile(r"\ballergic\s+to\s+(?:it|that|them)\b", re.IGNORECASE)
_NAMED_ALLERGY = re.compile(r"(?P<what>(?:[\w-]+\s+){1,3}?)allerg(?:y|ies)\b", re.IGNORECASE)
_REACTION = re.compile(
    r"\b(?:hives|rash(?:es)?|anaphyla\w+|swell\w*|swollen|swelled|itch\w*|break\s+out|broke\s+out|breaks?\s+me\s+out|throat\s+clos\w+|wheez\w*"
    r"|trouble\s+breathing|can(?:['’]t|not)\s+breathe|ronchas|sarpullido|urticaria|hinchaz\w+|comezón|picazón|blister\w*|epipen|hives|welts)\b",
    re.IGNORECASE,
)
_CAUSES = re.compile(r"\b(?:gave|gives?|cause[sd]?|made|makes?|get|got|had|have|i|my|me)\b", re.IGNORECASE)
_BY_IT = re.compile(
    r"\b(?:gave|gives?|causes?|caused|makes?|made|break|broke|get|got|(?:itch|itched|swell|swelled|rash)\s+(?:me|from|with|after|to)"
    r"|(?:suffer\w*|itching|hives|rash|swelling|anaphylaxis)\s+(?:from|with|to|after)"
    r"|me\s+(?:da|dan|dio|dieron|causa|causó|produce|produjo|sale|salen|salieron|provoca|provocó))\b",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(
    r"^\W*(?:and\s+|because\s+|where\s+)?(?:it|they|that|which|i|my|me|le|causes?|gave|gives|makes|made)\b",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"[,.;:()]|\b(?:and\s+(?:i|it|they|my)|but|which|that|because|since|it|they|so|when|where|as|i|causes?|gives|gave|with|right|in|"
    r"y\s+me|pero|que|for|ever|also)\b",
    re.IGNORECASE,
)
_STOP = frozenset(
    "a an the my any all some certain other new bad that this it them seasonal his her no of i have had".split()
)
_TO_WHAT = 25  # characters after "no allergies" that may say to what
_FEW = 3  # words of a reaction that stands beside its name
_PARTS = {"foods": "food", "comida": "food", "comidas": "food", "alimentos": "food"}
_OF_A_KIND = frozenset(
    "anything nothing something medication medications medicine medicines drug drugs food foods meds things stuff "
    "allergies reaction reactions antibiotics".split()
)
_LISTING = re.compile(
    r"\W*(?:[\w-]+(?:\s[\w-]+)?,\s+)+(?:and|or|y|o)\s+(?:some\s+)?[\w-]+(?:\s(?:drugs?|nuts?|dander))?(?=\W|$)", re.I
)
_SPLIT = re.compile(r"\s*(?:,|\band\b|\bor\b|/|\by\b|\bo\b)\s*")


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause about allergies."""
    if clause.asked or _UNSURE.search(clause.text):
        return []
    denial = _NONE_AT_ALL.search(clause.text)
    if denial and allergy_talk.is_answered_otherwise(clause, hearing):
        return []
    if denial and not (_NO_NEW.search(denial[0]) or _ONLY_QUOTED.search(clause.text, 0, denial.start())):
        rest = clause.text[denial.end() :]
        excepted = substances(rest) if _EXCEPT.search(rest) else []
        if excepted:
            return [_draft(clause, hearing, what, words, negated=False) for what, words in excepted]
        named = substances(denial[0] + rest) if not _OF_ANY.search(denial[0]) else []
        return [] if named else [_none(clause, hearing, denial)]
    stated = [
        _draft(clause, hearing, what, words, negated=is_negated(clause.text[:at]))
        for what, words, at in _stated(clause.text)
    ]
    if not stated and _TO_IT.search(clause.text) and not is_negated(clause.text):
        return allergy_talk.meant(clause, hearing)
    return stated or allergy_talk.hear(clause, hearing)


def reaction(clause: Clause, hearing: Hearing) -> Draft | None:
    """ "it gave me hives", right after an allergy: the earlier draft with the reaction added, or None."""
    last = hearing.drafts[-1] if hearing.drafts else None
    if (
        last is None
        or last.tag is not Tag.ALLERGY
        or last.negated
        or clause.asked
        or last.quotes[-1].turn != clause.turn.id
    ):
        return None
    shown = _REACTION.search(clause.text)
    if headings.under(clause) is headings.Under.ALLERGIES and _is_bare(clause):
        keys = keys_of(*last.keys, clause.text)
        return replace(last, text=f"{last.text}, {clause.text}", quotes=(*last.quotes, _quote(clause)), keys=keys)
    if not shown or not (_FOLLOWS.match(clause.text) or _CAUSES.search(clause.text)) or find_drugs(clause.text):
        return None
    return replace(
        last,
        text=f"{last.text}, {as_digits(_in_going_on(clause.text))}",
        quotes=(*last.quotes, Quote(clause.turn.id, clause.text)),
        keys=keys_of(*last.keys, shown[0]),
    )


def _quote(clause: Clause) -> Quote:
    return Quote(clause.turn.id, clause.text)


def _is_bare(clause: Clause) -> bool:
    """ "Nausea", as papers have it beside a name."""
    return len(clause.text.split()) <= _FEW and not substances(clause.text) and not _NONE_AT_ALL.search(clause.text)


def reacting(clause: Clause, hearing: Hearing, asked: Clause) -> list[Draft]:
    """ "What happens when you take sulfa drugs?" "I get a rash": an allergy to what was asked about."""
    shown = _REACTION.search(clause.text)
    named = substances(asked.text)
    if not shown or not named or is_negated(clause.text[: shown.start()]):
        return []
    what, words = named[0]
    keys = (*what.split("+"), "allergy", shown[0], class_of(what), *systems_of(what))
    text = f"{words}: {as_digits(_in_going_on(clause.text))}"
    base = hearing.draft(clause, Tag.ALLERGY, text, what, keys)
    quotes = (Quote(asked.turn.id, asked.text), *base.quotes) if asked.turn.speaker.is_person else base.quotes
    return [replace(base, quotes=quotes, memory_key=address(Tag.ALLERGY, what), importance=5)]


def tells_of_harm(clause: Clause) -> bool:
    """ "I got the hives with Augmentin": the clause names a drug and the reaction to it."""
    return _REACTION.search(clause.text) is not None and bool(_stated(clause.text))


def _in_going_on(words: str) -> str:
    return words if re.match(r"I\b", words) else words[:1].lower() + words[1:]


def _stated(text: str) -> list[tuple[str, str, int]]:
    to = _TO.search(text)
    if to:
        rest = text[to.end() :]
        named = _listed(rest) if to["reaction"] else _named(rest)
        if named:
            return [(what, words, to.end()) for what, words in named]
    named_allergies = [(hit, substances(hit["what"])) for hit in _NAMED_ALLERGY.finditer(text)]
    if named_allergies:
        return [(*found[-1], hit.start()) for hit, found in named_allergies if found]
    shown = _REACTION.search(text)
    drugs = [d for d in find_drugs(text) if d.name not in allergy_talk.TREATS]
    if (
        shown
        and drugs
        and _BY_IT.search(text)
        and not re.search(r"\bfor\s+(?:the|my|his|her|your|an?)?\s*\w*$", text[: shown.start()])
    ):
        return [(drugs[0].name, drugs[0].as_said, drugs[0].start)]
    return []


def _named(rest: str) -> list[tuple[str, str]]:
    """What is named after "allergic to": what the lists hold, and beside it, in one enumeration, what they do not."""
    listed, beside = _listed(rest), _unlisted(rest)
    if not listed:
        return beside
    said = " ".join(words for _, words in listed).lower()
    own = [(what, words) for what, words in beside if not substances(words) and words.lower() not in said]
    return [*listed, *own] if len(_SPLIT.split(_enumerated(rest))) > 1 else listed


def _listed(rest: str) -> list[tuple[str, str]]:
    return substances(_until_reaction(rest)) if substances(rest) else []


def _until_reaction(text: str) -> str:
    cut = re.search(r"\b(?:but|because|which|it\s+(?:gave|gives|makes|causes)|so\s+i)\b", text, re.IGNORECASE)
    return text[: cut.start()] if cut else text


def _unlisted(rest: str) -> list[tuple[str, str]]:
    """What no list holds, as said: at most three words."""
    words = _SPLIT.split(_enumerated(rest))
    named = [" ".join(w for w in part.split() if w.lower() not in _STOP) for part in words]
    return [
        (name.lower(), name)
        for name in named
        if name
        and name.lower().split()[-1] not in _OF_A_KIND
        and len(name.split()) <= 3
        and any(c.isalpha() for c in name)
    ]


def _enumerated(rest: str) -> str:
    """The words up to where the naming ends; a comma goes on with it where one or two words and an "and" follow."""
    listing = _LISTING.match(rest)
    if listing:
        return listing[0].strip(" ,.")
    cut = _CUT.search(rest)
    return (rest[: cut.start()] if cut else rest).strip()


def _draft(clause: Clause, hearing: Hearing, what: str, words: str, *, negated: bool) -> Draft:
    shown = _REACTION.search(clause.text)
    base = hearing.draft(
        clause,
        Tag.ALLERGY,
        _text(clause.text, words, negated=negated),
        what,
        (*what.split("+"), "allergy", *([shown[0]] if shown else []), class_of(what), *systems_of(what)),
        at=max(clause.text.find(words), 0),
    )
    was = re.search(r"\b(?:used\s+to\s+be|outgrew|as\s+a\s+(?:child|kid)\s+i\s+was)\b", clause.text, re.IGNORECASE)
    return replace(
        base,
        memory_key=address(Tag.ALLERGY, what),
        negated=negated,
        importance=5,
        tense=Tense.PAST if was else Tense.NOW,
    )


def _text(said: str, words: str, *, negated: bool) -> str:
    to = _TO.search(said)
    shown = _REACTION.search(said)
    if negated:
        return f"not allergic to {words}"
    if shown and shown.start() > said.find(words):
        tail = said[said.find(words) + len(words) : shown.end()].strip(" ,(")
        lead = to[0].strip() if to and said.find(words) - to.end() < 30 else "allergic to"
        return as_digits(f"{_lead(lead)} {words}, {tail}" if to else f"{words} {tail}")
    if not to:
        return f"{words} allergy" if said.isascii() or not _A_LO.search(said) else words
    own = _A_LO.search(said, 0, said.find(words))  # "alérgico a las sulfas y al látex": each with its own article
    lead = re.sub(r"\s+(?:a\s+l[aos]s?|al|a)$", f" {own[0].strip()}", to[0].strip()) if own else to[0].strip()
    return f"{_lead(lead)} {words}"


_A_LO = re.compile(r"(?<!\w)(?:a\s+(?:las?|los?)|al)\s+$", re.IGNORECASE)


def _lead(words: str) -> str:
    return re.sub(r"(?i)^allerg(?:y|ies)\s*(?:to|are|is|include|includes|:)$", "allergic to", words)


def _none(clause: Clause, hearing: Hearing, denial: re.Match[str]) -> Draft:
    said = denial[0].strip(" .,")
    # "No food allergies" says nothing of drugs: it has an address of its own and contradicts no penicillin.
    told = said + clause.text[denial.end() :][:_TO_WHAT]
    part = re.search(r"\b(?:foods?|comidas?|alimentos|seasonal|environmental)\b", told, re.IGNORECASE)
    only = (
        _PARTS.get(part[0].lower(), part[0].lower())
        if part and not re.search(r"\b(?:drug|medic\w+)\b", told, re.IGNORECASE)
        else ""
    )
    at = 0 if said.lower().startswith("den") else denial.start()  # "the daughter denies any for her"
    if only and only not in said.lower():
        said = told[: part.end()] if part else said
    base = hearing.draft(clause, Tag.ALLERGY, said, only or "allergies", ("allergy", only or "none"), at=at)
    return replace(base, memory_key=address(Tag.ALLERGY, only or ANY), negated=True, importance=5)
