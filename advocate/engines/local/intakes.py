"""What is done with a drug in a clause: taken, started, changed, stopped, denied."""

from __future__ import annotations

import re
from dataclasses import dataclass

from advocate.engines.local.lexicon import find_drugs
from memory.drafts import Act

_ME = r"(?:me|him|her|us|you|my\s+\w+)"
_ACTS = re.compile(
    rf"""(?:(?<!\w)|(?=['’]))(?:
      (?P<stop> stop(?:s|ped|ping)?\b(?!\s+by\b)(?:\s+(?:taking|using))? | quit(?:ting)?(?:\s+taking)?
        | no\s+longer(?:\s+(?:take|takes|taking|use|on|need))?
        | discontinu(?:e|ed|ing) | (?:came|come|coming|weaned|tapered|pulled|taken|took|take|taking|get|got|went|goes
          |going)\s+(?:{_ME}\s+)?
          (?:completely\s+)?off(?:\s+of)? | gave\s+up(?:\s+on)? | threw\s+(?:out|away)
        | (?:am|is|are|['’]m|['’]s|been|be|was|now|stay|keep)\s+(?:now\s+|completely\s+
            |finally\s+)?off
        | finished(?:\s+(?:taking|with))? | done\s+with | dejé(?:\s+de\s+tomar)? | dejó\s+de\s+tomar
          | dejar\s+de\s+tomar
        | suspend(?:ió|í|er) | me\s+quit(?:ó|aron) | ya\s+no\s+(?:tomo|toma|uso)
        | par(?:ei|ou)\s+de\s+(?:tomar|usar) | já\s+não\s+(?:tomo|toma|uso) )
      | (?P<start> start(?:s|ed|ing)?(?:\s+(?:taking|to\s+take|using))? | restart(?:ed)? | back\s+on(?!\s+track)
        | beg(?:an|in|inning
        |un) | (?:put|puts|putting|placed)\s+{_ME}\s+(?:back\s+)?on(?!\s+hold)
        | prescrib(?:ed?|es|ing) | add(?:ed|ing)? | (?:gave|give|giving)\s+(?:to\s+)?{_ME}
        | (?:send|sending|(?:call|calling)\s+(?:you\s+)?in|order|ordering|ordered|recommend(?:ed|ing)?|written?
          |writing|try|get)(?=\s+(?:{_ME}\s+)?(?:in\s+)?(?:for\s+)?
          (?:(?:some|an?|the|you)\s+)?(?:(?:prescription|script|course|dose|rx)\s+(?:for|of)\s+)?[\w-]+)
        | (?:prescription|script|course|dose\s?pack)\s+(?:for|of) | new(?=\s+(?:prescription|medicine|medication
          |med|pill))
        | (?:am|is|['’]m|['’]s|was)\s+now\s+on | now\s+(?:on|tak(?:e|es|ing))
          | switch(?:ed)?\s+(?:{_ME}\s+)?(?:over\s+)?to
        | chang(?:ed?)\s+{_ME}\s+to | replaced\s+with | (?:tak(?:e|ing)|on)\s+(?=[\w\s]{1, 25}\bagain\b)
          | me\s+recet(?:ó|aron) | empe(?:cé|zó|zar)(?:\s+a\s+tomar)? | recetó )
      | (?P<change> (?:put|puts|putting)\s+(?:it|that|them|(?:the|my|his|her|\w+['’]s)\s+[\w\s]{{1,30}}?
        |[\w-]{{5,30}})?\s*(?:back\s+)?(?:up|down)
        | (?:increas|rais|bump|lower|decreas|reduc|cut|chang|halv|doubl|tripl|adjust|titrat)(?:e[sd]?|ed|ing|s
          |en|ped|)?(?:\s+it|\s+me|\s+back)?
          (?:\s+(?:up|down|back))?(?=\s+(?:to|from|by|in\s+half|the|my|it|me|that|this|on|again)\b|\s*$)
        | (?:increased|raised|bumped|lowered|decreased|reduced|changed|doubled|halved|adjusted|upped|cut\s+back
          |cut\s+down)
        | (?:am|is|are|['’]m|['’]s|['’]re|been|was)\s+(?:now\s+|back\s+|already\s+)?(?:down|up)(?=\s+to\s)
        | (?:went|gone|go|going|moved?|dropped|stepped|brought|took|taken)\s+(?:it\s+|me\s+|back\s+
          |(?:the|my|his|her|\w+['’]s)\s+[\w\s]{{1,30}}?|(?!me\b|off\b)[\w-]{{5,30}}\s+)?(?:up|down
          |back) | (?:dropped|moved|knocked|pushed|stepped|backed)\s+(?:it|me
          |(?:the|my|his|her|\w+['’]s)\s+[\w\s]{{1,30}}?|[\w-]{{5,30}})\s+(?:back\s+|down\s+|up\s+)?to
        | subi(?:ó|eron) | baj(?:ó|aron) | aument(?:ó|aron) | cambi(?:ó|aron) | (?:it|that|the\s+dose
          |my\s+dose)['’]?s?\s+(?:is\s+)?now )
      | (?P<past> took | tried | trialed | failed | used\s+to\s+(?:take|be\s+on|use|have|get|do) | ran\s+out\s+of
        | ^\W*had(?!\s+(?:a|an|my|some)\b) | \b(?:i|s?he)\s+had\s+(?:the|some)(?=\s) | (?:was|were|had\s+been
        |have\s+been)\s+(?:once\s+)?(?:taking|using)
        | (?:was|were|had\s+been)\s+(?:(?:once|only|just|still|already|then)\s+)?on | had\s+{_ME}\s+on
          | tomaba | usaba | estaba\s+tomando )
      | (?P<take> tak(?:es?|ing) | us(?:es?|ing) | (?:am|is|are|['’]m|['’]s|['’]re|been|stay(?:ed|ing)?|keep
        |kept|remain|be|still|also)\s+
          (?:still\s+|also\s+|only\s+|just\s+|currently\s+)?on | ^\W*on(?=\s+\d|\s+[a-z]+) | inject(?:s|ing)?
        | (?:medications?|medicines?|meds|pills|prescriptions?)(?:\s+(?:list|right\s+now|currently))?\s*(?:are
          |is|includes?|:)
        | giv(?:es?|ing)\s+(?:to\s+)?(?:{_ME}|my) | rub(?:s|bing)?\s+(?:on\s+)? | putting\s+on | carr(?:y|ies)
        | keep(?:ing)?\s+(?:using|taking|that|it|them) | (?:drink|chew|pop|swallow)(?:s|ing)?
        | (?:['’]ve|have|has)\s+got | giv(?:e|es|ing)\s+(?:only|just) | have\s+{_ME}\s+(?:down\s+)?(?:for|on)
        | (?:i|we|s?he)\s+(?:do|does|has|have)
          (?=\s+(?:the|some|(?:\d+|one|two|three|four|a\s+couple(?:\s+of)?)
            \s+(?:puffs?|units|sprays?|drops?|pills?|tablets?|shots?|doses?)|an?\s+(?:\w+\s+)?(?:cream|inhaler|gel|ointment|patch|spray))\s)
        | need\s+to\s+take | have\s+to\s+take | tomo | toma | tomando
          | tomamos | uso | usa
        | do(?:ing)?(?=\s+(?:the|your|my)\s) | get(?:s|ting)? | (?<=n't\s)(?:take|have|use|tolerate)
          | (?<=not\s)(?:have|use|tolerate) | continu(?:e
          |es|ed|ing) | maintained\s+on | manag(?:ed|ing)\s+(?:\w+\s+)?(?:with|on) | prescription\s+for
        | refill(?:ed|ing)?(?=\s+(?:for\s+|of\s+)?(?:your|the)\s) )
    )(?!\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_DENIED = re.compile(
    r"(?:\b(?:do|does|did|am|is|are|was|have|has|had|can|could|should|must|may|will|would)(?:n?[’']t|\s+not)|\bcannot|\bnever|\bnot|\bno)\s+(?:\w+\s+){0,2}?$",
    re.IGNORECASE,
)
_ANYMORE = re.compile(r"\b(?:any\s?more|any\s+longer|ya)\b", re.IGNORECASE)
_NO_FACT = re.compile(
    r"""\b(?: forg[oe]t(?:s|ten)? | miss(?:ed|ing|es)? | skip(?:ped|s|ping)?
      | ran\s+out | run(?:ning)?\s+out | refill\w*
      | pick(?:ed|ing)?\s+(?:it\s+|them\s+)?up | pharmacy | lost(?!\s+weight) | remind(?:er|s|ed)? | late
        | expired | cost(?:s)? | price
      | insurance | by\s+mistake | accidentally | label | leaflet | package | pill\s*box | olvid[éó] )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_ORDERS = re.compile(r"\brefill\w*|\b(?:to|at)\s+(?:the|your)\s+pharmacy\b|\bpharmacy\b", re.IGNORECASE)
_RAN_OUT_OF = re.compile(r"\bran\s+out\s+of\s+(?:the|my|his|her)\b", re.IGNORECASE)
_FROM_TO = re.compile(r"\b(?:switch|chang|mov|replac|swap|cambi|sustitu)\w*\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Intake:
    """What is done with a drug: `kind` is take, start, change, stop, past or deny; `start` is where the verb stands."""

    kind: str
    start: int
    end: int

    @property
    def act(self) -> Act:
        """The act on the record."""
        return {"start": Act.CHANGE, "change": Act.CHANGE, "stop": Act.STOP}.get(self.kind, Act.STATE)


def intakes(text: str) -> list[Intake]:
    """Every verb of intake in a clause, in order, denials marked."""
    return [_read(match, text) for match in _ACTS.finditer(text)]


def is_no_regimen(text: str, *, ordered: bool = False) -> bool:
    """True for a forgotten dose, a refill and other business around a drug that says nothing of the regimen.

    A clinician's order for a refill, or to the pharmacy, does: `ordered` is True where a clinician speaks.
    """
    text = _RAN_OUT_OF.sub("", text)
    return _NO_FACT.search(_ORDERS.sub("", text) if ordered else text) is not None


def governing(found: list[Intake], text: str, start: int, end: int) -> Intake | None:
    """The verb that governs a drug at `text[start:end]`: the last before it, else the first after it."""
    lead = text[:start].rstrip().lower()
    if _FROM_TO.search(text) and lead.endswith(("from", "from the", "from my")):
        return Intake("stop", start, start)
    if lead.endswith(("instead of", "instead of the", "rather than")) or re.search(
        r"\breplac(?:ed|ing)(?: the| my)?$", lead
    ):
        return Intake("stop", start, start)
    target = re.match(r"\s+(?:to|with|for|por)\s+(?:the\s+)?", text[end:])
    if target and _FROM_TO.search(text[:start]) and any(d.start == target.end() for d in find_drugs(text[end:])):
        return Intake("stop", start, start)
    if _FROM_TO.search(text) and re.search(
        r"\s(?:to|with|by)(?:\s+(?:plain|regular|just|the|some|generic|a|an))*$", lead
    ):
        return Intake("start", start, start)
    around = [i for i in found if i.start < start and end < i.end]  # "put the metoprolol up to"
    if around:
        return around[-1]
    before = [i for i in found if i.end <= start]
    after = [i for i in found if i.start >= end]
    return before[-1] if before else after[0] if after else None


def _read(match: re.Match[str], text: str) -> Intake:
    kind = match.lastgroup or "take"
    if _DENIED.search(text, max(0, match.start() - 30), match.start()):
        kind = {"take": "deny", "past": "deny", "stop": "take", "start": "deny", "change": "take"}[kind]
    if kind == "deny" and _ANYMORE.search(text):
        kind = "stop"
    return Intake(kind, match.start(), match.end())
