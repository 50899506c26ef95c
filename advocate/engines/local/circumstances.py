"""The people and the life around the person: care team, contacts, insurance, home, habits, work."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import people
from advocate.engines.local.assertions import is_negated
from advocate.engines.local.hearing import Hearing, keys_of
from advocate.engines.local.lexicon import find_terms
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import cold
from memory.drafts import SELF, Act, Draft, Quote, Tense
from memory.vocabulary import Speaker, Tag, address

_PHONE = re.compile(r"(?<![\w.])\+?\(?\d{3}\)?[\s.-]?\d{3,4}(?:[\s.-]?\d{3,4})?(?![\w])|[\w.+-]+@[\w-]+\.[\w.]+")
_REACH = re.compile(
    r"\b(?:phone|number|cell|mobile|reach(?:ed)?|call|fax|e-?mail|teléfono|número|emergency\s+contact|contact\s+(?:is|person))\b",
    re.IGNORECASE,
)
_EMERGENCY = re.compile(
    r"\bemergency\s+contact\s+(?:is|should\s+be|will\s+be)\b|\bis\s+my\s+emergency\s+contact\b", re.IGNORECASE
)
_PHARMACY = re.compile(r"\b(?:pharmacy|farmacia|chemist|drug\s?store)\b", re.IGNORECASE)
_NO_NAME = frozenset("the my her his their our phone number call now new you can mom dad".split())
_HIS = re.compile(r"\W*(?:(?:and|so|you\s+can)\W+)*(?:(?:his|her|their|the|its)\b|reach|call|at\b)", re.IGNORECASE)
_IT_IS_NOW = re.compile(r"\W*(?:(?:and|so|but|now|well)\W+)*(?:it|that|this)(?:['’]s|\s+(?:is|was))\b", re.IGNORECASE)
_PLAN = re.compile(
    r"\binsurance\s+(?:is|company\s+is|provider\s+is|plan\s+is)\s+(?!now\s+\d)[^\W\d]|\b(?:insured|covered)\s+(?:with|by|through|under)\b",
    re.IGNORECASE,
)
_INSURANCE = re.compile(
    r"""\b(?: (?:my|our|the)\s+(?:new\s+|secondary\s+|primary\s+|health\s+)*insurance\s+(?:is|changed|plan\s+is
        |company\s+is        |provider\s+is|id\b|number\b|policy\b)
      | (?:changed|switched|moved)\s+(?:over\s+)?from\s+(?:[\w-]+\s+){1,3}to\s+(?=medicare|medicaid|medi-cal
        |blue\s+cross|aetna|cigna|humana|kaiser|united\s*healthcare|tricare|anthem)
      | (?:changed|switched|moved)\s+(?:my\s+|our\s+)?(?:health\s+)?insurance(?:s|\s+(?:plans?|compan\w+))?
        \s+(?:to|from)
      | insured\s+(?:with|by|through) | covered\s+(?:by|through|under) | (?:member|policy|group)\s+(?:id
        |number)\s*(?:is|:)?
      | (?:have|got|on|switched\s+to|changed\s+to|lost|with)\s+(?:my\s+|a\s+)?(?:medicare|medicaid|medi-cal
        |blue\s+cross|aetna|cigna|humana|kaiser|united\s*healthcare|tricare|anthem
        |health\s+insurance|obamacare) | no\s+(?:health\s+)?insurance | mi\s+seguro\s+(?:es|médico) )""",
    re.IGNORECASE | re.VERBOSE,
)
_SOCIAL = (
    (r"\blives?\s+(?:alone|by\s+(?:my|him|her)self|with\s+(?:my|his|her|a|two|three|an)|in\s+(?:a|an|my|the|assisted|senior)|on\s+the|next\s+to)|\blive-in\b|\bvivo\s+(?:solo|sola|con|en)",
     "living", ("living", "home")),
    (r"\b(?:smok(?:e|ed|es|ing|er)|cigarettes?|tobacco|vap(?:e|es|ing)|fum(?:o|a|aba))\b", "smoking", ("smoking",)),
    (r"\b(?:have|has)\s+(?:(?:an?|the|my|one|two|three|\d|few|couple|occasional|odd|of|glass(?:es)?)\s+){1,4}(?:beers?|wine|drinks?|cocktails?|whisk\w+|pints?)\b"
     r"(?!\s+of\s+(?:water|juice|milk))|\b(?:drinks?|drank|drinking)\b(?=.*\b(?:alcohol|wine|beers?|liquor|vodka|whisk\w+|glass(?:es)?|socially|weekends?"
     r"|drinks?|cocktails?)\b)|\balcohol\b|\bsober\b"
     r"|\b(?:quit|stopped|gave\s+up|(?:do|does)(?:n['’]t|\s+not)|never)\s+drink(?:ing)?\b"
     r"(?!\s+(?:water|milk|juice|coffee|tea|enough|any\s+water))", "alcohol", ("alcohol",)),
    (r"\b(?:retired|work(?:s|ed)?\s+(?:as|at|in|for|full|part|nights|from)|my\s+job\s+(?:is|as)|unemployed|laid\s+off|on\s+disability|i['’]m\s+an?\s+(?:\w+\s+)?(?:teacher|nurse|driver|farmer|student|engineer|cook|lawyer|mechanic))\b",
     "work", ("work",)),
    (r"\b(?:married|divorced|widow(?:ed|er)?|separated)\b", "marital", ("family",)),
    (r"\b(?:marijuana|cocaine|heroin|weed|cannabis|recreational\s+drugs|street\s+drugs|illegal\s+drugs)\b",
     "drugs", ("drug use",)),
    (r"\b(?:walker|wheelchair|cane|hearing\s+aids?)\b", "mobility", ("mobility",)),
    (r"\b(?:i['’]m|i\s+am|he['’]s|she['’]s)\s+(?:a\s+)?(?:vegan|vegetarian|pescatarian)\b", "diet", ("diet",)),
    (r"\b(?:pregnant|breast-?feeding|embarazada)\b", "pregnancy", ("pregnancy",)),
)  # fmt: skip
_PLAIN = re.compile(
    r"\bmy\s+(?P<what>blood\s+type|date\s+of\s+birth|birthday|pharmacy|height|living\s+will|health\s*care\s+proxy|eye\s+color)\s+(?:is|are)\b"
    r"|\bI\s+have\s+(?:a|an)\s+(?:signed\s+)?(?P<will>living\s+will|dnr|advance\s+directive)\b",
    re.IGNORECASE,
)
_SWITCHED_PHARMACY = re.compile(
    r"\b(?:switched|changed|moved|new|different|another)\b.*\b(?:pharmac(?:y|ies)|chemists?|drug\s?stores?)\b(?P<to>\s+to\s+\w)?",
    re.IGNORECASE,
)
_NOT_SOCIAL = re.compile(
    r"\b(?:if|should|told|said|secondhand|water|milk|juice|coffee|tea|drink\s+of|smoke\s+(?:alarm|detector)|because|program|class|counsel\w+)\b",
    re.IGNORECASE,
)
_NEW = re.compile(r"\b(?:now|new|changed|switched|quit|stopped|moved|retired|anymore|no\s+longer)\b", re.IGNORECASE)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the drafts of a clause about people around the person, insurance and daily life."""
    for topic in (_contact, _care_team, _insurance, _plain_fact):
        if found := topic(clause, hearing):
            return found
    return _social(clause, hearing)


