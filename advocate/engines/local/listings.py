"""Medicines that are only named, where the talk is of which are taken: "Gabapentin." · "And Tylenol this morning."

"What do you take?" "Um, the thyroid one, Synthroid. And a water pill." A name alone, or with its dose, is enough there.
"""

from __future__ import annotations

import re

from advocate.engines.local import headings
from advocate.engines.local.assertions import is_hypothetical, is_negated
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.intakes import Intake
from advocate.engines.local.lexicon import DrugMention
from advocate.engines.local.regimens import Piece, pieces
from advocate.engines.local.sentences import Clause, clauses
from memory.drafts import Act, Draft, Tense
from memory.vocabulary import Speaker, Tag

_MEDICINES = (
    r"(?:medications?|medicines?|meds|pills?|prescriptions?|drugs|supplements?|vitamins?|herbs?|herbal|eye\s+drops|drops|inhalers?|creams?|ointments?"
    r"|birth\s+control|pain\s*killers?|shots?|injections?|insulin|over[\s-]the[\s-]counter|remed(?:y|ies))"
)
_TAKING = (
    r"(?:tak(?:e|es|ing|en)|(?<!going\s)on|us(?:e|es|ing|ed)|put(?:ting)?\s+on|giv(?:e|es|ing|en)|gave|tried"
    r"|prescribed)"
)
ASKS = re.compile(
    rf"\b(?:what|which|any|anything|nothing|something|list|tell\s+me|are|do|does)\b[^?]{{0,80}}\b{_MEDICINES}\b"
    rf"|\b(?:what(?:['’]s|\s+else)?|which\s+ones?|anything(?:\s+else)?)\b[^?]{{0,40}}\b{_TAKING}(?!\s+with\b)"
    r"|\bwhat(?:['’]s|\s+is|\s+goes)\s+in\s+(?:there|it|(?:the|her|his|your|that)\s+(?:\w+\s+)?(?:box|organi[sz]er|bag|bottles?|case))\b"
    r"|\b(?:is|are)\s+there\s+(?:an?|any)\s+[\w\s-]{3,25}\s+in\s+(?:there|it)\b"
    r"|\b(?:bring|brought|have|got)\b.{0,20}\b(?:list|bag|bottles)\b|\b(?:anything|something|nothing)\s+for\b|\b(?:tomas?|toma\s+usted|usa)\b[^?]{0,40}\b(?:medic\w+|pastillas)|\bqué\s+(?:medic\w+|toma)",
    re.IGNORECASE,
)
_ON = re.compile(
    r"^\W*(?:(?:and|okay|ok|alright|right|so|now|great|good|um|uh)[,.\s]+)*(?:(?:and|what|how\s+about|anything|something)\s.{0,20}?\b(?:for|else)\b|anything\s+else|what\s+else|any\s+others?"
    r"|(?:and|what\s+about|how\s+about)\s+(?:(?:your|the|his|her|any)\s+)?[\w-]+(?:\s+[\w-]+)?\W*$)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|do|does|did|have|has|had|will|would|could|should|might|may|say|says|said|told|heard|saw|want|wants|need|needs|know|like|likes|make|makes|made"
    r"|cause[sd]?|gives?|gave|see|call|called|talk\w*|read|react\w*|work\w*|hate|swear\w*|offer\w*|feel\w*|got|went|interact\w*|allerg\w*|avoid\w*)\b|n['’]t\b|['’]s\s+(?:a|an|the|like)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:i\s+(?:think|guess|believe)|let\s+me\s+(?:see|think)|you\s+know|it['’]?s\s+called|they\s+call\s+it|is\s+(?:it|the\s+name)"
    r"|that['’]?s\s+(?:it|all))\b|(?:\bi\s+)?\bdo(?:n['’]?t|\s+not)\s+(?:know|remember|recall)\b.*",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:of\s+(?:the|them|those|these|my)|years?|ago|since|until|days?\s+ago|times?\s*$|percent|pounds|dollars?)\b",
    re.I,
)
_NEAR = 40  # characters between a name and a fragment that goes on with it
_REACH = 6  # turns after a question that keep the talk on medicines
_FEW = 7  # words beside the names and their doses


