"""The words by which people say that an emergency is happening, and those that set such words aside.

All patterns read plain text: lower case, straight apostrophes, no accents.
"""

from __future__ import annotations

import re

_PILLS = r"(?:pills?|tablets?|capsules?|meds|medicines?|medications?|pastillas?|tabletas?|medicinas?|medicamentos?)"
_CANNOT = r"(?:can'?t|cannot|can not|can hardly|can barely|unable to|struggling to|fighting to)"
_ONES = r"(?:my|his|her|the)"

_HEART = (
    r"chest (?:\w+ )?(?:pains?|pressure|tightness|hurts?)",
    r"chest (?:is|feels) (?:\w+ )?(?:tight|heavy|crush\w+)",
    rf"(?:pains?|pressure|tightness|weight|squeezing|elephant) (?:\w+ )?(?:in|on|across) {_ONES} chest",
    r"(?:having|have|has) (?:a )?(?:heart attack|stroke|cardiac arrest)",
    r"heart (?:has )?stopped",
    rf"pain \w+ down {_ONES} (?:left )?arm",
    r"dolor (?:\w+ ){0,3}(?:en el|de) pecho",
    r"duele (?:\w+ )?el pecho",
    r"(?:opresion|presion) (?:\w+ )?en el pecho",
    r"(?:esta dando|esta teniendo|tengo) un (?:infarto|derrame|ataque al corazon)",
)
_BREATH = (
    rf"{_CANNOT} (?:even )?breathe?\b",
    r"(?:trouble|difficulty|hard time) breathing",
    r"(?:not|isn't|stopped) breathing",
    r"gasping for (?:air|breath)",
    r"(?:suddenly|severely|very|terribly|so) short of breath",
    r"(?:is|i'm|am|he's|she's) choking",
    r"lips (?:are |have |went )?(?:turn\w+ |gone )?blue",
    r"no (?:puedo|puede) respirar",
    r"no respira\b",
    r"me (?:estoy )?ahog(?:o|ando)",
    r"me falta (?:mucho )?el aire",
)
_BRAIN = (
    r"(?:face|mouth|smile) (?:is |has |looks )?(?:\w+ )?droop\w*",
    r"slurr(?:ed|ing) (?:my |his |her )?(?:speech|words)",
    r"(?:speech|words) (?:is|are) (?:\w+ )?slurred",
    rf"(?:can'?t|cannot) move {_ONES} (?:\w+ )?(?:arm|leg|side|face)",
    r"sudden(?:ly)? (?:\w+ ){0,3}(?:can'?t|cannot) (?:speak|talk|see|walk)",
    r"(?:can'?t|cannot) suddenly (?:speak|talk|see|walk)",
    r"sudden(?:ly)? (?:\w+ ){0,3}(?:numb\w*|weak\w*|blind\w*)",
    rf"worst headache of {_ONES} life",
    r"(?:one|left|right) (?:side|arm|leg)(?: of (?:my|his|her) (?:body|face))? (?:is|went|has gone|feels) "
    r"(?:\w+ )?(?:numb|weak|paraly[sz]ed)",
    r"having (?:a |another )?(?:seizures?|convulsions?)",
    r"(?:is|started) (?:seizing|convulsing)",
    r"no (?:puedo|puede) (?:hablar|mover)",
    r"(?:cara|boca) (?:\w+ )?(?:caida|torcida)",
    r"esta convulsionando",
)
_BLOOD = (
    r"bleed\w*(?: \w+)? (?:won'?t|will not|doesn'?t|does not|isn'?t|not) stop\w*",
    r"(?:can'?t|cannot) stop (?:the )?bleed\w*",
    r"bleeding (?:very )?(?:heavily|badly|severely|profusely|everywhere|a lot|out)",
    r"(?:severe|massive|heavy) bleeding",
    r"(?:vomit\w*|throwing|cough\w*)(?: up)? (?:\w+ )?blood",
    r"blood (?:is )?(?:pouring|gushing|spurting)",
    r"losing (?:\w+ )*blood",
    r"no (?:para|deja) de sangrar",
    r"sangr(?:ando|o|a) (?:mucho|sin parar)",
    r"vomit(?:ando|o|a) sangre",
)
_CONSCIOUSNESS = (
    r"(?:is|he's|she's|lying|found him|found her|fell|went|still) unconscious",
    r"unresponsive|not responding",
    r"(?:has |just )collapsed",
    r"(?:won'?t|will not|doesn'?t|can'?t) wake (?:him |her )?up",
    r"passed out|just fainted",
    r"inconsciente|se desmayo",
    r"no (?:despierta|responde|reacciona)",
)
_ALLERGY = (
    r"throat (?:is |feels (?:like it'?s? )?)?(?:\w+ )?(?:clos\w+|swell\w+|swollen|shut)",
    r"(?:tongue|face) (?:is|keeps) swell\w+",
    r"(?:having|going into|in) (?:an? )?anaphyla\w+",
    r"(?:cierra|cerrando) la garganta|garganta (?:\w+ )?cerr\w+",
)
_POISON = (
    r"(?:i|i've|he|she|has|have|he's|she's) (?:just )?(?:overdosed|taken an overdose|took an overdose)",
    r"overdosing",
    rf"(?:took|taken|swallowed|ate) (?:\w+ )?too many (?:\w+ )?{_PILLS}",
    rf"(?:took|taken|swallowed|ate) all (?:of )?{_ONES} (?:\w+ )?{_PILLS}",
    r"(?:took|taken|swallowed|drank) (?:the|a) (?:whole|entire|full) bottle",
    r"(?:drank|swallowed) (?:\w+ )?(?:bleach|poison|antifreeze)",
    rf"(?:tome|tomo|trague) (?:todas? (?:las|el|la|mis)|demasiad[oa]s) (?:\w+ )?{_PILLS}",
    r"(?:tome|tomo) una sobredosis",
)
_DESPAIR = (
    r"kill(?:ing)? myself|hurt(?:ing)? myself|suicidal",
    r"(?:end|ending|take|taking) my (?:own )?life|end(?:ing)? it all",
    r"(?:want|wanna|going|ready) (?:to )?die\b",
    r"better off dead|no reason to live",
    r"don'?t want to (?:live|be alive)\b",
    r"quiero morir(?:me)?|matarme|suicidarme|quitarme la vida",
)

