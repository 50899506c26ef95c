"""How words are meant: asked, supposed, denied, past or to come."""

from __future__ import annotations

import re

_INTERROGATIVE = re.compile(
    r"""^\W*(?:(?:and|but|so|well|ok|okay|alright|all\s+right|right|great|good|perfect|now|also|oh|hi|hello|hey|um|uh|then|doctor|please)[,\s]+)*
    (?: (?:is|are|am|was|were|do|does|did|can|could|should|shall|will|would|may|might|must|isn't|aren't|don't|doesn't
          |didn't|can't|shouldn't|won't|wouldn't)\s+(?:i|you|it|my|the|there|that|this|he|she|we|they|dr|any|anything|
          these|those|his|her|your|a)\b
      | (?!had\s+(?:it|that|this|they)\s+(?:all\s+)?(?:\w+ed|done|redone|drawn|redrawn|taken|put|cut|since|for)\b)
        (?:has|have|had|haven't|hasn't)\s+(?:i|you|it|there|that|this|he|she|we|they|any|anything|dr)\b
      | what(?:'s|\s+(?:is|are|was|were|do|does|did|should|can|could|would|will|about|if|happens|happened|kind|dose|
          medicine|medicines|medication|medications|time|day|else|has|have))\b
      | (?:who|why|how|where|which)(?:'s)?\b(?!\s+i\s+take\b)
      | when(?:'s|\s+(?:is|are|was|were|do|does|did|should|can|could|would|will))\b
      | any\s+(?:other|allergies|medications?|medicines?|news|change)
      | (?:tell|remind|show|list|explain|ask)\s+(?:me|us)?\b
      | (?:can|could|do)\s+(?:you|we)\b
      | (?:i\s+(?:wonder|am\s+wondering|was\s+wondering)|i'm\s+wondering|do\s+you\s+(?:know|think)|
          i\s+(?:want|would\s+like|need)\s+to\s+(?:know|ask)|i'd\s+like\s+to\s+(?:know|ask)|not\s+sure\s+(?:if|whether|what))\b
      | ¿ | (?:qué|cuál|cuándo|cómo|cuánto|cuánta|dónde|quién|por\s+qué|debo|puedo|debería)\b )
    """,
    re.IGNORECASE | re.VERBOSE,
)
# "…, okay?" and "…, is that right?" leave a statement what it is.
_TAG = re.compile(
    r"(?<!\bare)(?<!\bwere)[\s,]+(?:okay|ok|alright|all\s+right|right|correct|yes|yeah|you\s+know|is\s+that\s+(?:right|correct)|does\s+that\s+sound\s+(?:good|right|okay)"
    r"|sound\s+good)\s*\?[\s?\"”’')]*$",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\W*(?:please\s+)?(?:can|could|would|will)\s+you\s+(?:please\s+)?"
    r"(?:note|remember|record|write\s+down|add|save|keep\s+in\s+mind)\s+that\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"""\b(?: (?:^|,\s*)(?:what\s+)?if\b | what\s+if | might | maybe(?!\s+(?:\d|like|just|about|around|a\s+(?:few
      |couple)|(?:one|two|three|four|five|six|seven|eight|nine|ten
        |twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)) | perhaps | possibly
          | thinking\s+(?:about|of)
      | considering(?!\s+(?:that|you|the\s+fact|how)\b) | (?:could|would|may)\s+(?:be\s+)?(?:put|start|stop|take
        |try|need|switch|increase|have|want
        |like|change|go|
        add|raise|lower|prescribe)
      | (?:talk(?:ed|ing)?|spoke)\s+about\s+(?:starting|adding|trying|putting|switching|increasing|going|stopping
        |cutting|lowering|raising|changing|reducing|decreasing|doubling)
      | wish\s+i | suppose | supposing | unless | in\s+case | (?:is|was|were)\s+to\s+(?:start|take)\s+if
      | (?:wants?|wanted)\s+to\s+(?:start|try|add|put|consider|talk|discuss|give|prescribe)
      | not\s+sure\s+(?:if|whether)
      | heard\s+(?:about|that|of) | read\s+(?:about|that) | an?\s+(?:ad|article|commercial) | worried\s+(?:about|that|i)
      | afraid\s+(?:of|that|i) | tal\s+vez | quizás | podría | si\s+(?:tomo|tomara) )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ORDERS = re.compile(
    r"\b(?:i|we)(?:['’]d|\s+would)\s+(?:\w+\s+)?(?:like|love|recommend|suggest|prefer)\b"
    r"|\b(?:i|we|i['’]d|we['’]d|i['’]m|we['’]re)\s+(?:would\s+|also\s+|just\s+|do\s+|think\s+|really\s+|am\s+|are\s+)*"
    r"(?:like|love|want|wanna|wan\s+na|going|gonna|would|recommend|suggest)\s+(?:for\s+)?(?:you\s+|us\s+)?(?:to\s+)?(?:also\s+|just\s+|go\s+ahead\s+and\s+)*"
    r"(?:start|try|add|put|give|prescribe|have|increase|change|switch|see|get|do|take|continue|order|keep|recommend|suggest|go|use|stop|decrease|reduce|cut"
    r"|lower|raise|hold|resume|finish|send|call|refill|write|treat|restart)\b",
    re.IGNORECASE,
)
# A clinician's "if you need more at night, you can add some …": an order as needed, and no supposition.
_YOU_CAN = re.compile(
    r"\bif\s+(?:you(?:['’]re)?|it(?:['’]s)?|that(?:['’]s)?|the\s+\w+)\s+[^.,]{2,40}?,?\s+(?=you\s+can\s+(?:also\s+|just\s+|always\s+)?(?:take|use|add|have)\b)",
    re.IGNORECASE,
)
_STARTS_WITH_IF = re.compile(
    r"^\W*(?:(?:and|but|so|well|like)\s+)?(?:what\s+)?(?:if|si|unless|in\s+case|suppose)\b", re.I
)
# "As needed for pain, if it hurts": when a medicine is taken, not whether.
_AS_NEEDED = re.compile(r"\b(?:as|when|if)\s+needed\b.{0,30}?,\s*(?:if|when)\b.*|\bprn\b.*", re.IGNORECASE)
# "If I get a migraine I take sumatriptan": so it is taken.
_WHEN_NEEDED = re.compile(
    r"^\W*(?:(?:and|but|so|then)\s+)?(?:if|when(?:ever)?)\s+(?:I|my|he|she|it|the|his|her)\b"
    r"(?:(?!\b(?:tak(?:e|es|ing)|took|stop\w*|could|would|should|might|if)\b)[^?.])+?[\s,]"
    r"(?=(?:I|he|she)\s+(?:just\s+|usually\s+|always\s+|also\s+|can\s+)?(?:take|takes|use|uses)\b)",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"""\b(?: (?:do|does|did|have|has|had|is|are|am|was|were|should|can|could|would|will|must|may|need)
        (?:n[’']?t|\s+not)
      | cannot | never | not\s+(?:on|taking|allergic|using|diabetic|any|a) | i'?m\s+not | isn't | no\s+longer | without
      | den(?:y|ies|ied) | none | no\s+(?:history|known|allerg|medic|signs?|problems?\s+with) | free\s+of
        | negative\s+for
      | neither | nor | nunca | no\s+(?:tomo|toma|tengo|tiene|soy|es|uso) | ningun[ao]? )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PAST = re.compile(
    r"""\b(?: used\s+to | (?:was|were|had\s+been)\s+(?:once\s+)?(?:on|taking|using|prescribed|given)
      | back\s+then | previously
      | in\s+the\s+past | years\s+ago | formerly | before\s+that | (?:tomaba|usaba|estaba\s+tomando|antes\s+tomaba)
      | had\s+been | (?:when|while)\s+i\s+was )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PLANNED = re.compile(
    r"""\b(?: (?:will|'ll|shall|going\s+to|gonna|about\s+to|supposed\s+to|plan(?:s|ning)?\s+to|scheduled\s+to)\s+
        (?:be\s+)?(?:start|take|begin|go|increase|stop|switch|change|have|get|see|on|taking|starting|put|raise|lower|try)
      | i'll | starting\s+(?:on\s+)?(?:next|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)
      | (?:a\s+partir\s+del?|voy\s+a|empiezo|empezaré) )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


# "…, if that helps": a courtesy, and no condition.
_ASIDE = re.compile(
    r"[\s,–—-]*\bif\s+(?:(?:that|it|this)(?:['’]s|\s+is)?\s+(?:helps?|matters?|(?:any\s+)?(?:help|use)|of\s+(?:any\s+)?(?:help|use|interest)|makes\s+(?:any\s+)?sense|counts)"
    r"|(?:I|you|i)(?:['’]m|\s+am)?\s+(?:remember(?:\s+(?:right(?:ly)?|correctly|it\s+right))?|recall|(?:heard|got)\s+(?:that|it|her|him)?\s*right|not\s+mistaken|not\s+wrong"
    r"|want\s+to\s+know|must\s+know|can\s+believe\s+(?:it|that)|like|please|don['’]?t\s+mind)|memory\s+serves(?:\s+me(?:\s+right)?)?|anything|not\s+more)\b",
    re.IGNORECASE,
)


def without_asides(words: str) -> str:
    """The words without a courtesy that sounds like a condition ("if that helps")."""
    return _ASIDE.sub("", words) if "if" in words.lower() else words


def is_interrogative(words: str) -> bool:
    """True for words that ask, with or without a question mark: "should I take aspirin"."""
    return _INTERROGATIVE.search(words) is not None


def tag_of(words: str) -> int:
    """Where the tag begins that makes a question of a statement ("…, okay?"); -1 where it ends in none."""
    tag = _TAG.search(words)
    return tag.start() if tag else -1


def is_request(words: str) -> bool:
    """True for words that ask to keep what they state: "can you note that I take …?"."""
    return _REQUEST.match(words) is not None


def is_hypothetical(words: str, *, ordered: bool = False) -> bool:
    """True for what is only supposed, feared, discussed or read of: "if I took", "might start".

    `ordered` is True where a clinician speaks: "I'd like to start you on it" is an order.
    """
    words = _WHEN_NEEDED.sub("", _AS_NEEDED.sub("", without_asides(words)))
    words = _YOU_CAN.sub("", _ORDERS.sub("", words)) if ordered else words
    return _STARTS_WITH_IF.search(words) is not None or _HYPOTHETICAL.search(words) is not None


def is_when_needed(words: str) -> bool:
    """True for what is taken when something happens: "if my back hurts I take …"."""
    return _WHEN_NEEDED.search(words) is not None


def is_negated(words: str) -> bool:
    """True where the words deny: "I don't take", "never had", "no known"."""
    return _NEGATED.search(words) is not None


def is_past(words: str) -> bool:
    """True for a state told as over: "used to take", "was on"."""
    return _PAST.search(words) is not None


def is_planned(words: str) -> bool:
    """True for what is to come: "will start", "going to take"."""
    return _PLANNED.search(words) is not None