def goes_on(clause: Clause, hearing: Hearing, mentions: list[DrugMention]) -> list[Intake]:
    """The intake that a name implies where medicines are being listed; none elsewhere."""
    under = headings.under(clause)
    if mentions and under in {headings.Under.MEDICINES, headings.Under.STOPPED}:
        kind = "take" if under is headings.Under.MEDICINES else "stop"
        return [Intake(kind, mentions[0].start, mentions[0].start)]
    words = _ASIDE.sub(" ", clause.text)
    if not mentions or is_negated(words) or is_hypothetical(words) or _VERB.search(words) or clause.asked:
        return []
    covered = [*((m.start, m.end) for m in mentions), *((p.start, p.end) for p in pieces(clause.text))]
    rest = "".join(c if not any(s <= at < e for s, e in covered) else " " for at, c in enumerate(clause.text))
    if len(re.findall(r"\w+", rest)) > _FEW:
        return []
    first = mentions[0].start
    return [Intake("take", first, first)] if _follows_one(clause, hearing) or is_on(clause, hearing) else []


def goes_on_with_a_dose(clause: Clause, hearing: Hearing) -> bool:
    """ "Keppra. Five hundred in the morning and seven fifty at night.": a fragment after a name without a dose."""
    last = hearing.drafts[-1] if hearing.drafts else None
    found = pieces(clause.text)
    if last is None or last.value.value or not any(p.quantity for p in found) or _VERB.search(clause.text):
        return False
    rest = "".join(c if not any(p.start <= at < p.end for p in found) else " " for at, c in enumerate(clause.text))
    few = len(re.findall(r"\w+", _ASIDE.sub(" ", rest))) <= _FEW
    return few and not _COUNTED.search(clause.text) and _follows_one(clause, hearing)


def led_by_the_one_before(clause: Clause, hearing: Hearing, mentions: list[DrugMention]) -> tuple[Piece, ...]:
    """The dose with which a clause begins that names another drug after an "and", where the drug before had none."""
    last, before = hearing.drafts[-1] if hearing.drafts else None, hearing.previous
    if last is None or last.tag is not Tag.MEDICATION or last.value.value or last.negated or before is None:
        return ()
    if before.turn.id != clause.turn.id or last.quotes[-1].text not in before.text:
        return ()
    led = tuple(p for p in pieces(clause.text[: mentions[0].start]) if p.kind != "purpose")
    dosed = any(p.quantity and p.quantity.unit for p in led)
    goes_on = led and re.match(r"\W*(?:and|plus|then|also)\b", clause.text[led[-1].end :], re.IGNORECASE)
    return led if dosed and goes_on else ()


def _follows_one(clause: Clause, hearing: Hearing) -> bool:
    """True where the same turn told of a medicine that is taken just before."""
    last = hearing.drafts[-1] if hearing.drafts else None
    return (
        last is not None
        and last.tag is Tag.MEDICATION
        and last.quotes[-1].turn == clause.turn.id
        and last.act in {Act.STATE, Act.CHANGE}
        and last.tense is Tense.NOW
        and not last.negated
        and _quoted_near(last, clause)
    )


def _quoted_near(last: Draft, clause: Clause) -> bool:
    at = clause.turn.text.rfind(last.quotes[-1].text, 0, clause.start)
    return at >= 0 and clause.start - at - len(last.quotes[-1].text) <= _NEAR


def is_on(clause: Clause, hearing: Hearing) -> bool:
    """True where the turn before asks which medicines are taken, or goes on with such a question."""
    at = hearing.place(clause.turn)
    before = hearing.transcript.turns[at - 1] if at else None
    if before is None or before.speaker is Speaker.PATIENT:
        return False
    if before.speaker is clause.turn.speaker and before.speaker is not Speaker.CLINICIAN:
        return False  # two clinicians may speak of a patient
    last = clauses(before)[-2:]
    if any(ASKS.search(c.text) for c in last):
        return True
    earlier = hearing.transcript.turns[max(0, at - _REACH) : at - 1]
    told = {turn.id for turn in earlier[-3:]}
    on = any(ASKS.search(t.text) for t in earlier if t.speaker is before.speaker) or any(
        d.tag is Tag.MEDICATION and d.quotes[-1].turn in told for d in hearing.drafts[-3:]
    )
    return on and any(_ON.search(c.text) for c in last)
