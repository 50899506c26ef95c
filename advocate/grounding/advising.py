"""Prepare, never prescribe: what a reply advises about a medicine or a dose is what somebody ordered.

To stop, to start, to go up, to go down and to keep on are five acts. A proposal ("you could go up by two units", "I'd
halve it", "leave out tonight's tablet") needs an order of the same act, of the same medicine, that holds now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from advocate.engines.local.lexicon import find_classes
from advocate.grounding import stance
from advocate.grounding.sentence import Missing, Sentence
from advocate.grounding.sources import Origin, Source, names
from advocate.grounding.statements import Mood, Statement
from memory.recollection import Slot
from memory.vocabulary import Tag

_ACTS = {
    "stop": r"stop\w*|skip\w*|leav\w+ (?:out|off)|miss(?:ing)? out|omit\w*|hold(?:ing)?(?: off)?|held|paus\w+|quit\w*"
    r"|com(?:e|ing) off|cut(?:ting)? out|discontinu\w+|drop(?:ping)?(?! by)|avoid\w*|delay\w*|put(?:ting)? off"
    r"|suspend\w*|dej\w+ de|deje|evit\w+|stay(?:ing)? off|stay(?:ing)? away from|leave (?:it|them) alone",
    "start": r"put(?:ting)? on|appl(?:y|ying)|start\w*(?! with\b)|restart\w*|resum\w+|begin\w*|add(?:ing)?"
    r"|switch\w*|swap\w*|try(?:ing)?|go(?:ing)? back (?:to|on)"
    r"|empiec\w+|reanud\w+|cambi\w+",
    "up": r"doubl\w+|tripl\w+|increas\w+|go(?:ing)? up|mov(?:e|ing) (?:\w+ ){0,3}up|rais(?:e|ing)|step(?:ping)? up"
    r"|tak(?:e|ing) (?:an )?(?:extra|another|more)|top(?:ping)? up|aument\w+|put(?:ting)? (?:\w+ ){0,2}up",
    "down": r"halv\w+|reduc\w+|lower\w*|decreas\w+|cut(?:ting)?(?: back| down)?(?! out)|go(?:ing)? down"
    r"|mov(?:e|ing) (?:\w+ ){0,3}down|tak(?:e|ing) (?:half|less)|taper\w*|wean\w*|step(?:ping)? down|reduzc\w+"
    r"|drop(?:ping)? (?:it |the dose )?to",
    "keep": r"tak(?:e|ing)|giv(?:e|ing)(?= (?:it|him|her|them|one|two|an?|the|\d))|get(?:ting)? (?=another|more"
    r"|some)|continu\w+|carry(?:ing)? on|keep(?:ing)?(?: on)?(?: taking| using)|stay(?:ing)? on|us(?:e|ing)"
    r"|repeat(?:ing)?|tome|siga|split(?:ting)?|chang(?:e|ing)|finish(?:ing)?",
}
_ACT = re.compile("|".join(f"(?P<{act}>{words})" for act, words in _ACTS.items()))
_VERB = rf"(?:{'|'.join(_ACTS.values())})"
_OPENING = (
    r"(?:(?:so|then|and|please|just|now|today|tonight|tomorrow|instead|otherwise|meanwhile|also|first|next|in that case"
    r"|for now|simply|maybe|perhaps|either|or|yes|no|okay|ok)\b[,:]? *)*"
)
_PROPOSES = re.compile(
    rf"(?:^\W*|, |: |\bthen |\band |\bor ){_OPENING}(?P<plain>{_VERB})\b"
    rf"|\b(?:you|she|he|they|usted)(?:'d|'ll| would| will)? (?:can|could|should|may|might|must|will want to"
    rf"|need to|needs to"
    rf"|have to|has to"
    rf"|ought to|better|puede|debe|podria)(?: \w+ly| also| just| then| still| now| even)? (?P<modal>{_VERB})\b"
    rf"|\b(?:you|she|he|they)(?:'re| are| is|'s) (?:free|fine|safe|ok|okay|allowed|clear|good"
    rf"|welcome) to (?P<free>{_VERB})\b"
    rf"|\b(?:i'd|i would|i suggest|i'd suggest|i recommend|i'd recommend|suggest|recommend|consider|try"
    rf"|better to|best to"
    rf"|(?:fine|ok|okay|safe|safer|safest|sensible|reasonable|wise|enough|time|simplest|easiest) to)"
    rf"(?: you| just| simply)? (?P<own>{_VERB})\b"
    rf"|\b(?:no (?:need|reason) (?:for you )?|(?:you|she|he) (?:(?:do not|don't|does not|doesn't) (?:need|have)"
    rf"|needn't) )(?:to )?"
    rf"(?P<needless>{_VERB})\b"
    rf"|^\W*(?P<gerund>(?:mov|tak|skipp|stopp|doubl|halv|go|dropp|rais|reduc|add|lower|increas|cutt|switch|split)ing) "
    rf"(?=.*\b(?:often|usually|should|will|would|can|may|help\w*|settle\w*|ease\w*|is (?:fine|safe|ok|okay))\b)"
)
_NOT_BEFORE = re.compile(r"(?:\bnot|n't|\bnever|\bno need to|\bno reason to|\bwithout)(?: \w+){0,2} *$")
_ASKS_FIRST = re.compile(
    r"\b(?:before|until|till|without|unless)\b.*\b(?:ask\w*|call\w*|talk\w*|spok\w+|speak\w*|check\w*|hear\w*"
    r"|sa(?:y|id)"
    r"|tell\w*|told|agree\w*|seen|decid\w*|advice)\b|\bon your own\b|\byourself\b"
)
_WONDERS = re.compile(r"\b(?:whether|ask (?:if|about|them|her|him|dr)|if you (?:should|can|may)|decide|how to)\b")
_ONCE = re.compile(
    r"\b(?:now|tonight|missed|together|at once|straight ?away|make up|early|extra|in one go|another|more|again)\b"
)
_CASE = re.compile(
    r"\b(?:if|as soon as|when(?:ever)?|unless|in case|before|after|until|while|once|under|below|above|over|si)\b"
)
_MEDICAL = re.compile(
    r"\b(?:dose|doses|dosage|tablets?|pills?|capsules?|units?|puffs?|days' worth|weeks' worth|supply|course"
    r"|injections?|shots?|medicines?|medications?|drops"
    r"|insulin|inhaler|patch(?:es)?|patch|medicina|pastillas?|dosis)\b"
)
_OF_MEDICINES_ONLY = re.compile(
    r"\b(?:tak(?:e|ing)|skip\w*|doubl\w+|halv\w+|com(?:e|ing) off|stop(?:ping)? taking|dej\w+ de|deje)$"
)
_OF_IT = re.compile(
    r"^\W*(?:tomar|usar)(?:l[ao]s?)\b|^\W*(?:(?:taking|using|with) )?(?:it|them|that|one|two|both|half"
    r"|another)\b(?! (?:with you|slow|up with|along))"
)
_REASSURES = re.compile(
    r"\b(?:do not|don't|no|needn't)(?: need| have|need)? ?(?:to )?(?:reason to |need to )?(?:ring|call|phone|contact"
    r"|tell (?:any|your|the|dr)|see (?:any|a|your)|go to|get (?:it|that) checked|worry)\b|\bcan (?:safely )?wait\b"
    r"|\bset (?:that|this) (?:worry|fear) aside\b|\b(?:won't|will not|wouldn't|shouldn't) be (?:an? "
    r"|any )?(?:problem|issue|concern)\b|^\W*(?:\w+ ){0,3}\w+ing(?: \w+){0,4} is (?:perfectly |quite "
    r"|absolutely )?(?:fine|safe|okay|ok|harmless|allowed)\b"
    r"|\bno cause for (?:alarm|concern|worry)\b|\bnothing to worry about\b"
)


def proposals(sentence: Sentence) -> Iterator[Missing]:
    """An act that is advised about a medicine is one that somebody ordered."""
    for statement in sentence.statements:
        if statement.mood in {Mood.ASKED, Mood.WORDS, Mood.SILENT} or _WONDERS.search(statement.plain):
            continue
        medicines = sentence.medicines_in(sentence.plain)
        for found in _PROPOSES.finditer(statement.plain):
            act, at = _act(statement, found)
            if act is None or not _is_about_a_medicine(sentence, statement, at):
                continue
            if act == "keep" and (_ONCE.search(statement.plain[at:]) or _otherwise(sentence, statement)):
                act = "make up"
            orders = [source for source in sentence.sources if _orders(source, act, medicines)]
            if not any(_is_met(sentence, order) for order in orders):
                yield Missing(statement.plain.strip(), "an instruction that stands nowhere")


def _otherwise(sentence: Sentence, statement: Statement) -> bool:
    """Tell whether something is to be taken more or less often than anyone said."""
    often = stance.frequencies(sentence.reading.text[statement.start : statement.end])
    return bool(often - {each for source in sentence.sources for each in source.frequencies})


def _is_met(sentence: Sentence, order: Source) -> bool:
    """An order for a case ("if the pulse is under 55") is told with its case."""
    case = _CASE.search(order.plain_fact) if order.tag is Tag.DIRECTIVE else None
    return case is None or _CASE.search(sentence.plain) is not None


def _act(statement: Statement, found: re.Match[str]) -> tuple[str | None, int]:
    """Which act is proposed, and where its words end; None where it is only said not to do so without asking."""
    verb = _ACT.match(statement.plain, found.end() - len(found[found.lastgroup or 0]) - (1 if found["gerund"] else 0))
    told_as_done = found["plain"] is not None and verb is not None and verb[0].endswith(("ed", "held"))
    if verb is None or verb.lastgroup is None or told_as_done:
        return None, 0
    denied = found["needless"] is not None or _NOT_BEFORE.search(statement.plain[: verb.start()]) is not None
    if denied and _ASKS_FIRST.search(statement.plain):
        return None, 0
    act = verb.lastgroup
    if denied:
        act = {"stop": "keep", "keep": "stop", "start": "stop"}.get(act, "keep")
    return act, verb.end()


def _is_about_a_medicine(sentence: Sentence, statement: Statement, at: int) -> bool:
    after = statement.plain[at:]
    if _MEDICAL.search(after[:60]) or sentence.medicines_in(after) or find_classes(after):
        return True
    if _OF_IT.match(after) is None:
        return False
    named = sentence.reading.drugs or _MEDICAL.search(sentence.plain)
    return bool(named) or _OF_MEDICINES_ONLY.search(statement.plain[:at]) is not None


def _orders(source: Source, act: str, drugs: frozenset[str]) -> bool:
    """Tell whether a source orders this act of one of these medicines, or of any where none is named."""
    if source.origin is Origin.ALLOWED or source.slot is Slot.HISTORY or source.asked:
        return False
    if drugs and not any(names(drug, source.subjects) for drug in drugs) and not _MEDICAL.search(source.plain):
        return False
    if act == "make up":
        return source.tag is Tag.DIRECTIVE and _ONCE.search(source.plain_fact) is not None
    if act == "keep" and source.tag is Tag.MEDICATION:
        return any(view for _, view in source.taken)
    if source.tag is not None and source.tag is not Tag.DIRECTIVE and source.slot is not Slot.PLANNED:
        return False
    return act in acts_of(source.plain_fact) or (source.slot is Slot.PLANNED and act in {"start", "up", "down", "keep"})


def acts_of(plain: str) -> frozenset[str]:
    """Return the acts that a text speaks of; a denied one as its opposite ("may not take": stop)."""
    found = set()
    for verb in _ACT.finditer(plain):
        if verb.lastgroup and (verb.start() == 0 or not plain[verb.start() - 1].isalpha()):
            denied = _NOT_BEFORE.search(plain[: verb.start()]) is not None
            found.add(
                {"stop": "keep", "keep": "stop", "start": "stop"}.get(verb.lastgroup, "keep")
                if denied
                else verb.lastgroup
            )
    if re.search(r"\bno \w+", plain):
        found.add("stop")
    return frozenset(found)


def reassurances(sentence: Sentence) -> Iterator[Missing]:
    """No false comfort: that nobody need be called is what a clinician said, or it is not said."""
    for statement in sentence.statements:
        told = _REASSURES.search(statement.plain) if statement.mood in {Mood.TOLD, Mood.SUPPOSED} else None
        if told and not any(_REASSURES.search(source.plain) for source in sentence.sources):
            yield Missing(told[0], "a comfort that nobody gave")


ADVISING: tuple[Callable[[Sentence], Iterator[Missing]], ...] = (proposals, reassurances)