def _contact(clause: Clause, hearing: Hearing) -> list[Draft]:
    text = clause.text
    number = _PHONE.search(text)
    emergency = _EMERGENCY.search(text)
    if number and not emergency and not _REACH.search(text):
        return _number_of_before(clause, hearing, number)
    if not (emergency or number):
        return []
    if number and not emergency and _HIS.match(text) and (told := _told_just_before(clause, hearing)) is not None:
        hearing.drafts[told] = _with_number(hearing.drafts[told], clause)
        return []
    who = _who(text, hearing) if not emergency else "emergency contact"
    base = hearing.draft(clause, Tag.CONTACT, cold(clause, hearing), who, (who, "phone" if number else "contact"))
    return [_as_said(base, clause, hearing, Tag.CONTACT, who)]


def _told_just_before(clause: Clause, hearing: Hearing) -> int | None:
    """Where the contact stands that the clause before told of, in the same turn."""
    at = len(hearing.drafts) - 1
    last = hearing.drafts[at] if hearing.drafts else None
    fits = last is not None and last.tag is Tag.CONTACT and last.quotes[-1].turn == clause.turn.id
    return at if fits and last is not None and not _PHONE.search(last.text) else None


def _with_number(contact: Draft, clause: Clause) -> Draft:
    """ "My daughter Maria is my emergency contact, her number is 555-0177": one contact."""
    return replace(
        contact,
        text=f"{contact.text}, {clause.text}",
        quotes=(*contact.quotes, Quote(clause.turn.id, clause.text)),
        keys=keys_of(*contact.keys, "phone"),
    )


