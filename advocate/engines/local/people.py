"""Who says it and of whom: clinicians by name and role, relatives, and the speaker of a turn."""

from __future__ import annotations

import re
from dataclasses import dataclass

from advocate.engines.local.lexicon import find_terms
from memory.drafts import SELF, Known, Said, Transcript
from memory.vocabulary import Speaker, Tag

_NOT_A_NAME = (
    r"(?!(?:said|says|told|wants|wanted|put|took|is|was|has|had|and|or|to|on|at|in|for|about|that|this|appointment|visit"
    r"|started|stopped|gave|thinks|will|would|did|does|can|could|should|who|yesterday|today|tomorrow|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october"
    r"|november|december|i|i'm|my|me|office|increased|lowered|raised|dijo|de)\b)"
)
_TITLED = re.compile(
    rf"(?<!\w)(?P<title>[Dd]ra?|[Dd]octora?|[Nn]urse|NP|PA|DR)\b\.?\s+"
    rf"(?P<name>(?i:{_NOT_A_NAME})(?:[A-Z][\w’'-]*[\w](?:\s+(?i:{_NOT_A_NAME})[A-Z][\w’'-]*\w)?"
    rf"|(?<=[Dd]r )\w{{3,}}|(?<=[Dd]r\. )\w{{3,}}))"
)
_POSSESSIVE = r"['’]s$"
_BETWEEN = re.compile(
    r"\W{0,3}(?:(?:is|es|was|will\s+be|now|ahora|named|called|the|my|our|new|mi|el|la|a|an|at)\W{1,2}){0,3}",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"""\W{0,3}(?:(?:also|just|then|has|had|have|recently|finally|me|my|her|his|lo|la|le|se|from\s+\w+|now)\s+){0,3}?
    (?:said|says|say|told|tells|wants?|wanted|asked|advised|recommend(?:s|ed)|ordered|instructed|prescrib(?:es|ed)|puts?
    |started|stopped|took|increased|raised|lowered|reduced|decreased|cut|bumped|changed|switched|upped|doubled|halved
    |gave|added|ha[sd]\s+me|thinks?|found|diagnosed|measured|checked|suggest(?:s|ed)|kept|moved|dropped|discontinued
    |renewed|refilled|called|mentioned|warned|confirmed|set|adjusted|made|did|placed|removed|dijo|recetó|subió|bajó|cambió
    |quitó|me\s+(?:dijo|recetó|subió|bajó|cambió|quitó|mandó))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NAMED_BEFORE = re.compile(
    r"\b(?:per|according\s+to|by|from|según|por)\s+(?:my\s+|the\s+|mi\s+|el\s+|la\s+)?$", re.IGNORECASE
)
_PRONOUN_ACTS = re.compile(
    rf"^\W*(?:(?:and|but|so|then|now|y|well|oh|bit\s+of\s+\w+\s+news)\W+)*(?:he|she|they|él|ella)\b(?:['’](?:s|ve|d))?{_ACTS.pattern}",
    re.IGNORECASE | re.VERBOSE,
)
# What a clinician does with somebody else's medicine, and nobody with their own: "she raised the Lantus".
_PRESCRIBES = re.compile(
    r"\W*(?:(?:and|but|so|then|now|well|oh)\W+)*(?:he|she|they)(?:['’](?:s|ve|d))?\s+(?:(?:has|had|have|just|also|then|finally|since|even|now)\s+)*"
    r"(?:(?:put|puts|raised|increased|lowered|reduced|decreased|bumped|upped|doubled|halved|cut|changed|switched|brought|moved|prescribed|adjusted"
    r"|dropped|took|taken|renewed)\b(?!\s+(?:her|his|their)\b)|(?:started|stopped|added|gave|given|kept|had|has|have|told|asked|wants?|wanted)\s+(?:me|us)\b)",
    re.IGNORECASE,
)
_CARRIED_ON = re.compile(
    r"^\W*(?:(?:and|also|but|then|now|so)\s+)*(?:(?:that\s+)?I\s+(?:should|need|have|must|can(?:not|[’']t)|may|am|was)|to|not\s+to"
    r"|don'?t|never|started|stopped|put|took|increased|lowered|raised|changed|switched|prescribed|added|told|take"
    r"|asked|instructed|advised)\b",
    re.IGNORECASE,
)
_SELF_NAMED = re.compile(r"\b(?:this\s+is|I'?m|I\s+am|my\s+name\s+is|soy)\s+$", re.IGNORECASE)
_KIN_SPEAKER = re.compile(
    r"\b(?:I'?m|I\s+am|this\s+is|soy)\s+(?:(?P<name>[A-Z]\w+),?\s+)?(?:his|her|the\s+patient's|su|[A-Z]\w+'s)\s+(?P<kin>[\w-]+)"
)
_SUBJECT_WORD = re.compile(r"(?<![\w'’])(?:I|I['’](?:m|ve|d|ll)|i|i['’]m|me|myself|we|yo|me|tomo|soy|tengo)(?![\w])")
_THIRD = re.compile(r"\b(?:he|she|he's|she's|él|ella|his|her|him)\b", re.IGNORECASE)
_HIS = re.compile(r"\b(?:his|her|their)\s+(?:\w+\s+)?$", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|mi|mis)\b", re.IGNORECASE)
_OTHER_NAME = re.compile(
    r"(?:^|\b(?:and|but)\s+)(?P<name>[A-Z][a-zé]+)\s+(?:takes|is\s+on|is\s+taking|was\s+on|uses|has|is\s+allergic|had)\b"
)
_NO_NAMES = frozenset(
    "What This That It She He They We You Who Everyone Nobody Someone Doctor Mom Dad Yes No Never My The Also Now "
    "There Which Here Everything Nothing Today Metoprolol".split()
)


@dataclass(frozen=True, slots=True)
class Person:
    """A clinician where they are named: `name` ("Dr. Osei") or `role` ("cardiologist") or both."""

    name: str
    role: str
    start: int
    end: int

    @property
    def source(self) -> str:
        """As the record names a source: "Dr. Osei, cardiologist", "Dr. Osei", "diabetes nurse"."""
        return f"{self.name}, {self.role}" if self.name and self.role else self.name or self.role


def find_people(text: str) -> tuple[Person, ...]:
    """The clinicians named in `text`, in order; a name and a role that stand together are one person."""
    named = [Person(_titled(m), _title_role(m), m.start(), m.end()) for m in _TITLED.finditer(text)]
    roles = [Person("", t.name, t.start, t.end) for t in find_terms(text, "role")]
    doctors = [
        Person("", "doctor", m.start(), m.end())
        for m in re.finditer(r"(?i)\b(?:my|the|his|her|mi|el|la)\s+(?P<d>doctora?|doc|médico)\b", text)
        if not any(m.start() < other.end and other.start < m.end() for other in named)
    ]
    people: list[Person] = []
    for person in sorted([*named, *roles, *doctors], key=lambda p: (p.start, -p.end)):
        if people and person.start < people[-1].end:
            continue
        joined = _joined(people[-1], person, text) if people else None
        people = [*people[:-1], joined] if joined else [*people, person]
    return tuple(people)


def acting(text: str) -> Person | None:
    """The clinician who says or does what a clause tells: "Dr. Osei put it up", "per my cardiologist"."""
    for person in find_people(text):
        if _ACTS.match(text, person.end) or _NAMED_BEFORE.search(text, 0, person.start):
            return person
    return None


def acts_by_pronoun(text: str) -> bool:
    """True for "she put me on …": the one who acts was named before."""
    if prescribes_by_pronoun(text):
        return True
    return _PRONOUN_ACTS.search(text) is not None and re.search(r"\b(?:me|my|I|it|que|la|lo)\b", text) is not None


def prescribes_by_pronoun(text: str) -> bool:
    """True for "she raised the Lantus": what a clinician does with somebody else's medicine."""
    return _PRESCRIBES.match(text) is not None and re.search(r"\b(?:her|his|their)\b", text) is None


def carries_on(text: str, before: str) -> bool:
    """True for a clause that goes on with what somebody said or did in the clause before: "and I should call"."""
    if re.match(r"take\b", text, re.IGNORECASE):
        return re.search(r"\b(?:said|told|asked|wants|advised|recommend\w*)\b", before) is not None
    return _CARRIED_ON.match(text) is not None


def resolved(person: Person, transcript: Transcript, met: tuple[Person, ...]) -> Person:
    """The same person with name and role, where the record or this conversation names exactly one who fits."""
    if person.name and person.role:
        return person
    pool = {(p.name, p.role) for p in [*met, *(p for row in transcript.known for p in _people_of(row))] if p.name}
    if person.name:
        roles = {role for name, role in pool if role and _surname(name) == _surname(person.name)}
        return Person(person.name, roles.pop(), person.start, person.end) if len(roles) == 1 else person
    names = {name for name, role in pool if role == person.role}
    if person.role == "doctor":
        names = {p.name for p in met if p.name}
        role = next((p.role for p in met if p.name in names and p.role), "")
        return Person(names.pop(), role, person.start, person.end) if len(names) == 1 else person
    return Person(names.pop(), person.role, person.start, person.end) if len(names) == 1 else person


def speaker_source(turn: Said, transcript: Transcript) -> str:
    """The source of what a speaker says on their own account."""
    if turn.speaker is Speaker.CLINICIAN:
        return _clinician_speaking(turn, transcript)
    if turn.speaker is Speaker.FAMILY:
        return _family_speaking(transcript)
    return "patient" if transcript.subject == SELF else "caregiver"


def whose(text: str, upto: int, turn: Said, transcript: Transcript, last_relation: str) -> str:
    """Whom the words before `upto` are about: "self" for the record's subject, else a relation or a name."""
    before = text[:upto]
    firsts = [m.end() for m in _SUBJECT_WORD.finditer(before)]
    last_first = firsts[-1] if firsts else -1
    kin = [t for t in find_terms(before, "relation") if t.end > last_first and _is_subject(before, t.start, t.end)]
    if kin:
        of_theirs = turn.speaker is Speaker.FAMILY and _HIS.search(before[: kin[-1].start])
        return kin[-1].name if of_theirs else _kin(kin[-1].name, turn, transcript)  # "his sister takes the guanfacine"
    if last_first >= 0:
        return _first_person(turn, transcript)
    name = _OTHER_NAME.search(text)
    if name and name["name"] not in _NO_NAMES and name["name"] not in transcript.subject_name:
        return name["name"] if turn.speaker is Speaker.PATIENT and transcript.subject == SELF else SELF
    if _OWN.search(before):
        kin_own = [t for t in find_terms(before, "relation") if _is_subject(before, t.start, t.end)]
        return _kin(kin_own[-1].name, turn, transcript) if kin_own else _first_person(turn, transcript)
    if _THIRD.search(before) and turn.speaker is Speaker.PATIENT and transcript.subject == SELF:
        of_another = _THIRD.match(before.strip()) and not (find_people(text) or prescribes_by_pronoun(text))
        return last_relation or ("someone else" if of_another else SELF)
    return SELF


def _first_person(turn: Said, transcript: Transcript) -> str:
    if turn.speaker is Speaker.FAMILY or (turn.speaker is Speaker.PATIENT and transcript.subject != SELF):
        return "caregiver"
    return SELF


def _is_subject(before: str, start: int, end: int) -> bool:
    """A relation is the subject only with a determiner or as a name: "my mother", "Mom", "a friend"."""
    lead = before[:start].rstrip().lower()
    determined = re.search(r"\b(?:my|his|her|our|an?|the|mi|su|una?)(?:[\s-]+\w+)?-?$", lead) is not None
    return determined or before[start:end][0].isupper()


def _kin(relation: str, turn: Said, transcript: Transcript) -> str:
    if relation == transcript.subject:
        return SELF
    close = {
        "mother",
        "father",
        "husband",
        "wife",
        "son",
        "daughter",
        "brother",
        "sister",
        "grandmother",
        "grandfather",
        "partner",
    }
    if turn.speaker is Speaker.FAMILY and transcript.subject == SELF and relation in close:
        return SELF
    return relation


def _titled(match: re.Match[str]) -> str:
    title = {"dr": "Dr.", "dra": "Dra.", "doctor": "Dr.", "doctora": "Dra.", "nurse": "Nurse"}.get(
        match["title"].lower(), ""
    )
    name = match["name"] if match["name"][0].isupper() else match["name"].capitalize()
    return f"{title} {re.sub(_POSSESSIVE, '', name)}".strip()


def _title_role(match: re.Match[str]) -> str:
    return {"nurse": "nurse", "np": "nurse practitioner", "pa": "physician assistant"}.get(match["title"].lower(), "")


def _joined(first: Person, second: Person, text: str) -> Person | None:
    if not _BETWEEN.fullmatch(text[first.end : second.start]) or re.search(_POSSESSIVE, text[: first.end]):
        return None
    if (first.name and second.name) or (first.role and second.role and first.role != second.role and second.name == ""):
        return None
    role = second.role or first.role
    if first.role and second.role:
        role = first.role
    return Person(first.name or second.name, role, first.start, second.end)


def _people_of(row: Known) -> tuple[Person, ...]:
    if row.tag in {Tag.CARE_TEAM, Tag.CONTACT, Tag.APPOINTMENT}:
        return (*find_people(row.text), *find_people(row.source))
    return find_people(row.source)


def _surname(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1].lower() if name else ""


def _clinician_speaking(turn: Said, transcript: Transcript) -> str:
    for said in transcript.turns:
        if said.speaker is Speaker.CLINICIAN:
            for person in find_people(said.text):
                if person.name and _SELF_NAMED.search(said.text, 0, person.start):
                    return resolved(person, transcript, ()).source
    return "clinician"


def _family_speaking(transcript: Transcript) -> str:
    for said in transcript.turns:
        found = _KIN_SPEAKER.search(said.text) if said.speaker is Speaker.FAMILY else None
        terms = find_terms(found["kin"], "relation") if found else []
        if found and terms:
            return f"caregiver ({found['name']}, {terms[0].name})" if found["name"] else f"caregiver ({terms[0].name})"
    return "caregiver"


def speaker_is_clinician(turn: Said) -> bool:
    """True where the clinician speaks: then what they report is theirs."""
    return turn.speaker is Speaker.CLINICIAN
