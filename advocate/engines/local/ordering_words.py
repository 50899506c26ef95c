"""How clinicians word what is to be done or left, and what such an instruction can be about."""

from __future__ import annotations

import re

TOLD = re.compile(
    r"""\b(?: (?:said|says|told|tells|asked|advised|advises|instructed|ordered|recommend(?:s|ed)|wants?|wanted|warned
        |reminded|suggest(?:s|ed)
        |dijo|mandó) (?:\s+(?:me|us|her|him|my\s+\w+|that))* )
      [\s:,"“]+(?P<body> (?:to|not\s+to|never\s+to|for\s+me\s+to|(?:that\s+)?(?:I|i|she|he|you|we)\s+(?:should|need
        |needs|have|has|must|can|may|ought|am|cannot
        |can['’]t|shouldn['’]t|mustn['’]t|could|do|don['’]t)|no\b|don['’]t|do\s+not|never|avoid|hold|skip|call|keep
          |stay|limit|check|eat|drink|rest|if|when|whenever|que)\b.* )""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
OBLIGED = re.compile(
    r"""^(?:.{0,40}?\b)?(?:I|i|she|he|we)(?:['’]m|\s+am|\s+was|['’]ve\s+been|\s+have\s+been|\s+is)?\s+(?P<body>(?:not\s+)?(?:supposed|allowed|told)\s+(?:not\s+)?to\b.*)""",
    re.IGNORECASE | re.DOTALL,
)
SHOULD = re.compile(
    r"^\W*(?:(?:and|also|but|then|so|now|please)\s+)*(?:(?:I|i|you|she|he|we)\s+)?(?P<body>(?:should|need\s+to|needs\s+to|have\s+to|has\s+to|must|can(?:no|['’])t"
    r"|shouldn['’]t|may\s+not|mustn['’]t)\b.*)",
    re.DOTALL | re.IGNORECASE,
)
WANT_YOU = re.compile(
    r"\b(?:I|we)(?:['’]d|\s+would)?\s+(?:want|like|need|recommend|advise|ask)(?:\s+for)?\s+you\s+(?P<body>(?:not\s+)?to\b.*)",
    re.IGNORECASE | re.DOTALL,
)
VERBS = (
    "hold|call|avoid|weigh|check|measure|keep|limit|restrict|elevate|ice|rest|fast|skip|wear|walk|exercise|drink|eat|drive|lift|return|"
    "come|watch|monitor|log|record|write|bring|follow|cut|quit|stay|change|clean|apply|use|take|sit|stand|sleep|wait|go|"
    "stop|start|continue|increase|decrease|reduce|lower|raise|bathe|shower|bend|smoke|do|put|schedule|see|get|repeat|finish|make|report"
)
VERB = re.compile(rf"\b(?:{VERBS})\b", re.IGNORECASE)
NO_ORDER = re.compile(
    r"(?:I|i|he|she|you|we)?\s*(?:don['’]t|do\s+not|doesn['’]t|does\s+not)\s+(?:have|need|know|think|look|seem|want|appear)\b(?!\s+to\b)",
    re.IGNORECASE,
)
GOES_ON = re.compile(
    r"[,:;]\s+[\"“]?(?P<body>(?:don['’]t|do\s+not|never|avoid|hold|skip|call|keep|stay|limit|check|weigh|stop)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
AND_DO = re.compile(
    rf"\s*,?\s+(?:and|but|then)\s+(?:to\s+|I\s+should\s+)?(?=(?:not|never|don['’]t|{VERBS})\b)", re.IGNORECASE
)
IMPERATIVE = re.compile(
    r"^\W*(?:(?:and|so|then|please|also|just|okay|ok|always)[,\s]+)*(?P<body>(?:don['’]t|do\s+not|no|never|avoid|hold|call|weigh|check|limit|keep|elevate|fast|skip"
    r"|watch|monitor|take|stop|use|return|come\s+back|wear|rest|measure|restrict|continue|follow)\b(?!\s+(?:care|it\s+easy|worries|problem)).*)",
    re.IGNORECASE | re.DOTALL,
)
STANDING = re.compile(
    r"\b(?:on|following|keep(?:ing)?(?:\s+to)?|eat(?:ing)?)\s+(?:a|the|my)?\s*(?P<body>(?:very\s+)?(?:low|no|reduced|gluten|dairy|lactose|cardiac|diabetic|renal|heart|fluid)"
    r"[\s-]+(?:\w+[\s-]+){0,2}?(?:diet|restriction))\b",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    r"\b(?:between|under|below|above|over|less\s+than|more\s+than|at\s+least|at\s+most|no\s+(?:more|higher|lower)\s+than|around|within|in\s+the)\b",
    re.IGNORECASE,
)
RANGE_WANTED = re.compile(
    rf"\b(?P<body>(?:wants?|would\s+like|likes?|['’]d\s+like|goal|target)\s+(?:(?:for|is|my|his|her|your|the|to|keep|of)\s+)*"
    rf"(?:[\w-]+\s+){{1,4}}?(?:to\s+(?:be|stay)\s+|is\s+)?{BETWEEN.pattern}.*)",
    re.IGNORECASE | re.DOTALL,
)
LEAD = re.compile(
    r"^(?:for\s+me\s+to|that\s+|(?:to)\s+(?=\w)|(?:I|i|you|she|he|we)\s+(?:should|need\s+to|needs\s+to|have\s+to|has\s+to|must|ought\s+to)\s+(?=(?!not\b)\w)"
    r"|(?:supposed|told)\s+to\s+|(?:should|need\s+to|needs\s+to|have\s+to|has\s+to|must)\s+(?=(?!not\b)\w)|(?:I|i|you|she|he)\s+(?=(?:can|may|should|must|do))|que\s+)",
    re.IGNORECASE,
)
TOPICS = (
    (r"driv\w*", "driving"),
    (r"salt|sodium|sal", "salt"),
    (r"fluids?|liquids", "fluids"),
    (r"alcohol|wine|beer", "alcohol"),
    (r"grapefruit", "grapefruit"),
    (r"weigh\w*|gain|pounds|kilos", "weight"),
    (r"lift\w*", "lifting"),
    (r"walk\w*|exercise\w*|gym|run", "exercise"),
    (r"smok\w*|cigarettes?", "smoking"),
    (r"sugar|glucose", "blood sugar"),
    (r"blood\s+pressure|bp", "blood pressure"),
    (r"fast\w*", "fasting"),
    (r"diet|food|foods|eat\w*|carbs?|meat|potassium", "diet"),
    (r"bandage|wound|dressing|incision|stitches", "wound"),
    (r"elevat\w*|leg|legs|foot|feet|ankle", "leg"),
    (r"sleep\w*", "sleep"),
    (r"water|drink\w*", "fluids"),
    (r"shower|bath\w*", "bathing"),
    (r"work", "work"),
    (r"sex", "sex"),
    (r"fly\w*|travel\w*", "travel"),
    (r"pulse|heart\s+rate", "pulse"),
    (r"fever|temperature", "fever"),
    (r"mask", "mask"),
    (r"cpap", "cpap"),
    (r"er|emergency|911", "emergency"),
)
DIETS = dict.fromkeys(("salt", "fluids", "alcohol", "grapefruit"), "diet")
SIDE = re.compile(r"\b(?:left|right|izquierd[oa]|derech[oa])\b", re.IGNORECASE)
FORBIDS = re.compile(
    r"(?:(?:should|must|may|can|do|does|am|is|supposed|allowed)\s+)?(?:not|never|no)\b|(?:can|should|must|do|does)n?['’]t\b|cannot\b",
    re.IGNORECASE,
)
NEGATIVE = re.compile(r"\b(?:not|don['’]t|never|no|can['’]t|cannot|shouldn['’]t|mustn['’]t|avoid)\b", re.IGNORECASE)
CONDITIONAL = re.compile(
    r"\b(?:if|when(?:ever)?|unless|before|until|with(?:out)?|after|instead|at\s+least|si|cuando)\b", re.IGNORECASE
)
DOSING = re.compile(
    r"\b(?:take|taking|start|starting|stop|stopping|increase|decrease|raise|lower|reduce|cut|switch|change|go\s+up|go\s+down|continue|keep\s+taking|put|use|up|tomar)\b",
    re.IGNORECASE,
)
CONDITION_AFTER = re.compile(r"[,\s]+(?:if|when(?:ever)?|until|unless)\s(?:\S+\s*){1,12}$", re.IGNORECASE)
CHAT = re.compile(
    r"\b(?:worry|relax|enjoy|take\s+care|hear|listen|laugh|tell|ask|say|talk|pray|be\s+(?:happy|patient|strong|careful))\b",
    re.IGNORECASE,
)
