"""What a clinician told the person to do or to leave, word for word."""

from __future__ import annotations

import re
from dataclasses import replace

from advocate.engines.local import medications, people, referents
from advocate.engines.local.hearing import Hearing
from advocate.engines.local.lexicon import find_classes, find_drugs, find_terms, systems_of
from advocate.engines.local.regimens import DOSE_UNITS, STRENGTHS, pieces
from advocate.engines.local.sentences import Clause
from memory.drafts import Assertion, Draft, Quote, Tense
from memory.numbers import as_digits
from memory.vocabulary import Speaker, Tag, address

_TOLD = re.compile(
    r"""\b(?: (?:said|says|told|tells|asked|advised|advises|instructed|ordered|recommend(?:s|ed)|wants?|wanted|warned
        |reminded|suggest(?:s|ed)
        |dijo|mandó) (?:\s+(?:me|us|her|him|my\s+\w+|that))* )
      \s+(?P<body> (?:to|not\s+to|never\s+to|for\s+me\s+to|(?:that\s+)?(?:I|i|she|he|you|we)\s+(?:should|need
        |needs|have|has|must|can|may|ought|am|cannot
        |can['’]t|shouldn['’]t|mustn['’]t|could|do|don['’]t)|no\b|don['’]t|do\s+not|never|avoid|hold|call|keep
          |stay|limit|check|eat|drink|rest|if|when|whenever|que)\b.* )""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_OBLIGED = re.compile(
    r"""^(?:.{0,40}?\b)?(?:I|i|she|he|we)(?:['’]m|\s+am|\s+was|['’]ve\s+been|\s+have\s+been|\s+is)?\s+(?P<body>(?:not\s+)?(?:supposed|allowed|told)\s+(?:not\s+)?to\b.*)""",
    re.IGNORECASE | re.DOTALL,
)
_SHOULD = re.compile(
    r"^\W*(?:(?:and|also|but|then|so|please)\s+)*(?:(?:I|i|you|she|he|we)\s+)?(?P<body>(?:should|need\s+to|needs\s+to|have\s+to|has\s+to|must|can(?:no|['’])t"
    r"|shouldn['’]t|may\s+not|mustn['’]t)\b.*)",
    re.DOTALL | re.IGNORECASE,
)
_WANT_YOU = re.compile(
    r"\b(?:I|we)(?:['’]d|\s+would)?\s+(?:want|like|need|recommend|advise|ask)(?:\s+for)?\s+you\s+(?P<body>(?:not\s+)?to\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_VERBS = (
    "hold|call|avoid|weigh|check|measure|keep|limit|restrict|elevate|ice|rest|fast|skip|wear|walk|exercise|drink|eat|drive|lift|return|"
    "come|watch|monitor|log|record|write|bring|follow|cut|quit|stay|change|clean|apply|use|take|sit|stand|sleep|wait|go|"
    "stop|start|continue|increase|decrease|reduce|lower|raise|bathe|shower|bend|smoke|do|put|schedule|see|get|repeat|finish|make|report"
)
_VERB = re.compile(rf"\b(?:{_VERBS})\b", re.IGNORECASE)
_AND_DO = re.compile(
    rf"\s*,?\s+(?:and|but|then)\s+(?:to\s+|I\s+should\s+)?(?=(?:not|never|don['’]t|{_VERBS})\b)", re.IGNORECASE
)
_IMPERATIVE = re.compile(
    r"^\W*(?:(?:and|so|then|please|also|just|okay|ok|always)[,\s]+)*(?P<body>(?:don['’]t|do\s+not|no|never|avoid|hold|call|weigh|check|limit|keep|elevate|fast|skip"
    r"|watch|monitor|take|stop|use|return|come\s+back|wear|rest|measure|restrict|continue|follow)\b(?!\s+(?:care|it\s+easy|worries|problem)).*)",
    re.IGNORECASE | re.DOTALL,
)
_STANDING = re.compile(
    r"\b(?:on|following|keep(?:ing)?(?:\s+to)?|eat(?:ing)?)\s+(?:a|the|my)?\s*(?P<body>(?:very\s+)?(?:low|no|reduced|gluten|dairy|lactose|cardiac|diabetic|renal|heart|fluid)"
    r"[\s-]+(?:\w+[\s-]+){0,2}?(?:diet|restriction))\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:for\s+me\s+to|that\s+|(?:to)\s+(?=\w)|(?:I|i|you|she|he|we)\s+(?:should|need\s+to|needs\s+to|have\s+to|has\s+to|must|ought\s+to)\s+(?=(?!not\b)\w)"
    r"|(?:supposed|told)\s+to\s+|(?:should|need\s+to|needs\s+to|have\s+to|has\s+to|must)\s+(?=(?!not\b)\w)|(?:I|i|you|she|he)\s+(?=(?:can|may|should|must|do))|que\s+)",
    re.IGNORECASE,
)
_TOPICS = (
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
_DIETS = dict.fromkeys(("salt", "fluids", "alcohol", "grapefruit"), "diet")
_SIDE = re.compile(r"\b(?:left|right|izquierd[oa]|derech[oa])\b", re.IGNORECASE)
_FORBIDS = re.compile(
    r"(?:(?:should|must|may|can|do|does|am|is|supposed|allowed)\s+)?(?:not|never|no)\b|(?:can|should|must|do|does)n?['’]t\b|cannot\b",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(r"\b(?:not|don['’]t|never|no|can['’]t|cannot|shouldn['’]t|mustn['’]t|avoid)\b", re.IGNORECASE)
_CONDITIONAL = re.compile(
    r"\b(?:if|when(?:ever)?|unless|before|until|with(?:out)?|after|instead|at\s+least|si|cuando)\b", re.IGNORECASE
)
_DOSING = re.compile(
    r"\b(?:take|taking|start|starting|stop|stopping|increase|decrease|raise|lower|reduce|cut|switch|change|go\s+up|go\s+down|continue|keep\s+taking|put|use|up|tomar)\b",
    re.IGNORECASE,
)
_CONDITION_AFTER = re.compile(r"[,\s]+(?:if|when(?:ever)?|until|unless)\s(?:\S+\s*){1,12}$", re.IGNORECASE)
_CHAT = re.compile(
    r"\b(?:worry|relax|enjoy|take\s+care|hear|listen|laugh|tell|ask|say|talk|pray|be\s+(?:happy|patient|strong|careful))\b",
    re.IGNORECASE,
)


def hear(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Return the directive of a clause; empty where it is none, or where it is a regimen (see `medications`)."""
    body = _body(clause, hearing)
    if body is None:
        return []
    at, words = body
    drug = _drug(clause, words, hearing)
    first = _AND_DO.split(words, maxsplit=1)
    if len(first) > 1 and _is_regimen(first[0], drug) and not _hangs_together(first):
        return _regimen_and_more(clause, hearing, first)
    if _is_regimen(words, drug):
        return []
    beside = _ordered_with_it(clause, hearing, words) if drug else []
    return [*beside, _draft(clause, hearing, at, words, drug)]


def _ordered_with_it(clause: Clause, hearing: Hearing, words: str) -> list[Draft]:
    """What is taken by a clinician's instruction: "take ibuprofen 600 mg every 6 hours if it hurts"."""
    if clause.turn.speaker is not Speaker.CLINICIAN or _FORBIDS.match(words) or _CONDITIONAL.match(words):
        return []
    condition = _CONDITION_AFTER.search(words)
    start = clause.text.find(words)
    end = start + (condition.start() if condition else len(words))
    if start < 0 or not any(p.quantity and p.quantity.unit in DOSE_UNITS for p in pieces(clause.text[start:end])):
        return []
    taken = [each for each in medications.hear(replace(clause, end=clause.start + end), hearing) if each.value.value]
    if condition is None:
        return taken
    told = " ".join(condition[0].split())
    quote = (Quote(clause.turn.id, clause.text),)
    return [
        replace(each, text=f"{each.text} {told}", value=replace(each.value, as_needed=True), quotes=quote)
        for each in taken
    ]


def _hangs_together(parts: list[str]) -> bool:
    """ "Stop it and call if my lips swell": the condition is one of the stop, too; an order of a dose stands alone."""
    dosed = any(p.kind in {"dose", "regimen"} for p in pieces(parts[0]))
    return not dosed and re.search(r"\b(?:if|when(?:ever)?|unless|si|cuando)\b", parts[1]) is not None


def _regimen_and_more(clause: Clause, hearing: Hearing, parts: list[str]) -> list[Draft]:
    """ "told me to take furosemide 40 mg and call if I gain 3 pounds": a regimen, and an instruction beside it."""
    cut = clause.text.find(parts[0]) + len(parts[0])
    taken = medications.hear(replace(clause, end=clause.start + cut), hearing)
    drug = _drug(clause, parts[1], hearing)
    return [*taken, _draft(clause, hearing, cut, parts[1], drug)]


def _body(clause: Clause, hearing: Hearing) -> tuple[int, str] | None:
    """Where the instruction begins and its words."""
    text = clause.text
    match = _TOLD.search(text)
    by_clinician = clause.turn.speaker is Speaker.CLINICIAN
    told = people.acting(text) or people.acts_by_pronoun(text) or hearing.carried_by_clinician(clause)
    if match and not (told or by_clinician):
        match = None
    match = match or _OBLIGED.search(text) or _STANDING.search(text)
    if match is None and hearing.carried_by_clinician(clause):
        match = _SHOULD.search(text) or _IMPERATIVE.search(text)
    if match is None and by_clinician and not clause.asked:
        match = _WANT_YOU.search(text) or (_health(text) and (_SHOULD.search(text) or _IMPERATIVE.search(text))) or None
    if match is None:
        return None
    body = match["body"].strip()
    words = _LEAD.sub("", _LEAD.sub("", body)).strip()
    if not words or (_CHAT.search(words) and not _health(words)) or not _instructs(words):
        return None
    return match.start("body"), words


def _instructs(words: str) -> bool:
    return bool(_VERB.search(words) or _NEGATIVE.search(words) or _STANDING.search(f"on {words}"))


def _health(words: str) -> bool:
    kinds = ("lab", "vital", "symptom", "system", "condition", "role", "procedure")
    return bool(_topic(words) or find_drugs(words) or find_terms(words, *kinds) or referents.names_a_drug(words))


def _is_regimen(words: str, drug: str) -> bool:
    """Orders about what is taken belong to the medications, unless they hang on a condition."""
    parts = pieces(words)
    beside = "".join(
        c for at, c in enumerate(words) if not any(p.start <= at < p.end for p in parts)
    )  # not "with food"
    strong = any(p.quantity and p.quantity.unit in STRENGTHS for p in parts)
    if not drug and strong and _DOSING.search(words) and not _CONDITIONAL.search(beside):
        return True  # "go up to 600 mg four times a day", of what was named before
    if not drug or _CONDITIONAL.search(beside) or _SIDE.search(words):
        return False
    if re.match(r"(?:not\s+to|don['’]t|do\s+not|never|avoid|no)\b", words, re.IGNORECASE):
        return False
    dosed = any(p.kind in {"dose", "regimen"} for p in parts)
    return bool(_DOSING.search(words)) and (dosed or bool(find_drugs(words)) or "stop" in words.lower())


def _drug(clause: Clause, words: str, hearing: Hearing) -> str:
    named = find_drugs(words)
    if named:
        return named[0].name
    classes = find_classes(words)
    if classes:
        return classes[0].name
    if re.search(r"\b(?:dose|dosis|pill|tablet|medicine|medication|meds)\b", words, re.IGNORECASE) or re.match(
        r"(?:(?:keep|continue)\s+)?(?:hold|skip|tak|stop|increas|giv|doubl)(?:e|p?ing)?\s+(?:it|that|them)\b",
        words,
        re.IGNORECASE,
    ):
        target = referents.drug_meant(clause, hearing)
        return target.name if target else "medication"
    return ""


def _topic(words: str) -> str:
    found = [
        (m.start(), name) for pattern, name in _TOPICS if (m := re.search(rf"\b(?:{pattern})\b", words, re.IGNORECASE))
    ]
    return min(found)[1] if found else ""


def _draft(clause: Clause, hearing: Hearing, at: int, words: str, drug: str) -> Draft:
    aspect = _aspect(words)
    measures = [t.name for t in find_terms(words, "lab", "vital")]
    topic = drug or _topic(words) or (measures[0] if measures else "") or _first_words(words, aspect)
    side = _SIDE.search(words)
    base = hearing.draft(
        clause,
        Tag.DIRECTIVE,
        as_digits(words.rstrip(" .,;")),
        topic,
        (
            *topic.split("+"),
            aspect,
            *measures,
            *([_DIETS[topic]] if topic in _DIETS else []),
            *systems_of(topic),
            "instruction",
        ),
    )
    same = "" if aspect and topic.startswith(aspect[:4]) else aspect
    marks = " ".join(part for part in (same, side[0].lower() if side else "") if part)
    moment = hearing.moment(clause, at)
    starts = bool(re.match(r"(?:from|starting|beginning|as\s+of|a\s+partir)\b", moment.phrase, re.IGNORECASE))
    dated = base if not moment.is_future or starts else replace(base, date=None, date_phrase="")
    return replace(
        dated,
        memory_key=address(Tag.DIRECTIVE, topic, marks),
        tense=Tense.PLANNED if moment.is_future and starts else Tense.NOW,
        assertion=Assertion.ASKED if clause.asked else Assertion.ASSERTED,
        negated=bool(_FORBIDS.match(words)),
        importance=4,
    )


def _aspect(words: str) -> str:
    """What is to be done, by its verb: "keep holding it" is holding."""
    kept = re.match(rf"(?:keep|continue)\s+(?P<verb>{_VERBS})(?:[a-z])?ing\b", words, re.IGNORECASE)
    verb = _VERB.search(words)
    return kept["verb"].lower() if kept else verb[0].lower() if verb else ""


def _first_words(words: str, verb: str) -> str:
    plain = [
        w
        for w in re.findall(r"[^\W\d_]{3,}", words.lower())
        if w not in {verb, "the", "and", "not", "for", "that", "with"}
    ]
    return " ".join(plain[:2]) or verb or "instruction"