def _number_of_before(clause: Clause, hearing: Hearing, number: re.Match[str]) -> list[Draft]:
    """ "My cardiologist's number changed, it is now 555-0199": whose it is was said in the clause before."""
    before = hearing.previous
    if before is None or before.turn.id != clause.turn.id or _PHONE.search(before.text):
        return []
    reach = _REACH.search(before.text)
    if reach is None or not _IT_IS_NOW.match(clause.text):
        return []
    who = _who(before.text, hearing)
    base = hearing.draft(clause, Tag.CONTACT, f"{who} {reach[0].lower()} {number[0]}", who, (who, "phone"))
    act = Act.CHANGE if _NEW.search(f"{before.text} {clause.text}") else Act.STATE
    quotes = (Quote(before.turn.id, before.text), *base.quotes)
    return [replace(_as_said(base, clause, hearing, Tag.CONTACT, who), act=act, quotes=quotes)]


def _who(text: str, hearing: Hearing) -> str:
    found = people.find_people(text)
    if found:
        person = people.resolved(found[0], hearing.transcript, hearing.met)
        return person.role or person.name
    kin = find_terms(text, "relation")
    if kin:
        return kin[0].name
    if named := _known_by_name(text, hearing):
        return named
    return "pharmacy" if _PHARMACY.search(text) else "patient"


def _known_by_name(text: str, hearing: Hearing) -> str:
    """Whose number it is, of the contacts that the record names: "Corner Drug's number"."""
    words = {word for word in re.findall(r"\b[A-Z][\w’'&-]{2,}", text) if word.lower() not in _NO_NAME}
    bare = {re.sub(r"['’]s$", "", word) for word in words}
    for row in hearing.known(Tag.CONTACT):
        if any(re.search(rf"\b{re.escape(word)}\b", row.text) for word in bare):
            return "pharmacy" if row.attribute == "pharmacy" else row.attribute
    before = hearing.previous
    mine = re.search(r"\bmy\s+(?:\w+\s+)?(?:phone|number|cell|mobile|e-?mail)\b", text, re.IGNORECASE)
    return "pharmacy" if not mine and before and _PHARMACY.search(before.text) else ""


def _care_team(clause: Clause, hearing: Hearing) -> list[Draft]:
    text = clause.text
    for person in people.find_people(text):
        if person.name and person.role and person.role != "doctor" and _is_statement(text, person):
            base = hearing.draft(
                clause, Tag.CARE_TEAM, cold(clause, hearing), person.role, (person.role, person.name, "care team")
            )
            return [_as_said(base, clause, hearing, Tag.CARE_TEAM, person.role)]
    return []


def _is_statement(text: str, person: people.Person) -> bool:
    """ "my cardiologist is Dr. Osei", and little else: what is said in passing is no statement."""
    words = text[person.start : person.end]
    linked = re.search(r"\b(?:is|es|named|called|will\s+be|se\s+llama)\b", words, re.IGNORECASE)
    return linked is not None and len(text[person.end :].split()) <= 6


def _insurance(clause: Clause, hearing: Hearing) -> list[Draft]:
    text = clause.text
    if not _INSURANCE.search(text):
        return []
    number = re.search(r"\b(?:member|policy|group|insurance)\s+(?:id|number)\b", text, re.IGNORECASE)
    number = None if _PLAN.search(text) else number
    aspect = number[0].lower() if number else "secondary" if re.search(r"\bsecondary\b", text, re.IGNORECASE) else ""
    base = hearing.draft(
        clause, Tag.INSURANCE, cold(clause, hearing), f"insurance {aspect}".strip(), ("insurance", aspect)
    )
    done = _as_said(base, clause, hearing, Tag.INSURANCE, "plan" if not number else aspect)
    if number and _goes_on_with_a_change(clause, hearing):
        done = replace(done, act=Act.CHANGE)
    return [replace(done, memory_key=address(Tag.INSURANCE, "secondary plan")) if aspect == "secondary" else done]


