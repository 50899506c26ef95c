"""How the person wants to be written to, called and treated."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local.hearing import Hearing
from advocate.engines.local.sentences import Clause
from advocate.engines.local.wording import cold
from memory.drafts import Act, Draft
from memory.vocabulary import Speaker, Tag, address

_WISH = re.compile(
    r"""^\W*(?:(?:and|also|oh|but|so|by\s+the\s+way|from\s+now\s+on|next\s+time|in\s+future)[,\s]+)* (?:
      (?:please\s+)?(?:don['’]t\s+|do\s+not\s+|always\s+|never\s+)?(?:write|keep|give|answer|use|call|speak|explain|send|text|email|address|reply|respond|talk)\b
      | please\b | por\s+favor | I(?:['’]d|\s+would)?\s+(?:really\s+|always\s+|much\s+)?(?:prefer
        |rather\s+(?:you|have|not)|like\s+(?:you\s+to|it\s+(?:when|if)|short|long|simple|plain|brief)
      |want\s+(?:you\s+to|short|simple|plain|brief)) | my\s+preference\s+is | I\s+go\s+by | prefiero
        | (?:escribe|escríbeme|háblame|habla|contesta)\b )""",
    re.IGNORECASE | re.VERBOSE,
)
_ONCE = re.compile(
    r"\b(?:tell\s+me\s+(?:what|when|how|if|about)|explain\s+(?:what|why|how|this|that)|remind\s+me|call\s+(?:911|an\s+ambulance|the)|give\s+me\s+(?:a\s+(?:list|summary|minute|moment)|the|my)"
    r"|help|show|what|wait|hold\s+on|let\s+me|keep\s+(?:taking|track\s+of|in\s+mind|an\s+eye)|use\s+(?:it|the|my)|send\s+(?:me\s+)?(?:the|my|a\s+copy)|excuse)\b",
    re.IGNORECASE,
)
_TOPICS = (
    (r"\b(?:english|spanish|español|inglés|french|portuguese|language|chinese)\b", "language", "", ("language",)),
    (r"\bcall\s+me\s+(?:in|at|on|after|before|by|between|every|during|only|first)\b|\b(?:phone|text|email|e-mail|voicemail|letter)\b",
     "contact", "time", ("contact", "call")),
    (r"\bcall\s+me\b|\bi\s+go\s+by\b|\baddress\s+me\b", "name", "", ("name",)),
    (r"\b(?:short|brief|concise|long|detailed|details?|simple|plain|bullet\w*|jargon|words|answers?|sentences?|write|summar\w+|explain\w*|slow\w*|escribe|respuestas?)\b",
     "writing", "style", ("writing", "style", "answers")),
    (r"\b(?:pills?|tablets?|liquid|injections?|shots?|needles?|generic|brand|capsules?)\b",
     "medicine", "form", ("medication", "form")),
    (r"\b(?:morning|afternoon|evening|appointments?|visits?|telehealth|video|in\s+person)\b",
     "visits", "", ("appointment", "time")),
    (r"\b(?:female|woman|male|man)\b", "clinician", "", ("doctor",)),
)  # fmt: skip


_FROM_NOW_ON = re.compile(
    r"^\W*(?:(?:from\s+now\s+on|next\s+time|in\s+(?:the\s+)?future)[,\s]+)(?:I\s+)?|,?\s+from\s+now\s+on$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:from\s+now\s+on|now|instead|any\s?more|any\s+longer|no\s+longer|changed\s+my\s+mind|actually|after\s+all|rather\s+than"
    r"|ahora|en\s+(?:vez|lugar)\s+de|ya\s+no)\b",
    re.IGNORECASE,
)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the wish of a clause, said by the person or their family.

    "I prefer …" tells how it is; a request ("please call me Mo") asks for it from now on, whatever was asked before.
    """
    text = clause.text
    if clause.turn.speaker is Speaker.CLINICIAN or not _WISH.search(text) or _ONCE.search(text):
        return []
    topic = next((found for found in _TOPICS if re.search(found[0], text, re.IGNORECASE)), None)
    stated = re.search(r"\b(?:prefer|preference|prefiero|rather\s+(?:not|have))\b", text, re.IGNORECASE)
    if topic is None and not stated:
        return []
    name, aspect, keys = topic[1:] if topic else (_first_words(text), "", ())
    base = hearing.draft(
        clause, Tag.PREFERENCE, cold(clause, hearing), f"{name} {aspect}".strip(), ("preference", *keys, name)
    )
    negated = bool(re.search(r"\b(?:don['’]t|do\s+not|never|rather\s+not)\b", text, re.IGNORECASE))
    return [
        replace(
            base,
            text=_FROM_NOW_ON.sub("", base.text),
            memory_key=address(Tag.PREFERENCE, name, aspect),
            negated=negated,
            source=hearing.speaker(clause),
            act=Act.CHANGE if _CHANGED.search(text) or not stated else Act.STATE,
        )
    ]


def _first_words(text: str) -> str:
    after = re.split(
        r"\b(?:prefer|preference\s+is|prefiero|rather\s+(?:not\s+)?(?:have)?)\b", text, maxsplit=1, flags=re.IGNORECASE
    )[-1]
    words = [
        w
        for w in re.findall(r"[^\W\d_]{3,}", after.lower())
        if w not in {"the", "that", "you", "and", "for", "not", "have"}
    ]
    return " ".join(words[:2]) or "general"
