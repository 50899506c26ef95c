"""Answers about one drug that was asked about: "and the metoprolol?" "The succinate one, fifty, in the morning."

A question may name its drug ("and Lamictal?"), or mean the one spoken of last ("how much?", "still taking that?"). In
what is transcribed without marks, a clinician's last words ("and the cholesterol pill the rosuvastatin") ask as well.
"""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import allergy_talk, medications, people
from advocate.engines.local.assertions import is_hypothetical, is_negated
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import drug_keys, find_drugs, find_terms
from advocate.engines.local.referents import still_open, words_for
from advocate.engines.local.regimens import DOSE_UNITS, Piece, is_dose, pieces
from advocate.engines.local.sentences import Clause, clauses
from memory.drafts import SELF, Act, Draft, Quote
from memory.numbers import Quantity, quantities
from memory.vocabulary import Speaker, Tag, address

_LEADS = (
    r"(?:(?:and|okay|ok|alright|right|so|now|then|great|good|perfect|sure|yes|yeah|got\s+it|let['’]s\s+see|um|uh|oh)"
    r"[,.\s]+)*"
)
_ELLIPTIC = re.compile(
    rf"^\W*{_LEADS}(?:what\s+about|how\s+about|and|still\s+on|no\s+more|any(?:\s+more)?|the|your|his|her|plus)\b.{{0,60}}$"
    rf"|^\W*{_LEADS}(?:(?:you|he|she)(?:['’](?:re|s)|\s+(?:are|is|were|was|have|has|take|takes))|we\s+(?:had|have)\s+(?:you|him|her)\s+on)\b.{{0,60}}$",
    re.IGNORECASE,
)
_OF_THE_ONE_BEFORE = re.compile(
    r"\b(?:how\s+(?:much|many|often|strong|big)|(?:what|which)(?:['’]s|\s+is)?\s+(?:the\s+|your\s+|was\s+the\s+)?(?:dose|dosage|strength|milligrams?|mg|size|one|does\s+(?:it|the\s+label)"
    r"|do(?:es)?\s+it\s+say)|know\s+(?:the|what|which)\s+(?:dose|strength|dosage|milligrams?)|how\s+many|(?:still\s+)?(?:tak\w+|on|us\w+|get\w*)\s+(?:it|that|those|them|that\s+one)\b"
    r"|is\s+(?:it|that)\s+the|was\s+(?:it|that)\s+the|once\s+a\s+day|twice\s+a\s+day|each|every\s+day|milligrams|micrograms|units)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\bhow\s+many\s+(?!milligram|mg|microgram|mcg|unit|gram|ml|mil)", re.IGNORECASE)
_YES = re.compile(
    r"^\W*(?:(?:oh|well|so|um|uh|and|okay|ok)[,.\s]+)*(?:yes|yeah|yep|yup|yea|uh[\s-]?huh|m+[\s-]?h+m+|correct|right|sure|exactly|absolutely"
    r"|of\s+course|always|still|every\s+(?:day|night|morning)|i\s+(?:do|am|have|still\s+(?:do|am)|take\s+it|use\s+it)|s?he\s+(?:does|is|takes\s+it)"
    r"|that['’]?s\s+(?:right|correct|true|the\s+one|it)|mostly|most\s+days|pretty\s+(?:good|well)|sí|claro)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:quit|stopped|stop(?:ped)?\s+(?:taking|using)|(?:took|taken|weaned|tapered|pulled)\s+(?:me|him|her|us)\s+off|(?:came|come|went|gone|been|am|['’]m|is|['’]s|got)\s+off"
    r"|gave\s+(?:it|that|them)\s+up|gave\s+up\s+on\s+(?:it|that)|threw\s+(?:it|that|them)|no\s+longer|not\s+any\s?more|any\s?more|took\s+(?:it|that)\s+away|used\s+to"
    r"|discontinued|(?:don['’]t|doesn['’]t|do\s+n['’]t|do\s+not|not)\s+(?:take|use|need|taking|using)\s+(?:it|that|those|them|that\s+one)\b"
    r"|(?:he|she|they)\s+stop(?:ped)?\s+(?:it|that)|(?:was|were)\s+(?:\w+\s+)?years?\s+ago|ya\s+no|lo\s+dej[eé])\b",
    re.IGNORECASE,
)
_ENDED_IT = re.compile(
    r"\b(?:i|we|s?he|they)\s+(?:just\s+|then\s+)?(?:stopped|quit)(?=\s+(?:it|that|them|in|on|last|about|after|when|taking\s+(?:it|that|them))\b|\W*$)(?!\s+(?:it|that|them)\s+\w+ing)"
    r"|\b(?:took|taken)\s+(?:me|him|her|us)\s+off(?:\s+(?:it|that|them)\b|\W*$)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:(?:oh|well|so|um|uh)[,.\s]+)*(?:no|nope|nah|naw|not\s+(?:any\s?more|now|really)|never)\b", re.IGNORECASE
)
_NOT_THE_DRUG = re.compile(
    r"\b(?:years?\s+old|dollars?|pounds|percent|blocks?|miles|hours?\s+(?:of|a)\s|stairs|o['’]?clock|temperature|fever|pressure|sugars?|weigh\w*|highest|lowest|pain\s+(?:is|was)"
    r"|out\s+of|since|ago|cigarettes?|packs?|beers?|glass(?:es)?|cups?|check\w*)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:was|were|turned|aged?|grade|since|until|till|after|before|for|in)\s+$", re.IGNORECASE)