def _goes_on_with_a_change(clause: Clause, hearing: Hearing) -> bool:
    """ "I switched to Aetna, the member ID is …": the number changes with the plan told of in the same breath."""
    last = hearing.drafts[-1] if hearing.drafts else None
    return (
        last is not None
        and last.tag is Tag.INSURANCE
        and last.act is Act.CHANGE
        and last.quotes[-1].turn == clause.turn.id
    )


def _plain_fact(clause: Clause, hearing: Hearing) -> list[Draft]:
    """What has no kind of its own: the blood type, the pharmacy, a living will."""
    if another := _another_pharmacy(clause, hearing):
        return another
    found = _PLAIN.search(clause.text)
    if found is None or not _of_a_person(clause, hearing):
        return []
    name = (found["what"] or found["will"]).lower()
    if name == "pharmacy":  # one holds at a time, beside its number
        base = hearing.draft(clause, Tag.CONTACT, cold(clause, hearing), name, (name,))
        named = _as_said(base, clause, hearing, Tag.CONTACT, name)
        return [replace(named, memory_key=address(Tag.CONTACT, name, "name"))]
    base = hearing.draft(clause, Tag.FACT, cold(clause, hearing), name, (name,))
    return [replace(base, source=hearing.speaker(clause), negated=is_negated(clause.text))]


def _another_pharmacy(clause: Clause, hearing: Hearing) -> list[Draft]:
    """ "I switched pharmacies, it's Walgreens now"."""
    before, text = hearing.previous, clause.text
    here = _SWITCHED_PHARMACY.search(text)
    it = _IT_IS_NOW.match(text)
    goes_on = it and before is not None and before.turn.id == clause.turn.id and _SWITCHED_PHARMACY.search(before.text)
    if not (goes_on or (here and here["to"])):
        return []
    words = text[it.end() :] if goes_on and it else cold(clause, hearing)
    told = f"pharmacy: {words.strip()}" if goes_on else words
    base = hearing.draft(clause, Tag.CONTACT, told, "pharmacy", ("pharmacy",))
    quotes = (Quote(clause.turn.id, before.text), *base.quotes) if goes_on and before else base.quotes
    done = _as_said(replace(base, quotes=quotes), clause, hearing, Tag.CONTACT, "pharmacy")
    return [replace(done, memory_key=address(Tag.CONTACT, "pharmacy", "name"), act=Act.CHANGE)]


def _social(clause: Clause, hearing: Hearing) -> list[Draft]:
    text = clause.text
    found = next((s for s in _SOCIAL if re.search(s[0], text, re.IGNORECASE)), None)
    if found is None or _NOT_SOCIAL.search(text) or not _of_a_person(clause, hearing):
        return []
    name, keys = found[1], found[2]
    base = hearing.draft(clause, Tag.SOCIAL, cold(clause, hearing), name, (*keys, "social"))
    past = re.search(
        r"\b(?:used\s+to|smoked|worked\s+as|was\s+(?:a|an)|fumaba)\b", text, re.IGNORECASE
    ) and not _NEW.search(text)
    done = _as_said(base, clause, hearing, Tag.SOCIAL, name)
    return [replace(done, tense=Tense.PAST if past and not is_negated(text) else Tense.NOW, importance=2)]


def _of_a_person(clause: Clause, hearing: Hearing) -> bool:
    """Only what the person says of themselves: "my son smokes" is of someone else."""
    starts = re.match(
        r"\W*(?:(?:and|but|also|well|yes|yeah|no|so|oh|[Aa]ctually|sorry)[,\s]+)*(?:I|i|[Hh]e|[Ss]he|[Mm]y|[Ww]e|[Yy]ou|[Tt]he\s+patient|vivo|fumo|live\b|smoke\b|\w+ed\b)",
        clause.text,
    )
    if clause.turn.speaker is Speaker.CLINICIAN and re.match(r"\W*I\b", clause.text):
        return False
    kin = re.match(r"\W*(?:and\s+|but\s+)?my\s+(?:\w+\s+)?(\w+)", clause.text, re.IGNORECASE)
    return starts is not None and not (kin and find_terms(kin[0], "relation") and hearing.transcript.subject == SELF)


def _as_said(base: Draft, clause: Clause, hearing: Hearing, tag: Tag, entity: str) -> Draft:
    return replace(
        base,
        memory_key=address(tag, entity),
        source=hearing.speaker(clause),
        negated=is_negated(clause.text),
        act=Act.CHANGE if _NEW.search(clause.text) else Act.STATE,
    )