SIGN = re.compile(
    "|".join(
        f"(?:{sign})"
        for signs in (_HEART, _BREATH, _BRAIN, _BLOOD, _CONSCIOUSNESS, _ALLERGY, _POISON, _DESPAIR)
        for sign in signs
    )
)

DENIED = re.compile(
    r"\b(?:no|not|never|without|den(?:y|ies|ied)|sin|nunca|ni|niega|don't|doesn't|didn't|haven't|hasn't)"
    r"(?P<between>(?:[ ,/]+[\w']+){0,9})[ ,/]*$"
)
"""A denial before a sign. What stands between may be a list ("no fever, cough or") but no new clause."""

NEW_CLAUSE = re.compile(
    r"^\s*,|\b(?:i|i'm|i've|im|he|she|it|we|is|are|am|was|now|only|believe|yo|me|esta|because|since)\b"
    r"|\b(?!(?:hav|breath|bleed|feel|vomit|chok|cough|experienc|throw|slurr)ing)\w+ing\b"
)

LONG_PAST = re.compile(
    r"\b(?:in|en|around|during) (?:\w+ )?(?:19|20)\d\d"
    r"|\b(?:years?|months?|weeks?|decades?) (?:ago|back)|\bhace \w+ (?:anos?|mes\w*)"
    r"|\blast (?:year|month|week|winter|spring|summer|fall|autumn|january|february|march|april|may|june|july"
    r"|august|september|october|november|december)|\b(?:ano|mes|semana) pasad[oa]"
    r"|\bas a (?:child|kid|teen\w*)|\bde nin[oa]|\bat (?:the )?age|\bwhen (?:i|he|she) was\b"
    r"|\bused to\b|\bhistory of\b|\bthat time\b|\b(?:tuvo|tuve)\b"
    r"|\b(?:father|mother|dad|mom|mum|brother|sister|uncle|aunt|grand\w+|s?he) (?:once |also )?(?:had|died|suffered)\b"
)
PRESENT = re.compile(r"can'?t|cannot|can not|won'?t|\bis\b|\bare\b|isn'?t|no puedo|no puede|no para|no deja")
"""In the sign itself: what cannot be done or is so now is not past, whatever else the sentence tells."""

STILL = re.compile(r"\b(?:since|now|today|tonight|again|desde|ahora|hoy|otra vez)\b")

CONDITION = re.compile(
    r"\b(?:if|in case|unless|whether|si|en caso de)\b"
    r"|\b(?:call|come in|go|told|said|tell|hold|stop)\b.*\bwhen(?:ever)?\b"
)

GENERAL = re.compile(
    r"\b(?:sign|symptom|side effect|risk|cause|warning|sintoma|senal|efecto)\w*\b"
    r"|^\W*(?:what|which|why do|how (?:do|does|common)|que|cuales)\b"
)

ABOUT_SOMEONE = re.compile(
    r"\b(?:i|i'm|im|i've|my|he|he's|she|she's|we|me|mi|tengo|estoy|esta|puedo)\b"
    r"(?! (?:doctor|nurse|medicine|pills?)\b)"
)