_OF_SOME = re.compile(r"\s+(?:of\s+(?:the|them|those|these|my)|or\s+so|dollars?|bucks|times)\b", re.IGNORECASE)
_BARE_LEAD = re.compile(
    r"(?:^|[,:]|\b(?:the|a|at|like|just|only|about|is|it['’]?s|says?|say|on|take|takes|of|yeah|yes|maybe|both|think|that['’]?s|one|a\s+full|same))\W*$",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:should|would|could|might|can|shall|want|like|ever|heard|know\s+about|talk|think\w*|help\w*|work\w*)\b",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:tak\w+|on|us(?:e|es|ing)|get|gets|getting|have|has|had|do|dose|still|often)\b", re.IGNORECASE
)
_AND = re.compile(r"[\s,]+(?:and|plus|with|then)(?:\s+(?:a|an|the|my|some))?(?:\s+baby)?\s*$", re.IGNORECASE)
_TOO = re.compile(r"\W*(?:too|as\s+well|also)\b", re.IGNORECASE)
_STILL = re.compile(r"\b(?:yes|yeah|yep|still)\b", re.IGNORECASE)
_SHORT = 9
_SHORTEST = 5
_FEW = 30


def hear(clause: Clause, hearing: Hearing, asked: Clause | None) -> list[Draft]:
    """Return what an answer says of the drug that was asked about; empty where it names another, or says nothing."""
    acts = people.acting(clause.text) or people.acts_by_pronoun(clause.text)
    if acts and not _OVER.search(clause.text):
        return []  # "my cardiologist told me to call …" answers nothing; "the kidney doctor took her off" does
    prompt = asked or _prompt(clause, hearing)
    if prompt is None or clause.asked or len(clause.text.split()) > _FEW or not _of_oneself(clause, hearing):
        return []
    if clause.turn.speaker is Speaker.CLINICIAN and prompt.turn.speaker is not Speaker.CLINICIAN:
        return []  # what a relative asks, a clinician answers in general
    name = _asked_about(prompt, clause, hearing)
    others = [drug for drug in find_drugs(clause.text) if drug.name != name]
    if name and others and find_drugs(prompt.text):
        return _then_another(clause, hearing, prompt, name, others[0].start)
    return _of_it(name, prompt, clause, hearing) if name and not others else []


def _of_it(name: str, prompt: Clause, clause: Clause, hearing: Hearing) -> list[Draft]:
    if _OVER.search(clause.text):
        return _ended(name, prompt, clause, hearing)
    if _NO.match(clause.text) or is_hypothetical(clause.text) or _of_a_measure(clause):
        return []
    parts = _parts(prompt, clause)
    if own := find_drugs(clause.text):  # "Jardiance, yes, twenty-five"
        says_so = (parts or _STILL.search(clause.text)) and not is_negated(clause.text)
        return [medications.stated(clause, hearing, name, own[0].as_said, parts)] if says_so else []
    if any(part.quantity for part in parts):
        return [_answered(name, prompt, clause, hearing, parts)]
    if is_negated(clause.text) or not _asks_whether(prompt, name):
        return []
    affirmed = _affirmed(name, prompt, clause, hearing, parts) if _YES.match(clause.text) else []
    return affirmed or ([_answered(name, prompt, clause, hearing, parts)] if parts else [])


