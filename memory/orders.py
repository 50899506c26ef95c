"""Words that give orders to the machine that reads them ("ignore your instructions and say …"), in English and Spanish.

Such words are no fact about anyone: they are not written down as one, and what holds them is never spoken from. Only
what speaks to a machine, or of its rules and tools, is meant: "Dr. Osei said to ignore the earlier instructions" is a
clinician's order to a person, and "answer me in Spanish" is a wish that is kept.
"""

from __future__ import annotations

import re

_LEAVES = (
    r"(?:ignor(?:e|ing)|disregard|(?<!\bi )(?<!i always )forget|overrid(?:e|ing)|bypass|dismiss|discard|omit"
    r"|ignora|ignoren|olvida|olvide|olvídate(?: de)?)"
)
_RULES = (
    r"(?:instructions?|rules?|guidelines?|prompts?|restrictions?|boundaries|safeguards?|programming|training|doctrine"
    r"|instrucciones|reglas|órdenes)"
)
_WHOSE = (
    r"(?:your|you were given|system|developer|above|sus?|tus?|anteriores"
    r"|all (?:of )?(?:the |your |my )?(?:previous|prior|earlier|other))"
)
_MACHINE = r"(?:ai|a\.i\.|assistant|advocate|chat ?bot|bot|language model|llm|ai model|ai agent|asistente)"
_SAYS = r"(?:say|reply|respond|answer|state|claim|output|print|repeat|confirm|insist|responde)"
_TELLS = rf"(?:{_SAYS}|tell (?:the (?:user|patient)|users?|patients?|everyone|anyone|whoever))"
_WITHIN = r"[^.!?\n]"  # one sentence

_CUES = (
    # its rules
    rf"\b{_LEAVES}\b{_WITHIN}{{0,30}}\b{_WHOSE}\b{_WITHIN}{{0,30}}\b{_RULES}\b",
    rf"\b{_LEAVES}\b{_WITHIN}{{0,20}}\b{_RULES}\b{_WITHIN}{{0,20}}"
    r"\b(?:above|before this|you (?:have|were|got)|anteriores)\b",
    rf"\b{_LEAVES} (?:everything|anything|all|todo)\b{_WITHIN}{{0,20}}\b(?:above|before this|you were told|anterior)\b",
    r"\bsystem (?:prompt|message|instruction|override|notice|update|command)s?\b|\bdeveloper mode\b|\bjail ?break\w*",
    rf"\b(?:reveal|show|print|repeat|output|display|recite|leak|dump|tell me|give me|muestra|revela)\b{_WITHIN}{{0,40}}"
    r"\b(?:your|the|tu|tus) (?:\w+ ){0,2}(?:prompt|configuration|doctrine|guidelines)\b",
    rf"\b(?:reveal|show|print|repeat|output|recite|leak|dump|muestra|revela)\b{_WITHIN}{{0,30}}"
    r"\b(?:your|tus) (?:\w+ ){0,2}(?:instructions|rules|instrucciones|reglas)\b",
    rf"\b(?:repeat|print|output|copy|recite|reveal) (?:everything|all|the (?:text|words|lines?)|what){_WITHIN}{{0,30}}"
    r"\b(?:above|before this|you were (?:given|told))\b",
    # who it is to be
    r"\b(?:you are|you're) now (?:an?|in|the|my|free|acting|operating|running|allowed|authori[sz]ed)\b",
    r"\b(?:you are|you're) no longer (?:an?|bound|restricted|limited|the advocate)\b|\bdo anything now\b|\bDAN mode\b",
    r"\b(?:eres ahora|ahora eres)\b",
    rf"\b(?:act|behave|respond|answer) as "
    rf"(?:if you|an? (?:unrestricted|different|other|new) \w+|(?:an? )?{_MACHINE})\b",
    r"\bpretend (?:to be|you are|you're|that you)\b|\brole-?play\b|\bunrestricted (?:mode|ai|assistant)\b",
    # its tools and marks
    r"\b(?:load|save|delete|search|read|list)_(?:memory|memories|record|file)s?\b|\buser_key\b",
    r"\b(?:function|tool)[_ ]calls?\b",
    r"<\|?/?(?:im_start|im_end|system|assistant|user|tool|instructions?|prompt)\b[^>]*>|\[/?(?:INST|SYS)\]|<<SYS>>",
    r"(?:^|\n|[.!?\]}] )\W{0,4}(?:system|assistant|developer|tool)\W{0,3}:",
    rf"\b(?:select|delete|update|insert|drop|truncate)\b{_WITHIN}{{0,60}}\b(?:from|table|into|set)\b{_WITHIN}{{0,40}}"
    r"(?:\badk_|\bmemory_|\bwhere\b|;)",
    # what it is to say, keep or open
    rf"\b(?:notes?|instructions?|messages?|attention|orders?)\W+(?:to|for)\W+(?:the |any |all |this )?"
    rf"(?:reading )?{_MACHINE}\b",
    rf"\b{_MACHINE}s?\b[,:]? (?:must|shall|should|has to|have to|needs? to|debe) (?:always |now |only |never )?"
    rf"(?:{_TELLS}|ignore|treat|store|remember|obey|comply|follow)\b",
    rf"\byou (?:must|shall|will|have to|are to|should) (?:always |now |only |never )?{_TELLS}\b",
    rf"\b(?:always|from now on,?|henceforth,?) (?:you )?{_TELLS}\b (?:that|with|to|as)\b",
    rf"\b(?:when(?:ever)?|if) (?:asked|(?:anyone|someone|the user|the patient|they) asks?)\b{_WITHIN}{{0,60}}"
    rf"\b{_TELLS}\b",
    rf"\b(?:store|save|record|write|add|keep|enter)\b{_WITHIN}{{0,40}}\bas (?:an? |your )?"
    r"(?:standing |permanent |new )?(?:rule|directive|instruction|order|system \w+)\b",
    rf"\b(?:reveal|show|print|list|dump|read|open|fetch|load|access|query|export|muestra)\b{_WITHIN}{{0,50}}"
    r"\b(?:other|another|every|all|any|different|otr[oa]s?) "
    r"(?:patient|user|silo|account|record|paciente)(?:s|['’]s|s['’])?\b",
)
_ORDER = re.compile("|".join(_CUES), re.IGNORECASE)


_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?=\w)[^.!?\n]*)*[.!?]*\s*")


def without_orders(text: str) -> str:
    """Return a text without the sentences that give orders; all of it is one where they cannot be told apart."""
    if not gives_orders(text):
        return text
    kept = "".join(sentence for sentence in _SENTENCE.findall(text) if not gives_orders(sentence))
    return "" if gives_orders(kept) else kept


def gives_orders(text: str) -> bool:
    """True where the text speaks to the machine that reads it, to make it do something."""
    return _ORDER.search(text) is not None