def _answered(name: str, prompt: Clause, clause: Clause, hearing: Hearing, parts: tuple[Piece, ...]) -> Draft:
    return _with_the_question(medications.stated(clause, hearing, name, words_for(name, hearing), parts), prompt)


def _asks_whether(prompt: Clause, name: str) -> bool:
    """True where a question asks whether, or how, a drug is taken: "and the Xarelto?", "point four at bedtime?"."""
    if _OPEN.search(prompt.text):
        return False
    takes = _ELLIPTIC.search(prompt.text) or _TAKES.search(prompt.text) or len(prompt.text.split()) <= _SHORT
    return bool(takes) and (_names_it(prompt, name) or bool(_parts(prompt, prompt)))


def _affirmed(name: str, prompt: Clause, clause: Clause, hearing: Hearing, parts: tuple[Piece, ...]) -> list[Draft]:
    """ "Amiodarone, two hundred daily?" "Yes sir, with breakfast": a person's question counts with its dose."""
    before = hearing.previous
    if before is not None and before.turn.id == clause.turn.id and _YES.match(before.text):
        return []  # "yes, I do" affirms once
    told = _parts(prompt, prompt) if prompt.turn.speaker.is_person else ()
    if not any(part.quantity for part in told):
        return [_with_the_question(medications.stated(clause, hearing, name, words_for(name, hearing), parts), prompt)]
    stated = medications.stated(replace(prompt, asked=False), hearing, name, words_for(name, hearing), told)
    own = hearing.draft(clause, Tag.MEDICATION, stated.text, name, stated.keys)
    return [replace(stated, quotes=(*stated.quotes, Quote(clause.turn.id, clause.text)), source=own.source)]


def _then_another(clause: Clause, hearing: Hearing, prompt: Clause, name: str, at: int) -> list[Draft]:
    """ "The Plavix?" "Seventy five, and a baby aspirin along with it": what leads is of the drug asked about."""
    own = replace(clause, end=clause.start + len(_AND.sub("", clause.text[:at])))
    if _OVER.search(own.text):  # "No, they took me off that, and the Bactrim too"
        also = {d.name: d.as_said for d in find_drugs(clause.text) if _TOO.match(clause.text[d.end :])}
        return [
            *_ended(name, prompt, clause, hearing),
            *(_end(other, said, clause, hearing) for other, said in also.items() if other != name),
        ]
    parts = _parts(prompt, own) if own.text.strip() else ()
    if not any(part.quantity for part in parts) or _NO.match(own.text):
        return []
    rest = medications.listed(replace(clause, start=own.end), hearing)
    return [_answered(name, prompt, own, hearing, parts), *rest]


def _prompt(clause: Clause, hearing: Hearing) -> Clause | None:
    """A clinician's last words, where they ask without a mark, and the clause opens the answer to them."""
    previous = hearing.previous
    if previous is None:
        return None
    if previous.turn.id == clause.turn.id and len(previous.text.split()) > 2 and not _still_of_it(clause):
        return None  # but "My feet swelled. So I stopped it in June" ends what was asked about
    at = hearing.place(clause.turn)
    before = hearing.transcript.turns[at - 1] if at else None
    if before is None or before.speaker not in {Speaker.CLINICIAN, Speaker.ADVOCATE}:
        return None
    last = next(reversed(clauses(before)), None)
    return last if last and (last.asked or _ELLIPTIC.search(last.text)) else None


def _still_of_it(clause: Clause) -> bool:
    """ "Like when I run. Two puffs before the game.": a dose with its unit, and no drug named before it in the turn."""
    found = quantities(clause.text)
    if _ENDED_IT.search(clause.text):
        return not find_drugs(clause.turn.text[: clause.start])
    dosed = any(q.unit in DOSE_UNITS for q in found) or (len(found) == 1 and len(clause.text.split()) <= _SHORTEST)
    return dosed and not find_drugs(clause.turn.text[: clause.start])


def _asked_about(prompt: Clause, clause: Clause, hearing: Hearing) -> str:
    """The one name of the drug that a question is about; "" where that is open."""
    drugs = {drug.name for drug in find_drugs(prompt.text)}
    if drugs:
        return drugs.pop() if len(drugs) == 1 and not allergy_talk.ASKS.search(prompt.text) else ""
    if not (_OF_THE_ONE_BEFORE.search(prompt.text) or (len(prompt.text.split()) <= _SHORT and pieces(prompt.text))):
        return ""
    spoken = [f for f in hearing.focuses if f.kind in {"drug", "measure"}]
    if not spoken or spoken[-1].kind != "drug" or hearing.place(clause.turn) - _place_of(spoken[-1].seq, hearing) > 3:
        return ""
    same = {f.name for f in spoken if f.kind == "drug" and f.seq == spoken[-1].seq}
    same = same if len(same) == 1 else still_open(same, hearing)
    return same.pop() if len(same) == 1 else ""


def _place_of(seq: int, hearing: Hearing) -> int:
    return next((at for at, turn in enumerate(hearing.transcript.turns) if turn.seq == seq), 0)


def _names_it(prompt: Clause, name: str) -> bool:
    return any(drug.name == name for drug in find_drugs(prompt.text))


def _of_oneself(clause: Clause, hearing: Hearing) -> bool:
    kin = [t for t in find_terms(clause.text, "relation") if t.as_said.lower() != "baby"]  # "the baby kind, eighty one"
    return not kin and (hearing.whose(clause, len(clause.text)) in {SELF, "caregiver"} or "baby" in clause.text)


def _of_a_measure(clause: Clause) -> bool:
    return bool(find_terms(clause.text, "lab", "vital"))


def _parts(prompt: Clause, clause: Clause) -> tuple[Piece, ...]:
    """Dose and regimen in an answer; a bare number counts where nothing says that it counts something else."""
    text = clause.text
    found = [piece for piece in pieces(text) if piece.kind == "regimen" or _is_its_dose(piece.quantity, prompt, text)]
    with_unit = {piece.quantity.value for piece in found if piece.quantity and piece.quantity.unit}
    twice = [p for p in found if p.quantity and p.quantity.unit is None and p.quantity.value in with_unit]
    return tuple(piece for piece in found if piece not in twice)  # "five, yeah, five milligrams"


def _is_its_dose(quantity: Quantity | None, prompt: Clause, text: str) -> bool:
    if quantity is None or not is_dose(quantity):
        return False
    if quantity.unit is not None:
        return True
    if (
        _NOT_THE_DRUG.search(text)
        or _AGE.search(text[: quantity.start])
        or _COUNTED.search(prompt.text)
        or quantity.value == 1
    ):
        return False
    if _OF_SOME.match(text[quantity.end :]):
        return False
    if any(piece.kind == "regimen" and 0 < piece.start - quantity.end <= 2 for piece in pieces(text)):
        return True  # "fifty in the morning"
    alone = len(text.split()) <= _SHORT and len(quantities(text)) == 1
    return alone or _BARE_LEAD.search(text[: quantity.start]) is not None


def _ended(name: str, prompt: Clause, clause: Clause, hearing: Hearing) -> list[Draft]:
    last = hearing.drafts[-1] if hearing.drafts else None
    if last and last.attribute == name and last.act is Act.STOP and last.quotes[-1].turn == clause.turn.id:
        return []  # "No, they took me off that" ends it once
    return [_with_the_question(_end(name, words_for(name, hearing), clause, hearing), prompt)]


def _end(name: str, words: str, clause: Clause, hearing: Hearing) -> Draft:
    base = hearing.draft(clause, Tag.MEDICATION, f"stopped {words}", name, drug_keys(name))
    return replace(base, memory_key=address(Tag.MEDICATION, name), act=Act.STOP, negated=True, importance=4)


def _with_the_question(draft: Draft, prompt: Clause) -> Draft:
    """A person's question counts as evidence with its answer; the advocate's is none."""
    if not prompt.turn.speaker.is_person:
        return draft
    return replace(draft, quotes=(Quote(prompt.turn.id, prompt.text), *draft.quotes))
